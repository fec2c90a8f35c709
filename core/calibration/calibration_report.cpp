#include "core/calibration/calibration_report.h"

#include "core/base/diagnostic.h"
#include "core/calibration/coverage.h"
#include "core/calibration/fidelity_report.h"
#include "core/report/text_columns.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofplan {

namespace {

using Json = nlohmann::ordered_json;

std::string percent(double fraction) {
    return fmt::format("{:.1f} %", 100.0 * fraction);
}

std::string signedPercent(double fraction) {
    return fmt::format("{:+.1f} %", 100.0 * fraction);
}

const char* remark(const ConstantFit& constant) {
    return !constant.determined ? translatable("core", "held: the rows do not determine it")
           : constant.atLimit   ? translatable("core", "at its limit")
                                : "";
}

std::string constantsText(const Calibration& calibration) {
    TextColumns columns("  ", {1, 2, 3, 4, 6, 7});
    columns.add({"Constant", "prior", "before", "now", "±", "unit", "from rows", "rows", ""});
    for (const ConstantFit& c : calibration.constants) {
        columns.add({c.name, fmt::format("{:.4g}", c.prior), fmt::format("{:.4g}", c.before),
                     fmt::format("{:.4g}", c.value), fmt::format("{:.2g}", c.standardError), c.unit,
                     fmt::format("{:.0f} %", 100.0 * c.dataShare), std::to_string(c.rows),
                     remark(c)});
    }
    return columns.text();
}

void addErrors(TextColumns& columns, const ErrorTable& before, const ErrorTable& fitted) {
    for (const auto& [name, statistics] : fitted) {
        const auto was = before.find(name);
        columns.add({name, std::to_string(statistics.n),
                     was == before.end() ? "–" : percent(was->second.meanAbsolute),
                     percent(statistics.meanAbsolute), percent(statistics.medianAbsolute),
                     percent(statistics.p90Absolute), signedPercent(statistics.bias)});
    }
}

std::string errorsText(const Calibration& calibration) {
    TextColumns columns("  ", {1, 2, 3, 4, 5, 6});
    columns.add(
        {"Error, |predicted/measured - 1|", "rows", "before", "now", "median", "90th", "bias"});
    addErrors(columns, {{"all", errorStatistics(calibration.before)}},
              {{"all", errorStatistics(calibration.fitted)}});
    addErrors(columns, errorsByExperts(calibration.before), errorsByExperts(calibration.fitted));
    addErrors(columns, errorsBy(calibration.before, &FidelityItem::family),
              errorsBy(calibration.fitted, &FidelityItem::family));
    return columns.text();
}

std::string leftOutText(const std::string& title, const std::vector<LeftOut>& parts) {
    if (parts.empty()) {
        return {};
    }
    TextColumns columns("  ", {1, 2, 3, 4});
    columns.add({title, "rows", "mean", "90th", "bias"});
    for (const LeftOut& part : parts) {
        columns.add({part.key, std::to_string(part.error.n), percent(part.error.meanAbsolute),
                     percent(part.error.p90Absolute), signedPercent(part.error.bias)});
    }
    columns.add({"mean", "", percent(meanLeftOut(parts))});
    return "\n" + columns.text();
}

std::vector<FidelityItem> leftOutItems(const Calibration& calibration) {
    std::vector<FidelityItem> items;
    for (const LeftOut& family : calibration.families) {
        items.insert(items.end(), family.items.begin(), family.items.end());
    }
    return items;
}

void addCoverage(TextColumns& columns, const std::string& name, const Coverage& coverage) {
    columns.add(
        {name, std::to_string(coverage.rows), percent(coverage.share), percent(coverage.ofRows)});
}

std::string coverageText(const Calibration& calibration) {
    TextColumns columns("  ", {1, 2, 3});
    columns.add({"P10 to P90 holds, tier A", "rows", "share", "of rows"});
    addCoverage(columns, "all", coverageOf(calibration.fitted));
    const std::vector<FidelityItem> leftOut = leftOutItems(calibration);
    if (!leftOut.empty()) {
        addCoverage(columns, "one family left out", coverageOf(leftOut));
        for (const auto& [family, coverage] : coverageByFamily(leftOut)) {
            addCoverage(columns, "  " + family, coverage);
        }
    }
    return "\n" + columns.text();
}

Json constantJson(const ConstantFit& c) {
    return {{"name", c.name},
            {"unit", c.unit.empty() ? Json() : Json(c.unit)},
            {"prior", c.prior},
            {"before", c.before},
            {"value", c.value},
            {"standard_error", c.standardError},
            {"data_share", c.dataShare},
            {"rows", c.rows},
            {"determined", c.determined},
            {"at_limit", c.atLimit}};
}

Json errorsJson(const std::vector<FidelityItem>& items) {
    return {{"overall", errorJson(errorStatistics(items))},
            {"by_family", errorTableJson(errorsBy(items, &FidelityItem::family))},
            {"by_gpu", errorTableJson(errorsBy(items, &FidelityItem::gpu))},
            {"by_precision", errorTableJson(errorsBy(items, &FidelityItem::precision))},
            {"by_moe", errorTableJson(errorsByExperts(items))}};
}

Json leftOutJson(const std::vector<LeftOut>& parts) {
    if (parts.empty()) {
        return nullptr;
    }
    Json each = Json::object();
    for (const LeftOut& part : parts) {
        each[part.key] = errorJson(part.error);
    }
    return {{"mean_abs", meanLeftOut(parts)}, {"each", each}};
}

} // namespace

std::string calibrationText(const Calibration& calibration, const CalibrationOccasion& occasion) {
    return fmt::format("calibration, {}: {} of {} rows of {}, {} iterations, {}\n\n", occasion.date,
                       calibration.rows, occasion.rows, occasion.file, calibration.iterations,
                       calibration.converged ? "converged" : "not converged") +
           constantsText(calibration) + "\n" + errorsText(calibration) +
           leftOutText("One family left out", calibration.families) +
           leftOutText("One GPU left out", calibration.gpus) +
           leftOutText("One model left out", calibration.models) + coverageText(calibration);
}

Json calibrationJson(const Calibration& calibration, const CalibrationOccasion& occasion) {
    Json constants = Json::array();
    for (const ConstantFit& constant : calibration.constants) {
        constants.push_back(constantJson(constant));
    }
    const std::vector<FidelityItem> leftOut = leftOutItems(calibration);
    return {{"kind", "calibration"},
            {"file", occasion.file},
            {"date", occasion.date},
            {"rows", occasion.rows},
            {"used", calibration.rows},
            {"iterations", calibration.iterations},
            {"converged", calibration.converged},
            {"constants", constants},
            {"before", errorsJson(calibration.before)},
            {"fitted", errorsJson(calibration.fitted)},
            {"left_out",
             {{"family", leftOutJson(calibration.families)},
              {"gpu", leftOutJson(calibration.gpus)},
              {"model", leftOutJson(calibration.models)}}},
            {"coverage",
             {{"fitted", coverageJson(calibration.fitted)},
              {"left_out", leftOut.empty() ? Json() : coverageJson(leftOut)}}}};
}

} // namespace roofplan
