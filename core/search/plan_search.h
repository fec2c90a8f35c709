// The best plans of one cluster: exact, whatever it leaves out on the way.
#pragma once

#include "core/search/plan_pricer.h"
#include "core/search/plan_space.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace roofplan {

/// What counts as another plan in a list of the best.
enum class Distinct {
    Layouts, ///< another TP, PP, CP, EP, ETP or micro-batch: of each the best settings
    Plans,   ///< any other setting
};

struct SearchOptions {
    SpaceOptions space;
    std::size_t most = 10; ///< plans in the list
    Distinct distinct = Distinct::Layouts;
    int threads = 1;
    const std::atomic<bool>* cancelled = nullptr; ///< looked at every few microseconds
};

struct FoundPlan {
    ParallelPlan plan; ///< with dataParallel
    Seconds stepTime;
    Bytes memoryPeak;

    bool operator==(const FoundPlan&) const = default;
};

/// On one cluster at one price the shortest step is also the cheapest run and the most tokens a
/// dollar: there is one order.
struct FoundPlans {
    std::vector<FoundPlan> plans;     ///< that fit, shortest step first
    std::optional<FoundPlan> nearest; ///< where none fits: the one that lacks least memory
    std::uint64_t decided = 0;        ///< plans of the space
    std::uint64_t priced = 0;         ///< of them worked out one by one
    Diagnostics refusals;             ///< values that are not in the space, and why
    bool cancelled = false;           ///< the list holds what was found until then
};

/// Every plan of the space of `base` (whose own plan counts for what is pinned alone) is decided:
/// the list is what sorting all of them by step time, then in the order of their fields, begins
/// with. Independent of the number of threads. Shapes of layers are priced once; a branch is left
/// where no plan of it could enter the list. Cached work is kept in `memos` for the next search.
[[nodiscard]] FoundPlans
searchPlans(const ResolvedScenario& base, const SearchOptions& options, PlanMemos& memos);

[[nodiscard]] FoundPlans searchPlans(const ResolvedScenario& base, const SearchOptions& options);

/// `base` with that plan, ready for evaluateResolved().
[[nodiscard]] ResolvedScenario withPlan(const ResolvedScenario& base, const ParallelPlan& plan);

/// The order of plans of equal step times.
[[nodiscard]] bool comesBefore(const FoundPlan& a, const FoundPlan& b);

} // namespace roofplan
