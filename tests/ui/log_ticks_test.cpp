#include "ui/charts/log_ticks.h"

#include <QTest>

#include <limits>

using namespace roofplan::ui;

class LogTicksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ticks_data();
    void ticks();
    void everyRangeIsLabelled();
    void badRanges();
    void crowdedLabelsGiveWay();
    void texts_data();
    void texts();
};

void LogTicksTest::ticks_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<std::vector<double>>("expected");
    QTest::newRow("decades") << 0.1 << 1e3 << std::vector{0.1, 1.0, 10.0, 100.0, 1000.0};
    QTest::newRow("1-2-5") << 10.0 << 1000.0
                           << std::vector{10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0};
    QTest::newRow("digits") << 250.0 << 800.0
                            << std::vector{300.0, 400.0, 500.0, 600.0, 700.0, 800.0};
}

void LogTicksTest::ticks() {
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(std::vector<double>, expected);
    const std::vector<double> found = logTicks(low, high);
    QCOMPARE(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        QVERIFY(qFuzzyCompare(found[i], expected[i]));
    }
}

void LogTicksTest::everyRangeIsLabelled() {
    for (double low = 1e-3; low < 1e6; low *= 1.37) {
        for (double ratio = 1.02; ratio < 1e5; ratio *= 1.9) {
            const std::vector<double> found = logTicks(low, low * ratio);
            QVERIFY2(found.size() >= 2 && found.size() <= 12,
                     qPrintable(QStringLiteral("%1 labels from %2 to %3")
                                    .arg(found.size())
                                    .arg(low)
                                    .arg(low * ratio)));
        }
    }
}

void LogTicksTest::badRanges() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(logTicks(0.0, 1.0).empty());
    QVERIFY(logTicks(-1.0, 1.0).empty());
    QVERIFY(logTicks(2.0, 1.0).empty());
    QVERIFY(logTicks(nan, 1.0).empty());
    QVERIFY(gridLines(1.0, nan, true).empty());
}

void LogTicksTest::crowdedLabelsGiveWay() {
    const std::vector<double> ticks{1000.0, 2000.0, 3000.0, 4000.0, 5000.0, 6000.0};
    const auto centre = [](double tick) { return tick / 50.0; }; // 20 pixels apart
    const auto wide = [](double) { return 30.0; };
    const auto slim = [](double) { return 8.0; };
    QVERIFY(clearTicks(ticks, centre, wide) == (std::vector{1000.0, 3000.0, 5000.0}));
    QVERIFY(clearTicks(ticks, centre, slim) == ticks);
    QVERIFY(clearTicks({}, centre, slim).empty());
}

void LogTicksTest::texts_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("tenth") << 0.1 << "0.1";
    QTest::newRow("thousand") << 1000.0 << QStringLiteral("1\u202F000");
    QTest::newRow("power") << 1e6 << QStringLiteral("10⁶");
    QTest::newRow("small power") << 1e-5 << QStringLiteral("10⁻⁵");
    QTest::newRow("not a power") << 20000.0 << QStringLiteral("20\u202F000");
}

void LogTicksTest::texts() {
    QFETCH(double, value);
    QFETCH(QString, text);
    QCOMPARE(logTickText(value), text);
}

QTEST_MAIN(LogTicksTest)
#include "log_ticks_test.moc"
