// Whether a model can be counted at all.
#pragma once

#include "core/architecture/transformer.h"
#include "core/interchange/config_reader.h"

namespace roofplan {

/// Reports ("config.too_large") a model of which a number of parameters might not fit 63 bits.
void checkSize(const Transformer& model, ConfigReader& text);

} // namespace roofplan
