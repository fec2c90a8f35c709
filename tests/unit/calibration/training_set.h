// The dozen training rows of tests/data as questions, with constants that may move.
#pragma once

#include "core/calibration/calibrate.h"
#include "core/calibration/measurement_file.h"
#include "tests/unit/calibration/measurement_rows.h"

#include <memory>

namespace roofplan::test {

inline const RowConventions& shippedConventions() {
    static const RowConventions conventions = [] {
        auto read = RowConventions::read(
            readTextFile(ROOFPLAN_SPECS_DIR "/measurements/conventions.json").value_or(""),
            "conventions.json");
        if (!read) {
            qFatal("%s", plainLine(read.error().front()).c_str());
        }
        return *std::move(read);
    }();
    return conventions;
}

inline nlohmann::json trainingRows() {
    return nlohmann::json::parse(dataText("training.json"));
}

inline std::unique_ptr<TrainingQuestions>
questionsOf(const nlohmann::json& rows, const Catalogue& catalogue = shippedCatalogue()) {
    std::vector<TrainingRow> read;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        read.push_back(trainingRow(rows[i], catalogue, shippedConventions(),
                                   "rows.json#/" + std::to_string(i)));
    }
    return std::make_unique<TrainingQuestions>(std::move(read), catalogue);
}

inline FittedConstant constantOf(const char* entry, const char* property, bool stack = false) {
    FittedConstant constant;
    constant.name = std::string(entry) + " " + property;
    constant.stack = stack;
    constant.entries = {entry};
    constant.properties = {property};
    constant.deviation = 0.3;
    constant.low = 0.5;
    constant.high = 1.5;
    return constant;
}

} // namespace roofplan::test
