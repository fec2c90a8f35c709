#include "core/training/data_parallel.h"

#include "core/base/integer.h"
#include "core/memory/model_states.h"

#include <algorithm>

namespace roofplan {

namespace {

/// First and last stage hold a copy each of a tied table; they sit (p − 1) stages apart.
Placement tiedPair(const TrainingContext& context) {
    return {.ranks = 2,
            .domains = context.pipelineOverNetwork ? 2 : 1,
            .perDomain = context.pipelineOverNetwork ? 1 : 2};
}

Term collectiveTerm(TermName name,
                    const CollectiveCost& cost,
                    Bytes message,
                    const Placement& group,
                    const TrainingContext& context) {
    Term term;
    term.name = name;
    term.category = Category::DataParallel;
    term.bound = cost.bound;
    term.busy = cost.time;
    term.exposed = cost.time;
    term.nvlink = cost.nvlink;
    term.network = cost.network;
    term.derivation = deriveCollective(cost, message, group, context.links);
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

DataParallelCost
dataParallelCost(const TrainingContext& context, double parameters, Seconds pacingStage) {
    const Stack& stack = context.stack();
    const Placement& group = context.dataGroup;
    DataParallelCost cost;
    cost.reduceMessage = Bytes(stack.gradientReduceBytes.value * parameters);
    if (context.plan().zero == ZeroStage::Zero1) {
        cost.reduce = gatherOrScatter(cost.reduceMessage, group, context.links);
        cost.gatherMessage = Bytes(weightBytes * parameters);
        cost.gather = gatherOrScatter(cost.gatherMessage, group, context.links);
    } else {
        cost.reduce = allReduce(cost.reduceMessage, group, context.links);
    }
    cost.exposed = cost.busy();
    if (context.scenario->choices.dataParallelOverlap) {
        cost.window = pacingStage * stack.dpWindow.value;
        cost.exposed = std::max(cost.busy() * stack.dpFloor.value, cost.busy() - cost.window);
    }
    if (context.model().tiedEmbeddings && context.plan().pipelineParallel > 1) {
        const Transformer& model = context.model();
        const auto columns =
            static_cast<double>(ceilDivide(model.vocabulary, context.plan().tensorParallel));
        cost.tiedMessage =
            Bytes(stack.gradientReduceBytes.value * columns * static_cast<double>(model.hidden));
        cost.tied = allReduce(cost.tiedMessage, tiedPair(context), context.links);
    }
    return cost;
}

void recordDataParallel(const TrainingContext& context,
                        const DataParallelCost& cost,
                        std::int32_t parent,
                        TermSink& sink) {
    const double exposedShare = cost.busy() > Seconds() ? cost.exposed / cost.busy() : 1.0;
    const auto add = [&](TermName name, const CollectiveCost& collective, Bytes message) {
        if (collective.time <= Seconds()) {
            return;
        }
        Term term = collectiveTerm(name, collective, message, context.dataGroup, context);
        term.parent = parent;
        term.exposed = term.busy * exposedShare;
        addExposure(context, cost, term.derivation);
        sink.add(term);
    };
    add(TermName::DataParallelReduce, cost.reduce, cost.reduceMessage);
    add(TermName::DataParallelGather, cost.gather, cost.gatherMessage);
    if (cost.tied.time > Seconds()) {
        Term term = collectiveTerm(TermName::TiedEmbeddingReduce, cost.tied, cost.tiedMessage,
                                   tiedPair(context), context);
        term.parent = parent;
        sink.add(term);
    }
}

} // namespace roofplan
