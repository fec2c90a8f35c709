// Every derivation, put into its formula by hand, gives the number it explains.
#include "core/result/explanation.h"
#include "tests/support/training.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace roofplan;
using namespace roofplan::test;

namespace {

/// The numbers of a derivation by letter; absent ones are 0.
class Numbers {
public:
    explicit Numbers(const Derivation& derivation) {
        for (const Input& input : derivation.inputSpan()) {
            m_values[input.symbol] = input.value;
        }
    }

    double operator[](Symbol symbol) const {
        const auto found = m_values.find(symbol);
        return found == m_values.end() ? 0.0 : found->second;
    }

    [[nodiscard]] bool has(Symbol symbol) const { return m_values.contains(symbol); }

private:
    std::map<Symbol, double> m_values;
};

double gemm(const Numbers& n) {
    const double split = n.has(Symbol::SplitK) ? n[Symbol::SplitK] : 1.0;
    const double columns = n.has(Symbol::ColumnQuantum) ? n[Symbol::ColumnQuantum] : 64;
    const double quantum =
        2.0 * 64 * columns *
        (64 * std::ceil(n[Symbol::DepthK] / (64 * split)) + n[Symbol::DepthRamp]);
    const double compute = n[Symbol::Waves] * quantum * n[Symbol::Multiprocessors] /
                           (n[Symbol::DensePeak] * n[Symbol::Ceiling]);
    const double memory =
        n[Symbol::OperandBytes] / std::min(n[Symbol::HbmRate], n[Symbol::BlockRate]) +
        (n[Symbol::HbmBytes] - n[Symbol::OperandBytes]) / n[Symbol::HbmRate];
    return n[Symbol::Launch] + std::pow(std::pow(compute, 5) + std::pow(memory, 5), 0.2) +
           n[Symbol::Reduction];
}

double flash(const Numbers& n, double passes) {
    const double rate = n[Symbol::DensePeak] * n[Symbol::Efficiency] / n[Symbol::HeadFactor];
    const double flops = passes * 2.0 * n[Symbol::Sequences] * n[Symbol::Heads] *
                         n[Symbol::Queries] * n[Symbol::AverageKeys] * n[Symbol::HeadDimensions];
    const double c = flops *
                     (1 + n[Symbol::Pieces] * n[Symbol::QueryTile] / (2 * n[Symbol::AverageKeys])) /
                     rate;
    const double l = passes * 2 * 128 * n[Symbol::MostKeys] * n[Symbol::HeadDimensions] *
                     n[Symbol::Multiprocessors] / rate;
    return n[Symbol::Launch] + std::pow(std::pow(c, 1.4) + std::pow(l, 1.4), 1 / 1.4) +
           n[Symbol::HbmBytes] / n[Symbol::HbmRate];
}

double wire(Formula formula, const Numbers& n) {
    const double s = n[Symbol::MessageBytes];
    const double ranks = n[Symbol::Ranks];
    const double factor = (ranks - 1) / ranks;
    const double g = n[Symbol::RanksPerDomain];
    const double rails = n.has(Symbol::NicBandwidth) ? g * n[Symbol::NicBandwidth] : 1e300;
    const double w = n.has(Symbol::LinkBandwidth) ? n[Symbol::LinkBandwidth] : 1e300;
    switch (formula) {
    case Formula::RingReduceScatter:
        return (factor * s + 0.48 * s / ranks) / w;
    case Formula::RingAllReduce:
        return std::max((2 * factor * s + 0.48 * s / ranks) / w, 2 * factor * s / rails);
    case Formula::SwitchAllReduce:
        return s / w;
    case Formula::TreeAllReduce: {
        const double inside = g > 4 ? s / w : 2 * (g - 1) / g * s / w;
        return std::max(inside, (n[Symbol::Domains] > 2 ? 2 : 1) * s / rails);
    }
    case Formula::HierarchicalGather:
        return std::max(g > 1 ? factor * s / (1.2 * w) : 0.0, factor * s / rails);
    default:
        return s / (n.has(Symbol::NicBandwidth) ? n[Symbol::NicBandwidth] : w);
    }
}

double collective(Formula formula, const Numbers& n) {
    const double x = wire(formula, n);
    const double fill = n.has(Symbol::NicBandwidth)
                            ? std::pow(n[Symbol::Fill], 0.63) * std::pow(x, 0.37)
                            : std::sqrt(n[Symbol::Fill] * x);
    return n[Symbol::Latency] + x + fill;
}

double allToAll(Formula formula, const Numbers& n) {
    const double inside = n[Symbol::InsideBytes] / n[Symbol::LinkBandwidth];
    if (formula == Formula::AllToAllInDomain) {
        return n[Symbol::Latency] + inside + std::sqrt(n[Symbol::Fill] * inside);
    }
    const double x = std::max(inside, n[Symbol::OutsideBytes] / n[Symbol::NicBandwidth]);
    return n[Symbol::Latency] + x + std::pow(n[Symbol::Fill], 0.63) * std::pow(x, 0.37);
}

double norm(double a, double b, double p) {
    return std::pow(std::pow(a, p) + std::pow(b, p), 1 / p);
}

/// Seconds of one call by the formula; negative for a formula that this test does not know.
double recomputed(const Derivation& derivation) {
    const Numbers n(derivation);
    switch (derivation.formula) {
    case Formula::Gemm:
    case Formula::BatchedGemm:
        return gemm(n);
    case Formula::FlashForward:
        return flash(n, 1.0);
    case Formula::FlashBackward:
        return flash(n, 2.5);
    case Formula::MemoryKernel:
        return n[Symbol::HbmBytes] / n[Symbol::HbmRate];
    case Formula::KernelGaps:
        return n[Symbol::Launches] * n[Symbol::Launch];
    case Formula::HostLaunches:
        return n[Symbol::Launches] * n[Symbol::LaunchTime];
    case Formula::ExpertHostLaunches:
        return n[Symbol::Launches] * n[Symbol::LaunchTime] +
               n[Symbol::ExpertLaunches] * n[Symbol::ExpertLaunchTime];
    case Formula::AllToAllInDomain:
    case Formula::AllToAllAcross:
        return allToAll(derivation.formula, n);
    case Formula::HostTransfer:
        return n[Symbol::MessageBytes] / n[Symbol::HostBandwidth];
    case Formula::SoftwareAge:
        return n[Symbol::BaseStep] * n[Symbol::AgeShare] * n[Symbol::AgeYears];
    case Formula::RingReduceScatter:
    case Formula::RingAllReduce:
    case Formula::SwitchAllReduce:
    case Formula::TreeAllReduce:
    case Formula::HierarchicalGather:
    case Formula::SendReceive:
        return collective(derivation.formula, n);
    case Formula::PipelineBubble:
        return (n[Symbol::AllStages] - n[Symbol::PacingStage]) / n[Symbol::Chunks] +
               (n[Symbol::Chunks] - 1) / n[Symbol::Chunks] * n[Symbol::IdleSlots] *
                   n[Symbol::PacingStage];
    case Formula::OptimizerUpdate:
        return norm(n[Symbol::DeviceTime], n[Symbol::HostTime], n[Symbol::Exponent]);
    case Formula::Stragglers:
        return n[Symbol::BaseStep] * n[Symbol::Jitter] * std::log2(n[Symbol::Gpus] / 8);
    case Formula::FixedStep:
        return n[Symbol::LaunchTime] * (1 + std::log2(n[Symbol::Gpus] / 8));
    case Formula::StepTime:
        return n[Symbol::MicroBatches] * n[Symbol::PacingStage] + n[Symbol::BubbleTime] +
               n[Symbol::TransferTime] + n[Symbol::DataParallelTime] + n[Symbol::OptimizerTime] +
               n[Symbol::StragglerTime] + n[Symbol::AgeTime] + n[Symbol::FixedTime];
    default:
        return -1.0;
    }
}

double memoryBytes(const Derivation& derivation) {
    const Numbers n(derivation);
    switch (derivation.formula) {
    case Formula::Weights:
    case Formula::Gradients:
    case Formula::OptimizerState:
        return n[Symbol::BytesPerParameter] *
               (n[Symbol::Parameters] / n[Symbol::Shards] +
                n[Symbol::ExpertParameters] / n[Symbol::ExpertShards]);
    case Formula::Activations:
        return n[Symbol::MicroBatchActivations] * n[Symbol::InFlight] + n[Symbol::EdgeActivations];
    case Formula::Logits:
        return n[Symbol::LogitBytes] * n[Symbol::MicroBatchTokens] * n[Symbol::VocabularyColumns];
    case Formula::Workspace:
        return 2 * n[Symbol::LinearParameters] + n[Symbol::LayerActivations];
    case Formula::Reserve:
        return n[Symbol::ReserveMemory];
    default:
        return -1.0;
    }
}

/// Exposed seconds of a term, by the rule beside the formula; all of it where there is none.
double exposedBy(const Term& term) {
    const Numbers n(term.derivation);
    const double busy = term.busy.base();
    const double data = n[Symbol::DataParallelBusy];
    switch (term.derivation.exposure) {
    case Formula::ExposedShare:
        return n[Symbol::ExposedShare] * busy;
    case Formula::ExposedDataParallel:
        return n.has(Symbol::Window)
                   ? std::max(n[Symbol::Floor] * data, data - n[Symbol::Window]) / data * busy
                   : busy;
    case Formula::ExposedTransfer:
        return n[Symbol::Time] *
               (n[Symbol::ExposedShare] * n[Symbol::MicroBatches] * 2 * n[Symbol::Chunks] +
                2 * (n[Symbol::Stages] - 1));
    default:
        break;
    }
    const Formula formula = term.derivation.formula;
    if (formula == Formula::HostLaunches || formula == Formula::ExpertHostLaunches) {
        const double device = n[Symbol::DeviceTime];
        return term.count * (norm(device, n[Symbol::HostTime], n[Symbol::Exponent]) - device);
    }
    return busy;
}

/// Latent attention, experts and a predicted token; how tokens travel, what is repeated.
std::vector<Scenario> expertScenarios() {
    std::vector<Scenario> list{expertScenario()};
    Scenario s = expertScenario();
    s.stack.dispatcher = Dispatcher::DeepEp;
    s.stack.expertParallelOverlap = true;
    s.stack.date = "2025-01";
    s.workload.precision = Precision::Fp8;
    s.plan.zero = ZeroStage::Zero2;
    s.plan.recompute = Recompute::Selective;
    s.plan.recomputeModules.bits = 0b0010'1110; // up-projections, norms, activation, experts
    list.push_back(s);
    s.plan = {.tensorParallel = 2,
              .contextParallel = 2,
              .expertParallel = 4,
              .expertTensorParallel = 2,
              .zero = ZeroStage::Fsdp,
              .recompute = Recompute::Full,
              .recomputeLayers = 7,
              .offload = Offload::Both};
    list.push_back(s);
    s.workload.model = "mixtral-8x7b";
    s.workload.expertImbalance = 1.25;
    s.stack.cudaGraphs = GraphMode::Partial;
    s.plan = {.expertParallel = 8, .zero = ZeroStage::Hsdp};
    list.push_back(s);
    s.workload.model = "gpt-oss-20b";
    list.push_back(s);
    return list;
}

/// Context parallelism each way, adapters on packed documents.
std::vector<Scenario> exchangeScenarios() {
    std::vector<Scenario> list;
    for (const ContextExchange exchange :
         {ContextExchange::Ring, ContextExchange::AllToAll, ContextExchange::Gather}) {
        for (const std::int64_t cp : {2, 16}) {
            Scenario s = exampleScenario();
            s.plan = {.contextParallel = cp, .zero = ZeroStage::Fsdp};
            s.stack.contextExchange = exchange;
            list.push_back(s);
        }
    }
    Scenario s = exampleScenario();
    s.workload.phase = TrainingPhase::Lora;
    s.workload.documentLength = 512;
    list.push_back(s);
    s.plan.zero = ZeroStage::Fsdp;
    list.push_back(s);
    return list;
}

std::vector<Scenario> scenarios() {
    std::vector<Scenario> list{exampleScenario()};
    Scenario s = exampleScenario();
    s.workload.globalBatch = 2016; // 63 micro-batches: a remainder for the interleaved schedule
    list.push_back(s);
    s.plan.sequenceParallel = false;
    s.plan.tensorParallel = 8;
    s.plan.recompute = Recompute::Full;
    s.plan.zero = ZeroStage::None;
    s.stack.dataParallelOverlap = false;
    list.push_back(s);
    s.plan.tensorParallel = 16;
    s.stack.attentionKernel = AttentionKernel::Flash2;
    list.push_back(s);
    s = exampleScenario();
    s.workload.model = "gpt3-175b";
    s.workload.sequenceLength = 2048;
    s.stack.preset = "megatron-lm-2022";
    s.plan.virtualPipeline = 3;
    list.push_back(s);
    s = exampleScenario();
    s.workload.model = "qwen3-0.6b";
    s.workload.sequenceLength = 32; // small GEMMs: split-K, launches, latency
    s.plan.virtualPipeline = 1;
    list.push_back(s);
    s = exampleScenario();
    s.cluster.instance = std::string(customInstance);
    s.cluster.custom = {.gpu = "h200-sxm",
                        .gpus = 512,
                        .gpusPerNode = 8,
                        .networkPerGpu = Bandwidth(50e9),
                        .fabric = "efa-v3",
                        .oversubscription = 2.0};
    list.push_back(s);
    s.plan.tensorParallel = 16; // crosses domains in every layer, without sequence parallelism
    s.plan.sequenceParallel = false;
    list.push_back(s);
    for (const auto& more : {expertScenarios(), exchangeScenarios()}) {
        list.insert(list.end(), more.begin(), more.end());
    }
    return list;
}

} // namespace

class DerivationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void everyTermIsWhatItsFormulaGives() {
        std::set<Formula> seen;
        for (const Scenario& scenario : scenarios()) {
            const Expected<Result> result = evaluate(scenario, shippedCatalogue(), Detail::Terms);
            QVERIFY2(result.has_value(), result ? "" : plainLine(result.error()[0]).c_str());
            for (std::size_t i = 0; i < result->terms.size(); ++i) {
                const Term& term = result->terms[i];
                if (term.derivation.formula == Formula::Sum) {
                    QVERIFY(!isLeaf(result->terms, i));
                    continue;
                }
                seen.insert(term.derivation.formula);
                // The fill of a pipeline adds waiting that is nobody's call.
                const bool transfer = term.name == TermName::PipelineTransfer;
                const double busy = transfer ? Numbers(term.derivation)[Symbol::Time]
                                             : (term.busy / term.count).base();
                const double expected = recomputed(term.derivation);
                const std::string what = std::string(termKey(term.name)) + " " +
                                         std::to_string(expected) + " " + std::to_string(busy);
                QVERIFY2(near(expected, busy, 1e-9) || std::abs(expected - busy) < 1e-15,
                         what.c_str());
            }
        }
        QVERIFY(seen.contains(Formula::SwitchAllReduce));
        QVERIFY(seen.contains(Formula::TreeAllReduce) || seen.contains(Formula::RingAllReduce));
        QVERIFY(seen.contains(Formula::BatchedGemm));
        QVERIFY(seen.contains(Formula::HierarchicalGather));
        QVERIFY(seen.contains(Formula::AllToAllInDomain));
        QVERIFY(seen.contains(Formula::AllToAllAcross));
        QVERIFY(seen.contains(Formula::ExpertHostLaunches));
        QVERIFY(seen.contains(Formula::HostTransfer));
        QVERIFY(seen.contains(Formula::SoftwareAge));
    }

    void anOversubscribedNetworkIsDividedInSight() {
        std::size_t seen = 0;
        for (const Scenario& scenario : scenarios()) {
            const Expected<Result> result = evaluate(scenario, shippedCatalogue(), Detail::Terms);
            for (std::size_t i = 0; i < result->terms.size(); ++i) {
                const Numbers n(result->terms[i].derivation);
                const bool shared = scenario.cluster.isCustom() && n.has(Symbol::NicBandwidth);
                QCOMPARE(n.has(Symbol::Oversubscription), shared);
                if (shared) {
                    ++seen;
                    QVERIFY(near(n[Symbol::UsableShare] * n[Symbol::NicRate] /
                                     n[Symbol::Oversubscription],
                                 n[Symbol::NicBandwidth], 1e-12));
                    QVERIFY(explainTerm(*result, i, shippedCatalogue())
                                .expression.find("E' = u · E/o") != std::string::npos);
                }
            }
        }
        QVERIFY(seen > 4);
    }

    void everyExposureIsWhatItsRuleGives() {
        for (const Scenario& scenario : scenarios()) {
            const Expected<Result> result = evaluate(scenario, shippedCatalogue(), Detail::Terms);
            for (std::size_t i = 0; i < result->terms.size(); ++i) {
                const Term& term = result->terms[i];
                const double expected =
                    isLeaf(result->terms, i) ? exposedBy(term) : term.exposed.base();
                const double exposed = term.exposed.base();
                const std::string what = scenario.workload.model + " " +
                                         std::string(termKey(term.name)) + " " +
                                         std::to_string(expected) + " " + std::to_string(exposed);
                // What the host adds to a longer device time is a difference of the two.
                QVERIFY2(near(expected, exposed, 1e-9) ||
                             std::abs(expected - exposed) <=
                                 1e-12 * result->headline.stepTime.base(),
                         what.c_str());
            }
        }
    }

    void memoryPartsAreWhatTheirFormulasGive() {
        for (const Scenario& scenario : scenarios()) {
            const Expected<Result> result = evaluate(scenario, shippedCatalogue(), Detail::Terms);
            QCOMPARE(result->memoryDerivations.size(), result->stages.size());
            for (std::size_t stage = 0; stage < result->stages.size(); ++stage) {
                const MemoryDerivations& parts = result->memoryDerivations[stage];
                for (std::size_t i = 0; i < parts.size(); ++i) {
                    const double bytes = result->stages[stage].parts[i].base();
                    QVERIFY2(std::abs(memoryBytes(parts[i]) - bytes) <= 1e-9 * bytes,
                             memoryPartLabel(static_cast<MemoryPart>(i)));
                }
            }
        }
    }

    void headlineNumbersAreWhatTheirFormulasGive() {
        const Expected<Result> result =
            evaluate(exampleScenario(), shippedCatalogue(), Detail::Terms);
        const Headline& h = result->headline;
        const auto of = [&](HeadlineNumber number) {
            return Numbers(result->derivations[static_cast<std::size_t>(number)]);
        };
        const Numbers time = of(HeadlineNumber::TimeToTrain);
        QVERIFY(
            near(time[Symbol::TokensTotal] / time[Symbol::TokensPerStep] * time[Symbol::StepTime],
                 h.timeToTrain.base(), 1e-12));
        const Numbers cost = of(HeadlineNumber::Cost);
        const double paid =
            cost.has(Symbol::PaidTime) ? cost[Symbol::PaidTime] : cost[Symbol::TimeTotal];
        QVERIFY(
            near(cost[Symbol::Instances] * cost[Symbol::PriceRate] * paid, h.cost->base(), 1e-12));
        const Numbers mfu = of(HeadlineNumber::Mfu);
        QVERIFY(near(mfu[Symbol::ModelFlops] /
                         (mfu[Symbol::StepTime] * mfu[Symbol::Gpus] * mfu[Symbol::DensePeak]),
                     h.mfu, 1e-12));
        const Numbers memory = of(HeadlineNumber::MemoryHeadroom);
        double used = 0.0;
        for (const Symbol part :
             {Symbol::WeightMemory, Symbol::GradientMemory, Symbol::OptimizerMemory,
              Symbol::ActivationMemory, Symbol::LogitMemory, Symbol::WorkspaceMemory,
              Symbol::ReserveMemory}) {
            used += memory[part];
        }
        QVERIFY(near(used, h.memoryPeak.base(), 1e-12));
        const Numbers exposed = of(HeadlineNumber::ExposedCommunication);
        QVERIFY(near(exposed[Symbol::ExposedNvlink] + exposed[Symbol::ExposedNetwork],
                     h.exposedCommunication.base(), 1e-12));
    }
};

QTEST_GUILESS_MAIN(DerivationTest)
#include "derivation_test.moc"
