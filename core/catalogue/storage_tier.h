// Where data lies: throughput, capacity steps and prices of a storage service, each a sourced fact.
#pragma once

#include "core/catalogue/fact.h"

namespace roofplan {

struct StorageTier {
    std::string id; ///< "fsx-lustre-persistent-2-125"
    std::string name;
    std::string family; ///< "FSx for Lustre", "S3", "EBS"

    bool operator==(const StorageTier&) const = default;
};

} // namespace roofplan
