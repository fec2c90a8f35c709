#include "core/catalogue/schema_check.h"

#include "core/base/text_file.h"
#include "core/catalogue/spec_document.h"

#include <exception>
#include <utility>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

namespace roofplan {

namespace {

using Adapter = valijson::adapters::NlohmannJsonAdapter;
using nlohmann::json;

std::string schemaPlace(const std::string& file) {
    return "schema/" + file;
}

Expected<json> readSchema(const std::filesystem::path& folder, const std::string& file) {
    Expected<std::string> text = readTextFile(folder / file);
    if (!text) {
        for (Diagnostic& diagnostic : text.error()) {
            diagnostic.place = schemaPlace(file);
        }
        return tl::unexpected(text.error());
    }
    return parseJson(*text, schemaPlace(file));
}

/// "<root>", "[facts]", "[3]" as the pointer "/facts/3".
std::string pointerOf(const std::vector<std::string>& context) {
    std::string pointer;
    for (std::size_t i = 1; i < context.size(); ++i) {
        std::string step = context[i];
        if (step.size() >= 2 && step.front() == '[' && step.back() == ']') {
            step = step.substr(1, step.size() - 2);
        }
        pointer += "/" + step;
    }
    return pointer;
}

Diagnostic unusable(const std::string& place, const std::string& reason) {
    return {.code = "spec.schema",
            .place = place,
            .text = {translatable("core", "The schema cannot be used: {0}"), {reason}}};
}

bool isAncestor(const std::string& outer, const std::string& inner) {
    return inner.size() > outer.size() && inner.starts_with(outer) && inner[outer.size()] == '/';
}

/// The deepest findings only: a wrong member makes every object around it wrong as well.
Diagnostics findingsOf(valijson::ValidationResults& results, const std::string& file) {
    std::vector<std::pair<std::string, std::string>> errors;
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
        errors.emplace_back(pointerOf(error.context), error.description);
    }
    Diagnostics findings;
    for (const auto& [pointer, description] : errors) {
        bool outer = false;
        for (const auto& other : errors) {
            outer = outer || isAncestor(pointer, other.first);
        }
        if (!outer) {
            findings.push_back(
                {.code = "spec.schema",
                 .place = file + "#" + pointer,
                 .text = {translatable("core", "Does not fit the schema: {0}"), {description}}});
        }
    }
    return findings;
}

} // namespace

struct SchemaFolder::Loaded {
    json document;
    std::map<std::string, std::unique_ptr<json>> others;
    valijson::Schema schema;
    Diagnostics broken;

    void read(const std::filesystem::path& folder, const std::string& file) {
        Expected<json> text = readSchema(folder, file);
        if (!text) {
            broken = text.error();
            return;
        }
        document = std::move(*text);
        const auto fetch = [&](const std::string& uri) -> const json* {
            Expected<json> other = readSchema(folder, uri);
            return other ? others.emplace(uri, std::make_unique<json>(std::move(*other)))
                               .first->second.get()
                         : nullptr;
        };
        try {
            valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
            parser.populateSchema(Adapter(document), schema, fetch, [](const json*) {});
        } catch (const std::exception& error) {
            broken = {unusable(schemaPlace(file), error.what())};
        }
    }
};

SchemaFolder::SchemaFolder(std::filesystem::path folder) : m_folder(std::move(folder)) {}

SchemaFolder::~SchemaFolder() = default;

Diagnostics
SchemaFolder::check(const json& document, const std::string& name, const std::string& file) {
    std::unique_ptr<Loaded>& loaded = m_loaded[name];
    if (!loaded) {
        loaded = std::make_unique<Loaded>();
        loaded->read(m_folder, name + ".schema.json");
    }
    if (!loaded->broken.empty()) {
        return loaded->broken;
    }
    try {
        valijson::Validator validator(valijson::Validator::kStrongTypes);
        valijson::ValidationResults results;
        return validator.validate(loaded->schema, Adapter(document), &results)
                   ? Diagnostics{}
                   : findingsOf(results, file);
    } catch (const std::exception& error) {
        return {unusable(file, error.what())};
    }
}

} // namespace roofplan
