// Published kernel times: matrix multiplication and attention of inference engines.
#pragma once

#include "core/calibration/fidelity.h"
#include "core/calibration/measurement_file.h"

namespace roofplan {

/// Sets what engine kernels are predicted to take on the row's GPU, in the target's unit, and the
/// scale by which rows are grouped; or the reason why there is no answer.
void predictKernel(const MeasurementRow& row, const Catalogue& catalogue, FidelityItem& item);

} // namespace roofplan
