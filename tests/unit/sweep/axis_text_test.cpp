// Axes as people type them.
#include "core/sweep/axis_text.h"

#include <QTest>

using namespace roofplan;

class AxisTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void rangesAreRead_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<int>("count");
        QTest::addColumn<bool>("log");
        const auto row = [](const char* text, const char* from, const char* to, int count,
                            bool log) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(from) << QByteArray(to) << count
                                << log;
        };
        row("global_batch=16..8192:20:log", "16", "8192", 20, true);
        row("global-batch = 16 .. 8k : 20 : linear", "16", "8k", 20, false);
        row("global_batch=16..32:3", "16", "32", 3, false);
        row("global_batch=16..32:log", "16", "32", 10, true);
        row("global_batch=0,5..2.5", "0,5", "2.5", 10, false);
    }

    void rangesAreRead() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(int, count);
        QFETCH(bool, log);
        const auto request = parseAxis(text.toStdString());
        QVERIFY(request.has_value());
        QCOMPARE(request->key, std::string("global_batch"));
        const auto& range = std::get<AxisRange>(request->values);
        QCOMPARE(QByteArray::fromStdString(range.from), from);
        QCOMPARE(QByteArray::fromStdString(range.to), to);
        QCOMPARE(range.count, std::int64_t(count));
        QCOMPARE(range.spacing == Spacing::Logarithmic, log);
    }

    void listsAndBareFieldsAreRead() {
        QCOMPARE(std::get<AxisList>(parseAxis("tp=1, 2,8")->values), (AxisList{"1", "2", "8"}));
        QCOMPARE(std::get<AxisList>(parseAxis("precision")->values), AxisList());
    }

    void whatIsNoAxisIsRefused_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", "=1..2", "tp=", "tp=1..8:", "tp=1..8:log:4", "tp=1..8:4:cubic",
                                 "tp=1..8:4:log:1", "tp=1:2..8", "tp=1..8:3.5"}) {
            QTest::newRow(text) << QByteArray(text);
        }
    }

    void whatIsNoAxisIsRefused() {
        QFETCH(QByteArray, text);
        const auto request = parseAxis(text.toStdString());
        QVERIFY(!request.has_value());
        QCOMPARE(request.error().front().code, std::string("sweep.syntax"));
        QVERIFY(plainLine(request.error().front()).find("FIELD=FROM..TO") != std::string::npos);
    }

    void aCountBeyondAllIntegersIsStillACount() {
        const auto request = parseAxis("tp=1..8:99999999999999999999");
        QVERIFY(std::get<AxisRange>(request->values).count > 1'000'000'000);
    }
};

QTEST_GUILESS_MAIN(AxisTextTest)
#include "axis_text_test.moc"
