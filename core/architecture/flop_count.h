// Model FLOPs of a transformer: matrix multiplications only, a multiply-add is 2, no recompute,
// nothing that depends on how a kernel does it.
#pragma once

#include "core/architecture/parameter_count.h"
#include "core/architecture/transformer.h"
#include "core/units/quantity.h"

namespace roofplan {

/// Which pairs of tokens the attention scores are counted for. Print uses both.
enum class AttentionFlops {
    CausalHalf, ///< a token attends to half the sequence on average (Megatron-Core, FlashAttention)
    Full, ///< every pair, 12·L·a·d·s per token and step (PaLM, arXiv 2204.02311 appendix B)
};

struct ForwardFlops {
    Flops linears;   ///< 2 for each weight a token is multiplied with, and mixing residual streams
    Flops attention; ///< scores and values
    Flops indexer;   ///< scores of the small attention that picks keys
    Flops state;     ///< reading and writing the state of linear attention and state spaces
    Flops lmHead;
    Flops multiTokenPrediction; ///< all modules with their passes through the head; apart

    /// Of the main model, without multi-token prediction.
    [[nodiscard]] Flops total() const { return linears + attention + indexer + state + lmHead; }
};

/// Keys that a token sees on average over a sequence of `sequence` tokens. With the causal half a
/// window of w < s tokens gives w − w²/2s, which meets s/2 at w = s (a token counts itself half);
/// chunks of c give c/2, the last one what is left of it. In full they give w and c.
[[nodiscard]] double
averageKeys(const AttentionSpan& span, std::int64_t sequence, AttentionFlops convention);

/// FLOPs of the forward pass per token at sequence length `sequence` tokens.
///
/// Latent attention is counted with its heads' keys and values expanded (arXiv 2405.04434), the
/// cheaper form over a sequence; decoding absorbs them. An indexer scores every key it may pick
/// from, attention then reads the picked ones. Compressed attention reads its window and one key a
/// block of tokens. The state of Gated DeltaNet is read with K, written with K and read with Q: 6
/// FLOPs an element and token (arXiv 2412.06464 section 3.1), that of Mamba-2 written and read: 4
/// (arXiv 2405.21060 equation 1). Chunked kernels do the same over chunks of C tokens and in
/// addition, a token, 2·C·(3·k + 2·v) a head for the delta rule (its section 3) and
/// 2·C·(groups·state + heads·d) for the state space (its section 6); that is a kernel's work.
[[nodiscard]] ForwardFlops
forwardFlopsPerToken(const Transformer& model, std::int64_t sequence, AttentionFlops convention);

/// The same where the parameters of the model are already counted.
[[nodiscard]] ForwardFlops forwardFlopsPerToken(const Transformer& model,
                                                const ParameterCount& parameters,
                                                std::int64_t sequence,
                                                AttentionFlops convention);

/// Forward + backward per token: three times the forward pass (each GEMM has two gradient GEMMs).
[[nodiscard]] Flops
modelFlopsPerToken(const Transformer& model, std::int64_t sequence, AttentionFlops convention);

} // namespace roofplan
