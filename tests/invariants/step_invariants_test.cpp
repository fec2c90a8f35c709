// What must hold for any plan, over many of them.
#include "core/sensitivity/elasticity.h"
#include "core/training/training_step.h"
#include "tests/support/shipped.h"

#include <QTest>
#include <rapidcheck.h>

#include <utility>

using namespace roofplan;
using namespace roofplan::test;

namespace {

/// A legal scenario: any shipped model that TP divides, any cluster, any switch.
Scenario anyDenseScenario() {
    Scenario s;
    s.cluster.instance = *rc::gen::element<std::string>("p5.48xlarge", "p5en.48xlarge",
                                                        "p6-b200.48xlarge", "dgx-a100");
    s.workload.model = *rc::gen::element<std::string>("llama-3.1-8b", "llama-3.1-70b", "qwen3-32b",
                                                      "qwen3-0.6b", "gpt3-175b", "turing-530b");
    s.plan.tensorParallel = *rc::gen::element<std::int64_t>(1, 2, 4, 8, 16);
    s.plan.pipelineParallel = *rc::gen::element<std::int64_t>(1, 2, 4, 7);
    s.plan.virtualPipeline =
        s.plan.pipelineParallel > 1 ? *rc::gen::element<std::int64_t>(1, 2, 3) : 1;
    const auto dp = *rc::gen::element<std::int64_t>(1, 2, 8, 24);
    s.cluster.instances =
        std::max<std::int64_t>(1, s.plan.tensorParallel * s.plan.pipelineParallel * dp);
    s.plan.sequenceParallel = *rc::gen::arbitrary<bool>();
    return s;
}

/// Latent or sparse layers, experts over the ranks of a stage.
Scenario anyExpertScenario() {
    Scenario s;
    s.cluster.instance =
        *rc::gen::element<std::string>("p5.48xlarge", "p5en.48xlarge", "p6-b200.48xlarge");
    s.workload.model = *rc::gen::element<std::string>("deepseek-v3", "mixtral-8x7b",
                                                      "qwen3-235b-a22b", "gpt-oss-20b");
    s.cluster.instances = *rc::gen::element<std::int64_t>(1, 2, 16, 64);
    s.plan.tensorParallel = *rc::gen::element<std::int64_t>(1, 2, 4);
    s.plan.pipelineParallel = *rc::gen::element<std::int64_t>(1, 2, 4);
    s.plan.expertParallel = *rc::gen::element<std::int64_t>(1, 2, 4, 8);
    s.plan.expertTensorParallel = *rc::gen::element<std::int64_t>(1, 2);
    s.workload.expertImbalance = *rc::gen::element(1.0, 1.3);
    s.stack.dispatcher =
        *rc::gen::element(Dispatcher::AllToAll, Dispatcher::DeepEp, Dispatcher::HybridEp);
    s.stack.expertParallelOverlap = *rc::gen::arbitrary<bool>();
    s.stack.tokenDrop = *rc::gen::arbitrary<bool>();
    return s;
}

Scenario anyScenario() {
    const bool experts = *rc::gen::arbitrary<bool>();
    Scenario s = experts ? anyExpertScenario() : anyDenseScenario();
    s.workload.sequenceLength = *rc::gen::element<std::int64_t>(512, 2048, 8192, 32768);
    s.workload.globalBatch = *rc::gen::inRange<std::int64_t>(1, 5000);
    s.plan.microBatch = *rc::gen::element<std::int64_t>(1, 2, 4);
    s.plan.contextParallel = *rc::gen::element<std::int64_t>(1, 1, 2, 4);
    s.plan.zero = *rc::gen::element(ZeroStage::None, ZeroStage::Zero1, ZeroStage::Zero2,
                                    ZeroStage::Fsdp, ZeroStage::Hsdp);
    s.plan.recompute = *rc::gen::element(Recompute::None, Recompute::Selective, Recompute::Full);
    s.plan.recomputeModules.bits = *rc::gen::inRange<std::uint8_t>(1, 128);
    s.plan.offload =
        *rc::gen::element(Offload::None, Offload::None, Offload::Activations, Offload::Optimizer);
    s.workload.phase = *rc::gen::element(TrainingPhase::Pretrain, TrainingPhase::Lora);
    s.workload.precision =
        *rc::gen::element(Precision::Bf16, Precision::Bf16, Precision::Fp8, Precision::Nvfp4);
    s.stack.preset =
        *rc::gen::element<std::string>("megatron-core-2026", "megatron-lm-2022", "torchtitan-2025");
    s.stack.contextExchange = *rc::gen::element(ContextExchange::Ring, ContextExchange::AllToAll,
                                                ContextExchange::Gather);
    s.stack.cudaGraphs = *rc::gen::element(GraphMode::None, GraphMode::Partial, GraphMode::Full);
    s.stack.date = *rc::gen::element<std::string>("", "2024-06");
    return s;
}

/// The choices of a scenario that rapidcheck prints no words for.
std::string choices(const Scenario& s) {
    const auto key = [](const auto& names, auto value) {
        return std::string(names[static_cast<std::size_t>(value)].key) + ' ';
    };
    return key(zeroStageNames, s.plan.zero) + key(recomputeNames, s.plan.recompute) +
           key(offloadNames, s.plan.offload) + key(trainingPhaseNames, s.workload.phase) +
           std::string(precisionKey(s.workload.precision));
}

ResolvedScenario resolved(const Scenario& scenario) {
    const Expected<ResolvedScenario> r = resolve(scenario, shippedCatalogue());
    if (!r) {
        RC_DISCARD("not a legal plan");
    }
    return *r;
}

bool sums(double parts, double whole) {
    return std::abs(parts - whole) <= 1e-9 * std::abs(whole);
}

} // namespace

class StepInvariantsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void childrenAddUpToTheirParent() {
        QVERIFY(rc::check("exposed seconds of children sum to the parent's", [] {
            const Result result = evaluateResolved(resolved(anyScenario()), Detail::Terms);
            std::vector<double> childSum(result.terms.size(), 0.0);
            for (const Term& term : result.terms) {
                if (term.parent >= 0) {
                    childSum[static_cast<std::size_t>(term.parent)] += term.exposed.base();
                }
            }
            for (std::size_t i = 0; i < result.terms.size(); ++i) {
                RC_ASSERT(isLeaf(result.terms, i) ||
                          sums(childSum[i], result.terms[i].exposed.base()));
                RC_ASSERT(result.terms[i].exposed.base() >= 0.0);
                RC_ASSERT(result.terms[i].busy.base() >= 0.0);
            }
            RC_ASSERT(result.terms.front().exposed == result.headline.stepTime);
        }));
    }

    void boundsAndBarsAddUpToTheStep() {
        QVERIFY(rc::check("every second is bound by something", [] {
            const ResolvedScenario r = resolved(anyScenario());
            const TrainingStep step = trainingStep(r, nullptr);
            double sum = 0.0;
            for (const Seconds seconds : step.exposedByBound) {
                sum += seconds.base();
            }
            RC_ASSERT(sums(sum, step.time.base()));
            double bars = 0.0;
            for (const Waterfall::Bar& bar : waterfall(evaluateResolved(r, Detail::Terms)).bars) {
                bars += bar.exposed.base();
            }
            RC_ASSERT(sums(bars, step.time.base()));
        }));
    }

    void numbersAreFiniteAndBelowTheirCeilings() {
        QVERIFY(rc::check("MFU and operators stay below the roofs", [] {
            const Scenario s = anyScenario();
            RC_LOG() << choices(s);
            const Result result = evaluateResolved(resolved(s), Detail::Terms);
            const Headline& h = result.headline;
            RC_ASSERT(std::isfinite(h.stepTime.base()) && h.stepTime.base() > 0.0);
            RC_ASSERT(h.mfu > 0.0 && h.mfu < 1.0);
            RC_ASSERT(h.mfu <= h.hfu && h.mfu <= h.mfuFullAttention);
            RC_ASSERT(h.exposedCommunication <= h.stepTime);
            const double peak = result.ceilings[0].datasheet;
            const double hbm = result.ceilings[1].datasheet;
            for (const Term& term : result.terms) {
                const bool kernel = term.category == Category::Gemm ||
                                    term.category == Category::Attention ||
                                    term.category == Category::HbmKernels;
                if (kernel && term.busy.base() > 0.0) {
                    RC_ASSERT(term.flops.base() / term.busy.base() <= peak);
                    RC_ASSERT(term.hbm.base() / term.busy.base() <= hbm);
                }
            }
        }));
    }

    void fasterHardwareIsNeverSlower() {
        QVERIFY(rc::check("more of any resource never lengthens the step", [] {
            const Scenario s = anyScenario();
            ResolvedScenario r = resolved(s);
            const Seconds before = trainingStep(r, nullptr).time;
            using Scale = double ResourceScale::*;
            const auto [name, resource] = *rc::gen::element(
                std::pair<std::string, Scale>("compute", &ResourceScale::compute),
                std::pair<std::string, Scale>("hbm", &ResourceScale::hbm),
                std::pair<std::string, Scale>("nvlink", &ResourceScale::nvlink),
                std::pair<std::string, Scale>("network", &ResourceScale::network));
            r.scale.*resource = *rc::gen::element(1.01, 1.1, 1.5, 4.0);
            RC_LOG() << name << ' ' << choices(s);
            RC_ASSERT(trainingStep(r, nullptr).time.base() <= before.base() * (1.0 + 1e-12));
        }));
    }

    // Half of the sequence as a document, or age taken away.
    void lessWorkIsNeverSlower() {
        QVERIFY(rc::check("what is left out takes no time", [] {
            const Scenario s = anyScenario();
            ResolvedScenario r = resolved(s);
            RC_LOG() << choices(s);
            r.workload.documentLength.reset();
            const double before = trainingStep(r, nullptr).time.base() * (1.0 + 1e-12);
            if (*rc::gen::arbitrary<bool>()) {
                r.workload.documentLength = r.workload.sequenceLength / 2;
            } else {
                r.softwareAge = 0.0;
            }
            RC_ASSERT(trainingStep(r, nullptr).time.base() <= before);
        }));
    }

    void windowsNeverCostMoreThanFullAttention() {
        QVERIFY(rc::check("a sliding window shortens the step", [] {
            ResolvedScenario r = resolved(anyScenario());
            Transformer windowed = *r.model;
            for (LayerKind& kind : windowed.layerKinds) {
                if (auto* attention = std::get_if<GroupedQueryAttention>(&kind.tokenMixer)) {
                    attention->span = {};
                }
            }
            Transformer full = windowed;
            for (LayerKind& kind : windowed.layerKinds) {
                if (auto* attention = std::get_if<GroupedQueryAttention>(&kind.tokenMixer)) {
                    attention->span = {AttentionSpan::Kind::Sliding,
                                       *rc::gen::element<std::int64_t>(128, 4096, 100000)};
                }
            }
            r.model = &full;
            const Seconds before = trainingStep(r, nullptr).time;
            r.model = &windowed;
            RC_ASSERT(trainingStep(r, nullptr).time.base() <= before.base() * (1.0 + 1e-12));
        }));
    }

    // MTP adds to the last stage alone, and never takes time away.
    void predictedTokensCostTime() {
        QVERIFY(rc::check("a predicted token lengthens the step", [] {
            Scenario s = anyExpertScenario();
            s.workload.model = "deepseek-v3";
            s.plan.pipelineParallel = 1;
            ResolvedScenario r = resolved(s);
            const TrainingStep with = trainingStep(r, nullptr);
            Transformer plain = *r.model;
            plain.multiTokenPrediction.reset();
            r.model = &plain;
            const TrainingStep without = trainingStep(r, nullptr);
            RC_ASSERT(with.time > without.time);
            RC_ASSERT(with.memory.total() > without.memory.total());
        }));
    }

    void frozenWeightsTakeLessMemory() {
        QVERIFY(rc::check("LoRA takes less memory than all weights", [] {
            ResolvedScenario r = resolved(anyScenario());
            r.workload.phase = TrainingPhase::Pretrain;
            const TrainingStep all = trainingStep(r, nullptr);
            r.workload.phase = TrainingPhase::Lora;
            r.workload.adapterRank = 1;
            const TrainingStep lora = trainingStep(r, nullptr);
            RC_ASSERT(lora.memory.total() < all.memory.total());
        }));
    }

    void recomputationTradesTimeForMemory() {
        QVERIFY(rc::check("full recomputation is slower and smaller", [] {
            ResolvedScenario r = resolved(anyScenario());
            r.plan.offload = Offload::None;
            r.plan.recompute = Recompute::None;
            const TrainingStep none = trainingStep(r, nullptr);
            const StageMemory before = memoryByStage(r)[0];
            r.plan.recompute = Recompute::Full;
            RC_ASSERT(trainingStep(r, nullptr).time > none.time);
            RC_ASSERT(memoryByStage(r)[0][MemoryPart::Activations] <
                      before[MemoryPart::Activations]);
        }));
    }

    void pricesAndTokensScaleTheRunLinearly() {
        QVERIFY(rc::check("twice the tokens, twice the time and money", [] {
            ResolvedScenario r = resolved(anyScenario());
            r.price = Sourced<Price>{Price(0.01), FactId::None};
            const Result once = evaluateResolved(r, Detail::Headline);
            r.workload.tokens = r.workload.tokens * 2.0;
            const Result twice = evaluateResolved(r, Detail::Headline);
            RC_ASSERT(
                sums(twice.headline.timeToTrain.base(), 2.0 * once.headline.timeToTrain.base()));
            RC_ASSERT(sums(twice.headline.cost->base(), 2.0 * once.headline.cost->base()));
        }));
    }
};

QTEST_GUILESS_MAIN(StepInvariantsTest)
#include "step_invariants_test.moc"
