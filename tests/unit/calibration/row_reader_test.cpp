#include "core/calibration/row_reader.h"
#include "tests/support/findings.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace roofplan;
using namespace roofplan::test;
using nlohmann::json;

class RowReaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void readsWhatIsThere() {
        const json row = json::parse(
            R"({"a": 1.5, "b": "2.5", "c": 8, "d": "8", "e": "x", "f": true, "g": {"h": 1}})");
        RowReader reader(row, "f#/0");
        QCOMPARE(reader.number("a"), std::optional(1.5));
        QCOMPARE(reader.number("b"), std::optional(2.5));
        QCOMPARE(reader.whole("c"), std::optional<std::int64_t>(8));
        QCOMPARE(reader.whole("d"), std::optional<std::int64_t>(8));
        QCOMPARE(reader.need("c"), std::int64_t{8});
        QCOMPARE(reader.text("e"), std::string("x"));
        QVERIFY(reader.flag("f", false));
        QCOMPARE(reader.object("g").size(), std::size_t{1});
        QVERIFY(reader.findings().empty());
    }

    void nullIsSilence() {
        const json row = json::parse(R"({"a": null})");
        RowReader reader(row, "f#/0");
        for (const char* const key : {"a", "absent"}) {
            QVERIFY(!reader.number(key) && !reader.whole(key) && reader.text(key).empty());
            QVERIFY(reader.flag(key, true) && !reader.flag(key, false));
            QVERIFY(reader.object(key).empty());
        }
        QVERIFY(reader.findings().empty());
    }

    void namesWhatIsWrong_data() {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<char>("as");
        QTest::addColumn<QByteArray>("words");
        const auto add = [](const char* name, const char* value, char as, const char* words) {
            QTest::newRow(name) << QByteArray(value) << as << QByteArray(words);
        };
        add("number: text", "\"fast\"", 'n', "allowed: a positive number");
        add("number: unit", "\"5 ms\"", 'n', "found \"5 ms\"");
        add("number: zero", "0", 'n', "found 0");
        add("number: negative", "-3", 'n', "found -3");
        add("number: list", "[1]", 'n', "found […]");
        add("whole: half", "1.5", 'w', "allowed: a whole number from 1 to 1000000000");
        add("whole: none", "0", 'w', "found 0");
        add("whole: vast", "1e300", 'w', "a whole number");
        add("whole: text", "\"8x\"", 'w', "found \"8x\"");
        add("whole: bool", "true", 'w', "found true");
        add("need: null", "null", 'd', "is missing, allowed: a whole number from 1");
        add("text: number", "4", 't', "allowed: a text");
        add("flag: text", "\"yes\"", 'f', "allowed: true or false");
        add("object: list", "[]", 'o', "allowed: an object");
    }

    void namesWhatIsWrong() {
        QFETCH(QByteArray, value);
        QFETCH(char, as);
        QFETCH(QByteArray, words);
        const json row{{"field", json::parse(value.toStdString())}};
        RowReader reader(row, "rows.json#/3");
        switch (as) {
        case 'n':
            QVERIFY(!reader.number("field"));
            break;
        case 'w':
            QVERIFY(!reader.whole("field"));
            break;
        case 'd':
            QCOMPARE(reader.need("field"), std::int64_t{1});
            break;
        case 't':
            QVERIFY(reader.text("field").empty());
            break;
        case 'f':
            QVERIFY(reader.flag("field", true));
            break;
        default:
            QVERIFY(reader.object("field").empty());
        }
        QCOMPARE(reader.findings().size(), std::size_t{1});
        const QString line = text(&reader.findings().front());
        QVERIFY2(line.contains(QStringLiteral("rows.json#/3/field")), qPrintable(line));
        QVERIFY2(line.contains(QString::fromUtf8(words)), qPrintable(line));
    }

    void limitsAreThoseAskedFor() {
        const json row = json::parse(R"({"a": 0, "b": 11})");
        RowReader reader(row, "f");
        QCOMPARE(reader.whole("a", 10, 0), std::optional<std::int64_t>(0));
        QVERIFY(!reader.whole("b", 10, 0));
        QVERIFY(text(&reader.findings().front()).contains(QStringLiteral("from 0 to 10")));
    }

    void whatIsNoObjectHasNothing() {
        for (const char* const text : {"5", "[]", "null", "\"x\""}) {
            const json row = json::parse(text);
            RowReader reader(row, "f");
            QVERIFY(!reader.number("a") && reader.text("a").empty());
            QVERIFY(objectAt(row, "a").empty());
        }
    }
};

QTEST_GUILESS_MAIN(RowReaderTest)
#include "row_reader_test.moc"
