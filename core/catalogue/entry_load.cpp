#include "core/catalogue/entry_load.h"

namespace roofplan {

namespace {

/// Ids in a message; the rest of a long list is counted.
constexpr std::size_t mostListed = 60;

std::string idsOf(const std::map<EntryKey, std::string>& entries,
                  const std::string& folder,
                  const std::string& kind) {
    std::string list;
    std::size_t count = 0;
    for (const auto& [key, itsKind] : entries) {
        if (key.first == folder && (kind.empty() || itsKind == kind) && ++count <= mostListed) {
            list += (list.empty() ? "" : ", ") + key.second;
        }
    }
    return count > mostListed ? list + " … (" + std::to_string(count) + ")" : list;
}

} // namespace

std::string Load::reference(const SpecDocument& document,
                            const std::string& key,
                            const std::string& folder,
                            const std::string& kind) {
    return followed(document.json.at(key), document.place("/" + key), folder, kind);
}

std::string Load::optionalReference(const SpecDocument& document,
                                    const std::string& key,
                                    const std::string& folder,
                                    const std::string& kind) {
    return document.json.contains(key) ? reference(document, key, folder, kind) : std::string();
}

std::vector<std::string> Load::listOfReferences(const SpecDocument& document,
                                                const std::string& key,
                                                const std::string& folder,
                                                const std::string& kind) {
    std::vector<std::string> ids;
    if (const auto list = document.json.find(key); list != document.json.end()) {
        for (std::size_t i = 0; i < list->size(); ++i) {
            const std::string place = document.place("/" + key + "/" + std::to_string(i));
            ids.push_back(followed(list->at(i), place, folder, kind));
        }
    }
    return ids;
}

std::string Load::followed(const nlohmann::json& json,
                           const std::string& place,
                           const std::string& folder,
                           const std::string& kind) {
    auto id = json.get<std::string>();
    needs.push_back({.target = {folder, id}, .place = place});
    const auto entry = entries.find({folder, id});
    if (entry == entries.end()) {
        findings.push_back({.code = "spec.reference",
                            .place = place,
                            .text = {translatable("core", "Found '{0}'; there are: {1}."),
                                     {id, idsOf(entries, folder, kind)}}});
    } else if (!kind.empty() && !entry->second.empty() && entry->second != kind) {
        findings.push_back(
            {.code = "spec.reference",
             .place = place,
             .text = {translatable("core", "Found '{0}', which is of kind {1}; there are: {2}."),
                      {id, entry->second, idsOf(entries, folder, kind)}}});
    }
    return id;
}

} // namespace roofplan
