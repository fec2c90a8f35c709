#include "core/training/training_step.h"

#include "core/collectives/point_to_point.h"
#include "core/training/step_times.h"

#include <vector>

namespace roofplan {

namespace {

/// All that a step is made of.
struct Composition {
    TrainingContext context;
    StageContents contents;
    PieceCosts pieces;
    PieceSizes sizes;
    StepTimes times;

    explicit Composition(const ResolvedScenario& scenario)
        : context(makeTrainingContext(scenario)),
          contents(context.model(), context.partition),
          pieces(pieceCosts(context)),
          sizes(pieceSizes(context)),
          times(stepTimes(context, contents, pieceTimes(context, pieces), sizes)) {}

    /// Calls visit(piece, cost, how many a micro-batch) for the stage that sets the pace.
    template <typename Visit>
    void visitPacing(Visit visit) const {
        visitStage(context, pieces, contents.of(times.stages.pacing), visit);
    }
};

void addCollective(TrainingStep& step, const CollectiveCost& cost, Seconds exposed) {
    step.exposedByBound[static_cast<std::size_t>(cost.bound)] += exposed;
    (cost.network > Bytes() ? step.exposedNetwork : step.exposedNvlink) += exposed;
}

/// Exposed seconds of the step by what binds them.
void sumBounds(const Composition& c, TrainingStep& step) {
    const auto microBatches = static_cast<double>(c.context.scenario->microBatches);
    const auto addPass = [&](const PassWork& pass, double count) {
        const double calls = count * microBatches;
        for (std::size_t i = 0; i < pass.bounds.size(); ++i) {
            step.exposedByBound[i] += Seconds(pass.bounds[i]) * calls;
        }
        step.exposedNetwork += pass.exposedNetwork * calls;
        step.exposedNvlink += pass.exposedNvlink * calls;
    };
    c.visitPacing([&](Piece, const PieceCost& cost, double count) {
        addPass(cost.forward.work, count);
        addPass(cost.backward.work, count);
    });
    addCollective(step, c.times.transfer.cost, c.times.pipeline.transferExposed);
    const Seconds busy = c.times.data.busy();
    const double share = busy > Seconds() ? c.times.data.exposed / busy : 0.0;
    for (std::size_t i = 0; i < c.times.data.count; ++i) {
        addCollective(step, c.times.data.collectives[i].cost,
                      c.times.data.collectives[i].busy() * share);
    }
    addCollective(step, c.times.data.tied.cost, c.times.data.tied.busy());
    step.exposedByBound[static_cast<std::size_t>(c.times.optimizer.bound)] +=
        c.times.optimizer.time;
    step.exposedByBound[static_cast<std::size_t>(Bound::Bubble)] +=
        c.times.pipeline.bubble + c.times.overheads.stragglers;
    step.exposedByBound[static_cast<std::size_t>(Bound::Latency)] +=
        c.times.overheads.fixed + c.times.overheads.age;
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
        sink.add(groupTerm(TermName::SteadyState, Phase::Step, c.times.pipeline.steady, root));
    for (const Pass pass : {Pass::Forward, Pass::Backward}) {
        const bool forward = pass == Pass::Forward;
        const std::int32_t group =
            sink.add(groupTerm(forward ? TermName::ForwardPass : TermName::BackwardPass,
                               forward ? Phase::Forward : Phase::Backward, Seconds(), steady));
        Seconds time;
        c.visitPacing([&](Piece piece, const PieceCost& cost, double count) {
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
        groupTerm(TermName::PipelineTransfer, Phase::Step, c.times.pipeline.transferExposed, root);
    transfer.category = Category::PipelineParallel;
    transfer.bound = c.times.transfer.cost.bound;
    transfer.busy = c.times.pipeline.transferBusy;
    transfer.count = c.times.pipeline.transfers;
    transfer.nvlink = c.times.transfer.cost.nvlink * transfer.count;
    transfer.network = c.times.transfer.cost.network * transfer.count;
    transfer.derivation = deriveSendReceive(c.times.transfer.cost, c.times.transfer.message,
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

    Term bubble = groupTerm(TermName::PipelineBubble, Phase::Step, c.times.pipeline.bubble, root);
    bubble.category = Category::Bubble;
    bubble.bound = Bound::Bubble;
    bubble.derivation = {
        Formula::PipelineBubble,
        {{Symbol::Stages, static_cast<double>(plan.pipelineParallel)},
         {Symbol::Chunks, static_cast<double>(plan.virtualPipeline)},
         {Symbol::MicroBatches, static_cast<double>(c.context.scenario->microBatches)},
         {Symbol::PacingStage, c.times.stages.pacingTime.base()},
         {Symbol::AllStages, c.times.stages.all.base()},
         {Symbol::IdleSlots, c.times.pipeline.idleSlots}},
        {}};
    sink.add(bubble);
}

void recordOverheads(const Composition& c, std::int32_t root, TermSink& sink) {
    const Stack& stack = c.context.stack();
    const auto gpus = static_cast<double>(c.context.scenario->gpus);
    Term stragglers =
        groupTerm(TermName::Stragglers, Phase::Step, c.times.overheads.stragglers, root);
    stragglers.category = Category::Stragglers;
    stragglers.bound = Bound::Bubble;
    stragglers.derivation = {Formula::Stragglers,
                             {{Symbol::BaseStep, (c.times.total - c.times.overheads.stragglers -
                                                  c.times.overheads.age - c.times.overheads.fixed)
                                                     .base()},
                              {Symbol::Jitter, stack.jitterPerDoubling.value},
                              {Symbol::Gpus, gpus}},
                             {stack.jitterPerDoubling.fact}};
    sink.add(stragglers);

    if (c.times.overheads.age > Seconds()) {
        Term age = groupTerm(TermName::SoftwareAge, Phase::Step, c.times.overheads.age, root);
        age.category = Category::Host;
        age.bound = Bound::Latency;
        age.derivation = {
            Formula::SoftwareAge,
            {{Symbol::BaseStep,
              (c.times.total - c.times.overheads.age - c.times.overheads.fixed).base()},
             {Symbol::AgeShare, stack.agePerYear.value},
             {Symbol::AgeYears, c.context.softwareAge}},
            {stack.agePerYear.fact}};
        sink.add(age);
    }

    Term fixed = groupTerm(TermName::FixedStep, Phase::Step, c.times.overheads.fixed, root);
    fixed.category = Category::Host;
    fixed.bound = Bound::Latency;
    fixed.derivation = {Formula::FixedStep,
                        {{Symbol::LaunchTime, stack.fixedStep.value.base()}, {Symbol::Gpus, gpus}},
                        {stack.fixedStep.fact}};
    sink.add(fixed);
}

void record(const Composition& c, TermSink& sink) {
    const std::int32_t root = sink.add(groupTerm(TermName::Step, Phase::Step, c.times.total, -1));
    sink.at(root).derivation = {
        Formula::StepTime,
        {{Symbol::MicroBatches, static_cast<double>(c.context.scenario->microBatches)},
         {Symbol::PacingStage, c.times.stages.pacingTime.base()},
         {Symbol::SteadyTime, c.times.pipeline.steady.base()},
         {Symbol::BubbleTime, c.times.pipeline.bubble.base()},
         {Symbol::TransferTime, c.times.pipeline.transferExposed.base()},
         {Symbol::DataParallelTime, c.times.data.total().base()},
         {Symbol::OptimizerTime, c.times.optimizer.time.base()},
         {Symbol::StragglerTime, c.times.overheads.stragglers.base()},
         {Symbol::AgeTime, c.times.overheads.age.base()},
         {Symbol::FixedTime, c.times.overheads.fixed.base()}},
        {}};
    recordSteadyState(c, root, sink);
    recordPipeline(c, root, sink);
    recordDataParallel(c.context, c.times.data, root, sink);
    recordOptimizer(c.context, c.times.optimizer, root, sink);
    recordOverheads(c, root, sink);
}

} // namespace

TrainingStep trainingStep(const ResolvedScenario& scenario, TermSink* sink) {
    const Composition c(scenario);
    TrainingStep step;
    step.time = c.times.total;
    step.pacingStage = c.times.stages.pacing;
    const WorstMemory worst = worstMemory(c.context, c.contents, c.sizes);
    step.worstStage = worst.stage;
    step.memory = worst.memory;
    step.hosted = worst.hosted;
    step.fits = worst.fits(scenario);
    sumBounds(c, step);
    if (sink != nullptr) {
        record(c, *sink);
    }
    return step;
}

namespace {

/// `work` of each stage, in order.
template <typename Value>
std::vector<Value>
byStage(const ResolvedScenario& scenario,
        Value (*work)(const TrainingContext&, const PieceSizes&, const StageContent&)) {
    const TrainingContext context = makeTrainingContext(scenario);
    const StageContents contents(context.model(), context.partition);
    const PieceSizes sizes = pieceSizes(context);
    std::vector<Value> stages;
    stages.reserve(static_cast<std::size_t>(context.partition.stages));
    for (std::int64_t stage = 0; stage < context.partition.stages; ++stage) {
        stages.push_back(work(context, sizes, contents.of(stage)));
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
