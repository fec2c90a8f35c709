// "512 GPUs · TP4 PP4×5 DP32".
#pragma once

#include "core/result/result.h"

#include <QString>

namespace roofplan::ui {

[[nodiscard]] QString planSummary(const Result& result);

} // namespace roofplan::ui
