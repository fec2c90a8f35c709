// Published training measurements as scenarios: what a row says, and documented defaults where it
// is silent.
#pragma once

#include "core/base/diagnostic.h"
#include "core/calibration/fidelity.h"
#include "core/calibration/row_conventions.h"
#include "core/catalogue/catalogue.h"
#include "core/scenario/resolved_scenario.h"
#include "core/scenario/scenario.h"

#include <nlohmann/json_fwd.hpp>

namespace roofplan {

/// A row as a question to the model: `scenario` on a custom cluster, its model under an id of its
/// own, and what was measured. Rows that cannot be asked carry the reason in `item`.
struct TrainingRow {
    std::string place; ///< file and row
    FidelityItem item;
    Scenario scenario;
    Transformer model;
    std::optional<double> memoryGib; ///< a second target, peak of a GPU
    double peakReserveGib = 0.0;     ///< in that peak, beside what is modelled
    Diagnostics findings;            ///< what is wrong in the row
};

/// Reads a row of the training measurements (specs/measurements/README.md names the fields).
/// `place` names file and row.
[[nodiscard]] TrainingRow trainingRow(const nlohmann::json& row,
                                      const Catalogue& catalogue,
                                      const RowConventions& conventions,
                                      const std::string& place);

/// Rows that can be asked, resolved against one catalogue that it owns: evaluating again after a
/// constant of that catalogue changed costs the evaluation alone.
class TrainingQuestions {
public:
    /// Rows that do not resolve get the reason and a finding.
    TrainingQuestions(std::vector<TrainingRow> rows, const Catalogue& catalogue);

    /// The same questions against a copy of that catalogue as it is now: for another thread.
    TrainingQuestions(const TrainingQuestions& other);
    TrainingQuestions& operator=(const TrainingQuestions&) = delete;

    [[nodiscard]] Catalogue& catalogue() { return m_catalogue; }

    [[nodiscard]] const std::vector<TrainingRow>& rows() const { return m_rows; }

    /// The row's target as predicted now. The row must have been resolved.
    [[nodiscard]] double predict(std::size_t row) const;

    /// All rows with the predictions of now.
    [[nodiscard]] FidelityReport report() const;

    /// What was wrong in rows.
    [[nodiscard]] Diagnostics findings() const;

    [[nodiscard]] const std::optional<ResolvedScenario>& question(std::size_t row) const {
        return m_questions[row];
    }

private:
    void resolveRows();

    Catalogue m_catalogue;
    std::vector<TrainingRow> m_rows;
    std::vector<std::optional<ResolvedScenario>> m_questions;
};

} // namespace roofplan
