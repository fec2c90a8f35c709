// JSON Schema (draft 7) for the files of a catalogue folder.
#pragma once

#include "core/base/diagnostic.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace roofplan {

/// The schemas in one folder, each read once when it is first needed. A schema may refer to another
/// of the folder by file name: {"$ref": "entry.schema.json#/definitions/facts"}.
class SchemaFolder {
public:
    explicit SchemaFolder(std::filesystem::path folder);
    ~SchemaFolder();

    /// What is wrong with `document` by `name`.schema.json, one finding a place ("spec.schema")
    /// and a thousand places at most;
    /// `file` is what the findings name. A schema that cannot be used is a finding too.
    [[nodiscard]] Diagnostics
    check(const nlohmann::json& document, const std::string& name, const std::string& file);

private:
    struct Loaded;
    struct Validator;

    std::filesystem::path m_folder;
    std::map<std::string, std::unique_ptr<Loaded>> m_loaded;
    std::unique_ptr<Validator> m_validator;
};

} // namespace roofplan
