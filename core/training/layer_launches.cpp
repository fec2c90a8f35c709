#include "core/training/layer_launches.h"

#include "core/operators/mixer_kernels.h"

namespace roofplan {

namespace {

constexpr double adaptedLinears = 2.0; ///< Q, K and V together, and the output projection

using LaunchVisitor = FunctionRef<void(const LaunchPart&)>;

/// Linears of a layer in the low format, experts aside.
double castLinears(const TrainingContext& context, const LayerKind& kind) {
    if (!context.device.low) {
        return 0.0;
    }
    const Transformer& model = context.model();
    const AttentionLinears attention =
        attentionLinears(kind.tokenMixer, model.hidden, context.layer);
    double linears = static_cast<double>(attention.input.count + attention.output.count);
    for (const Linear& linear : channelLinears(kind.channelMixer, model.hidden, context.layer)) {
        linears += linear.low && linear.batch == 1.0 ? 1.0 : 0.0;
    }
    return linears;
}

/// The launches of a layer in one direction, forward ones `times` times.
void addLayer(const TrainingContext& context,
              const LayerKind& kind,
              bool forward,
              double times,
              LaunchVisitor visit) {
    const Stack& stack = context.stack();
    const ParallelPlan& plan = context.plan();
    const auto pick = [forward](const Sourced<double>& f, const Sourced<double>& b) {
        return forward ? f : b;
    };
    const auto when = [times](bool condition) { return condition ? times : 0.0; };
    const auto add = [visit](bool expertPath, const Sourced<double>& each, double count) {
        if (count > 0.0) {
            visit({.each = each, .times = count, .expertPath = expertPath});
        }
    };
    add(false, pick(stack.forwardLaunches, stack.backwardLaunches), times);
    add(false, pick(stack.forwardTpLaunches, stack.backwardTpLaunches),
        when(plan.tensorParallel > 1));
    add(false, pick(stack.contextForwardLaunches, stack.contextBackwardLaunches),
        when(plan.contextParallel > 1) * static_cast<double>(plan.contextParallel));
    add(false, pick(stack.shardForwardLaunches, stack.shardBackwardLaunches),
        when(context.shardsParameters()));
    add(false, pick(stack.latentForwardLaunches, stack.latentBackwardLaunches),
        when(std::holds_alternative<LatentAttention>(kind.tokenMixer)));
    add(false, pick(stack.adapterForwardLaunches, stack.adapterBackwardLaunches),
        when(context.layer.frozen) * adaptedLinears);
    add(false, stack.castLaunches, times * castLinears(context, kind));
    if (const auto* moe = std::get_if<MixtureOfExperts>(&kind.channelMixer)) {
        const double experts = LocalExperts(*moe, context.layer).experts;
        add(true, pick(stack.expertPathForwardLaunches, stack.expertPathBackwardLaunches), times);
        add(true, pick(stack.expertForwardLaunches, stack.expertBackwardLaunches), times * experts);
        add(true, pick(stack.expertCastForwardLaunches, stack.expertCastBackwardLaunches),
            when(context.device.low.has_value()) * experts);
    }
}

} // namespace

void visitLaunches(const TrainingContext& context, Piece piece, Pass pass, LaunchVisitor visit) {
    const Stack& stack = context.stack();
    const bool forward = pass == Pass::Forward;
    if (piece.part == Piece::Part::Prediction) {
        visit({.each = stack.embeddingLaunches, .times = 2.0});
    } else if (piece.part == Piece::Part::Embedding) {
        visit({.each = stack.embeddingLaunches});
    } else if (piece.part == Piece::Part::Head) {
        visit({.each = forward ? stack.lossForwardLaunches : stack.lossBackwardLaunches});
    } else {
        const LayerKind& kind = context.model().layerKinds[static_cast<std::size_t>(piece.kind)];
        addLayer(context, kind, forward, 1.0, visit);
        const bool allButGemms =
            context.plan().recompute == Recompute::Selective &&
            context.plan().recomputeModules.has(RecomputeModule::EverySecondMatmul);
        if (!forward && (piece.repeated || allButGemms)) {
            addLayer(context, kind, true, 1.0, visit);
        }
    }
}

Launches passLaunches(const TrainingContext& context, Piece piece, Pass pass) {
    Launches launches;
    visitLaunches(context, piece, pass, [&launches](const LaunchPart& part) {
        (part.expertPath ? launches.expertPath : launches.dense) += part.each.value * part.times;
    });
    return launches;
}

} // namespace roofplan
