#include "core/catalogue/conventions.h"

#include <QTest>

using namespace roofplan;

class ConventionsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void normalises_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QByteArray>("unit");
        QTest::addColumn<QByteArray>("convention");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("set");
        QTest::addColumn<double>("used");
        const auto row = [](const char* name, double value, const char* unit,
                            const char* convention, UnitKind kind, ConventionSet set, double used) {
            QTest::newRow(name) << value << QByteArray(unit) << QByteArray(convention)
                                << static_cast<int>(kind) << static_cast<int>(set) << used;
        };
        using enum UnitKind;
        using Set = ConventionSet;
        row("dense", 312, "TFLOPS", "dense", ComputeRate, Set::Peak, 312e12);
        row("sparse is halved", 1979, "TFLOPS", "sparse", ComputeRate, Set::Peak, 989.5e12);
        row("unstated is taken as it is", 1049, "TFLOPS", "unstated", ComputeRate, Set::Peak,
            1049e12);
        row("integer operations", 624, "TOPS", "dense", ComputeRate, Set::Peak, 624e12);
        row("dense FP4", 9, "PFLOPS", "dense", ComputeRate, Set::DensePeak, 9e15);
        row("driver total", 183359, "MiB", "visible", Size, Set::Memory, 183359.0 * 1048576.0);
        row("label GB is GiB", 80, "GB", "label", Size, Set::Memory, 80.0 * 1073741824.0);
        row("label in MiB", 81920, "MiB", "label", Size, Set::Memory, 80.0 * 1073741824.0);
        row("unstated GB is decimal", 184, "GB", "unstated", Size, Set::Memory, 184e9);
        row("both ways is halved", 900, "GB/s", "bidirectional", DataRate, Set::LinkRate, 450e9);
        row("one way", 450, "GB/s", "unidirectional", DataRate, Set::LinkRate, 450e9);
        row("measured to the host", 55.43, "GB/s", "achieved", DataRate, Set::HostRate, 55.43e9);
        row("to the host, both ways", 126, "GB/s", "bidirectional", DataRate, Set::HostRate, 63e9);
        row("links of eight GPUs, both ways", 7.2, "TB/s", "bidirectional", DataRate,
            Set::LinkTotal, 450e9);
        row("links of eight GPUs, one way", 3.6, "TB/s", "unidirectional", DataRate, Set::LinkTotal,
            450e9);
        row("links across the middle", 3.6, "TB/s", "bisection", DataRate, Set::LinkTotal, 450e9);
        row("a claim", 18, "%", "up_to", Ratio, Set::Gain, 0.18);
        row("a claim of a summary", 18, "%", "unstated", Ratio, Set::Gain, 0.18);
        row("aggregate in bits", 3200, "Gbps", "per_instance", DataRate, Set::NicRate, 50e9);
        row("aggregate in bytes", 400, "GB/s", "per_instance", DataRate, Set::NicRate, 50e9);
        row("per GPU", 200, "Gbit/s", "per_gpu", DataRate, Set::NicRate, 25e9);
        row("price of a GPU", 4.5, "USD/h", "per_gpu", HourlyPrice, Set::HourlyRate, 36.0 / 3600.0);
        row("price of an instance", 36, "USD/h", "per_instance", HourlyPrice, Set::HourlyRate,
            0.01);
        row("a share", 0.97, "", "", Ratio, Set::None, 0.97);
        row("percent", 97, "%", "", Ratio, Set::None, 0.97);
        row("a labelled TiB is 1000 GiB", 1.2, "TiB", "label", Size, Set::Provisioned,
            1200.0 * 1073741824.0);
        row("a TiB of the API", 64, "TiB", "api", Size, Set::Provisioned, 64.0 * 1099511627776.0);
        row("a billed GB is a GiB", 0.145, "USD/GB-month", "binary", StoragePrice, Set::Billed,
            0.145 / 1073741824.0 / (730.0 * 3600.0));
        row("a billed GB", 0.145, "USD/GB-month", "decimal", StoragePrice, Set::Billed,
            0.145e-9 / (730.0 * 3600.0));
        row("moved GB that are GiB", 0.0032, "USD/GB", "binary", TransferPrice, Set::Billed,
            0.0032 / 1073741824.0);
    }

    void normalises() {
        QFETCH(double, value);
        QFETCH(QByteArray, unit);
        QFETCH(QByteArray, convention);
        QFETCH(int, kind);
        QFETCH(int, set);
        QFETCH(double, used);
        const auto result = normalised({value, unit.toStdString(), convention.toStdString()},
                                       static_cast<UnitKind>(kind), static_cast<ConventionSet>(set),
                                       8.0, "gpus/x.json#/facts/0");
        QVERIFY(result);
        QVERIFY2(qAbs(*result / used - 1.0) < 1e-15, qPrintable(QString::number(*result, 'g', 17)));
    }

    void refuses_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QByteArray>("unit");
        QTest::addColumn<QByteArray>("convention");
        QTest::addColumn<int>("set");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* name, double value, const char* unit,
                            const char* convention, ConventionSet set, const char* code,
                            const char* words) {
            QTest::newRow(name) << value << QByteArray(unit) << QByteArray(convention)
                                << static_cast<int>(set) << QByteArray(code) << QByteArray(words);
        };
        using Set = ConventionSet;
        row("other unit", 1, "GB", "dense", Set::Peak, "spec.unit", "Found unit 'GB'; allowed: ");
        row("no unit", 1, "", "dense", Set::Peak, "spec.unit", "The unit is missing");
        row("other convention", 1, "TFLOPS", "per_gpu", Set::Peak, "spec.convention", "'per_gpu'");
        row("no convention", 1, "TFLOPS", "", Set::Peak, "spec.convention", "dense, sparse");
        row("not its business", 1, "TFLOPS", "dense", Set::None, "spec.convention", "has none");
        row("sparse FP4", 18, "PFLOPS", "sparse", Set::DensePeak, "spec.convention", "not half");
        row("a number for what is absent", 0, "TFLOPS", "unsupported", Set::Peak, "spec.value",
            "no value");
        row("a number for what nobody claims", 50, "%", "unsupported", Set::Gain, "spec.value",
            "no value");
        row("links without a direction", 7.2, "TB/s", "unstated", Set::LinkTotal, "spec.convention",
            "bidirectional, unidirectional, bisection");
        row("a labelled GiB", 1200, "GiB", "label", Set::Provisioned, "spec.unit",
            "allowed with the convention 'label': TiB");
        row("too large", 1e308, "TFLOPS", "dense", Set::Peak, "spec.value", "more than");
    }

    void refuses() {
        QFETCH(double, value);
        QFETCH(QByteArray, unit);
        QFETCH(QByteArray, convention);
        QFETCH(int, set);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, words);
        const auto result =
            normalised({value, unit.toStdString(), convention.toStdString()}, UnitKind::ComputeRate,
                       static_cast<ConventionSet>(set), 8.0, "gpus/x.json#/facts/0");
        QVERIFY(!result);
        QCOMPARE(result.error().front().code, code.toStdString());
        const std::string line = plainLine(result.error().front());
        QVERIFY2(line.find(words.toStdString()) != std::string::npos, line.c_str());
        QVERIFY(line.starts_with("error gpus/x.json#/facts/0"));
    }

    void hasNoNumberForWhatIsUnsupported() {
        const auto result = normalised({{}, "", "unsupported"}, UnitKind::ComputeRate,
                                       ConventionSet::Peak, 1.0, "p");
        QVERIFY(result);
        QCOMPARE(*result, 0.0);
    }
};

QTEST_GUILESS_MAIN(ConventionsTest)
#include "conventions_test.moc"
