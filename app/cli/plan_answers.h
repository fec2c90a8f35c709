// The best plans of a cluster as text and JSON.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/result/result.h"
#include "core/search/plan_search.h"
#include "core/search/what_would_fit.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace roofplan::cli {

/// A plan with all that evaluate() says of it.
struct PlanAnswer {
    Scenario scenario; ///< with the plan
    Result result;
};

[[nodiscard]] PlanAnswer
answeredPlan(Scenario scenario, const ParallelPlan& plan, const Catalogue& catalogue);

struct PlanAnswers {
    FoundPlans found;
    std::vector<PlanAnswer> plans;     ///< of `found`
    std::optional<PlanAnswer> nearest; ///< where none fits
    WhatWouldFit wouldFit;             ///< where none fits
};

/// `scenario` answered once for each plan.
[[nodiscard]] PlanAnswers
answeredPlans(const Scenario& scenario, const Catalogue& catalogue, FoundPlans found);

/// "64 × p5en.48xlarge (512 GPUs)".
[[nodiscard]] std::string clusterText(const Cluster& cluster, std::int64_t gpus);

/// "Name: Llama 3.1 70B on 64 × p5en.48xlarge (512 GPUs)" with a line feed.
[[nodiscard]] std::string
titleText(const Scenario& scenario, const std::string& model, std::int64_t gpus);

/// A table with a plan a line, best first; or what is nearest to fit and what would make it.
[[nodiscard]] std::string plansText(const Scenario& scenario, const PlanAnswers& answers);

[[nodiscard]] nlohmann::ordered_json
plansJson(const Scenario& scenario, const PlanAnswers& answers, const Catalogue& catalogue);

/// Flags, step time, MFU, cost and memory of one plan in two lines, and what is found on it.
[[nodiscard]] std::string planText(const PlanAnswer& answer);

/// Plan, headline, bound, memory and findings by the keys of evaluate --json.
[[nodiscard]] nlohmann::ordered_json planAnswerJson(const PlanAnswer& answer,
                                                    const Catalogue& catalogue);

} // namespace roofplan::cli
