// Which measured runs a plan is held against, and what of it lies outside.
#include "core/evaluate/plan_confidence.h"
#include "tests/support/accuracy.h"
#include "tests/support/findings.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

std::vector<std::string> fieldsOf(const Confidence& confidence) {
    std::vector<std::string> fields;
    for (const OutsideMeasured& outside : confidence.outside) {
        fields.emplace_back(measuredFieldKey(outside.field));
    }
    return fields;
}

Confidence confidenceFor(const Scenario& scenario, const Accuracy& accuracy) {
    const Expected<ResolvedScenario> resolved = resolve(scenario, shippedCatalogue());
    return resolved ? confidenceOf(*resolved, accuracy) : Confidence{};
}

Catalogue withAccuracy(std::optional<Accuracy> accuracy) {
    Catalogue catalogue = shippedCatalogue();
    catalogue.accuracy = std::move(accuracy);
    return catalogue;
}

using Fields = std::vector<std::string>;

} // namespace

class PlanConfidenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    /// GPU and precision, GPU, profile, all; each is taken away after it was found.
    void fallsToTheNextNearestGroup() {
        Accuracy accuracy = exampleAccuracy();
        for (const double error : {0.05, 0.06, 0.07, 0.08}) {
            const Confidence confidence = confidenceFor(exampleScenario(), accuracy);
            QVERIFY(confidence.group && !confidence.experts);
            QCOMPARE(confidence.group->meanAbsolute, error);
            std::erase_if(accuracy.groups, [error](const AccuracyGroup& group) {
                return !group.experts && group.meanAbsolute == error;
            });
        }
        const Confidence none = confidenceFor(exampleScenario(), accuracy);
        QVERIFY(!none.group && !none.expectedError());
    }

    /// Residuals are of three sources at least, or of the widest group that there is.
    void residualsNeedThreeSources() {
        const Expected<ResolvedScenario> resolved = resolve(exampleScenario(), shippedCatalogue());
        Accuracy accuracy = exampleAccuracy();
        QCOMPARE(residualGroup(*resolved, accuracy)->meanAbsolute, 0.05);
        accuracy.groups[3].sources = 2;
        QCOMPARE(residualGroup(*resolved, accuracy)->meanAbsolute, 0.06);
        accuracy.groups[2].sources = 1;
        QCOMPARE(residualGroup(*resolved, accuracy)->meanAbsolute, 0.07);
        accuracy.groups[0].sources = 2;
        accuracy.groups[1].sources = 2;
        QCOMPARE(residualGroup(*resolved, accuracy)->meanAbsolute, 0.08);
        QCOMPARE(confidenceOf(*resolved, accuracy).group->meanAbsolute, 0.05);
        accuracy.groups = {exampleAccuracy().groups[4]}; // experts
        QVERIFY(residualGroup(*resolved, accuracy) == nullptr);
    }

    void takesNoGroupOfAnotherKind() {
        Accuracy accuracy = exampleAccuracy();
        for (AccuracyGroup& group : accuracy.groups) {
            if (group.gpu == "h200-sxm") {
                group.gpu = "h100-sxm";
            }
        }
        QCOMPARE(confidenceFor(exampleScenario(), accuracy).group->meanAbsolute, 0.07);
        for (AccuracyGroup& group : accuracy.groups) {
            group.profile = group.profile.empty() ? "" : "blackwell";
        }
        QCOMPARE(confidenceFor(exampleScenario(), accuracy).group->meanAbsolute, 0.08);
    }

    void anotherPrecisionIsOfTheGpuAsAWhole() {
        Scenario scenario = exampleScenario();
        scenario.workload.precision = Precision::Fp8;
        const Confidence confidence = confidenceFor(scenario, exampleAccuracy());
        QCOMPARE(confidence.group->meanAbsolute, 0.06);
        QVERIFY(confidence.outside.empty()); // FP8 was measured, on another GPU
    }

    void expertsAreHeldAgainstExperts() {
        Scenario scenario = exampleScenario();
        scenario.workload.model = "mixtral-8x7b";
        scenario.plan = {};
        scenario.plan.tensorParallel = 4;
        scenario.plan.expertParallel = 8;
        Accuracy accuracy = exampleAccuracy();
        const Confidence confidence = confidenceFor(scenario, accuracy);
        QVERIFY(confidence.experts);
        QCOMPARE(confidence.group->meanAbsolute, 0.01);
        QVERIFY(confidence.outside.empty()); // no range of theirs is known
        accuracy.ranges.push_back(accuracy.ranges.front());
        accuracy.ranges.back().experts = true;
        QCOMPARE(fieldsOf(confidenceFor(scenario, accuracy)), Fields{"ep"});
    }

    void namesGpuAndProfileOfTheGroup() {
        Accuracy accuracy = exampleAccuracy();
        Confidence confidence = confidenceFor(exampleScenario(), accuracy);
        QCOMPARE(confidence.gpuName, findEntry(shippedCatalogue().gpus, "h200-sxm")->name);
        QVERIFY(confidence.profileName.empty());
        std::erase_if(accuracy.groups, [](const AccuracyGroup& g) { return !g.gpu.empty(); });
        confidence = confidenceFor(exampleScenario(), accuracy);
        QCOMPARE(confidence.profileName,
                 findEntry(shippedCatalogue().efficiencyProfiles, "hopper")->name);
        QVERIFY(confidence.gpuName.empty());
    }

    void theExampleLiesInside() {
        QCOMPARE(fieldsOf(confidenceFor(exampleScenario(), exampleAccuracy())), Fields{});
    }

    /// The ends of a range are inside, what is beyond either is not.
    void anEndOfARangeIsInside() {
        Accuracy accuracy = exampleAccuracy();
        MeasuredRange& gpus = accuracy.ranges.front().gpus;
        for (const auto& [low, high, inside] :
             {std::tuple{512.0, 512.0, true}, {513.0, 600.0, false}, {2.0, 511.0, false}}) {
            gpus = {low, high};
            const Confidence confidence = confidenceFor(exampleScenario(), accuracy);
            QCOMPARE(confidence.outside.empty(), inside);
            if (!inside) {
                const OutsideMeasured& outside = confidence.outside.front();
                QVERIFY(outside.field == MeasuredField::Gpus && outside.isNumber());
                QCOMPARE(outside.found, 512.0);
                QVERIFY((outside.measured == MeasuredRange{low, high}));
            }
        }
    }

    void everyFieldIsHeldAgainstItsOwnRange_data() {
        QTest::addColumn<int>("field");
        for (int i = 0; i < static_cast<int>(MeasuredField::Count); ++i) {
            const auto key = measuredFieldKey(static_cast<MeasuredField>(i));
            QTest::newRow(std::string(key).c_str()) << i;
        }
    }

    void everyFieldIsHeldAgainstItsOwnRange() {
        QFETCH(int, field);
        Accuracy accuracy = exampleAccuracy();
        MeasuredRanges& m = accuracy.ranges.front();
        constexpr MeasuredRange nowhere{1e15, 1e16};
        const std::vector<std::string> nothing{"something-else"};
        const std::array<std::function<void()>, static_cast<std::size_t>(MeasuredField::Count)>
            away{[&] { m.gpuIds = nothing; },
                 [&] { m.precisions = nothing; },
                 [&] { m.gpus = nowhere; },
                 [&] { m.sequenceLength = nowhere; },
                 [&] { m.tokensPerGpu = nowhere; },
                 [&] { m.parameters = nowhere; },
                 [&] { m.activeParameters = nowhere; },
                 [&] { m.tensorParallel = nowhere; },
                 [&] { m.pipelineParallel = nowhere; },
                 [&] { m.contextParallel = nowhere; },
                 [&] { m.expertParallel = nowhere; },
                 [&] { m.stacks = nothing; },
                 [&] { m.phases = nothing; },
                 [&] { m.zero = nothing; },
                 [&] { m.mixers = nothing; }};
        away[static_cast<std::size_t>(field)]();
        const Confidence confidence = confidenceFor(exampleScenario(), accuracy);
        QCOMPARE(fieldsOf(confidence),
                 Fields{std::string(measuredFieldKey(static_cast<MeasuredField>(field)))});
        QVERIFY(!foundText(confidence.outside.front()).plain().empty());
    }

    void tokensOfAGpuAreOfAStep() {
        Accuracy accuracy = exampleAccuracy();
        accuracy.ranges.front().tokensPerGpu = {1, 2};
        const Confidence confidence = confidenceFor(exampleScenario(), accuracy);
        QCOMPARE(confidence.outside.front().found, 2048.0 * 8192.0 / 512.0);
    }

    void evaluateFillsIt() {
        const Catalogue catalogue = withAccuracy(exampleAccuracy());
        const Expected<Result> result = evaluate(exampleScenario(), catalogue, Detail::Terms);
        QVERIFY(result && result->confidence);
        QCOMPARE(result->confidence->group->meanAbsolute, 0.05);
        QVERIFY(find(result->diagnostics, "confidence.outside") == nullptr);
        QVERIFY(!evaluate(exampleScenario(), catalogue, Detail::Headline)->confidence);
    }

    /// One finding, however much there is, at the field that a reader can change.
    void whatLiesOutsideIsOneRemark() {
        Accuracy accuracy = exampleAccuracy();
        accuracy.ranges.front().gpus = {2, 256};
        accuracy.ranges.front().sequenceLength = {1024, 4096};
        const Catalogue catalogue = withAccuracy(accuracy);
        Scenario scenario = exampleScenario();
        const Expected<Result> result = evaluate(scenario, catalogue, Detail::Terms);
        QVERIFY(result.has_value());
        QCOMPARE(std::ranges::count(result->diagnostics, "confidence.outside", &Diagnostic::code),
                 1);
        const Diagnostic* const finding = find(result->diagnostics, "confidence.outside");
        QVERIFY(finding->severity == Severity::Info);
        QCOMPARE(finding->place, std::string("instances"));
        QCOMPARE(QString::fromStdString(finding->text.plain()),
                 QStringLiteral("Outside what was measured: 512 GPUs (measured: 2 to 256), "
                                "sequences of 8192 (measured: 1024 to 4096)."));
    }

    void aPlanThatDoesNotFitHasNoTimeToBeSureOf() {
        Scenario scenario = exampleScenario();
        scenario.plan.tensorParallel = 1;
        scenario.plan.pipelineParallel = 1;
        scenario.plan.virtualPipeline = 1;
        const Expected<Result> result =
            evaluate(scenario, withAccuracy(exampleAccuracy()), Detail::Terms);
        QVERIFY(result && !result->feasible);
        QVERIFY(!result->confidence);
    }

    void withoutATableNothingIsSaid() {
        const Expected<Result> result =
            evaluate(exampleScenario(), withAccuracy(std::nullopt), Detail::Terms);
        QVERIFY(result && result->feasible);
        QVERIFY(!result->confidence);
    }

    void theShippedTableKnowsTheExample() {
        const Expected<Result> result =
            evaluate(exampleScenario(), shippedCatalogue(), Detail::Terms);
        QVERIFY(result && result->confidence && result->confidence->group);
        QVERIFY(result->confidence->group->rows >= 3);
        QVERIFY(*result->confidence->expectedError() > 0.0);
        QVERIFY(*result->confidence->expectedError() < 0.25);
    }
};

QTEST_GUILESS_MAIN(PlanConfidenceTest)
#include "plan_confidence_test.moc"
