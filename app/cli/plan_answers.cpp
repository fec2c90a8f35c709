#include "app/cli/plan_answers.h"

#include "app/cli/plan_table.h"
#include "core/evaluate/evaluate.h"
#include "core/report/report_json.h"
#include "core/report/report_text.h"
#include "core/report/text_columns.h"
#include "core/result/verdict.h"
#include "core/units/quantity_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace roofplan::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string seconds(Seconds time) {
    return quantityText(time.base(), UnitKind::Time);
}

std::string size(Bytes bytes) {
    return quantityText(bytes.base(), UnitKind::Size, 3);
}

/// How much longer a step is than the best, as a share of it.
double behind(const PlanAnswers& answers, const PlanAnswer& answer) {
    return answer.result.headline.stepTime / answers.plans.front().result.headline.stepTime - 1.0;
}

std::vector<std::string> answerCells(const PlanAnswers& answers, const PlanAnswer& answer) {
    const Headline& h = answer.result.headline;
    return {seconds(h.stepTime),
            &answer == &answers.plans.front()
                ? "best"
                : fmt::format("+{:.2f} %", 100.0 * behind(answers, answer)),
            fmt::format("{:.0f}", h.tokensPerSecond.base()),
            fmt::format("{:.1f} %", 100.0 * h.mfu),
            seconds(h.timeToTrain),
            h.cost ? quantityText(h.cost->base(), UnitKind::Currency) : std::string("unknown"),
            size(h.memoryPeak),
            std::string(boundNameOn(answer.result, answer.result.bound))};
}

std::string answersTable(const PlanAnswers& answers) {
    TableSide front{.columns = {{"#", true}}, .rows = {}};
    TableSide back{.columns = {{"step", true},
                               {"behind", true},
                               {"tokens/s", true},
                               {"MFU", true},
                               {"time to train", true},
                               {"cost", true},
                               {"memory", true},
                               {"bound"}},
                   .rows = {}};
    std::vector<ParallelPlan> plans;
    for (const PlanAnswer& answer : answers.plans) {
        plans.push_back(answer.result.plan);
        front.rows.push_back({fmt::format("{}", plans.size())});
        back.rows.push_back(answerCells(answers, answer));
    }
    return planTable(front, plans, back);
}

std::string clusterLine(const FoundCluster& cluster) {
    return fmt::format("{} × {} ({} GPUs)", cluster.instances, cluster.instance, cluster.gpus);
}

std::string wouldFitText(const PlanAnswers& answers) {
    TextColumns columns("  ");
    const auto add = [&columns](std::string what, const FoundPlan& plan) {
        columns.add({std::move(what), size(plan.memoryPeak), seconds(plan.stepTime) + " a step",
                     planFlags(plan.plan)});
    };
    const WhatWouldFit& would = answers.wouldFit;
    if (would.unpinned) {
        add("without pinned fields", *would.unpinned);
    }
    if (would.moreOfIt) {
        add(clusterLine(*would.moreOfIt), would.moreOfIt->plan);
    }
    for (const FoundCluster& other : would.otherTypes) {
        add(clusterLine(other), other.plan);
    }
    return columns.text();
}

std::string nothingFitsText(const PlanAnswers& answers) {
    if (!answers.nearest) {
        std::string text =
            fmt::format("Nothing fits: each of {} plans offloads more than its servers hold.\n",
                        answers.found.decided);
        if (!answers.wouldFit.empty()) {
            text += "\nWhat would fit with its best plan\n" + wouldFitText(answers);
        }
        return text;
    }
    const Result& nearest = answers.nearest->result;
    const Headline& h = nearest.headline;
    std::string text = fmt::format(
        "Nothing fits: the nearest of {} plans needs {} of {} on stage {}, {} too much.\n  {}\n",
        answers.found.decided, size(h.memoryPeak), size(h.memoryCapacity), nearest.worstStage,
        size(h.memoryPeak - h.memoryCapacity), planFlags(nearest.plan));
    if (!nearest.fixes.empty()) {
        text += "\nWhat would make that plan fit\n" + fixesText(nearest);
    }
    if (!answers.wouldFit.empty()) {
        text += "\nWhat would fit with its best plan\n" + wouldFitText(answers);
    }
    return text;
}

std::string findingsText(const Result& result) {
    std::string text;
    for (const Diagnostic& finding : result.diagnostics) {
        text += "  " + plainLine(finding) + "\n";
    }
    return text;
}

Json foundJson(const FoundPlan& plan, const Scenario& scenario, const Catalogue& catalogue) {
    return planAnswerJson(answeredPlan(scenario, plan.plan, catalogue), catalogue);
}

Json foundJson(const FoundCluster& cluster, const Scenario& scenario, const Catalogue& catalogue) {
    Json json{
        {"instance", cluster.instance}, {"instances", cluster.instances}, {"gpus", cluster.gpus}};
    json.update(foundJson(cluster.plan, onCluster(scenario, cluster.instance, cluster.instances),
                          catalogue));
    return json;
}

Json wouldFitJson(const WhatWouldFit& would, const Scenario& scenario, const Catalogue& catalogue) {
    Json json;
    json["unpinned"] = would.unpinned ? foundJson(*would.unpinned, scenario, catalogue) : Json();
    json["more_instances"] =
        would.moreOfIt ? foundJson(*would.moreOfIt, scenario, catalogue) : Json();
    json["other_types"] = Json::array();
    for (const FoundCluster& other : would.otherTypes) {
        json["other_types"].push_back(foundJson(other, scenario, catalogue));
    }
    return json;
}

Json pick(Json from, std::initializer_list<const char*> keys) {
    Json picked;
    for (const char* key : keys) {
        picked[key] = std::move(from[key]);
    }
    return picked;
}

} // namespace

PlanAnswer answeredPlan(Scenario scenario, const ParallelPlan& plan, const Catalogue& catalogue) {
    PlanAnswer answer{.scenario = std::move(scenario), .result = {}};
    answer.scenario.plan = plan;
    auto result = evaluate(answer.scenario, catalogue, Detail::Terms);
    if (result) {
        answer.result = std::move(*result);
    } else { // a plan of the space is legal; should one not be, it says why
        answer.result.feasible = false;
        answer.result.plan = plan;
        answer.result.diagnostics = std::move(result.error());
    }
    return answer;
}

PlanAnswers answeredPlans(const Scenario& scenario, const Catalogue& catalogue, FoundPlans found) {
    PlanAnswers answers;
    for (const FoundPlan& plan : found.plans) {
        answers.plans.push_back(answeredPlan(scenario, plan.plan, catalogue));
    }
    if (found.nearest) {
        answers.nearest = answeredPlan(scenario, found.nearest->plan, catalogue);
    }
    answers.found = std::move(found);
    return answers;
}

std::string clusterText(const Cluster& cluster, std::int64_t gpus) {
    return cluster.isCustom()
               ? fmt::format("{} × {}", gpus, cluster.custom.gpu)
               : fmt::format("{} × {} ({} GPUs)", cluster.instances, cluster.instance, gpus);
}

std::string titleText(const Scenario& scenario, const std::string& model, std::int64_t gpus) {
    return fmt::format("{}{} on {}\n", scenario.name.empty() ? "" : scenario.name + ": ", model,
                       clusterText(scenario.cluster, gpus));
}

std::string planText(const PlanAnswer& answer) {
    const Result& r = answer.result;
    const Headline& h = r.headline;
    std::string text = fmt::format(
        "  {}\n  {} a step, MFU {:.1f} %, {} to train, {}, {} of {}\n", planFlags(r.plan),
        seconds(h.stepTime), 100.0 * h.mfu, seconds(h.timeToTrain),
        h.cost ? quantityText(h.cost->base(), UnitKind::Currency) : std::string("no price known"),
        size(h.memoryPeak), size(h.memoryCapacity));
    if (!r.diagnostics.empty()) {
        text += "\nFindings on it\n" + findingsText(r);
    }
    return text;
}

std::string plansText(const Scenario& scenario, const PlanAnswers& answers) {
    if (answers.plans.empty()) {
        const std::string title = answers.nearest
                                      ? titleText(scenario, answers.nearest->result.modelName,
                                                  answers.nearest->result.gpus)
                                      : std::string();
        return title + nothingFitsText(answers);
    }
    const PlanAnswer& best = answers.plans.front();
    return titleText(scenario, best.result.modelName, best.result.gpus) +
           fmt::format("The best of {} plans, by step time\n\n", answers.found.decided) +
           answersTable(answers) + "\nThe best one\n" + planText(best);
}

Json planAnswerJson(const PlanAnswer& answer, const Catalogue& catalogue) {
    return pick(
        resultJson(answer.scenario, answer.result, catalogue),
        {"feasible", "plan", "headline", "price", "bound", "confidence", "memory", "diagnostics"});
}

Json plansJson(const Scenario& scenario, const PlanAnswers& answers, const Catalogue& catalogue) {
    const PlanAnswer* first = !answers.plans.empty() ? &answers.plans.front()
                              : answers.nearest      ? &*answers.nearest
                                                     : nullptr;
    Json json = first != nullptr
                    ? pick(resultJson(scenario, first->result, catalogue), {"scenario", "model"})
                    : pick(failureJson(scenario, {}), {"scenario", "model"});
    json["question"] = "plans";
    json["feasible"] = !answers.plans.empty();
    json["space"] = answers.found.decided;
    json["plans"] = Json::array();
    for (const PlanAnswer& answer : answers.plans) {
        Json plan{{"rank", json["plans"].size() + 1}, {"behind", behind(answers, answer)}};
        plan.update(planAnswerJson(answer, catalogue));
        json["plans"].push_back(std::move(plan));
    }
    json["nearest"] = nullptr;
    if (answers.nearest) {
        json["nearest"] =
            pick(resultJson(answers.nearest->scenario, answers.nearest->result, catalogue),
                 {"plan", "headline", "memory", "fixes"});
        const Headline& h = answers.nearest->result.headline;
        json["nearest"]["lacks_bytes"] = (h.memoryPeak - h.memoryCapacity).base();
    }
    json["would_fit"] =
        answers.plans.empty() ? wouldFitJson(answers.wouldFit, scenario, catalogue) : Json();
    json["refused"] = diagnosticsJson(answers.found.refusals);
    return json;
}

} // namespace roofplan::cli
