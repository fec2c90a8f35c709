// What one sequence keeps in memory for its further tokens: keys and values, which grow with its
// length, and the states of linear attention and state spaces, which do not.
#pragma once

#include "core/architecture/transformer.h"
#include "core/units/quantity.h"

namespace roofplan {

/// Keys and values of a sequence of `sequence` tokens, those of indexers with them, of all layers;
/// multi-token prediction apart. A layer and token: grouped-query attention 2·kv·d (where V is K as
/// well: a norm and rotary positions set them apart); latent attention keyValueRank +
/// rotaryDimension (arXiv 2405.04434 section 2.1.4); compressed attention d, once in the window and
/// once a block. A window or chunk of w tokens keeps min(w, s); nothing is rounded up to pages.
[[nodiscard]] Bytes
keyValueBytes(const Transformer& model, std::int64_t sequence, double bytesPerElement);

/// The same divided by the tokens of the sequence.
[[nodiscard]] Bytes
keyValueBytesPerToken(const Transformer& model, std::int64_t sequence, double bytesPerElement);

/// Elements of the states of one sequence, whatever its length.
struct SequenceState {
    std::int64_t recurrent = 0;   ///< heads·k·v of Gated DeltaNet, heads·d·state of Mamba-2
    std::int64_t convolution = 0; ///< inputs of the last taps − 1 tokens
    std::int64_t compressor = 0;  ///< the block that is being filled, contents and scores

    [[nodiscard]] std::int64_t total() const { return recurrent + convolution + compressor; }

    bool operator==(const SequenceState&) const = default;
};

/// Of all layers. Often kept in other formats than the cache (float32 recurrent states).
[[nodiscard]] SequenceState sequenceState(const Transformer& model);

} // namespace roofplan
