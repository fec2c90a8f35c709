#include "core/report/report_text.h"
#include "tests/support/accuracy.h"
#include "tests/unit/result/example_result.h"

#include <QRegularExpression>
#include <QTest>

using namespace roofplan;

namespace {

QString text(const Result& result) {
    Scenario scenario;
    scenario.name = "Example";
    scenario.cluster.instance = "p5en.48xlarge";
    scenario.cluster.instances = 64;
    scenario.cluster.region = "us-east-2";
    scenario.cluster.pricePlan = PricePlan::CapacityBlock;
    scenario.stack.attentionKernel = AttentionKernel::Flash2;
    return QString::fromStdString(resultText(scenario, result));
}

} // namespace

class ReportTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void saysWhatWasAskedAndAnswered_data() {
        QTest::addColumn<QString>("words");
        for (const char* words :
             {"Example: Example 70B on 64 × p5en.48xlarge (512 GPUs)", "Compute-bound.",
              "TP 4 · PP 4 · CP 1 · DP 32", "47.2 %", "83 GiB of 140 GiB", "NVLink 3.000 s",
              "EFA 1.000 s", "Optimizer state", "Not modelled yet",
              "1 T tokens in sequences of 8192, 1024 sequences a step, BF16",
              "software stack megatron-core-2026, attention_kernel flash2",
              "Capacity Block in us-east-2: 6.671 USD/h a GPU"}) {
            QTest::newRow(words) << QString::fromUtf8(words);
        }
    }

    void saysWhatWasAskedAndAnswered() {
        QFETCH(QString, words);
        const QString answer = text(exampleResult());
        QVERIFY2(answer.contains(words), qPrintable(answer));
    }

    void aPlanThatDoesNotFitHasDashesAndFixes() {
        const QString answer = text(exampleThatDoesNotFit());
        QVERIFY(answer.contains(QStringLiteral("Does not fit: 19 GiB over")));
        QVERIFY(answer.contains(QStringLiteral("−19 GiB")));
        QVERIFY(answer.contains(QStringLiteral("What would fit")));
        QVERIFY(!answer.contains(QStringLiteral("32.00 s")));
        QVERIFY(!answer.contains(QStringLiteral("47.2 %")));
    }

    void howWellItIsKnownStandsBelowTheNumbers() {
        QVERIFY(!text(exampleResult()).contains(QStringLiteral("Expected error")));
        Result result = exampleResult();
        result.confidence =
            Confidence{.group = test::accuracyGroup(false, "h200-sxm", "", Precision::Bf16, 0.04),
                       .gpuName = "H200 SXM"};
        result.confidence->outside = {
            {.field = MeasuredField::Gpus, .found = 512, .measured = {2, 256}}};
        QString answer = text(result);
        QVERIFY2(answer.contains(QRegularExpression(QStringLiteral(
                     "\n  Expected error +±5.0 % or more +dense, H200 SXM, BF16: 4.0 % "
                     ".*512 GPUs \\(measured: 2 to 256\\)\n"))),
                 qPrintable(answer));
        result.confidence = Confidence{};
        answer = text(result);
        QVERIFY2(answer.contains(QRegularExpression(
                     QStringLiteral("\n  Expected error +unknown +no measured runs"))),
                 qPrintable(answer));
    }

    void theBandStandsInOneLine() {
        QVERIFY(!text(exampleResult()).contains(QStringLiteral("P10 to P90")));
        Result result = exampleResult();
        result.uncertainty =
            Uncertainty{.stepTime = {Seconds(30.0), Seconds(36.0)},
                        .timeToTrain = {Seconds(86400.0 * 5), Seconds(86400.0 * 6)},
                        .constantsSpread = 0.02,
                        .rows = 120,
                        .sources = 5};
        const auto has = [&result](const char* pattern) {
            return text(result).contains(QRegularExpression(QString::fromUtf8(pattern)));
        };
        QVERIFY2(has("\n  P10 to P90 +30.00 s to 36.00 s +5.000 d to 6.000 d; as 120 measured runs "
                     "of 5 sources scatter, constants ±2.0 %\n"),
                 qPrintable(text(result)));
        result.uncertainty->cost = Band<Money>{Money(1e6), Money(2e6)};
        result.confidence = Confidence{.outside = {{.field = MeasuredField::Gpus, .found = 512}}};
        QVERIFY2(has("6.000 d, 1.000 M USD to 2.000 M USD, or wider; as"),
                 qPrintable(text(result)));
    }

    void aValueThatAFixTakesAwayIsDerived() {
        Result result = exampleThatDoesNotFit();
        result.fixes = {{.changes = {{"tp", "1", "64"}, {"dp", "512", ""}}}};
        const QString answer = text(result);
        QVERIFY2(answer.contains(QStringLiteral("  tp 1 → 64, dp derived  ")), qPrintable(answer));
    }

    void aFactShowsItsNote() {
        const ExplainedFact fact{.id = FactId{0}, .label = "l", .note = "assumed"};
        QVERIFY(QString::fromStdString(factText(fact)).contains(QStringLiteral("note: assumed")));
        const ExplainedFact plain{.id = FactId{0}, .label = "l"};
        QVERIFY(!QString::fromStdString(factText(plain)).contains(QStringLiteral("note")));
    }

    void aMissingPriceIsSaid() {
        Result result = exampleResult();
        result.headline.cost.reset();
        QVERIFY(text(result).contains(QStringLiteral("no price known")));
    }

    void billedTimeStandsBesideTheCost() {
        Result result = exampleResult();
        QVERIFY(!text(result).contains(QStringLiteral("billed")));
        result.headline.billedTime = result.headline.timeToTrain * 2.0;
        const QString answer = text(result).simplified();
        QVERIFY2(answer.contains(QStringLiteral("9.050 M USD billed 220.8 d for a run of 110.4 d")),
                 qPrintable(answer));
        // 9.05 M USD for 512 GPUs over the time that is paid.
        QVERIFY(answer.contains(QStringLiteral("3.336 USD/h a GPU")));
    }

    void theDayOfTheListStandsBesideThePrice() {
        Result result = exampleResult();
        QVERIFY(!text(result).contains(QStringLiteral("list of")));
        result.priceDate = "2026-09-19";
        QVERIFY2(text(result).contains(QStringLiteral(
                     "Capacity Block in us-east-2: 6.671 USD/h a GPU, list of 2026-09-19\n")),
                 qPrintable(text(result)));
    }

    void aSecondCurrencyStandsBelowTheDollars() {
        Result result = exampleResult();
        result.costConverted =
            ConvertedCost{.currency = "EUR", .rate = 0.9, .date = "2026-10-01", .value = 8.145e6};
        const QString answer = text(result).simplified();
        QVERIFY2(answer.contains(QStringLiteral("Cost 9.050 M USD Cost in EUR 8.145 M EUR 0.9 "
                                                "EUR per USD of 2026-10-01, given by you")),
                 qPrintable(answer));
    }

    void aCustomClusterIsDescribed() {
        Scenario scenario;
        scenario.cluster.instance = std::string(customInstance);
        scenario.cluster.custom = {.gpu = "h100-sxm",
                                   .gpus = 512,
                                   .gpusPerNode = 4,
                                   .nvlinkDomain = 72,
                                   .networkPerGpu = Bandwidth(50e9),
                                   .fabric = "infiniband-ndr",
                                   .oversubscription = 1.5};
        scenario.cluster.pricePlan = PricePlan::Own;
        const QString answer = QString::fromStdString(resultText(scenario, exampleResult()));
        QVERIFY2(answer.startsWith(QStringLiteral("Example 70B on 512 × h100-sxm\n")),
                 qPrintable(answer));
        QVERIFY2(answer.contains(QStringLiteral(
                     "Cluster\n  512 × h100-sxm in nodes of 4, NVLink domains of 72, 400 Gbit/s a "
                     "GPU over infiniband-ndr, 1.5 times oversubscribed\n")),
                 qPrintable(answer));
        QVERIFY(answer.contains(QStringLiteral("Own price: 6.671 USD/h a GPU")));
    }

    void aDiscountIsSaidBesideThePrice() {
        Scenario scenario;
        scenario.cluster.instance = "p5en.48xlarge";
        scenario.cluster.discount = Share{0.125};
        QVERIFY(QString::fromStdString(resultText(scenario, exampleResult()))
                    .contains(QStringLiteral("USD/h a GPU, 12.5 % off the list")));
    }

    void boundsAreCalledAsTheClusterCallsThem() {
        Result result = exampleResult();
        result.nvlinkFamily = "PCIe";
        QVERIFY(text(result).contains(QStringLiteral("PCIe 3.000 s, EFA 1.000 s")));
        QVERIFY(!text(result).contains(QStringLiteral("NVLink")));
    }

    void findingsStandInTheAnswer() {
        Result result = exampleResult();
        result.diagnostics.push_back({.severity = Severity::Warning,
                                      .code = "plan.layers",
                                      .place = "pp",
                                      .text = {"80 layers on 3 stages", {}},
                                      .hint = {}});
        QVERIFY(text(result).contains(QStringLiteral("warning pp: 80 layers on 3 stages")));
    }

    void termsAreIndentedBelowTheirParent() {
        const QString tree = QString::fromStdString(termsText(exampleResult()));
        const QStringList lines = tree.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), qsizetype{8});
        QVERIFY(lines[1].startsWith(QStringLiteral("  ")) && lines[1][2] != QLatin1Char(' '));
        QVERIFY(lines[2].startsWith(QStringLiteral("    ")));
        QVERIFY2(lines[2].contains(QStringLiteral("62.5 %")), qPrintable(lines[2]));
    }
};

QTEST_GUILESS_MAIN(ReportTextTest)
#include "report_text_test.moc"
