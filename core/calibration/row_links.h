// What the ranks of a published collective stood on: NVLink domains, and the network between them.
#pragma once

#include "core/base/expected.h"
#include "core/catalogue/catalogue.h"
#include "core/collectives/link_model.h"
#include "core/collectives/rank_placement.h"

#include <nlohmann/json_fwd.hpp>

namespace roofplan {

struct RowLinks {
    Placement group;
    Links links;                                ///< points into the catalogue
    const EfficiencyProfile* profile = nullptr; ///< of the GPU
};

/// From a row's `gpu`, `gpus`, `nodes`, `network` and `system`. A node is an NVLink domain; where
/// the network is said to be MNNVL or NVL72 a rack of 72 GPUs is. The network between domains is
/// the fabric of the catalogue that `network` names by family (and generation, "NDR"); of several
/// that of the instance that `system` names, else of one with this GPU. Its rate is the one in
/// `network` or `system` ("16x400" Gbit/s or "1600 Gb/s/node"), else that instance's. Fails with
/// one finding where there is no such fabric or rate.
[[nodiscard]] Expected<RowLinks> rowLinks(const nlohmann::json& row, const Catalogue& catalogue);

} // namespace roofplan
