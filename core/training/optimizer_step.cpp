#include "core/training/optimizer_step.h"

#include "core/memory/model_states.h"
#include "core/training/layer_pass.h"

#include <algorithm>

namespace roofplan {

namespace {

constexpr double adamFlops =
    11.0; // a parameter, on the vector units: places the point on the roofline

}

OptimizerCost optimizerCost(const TrainingContext& context, const LocalParameters& trained) {
    const Stack& stack = context.stack();
    const bool sharded = context.plan().zero != ZeroStage::None;
    OptimizerCost cost;
    cost.local = trained.total();
    cost.shard =
        sharded ? trained.dense / context.denseShards() + trained.expert / context.expertShards()
                : cost.local;
    cost.bytes = sharded ? Bytes(stack.optimizerShardBytes.value * cost.shard +
                                 stack.optimizerLocalBytes.value * cost.local)
                         : Bytes(stack.optimizerUnshardedBytes.value * cost.local);
    cost.device =
        cost.bytes / context.device.hbm + context.kernelGap * stack.optimizerLaunches.value;
    if (context.offloadsOptimizer()) {
        // Master weights and moments stream in and out of the host's memory, both ways at once.
        cost.link = Bytes(optimizerBytes * cost.shard) / context.hostLink.value;
        cost.device = std::max(cost.device, cost.link);
    }
    cost.host = context.launch.dense * stack.optimizerLaunches.value;
    const bool waits = cost.host > cost.device || cost.link >= cost.device;
    cost.bound = waits ? Bound::Latency : Bound::Hbm;
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
    if (context.plan().zero != ZeroStage::None) {
        term.derivation.add(Symbol::ShardParameters, cost.shard);
        term.derivation.add(Symbol::BytesPerParameter, stack.optimizerShardBytes.value);
        term.derivation.add(Symbol::LocalBytes, stack.optimizerLocalBytes.value);
        term.derivation.add(stack.optimizerShardBytes.fact);
        term.derivation.add(stack.optimizerLocalBytes.fact);
    } else {
        term.derivation.add(Symbol::UnshardedBytes, stack.optimizerUnshardedBytes.value);
        term.derivation.add(stack.optimizerUnshardedBytes.fact);
    }
    if (context.offloadsOptimizer()) {
        term.derivation.add(Symbol::HostBandwidth, context.hostLink.value.base());
        term.derivation.add(context.hostLink.fact);
    }
    sink.add(term);
}

} // namespace roofplan
