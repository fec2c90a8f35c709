// Predicted against measured for a whole file, whatever its kind.
#pragma once

#include "core/calibration/fidelity.h"
#include "core/calibration/measurement_file.h"
#include "core/calibration/row_conventions.h"

namespace roofplan {

/// What all kinds of rows have: who, where, what was measured; and the reason where the row is not
/// scored whatever the model says: its tier, or that it is not sound.
[[nodiscard]] FidelityItem rowItem(const MeasurementRow& row, MeasurementKind kind);

struct ScoredFile {
    FidelityReport report;
    Diagnostics findings; ///< rows that should have been scored and were not
};

/// Each row of `file` as an item; the findings of the file and those of the model. `conventions`
/// says what training rows are silent about.
[[nodiscard]] ScoredFile scoreMeasurements(const MeasurementFile& file,
                                           const Catalogue& catalogue,
                                           const RowConventions& conventions);

} // namespace roofplan
