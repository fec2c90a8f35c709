#include "core/result/explanation.h"
#include "tests/support/accuracy.h"
#include "tests/unit/result/example_result.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::literals;

namespace {

/// One GPU whose peak two sources print differently.
Catalogue exampleCatalogue() {
    Catalogue catalogue;
    catalogue.gpus.push_back({.id = "h200-sxm", .name = "H200 SXM"});
    catalogue.facts = {{.entry = "h200-sxm",
                        .property = "bf16_peak",
                        .label = "BF16 peak",
                        .published = 1979.0,
                        .unit = "TFLOPS",
                        .convention = "sparse",
                        .kind = UnitKind::ComputeRate,
                        .used = 989.5e12,
                        .source = {.title = "Vendor page",
                                   .url = "https://example.org/h200",
                                   .date = "2026-09-15",
                                   .via = "a copy"},
                        .preferred = true,
                        .why = "the vendor's own",
                        .note = "dense is half",
                        .rivals = {FactId{1}}},
                       {.entry = "h200-sxm",
                        .property = "bf16_peak",
                        .label = "BF16 peak",
                        .published = 1049.0,
                        .unit = "TFLOPS",
                        .convention = "unstated",
                        .kind = UnitKind::ComputeRate,
                        .used = 1049e12,
                        .source = {.title = "An article", .date = "2026-05"},
                        .note = "no vendor source"},
                       {.entry = "h200-sxm",
                        .property = "nvfp4_peak",
                        .label = "NVFP4 peak",
                        .convention = "unsupported",
                        .kind = UnitKind::ComputeRate,
                        .source = {.title = "Vendor page"}}};
    return catalogue;
}

} // namespace

class ExplanationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void aTermIsGivenACallAndInAll() {
        const Explanation term = explainTerm(exampleResult(), 1, Catalogue());
        QVERIFY2(term.title.ends_with(", forward"), term.title.c_str());
        QCOMPARE(term.result, std::string("15.6 ms × 1280 = 20.0 s"));
    }

    void aHiddenPartIsNamed() {
        Result result = exampleResult();
        QCOMPARE(explainTerm(result, 4, Catalogue()).result,
                 std::string("6.00 s, 3.00 s of it exposed"));
        for (const Seconds hidden : {Seconds(), 0.0544_us * 1e-3}) {
            result.terms[4].exposed = hidden;
            QCOMPARE(explainTerm(result, 4, Catalogue()).result,
                     std::string("6.00 s, all of it hidden"));
        }
        result.terms[4].exposed = 6_us;
        QCOMPARE(explainTerm(result, 4, Catalogue()).result,
                 std::string("6.00 s, 6.00 us of it exposed"));
    }

    void inputsAreWrittenWithLetterMeaningAndUnit() {
        Result result = exampleResult();
        result.terms[1].derivation = Derivation(
            Formula::Gemm, {{Symbol::RowsM, 8192.0}, {Symbol::DensePeak, 989.5e12}}, {FactId{0}});
        const Explanation term = explainTerm(result, 1, exampleCatalogue());
        QVERIFY(!term.expression.empty());
        QVERIFY(!term.words.empty());
        QCOMPARE(term.inputs.size(), std::size_t{2});
        QCOMPARE(term.inputs[0].value, std::string("8192"));
        QCOMPARE(term.inputs[1].value, std::string("989.5 TFLOP/s"));
        QCOMPARE(term.inputs[1].letter, std::string("P"));
        QCOMPARE(term.facts.size(), std::size_t{1});
    }

    void aFactGoesFromPublishedToUsedWithSourceAndRivals() {
        const ExplainedFact fact = explainFact(FactId{0}, exampleCatalogue());
        QCOMPARE(fact.label, std::string("H200 SXM: BF16 peak"));
        QCOMPARE(fact.published, std::string("1979 TFLOPS, sparse"));
        QCOMPARE(fact.used, std::string("989.5 TFLOP/s"));
        QCOMPARE(fact.source, std::string("Vendor page, 2026-09-15 (via a copy)"));
        QCOMPARE(fact.why, std::string("the vendor's own"));
        QCOMPARE(fact.note, std::string("dense is half"));
        QCOMPARE(fact.rivals.size(), std::size_t{1});
        QCOMPARE(fact.rivals[0].published, std::string("1049 TFLOPS, unstated"));
        QCOMPARE(fact.rivals[0].source, std::string("An article, 2026-05"));
        QCOMPARE(fact.rivals[0].note, std::string("no vendor source"));
    }

    void whatHardwareLacksIsNoZero() {
        const ExplainedFact fact = explainFact(FactId{2}, exampleCatalogue());
        QCOMPARE(fact.published, std::string("unsupported"));
        QCOMPARE(fact.used, std::string("not supported"));
    }

    void aNumberOfTheUserHasNoSource() {
        const ExplainedFact fact = explainFact(FactId::None, exampleCatalogue());
        QCOMPARE(fact.label, std::string("given by the user"));
        QVERIFY(fact.source.empty());
    }

    void headlineNumbersHaveTheirValue_data() {
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* name, HeadlineNumber number, const char* value) {
            QTest::newRow(name) << static_cast<int>(number) << QString::fromUtf8(value);
        };
        row("step", HeadlineNumber::StepTime, "32.0 s");
        row("time", HeadlineNumber::TimeToTrain, "110 d");
        row("mfu", HeadlineNumber::Mfu, "47.2 %");
        row("hfu", HeadlineNumber::Hfu, "47.2 %");
        row("headroom", HeadlineNumber::MemoryHeadroom, "57 GiB");
        row("exposed", HeadlineNumber::ExposedCommunication, "4.00 s");
    }

    void headlineNumbersHaveTheirValue() {
        QFETCH(int, number);
        QFETCH(QString, value);
        const Explanation headline =
            explainHeadline(exampleResult(), static_cast<HeadlineNumber>(number), Catalogue());
        QCOMPARE(QString::fromStdString(headline.result), value);
        QVERIFY(!headline.title.empty());
    }

    void aMissingPriceIsSaid() {
        Result result = exampleResult();
        result.headline.cost.reset();
        QCOMPARE(explainHeadline(result, HeadlineNumber::Cost, Catalogue()).result,
                 std::string("no price known"));
    }

    void aCostSaysWhatItIsPaidFor() {
        Result result = exampleResult();
        const auto shown = [&result] {
            return explainHeadline(result, HeadlineNumber::Cost, Catalogue()).result;
        };
        QCOMPARE(shown(), std::string("9.050 M USD"));
        result.headline.billedTime = 112_d;
        QCOMPARE(shown(), std::string("9.050 M USD, billed 112.0 d for a run of 110.4 d"));
        result.headline.billedTime = result.headline.timeToTrain;
        result.costConverted =
            ConvertedCost{.currency = "CHF", .rate = 0.8, .date = "2026-10-01", .value = 7.24e6};
        QCOMPARE(shown(), std::string("9.050 M USD, 7.240 M CHF, 0.8 CHF per USD of 2026-10-01, "
                                      "given by you"));
    }

    void whatRestsOnTheStepTimeSaysHowWellItIsKnown() {
        Result result = exampleResult();
        QVERIFY(explainHeadline(result, HeadlineNumber::StepTime, Catalogue()).confidence.empty());
        result.confidence =
            Confidence{.group = test::accuracyGroup(false, "h200-sxm", "", Precision::Bf16, 0.04),
                       .gpuName = "H200 SXM"};
        for (const HeadlineNumber number : {HeadlineNumber::StepTime, HeadlineNumber::TimeToTrain,
                                            HeadlineNumber::TokensPerSecondPerGpu}) {
            QCOMPARE(explainHeadline(result, number, Catalogue()).confidence,
                     confidenceLine(*result.confidence));
        }
        QVERIFY(explainHeadline(result, HeadlineNumber::MemoryHeadroom, Catalogue())
                    .confidence.empty());
    }

    void aTermThatDoesNotExistHasNoExplanation() {
        QVERIFY(explainTerm(Result(), 3, Catalogue()).title.empty());
    }

    void everyFormulaAndSymbolHasItsText() {
        for (int i = 0; i < static_cast<int>(Formula::Count); ++i) {
            const FormulaText& text = formulaText(static_cast<Formula>(i));
            QVERIFY2(*text.expression != '\0' && *text.words != '\0',
                     qPrintable(QString::number(i)));
        }
        for (int i = 0; i < static_cast<int>(Symbol::Count); ++i) {
            const SymbolText& text = symbolText(static_cast<Symbol>(i));
            QVERIFY2(*text.letter != '\0' && *text.meaning != '\0', qPrintable(QString::number(i)));
        }
        for (int i = 0; i < static_cast<int>(TermName::Count); ++i) {
            QVERIFY(!termKey(static_cast<TermName>(i)).empty());
            QVERIFY(*termLabel(static_cast<TermName>(i)) != '\0');
        }
    }
};

QTEST_GUILESS_MAIN(ExplanationTest)
#include "explanation_test.moc"
