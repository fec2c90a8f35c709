// Two published training steps that were worked by hand, piece by piece, from the equations that
// the step model follows and from the constants they were first fitted with. With these constants
// the engine gives the same: what differs is how a GEMM fills the GPU. Whatever the shipped
// constants are refitted to, the equations stay.
#include "tests/support/training.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

constexpr double tolerance = 0.02;

/// The constants of the worked rows: shares of datasheet peaks and bandwidths.
struct Ceilings {
    double gemm = 1.0;
    double gemmFp8 = 1.0;
    double sustained = 1.0;
    double attention = 1.0;
};

void set(EfficiencyProfile& profile, const Ceilings& ceilings) {
    profile.gemmCeilingTuned.value = ceilings.gemm;
    if (profile.gemmCeilingFp8Tuned) {
        profile.gemmCeilingFp8Tuned->value = ceilings.gemmFp8;
    }
    if (profile.mxFactor) {
        profile.mxFactor->value = 0.955;
    }
    profile.sustainedFactor.value = ceilings.sustained;
    profile.attentionForwardTuned.value = ceilings.attention;
    profile.attentionBackward.value = 0.70;
    profile.attentionQueryTileTuned.value = 250.0;
    profile.attentionHeadRamp.value = 35.0;
    profile.hbmFraction.value = 0.81;
    profile.kernelGap.value = Seconds(2e-6);
    profile.hostFactor.value = 1.0;
}

void set(Stack& stack) {
    constexpr double elementwise = 0.88;
    stack.normResidualBytes.value = 20.0 * elementwise;
    stack.activationFactor.value = elementwise;
    stack.castFactor.value = 0.92;
    stack.permuteFactor.value = 1.2;
    stack.lossBytes.value = 20.0 * 1.75;
    stack.launchTime.value = Seconds(16e-6);
    stack.tpExposed.value = 0.35;
    stack.epExposed.value = 0.38;
    stack.ppExposed.value = 0.31;
    stack.contextHidden.value = 0.8;
    stack.dpWindow.value = 0.70;
    stack.dpFloor.value = 0.14;
    stack.agePerYear.value = 0.060;
    stack.expertAgePerYear.value = 0.25;
    stack.jitterPerDoubling.value = 0.0055;
    stack.fixedStep.value = Seconds(4.4e-3);
}

const Catalogue& workedCatalogue() {
    static const Catalogue catalogue = [] {
        Catalogue c = shippedCatalogue();
        for (EfficiencyProfile& profile : c.efficiencyProfiles) {
            if (profile.id == "hopper") {
                set(profile, {.gemm = 0.77, .gemmFp8 = 0.75, .attention = 0.575});
            } else if (profile.id == "grace-blackwell-ultra") {
                set(profile, {.gemm = 0.68, .gemmFp8 = 0.64, .sustained = 1.08, .attention = 0.70});
            }
        }
        for (Stack& stack : c.stacks) {
            set(stack);
        }
        return c;
    }();
    return catalogue;
}

/// Llama 3 70B, BF16, 64 H100, TP 4, PP 4 × 5, CP 2, 128 sequences of 8192: 14.66 s measured
/// (NVIDIA DGX Cloud Benchmarking v25.04.02).
Scenario llamaRow() {
    Scenario s;
    s.cluster.instance = std::string(customInstance);
    s.cluster.custom = {.gpu = "h100-sxm",
                        .gpus = 64,
                        .gpusPerNode = 8,
                        .networkPerGpu = Bandwidth(50e9),
                        .fabric = "infiniband-ndr"};
    s.workload = {.model = "llama-3-70b", .sequenceLength = 8192, .globalBatch = 128};
    s.stack.date = "2025-04";
    s.plan = {
        .tensorParallel = 4, .pipelineParallel = 4, .virtualPipeline = 5, .contextParallel = 2};
    return s;
}

/// DeepSeek-V3, MXFP8, 256 GB300, PP 2 × 8, EP 32, 4096 sequences of 4096, full-iteration graphs,
/// experts' exchange overlapped (NVIDIA Megatron-Bridge performance summary, container 26.06).
Scenario deepSeekRow() {
    Scenario s;
    s.cluster.instance = std::string(customInstance);
    s.cluster.custom = {.gpu = "gb300",
                        .gpus = 256,
                        .gpusPerNode = 4,
                        .nvlinkDomain = 72,
                        .networkPerGpu = Bandwidth(100e9),
                        .fabric = "infiniband-xdr"};
    s.workload = {.model = "deepseek-v3",
                  .sequenceLength = 4096,
                  .globalBatch = 4096,
                  .precision = Precision::Mxfp8};
    s.stack.dispatcher = Dispatcher::HybridEp;
    s.stack.expertParallelOverlap = true;
    s.stack.cudaGraphs = GraphMode::Full;
    s.stack.date = "2026-06";
    s.plan = {.pipelineParallel = 2, .virtualPipeline = 8, .expertParallel = 32};
    return s;
}

/// A row resolved with the worked constants.
struct Row {
    ResolvedScenario scenario;
    TrainingContext context;

    explicit Row(const Scenario& s) : scenario(*resolve(s, workedCatalogue())) {
        context = makeTrainingContext(scenario);
    }

    [[nodiscard]] PassCost pass(Piece piece, Pass pass) const {
        return passCost(context, piece, pass);
    }

    [[nodiscard]] double both(Piece piece) const {
        return (pass(piece, Pass::Forward).time + pass(piece, Pass::Backward).time).base();
    }
};

/// Device seconds of the kernels, without what is exchanged.
double kernels(const PassCost& cost) {
    return cost.work.kernels.base();
}

constexpr Piece head{.part = Piece::Part::Head};

} // namespace

#define MEETS(actual, worked)                                                                      \
    QVERIFY2(near(actual, worked, tolerance), qPrintable(QString::number((actual) / (worked))))

class WorkedRowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void llamaMeetsItsPieces() {
        const Row row(llamaRow());
        MEETS(kernels(row.pass(layerPiece(), Pass::Forward)), 2.88e-3);
        MEETS(kernels(row.pass(layerPiece(), Pass::Backward)), 6.16e-3);
        MEETS(row.both(head), 10.6e-3);
    }

    void llamaMeetsItsStep() {
        MEETS(trainingStep(Row(llamaRow()).scenario, nullptr).time.base(), 14.8);
    }

    void deepSeekMeetsItsPieces() {
        const Row row(deepSeekRow());
        MEETS(row.both(layerPiece(0)), 8.0e-3);
        MEETS(row.both(layerPiece(expertLayer)), 10.1e-3);
        MEETS(row.both(head), 15.7e-3);
    }

    void deepSeekMeetsItsStep() {
        MEETS(trainingStep(Row(deepSeekRow()).scenario, nullptr).time.base(), 11.3);
    }
};

QTEST_GUILESS_MAIN(WorkedRowsTest)
#include "worked_rows_test.moc"
