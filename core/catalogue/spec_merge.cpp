#include "core/catalogue/spec_document.h"

#include <algorithm>
#include <set>
#include <utility>

namespace roofplan {

namespace {

using nlohmann::json;

/// Why a user's figure is preferred where they do not say.
constexpr auto ownReason = translatable("core", "your own figure");

std::string textOf(const json& object, const char* key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Property and region: the facts that are rivals of each other.
using Group = std::pair<std::string, std::string>;

Group groupOf(const json& fact) {
    return {textOf(fact, "property"), textOf(fact, "region")};
}

/// Adds the user's sources, each under a key of its own; key in their file → key in `merged`.
std::map<std::string, std::string>
mergeSources(const json& own, json& merged, std::map<std::string, std::string>& origin) {
    std::map<std::string, std::string> keys;
    for (const auto& item : own.items()) {
        std::string key = item.key();
        for (int copy = 2; merged.contains(key) && merged[key] != item.value(); ++copy) {
            key = item.key() + "-" + std::to_string(copy);
        }
        if (!merged.contains(key)) {
            merged[key] = item.value();
            origin[key] = item.key();
        }
        keys[item.key()] = key;
    }
    return keys;
}

/// The user's fact as it stands in the merged document.
json ownFact(json fact, bool alone, const std::map<std::string, std::string>& sourceKeys) {
    if (!fact.is_object()) {
        return fact;
    }
    if (const auto key = sourceKeys.find(textOf(fact, "source")); key != sourceKeys.end()) {
        fact["source"] = key->second;
    }
    if (alone) {
        fact["preferred"] = true;
    }
    if (fact.value("preferred", json()) == true && !fact.contains("why")) {
        fact["why"] = ownReason;
    }
    return fact;
}

/// The user's facts that the shipped ones do not hold already: a copied file with one number
/// changed is that number.
std::set<std::size_t> newFacts(const json& own,
                               const json& merged,
                               const std::map<std::string, std::string>& sourceKeys) {
    const std::set<json> shipped(merged.begin(), merged.end());
    std::set<std::size_t> indices;
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (!shipped.contains(ownFact(own[i], false, sourceKeys))) {
            indices.insert(i);
        }
    }
    return indices;
}

/// Adds the user's facts; one that is alone among theirs is preferred, and the shipped ones of its
/// group no longer are. Returns the index in their file of each that was added, in order.
std::vector<std::size_t>
mergeFacts(const json& own, json& merged, const std::map<std::string, std::string>& sourceKeys) {
    const std::set<std::size_t> added = newFacts(own, merged, sourceKeys);
    std::map<Group, std::size_t> sizes;
    for (const std::size_t i : added) {
        ++sizes[groupOf(own[i])];
    }
    for (json& fact : merged) {
        if (fact.is_object() && sizes.contains(groupOf(fact))) {
            fact.erase("preferred");
        }
    }
    for (const std::size_t i : added) {
        merged.push_back(ownFact(own[i], sizes[groupOf(own[i])] == 1, sourceKeys));
    }
    return {added.begin(), added.end()};
}

/// What the user has a figure of is no longer absent.
void mergeAbsent(const json& ownFacts, json& merged) {
    const auto absent = merged.find("absent");
    if (absent == merged.end() || !absent->is_array()) {
        return;
    }
    json left = json::array();
    for (const json& figure : *absent) {
        const Group group = groupOf(figure);
        const bool given = std::ranges::any_of(ownFacts, [&](const json& fact) {
            return groupOf(fact).first == group.first &&
                   (group.second.empty() || groupOf(fact).second == group.second);
        });
        if (!given) {
            left.push_back(figure);
        }
    }
    if (left.empty()) {
        merged.erase(absent);
    } else {
        *absent = std::move(left);
    }
}

bool bothAre(json::value_t type, const json& a, const json& b, const char* key) {
    return a.contains(key) && b.contains(key) && a.at(key).type() == type &&
           b.at(key).type() == type;
}

} // namespace

SpecDocument mergedSpec(const SpecDocument& shipped, const SpecDocument& own) {
    SpecDocument merged = shipped;
    merged.ownPart = OwnPart{.file = own.file};
    const bool addsSources = bothAre(json::value_t::object, shipped.json, own.json, "sources");
    const bool addsFacts = bothAre(json::value_t::array, shipped.json, own.json, "facts");
    for (const auto& item : own.json.items()) {
        const bool added =
            (item.key() == "sources" && addsSources) || (item.key() == "facts" && addsFacts);
        if (!added && merged.json.value(item.key(), json()) != item.value()) {
            merged.json[item.key()] = item.value();
            merged.ownPart->members.insert(item.key());
        }
    }
    std::map<std::string, std::string> sourceKeys;
    if (addsSources) {
        sourceKeys = mergeSources(own.json.at("sources"), merged.json.at("sources"),
                                  merged.ownPart->sources);
    }
    if (addsFacts) {
        merged.ownPart->firstFact = shipped.json.at("facts").size();
        merged.ownPart->facts =
            mergeFacts(own.json.at("facts"), merged.json.at("facts"), sourceKeys);
        mergeAbsent(own.json.at("facts"), merged.json);
    } else if (merged.ownPart->members.contains("facts")) {
        merged.ownPart->firstFact = 0;
    }
    return merged;
}

} // namespace roofplan
