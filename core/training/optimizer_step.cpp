#include "core/training/optimizer_step.h"

#include "core/training/layer_pass.h"

namespace roofplan {

namespace {

constexpr double adamFlops =
    11.0; // a parameter, on the vector units: places the point on the roofline

}

OptimizerCost optimizerCost(const TrainingContext& context, double parameters) {
    const Stack& stack = context.stack();
    const bool sharded = context.plan().zero == ZeroStage::Zero1;
    OptimizerCost cost;
    cost.local = parameters;
    cost.shard =
        sharded ? parameters / static_cast<double>(context.scenario->dataParallel()) : parameters;
    cost.bytes = sharded ? Bytes(stack.optimizerShardBytes.value * cost.shard +
                                 stack.optimizerLocalBytes.value * cost.local)
                         : Bytes(stack.optimizerUnshardedBytes.value * cost.local);
    cost.device =
        cost.bytes / context.device.hbm + context.kernelGap * stack.optimizerLaunches.value;
    cost.host = context.launchTime * stack.optimizerLaunches.value;
    cost.bound = cost.host > cost.device ? Bound::Latency : Bound::Hbm;
    cost.time = normSum(cost.device, cost.host, stack.hostExponent.value);
    return cost;
}

void recordOptimizer(const TrainingContext& context,
                     const OptimizerCost& cost,
                     std::int32_t parent,
                     TermSink& sink) {
    const Stack& stack = context.stack();
    Term term;
    term.name = TermName::OptimizerUpdate;
    term.phase = Phase::Optimizer;
    term.category = Category::Optimizer;
    term.bound = cost.bound;
    term.parent = parent;
    term.busy = cost.time;
    term.exposed = cost.time;
    term.flops = Flops(adamFlops * cost.shard);
    term.hbm = cost.bytes;
    term.derivation = {Formula::OptimizerUpdate,
                       {{Symbol::Parameters, cost.local},
                        {Symbol::HbmBytes, cost.bytes.base()},
                        {Symbol::HbmRate, context.device.hbm.base()},
                        {Symbol::DeviceTime, cost.device.base()},
                        {Symbol::HostTime, cost.host.base()},
                        {Symbol::Exponent, stack.hostExponent.value},
                        {Symbol::Time, cost.time.base()}},
                       {stack.optimizerLaunches.fact, context.device.gapFact,
                        context.device.hbmFact, context.device.hbmFractionFact}};
    if (context.plan().zero == ZeroStage::Zero1) {
        term.derivation.add(Symbol::ShardParameters, cost.shard);
        term.derivation.add(Symbol::BytesPerParameter, stack.optimizerShardBytes.value);
        term.derivation.add(Symbol::LocalBytes, stack.optimizerLocalBytes.value);
        term.derivation.add(stack.optimizerShardBytes.fact);
        term.derivation.add(stack.optimizerLocalBytes.fact);
    } else {
        term.derivation.add(Symbol::UnshardedBytes, stack.optimizerUnshardedBytes.value);
        term.derivation.add(stack.optimizerUnshardedBytes.fact);
    }
    sink.add(term);
}

} // namespace roofplan
