#include "core/catalogue/own_facts.h"

#include "core/base/date_text.h"
#include "core/base/json_text.h"
#include "core/base/text_file.h"
#include "core/catalogue/catalogue_loader.h"
#include "core/catalogue/property_rows.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <system_error>

namespace roofplan {

namespace {

namespace fs = std::filesystem;

using Json = nlohmann::ordered_json;

/// Whom a figure is from when the source is no address: a source has to have a url or a via.
constexpr auto enteredByHand = "entered as an own figure";

/// A file of the user's with facts, as it is and as it is to be.
struct OwnFile {
    fs::path path;
    std::string shown; ///< "own/gpus/h100-sxm.json"
    Json json = Json::object();
};

Diagnostic wrong(const std::string& code, std::string place, Text text) {
    return {.code = code, .place = std::move(place), .text = std::move(text)};
}

/// As in the schema of entries; what else could name a file outside of the folder.
bool isId(const std::string& text) {
    const auto inner = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
    };
    return !text.empty() && text.front() != '.' && text.front() != '-' && text.front() != '_' &&
           std::ranges::all_of(text, inner);
}

bool isAddress(const std::string& text) {
    return text.starts_with("https://") || text.starts_with("http://");
}

std::string memberText(const Json& object, const char* key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// The file, or an empty one where there is none yet.
Expected<OwnFile>
readOwnFile(const fs::path& own, const std::string& folder, const std::string& entry) {
    OwnFile file{.path = own / folder / (entry + ".json"),
                 .shown = "own/" + folder + "/" + entry + ".json"};
    std::error_code error;
    if (fs::symlink_status(file.path, error).type() == fs::file_type::not_found) {
        return file;
    }
    Expected<std::string> text = readTextFile(file.path);
    if (!text) {
        return tl::unexpected(text.error());
    }
    if (const auto parsed = parseJsonText(*text, file.shown, "spec.json"); !parsed) {
        return tl::unexpected(parsed.error());
    }
    file.json = Json::parse(*text); // again, for the order of its members
    const auto fits = [&file](const char* key, Json::value_t type) {
        return !file.json.contains(key) || file.json.at(key).type() == type;
    };
    const bool object = file.json.is_object();
    if (!object || !fits("facts", Json::value_t::array) ||
        !fits("sources", Json::value_t::object)) {
        return failure(wrong("spec.schema", file.shown + (object ? "#/facts" : "#"),
                             {translatable("core", "Found something else; allowed: an object with "
                                                   "a list 'facts' and an object 'sources'."),
                              {}}));
    }
    return file;
}

bool isOf(const Json& fact, const std::string& property, const std::string& region) {
    return memberText(fact, "property") == property && memberText(fact, "region") == region;
}

/// Takes the facts out, and the sources that no other fact names; the index of the first of them,
/// or the number of facts.
std::size_t takeOut(Json& json, const std::string& property, const std::string& region) {
    if (!json.contains("facts")) {
        return 0;
    }
    Json left = Json::array();
    std::set<std::string> dropped;
    std::size_t first = json["facts"].size();
    for (std::size_t i = 0; i < json["facts"].size(); ++i) {
        const Json& fact = json["facts"][i];
        if (isOf(fact, property, region)) {
            first = std::min(first, i);
            dropped.insert(memberText(fact, "source"));
        } else {
            left.push_back(fact);
        }
    }
    for (const Json& fact : left) {
        dropped.erase(memberText(fact, "source"));
    }
    for (const std::string& source : dropped) {
        if (json.contains("sources")) {
            json["sources"].erase(source);
        }
    }
    json["facts"] = std::move(left);
    return std::min(first, json["facts"].size());
}

/// The key of `source` among the sources, under which it is added where it is new.
std::string sourceKey(Json& sources, const Json& source) {
    std::string key = "own";
    for (const auto& item : sources.items()) {
        if (item.value() == source) {
            return item.key();
        }
    }
    for (int number = 2; sources.contains(key); ++number) {
        key = "own-" + std::to_string(number);
    }
    sources[key] = source;
    return key;
}

Json sourceJson(const OwnFact& fact) {
    Json source{{"title", fact.source}};
    if (isAddress(fact.source)) {
        source["url"] = fact.source;
    }
    source["date"] = fact.date;
    if (!fact.via.empty()) {
        source["via"] = fact.via;
    } else if (!isAddress(fact.source)) {
        source["via"] = enteredByHand;
    }
    return source;
}

Json factJson(const OwnFact& fact, const std::string& source) {
    Json json{{"property", fact.property}, {"value", fact.value}};
    for (const auto& [key, text] : std::to_array<std::pair<const char*, const std::string*>>(
             {{"unit", &fact.unit},
              {"convention", &fact.convention},
              {"source", &source},
              {"note", &fact.note},
              {"region", &fact.region}})) {
        if (!text->empty()) {
            json[key] = *text;
        }
    }
    if (fact.standardError) {
        json["standard_error"] = *fact.standardError;
    }
    json["preferred"] = true;
    return json;
}

/// What is wrong with the fact, wherever it is to stand.
Diagnostics factFindings(const OwnFact& fact, const EntryKind& kind, const std::string& place) {
    Diagnostics findings;
    const auto row = propertyRow(kind.name, fact.property);
    if (!row) {
        findings.push_back(wrong("spec.property", place + "/property",
                                 {translatable("core", "'{0}' is no property of a {1}."),
                                  {fact.property, std::string(kind.name)}}));
        return findings;
    }
    const Expected<double> used =
        usedValue({fact.value, fact.unit, fact.convention}, *row, 1.0, place);
    if (!used) {
        findings = used.error();
    }
    if (fact.source.empty()) {
        findings.push_back(
            wrong("spec.source", place + "/source",
                  {translatable("core", "The source is missing: where the number is from."), {}}));
    }
    if (!isSourceDate(fact.date)) {
        findings.push_back(wrong(
            "spec.schema", place + "/date",
            {translatable("core", "Found '{0}'; allowed: a date: 2026-09-15, 2026-09 or 2026."),
             {fact.date}}));
    }
    if (isRegional(kind.name, fact.property) == fact.region.empty()) {
        findings.push_back(wrong(
            "spec.region", place + "/region",
            {fact.region.empty() ? translatable("core", "The region is missing; '{0}' is regional.")
                                 : translatable("core", "Found region '{1}'; '{0}' has none."),
             {fact.property, fact.region}}));
    }
    return findings;
}

/// That the names lead to a file of a folder of entries.
Diagnostics nameFindings(const std::string& folder, const std::string& entry) {
    const auto kinds = entryKinds();
    if (std::ranges::find(kinds, folder, &EntryKind::folder) == kinds.end() || !isId(entry)) {
        return {wrong("spec.id", "own/" + folder + "/" + entry + ".json",
                      {translatable("core", "'{0}' is no folder of entries, or '{1}' no id."),
                       {folder, entry}})};
    }
    return {};
}

/// Only what says which entry this is.
bool holdsNothing(const Json& json, const std::string& folder) {
    std::set<std::string> names{"kind"};
    for (const EntryKind& kind : entryKinds()) {
        if (kind.folder == folder) {
            names.emplace(kind.idKey);
        }
    }
    return std::ranges::all_of(json.items(), [&names](const auto& item) {
        const bool list = item.key() == "facts" || item.key() == "sources";
        return list ? item.value().empty() : names.contains(item.key());
    });
}

Expected<void> save(const OwnFile& file) {
    return writeTextFile(file.path,
                         file.json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

} // namespace

Expected<void> setOwnFact(const fs::path& own, const OwnFact& fact) {
    if (Diagnostics wrongNames = nameFindings(fact.folder, fact.entry); !wrongNames.empty()) {
        return tl::unexpected(std::move(wrongNames));
    }
    const auto kinds = entryKinds();
    const auto kind = std::ranges::find_if(kinds, [&fact](const EntryKind& k) {
        return k.name == fact.kind && k.folder == fact.folder;
    });
    Expected<OwnFile> file = readOwnFile(own, fact.folder, fact.entry);
    if (!file) {
        return tl::unexpected(file.error());
    }
    if (kind == kinds.end()) {
        return failure(wrong("spec.kind", file->shown + "#/kind",
                             {translatable("core", "There is no kind '{0}' in the folder {1}."),
                              {fact.kind, fact.folder}}));
    }
    Json& json = file->json;
    json["kind"] = fact.kind;
    json[std::string(kind->idKey)] = fact.entry;
    const std::size_t index = takeOut(json, fact.property, fact.region);
    const std::string place = file->shown + "#/facts/" + std::to_string(index);
    if (Diagnostics findings = factFindings(fact, *kind, place); !findings.empty()) {
        return tl::unexpected(std::move(findings));
    }
    json.emplace("sources", Json::object());
    json.emplace("facts", Json::array());
    const std::string source = sourceKey(json["sources"], sourceJson(fact));
    Json& facts = json["facts"];
    facts.insert(facts.begin() + static_cast<std::ptrdiff_t>(index), factJson(fact, source));
    return save(*file);
}

Expected<void> resetOwnFact(const fs::path& own,
                            const std::string& folder,
                            const std::string& entry,
                            const std::string& property,
                            const std::string& region) {
    if (Diagnostics wrongNames = nameFindings(folder, entry); !wrongNames.empty()) {
        return tl::unexpected(std::move(wrongNames));
    }
    Expected<OwnFile> file = readOwnFile(own, folder, entry);
    if (!file) {
        return tl::unexpected(file.error());
    }
    const Json before = file->json;
    (void)takeOut(file->json, property, region);
    if (file->json == before) {
        return {};
    }
    if (!holdsNothing(file->json, folder)) {
        return save(*file);
    }
    std::error_code error;
    if (!fs::remove(file->path, error) && error) {
        return failure(
            wrong("file.unwritable", file->shown,
                  {translatable("core", "The file cannot be removed: {0}."), {error.message()}}));
    }
    return {};
}

} // namespace roofplan
