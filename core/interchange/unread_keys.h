// What nobody read of a config.json although its name speaks of the architecture.
#pragma once

#include "core/interchange/config_findings.h"

namespace roofplan {

/// Errors for values that mean a part which the family is not known to have, warnings for others
/// whose names sound like one. Values that say no (0, false, null, empty) are passed over.
void checkUnreadKeys(ConfigFindings& findings);

} // namespace roofplan
