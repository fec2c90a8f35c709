// The shipped spec files against what vendors, AWS and model cards print.
#include "core/architecture/parameter_count.h"
#include "core/catalogue/catalogue_loader.h"
#include "core/units/quantity_literals.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace roofplan;
using namespace roofplan::literals;

class ShippedCatalogueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() {
        const auto [catalogue, findings] = loadCatalogue(ROOFPLAN_SPECS_DIR);
        QVERIFY2(findings.empty(), findings.empty() ? "" : plainLine(findings.front()).c_str());
        m_catalogue = catalogue;
    }

    void usesTheDensePeakAndKeepsItsRivals() {
        const Peak& bf16 = gpu("h200-sxm").peak(Precision::Bf16);
        QVERIFY(bf16.state == PeakState::Known);
        QCOMPARE(bf16.rate.base(), 989.5e12);
        const Fact& fact = m_catalogue.fact(bf16.fact);
        QCOMPARE(fact.published, 1979.0);
        QCOMPARE(fact.convention, std::string("sparse"));
        QVERIFY(!fact.why.empty());
        const bool kept = std::ranges::any_of(
            fact.rivals, [&](FactId id) { return m_catalogue.fact(id).published == 1049.0; });
        QVERIFY(kept);
    }

    void holdsThePeaks_data() {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<int>("precision");
        QTest::addColumn<double>("rate");
        const auto row = [](const char* id, Precision precision, double rate) {
            QTest::addRow("%s %s", id, precisionKey(precision).data())
                << QByteArray(id) << static_cast<int>(precision) << rate;
        };
        row("a100-sxm-80gb", Precision::Bf16, 312e12);
        row("a100-sxm-80gb", Precision::Fp16, 312e12);
        row("a100-sxm-80gb", Precision::Int8, 624e12);
        row("h100-sxm", Precision::Bf16, 989.5e12);
        row("h100-sxm", Precision::Fp8, 1979e12);
        row("h200-sxm", Precision::Fp16, 989.5e12);
        row("h200-sxm", Precision::Fp8, 1979e12);
        row("b200-hgx", Precision::Bf16, 2250e12);
        row("b200-hgx", Precision::Fp8, 4500e12);
        row("b200-hgx", Precision::Nvfp4, 9000e12);
        row("b200-hgx", Precision::Int8, 4500e12);
    }

    void holdsThePeaks() {
        QFETCH(QByteArray, id);
        QFETCH(int, precision);
        QFETCH(double, rate);
        QCOMPARE(gpu(id.constData()).peak(static_cast<Precision>(precision)).rate.base(), rate);
    }

    void tellsAbsentHardwareFromZero() {
        QVERIFY(gpu("a100-sxm-80gb").peak(Precision::Fp8).state == PeakState::Unsupported);
        QVERIFY(gpu("h100-sxm").peak(Precision::Nvfp4).state == PeakState::Unsupported);
        QVERIFY(Gpu{}.peak(Precision::Bf16).state == PeakState::Unknown);
    }

    void takesMemoryAsAJobSeesIt() {
        QCOMPARE(gpu("a100-sxm-80gb").memory.value.in(1.0_MiB), 81920.0);
        QCOMPARE(gpu("h100-sxm").memory.value.in(1.0_MiB), 81559.0);
        QCOMPARE(gpu("h200-sxm").memory.value.in(1.0_MiB), 143771.0);
        QCOMPARE(gpu("b200-hgx").memory.value.in(1.0_MiB), 183359.0);
    }

    void countsLinksOneWay() {
        QCOMPARE(findEntry(m_catalogue.nvlinks, "nvlink-3")->bandwidth.value.base(), 300e9);
        QCOMPARE(findEntry(m_catalogue.nvlinks, "nvlink-4")->bandwidth.value.base(), 450e9);
        QCOMPARE(findEntry(m_catalogue.nvlinks, "nvlink-5")->bandwidth.value.base(), 900e9);
        QVERIFY(!findEntry(m_catalogue.nvlinks, "nvlink-3")->switchReduction);
        QVERIFY(findEntry(m_catalogue.nvlinks, "nvlink-4")->switchReduction);
    }

    void sharesTheNetworkOutToGpus() {
        for (const char* id : {"p5.48xlarge", "p5en.48xlarge", "p6-b200.48xlarge"}) {
            QCOMPARE(instance(id).networkBandwidth.value.base(), 50e9);
            QCOMPARE(instance(id).gpus.value, 8.0);
            QCOMPARE(instance(id).nvlinkDomain.value, 8.0);
        }
        QCOMPARE(instance("dgx-a100").networkBandwidth.value.base(), 25e9);
        QCOMPARE(instance("p5en.48xlarge").nicsPerGpu->value, 2.0);
    }

    void holdsThePrices_data() {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<int>("plan");
        QTest::addColumn<QByteArray>("region");
        QTest::addColumn<double>("dollars");
        const auto row = [](const char* id, PricePlan plan, const char* region, double dollars) {
            QTest::addRow("%s %d %s", id, static_cast<int>(plan), region)
                << QByteArray(id) << static_cast<int>(plan) << QByteArray(region) << dollars;
        };
        row("p5.48xlarge", PricePlan::OnDemand, "us-east-1", 55.04);
        row("p5.48xlarge", PricePlan::OnDemand, "eu-west-2", 71.552);
        row("p5.48xlarge", PricePlan::CapacityBlock, "us-west-2", 41.528);
        row("p5en.48xlarge", PricePlan::OnDemand, "us-east-1", 63.296);
        row("p5en.48xlarge", PricePlan::OnDemand, "ap-northeast-1", 79.12);
        row("p5en.48xlarge", PricePlan::CapacityBlock, "us-east-2", 54.92);
        row("p5en.48xlarge", PricePlan::CapacityBlock, "eu-north-1", 49.928);
        row("p6-b200.48xlarge", PricePlan::OnDemand, "us-west-2", 113.9328);
        row("p6-b200.48xlarge", PricePlan::CapacityBlock, "us-east-1", 98.84);
    }

    void holdsThePrices() {
        QFETCH(QByteArray, id);
        QFETCH(int, plan);
        QFETCH(QByteArray, region);
        QFETCH(double, dollars);
        const InstancePrice* const price = findPrice(
            m_catalogue, id.toStdString(), static_cast<PricePlan>(plan), region.toStdString());
        QVERIFY(price != nullptr);
        QVERIFY(qAbs(price->perInstance.value.in(1.0_USDph) - dollars) < 1e-9);
    }

    /// What no figure comes from is no source.
    void citesEverySource() {
        QDirIterator files(QStringLiteral(ROOFPLAN_SPECS_DIR), {QStringLiteral("*.json")},
                           QDir::Files, QDirIterator::Subdirectories);
        int cited = 0;
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QJsonObject entry = QJsonDocument::fromJson(file.readAll()).object();
            if (!entry.contains(QStringLiteral("facts"))) {
                continue; // schemas, models, measurements
            }
            QSet<QString> used;
            for (const char* list : {"facts", "absent"}) {
                for (const auto& figure : entry[QLatin1String(list)].toArray()) {
                    used << figure[QStringLiteral("source")].toString();
                    // A fitted figure says whose it replaced.
                    static const QRegularExpression before(
                        QStringLiteral("before: \\S+( \\S+)? of ([a-z0-9-]+)"));
                    used << before.match(figure[QStringLiteral("note")].toString()).captured(2);
                }
            }
            for (const QString& source : entry[QStringLiteral("sources")].toObject().keys()) {
                QVERIFY2(used.contains(source),
                         qPrintable(file.fileName() + QLatin1Char('#') + source));
                ++cited;
            }
        }
        QVERIFY(cited > 300);
    }

    void hasNoPriceThatNobodyPublished() {
        QVERIFY(findPrice(m_catalogue, "p6-b200.48xlarge", PricePlan::OnDemand, "eu-north-1") ==
                nullptr);
        QVERIFY(findPrice(m_catalogue, "dgx-a100", PricePlan::OnDemand, "us-east-1") == nullptr);
    }

    /// Totals: model cards (Llama 3.1, arXiv 2407.21783; Qwen3, arXiv 2505.09388) and table 3 of
    /// arXiv 2205.05198, which rounds.
    void countsTheParametersOfItsModels_data() {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<double>("billions");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("Llama 3.1 8B") << QByteArray("llama-3.1-8b") << 8.030261248 << 1e-12;
        QTest::newRow("Llama 3.1 70B") << QByteArray("llama-3.1-70b") << 70.553706496 << 1e-12;
        QTest::newRow("Qwen3 32B") << QByteArray("qwen3-32b") << 32.762123264 << 1e-12;
        QTest::newRow("Qwen3 0.6B") << QByteArray("qwen3-0.6b") << 0.596049920 << 1e-12;
        QTest::newRow("22B") << QByteArray("megatron-22b") << 22.0 << 0.02;
        QTest::newRow("175B") << QByteArray("gpt3-175b") << 175.0 << 0.02;
        QTest::newRow("530B") << QByteArray("turing-530b") << 530.0 << 0.02;
        QTest::newRow("1T") << QByteArray("megatron-1t") << 1000.0 << 0.02;
    }

    void countsTheParametersOfItsModels() {
        QFETCH(QByteArray, id);
        QFETCH(double, billions);
        QFETCH(double, tolerance);
        const ModelEntry* const model = findEntry(m_catalogue.models, id.toStdString());
        QVERIFY(model != nullptr);
        const double total = static_cast<double>(parameterCount(model->transformer).total());
        QVERIFY2(qAbs(total / 1e9 / billions - 1.0) <= tolerance,
                 qPrintable(QString::number(total)));
    }

    /// A mean of signed errors is no larger than that of their sizes.
    void knowsItsErrorsInOneSense() {
        QVERIFY(m_catalogue.accuracy.has_value());
        QVERIFY(m_catalogue.accuracy->groups.size() > 30);
        for (const auto& group : m_catalogue.accuracy->groups) {
            QVERIFY(std::abs(group.bias) <= group.meanAbsolute + 1e-9);
        }
    }

    void tellsTheTwoStacksApart() {
        const Stack& current = *findEntry(m_catalogue.stacks, "megatron-core-2026");
        const Stack& old = *findEntry(m_catalogue.stacks, "megatron-lm-2022");
        QVERIFY(current.choices.attentionKernel == AttentionKernel::Flash3);
        QVERIFY(current.choices.tensorParallelOverlap && !current.choices.dropout);
        QVERIFY(old.choices.attentionKernel == AttentionKernel::Unfused);
        QVERIFY(!old.choices.tensorParallelOverlap && old.choices.dropout);
        QVERIFY(old.backwardLaunches.value > 1.5 * current.backwardLaunches.value);
        QVERIFY(std::abs(current.launchTime.value.in(1.0_us) - 16.0) < 5.0);
        QCOMPARE(current.memoryReserve.value.in(1.0_GiB), 3.0);
    }

    void namesNoFileOfItsOwnAsASource_data() {
        QTest::addColumn<QByteArray>("folder");
        for (const char* folder :
             {"gpus", "fabrics", "instances", "prices", "efficiency", "stacks"}) {
            QTest::newRow(folder) << QByteArray(folder);
        }
    }

    void namesNoFileOfItsOwnAsASource() {
        QFETCH(QByteArray, folder);
        for (const Fact& fact : m_catalogue.facts) {
            const std::string& url = fact.source.url;
            if (fact.place.starts_with(folder.toStdString() + "/")) {
                QVERIFY2(url.empty() || url.starts_with("https://"), fact.place.c_str());
            }
        }
    }

    void givesEveryFactWordsSourceAndPlace() {
        for (const Fact& fact : m_catalogue.facts) {
            QVERIFY(!fact.label.empty());
            QVERIFY(!fact.source.title.empty());
            QVERIFY(!fact.source.date.empty());
            QVERIFY(fact.place.find(fact.entry) != std::string::npos);
        }
    }

private:
    [[nodiscard]] const Gpu& gpu(std::string_view id) const {
        return *findEntry(m_catalogue.gpus, id);
    }

    [[nodiscard]] const InstanceType& instance(std::string_view id) const {
        return *findEntry(m_catalogue.instances, id);
    }

    Catalogue m_catalogue;
};

QTEST_GUILESS_MAIN(ShippedCatalogueTest)
#include "shipped_catalogue_test.moc"
