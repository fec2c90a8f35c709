// The cluster of a scenario as numbers: of an instance type, or described by hand.
#pragma once

#include "core/scenario/resolved_scenario.h"

namespace roofplan {

/// Fills what `resolved` says of GPUs, instances, NVLink domain and network. Errors (an unknown id,
/// a network that is needed and not described) are found at their field; the rest is then unset.
void resolveCluster(const Cluster& cluster,
                    const Catalogue& catalogue,
                    ResolvedScenario& resolved,
                    Findings& out);

/// What is unusual about a cluster that was resolved: announced GPUs, parts of UltraServers, more
/// GPUs than one network joins, domains and nodes that are not full, descriptions that are not
/// used. Remarks alone.
void remarkOnCluster(const Cluster& cluster, const ResolvedScenario& resolved, Findings& out);

} // namespace roofplan
