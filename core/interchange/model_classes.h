// Which Hugging Face model classes are understood, and the reader of each.
#pragma once

#include "core/architecture/transformer.h"
#include "core/interchange/config_reader.h"

#include <string_view>

namespace roofplan {

/// A model class of transformers, or of the code that its owner published with the weights.
struct ModelClass {
    std::string_view architecture; ///< in `architectures`
    std::string_view modelType;    ///< in `model_type`
    bool nested = false;           ///< the language model is in `text_config`
    void (*read)(ConfigReader& config, ConfigReader& text, Transformer& model) = nullptr;
};

/// The class that builds the model, or null with errors: by `architectures`, by `model_type` where
/// that is missing; the two must agree.
[[nodiscard]] const ModelClass* modelClass(ConfigReader& config);

} // namespace roofplan
