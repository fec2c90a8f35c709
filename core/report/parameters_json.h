// Parameters of a model for machines.
#pragma once

#include "core/architecture/parameter_count.h"

#include <nlohmann/json_fwd.hpp>

namespace roofplan {

/// Adds `params_total`, `params_active`, `params_by_part` (which sum up to the total),
/// `params_mtp`, `params_mtp_active` and `params_vision` (which do not belong to it).
void putParameters(nlohmann::ordered_json& object, const ParameterCount& count);

} // namespace roofplan
