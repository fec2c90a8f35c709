// Bytes that the forward pass of a micro-batch leaves for its backward pass.
#pragma once

#include "core/architecture/transformer.h"
#include "core/scenario/scenario.h"
#include "core/units/quantity.h"

namespace roofplan {

struct ActivationContext {
    std::int64_t sequences = 1; ///< micro-batch
    std::int64_t sequence = 1;  ///< tokens
    std::int64_t tensorParallel = 1;
    std::int64_t contextParallel = 1;
    std::int64_t expertTensorParallel = 1;
    double expertImbalance = 1.0; ///< rows of the busiest rank over the mean
    double linearBytes = 2.0;     ///< an element kept for a linear: 1 in 8 bits, 0 where frozen
    bool sequenceParallel = false;
    bool flash = true; ///< otherwise softmax and dropped scores are kept
    bool dropout = false;
    Recompute recompute = Recompute::None;
    RecomputeModules modules; ///< of selective recomputation

    [[nodiscard]] double tokens() const {
        return static_cast<double>(sequences) * static_cast<double>(sequence) /
               static_cast<double>(contextParallel);
    }

    [[nodiscard]] double shardTokens() const {
        return tokens() / (sequenceParallel ? static_cast<double>(tensorParallel) : 1.0);
    }
};

/// One layer, T tokens of this rank, t = TP, t_s = TP with sequence parallelism and 1 without, x
/// bytes kept of a linear's input:
///   T·h/t_s·(2·(2 + x) + 2 with dropout)         norm and linear inputs, dropout masks
///   + T·(2·a·d + 4·kv·d + 2·a·d)/t               Q, K, V, input of the output projection
///   + T·2·(a + kv)·d/t                           inputs of query and key norms, where there are
///   any
///   + T·(4 gated, 2 otherwise, + x)·f/t          feed-forward
///   + 4·T·a/t with flash (log-sum-exp), else T·s·a·(2, 5 with dropout)/t
/// Latent attention keeps 2·T·(2·q_l + 2·kv_l + d_r) + 2·T·(2·a·(d_n + d_r) + a·(d_n + 2·d_v))/t
/// instead; experts R·(h·x + (4 gated, 2 otherwise, + x)·f_e/etp) + 8·T·E/t for R = T/t·etp·K
/// routed rows, with shared experts and a dense feed-forward beside them as a feed-forward.
/// selective recomputation leaves out the last line, full keeps the layer's input alone: 2·T·h/t_s.
/// For GPT models this is s·b·h(10 + 24/t + 5as/(ht)) and its kin: arXiv 2205.05198 table 2.
[[nodiscard]] Bytes
layerActivations(const Transformer& model, const LayerKind& kind, const ActivationContext& context);

/// Beyond the layers: the dropout mask of the embedding (1 byte an element), one a micro-batch in
/// flight.
[[nodiscard]] Bytes embeddingActivations(const Transformer& model,
                                         const ActivationContext& context);

/// Final norm's and head's inputs, 4·T·h/t_s. Logits are counted apart.
[[nodiscard]] Bytes headActivations(const Transformer& model, const ActivationContext& context);

} // namespace roofplan
