#include "core/catalogue/schema_words.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

namespace roofplan {

namespace {

using nlohmann::json;

constexpr std::size_t longestExcerpt = 60;

/// A part of a schema with the document its references start from.
struct Part {
    const json* schema = nullptr;
    const json* root = nullptr;
};

const json* memberOf(const json* object, const std::string& key) {
    if (object == nullptr || !object->is_object()) {
        return nullptr;
    }
    const auto found = object->find(key);
    return found == object->end() ? nullptr : &*found;
}

/// `part`, or what it refers to by "$ref".
Part followed(Part part, const SchemaSource& others) {
    const json* const reference = memberOf(part.schema, "$ref");
    if (reference == nullptr || !reference->is_string()) {
        return part;
    }
    const auto target = reference->get<std::string>();
    const std::size_t hash = target.find('#');
    const std::string file = target.substr(0, hash);
    const json* const root = file.empty() ? part.root : others(file);
    if (root == nullptr || hash == std::string::npos) {
        return {root, root};
    }
    const json::json_pointer pointer(target.substr(hash + 1));
    return root->contains(pointer) ? Part{&root->at(pointer), root} : Part{};
}

/// True when each member that `condition` names has one of the values it allows.
bool holds(const json& condition, const json& value) {
    const json* const properties = memberOf(&condition, "properties");
    if (properties == nullptr) {
        return false;
    }
    return std::ranges::all_of(properties->items(), [&value](const auto& item) {
        const json* const words = memberOf(&item.value(), "enum");
        const json* const member = memberOf(&value, item.key());
        return words != nullptr && member != nullptr &&
               std::ranges::find(*words, *member) != words->end();
    });
}

/// `part`, or what it becomes for `value`: the "then" of the first "if" in its "allOf" that holds.
Part chosen(const Part& part, const json& value, const SchemaSource& others) {
    const json* const all = memberOf(part.schema, "allOf");
    if (all == nullptr || !all->is_array()) {
        return part;
    }
    for (const json& candidate : *all) {
        const json* const condition = memberOf(&candidate, "if");
        const json* const then = memberOf(&candidate, "then");
        if (condition != nullptr && then != nullptr && holds(*condition, value)) {
            return followed({then, part.root}, others);
        }
    }
    return part;
}

/// The schema of one member or item of what `part` describes.
Part stepped(const Part& part, const std::string& step) {
    if (const json* const property = memberOf(memberOf(part.schema, "properties"), step)) {
        return {property, part.root};
    }
    const json* const items = memberOf(part.schema, "items");
    return {items != nullptr ? items : memberOf(part.schema, "additionalProperties"), part.root};
}

/// The steps of a pointer, its escapes undone.
std::vector<std::string> stepsOf(const std::string& pointer) {
    std::vector<std::string> steps;
    for (json::json_pointer rest(pointer); !rest.empty(); rest.pop_back()) {
        steps.push_back(rest.back());
    }
    std::ranges::reverse(steps);
    return steps;
}

std::string excerpt(const json& value) {
    std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
    return text.size() > longestExcerpt ? text.substr(0, longestExcerpt) + "…" : text;
}

std::string listed(const json& names) {
    std::string list;
    for (const auto& item : names.items()) {
        const json& value = item.value();
        list += (list.empty() ? "" : ", ") +
                (names.is_object() ? item.key()
                                   : (value.is_string() ? value.get<std::string>() : value.dump()));
    }
    return list;
}

/// The allowed values in words: the schema's description, its enumeration or its type.
std::string allowedWords(const json& schema) {
    for (const char* const key : {"description", "enum", "type"}) {
        if (const json* const words = memberOf(&schema, key)) {
            return words->is_string() ? words->get<std::string>() : listed(*words);
        }
    }
    return {};
}

Diagnostic finding(std::string place, Text text) {
    return {.code = "spec.schema", .place = std::move(place), .text = std::move(text)};
}

/// What is wrong with the number of items of a list or members of an object, if anything is.
std::optional<Diagnostic>
sizeFinding(const json& value, const json& schema, const std::string& place) {
    if (!value.is_structured()) {
        return std::nullopt;
    }
    const bool list = value.is_array();
    const json* const least = memberOf(&schema, list ? "minItems" : "minProperties");
    const json* const most = memberOf(&schema, list ? "maxItems" : "maxProperties");
    const bool tooFew = least != nullptr && value.size() < least->get<std::size_t>();
    const bool tooMany = most != nullptr && value.size() > most->get<std::size_t>();
    if (!tooFew && !tooMany) {
        return std::nullopt;
    }
    std::vector<std::string> words{std::to_string(value.size()), (tooFew ? least : most)->dump()};
    if (tooFew) {
        return finding(place,
                       {list ? translatable("core", "Found {0} items; allowed: at least {1}.")
                             : translatable("core", "Found {0} members; allowed: at least {1}."),
                        std::move(words)});
    }
    return finding(place, {list ? translatable("core", "Found {0} items; allowed: at most {1}.")
                                : translatable("core", "Found {0} members; allowed: at most {1}."),
                           std::move(words)});
}

Diagnostics memberFindings(const json& value, const json& schema, const std::string& place) {
    Diagnostics findings;
    if (const json* const required = memberOf(&schema, "required")) {
        for (const json& key : *required) {
            if (key.is_string() && !value.contains(key.get<std::string>())) {
                findings.push_back(
                    finding(place, {translatable("core", "'{0}' is missing."), {key}}));
            }
        }
    }
    const json* const properties = memberOf(&schema, "properties");
    const json* const additional = memberOf(&schema, "additionalProperties");
    if (properties != nullptr && additional != nullptr && *additional == false) {
        for (const auto& item : value.items()) {
            if (!properties->contains(item.key())) {
                findings.push_back(finding(place + "/" + item.key(),
                                           {translatable("core", "Found '{0}'; allowed: {1}."),
                                            {item.key(), listed(*properties)}}));
            }
        }
    }
    return findings;
}

} // namespace

Diagnostics schemaFindings(const json& document,
                           const json& schema,
                           const SchemaSource& others,
                           const std::string& pointer,
                           const std::string& reason,
                           const std::string& file) {
    const json* value = &document;
    Part part{&schema, &schema};
    for (const std::string& step : stepsOf(pointer)) {
        part = chosen(followed(part, others), *value, others);
        part = followed(stepped(part, step), others);
        if (value->is_array()) {
            std::size_t index = 0;
            std::from_chars(step.data(), step.data() + step.size(), index);
            value = &value->at(index);
        } else {
            value = &value->at(step);
        }
    }
    part = chosen(part, *value, others);
    const std::string place = file + "#" + pointer;
    if (part.schema != nullptr) {
        Diagnostics findings =
            value->is_object() ? memberFindings(*value, *part.schema, place) : Diagnostics{};
        if (!findings.empty()) {
            return findings;
        }
        if (std::optional<Diagnostic> wrong = sizeFinding(*value, *part.schema, place)) {
            return {std::move(*wrong)};
        }
        if (const std::string words = allowedWords(*part.schema); !words.empty()) {
            return {finding(place, {translatable("core", "Found {0}; allowed: {1}."),
                                    {excerpt(*value), words}})};
        }
    }
    return {finding(place, {translatable("core", "Does not fit the schema: {0}"), {reason}})};
}

} // namespace roofplan
