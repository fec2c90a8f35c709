#include "core/catalogue/schema_check.h"

#include "core/base/json_text.h"
#include "core/base/text_file.h"
#include "core/catalogue/schema_words.h"
#include "core/catalogue/spec_document.h"

#include <algorithm>
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
    return parseJsonText(*text, schemaPlace(file), "spec.json");
}

/// "<root>", "[facts]", "[3]" as the pointer "/facts/3".
std::string pointerOf(const std::vector<std::string>& context) {
    std::string pointer;
    for (std::size_t i = 1; i < context.size(); ++i) {
        std::string step = context[i];
        if (step.size() >= 2 && step.front() == '[' && step.back() == ']') {
            step = step.substr(1, step.size() - 2);
        }
        pointer += "/";
        for (const char c : step) {
            pointer += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
        }
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

/// Place and words of the deepest errors only: a wrong member makes every object around it wrong.
std::vector<std::pair<std::string, std::string>> deepest(valijson::ValidationResults& results) {
    std::vector<std::pair<std::string, std::string>> errors;
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
        errors.emplace_back(pointerOf(error.context), error.description);
    }
    std::vector<std::pair<std::string, std::string>> kept;
    for (const auto& candidate : errors) {
        const bool outer = std::ranges::any_of(
            errors, [&](const auto& other) { return isAncestor(candidate.first, other.first); });
        const bool again =
            std::ranges::any_of(kept, [&](const auto& k) { return k.first == candidate.first; });
        if (!outer && !again) {
            kept.push_back(candidate);
        }
    }
    return kept;
}

} // namespace

struct SchemaFolder::Loaded {
    json document;
    std::map<std::string, std::unique_ptr<json>> others;
    valijson::Schema schema;
    Diagnostics broken;

    /// Another schema of the folder, read once; null when there is none.
    const json* other(const std::string& file) {
        if (!others.contains(file)) {
            Expected<json> text = readSchema(m_folder, file);
            others[file] = text ? std::make_unique<json>(std::move(*text)) : nullptr;
        }
        return others[file].get();
    }

    [[nodiscard]] Diagnostics
    findings(const json& checked, valijson::ValidationResults& results, const std::string& file) {
        Diagnostics all;
        for (const auto& [pointer, reason] : deepest(results)) {
            const Diagnostics found = schemaFindings(
                checked, document, [this](const std::string& name) { return other(name); }, pointer,
                reason, file);
            all.insert(all.end(), found.begin(), found.end());
        }
        return all;
    }

    void read(const std::filesystem::path& folder, const std::string& file) {
        Expected<json> text = readSchema(folder, file);
        if (!text) {
            broken = text.error();
            return;
        }
        document = std::move(*text);
        m_folder = folder;
        const auto fetch = [this](const std::string& uri) { return other(uri); };
        try {
            valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
            parser.populateSchema(Adapter(document), schema, fetch, [](const json*) {});
        } catch (const std::exception& error) {
            broken = {unusable(schemaPlace(file), error.what())};
        }
    }

private:
    std::filesystem::path m_folder;
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
                   : loaded->findings(document, results, file);
    } catch (const std::exception& error) {
        return {unusable(file, error.what())};
    }
}

} // namespace roofplan
