// Which model classes are modelled, and which fields say that a model has a part that is not.
#pragma once

#include "core/interchange/config_reader.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace roofplan {

/// A Hugging Face model class: what its code builds, and what it assumes where config.json is
/// silent. Source: the configuration_*.py and modeling_*.py of the class in transformers 4.5x.
struct ConfigClass {
    std::string_view architecture;
    std::string_view modelType;
    std::optional<std::int64_t> headDimension; ///< hidden / heads when absent
    std::optional<std::int64_t> keyValueHeads; ///< the query heads when absent
    std::optional<std::int64_t> slidingWindow; ///< assumed where the key is missing
    bool slidingWindowSwitch = false;          ///< only used with use_sliding_window
    bool queryKeyNorm = false;
    bool queryKeyValueBias = false; ///< always there, whatever attention_bias says
    bool readsAttentionBias = false;
    bool readsMlpBias = false;
};

/// The class that builds the model, or null; reports what is not modelled, each at its field.
[[nodiscard]] const ConfigClass* supportedClass(ConfigReader& config);

} // namespace roofplan
