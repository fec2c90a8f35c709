// What a published row ran with where it is silent: rules in specs/measurements/conventions.json,
// each with its reason.
#pragma once

#include "core/base/expected.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofplan {

/// What rows do not say of a model.
struct ModelAssumptions {
    std::optional<std::int64_t> predictionModules; ///< of multi-token prediction
    std::optional<std::int64_t> expertWidth;
    std::optional<std::int64_t> expertsEvery; ///< every n-th layer has experts
    std::optional<std::int64_t> routingGroups;
    std::optional<std::int64_t> groupsPerToken;
    std::optional<bool> queryKeyNorm;
    std::optional<bool> expertBias;
};

struct RowAssumptions {
    std::map<std::string, std::string> fields;      ///< scenario fields by key, as text
    std::map<std::string, std::string> corrections; ///< the same, over what the row says
    ModelAssumptions model;
    std::optional<double> layersPerChunk;  ///< of an interleaved pipeline whose chunks no one says
    std::optional<bool> expertsFollowTp;   ///< each expert is split over the TP ranks
    std::optional<double> recomputedShare; ///< of the layers, by full recomputation
    std::optional<double> peakReserveGib;  ///< beside what is modelled, in the measured peak
    std::string notScored;                 ///< why such rows are left out
};

/// All of its conditions hold for a row, so its assumptions do.
struct RowRule {
    std::map<std::string, std::vector<std::string>> contains; ///< by the row's field, any of
    std::vector<std::string> silent;                          ///< fields that are null
    std::string from;                                         ///< release, "2026-06"
    std::string before;
    std::optional<bool> experts;
    std::optional<bool> pipelined;
    std::optional<bool> expertsBeyondDomain;
    RowAssumptions assume;
};

/// Rules in order; later ones win.
class RowConventions {
public:
    /// Fails with the place in `fileName` of what is wrong.
    [[nodiscard]] static Expected<RowConventions> read(std::string_view text,
                                                       std::string_view fileName);

    [[nodiscard]] RowAssumptions assumptionsFor(const nlohmann::json& row) const;

private:
    std::vector<RowRule> m_rules;
};

/// Month of the software, "2025-09": from a version ("NeMo container 25.09", "2024-12-26"), else
/// the date of the source. Empty where neither says.
[[nodiscard]] std::string rowRelease(const nlohmann::json& row);

} // namespace roofplan
