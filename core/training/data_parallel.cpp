#include "core/training/data_parallel.h"

#include "core/base/integer.h"

#include <algorithm>

namespace roofplan {

namespace {

/// First and last stage hold a copy each of a tied table; they sit (p − 1) stages apart.
Placement tiedPair(const TrainingContext& context) {
    return {.ranks = 2,
            .domains = context.pipelineOverNetwork ? 2 : 1,
            .perDomain = context.pipelineOverNetwork ? 1 : 2};
}

bool shardsOptimizer(const TrainingContext& context) {
    return context.plan().zero == ZeroStage::Zero1 || context.plan().zero == ZeroStage::Zero2;
}

/// The exchanges of one class of parameters over its replicas.
void addReplicas(const TrainingContext& context,
                 double parameters,
                 const Placement& group,
                 DataParallelCost& cost) {
    if (group.ranks <= 1 || parameters <= 0.0) {
        return;
    }
    ReplicaCollective reduce{.group = group};
    reduce.message = Bytes(context.stack().gradientReduceBytes.value * parameters);
    if (!shardsOptimizer(context)) {
        reduce.cost = allReduce(reduce.message, group, context.links);
        cost.add(reduce);
        return;
    }
    reduce.cost = gatherOrScatter(reduce.message, group, context.links);
    if (context.plan().zero == ZeroStage::Zero2) {
        reduce.calls = static_cast<double>(context.scenario->microBatches);
    }
    cost.add(reduce);
    ReplicaCollective gather{.name = TermName::DataParallelGather, .group = group};
    gather.message = Bytes(context.gatheredBytes * parameters);
    gather.cost = gatherOrScatter(gather.message, group, context.links);
    cost.add(gather);
}

/// Gradient shards of HSDP between the copies of a domain: `replicas` in all, `shards` of them a
/// copy, neighbours `stride` GPUs apart.
void addCopies(const TrainingContext& context,
               double parameters,
               const Placement& replicas,
               const Placement& shards,
               std::int64_t stride,
               DataParallelCost& cost) {
    const std::int64_t copies = replicas.ranks / shards.ranks;
    if (copies <= 1 || parameters <= 0.0) {
        return;
    }
    ReplicaCollective reduce;
    reduce.group = placeGroup(copies, stride * shards.ranks, context.scenario->nvlinkDomain.value);
    reduce.message = Bytes(context.stack().gradientReduceBytes.value * parameters /
                           static_cast<double>(shards.ranks));
    reduce.cost = allReduce(reduce.message, reduce.group, context.links);
    cost.add(reduce);
}

ReplicaCollective tiedReduce(const TrainingContext& context) {
    const Transformer& model = context.model();
    ReplicaCollective tied{.name = TermName::TiedEmbeddingReduce};
    if (model.tiedEmbeddings && context.plan().pipelineParallel > 1 && !context.layer.frozen) {
        const auto columns =
            static_cast<double>(ceilDivide(model.vocabulary, context.plan().tensorParallel));
        tied.group = tiedPair(context);
        tied.message = Bytes(context.stack().gradientReduceBytes.value * columns *
                             static_cast<double>(model.hidden));
        tied.cost = allReduce(tied.message, tied.group, context.links);
    }
    return tied;
}

Term collectiveTerm(const TrainingContext& context, const ReplicaCollective& collective) {
    Term term;
    term.name = collective.name;
    term.category = Category::DataParallel;
    term.bound = collective.cost.bound;
    term.count = collective.calls;
    term.busy = collective.busy();
    term.exposed = term.busy;
    term.nvlink = collective.cost.nvlink * collective.calls;
    term.network = collective.cost.network * collective.calls;
    term.derivation =
        deriveCollective(collective.cost, collective.message, collective.group, context.links);
    return term;
}

/// How much of the traffic shows, and the facts that decide it.
void addExposure(const TrainingContext& context, const DataParallelCost& cost, Derivation& d) {
    const Stack& stack = context.stack();
    d.exposure = Formula::ExposedDataParallel;
    d.add(Symbol::ExposedShare, cost.exposed / cost.busy());
    d.add(Symbol::DataParallelBusy, cost.busy().base());
    d.add(stack.gradientReduceBytes.fact);
    if (context.scenario->choices.dataParallelOverlap) {
        d.add(Symbol::Floor, stack.dpFloor.value);
        d.add(Symbol::Window, cost.window.base());
        d.add(stack.dpFloor.fact);
        d.add(stack.dpWindow.fact);
    }
}

} // namespace

Seconds DataParallelCost::busy() const {
    Seconds sum;
    for (std::size_t i = 0; i < count; ++i) {
        sum += collectives[i].busy();
    }
    return sum;
}

DataParallelCost dataParallelCost(const TrainingContext& context,
                                  const LocalParameters& trained,
                                  Seconds pacingStage) {
    const Stack& stack = context.stack();
    DataParallelCost cost;
    if (!context.shardsParameters()) {
        addReplicas(context, trained.dense, context.dataGroup, cost);
        addReplicas(context, trained.expert, context.expertDataGroup, cost);
    } else if (context.plan().zero == ZeroStage::Hsdp) {
        const ParallelPlan& plan = context.plan();
        addCopies(context, trained.dense, context.dataGroup, context.shardGroup,
                  plan.tensorParallel, cost);
        addCopies(context, trained.expert, context.expertDataGroup, context.expertShardGroup,
                  plan.expertParallel * plan.expertTensorParallel, cost);
    }
    cost.exposed = cost.busy();
    if (context.scenario->choices.dataParallelOverlap) {
        cost.window = pacingStage * stack.dpWindow.value;
        cost.exposed = std::max(cost.busy() * stack.dpFloor.value, cost.busy() - cost.window);
    }
    cost.tied = tiedReduce(context);
    return cost;
}

void recordDataParallel(const TrainingContext& context,
                        const DataParallelCost& cost,
                        std::int32_t parent,
                        TermSink& sink) {
    const double exposedShare = cost.busy() > Seconds() ? cost.exposed / cost.busy() : 1.0;
    for (std::size_t i = 0; i < cost.count; ++i) {
        Term term = collectiveTerm(context, cost.collectives[i]);
        term.parent = parent;
        term.exposed = term.busy * exposedShare;
        addExposure(context, cost, term.derivation);
        sink.add(term);
    }
    if (cost.tied.busy() > Seconds()) {
        Term term = collectiveTerm(context, cost.tied);
        term.parent = parent;
        sink.add(term);
    }
}

} // namespace roofplan
