// The number format that the published weights of a model are stored in.
#pragma once

#include "core/architecture/precision.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace roofplan {

/// A number format of weights. The MX formats and NVFP4 share a scale among few weights.
enum class WeightFormat { Bf16, Fp8, Mxfp8, Mxfp4, Nvfp4, Int8, Int4 };

struct WeightFormatName {
    WeightFormat format;
    std::string_view key;
    std::string_view label;
    int bits;           ///< of a weight
    int scaleBits;      ///< of the scale that a group of weights shares
    std::int64_t group; ///< weights that share a scale where the file does not say, 0 for too many
};

/// Sources: OCP Microscaling Formats (MX) v1.0 sections 5.2 and 5.3 (E8M0 scale for 32 weights);
/// NVFP4, arXiv 2509.25149 section 2 (E4M3 scale for 16); block scales of FP8 checkpoints are FP32
/// (arXiv 2412.19437 section 3.3); scales of packed integers are 16 bits wide (compressed-tensors).
inline constexpr std::array<WeightFormatName, 7> weightFormatNames{{
    {WeightFormat::Bf16, "bf16", "BF16", 16, 0, 0},
    {WeightFormat::Fp8, "fp8", "FP8", 8, 32, 0},
    {WeightFormat::Mxfp8, "mxfp8", "MXFP8", 8, 8, 32},
    {WeightFormat::Mxfp4, "mxfp4", "MXFP4", 4, 8, 32},
    {WeightFormat::Nvfp4, "nvfp4", "NVFP4", 4, 8, 16},
    {WeightFormat::Int8, "int8", "INT8", 8, 16, 0},
    {WeightFormat::Int4, "int4", "INT4", 4, 16, 128},
}};

[[nodiscard]] constexpr const WeightFormatName& weightFormatName(WeightFormat format) {
    return weightFormatNames[static_cast<std::size_t>(format)];
}

[[nodiscard]] constexpr std::optional<WeightFormat> weightFormatFromKey(std::string_view key) {
    for (const WeightFormatName& name : weightFormatNames) {
        if (name.key == key) {
            return name.format;
        }
    }
    return std::nullopt;
}

struct Quantization {
    WeightFormat weights = WeightFormat::Bf16; ///< of the bulk of the weights
    std::int64_t groupSize = 0; ///< weights that share a scale (128·128 of a block), 0 for a row or
                                ///< a whole matrix
    std::optional<Precision> keyValueCache; ///< asked for by the file, empty where it says nothing
    std::string method;                     ///< as the file names it, "compressed-tensors"

    bool operator==(const Quantization&) const = default;
};

/// Bits a weight of the bulk takes with its share of the scales: the format's own and the scale's
/// over the group. Scales of rows and matrices, and zero points, are left out (below 0.05 bits).
[[nodiscard]] constexpr double bitsPerWeight(const Quantization& quantization) {
    const WeightFormatName& name = weightFormatName(quantization.weights);
    const double share =
        quantization.groupSize > 0
            ? static_cast<double>(name.scaleBits) / static_cast<double>(quantization.groupSize)
            : 0.0;
    return static_cast<double>(name.bits) + share;
}

} // namespace roofplan
