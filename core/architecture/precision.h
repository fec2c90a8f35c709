// Number formats of weights and matrix operands.
#pragma once

#include "core/units/quantity.h"

#include <array>
#include <optional>
#include <string_view>

namespace roofplan {

enum class Precision { Bf16, Fp16, Fp8, Nvfp4, Int8 };

struct PrecisionName {
    Precision precision;
    std::string_view key;
    std::string_view label;
};

inline constexpr std::array<PrecisionName, 5> precisionNames{{
    {Precision::Bf16, "bf16", "BF16"},
    {Precision::Fp16, "fp16", "FP16"},
    {Precision::Fp8, "fp8", "FP8"},
    {Precision::Nvfp4, "nvfp4", "NVFP4"},
    {Precision::Int8, "int8", "INT8"},
}};

[[nodiscard]] constexpr std::string_view precisionKey(Precision precision) {
    return precisionNames[static_cast<std::size_t>(precision)].key;
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
