#include "core/base/integer.h"
#include "core/operators/mixer_kernels.h"

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

constexpr double gatedActivationBytes = 6.0; ///< two reads and a write of 2 bytes
constexpr double plainActivationBytes = 4.0;
constexpr double routerBytes = 24.0; ///< a score: softmax, top-k, probabilities and maps
constexpr double permuteBytes = 4.0; ///< a routed element: read and written

/// The dense feed-forward that every token meets beside the experts, of width 0 for none.
DenseFeedForward denseBeside(const MixtureOfExperts& moe) {
    return {.width = moe.denseWidth, .gated = moe.gated};
}

LinearList linearsOf(const DenseFeedForward& dense, std::int64_t hidden, const LayerContext& c) {
    if (dense.width == 0) {
        return {};
    }
    const std::int64_t width = ceilDivide(dense.width, c.tensorParallel);
    LinearList linears;
    linears.add({.name = dense.gated ? TermName::GateUpProjection : TermName::UpProjection,
                 .rows = c.rows(),
                 .columns = dense.gated ? 2 * width : width,
                 .depth = hidden,
                 .frozen = c.frozen});
    linears.add({.name = TermName::DownProjection,
                 .rows = c.rows(),
                 .columns = hidden,
                 .depth = width,
                 .frozen = c.frozen});
    return linears;
}

LinearList linearsOf(const MixtureOfExperts& moe, std::int64_t hidden, const LayerContext& c) {
    const LocalExperts local(moe, c);
    const std::int64_t matrices = moe.gated ? 2 : 1;
    LinearList linears;
    // Routers stay in 16 bits in every recipe.
    linears.add({.name = TermName::Router,
                 .rows = static_cast<std::int64_t>(std::ceil(c.shardTokens())),
                 .columns = moe.experts,
                 .depth = hidden,
                 .low = false,
                 .frozen = c.frozen});
    linears.add({.name = TermName::ExpertUp,
                 .rows = local.perExpert,
                 .columns = matrices * local.width,
                 .depth = hidden,
                 .batch = local.touched(),
                 .frozen = c.frozen});
    linears.add({.name = TermName::ExpertDown,
                 .rows = local.perExpert,
                 .columns = hidden,
                 .depth = local.width,
                 .batch = local.touched(),
                 .frozen = c.frozen});
    if (local.sharedWidth > 0) {
        linears.add({.name = TermName::SharedExpertUp,
                     .rows = c.rows(),
                     .columns = matrices * local.sharedWidth,
                     .depth = hidden,
                     .frozen = c.frozen});
        linears.add({.name = TermName::SharedExpertDown,
                     .rows = c.rows(),
                     .columns = hidden,
                     .depth = local.sharedWidth,
                     .frozen = c.frozen});
    }
    for (const Linear& linear : linearsOf(denseBeside(moe), hidden, c)) {
        linears.add(linear);
    }
    return linears;
}

void activation(const KernelBuilder& build,
                double elements,
                bool gated,
                double factor,
                FactId fact,
                bool backward) {
    const double bytes = gated ? gatedActivationBytes : plainActivationBytes;
    build.memory(TermName::Activation, passBytes(backward) * bytes * factor * elements,
                 passFlops(backward) * activationFlops * elements, fact);
}

void elementwiseOf(const KernelBuilder& build,
                   const DenseFeedForward& dense,
                   std::int64_t /*hidden*/,
                   const LayerContext& c,
                   bool backward) {
    const auto width = static_cast<double>(ceilDivide(dense.width, c.tensorParallel));
    activation(build, c.tokens() * width, dense.gated, c.activationFactor, c.activationFact,
               backward);
}

void elementwiseOf(const KernelBuilder& build,
                   const MixtureOfExperts& moe,
                   std::int64_t hidden,
                   const LayerContext& c,
                   bool backward) {
    const LocalExperts local(moe, c);
    const double routed =
        local.rows * static_cast<double>(hidden) / static_cast<double>(c.expertTensorParallel);
    const double scores = c.shardTokens() * static_cast<double>(moe.experts);
    const double bytes = passBytes(backward) * c.expertBytesFactor;
    build.memory(TermName::RouterScores, bytes * routerBytes * scores,
                 passFlops(backward) * softmaxFlops * scores, c.expertBytesFact);
    // Into the order of the experts and back.
    build.memory(TermName::Permute, bytes * permuteBytes * c.permuteFactor * routed,
                 passFlops(backward) * routed, c.permuteFact);
    const double passes =
        (moe.bias ? c.biasedActivation : c.activationFactor) * c.expertBytesFactor;
    activation(build, local.rows * static_cast<double>(local.width), moe.gated, passes,
               moe.bias ? c.biasedFact : c.activationFact, backward);
    if (local.sharedWidth > 0) {
        activation(build, c.tokens() * static_cast<double>(local.sharedWidth), moe.gated,
                   c.activationFactor, c.activationFact, backward);
    }
    if (moe.denseWidth > 0) {
        elementwiseOf(build, denseBeside(moe), hidden, c, backward);
    }
}

} // namespace

LocalExperts::LocalExperts(const MixtureOfExperts& moe, const LayerContext& c)
    : rows(c.tokens() / static_cast<double>(c.tensorParallel) *
           static_cast<double>(c.expertTensorParallel) * static_cast<double>(moe.perToken) *
           c.expertImbalance),
      experts(static_cast<double>(ceilDivide(moe.experts, c.expertParallel))),
      width(ceilDivide(moe.width, c.expertTensorParallel)),
      sharedWidth(ceilDivide(moe.sharedWidth, c.tensorParallel)) {
    perExpert = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(rows / experts)));
}

LinearList
channelLinears(const ChannelMixer& mixer, std::int64_t hidden, const LayerContext& context) {
    if (const auto* dense = std::get_if<DenseFeedForward>(&mixer)) {
        return linearsOf(*dense, hidden, context);
    }
    if (const auto* moe = std::get_if<MixtureOfExperts>(&mixer)) {
        return linearsOf(*moe, hidden, context);
    }
    return {};
}

void channelElementwise(const KernelBuilder& build,
                        const ChannelMixer& mixer,
                        std::int64_t hidden,
                        const LayerContext& context,
                        bool backward) {
    if (const auto* dense = std::get_if<DenseFeedForward>(&mixer)) {
        elementwiseOf(build, *dense, hidden, context, backward);
    } else if (const auto* moe = std::get_if<MixtureOfExperts>(&mixer)) {
        elementwiseOf(build, *moe, hidden, context, backward);
    }
}

} // namespace roofplan
