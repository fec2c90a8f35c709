// A piece of the model that a pipeline stage holds, and the two passes over it.
#pragma once

#include <cstdint>

namespace roofplan {

/// A layer kind, or what stands before and after the layers.
struct Piece {
    enum class Part : std::uint8_t {
        Layer,
        Embedding,
        Head,
        Prediction, ///< what joins embedding and hidden state in front of a predicted token's layer
    };

    Part part = Part::Layer;
    std::int16_t kind = -1; ///< index of the layer kind
    bool repeated = false;  ///< the backward pass repeats the whole forward pass
};

enum class Pass : std::uint8_t { Forward, Backward };

} // namespace roofplan
