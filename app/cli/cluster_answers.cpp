#include "app/cli/cluster_answers.h"

#include "app/cli/plan_table.h"
#include "core/report/report_json.h"
#include "core/report/scenario_json.h"
#include "core/search/cluster_list.h"
#include "core/units/quantity_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace roofplan::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t mostSizesNamed = 8;

std::string seconds(Seconds time) {
    return quantityText(time.base(), UnitKind::Time);
}

std::string dollars(Money money) {
    return quantityText(money.base(), UnitKind::Currency);
}

/// "within 30.00 d and 2.000 M USD", empty without limits.
std::string limitsText(const ClusterLimits& limits) {
    std::string text;
    if (limits.deadline) {
        text += " within " + seconds(*limits.deadline);
    }
    if (limits.budget) {
        text += (text.empty() ? " for at most " : " and for at most ") + dollars(*limits.budget);
    }
    return text;
}

std::string heading(const SearchRequest& request) {
    const std::string limits = limitsText(request.limits);
    switch (request.question) {
    case SearchQuestion::Front:
        return "Clusters that no other one beats in time and cost" + limits + ", fastest first";
    case SearchQuestion::FewestGpus:
        return "The smallest cluster of each type that a plan fits on" + limits;
    default:
        break;
    }
    switch (request.objective) {
    case SearchObjective::Cost:
        return "The cheapest clusters" + limits;
    case SearchObjective::TokensPerDollar:
        return "The clusters of most tokens/s for each USD/h" + limits;
    case SearchObjective::Time:
        break;
    }
    return "The fastest clusters" + limits;
}

std::vector<std::string> figures(const ClusterAnswer& answer) {
    const Headline& h = answer.plan.result.headline;
    const FoundCluster& found = answer.found;
    return {seconds(h.timeToTrain),
            h.cost ? dollars(*h.cost) : std::string("unknown"),
            found.tokensPerUsdH ? fmt::format("{:.1f}", *found.tokensPerUsdH)
                                : std::string("unknown"),
            seconds(h.stepTime),
            fmt::format("{:.1f} %", 100.0 * h.mfu),
            quantityText(h.memoryPeak.base(), UnitKind::Size, 3)};
}

std::string clusterTable(const std::vector<ClusterAnswer>& answers) {
    TableSide front{.columns = {{"#", true}, {"instances", true}, {"type"}, {"GPUs", true}},
                    .rows = {}};
    TableSide back{.columns = {{"time to train", true},
                               {"cost", true},
                               {"tokens/s per USD/h", true},
                               {"step", true},
                               {"MFU", true},
                               {"memory", true}},
                   .rows = {}};
    std::vector<ParallelPlan> plans;
    for (const ClusterAnswer& answer : answers) {
        plans.push_back(answer.plan.result.plan);
        front.rows.push_back({fmt::format("{}", plans.size()),
                              fmt::format("{}", answer.found.instances), answer.found.instance,
                              fmt::format("{}", answer.found.gpus)});
        back.rows.push_back(figures(answer));
    }
    return planTable(front, plans, back);
}

std::string sizesText(const std::vector<std::int64_t>& sizes) {
    std::string text;
    for (std::size_t i = 0; i < std::min(sizes.size(), mostSizesNamed); ++i) {
        text += fmt::format("{}{}", i == 0 ? "" : ", ", sizes[i]);
    }
    return sizes.size() > mostSizesNamed ? fmt::format("{}, … {}", text, sizes.back()) : text;
}

/// Types that are out in the same sizes for the same reason stand in one line.
std::string leftOutText(const std::vector<LeftOutClusters>& leftOut) {
    struct Line {
        std::string sizes;
        std::string types;
        std::string reason;
    };

    std::vector<Line> lines;
    for (const LeftOutClusters& out : leftOut) {
        const Line line{sizesText(out.sizes), out.instance, out.reason.text.plain()};
        const auto same = std::ranges::find_if(lines, [&line](const Line& known) {
            return known.sizes == line.sizes && known.reason == line.reason;
        });
        if (same != lines.end()) {
            same->types += ", " + line.types;
        } else {
            lines.push_back(line);
        }
    }
    std::string text;
    for (const Line& line : lines) {
        text += fmt::format("  {} × {}: {}\n", line.sizes, line.types, line.reason);
    }
    return text.empty() ? text : "\nNo choice\n" + text;
}

std::string noneText(const SearchRequest& request, const ClusterAnswers& answers) {
    if (!answers.nearest) {
        return fmt::format("None of {} clusters: no plan fits.\n", answers.found.candidates);
    }
    const FoundCluster& nearest = answers.nearest->found;
    return fmt::format("None of {} clusters{}. The nearest misses by {:.1f} %:\n\n{}",
                       answers.found.candidates, limitsText(request.limits),
                       100.0 * (missedBy(nearest, request.limits) - 1.0),
                       clusterTable({*answers.nearest}));
}

Json clusterJson(const ClusterAnswer& answer, const Catalogue& catalogue) {
    const FoundCluster& found = answer.found;
    Json json{{"instance", found.instance}, {"instances", found.instances}, {"gpus", found.gpus}};
    json["tokens_per_s_per_usd_h"] = found.tokensPerUsdH ? Json(*found.tokensPerUsdH) : Json();
    json.update(planAnswerJson(answer.plan, catalogue));
    return json;
}

const char* questionKey(SearchQuestion question) {
    switch (question) {
    case SearchQuestion::Front:
        return "front";
    case SearchQuestion::FewestGpus:
        return "fewest_gpus";
    default:
        return "clusters";
    }
}

} // namespace

ClusterAnswers
answeredClusters(const Scenario& scenario, const Catalogue& catalogue, FoundClusters found) {
    const auto answered = [&](const FoundCluster& cluster) {
        return ClusterAnswer{cluster,
                             answeredPlan(onCluster(scenario, cluster.instance, cluster.instances),
                                          cluster.plan.plan, catalogue)};
    };
    ClusterAnswers answers;
    for (const FoundCluster& cluster : found.clusters) {
        answers.clusters.push_back(answered(cluster));
    }
    if (found.nearest) {
        answers.nearest = answered(*found.nearest);
    }
    answers.found = std::move(found);
    return answers;
}

std::string clustersText(const Scenario& scenario,
                         const Catalogue& catalogue,
                         const SearchRequest& request,
                         const ClusterAnswers& answers) {
    const ModelEntry* model = findEntry(catalogue.models, scenario.workload.model);
    std::string text = fmt::format("{}{}\n", scenario.name.empty() ? "" : scenario.name + ": ",
                                   model != nullptr ? model->transformer.name : std::string());
    if (answers.clusters.empty()) {
        return text + noneText(request, answers) + leftOutText(answers.found.leftOut);
    }
    const PlanAnswer& best = answers.clusters.front().plan;
    return text + fmt::format("{}, {} tried\n\n", heading(request), answers.found.candidates) +
           clusterTable(answers.clusters) +
           fmt::format("\nThe first one: {}\n",
                       clusterText(best.scenario.cluster, best.result.gpus)) +
           planText(best) + leftOutText(answers.found.leftOut);
}

Json clustersJson(const Scenario& scenario,
                  const Catalogue& catalogue,
                  const SearchRequest& request,
                  const ClusterAnswers& answers) {
    const ClusterLimits& limits = request.limits;
    Json json;
    json["scenario"] = scenarioJson(scenario);
    json["question"] = questionKey(request.question);
    json["objective"] = request.question == SearchQuestion::Clusters
                            ? Json(objectiveKey(request.objective))
                            : Json();
    json["deadline_s"] = limits.deadline ? Json(limits.deadline->base()) : Json();
    json["budget_usd"] = limits.budget ? Json(limits.budget->base()) : Json();
    json["feasible"] = !answers.clusters.empty();
    json["candidates"] = answers.found.candidates;
    json["clusters"] = Json::array();
    for (const ClusterAnswer& answer : answers.clusters) {
        Json cluster{{"rank", json["clusters"].size() + 1}};
        cluster.update(clusterJson(answer, catalogue));
        json["clusters"].push_back(std::move(cluster));
    }
    json["nearest"] = nullptr;
    if (answers.nearest) {
        json["nearest"] = clusterJson(*answers.nearest, catalogue);
        json["nearest"]["missed_by"] = missedBy(answers.nearest->found, limits) - 1.0;
    }
    json["left_out"] = Json::array();
    for (const LeftOutClusters& out : answers.found.leftOut) {
        json["left_out"].push_back({{"instance", out.instance},
                                    {"instances", out.sizes},
                                    {"reason", diagnosticsJson({out.reason}).front()}});
    }
    return json;
}

} // namespace roofplan::cli
