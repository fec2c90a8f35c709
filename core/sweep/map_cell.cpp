#include "core/sweep/map_cell.h"

#include "core/evaluate/evaluate.h"
#include "core/search/empty_space.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace roofplan {

namespace {

/// Errors that a cell keeps: a space of plans may have many.
constexpr std::size_t mostReasons = 3;

MapCell failed(Diagnostics reasons) {
    std::erase_if(reasons, [](const Diagnostic& d) { return d.severity != Severity::Error; });
    reasons.resize(std::min(reasons.size(), mostReasons));
    reasons.shrink_to_fit();
    return {.state = CellState::Failed, .reasons = std::move(reasons)};
}

/// The two bounds that most of the step waits for, the largest first.
std::array<std::size_t, 2> largestTwo(const std::array<Seconds, boundNames.size()>& exposed) {
    std::array<std::size_t, 2> top{0, 1};
    if (exposed[1] > exposed[0]) {
        std::swap(top[0], top[1]);
    }
    for (std::size_t i = 2; i < exposed.size(); ++i) {
        if (exposed[i] > exposed[top[0]]) {
            top = {i, top[0]};
        } else if (exposed[i] > exposed[top[1]]) {
            top[1] = i;
        }
    }
    return top;
}

Diagnostic noLegalPlan() {
    return {.code = "sweep.no_plan",
            .place = "plan",
            .text = {translatable("core", "No plan is legal here."), {}}};
}

/// Of pinned fields what the checks say, then what the space leaves out.
Diagnostics emptyReasons(const Scenario& scenario,
                         const SweepGrid& grid,
                         const Catalogue& catalogue,
                         Diagnostics refusals) {
    Diagnostics reasons{noLegalPlan()};
    if (grid.pinned != PinnedFields()) {
        std::ranges::move(whyEmpty(scenario, catalogue, grid.pinned), std::back_inserter(reasons));
        reasons.pop_back(); // that nothing is left, which is said already
    }
    std::ranges::move(refusals, std::back_inserter(reasons));
    return reasons;
}

MapCell bestCell(const Scenario& scenario,
                 const SweepGrid& grid,
                 const Catalogue& catalogue,
                 CellWork& work) {
    const Expected<ResolvedScenario> base = resolveForSearch(scenario, catalogue);
    if (!base) {
        return failed(base.error());
    }
    const SearchOptions options{
        .space = {.pinned = grid.pinned}, .most = 1, .cancelled = work.cancelled};
    work.memos.prepare(*base, work.threads);
    FoundPlans found = searchPlans(*base, options, work.memos);
    if (found.cancelled || (work.cancelled != nullptr && work.cancelled->load())) {
        return {};
    }
    if (found.plans.empty() && !found.nearest) {
        return failed(emptyReasons(scenario, grid, catalogue, std::move(found.refusals)));
    }
    const FoundPlan& best = found.plans.empty() ? *found.nearest : found.plans.front();
    return cellOf(evaluateResolved(withPlan(*base, best.plan), Detail::Headline),
                  scenario.workload.globalBatch);
}

} // namespace

std::string_view cellStateKey(CellState state) {
    constexpr std::array<std::string_view, 4> keys{"pending", "fits", "too_large", "failed"};
    return keys[static_cast<std::size_t>(state)];
}

MapCell cellOf(const Result& result, std::int64_t globalBatch) {
    const Headline& h = result.headline;
    MapCell cell{.state = result.feasible ? CellState::Fits : CellState::TooLarge,
                 .plan = result.plan,
                 .gpus = result.gpus,
                 .globalBatch = globalBatch,
                 .memoryPeak = h.memoryPeak,
                 .memoryCapacity = h.memoryCapacity,
                 .reasons = {}};
    if (!result.feasible) {
        return cell;
    }
    const auto [first, second] = largestTwo(result.exposedByBound);
    cell.bound = boundNames[first].bound;
    cell.runnerUp = boundNames[second].bound;
    cell.margin = 1.0 - result.exposedByBound[second] / result.exposedByBound[first];
    cell.stepTime = h.stepTime;
    cell.timeToTrain = h.timeToTrain;
    cell.cost = h.cost;
    cell.billedTime = h.billedTime;
    cell.tokensPerSecond = h.tokensPerSecond;
    cell.tokensPerSecondPerGpu = h.tokensPerSecondPerGpu;
    cell.mfu = h.mfu;
    cell.exposedCommunication = h.exposedCommunication;
    return cell;
}

MapCell
askCell(const SweepGrid& grid, std::size_t cell, const Catalogue& catalogue, CellWork& work) {
    const Expected<Scenario> scenario = scenarioAt(grid, cell, catalogue);
    if (!scenario) {
        return failed(scenario.error());
    }
    if (grid.request.plan == PlanChoice::Best) {
        return bestCell(*scenario, grid, catalogue, work);
    }
    const Expected<Result> result = evaluate(*scenario, catalogue);
    return result ? cellOf(*result, scenario->workload.globalBatch) : failed(result.error());
}

} // namespace roofplan
