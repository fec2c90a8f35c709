// What the loaders of the kinds of entries share: what is read so far, what was wrong, which entry
// needs which.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/catalogue/spec_document.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace roofplan {

/// An entry by folder and id: "gpus", "h100-sxm".
using EntryKey = std::pair<std::string, std::string>;

/// That an entry cannot be without another one.
struct Need {
    EntryKey target;
    std::string place; ///< of the member that names it
};

struct Load {
    Catalogue catalogue;
    Diagnostics findings;                      ///< of the document at hand
    std::vector<Need> needs;                   ///< of the document at hand
    std::map<EntryKey, std::string> entries{}; ///< of all files, with the kind where it is known

    /// The id that `document` refers to under `key`, which it has; a finding when there is no such
    /// file in `folder`, or it is of another kind than `kind` (where that is given).
    std::string reference(const SpecDocument& document,
                          const std::string& key,
                          const std::string& folder,
                          const std::string& kind = {});

    /// The same where `key` may be left out: empty then.
    std::string optionalReference(const SpecDocument& document,
                                  const std::string& key,
                                  const std::string& folder,
                                  const std::string& kind = {});

    /// The ids in the list under `key`, which may be left out.
    std::vector<std::string> listOfReferences(const SpecDocument& document,
                                              const std::string& key,
                                              const std::string& folder,
                                              const std::string& kind = {});

private:
    std::string followed(const nlohmann::json& id,
                         const std::string& place,
                         const std::string& folder,
                         const std::string& kind);
};

/// A kind of entry: its word in the file, its folder, the member that holds its id, its loader. Its
/// schema is named like the kind.
struct Kind {
    const char* name;
    const char* folder;
    const char* idKey;
    void (*load)(const SpecDocument&, Load&);
};

} // namespace roofplan
