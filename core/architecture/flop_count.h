// Model FLOPs of a transformer: matrix multiplications only, a multiply-add is 2, no recompute.
#pragma once

#include "core/architecture/transformer.h"
#include "core/units/quantity.h"

namespace roofplan {

/// Which pairs of tokens the attention scores are counted for. Print uses both.
enum class AttentionFlops {
    CausalHalf, ///< a token attends to half the sequence on average (Megatron-Core, FlashAttention)
    Full, ///< every pair, 12·L·a·d·s per token and step (PaLM, arXiv 2204.02311 appendix B)
};

struct ForwardFlops {
    Flops linears;   ///< Q, K, V, output and feed-forward projections
    Flops attention; ///< scores and values
    Flops lmHead;

    [[nodiscard]] Flops total() const { return linears + attention + lmHead; }
};

/// FLOPs of the forward pass per token at sequence length `sequence` tokens.
[[nodiscard]] ForwardFlops
forwardFlopsPerToken(const Transformer& model, std::int64_t sequence, AttentionFlops convention);

/// Forward + backward per token: three times the forward pass (each GEMM has two gradient GEMMs).
[[nodiscard]] Flops
modelFlopsPerToken(const Transformer& model, std::int64_t sequence, AttentionFlops convention);

} // namespace roofplan
