#include "core/training/layer_launches.h"

#include "core/operators/mixer_kernels.h"

namespace roofplan {

namespace {

constexpr double adaptedLinears = 2.0; ///< Q, K and V together, and the output projection

double sum(const std::array<LaunchPart, Launches::most>& parts, std::size_t count) {
    double total = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
        total += parts[i].each.value * parts[i].times;
    }
    return total;
}

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
              Launches& launches) {
    const Stack& stack = context.stack();
    const ParallelPlan& plan = context.plan();
    const auto pick = [forward](const Sourced<double>& f, const Sourced<double>& b) {
        return forward ? f : b;
    };
    const auto when = [times](bool condition) { return condition ? times : 0.0; };
    launches.addDense(pick(stack.forwardLaunches, stack.backwardLaunches), times);
    launches.addDense(pick(stack.forwardTpLaunches, stack.backwardTpLaunches),
                      when(plan.tensorParallel > 1));
    launches.addDense(pick(stack.contextForwardLaunches, stack.contextBackwardLaunches),
                      when(plan.contextParallel > 1) * static_cast<double>(plan.contextParallel));
    launches.addDense(pick(stack.shardForwardLaunches, stack.shardBackwardLaunches),
                      when(context.shardsParameters()));
    launches.addDense(pick(stack.latentForwardLaunches, stack.latentBackwardLaunches),
                      when(std::holds_alternative<LatentAttention>(kind.tokenMixer)));
    launches.addDense(pick(stack.adapterForwardLaunches, stack.adapterBackwardLaunches),
                      when(context.layer.frozen) * adaptedLinears);
    launches.addDense(stack.castLaunches, times * castLinears(context, kind));
    if (const auto* moe = std::get_if<MixtureOfExperts>(&kind.channelMixer)) {
        const double experts = LocalExperts(*moe, context.layer).experts;
        launches.addExpertPath(
            pick(stack.expertPathForwardLaunches, stack.expertPathBackwardLaunches), times);
        launches.addExpertPath(pick(stack.expertForwardLaunches, stack.expertBackwardLaunches),
                               times * experts);
        launches.addExpertPath(
            pick(stack.expertCastForwardLaunches, stack.expertCastBackwardLaunches),
            when(context.device.low.has_value()) * experts);
    }
}

} // namespace

double Launches::denseTotal() const {
    return sum(dense, denseCount);
}

double Launches::expertTotal() const {
    return sum(expertPath, expertCount);
}

Launches passLaunches(const TrainingContext& context, Piece piece, Pass pass) {
    const Stack& stack = context.stack();
    const bool forward = pass == Pass::Forward;
    Launches launches;
    if (piece.part == Piece::Part::Prediction) {
        launches.addDense(stack.embeddingLaunches, 2.0);
    } else if (piece.part == Piece::Part::Embedding) {
        launches.addDense(stack.embeddingLaunches, 1.0);
    } else if (piece.part == Piece::Part::Head) {
        launches.addDense(forward ? stack.lossForwardLaunches : stack.lossBackwardLaunches, 1.0);
    } else {
        const LayerKind& kind = context.model().layerKinds[static_cast<std::size_t>(piece.kind)];
        addLayer(context, kind, forward, 1.0, launches);
        const bool allButGemms =
            context.plan().recompute == Recompute::Selective &&
            context.plan().recomputeModules.has(RecomputeModule::EverySecondMatmul);
        if (!forward && (piece.repeated || allButGemms)) {
            addLayer(context, kind, true, 1.0, launches);
        }
    }
    return launches;
}

} // namespace roofplan
