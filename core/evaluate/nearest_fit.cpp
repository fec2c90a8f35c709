#include "core/evaluate/nearest_fit.h"

#include "core/evaluate/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace roofplan {

namespace {

constexpr std::size_t mostFixes = 3;

struct Candidate {
    Scenario scenario;
    std::vector<FieldChange> changes;
};

/// A kind of change: the scenarios that come of it, smallest change first.
using Ladder = std::function<std::vector<Candidate>(const Candidate&)>;

FieldChange change(const char* key, std::int64_t from, std::int64_t to) {
    return {key, fmt::format("{}", from), fmt::format("{}", to)};
}

/// A given DP follows from the others once one of them has changed.
void followDataParallel(const Scenario& before, Candidate& candidate) {
    if (before.plan.dataParallel) {
        candidate.scenario.plan.dataParallel.reset();
        candidate.changes.push_back(
            {"dp", fmt::format("{}", *before.plan.dataParallel), std::string()});
    }
}

std::vector<Candidate> recomputeLadder(const Candidate& base) {
    std::vector<Candidate> out;
    for (auto level = static_cast<std::size_t>(base.scenario.plan.recompute) + 1;
         level < recomputeNames.size(); ++level) {
        Candidate next = base;
        next.scenario.plan.recompute = recomputeNames[level].value;
        const auto from = static_cast<std::size_t>(base.scenario.plan.recompute);
        next.changes.push_back({"recompute", std::string(recomputeNames[from].key),
                                std::string(recomputeNames[level].key)});
        out.push_back(std::move(next));
    }
    return out;
}

std::vector<Candidate> zeroLadder(const Candidate& base) {
    if (base.scenario.plan.zero == ZeroStage::Zero1) {
        return {};
    }
    Candidate next = base;
    next.scenario.plan.zero = ZeroStage::Zero1;
    next.changes.push_back({"zero", "none", "zero1"});
    return {next};
}

std::vector<Candidate> offloadLadder(const Candidate& base) {
    const auto from = static_cast<std::size_t>(base.scenario.plan.offload);
    if (base.scenario.plan.offload == Offload::None) {
        return {};
    }
    Candidate next = base;
    next.scenario.plan.offload = Offload::None;
    next.changes.push_back({"offload", std::string(offloadNames[from].key), "none"});
    return {next};
}

/// One sequence less at a time while that is few steps, then halves.
std::vector<Candidate> microBatchLadder(const Candidate& base) {
    constexpr std::int64_t fewSteps = 16;
    std::vector<Candidate> out;
    std::int64_t size = base.scenario.plan.microBatch;
    while (size > 1) {
        size = size <= fewSteps ? size - 1 : size / 2;
        Candidate next = base;
        next.scenario.plan.microBatch = size;
        next.changes.push_back(change("micro_batch", base.scenario.plan.microBatch, size));
        out.push_back(std::move(next));
    }
    return out;
}

/// Doublings of one count of the plan or the cluster, up to 64 times the value it has.
std::vector<Candidate> doublingLadder(const Candidate& base,
                                      const char* key,
                                      const std::function<std::int64_t&(Scenario&)>& field) {
    constexpr std::int64_t mostTimes = 64;
    std::vector<Candidate> out;
    Scenario probe = base.scenario;
    const std::int64_t from = field(probe);
    for (std::int64_t times = 2; times <= mostTimes; times *= 2) {
        Candidate next = base;
        field(next.scenario) = from * times;
        next.changes.push_back(change(key, from, from * times));
        followDataParallel(base.scenario, next);
        out.push_back(std::move(next));
    }
    return out;
}

std::vector<Ladder> ladders() {
    return {recomputeLadder,
            zeroLadder,
            offloadLadder,
            microBatchLadder,
            [](const Candidate& base) {
                return doublingLadder(
                    base, "tp", [](Scenario& s) -> std::int64_t& { return s.plan.tensorParallel; });
            },
            [](const Candidate& base) {
                return doublingLadder(base, "pp", [](Scenario& s) -> std::int64_t& {
                    return s.plan.pipelineParallel;
                });
            },
            [](const Candidate& base) {
                const bool custom = base.scenario.cluster.isCustom();
                return doublingLadder(
                    base, custom ? "gpus" : "instances", [custom](Scenario& s) -> std::int64_t& {
                        return custom ? s.cluster.custom.gpus : s.cluster.instances;
                    });
            }};
}

/// The first candidate of a ladder that is legal and fits.
std::optional<Fix> firstFit(const std::vector<Candidate>& ladder, const Catalogue& catalogue) {
    for (const Candidate& candidate : ladder) {
        const Expected<Result> result = evaluate(candidate.scenario, catalogue);
        if (result && result->feasible) {
            return Fix{.changes = candidate.changes,
                       .memoryPeak = result->headline.memoryPeak,
                       .stepTime = result->headline.stepTime};
        }
    }
    return std::nullopt;
}

bool buysInstances(const Fix& fix) {
    return std::ranges::any_of(fix.changes, [](const FieldChange& change) {
        return change.key == "instances" || change.key == "gpus";
    });
}

/// Fastest first; what has to be bought comes after what only has to be set.
std::vector<Fix> fastest(std::vector<Fix> fixes) {
    std::ranges::stable_sort(fixes, [](const Fix& a, const Fix& b) {
        return std::pair(buysInstances(a), a.stepTime.base()) <
               std::pair(buysInstances(b), b.stepTime.base());
    });
    fixes.resize(std::min(fixes.size(), mostFixes));
    return fixes;
}

} // namespace

std::vector<Fix> nearestFixes(const Scenario& scenario, const Catalogue& catalogue) {
    const Candidate start{.scenario = scenario, .changes = {}};
    const std::vector<Ladder> all = ladders();
    std::vector<Fix> fixes;
    for (const Ladder& ladder : all) {
        if (std::optional<Fix> fix = firstFit(ladder(start), catalogue)) {
            fixes.push_back(std::move(*fix));
        }
    }
    if (!fixes.empty()) {
        return fastest(std::move(fixes));
    }
    for (std::size_t first = 0; first < all.size(); ++first) {
        for (const Candidate& half : all[first](start)) {
            for (std::size_t second = first + 1; second < all.size(); ++second) {
                if (std::optional<Fix> fix = firstFit(all[second](half), catalogue)) {
                    fixes.push_back(std::move(*fix));
                }
            }
        }
    }
    return fastest(std::move(fixes));
}

} // namespace roofplan
