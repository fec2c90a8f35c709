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
    cost.bytes = Bytes(stack.optimizerShardBytes.value * cost.shard +
                       stack.optimizerLocalBytes.value * cost.local);
    cost.device =
        cost.bytes / context.device.hbm + context.kernelGap * stack.optimizerLaunches.value;
    cost.host = context.launchTime * stack.optimizerLaunches.value;
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
    term.bound = cost.host > cost.device ? Bound::Latency : Bound::Hbm;
    term.parent = parent;
    term.busy = cost.time;
    term.exposed = cost.time;
    term.flops = Flops(adamFlops * cost.shard);
    term.hbm = cost.bytes;
    term.derivation = {Formula::OptimizerUpdate,
                       {{Symbol::ShardParameters, cost.shard},
                        {Symbol::BytesPerParameter, stack.optimizerShardBytes.value},
                        {Symbol::Parameters, cost.local},
                        {Symbol::LocalBytes, stack.optimizerLocalBytes.value},
                        {Symbol::HbmBytes, cost.bytes.base()},
                        {Symbol::HbmRate, context.device.hbm.base()},
                        {Symbol::DeviceTime, cost.device.base()},
                        {Symbol::HostTime, cost.host.base()},
                        {Symbol::Time, cost.time.base()}},
                       {stack.optimizerShardBytes.fact, stack.optimizerLocalBytes.fact,
                        stack.optimizerLaunches.fact, context.device.hbmFact,
                        context.device.hbmFractionFact}};
    sink.add(term);
}

} // namespace roofplan
