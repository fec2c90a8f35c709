// Number formats of weights and matrix operands.
#pragma once

#include "core/units/quantity.h"

#include <array>
#include <optional>
#include <string_view>

namespace roofplan {

enum class Precision { Bf16, Fp16, Fp8, Mxfp8, Nvfp4, Int8 };

struct PrecisionName {
    Precision precision;
    std::string_view key;
    std::string_view label;
};

inline constexpr std::array<PrecisionName, 6> precisionNames{{
    {Precision::Bf16, "bf16", "BF16"},
    {Precision::Fp16, "fp16", "FP16"},
    {Precision::Fp8, "fp8", "FP8"},
    {Precision::Mxfp8, "mxfp8", "MXFP8"},
    {Precision::Nvfp4, "nvfp4", "NVFP4"},
    {Precision::Int8, "int8", "INT8"},
}};

[[nodiscard]] constexpr std::string_view precisionKey(Precision precision) {
    return precisionNames[static_cast<std::size_t>(precision)].key;
}

/// 16-bit formats, which need no recipe.
[[nodiscard]] constexpr bool isHalf(Precision precision) {
    return precision == Precision::Bf16 || precision == Precision::Fp16;
}

/// Bytes of an element with its share of the block scales: a byte a 32 elements of MXFP8, a byte a
/// 16 of NVFP4 (OCP MX v1.0; NVIDIA, Pretraining LLMs with NVFP4, arXiv 2509.25149).
[[nodiscard]] constexpr double bytesPerElement(Precision precision) {
    switch (precision) {
    case Precision::Bf16:
    case Precision::Fp16:
        return 2.0;
    case Precision::Fp8:
    case Precision::Int8:
        return 1.0;
    case Precision::Mxfp8:
        return 1.0 + 1.0 / 32.0;
    case Precision::Nvfp4:
        return 0.5 + 1.0 / 16.0;
    }
    return 2.0;
}

[[nodiscard]] constexpr std::string_view precisionLabel(Precision precision) {
    return precisionNames[static_cast<std::size_t>(precision)].label;
}

[[nodiscard]] constexpr std::optional<Precision> precisionFromKey(std::string_view key) {
    for (const PrecisionName& name : precisionNames) {
        if (name.key == key) {
            return name.precision;
        }
    }
    return std::nullopt;
}

} // namespace roofplan
