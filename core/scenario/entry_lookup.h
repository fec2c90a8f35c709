// Ids of a scenario to the catalogue entries they name.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/scenario/findings.h"

namespace roofplan {

/// The entry, or null with a finding at `field` that names what there is, and `other` beside it.
template <typename Entry>
const Entry* requireEntry(const std::vector<Entry>& entries,
                          const std::string& id,
                          const char* field,
                          Findings& out,
                          std::string_view other = {}) {
    const Entry* entry = findEntry(entries, id);
    if (entry == nullptr) {
        std::string known;
        for (const Entry& candidate : entries) {
            known += (known.empty() ? "" : ", ") + candidate.id;
        }
        if (!other.empty()) {
            known.append(known.empty() ? "" : ", ").append(other);
        }
        out.add({.code = "scenario.unknown_id",
                 .place = field,
                 .text = {id.empty() ? translatable("core", "Nothing is chosen.")
                                     : translatable("core", "Found \"{0}\"."),
                          {id}},
                 .hint = {translatable("core", "allowed: {0}"), {known}}});
    }
    return entry;
}

} // namespace roofplan
