// Rows of tests/data/measurements, and one with something changed in it.
#pragma once

#include "core/base/text_file.h"
#include "core/calibration/score_rows.h"
#include "tests/support/shipped.h"

#include <nlohmann/json.hpp>

#include <string>

namespace roofplan::test {

inline std::string dataText(const char* file) {
    return readTextFile(std::string(ROOFPLAN_TEST_DATA_DIR "/measurements/") + file).value_or("");
}

/// Row `index` of a data file with `changes` merged into it; null takes a member out.
inline nlohmann::json changedRow(const char* file, std::size_t index, const char* changes = "{}") {
    nlohmann::json row = nlohmann::json::parse(dataText(file)).at(index);
    row.merge_patch(nlohmann::json::parse(changes));
    return row;
}

inline Expected<MeasurementFile> readRows(const nlohmann::json& rows) {
    return readMeasurements(rows.dump(), "rows.json", shippedCatalogue());
}

/// The only item of a file of one row.
inline FidelityItem scoredRow(const nlohmann::json& row) {
    const auto file = readRows(nlohmann::json::array({row}));
    if (!file) {
        qFatal("%s", plainLine(file.error().front()).c_str());
    }
    return scoreMeasurements(*file, shippedCatalogue(), {}).report.items.at(0);
}

} // namespace roofplan::test
