// A Hugging Face config.json to a transformer: the families of model_classes.cpp; anything else is
// refused naming the field that says so.
#pragma once

#include "core/base/expected.h"
#include "core/catalogue/catalogue.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace roofplan {

struct ImportedModel {
    ModelEntry entry;
    Diagnostics assumptions; ///< what the file leaves open and the importer filled in (Info), and
                             ///< what it did not understand (Warning), each with its place
};

/// An hf_quant_config.json as it lies beside a config.json.
struct QuantizationFile {
    std::string text;
    std::string name; ///< for messages
};

/// Fails with the file name and JSON pointer: not JSON or truncated ("config.not_json"), no
/// transformer ("config.not_a_model"), the quantisation of a model without it
/// ("config.quantization_alone"), an architecture not modelled yet ("config.unsupported"), a
/// missing or impossible value ("config.missing", "config.value"). The entry's id is made from the
/// file name; whatever is imported can be written to a model file and read back.
[[nodiscard]] Expected<ImportedModel>
importHuggingFaceConfig(std::string_view text,
                        std::string_view fileName,
                        const std::optional<QuantizationFile>& beside = {});

/// The same for a file, with the quantisation file beside it: hf_quant_config.json beside
/// config.json, X.hf_quant_config.json beside X.config.json. Messages name `fileName`.
[[nodiscard]] Expected<ImportedModel> importHuggingFaceFile(const std::filesystem::path& path,
                                                            std::string_view fileName);

} // namespace roofplan
