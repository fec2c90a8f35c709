// A file of published measurements: its kind, its rows, and what is wrong with each.
#pragma once

#include "core/base/expected.h"
#include "core/catalogue/catalogue.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace roofplan {

enum class MeasurementKind { Training, Inference, Collectives, Gemm, Storage };

/// "training", "inference", "collectives", "gemm", "storage"
[[nodiscard]] const char* measurementKindName(MeasurementKind kind);

struct MeasurementRow {
    nlohmann::json json;
    std::string id;    ///< "#12" where the row has none
    std::string place; ///< "gemm.json#/12"
    bool sound = true; ///< else named in the findings
};

struct MeasurementFile {
    MeasurementKind kind = MeasurementKind::Training;
    std::vector<MeasurementRow> rows; ///< all, in the file's order
    Diagnostics findings;             ///< of the rows that are not sound
};

/// Reads `text`, an array of rows (specs/measurements/README.md names the fields); `fileName`
/// begins the places. The kind is that of most rows; each is known by the fields only it has. A row
/// that is of another kind, repeats an id, or that would be scored and lacks a field, has it in
/// another unit or type, names an unknown GPU, or contradicts itself, is not sound. Fails where the
/// text is no JSON, no array, or no row is of a known kind.
[[nodiscard]] Expected<MeasurementFile>
readMeasurements(std::string_view text, const std::string& fileName, const Catalogue& catalogue);

/// Rows of tier A and B are scored.
[[nodiscard]] bool isScoredTier(std::string_view tier);

/// The text at `pointer` ("/score/tier"), or nothing where there is none.
[[nodiscard]] std::string textAt(const nlohmann::json& row, const std::string& pointer);

/// The number at `pointer`, or `otherwise` where there is none.
[[nodiscard]] double
numberAt(const nlohmann::json& row, const std::string& pointer, double otherwise = 0.0);

/// Where the measured field `target` stands in rows of `kind`: "/measured/step_time_s".
[[nodiscard]] std::string targetPointer(MeasurementKind kind, const std::string& target);

/// The measured field a row is scored on, the first where there are several.
[[nodiscard]] std::string targetOf(const nlohmann::json& row);

} // namespace roofplan
