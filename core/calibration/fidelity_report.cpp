#include "core/calibration/fidelity_report.h"

#include "core/base/diagnostic.h"
#include "core/calibration/coverage.h"
#include "core/report/text_columns.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace roofplan {

namespace {

using Json = nlohmann::ordered_json;

struct Grouping {
    const char* key;
    const char* title;
    ErrorTable (*table)(const std::vector<FidelityItem>& items);
};

template <std::string FidelityItem::*Member>
ErrorTable by(const std::vector<FidelityItem>& items) {
    return errorsBy(items, Member);
}

constexpr std::array groupings{
    Grouping{"by_family", "By family", by<&FidelityItem::family>},
    Grouping{"by_gpu", "By GPU", by<&FidelityItem::gpu>},
    Grouping{"by_precision", "By precision", by<&FidelityItem::precision>},
    Grouping{"by_moe", "Dense or mixture of experts", errorsByExperts},
    Grouping{"by_scale", "By scale", by<&FidelityItem::scale>},
    Grouping{"by_op", "By operator", by<&FidelityItem::op>},
};

std::size_t scoredCount(const std::vector<FidelityItem>& items) {
    return static_cast<std::size_t>(std::ranges::count_if(items, &FidelityItem::scored));
}

std::string percent(double fraction) {
    return fmt::format("{:.1f} %", 100.0 * fraction);
}

std::string signedPercent(double fraction) {
    constexpr double beyondReason = 10.0;
    return std::abs(fraction) < beyondReason ? fmt::format("{:+.1f} %", 100.0 * fraction)
                                             : fmt::format("{:+.2g} %", 100.0 * fraction);
}

std::vector<std::string> line(const std::string& name, const ErrorStatistics& s) {
    if (s.n == 0) {
        return {name, "0", "–", "–", "–", "–", "–"};
    }
    return {name,
            std::to_string(s.n),
            percent(s.meanAbsolute),
            percent(s.medianAbsolute),
            percent(s.p90Absolute),
            signedPercent(s.bias),
            percent(s.within20)};
}

TextColumns errorColumns(const std::string& title) {
    TextColumns columns("  ", {1, 2, 3, 4, 5, 6});
    columns.add({title, "rows", "mean", "median", "90th", "bias", "within 20 %"});
    return columns;
}

/// Blocks for one list of items, the whole first.
std::string tablesText(const std::vector<FidelityItem>& items) {
    TextColumns overall = errorColumns("Error, |predicted/measured - 1|");
    overall.add(line("all", errorStatistics(items)));
    std::string text = overall.text();
    for (const Grouping& grouping : groupings) {
        const ErrorTable table = grouping.table(items);
        if (table.empty()) {
            continue;
        }
        TextColumns columns = errorColumns(grouping.title);
        for (const auto& [name, statistics] : table) {
            columns.add(line(name, statistics));
        }
        text += "\n" + columns.text();
    }
    return text;
}

std::string coverageText(const std::vector<FidelityItem>& items) {
    const Coverage coverage = coverageOf(items);
    return coverage.rows == 0
               ? std::string()
               : fmt::format("\n  P10 to P90 holds {} of {} rows of tier A, {} where each family "
                             "counts alike; it should be 80 %\n",
                             percent(coverage.ofRows), coverage.rows, percent(coverage.share));
}

std::string unscoredText(const std::vector<FidelityItem>& items) {
    std::map<std::string, std::size_t> reasons;
    for (const FidelityItem& item : items) {
        if (!item.scored()) {
            ++reasons[item.reason];
        }
    }
    TextColumns columns("  ", {0});
    for (const auto& [reason, count] : reasons) {
        columns.add({std::to_string(count), reason});
    }
    return reasons.empty() ? std::string() : "\nNot scored\n" + columns.text();
}

Json wordOrNull(const std::string& word) {
    return word.empty() ? Json() : Json(word);
}

Json itemJson(const FidelityItem& item) {
    const auto positive = [](double value) { return value > 0.0 ? Json(value) : Json(); };
    Json json{{"id", item.id},
              {"family", wordOrNull(item.family)},
              {"tier", wordOrNull(item.tier)},
              {"target", wordOrNull(item.target)},
              {"measured", positive(item.measured)},
              {"predicted", positive(item.predicted)},
              {"error", item.scored() ? Json(item.error()) : Json()}};
    if (item.band && item.scored()) {
        json["residual_p10"] = item.band->low;
        json["residual_p90"] = item.band->high;
    }
    if (!item.scored()) {
        json["reason"] = item.reason;
    }
    return json;
}

Json itemsJson(const std::vector<FidelityItem>& items) {
    Json json = Json::array();
    for (const FidelityItem& item : items) {
        json.push_back(itemJson(item));
    }
    return json;
}

void addErrors(Json& json, const std::vector<FidelityItem>& items) {
    json["scored"] = scoredCount(items);
    json["overall"] = errorJson(errorStatistics(items));
    for (const Grouping& grouping : groupings) {
        json[grouping.key] = errorTableJson(grouping.table(items));
    }
    json["coverage"] = coverageJson(items);
    json["items"] = itemsJson(items);
}

std::string listLines(const std::vector<FidelityItem>& items) {
    TextColumns columns("  ", {1, 2, 3});
    columns.add({"row", "measured", "predicted", "error", "target"});
    for (const FidelityItem& item : items) {
        const std::string measured =
            item.measured > 0.0 ? fmt::format("{:.5g}", item.measured) : "–";
        if (item.scored()) {
            columns.add({item.id, measured, fmt::format("{:.5g}", item.predicted),
                         signedPercent(item.error()), item.target});
        } else {
            columns.add({item.id, measured, "–", "–", item.target + "  " + item.reason});
        }
    }
    return columns.text();
}

} // namespace

Json errorJson(const ErrorStatistics& s) {
    const bool any = s.n > 0;
    const auto number = [any](double value) {
        return any && std::isfinite(value) ? Json(value) : Json();
    };
    return {{"n", s.n},
            {"mean_abs", number(s.meanAbsolute)},
            {"median_abs", number(s.medianAbsolute)},
            {"p90_abs", number(s.p90Absolute)},
            {"bias", number(s.bias)},
            {"within_20", number(s.within20)}};
}

Json coverageJson(const std::vector<FidelityItem>& items) {
    const auto one = [](const Coverage& coverage) {
        return Json{{"n", coverage.rows}, {"share", coverage.share}, {"of_rows", coverage.ofRows}};
    };
    const Coverage all = coverageOf(items);
    if (all.rows == 0) {
        return nullptr;
    }
    Json json = one(all);
    json["by_family"] = Json::object();
    for (const auto& [family, coverage] : coverageByFamily(items)) {
        json["by_family"][family] = one(coverage);
    }
    return json;
}

Json errorTableJson(const ErrorTable& table) {
    Json json = Json::object();
    for (const auto& [name, statistics] : table) {
        json[name] = errorJson(statistics);
    }
    return json;
}

std::string fidelityText(const FidelityReport& report) {
    const std::size_t scored = scoredCount(report.items);
    std::string text = report.kind + ": " + std::to_string(report.items.size()) + " rows, " +
                       std::to_string(scored) + " scored\n";
    if (scored > 0) {
        text += "\n" + tablesText(report.items) + coverageText(report.items);
    }
    if (!report.also.empty()) {
        text += "\nSecond target: " + report.also.front().target + "\n\n" + tablesText(report.also);
    }
    return text + unscoredText(report.items);
}

std::string fidelityListText(const FidelityReport& report) {
    return listLines(report.items) + (report.also.empty() ? "" : "\n" + listLines(report.also));
}

Json fidelityJson(const FidelityReport& report) {
    Json json{{"kind", report.kind}, {"rows", report.items.size()}};
    addErrors(json, report.items);
    json["also"] = Json::object();
    addErrors(json["also"], report.also);
    return json;
}

} // namespace roofplan
