// From an instance type to a cluster described by hand, and back.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/scenario/scenario.h"

#include <string_view>

namespace roofplan {

/// Readies `cluster` for its instance to become `instance`: a custom cluster that nobody has
/// described yet becomes what the instances were, and instances that follow a custom cluster hold
/// at least its GPUs.
void followInstance(Cluster& cluster, std::string_view instance, const Catalogue& catalogue);

} // namespace roofplan
