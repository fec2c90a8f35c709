// How far a workload can be pushed on a cluster before nothing fits.
#pragma once

#include "core/search/plan_search.h"

#include <optional>

namespace roofplan {

/// Sequence lengths are multiples of it, in tokens.
inline constexpr std::int64_t sequenceGranularity = 1024;

struct LongestSequence {
    std::int64_t tokens = 0;
    FoundPlan plan;       ///< the best at that length
    bool atLimit = false; ///< no longer one can be asked
};

/// The longest sequence that some plan of the cluster fits with, at the same number of sequences a
/// step; nothing where none does. A CP cuts a sequence into 2·CP pieces of whole tokens, so that of
/// each CP the lengths are multiples of 1,024 and of 2·CP; on those a plan needs the more memory
/// the longer they are, and the longest is found by bisection. Smallest micro-batches need least.
[[nodiscard]] Expected<std::optional<LongestSequence>>
longestSequence(const Scenario& scenario, const Catalogue& catalogue, const SearchOptions& options);

/// The largest micro-batch of the space that some plan fits with, and the best plan that has it;
/// nothing where none fits. Every size is tried from the largest on: those of the space divide a
/// replica's share of the batch, which differs from one DP to another.
[[nodiscard]] Expected<std::optional<FoundPlan>> largestMicroBatch(const Scenario& scenario,
                                                                   const Catalogue& catalogue,
                                                                   const SearchOptions& options);

} // namespace roofplan
