#include "core/units/quantity_text.h"

#include <QTest>
#include <rapidcheck.h>

#include <cmath>
#include <limits>

using namespace roofplan;

namespace {

constexpr auto count = UnitKind::Count;
constexpr double mebi = 1048576.0;
constexpr double gibi = 1024.0 * mebi;
constexpr double tebi = 1024.0 * gibi;
constexpr double month = 730.0 * 3600.0; // s

std::string codeOf(const Expected<double>& result) {
    return result ? "no failure" : result.error().front().code;
}

void addAccepted(const char* text, UnitKind kind, double value) {
    QTest::newRow(text) << QByteArray(text) << static_cast<int>(kind) << value;
}

void addRefused(const char* text, UnitKind kind, const char* code, const char* said) {
    QTest::addRow("'%s'", text) << QByteArray(text) << static_cast<int>(kind) << QByteArray(code)
                                << QByteArray(said);
}

void addWritten(double value, UnitKind kind, int digits, const char* text) {
    QTest::addRow("%s (%d)", text, digits)
        << value << static_cast<int>(kind) << digits << QByteArray(text);
}

} // namespace

class QuantityTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void reads_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("value");
        addAccepted("2048", count, 2048);
        addAccepted("15T", count, 15e12);
        addAccepted("15 T", count, 15e12);
        addAccepted("15\xC2\xA0T", count, 15e12);
        addAccepted(" 15t ", count, 15e12);
        addAccepted("70B", count, 70e9);
        addAccepted("1.1T", count, 1.1e12);
        addAccepted("1.5e13", count, 1.5e13);
        addAccepted("1.5E+13", count, 1.5e13);
        addAccepted("8k", count, 8000);
        addAccepted("0,5", count, 0.5);
        addAccepted(",5", count, 0.5);
        addAccepted("0,125", count, 0.125);
        addAccepted("1.234", count, 1.234);
        addAccepted("1234,567", count, 1234.567);
        addAccepted("1 000 000", count, 1e6);
        addAccepted("1\xC2\xA0"
                    "000\xC2\xA0"
                    "000",
                    count, 1e6);
        addAccepted("1\xE2\x80\xAF"
                    "000",
                    count, 1000);
        addAccepted("1\xE2\x80\x89"
                    "000",
                    count, 1000);
        addAccepted("1'000'000", count, 1e6);
        addAccepted("1\xE2\x80\x99"
                    "000",
                    count, 1000);
        addAccepted("1 234,567", count, 1234.567);
        addAccepted("1,234,567", count, 1234567);
        addAccepted("1,234.5", count, 1234.5);
        addAccepted("1.234,5", count, 1234.5);
        addAccepted("-5", count, -5);
        addAccepted("\xE2\x88\x92"
                    "5",
                    count, -5);
        addAccepted("+5", count, 5);
        addAccepted("0", count, 0);
        addAccepted("35 %", UnitKind::Ratio, 0.35);
        addAccepted("400 Gbit/s", UnitKind::DataRate, 50e9);
        addAccepted("400 Gbps", UnitKind::DataRate, 50e9);
        addAccepted("400 Gb/s", UnitKind::DataRate, 50e9);
        addAccepted("400Gbit/s", UnitKind::DataRate, 50e9);
        addAccepted("3,35 TB/s", UnitKind::DataRate, 3.35e12);
        addAccepted("989.5 tflops", UnitKind::ComputeRate, 989.5e12);
        addAccepted("80 GiB", UnitKind::Size, 80.0 * 1073741824.0);
        addAccepted("80 GB", UnitKind::Size, 80e9);
        addAccepted("12.4 us", UnitKind::Time, 12.4e-6);
        addAccepted("12.4 \xC2\xB5s", UnitKind::Time, 12.4e-6);
        addAccepted("2 H", UnitKind::Time, 7200);
        addAccepted("35", UnitKind::Percent, 0.35);
        addAccepted("35 %", UnitKind::Percent, 0.35);
        addAccepted("0,5 %", UnitKind::Percent, 0.005);
        addAccepted("400", UnitKind::NetworkRate, 50e9);
        addAccepted("400 Gbit/s", UnitKind::NetworkRate, 50e9);
        addAccepted("400 Gbps", UnitKind::NetworkRate, 50e9);
        addAccepted("50 GB/s", UnitKind::NetworkRate, 50e9);
        addAccepted("7.2", UnitKind::HourlyPrice, 7.2 / 3600.0);
        addAccepted("7.2 USD/h", UnitKind::HourlyPrice, 7.2 / 3600.0);
        addAccepted("5 M USD", UnitKind::Currency, 5e6);
        addAccepted("4400000 IOPS", UnitKind::OperationRate, 4.4e6);
        addAccepted("4.4 M IOPS", UnitKind::OperationRate, 4.4e6);
        addAccepted("260 k IOPS", UnitKind::OperationRate, 260e3);
        addAccepted("16000", UnitKind::OperationRate, 16e3);
        addAccepted("8 weeks", UnitKind::Time, 56.0 * 86400.0);
        addAccepted("6.7 GiB/TiB", UnitKind::Ratio, 6.7 / 1024.0);
        addAccepted("3500 requests/s", UnitKind::RequestRate, 3500);
        addAccepted("200 MB/s/TiB", UnitKind::RatePerCapacity, 200e6 / tebi);
        addAccepted("0.2 GB/s/TiB", UnitKind::RatePerCapacity, 200e6 / tebi);
        addAccepted("0.145 USD/GB-month", UnitKind::StoragePrice, 0.145e-9 / month);
        addAccepted("0.145 USD/GiB-month", UnitKind::StoragePrice, 0.145 / gibi / month);
        addAccepted("0.04 USD/MiBps-month", UnitKind::ThroughputPrice, 0.04 / mebi / month);
        addAccepted("0.04 USD/MBps-month", UnitKind::ThroughputPrice, 0.04e-6 / month);
        addAccepted("0.055 USD/IOPS-month", UnitKind::OperationPrice, 0.055 / month);
        addAccepted("0.005 USD/1000 requests", UnitKind::RequestPrice, 5e-6);
        addAccepted("0.0032 USD/GB", UnitKind::TransferPrice, 3.2e-12);
        addAccepted("0.0032 USD/GiB", UnitKind::TransferPrice, 0.0032 / gibi);
    }

    void reads() {
        QFETCH(QByteArray, text);
        QFETCH(int, kind);
        QFETCH(double, value);
        const auto result =
            parseQuantity(text.toStdString(), static_cast<UnitKind>(kind), "a_field");
        QVERIFY2(result.has_value(), result ? "" : plainLine(result.error().front()).c_str());
        QCOMPARE(*result, value);
    }

    void refuses_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("said");
        addRefused("", count, "number.empty", "empty");
        addRefused(" \xC2\xA0", count, "number.empty", "empty");
        for (const char* text :
             {"nan",   "inf",   "-inf",  "abc",  "--5",     "-",        ".",
              ",",     "1.2.3", "1,2,3", "1 00", "12 34",   "1,23,456", "1'000 000",
              "5 T 5", "5;6",   "T",     "5 .",  "1.5 000", "1e5e5"}) {
            addRefused(text, count, "number.syntax", text);
        }
        addRefused("1,234", count, "number.ambiguous", "1.234 or 1234");
        addRefused("-12,345", count, "number.ambiguous", "12.345 or 12345");
        addRefused("1,234 T", count, "number.ambiguous", "1.234 or 1234");
        addRefused("5 furlongs", count, "number.unit", "furlongs");
        addRefused("5 furlongs", UnitKind::DataRate, "number.unit", "GB/s");
        addRefused("5 T x", count, "number.unit", "T x");
        addRefused("5 USD/1000", UnitKind::RequestPrice, "number.syntax", "5 USD/1000");
        addRefused("5 USD/month", UnitKind::StoragePrice, "number.unit", "USD/GiB-month");
        addRefused("400 gb/s", UnitKind::DataRate, "number.unit", "Gbit/s");
        addRefused("400 gb/s", UnitKind::NetworkRate, "number.unit", "Gbit/s");
        addRefused("35 Gbit/s", UnitKind::Percent, "number.unit", "%");
        addRefused("80 gb", UnitKind::Size, "number.unit", "GB");
        addRefused("5 GB", UnitKind::DataRate, "number.unit", "GB/s");
        addRefused("5 GB", UnitKind::OperationRate, "number.unit", "IOPS");
        addRefused("5e", count, "number.unit", "e");
        addRefused("1e999", count, "number.range", "1e999");
        addRefused("1e-999", count, "number.range", "1e-999");
        addRefused("1e99999999999999999999", count, "number.range", "1e9999");
        addRefused("1e308k", count, "number.range", "1e308k");
    }

    void refuses() {
        QFETCH(QByteArray, text);
        QFETCH(int, kind);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, said);
        const auto result =
            parseQuantity(text.toStdString(), static_cast<UnitKind>(kind), "a_field");
        QCOMPARE(codeOf(result), code.toStdString());
        QCOMPARE(result.error().front().place, std::string("a_field"));
        const std::string line = plainLine(result.error().front());
        QVERIFY2(line.find(said.toStdString()) != std::string::npos, line.c_str());
    }

    void writes_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("digits");
        QTest::addColumn<QByteArray>("text");
        addWritten(32.0, UnitKind::Time, 3, "32.0 s");
        addWritten(32.0, UnitKind::Time, 4, "32.00 s");
        addWritten(115.2 * 86400.0, UnitKind::Time, 3, "115 d");
        addWritten(115.0 * 86400.0, UnitKind::Time, 4, "115.0 d");
        addWritten(75.31, UnitKind::Time, 4, "75.31 s");
        addWritten(1800, UnitKind::Time, 4, "30.00 min");
        addWritten(4.5e-6, UnitKind::Time, 3, "4.50 us");
        addWritten(0.99996, UnitKind::Time, 4, "1.000 s");
        addWritten(0, UnitKind::Time, 4, "0 s");
        addWritten(83.0 * 1073741824.0, UnitKind::Size, 4, "83 GiB");
        addWritten(83.04 * 1073741824.0, UnitKind::Size, 3, "83 GiB");
        addWritten(512, UnitKind::Size, 4, "512 B");
        addWritten(50e9, UnitKind::DataRate, 4, "50 GB/s");
        addWritten(50e9, UnitKind::NetworkRate, 4, "400 Gbit/s");
        addWritten(0.35, UnitKind::Percent, 4, "35 %");
        addWritten(3.35e12, UnitKind::DataRate, 4, "3.35 TB/s");
        addWritten(989.5e12, UnitKind::ComputeRate, 4, "989.5 TFLOP/s");
        addWritten(63.3 / 3600.0, UnitKind::HourlyPrice, 4, "63.30 USD/h");
        addWritten(9.05e6, UnitKind::Currency, 3, "9.05 M USD");
        addWritten(131072, count, 4, "131072");
        addWritten(8.03e9, count, 4, "8.03 B");
        addWritten(5e12, count, 4, "5 T");
        addWritten(-5e12, count, 4, "-5 T");
        addWritten(0.415, UnitKind::Ratio, 4, "0.415");
        addWritten(1e-12, UnitKind::Ratio, 4, "1e-12");
        addWritten(1e300, UnitKind::Ratio, 4, "1e+300");
        addWritten(295.4, UnitKind::FlopPerByte, 4, "295.4 FLOP/B");
        addWritten(3.6e9, UnitKind::Joules, 4, "1 MWh");
        addWritten(4.4e6, UnitKind::OperationRate, 4, "4.4 M IOPS");
        addWritten(260e3, UnitKind::OperationRate, 4, "260000 IOPS");
        addWritten(3500, UnitKind::RequestRate, 4, "3500 requests/s");
        addWritten(125e6 / tebi, UnitKind::RatePerCapacity, 4, "125 MB/s/TiB");
        addWritten(0.145 / gibi / month, UnitKind::StoragePrice, 4, "0.145 USD/GiB-month");
        addWritten(0.04e-6 / month, UnitKind::ThroughputPrice, 4, "0.04 USD/MBps-month");
        addWritten(0.055 / month, UnitKind::OperationPrice, 4, "0.055 USD/IOPS-month");
        addWritten(4e-7, UnitKind::RequestPrice, 4, "0.0004 USD/1000 requests");
        addWritten(0.0006 / gibi, UnitKind::TransferPrice, 4, "0.0006 USD/GiB");
    }

    void writes() {
        QFETCH(double, value);
        QFETCH(int, kind);
        QFETCH(int, digits);
        QFETCH(QByteArray, text);
        QCOMPARE(quantityText(value, static_cast<UnitKind>(kind), digits), text.toStdString());
    }

    void knowsUnits() {
        QCOMPARE(unitFactor("Gbit/s", UnitKind::DataRate).value(), 125e6);
        QCOMPARE(unitFactor("GBps", UnitKind::DataRate).value(), 1e9);
        QCOMPARE(unitFactor("us", UnitKind::Time).value(), 1e-6);
        QVERIFY(!unitFactor("GB", UnitKind::DataRate));
        QVERIFY(!unitFactor("furlong", UnitKind::Size));
    }

    void exactTextReadsBack() {
        QVERIFY(rc::check([](double value) {
            RC_PRE(std::isfinite(value));
            RC_ASSERT(parseQuantity(exactText(value), count, "x").value() == value);
        }));
    }

    void exactTextInAUnitReadsBack() {
        QCOMPARE(exactText(0.07, -2), std::string("7"));
        QCOMPARE(exactText(0.005, -2), std::string("0.5"));
        QCOMPARE(exactText(0.0, -2), std::string("0"));
        QCOMPARE(exactText(400e9, 9), std::string("400"));
        QCOMPARE(exactText(1234567890.0, 9), std::string("1.23456789"));
        QVERIFY(rc::check([](double drawn) {
            RC_PRE(std::isfinite(drawn) && std::abs(drawn) < 1e300);
            const double value = std::abs(drawn);
            const auto share = parseQuantity(exactText(value, -2), UnitKind::Percent, "x");
            RC_ASSERT(share.value() == value);
            const auto rate = parseQuantity(exactText(value, 9), UnitKind::NetworkRate, "x");
            RC_ASSERT(rate.value() == value / 8.0);
        }));
    }

    void extremesReadBack() {
        using Limits = std::numeric_limits<double>;
        for (const double value : {Limits::max(), Limits::min(), Limits::lowest(), 0.1, 1e22}) {
            QCOMPARE(parseQuantity(exactText(value), count, "x").value(), value);
        }
    }

    void writtenTextReadsBackWithinItsDigits() {
        QVERIFY(rc::check([]() {
            const auto kind = static_cast<UnitKind>(
                *rc::gen::inRange(0, static_cast<int>(UnitKind::TransferPrice) + 1));
            const double value = std::pow(10.0, *rc::gen::inRange(-8, 20)) *
                                 (1.0 + *rc::gen::inRange(0, 9000) / 1000.0);
            const std::string text = quantityText(value, kind, 4);
            const auto back = parseQuantity(text, kind, "x");
            RC_ASSERT(back.has_value());
            RC_ASSERT(std::abs(*back - value) <= 0.00051 * value);
        }));
    }

    void anyTextIsReadOrRefusedWithItsField() {
        QVERIFY(rc::check([](const std::string& text) {
            const auto result = parseQuantity(text, UnitKind::DataRate, "x");
            const bool sound =
                result ? std::isfinite(*result) : result.error().front().place == "x";
            RC_ASSERT(sound);
        }));
    }
};

QTEST_GUILESS_MAIN(QuantityTextTest)
#include "quantity_text_test.moc"
