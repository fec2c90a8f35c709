// What reading one config.json came upon, shared by the readers of its parts.
#pragma once

#include "core/base/diagnostic.h"

#include <nlohmann/json_fwd.hpp>

#include <set>
#include <string>
#include <vector>

namespace roofplan {

/// An object of the file that a reader looked into: what nobody reads of it may be a part of the
/// model that is not understood.
struct OpenedObject {
    const nlohmann::json* json = nullptr;
    std::string place; ///< "config.json#/text_config"
};

struct ConfigFindings {
    std::string className;      ///< of the model, for messages
    Diagnostics errors;         ///< why there is no model
    Diagnostics remarks;        ///< what was assumed (Info) or not understood (Warning)
    std::set<std::string> read; ///< places of the values that a reader asked for
    std::vector<OpenedObject> opened;
};

} // namespace roofplan
