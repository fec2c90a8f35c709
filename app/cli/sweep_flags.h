// The flags of the verb sweep that are no fields of a scenario.
#pragma once

#include "app/cli/scenario_input.h"
#include "core/sweep/scaling.h"

#include <QCommandLineParser>

#include <optional>
#include <vector>

namespace roofplan::cli {

enum class SweepFormat { Tabs, Commas, Json };

struct SweepFlags {
    std::vector<AxisRequest> axes; ///< none where sizes are to be doubled
    std::optional<Scaling> scaling;
    PlanChoice plan = PlanChoice::Fixed;
    PinnedFields pinned;
    bool plane = false; ///< with the place of each step on the planes of the roofline
    int threads = 1;
    SweepFormat format = SweepFormat::Tabs;
};

void addSweepFlags(QCommandLineParser& parser);

/// With --replan a field of the plan among `fields` is pinned, and so is what --pin names. Fails
/// with every flag that holds what it may not, and what it may.
[[nodiscard]] Expected<SweepFlags> sweepFlags(const QCommandLineParser& parser,
                                              const std::vector<FieldFlag>& fields);

} // namespace roofplan::cli
