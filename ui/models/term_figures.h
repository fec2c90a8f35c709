// Figures of one term that table, chart and hover label share.
#pragma once

#include "core/result/result.h"

#include <QString>

#include <optional>

namespace roofplan::ui {

/// "Gate and up projection"; "Tensor-parallel collectives".
[[nodiscard]] QString termTitle(const Term& term);

/// "forward", "dgrad"…
[[nodiscard]] QString phaseTitle(Phase phase);

/// A bar of the waterfall: "Tensor parallel".
[[nodiscard]] QString categoryTitle(Category category);

[[nodiscard]] bool isBackward(Phase phase);

/// FLOP per byte moved through the tier the term runs against: NVLink or the network for transfers,
/// HBM for the rest. Absent where it computes nothing or moves nothing.
[[nodiscard]] std::optional<double> intensity(const Term& term);

/// FLOP/s while its resource is in use; absent where it computes nothing.
[[nodiscard]] std::optional<double> attainedRate(const Term& term);

/// Share of the datasheet roof above it: of the lower one of dense peak and HBM for a kernel, of
/// the link for a transfer. Absent where no roof is known.
[[nodiscard]] std::optional<double> shareOfRoof(const Term& term, const Result& result);

[[nodiscard]] const Ceiling* findCeiling(const Result& result, Bound tier);

} // namespace roofplan::ui
