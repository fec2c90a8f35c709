#include "core/base/json_text.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace roofplan;

class JsonTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void readsAValue() {
        const auto json = parseJsonText(R"({"a": [1, 2.5], "b": {"a": 1}, "c": {"a": 1}})",
                                        "x.json", "x.not_json");
        QVERIFY(json.has_value());
        QCOMPARE(json->at("a").at(1).get<double>(), 2.5);
    }

    void saysWhereItStops_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("empty") << QByteArray("") << QByteArray("truncated");
        QTest::newRow("cut off") << QByteArray("{\n  \"a\": 1,\n  \"b\"")
                                 << QByteArray("ends at line 3, column 6");
        QTest::newRow("wrong") << QByteArray("{\n  \"a\": x\n}") << QByteArray("line 2, column 8");
        QTest::newRow("NaN") << QByteArray("{\"a\": NaN}") << QByteArray("line 1, column 7");
        QTest::newRow("no double")
            << QByteArray("{\"a\": \"1e999\",\n \"b\": 1e999}") << QByteArray("line 2, column 7");
        QTest::newRow("not UTF-8")
            << QByteArray("{\"a\": \"\xff\"}") << QByteArray("line 1, column 8");
        QTest::newRow("binary") << QByteArray("\x7f"
                                              "ELF\0\0",
                                              6)
                                << QByteArray("no text file: a control character stands at line 1");
        QTest::newRow("NUL") << QByteArray("{\n\0}", 4) << QByteArray("line 2, column 1");
        QTest::newRow("not plain outside a string")
            << QByteArray("{\xe2\x80\x9c") << QByteArray("line 1, column 2");
        QTest::newRow("two values") << QByteArray("{} {}") << QByteArray("line 1, column 4");
    }

    void saysWhereItStops() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, said);
        const auto json = parseJsonText(text.toStdString(), "x.json", "x.not_json");
        QVERIFY(!json.has_value());
        const Diagnostic& found = json.error().front();
        QCOMPARE(found.code, std::string("x.not_json"));
        QCOMPARE(found.place, std::string("x.json"));
        const std::string line = plainLine(found);
        QVERIFY2(line.find(said.toStdString()) != std::string::npos, line.c_str());
        QVERIFY2(std::ranges::all_of(line, [](char c) { return c >= ' ' && c <= '~'; }),
                 line.c_str());
    }

    void namesAKeyThatStandsTwiceAndItsPlace() {
        const auto json =
            parseJsonText(R"({"a": [[0], 7, {"b": 1, "c": {"b": 2}, "b": 3}], "a/b": {}, "c": 1})",
                          "x.json", "x.not_json");
        QVERIFY(!json.has_value());
        const Diagnostic& found = json.error().front();
        QCOMPARE(found.place, std::string("x.json#/a/2/b"));
        QVERIFY(plainLine(found).find("\"b\" stands twice") != std::string::npos);
    }

    void escapesTheKeyThatStandsTwice() {
        const auto json = parseJsonText(R"({"a/b": {"~": 1, "~": 2}})", "x.json", "x.not_json");
        QCOMPARE(json.error().front().place, std::string("x.json#/a~1b/~0"));
    }

    void readsDeepNestingButNoEndlessOne() {
        const std::string deep =
            std::string(deepestNesting, '[') + std::string(deepestNesting, ']');
        const auto json = parseJsonText(deep, "x.json", "x");
        QVERIFY(json.has_value());
        QCOMPARE(shownJson(*json), std::string("[…]"));
        const auto refused = parseJsonText("\n[" + deep + "]", "x.json", "x");
        QVERIFY(!refused.has_value());
        QVERIFY(plainLine(refused.error().front()).find("line 2, column 101") != std::string::npos);
        QVERIFY(parseJsonText("[\"" + std::string(1000, '[') + "\"]", "x.json", "x").has_value());
        QVERIFY(!parseJsonText(std::string(10'000'000, '['), "x.json", "x").has_value());
    }

    // A callback of the parser looked at all members again after each: minutes for a file like
    // this.
    void readsALongFlatList() {
        std::string text = "[";
        for (int i = 0; i < 300'000; ++i) {
            text += "{},";
        }
        text += "{\"a\": 1, \"a\": 2}]";
        const auto json = parseJsonText(text, "long.json", "test");
        QVERIFY(!json);
        QCOMPARE(json.error().front().place, std::string("long.json#/300000/a"));
    }

    void showsValuesOnALine() {
        QCOMPARE(shownJson(3), std::string("3"));
        QCOMPARE(shownJson("é"), std::string("\"\\u00e9\""));
        QCOMPARE(shownJson(nlohmann::json::array()), std::string("[]"));
        QCOMPARE(shownJson({{"a", 1}}), std::string("{…}"));
        QVERIFY(shownJson(std::string(1000, 'x')).size() < 70);
    }
};

QTEST_GUILESS_MAIN(JsonTextTest)
#include "json_text_test.moc"
