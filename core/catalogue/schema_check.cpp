#include "core/catalogue/schema_check.h"

#include "core/base/json_text.h"
#include "core/base/text_file.h"
#include "core/catalogue/schema_words.h"
#include "core/catalogue/spec_document.h"

#include <algorithm>
#include <exception>
#include <set>
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

constexpr std::size_t longestText = 10'000;

bool isLong(const std::string& text) {
    return text.size() > longestText;
}

bool hasLongText(const json& value) {
    if (value.is_string()) {
        return isLong(value.get_ref<const std::string&>());
    }
    if (const auto* const object = value.get_ptr<const json::object_t*>()) {
        return std::ranges::any_of(*object, [](const auto& member) {
            return isLong(member.first) || hasLongText(member.second);
        });
    }
    return value.is_array() && std::ranges::any_of(value, hasLongText);
}

/// Texts are held against patterns by std::regex, which takes stack for every letter.
Diagnostic longTextFinding(const json& value, const std::string& place) {
    if (const auto* const object = value.get_ptr<const json::object_t*>()) {
        for (const auto& [key, member] : *object) {
            if (!isLong(key) && hasLongText(member)) {
                return longTextFinding(member, place + pointerOf({"", key}));
            }
        }
    } else if (value.is_array()) {
        const auto item = std::ranges::find_if(value, hasLongText);
        return longTextFinding(*item, place + "/" + std::to_string(item - value.begin()));
    }
    return {
        .code = "spec.schema",
        .place = place,
        .text = {translatable("core", "Found a text longer than the {0} bytes that are allowed."),
                 {std::to_string(longestText)}}};
}

/// A file of thousands of wrong members is as wrong as one of some.
constexpr std::size_t mostErrors = 1000;

/// Place and words of the deepest errors only: a wrong member makes every object around it wrong.
std::vector<std::pair<std::string, std::string>> deepest(valijson::ValidationResults& results) {
    std::vector<std::pair<std::string, std::string>> errors;
    std::set<std::string> around;
    std::set<std::string> said;
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
        const std::string pointer = pointerOf(error.context);
        for (std::size_t end = pointer.rfind('/'); end != std::string::npos && end < pointer.size();
             end = end == 0 ? std::string::npos : pointer.rfind('/', end - 1)) {
            around.insert(pointer.substr(0, end));
        }
        if (said.insert(pointer).second) {
            errors.emplace_back(pointer, error.description);
        }
    }
    std::erase_if(errors, [&](const auto& e) { return around.contains(e.first); });
    errors.resize(std::min(errors.size(), mostErrors));
    return errors;
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

/// Keeps the patterns of texts compiled.
struct SchemaFolder::Validator : valijson::Validator {};

SchemaFolder::SchemaFolder(std::filesystem::path folder)
    : m_folder(std::move(folder)), m_validator(std::make_unique<Validator>()) {}

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
    if (hasLongText(document)) {
        return {longTextFinding(document, file + "#")};
    }
    try {
        // What is right is most often so, and is found so in a fraction of the time.
        if (m_validator->validate(loaded->schema, Adapter(document), nullptr)) {
            return {};
        }
        valijson::ValidationResults results;
        (void)m_validator->validate(loaded->schema, Adapter(document), &results);
        return loaded->findings(document, results, file);
    } catch (const std::exception& error) {
        return {unusable(file, error.what())};
    }
}

} // namespace roofplan
