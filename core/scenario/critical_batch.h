// Beyond which batch more data parallelism costs more tokens than it saves time.
#pragma once

#include "core/units/quantity.h"

namespace roofplan {

/// Tokens of a step at which reaching a loss takes 20 % more tokens than with small batches, in
/// pre-training on `trained` tokens in all: 22.91·D^0.47, hardly dependent on the model's size. An
/// extrapolation beyond the runs it was fitted on (85 M to 1.2 B parameters, AdamW, C4). Source:
/// Zhang et al. 2024, How Does Critical Batch Size Scale in Pre-training?, arXiv 2410.21676,
/// section 3.
[[nodiscard]] Tokens criticalBatch(Tokens trained);

} // namespace roofplan
