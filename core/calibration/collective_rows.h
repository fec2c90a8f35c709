// Published times of collectives, as nccl-tests and its likes print them.
#pragma once

#include "core/calibration/fidelity.h"
#include "core/calibration/measurement_file.h"

namespace roofplan {

/// Sets what the row's collective is predicted to take over its NVLink domains and network, in the
/// target's unit, and the message size by which rows are grouped; or the reason why there is no
/// answer.
void predictCollective(const MeasurementRow& row, const Catalogue& catalogue, FidelityItem& item);

} // namespace roofplan
