#include "core/training/training_step.h"

#include "core/collectives/point_to_point.h"
#include "core/schedule/pipeline_schedule.h"
#include "core/training/data_parallel.h"
#include "core/training/layer_pass.h"
#include "core/training/optimizer_step.h"
#include "core/training/stage_memory.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace roofplan {

namespace {

struct PieceCost {
    PassCost forward;
    PassCost backward;

    [[nodiscard]] Seconds time() const { return forward.time + backward.time; }
};

/// Costs of the pieces a model is made of, each worked out once.
struct PieceCosts {
    std::vector<PieceCost> kinds;         ///< empty where all layers are recomputed
    std::vector<PieceCost> repeatedKinds; ///< fully recomputed; empty where none is
    PieceCost embedding;
    PieceCost head;
    PieceCost prediction;
};

Piece layerPiece(std::size_t kind, bool repeated) {
    return {
        .part = Piece::Part::Layer, .kind = static_cast<std::int16_t>(kind), .repeated = repeated};
}

PieceCost pieceCost(const TrainingContext& context, Piece piece) {
    return {passCost(context, piece, Pass::Forward), passCost(context, piece, Pass::Backward)};
}

PieceCosts pieceCosts(const TrainingContext& context) {
    PieceCosts costs;
    const RepeatedLayers repeated = repeatedLayers(context.plan());
    const std::size_t kinds = context.model().layerKinds.size();
    const auto priceKinds = [&](std::vector<PieceCost>& list, bool all) {
        list.reserve(kinds);
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            list.push_back(pieceCost(context, layerPiece(kind, all)));
        }
    };
    if (repeated != RepeatedLayers::All) {
        priceKinds(costs.kinds, false);
    }
    if (repeated != RepeatedLayers::None) {
        priceKinds(costs.repeatedKinds, true);
    }
    if (context.model().multiTokenPrediction) {
        costs.prediction = pieceCost(context, {.part = Piece::Part::Prediction});
    }
    costs.embedding = pieceCost(context, {.part = Piece::Part::Embedding});
    costs.head = pieceCost(context, {.part = Piece::Part::Head});
    return costs;
}

/// Calls visit(piece, cost, how many a micro-batch) for what `stage` holds.
void visitStage(const TrainingContext& context,
                const PieceCosts& costs,
                std::int64_t stage,
                FunctionRef<void(Piece, const PieceCost&, double)> visit) {
    if (stage == 0) {
        visit({.part = Piece::Part::Embedding}, costs.embedding, 1.0);
    }
    const double repeated = repeatedShare(context, stage);
    const auto layers = [&](std::size_t kind, double count) {
        if (repeated < 1.0) {
            visit(layerPiece(kind, false), costs.kinds[kind], count * (1.0 - repeated));
        }
        if (repeated > 0.0) {
            visit(layerPiece(kind, true), costs.repeatedKinds[kind], count * repeated);
        }
    };
    visitStageKinds(context, stage, layers);
    if (context.lastStage(stage)) {
        double heads = 1.0;
        if (const auto& prediction = context.model().multiTokenPrediction) {
            const auto modules = static_cast<double>(prediction->modules);
            visit({.part = Piece::Part::Prediction}, costs.prediction, modules);
            layers(prediction->kind, modules);
            heads += modules;
        }
        visit({.part = Piece::Part::Head}, costs.head, heads);
    }
}

struct Stages {
    std::int64_t pacing = 0;
    Seconds pacingTime;
    Seconds allTime;
    std::int64_t worst = 0;
    StageMemory worstMemory;
    LocalParameters mostTrained;
};

Stages surveyStages(const TrainingContext& context, const PieceCosts& costs) {
    Stages stages;
    for (std::int64_t stage = 0; stage < context.partition.stages; ++stage) {
        Seconds time;
        visitStage(context, costs, stage, [&](Piece, const PieceCost& cost, double count) {
            time += cost.time() * count;
        });
        stages.allTime += time;
        if (time > stages.pacingTime) {
            stages.pacingTime = time;
            stages.pacing = stage;
        }
        const StageMemory memory = stageMemory(context, stage);
        if (memory.total() > stages.worstMemory.total()) {
            stages.worstMemory = memory;
            stages.worst = stage;
        }
        const LocalParameters trained = stageTrained(context, stage);
        if (trained.total() > stages.mostTrained.total()) {
            stages.mostTrained = trained;
        }
    }
    return stages;
}

struct Transfer {
    Bytes message;
    CollectiveCost cost;
};

/// The activation between two chunks: 2·T·h bytes, 1/TP of it where each rank holds or sends a
/// shard.
Transfer pipelineTransfer(const TrainingContext& context) {
    if (context.partition.stages <= 1) {
        return {};
    }
    const bool sharded =
        context.layer.sequenceParallel || context.scenario->choices.scatterGatherPipeline;
    const double ranks = sharded ? static_cast<double>(context.plan().tensorParallel) : 1.0;
    Transfer transfer;
    transfer.message =
        Bytes(2.0 * context.layer.tokens() * static_cast<double>(context.model().hidden) / ranks);
    transfer.cost = sendReceive(transfer.message, context.pipelineOverNetwork, context.links);
    return transfer;
}

/// All that a step is made of.
struct Composition {
    TrainingContext context;
    PieceCosts pieces;
    Stages stages;
    Transfer transfer;
    PipelineTime pipeline;
    DataParallelCost data;
    OptimizerCost optimizer;
    double doublings = 0.0; ///< of the GPU count beyond 8
    Seconds stragglers;
    Seconds age; ///< of the software
    Seconds fixed;
    Seconds total;
};

void compose(const ResolvedScenario& scenario, Composition& c) {
    const Stack& stack = *scenario.stack;
    c.context = makeTrainingContext(scenario);
    c.pieces = pieceCosts(c.context);
    c.stages = surveyStages(c.context, c.pieces);
    c.transfer = pipelineTransfer(c.context);
    c.pipeline = pipelineTime({.stages = scenario.plan.pipelineParallel,
                               .chunks = scenario.plan.virtualPipeline,
                               .microBatches = scenario.microBatches,
                               .pacingStage = c.stages.pacingTime,
                               .allStages = c.stages.allTime,
                               .transfer = c.transfer.cost.time,
                               .transferExposed = c.context.transferExposed});
    c.data = dataParallelCost(c.context, c.stages.mostTrained, c.stages.pacingTime);
    c.optimizer = optimizerCost(c.context, c.stages.mostTrained);
    constexpr double reference = 8.0;
    c.doublings = std::max(0.0, std::log2(static_cast<double>(scenario.gpus) / reference));
    const Seconds work = c.pipeline.total() + c.data.total() + c.optimizer.time;
    c.stragglers = work * (stack.jitterPerDoubling.value * c.doublings);
    c.fixed = stack.fixedStep.value * (1.0 + c.doublings);
    c.age = (work + c.stragglers) * (stack.agePerYear.value * c.context.softwareAge);
    c.total = work + c.stragglers + c.age + c.fixed;
}

void addCollective(TrainingStep& step, const CollectiveCost& cost, Seconds exposed) {
    step.exposedByBound[static_cast<std::size_t>(cost.bound)] += exposed;
    (cost.network > Bytes() ? step.exposedNetwork : step.exposedNvlink) += exposed;
}

/// Exposed seconds of the step by what binds them.
void sumBounds(const Composition& c, TrainingStep& step) {
    const auto microBatches = static_cast<double>(c.context.scenario->microBatches);
    const auto addPass = [&](const PassCost& pass, double count) {
        const double calls = count * microBatches;
        for (std::size_t i = 0; i < pass.bounds.size(); ++i) {
            step.exposedByBound[i] += Seconds(pass.bounds[i]) * calls;
        }
        step.exposedNetwork += pass.exposedNetwork * calls;
        step.exposedNvlink += pass.exposedNvlink * calls;
    };
    visitStage(c.context, c.pieces, c.stages.pacing,
               [&](Piece, const PieceCost& cost, double count) {
                   addPass(cost.forward, count);
                   addPass(cost.backward, count);
               });
    addCollective(step, c.transfer.cost, c.pipeline.transferExposed);
    const Seconds busy = c.data.busy();
    const double share = busy > Seconds() ? c.data.exposed / busy : 0.0;
    for (std::size_t i = 0; i < c.data.count; ++i) {
        addCollective(step, c.data.collectives[i].cost, c.data.collectives[i].busy() * share);
    }
    addCollective(step, c.data.tied.cost, c.data.tied.busy());
    step.exposedByBound[static_cast<std::size_t>(c.optimizer.bound)] += c.optimizer.time;
    step.exposedByBound[static_cast<std::size_t>(Bound::Bubble)] +=
        c.pipeline.bubble + c.stragglers;
    step.exposedByBound[static_cast<std::size_t>(Bound::Latency)] += c.fixed + c.age;
}

Term groupTerm(TermName name, Phase phase, Seconds exposed, std::int32_t parent) {
    Term term;
    term.name = name;
    term.phase = phase;
    term.parent = parent;
    term.busy = exposed;
    term.exposed = exposed;
    return term;
}

void recordSteadyState(const Composition& c, std::int32_t root, TermSink& sink) {
    const auto microBatches = static_cast<double>(c.context.scenario->microBatches);
    const std::int32_t steady =
        sink.add(groupTerm(TermName::SteadyState, Phase::Step, c.pipeline.steady, root));
    for (const Pass pass : {Pass::Forward, Pass::Backward}) {
        const bool forward = pass == Pass::Forward;
        const std::int32_t group =
            sink.add(groupTerm(forward ? TermName::ForwardPass : TermName::BackwardPass,
                               forward ? Phase::Forward : Phase::Backward, Seconds(), steady));
        Seconds time;
        visitStage(c.context, c.pieces, c.stages.pacing,
                   [&](Piece piece, const PieceCost& cost, double count) {
                       const PassCost& part = forward ? cost.forward : cost.backward;
                       const double calls = count * microBatches;
                       time += part.time * calls;
                       if (calls > 0.0) {
                           recordPass(c.context, piece, pass, part, calls, group, sink);
                       }
                   });
        sink.at(group).busy = time;
        sink.at(group).exposed = time;
    }
}

void recordPipeline(const Composition& c, std::int32_t root, TermSink& sink) {
    const ParallelPlan& plan = c.context.plan();
    if (plan.pipelineParallel <= 1) {
        return;
    }
    Term transfer =
        groupTerm(TermName::PipelineTransfer, Phase::Step, c.pipeline.transferExposed, root);
    transfer.category = Category::PipelineParallel;
    transfer.bound = c.transfer.cost.bound;
    transfer.busy = c.pipeline.transferBusy;
    transfer.count = c.pipeline.transfers;
    transfer.nvlink = c.transfer.cost.nvlink * transfer.count;
    transfer.network = c.transfer.cost.network * transfer.count;
    transfer.derivation = deriveSendReceive(c.transfer.cost, c.transfer.message,
                                            c.context.pipelineOverNetwork, c.context.links);
    transfer.derivation.exposure = Formula::ExposedTransfer;
    transfer.derivation.add(Symbol::ExposedShare, c.context.transferExposed);
    transfer.derivation.add(Symbol::MicroBatches,
                            static_cast<double>(c.context.scenario->microBatches));
    transfer.derivation.add(Symbol::Chunks, static_cast<double>(plan.virtualPipeline));
    transfer.derivation.add(Symbol::Stages, static_cast<double>(plan.pipelineParallel));
    if (c.context.transferExposed < 1.0) {
        transfer.derivation.add(c.context.stack().ppExposed.fact);
    }
    sink.add(transfer);

    Term bubble = groupTerm(TermName::PipelineBubble, Phase::Step, c.pipeline.bubble, root);
    bubble.category = Category::Bubble;
    bubble.bound = Bound::Bubble;
    bubble.derivation = {
        Formula::PipelineBubble,
        {{Symbol::Stages, static_cast<double>(plan.pipelineParallel)},
         {Symbol::Chunks, static_cast<double>(plan.virtualPipeline)},
         {Symbol::MicroBatches, static_cast<double>(c.context.scenario->microBatches)},
         {Symbol::PacingStage, c.stages.pacingTime.base()},
         {Symbol::AllStages, c.stages.allTime.base()},
         {Symbol::IdleSlots, c.pipeline.idleSlots}},
        {}};
    sink.add(bubble);
}

void recordOverheads(const Composition& c, std::int32_t root, TermSink& sink) {
    const Stack& stack = c.context.stack();
    const auto gpus = static_cast<double>(c.context.scenario->gpus);
    Term stragglers = groupTerm(TermName::Stragglers, Phase::Step, c.stragglers, root);
    stragglers.category = Category::Stragglers;
    stragglers.bound = Bound::Bubble;
    stragglers.derivation = {Formula::Stragglers,
                             {{Symbol::BaseStep, (c.total - c.stragglers - c.age - c.fixed).base()},
                              {Symbol::Jitter, stack.jitterPerDoubling.value},
                              {Symbol::Gpus, gpus}},
                             {stack.jitterPerDoubling.fact}};
    sink.add(stragglers);

    if (c.age > Seconds()) {
        Term age = groupTerm(TermName::SoftwareAge, Phase::Step, c.age, root);
        age.category = Category::Host;
        age.bound = Bound::Latency;
        age.derivation = {Formula::SoftwareAge,
                          {{Symbol::BaseStep, (c.total - c.age - c.fixed).base()},
                           {Symbol::AgeShare, stack.agePerYear.value},
                           {Symbol::AgeYears, c.context.softwareAge}},
                          {stack.agePerYear.fact}};
        sink.add(age);
    }

    Term fixed = groupTerm(TermName::FixedStep, Phase::Step, c.fixed, root);
    fixed.category = Category::Host;
    fixed.bound = Bound::Latency;
    fixed.derivation = {Formula::FixedStep,
                        {{Symbol::LaunchTime, stack.fixedStep.value.base()}, {Symbol::Gpus, gpus}},
                        {stack.fixedStep.fact}};
    sink.add(fixed);
}

void record(const Composition& c, TermSink& sink) {
    const std::int32_t root = sink.add(groupTerm(TermName::Step, Phase::Step, c.total, -1));
    sink.at(root).derivation = {
        Formula::StepTime,
        {{Symbol::MicroBatches, static_cast<double>(c.context.scenario->microBatches)},
         {Symbol::PacingStage, c.stages.pacingTime.base()},
         {Symbol::SteadyTime, c.pipeline.steady.base()},
         {Symbol::BubbleTime, c.pipeline.bubble.base()},
         {Symbol::TransferTime, c.pipeline.transferExposed.base()},
         {Symbol::DataParallelTime, c.data.total().base()},
         {Symbol::OptimizerTime, c.optimizer.time.base()},
         {Symbol::StragglerTime, c.stragglers.base()},
         {Symbol::AgeTime, c.age.base()},
         {Symbol::FixedTime, c.fixed.base()}},
        {}};
    recordSteadyState(c, root, sink);
    recordPipeline(c, root, sink);
    recordDataParallel(c.context, c.data, root, sink);
    recordOptimizer(c.context, c.optimizer, root, sink);
    recordOverheads(c, root, sink);
}

} // namespace

TrainingStep trainingStep(const ResolvedScenario& scenario, TermSink* sink) {
    Composition c;
    compose(scenario, c);
    TrainingStep step;
    step.time = c.total;
    step.pacingStage = c.stages.pacing;
    step.worstStage = c.stages.worst;
    step.memory = c.stages.worstMemory;
    sumBounds(c, step);
    if (sink != nullptr) {
        record(c, *sink);
    }
    return step;
}

namespace {

/// `work` of each stage, in order.
template <typename Value>
std::vector<Value> byStage(const ResolvedScenario& scenario,
                           Value (*work)(const TrainingContext&, std::int64_t)) {
    const TrainingContext context = makeTrainingContext(scenario);
    std::vector<Value> stages;
    stages.reserve(static_cast<std::size_t>(context.partition.stages));
    for (std::int64_t stage = 0; stage < context.partition.stages; ++stage) {
        stages.push_back(work(context, stage));
    }
    return stages;
}

} // namespace

std::vector<StageMemory> memoryByStage(const ResolvedScenario& scenario) {
    return byStage(scenario, stageMemory);
}

std::vector<MemoryDerivations> memoryDerivations(const ResolvedScenario& scenario) {
    return byStage(scenario, deriveStageMemory);
}

} // namespace roofplan
