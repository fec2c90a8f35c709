// The kernels of token mixers (attention) and channel mixers (feed-forward, experts) as one rank
// holds them.
#pragma once

#include "core/architecture/transformer.h"
#include "core/operators/kernel_builder.h"

#include <array>
#include <cstdint>

namespace roofplan {

/// The linears of a mixer in the order they run.
struct LinearList {
    std::array<Linear, 8> linears{};
    std::size_t count = 0;

    void add(const Linear& linear) { linears[count++] = linear; }

    [[nodiscard]] auto begin() const { return linears.begin(); }

    [[nodiscard]] auto end() const { return linears.begin() + static_cast<std::ptrdiff_t>(count); }
};

/// Projections in front of attention and behind it. KV heads are replicated where TP exceeds them.
struct AttentionLinears {
    LinearList input;
    LinearList output;
};

[[nodiscard]] AttentionLinears
attentionLinears(const TokenMixer& mixer, std::int64_t hidden, const LayerContext& context);

/// Scores, softmax and values: fused, or through HBM without flash.
void attentionCore(const KernelBuilder& build,
                   const TokenMixer& mixer,
                   const LayerContext& context,
                   bool backward);

/// Rotary positions, norms of queries and keys, gates, the layout of latent heads.
void attentionElementwise(const KernelBuilder& build,
                          const TokenMixer& mixer,
                          const LayerContext& context,
                          bool backward);

/// Rows and experts of a mixture on one rank: R = T/tp·etp·K routed rows over E/ep experts. Source:
/// study of published training steps, specs/README.md.
struct LocalExperts {
    double rows = 0.0;          ///< routed, of the busiest rank
    double experts = 0.0;       ///< local
    std::int64_t perExpert = 1; ///< rows of an expert
    std::int64_t width = 0;     ///< of an expert on this rank
    std::int64_t sharedWidth = 0;

    LocalExperts(const MixtureOfExperts& moe, const LayerContext& context);

    /// Expert matrices that hold rows, at most `experts`.
    [[nodiscard]] double touched() const { return rows / static_cast<double>(perExpert); }
};

/// Router, feed-forward or experts, shared experts.
[[nodiscard]] LinearList
channelLinears(const ChannelMixer& mixer, std::int64_t hidden, const LayerContext& context);

/// Activation function, permutation of routed rows, router scores.
void channelElementwise(const KernelBuilder& build,
                        const ChannelMixer& mixer,
                        std::int64_t hidden,
                        const LayerContext& context,
                        bool backward);

// Vector operations an element: they place a kernel on the roofline, they never bind. Source: the
// counts of Isaev et al., Calculon, SC 2023, for layer norm, GeLU, softmax, residual.
inline constexpr double normFlops = 9.0;
inline constexpr double softmaxFlops = 5.0;
inline constexpr double activationFlops = 8.0;
inline constexpr double rotaryFlops = 3.0;
inline constexpr double lossFlops = 8.0;
inline constexpr double backwardVectorFlops = 1.6;

/// Memory-bound kernels move twice their forward bytes backward: the forward's operands and the
/// gradient.
[[nodiscard]] constexpr double passBytes(bool backward) {
    return backward ? 2.0 : 1.0;
}

[[nodiscard]] constexpr double passFlops(bool backward) {
    return backward ? backwardVectorFlops : 1.0;
}

} // namespace roofplan
