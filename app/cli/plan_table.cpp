#include "app/cli/plan_table.h"

#include "core/report/text_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace roofplan::cli {

namespace {

std::string recomputeCell(const ParallelPlan& plan) {
    const std::string key(recomputeNames[static_cast<std::size_t>(plan.recompute)].key);
    return plan.recomputeLayers ? fmt::format("{} {}", key, *plan.recomputeLayers) : key;
}

/// Heading and cell of a column of the plan; left out where no plan in the list needs it.
struct PlanColumn {
    const char* heading;
    bool right;
    std::string (*cell)(const ParallelPlan&);
    bool (*needed)(const ParallelPlan&);
};

bool always(const ParallelPlan& /*plan*/) {
    return true;
}

bool spreadsExperts(const ParallelPlan& plan) {
    return plan.expertParallel > 1 || plan.expertTensorParallel > 1;
}

std::string countCell(std::int64_t count) {
    return fmt::format("{}", count);
}

constexpr std::array planColumns{
    PlanColumn{"TP", true, [](const ParallelPlan& p) { return countCell(p.tensorParallel); },
               always},
    PlanColumn{"PP", true, [](const ParallelPlan& p) { return countCell(p.pipelineParallel); },
               always},
    PlanColumn{"VPP", true, [](const ParallelPlan& p) { return countCell(p.virtualPipeline); },
               always},
    PlanColumn{"CP", true, [](const ParallelPlan& p) { return countCell(p.contextParallel); },
               always},
    PlanColumn{"EP", true, [](const ParallelPlan& p) { return countCell(p.expertParallel); },
               spreadsExperts},
    PlanColumn{"ETP", true, [](const ParallelPlan& p) { return countCell(p.expertTensorParallel); },
               spreadsExperts},
    PlanColumn{"DP", true, [](const ParallelPlan& p) { return countCell(*p.dataParallel); },
               always},
    PlanColumn{"micro-batch", true, [](const ParallelPlan& p) { return countCell(p.microBatch); },
               always},
    PlanColumn{"SP", false,
               [](const ParallelPlan& p) { return std::string(p.sequenceParallel ? "on" : "off"); },
               [](const ParallelPlan& p) { return !p.sequenceParallel; }},
    PlanColumn{"ZeRO", false,
               [](const ParallelPlan& p) {
                   return std::string(zeroStageNames[static_cast<std::size_t>(p.zero)].key);
               },
               always},
    PlanColumn{"recompute", false, recomputeCell, always},
    PlanColumn{"offload", false,
               [](const ParallelPlan& p) {
                   return std::string(offloadNames[static_cast<std::size_t>(p.offload)].key);
               },
               always},
};

std::vector<const PlanColumn*> neededColumns(const std::vector<ParallelPlan>& plans) {
    std::vector<const PlanColumn*> columns;
    for (const PlanColumn& column : planColumns) {
        if (std::ranges::any_of(plans, column.needed)) {
            columns.push_back(&column);
        }
    }
    return columns;
}

/// Headings, and which of them are of numbers.
struct Headings {
    std::vector<std::string> words;
    std::vector<std::size_t> right;

    void add(std::string word, bool isRight) {
        if (isRight) {
            right.push_back(words.size());
        }
        words.push_back(std::move(word));
    }

    void add(const TableSide& side) {
        for (const TableSide::Column& column : side.columns) {
            add(column.heading, column.right);
        }
    }
};

} // namespace

std::string
planTable(const TableSide& front, const std::vector<ParallelPlan>& plans, const TableSide& back) {
    const std::vector<const PlanColumn*> columns = neededColumns(plans);
    Headings headings;
    headings.add(front);
    for (const PlanColumn* column : columns) {
        headings.add(column->heading, column->right);
    }
    headings.add(back);
    TextColumns table("  ", headings.right);
    table.add(headings.words);
    for (std::size_t i = 0; i < plans.size(); ++i) {
        std::vector<std::string> cells = front.rows[i];
        for (const PlanColumn* column : columns) {
            cells.push_back(column->cell(plans[i]));
        }
        cells.insert(cells.end(), back.rows[i].begin(), back.rows[i].end());
        table.add(std::move(cells));
    }
    return table.text();
}

std::string planFlags(const ParallelPlan& plan) {
    std::string text =
        fmt::format("--tp {} --pp {} --virtual-pp {} --cp {}", plan.tensorParallel,
                    plan.pipelineParallel, plan.virtualPipeline, plan.contextParallel);
    if (spreadsExperts(plan)) {
        text += fmt::format(" --ep {} --etp {}", plan.expertParallel, plan.expertTensorParallel);
    }
    text +=
        fmt::format(" --dp {} --micro-batch {}", plan.dataParallel.value_or(1), plan.microBatch);
    if (plan.tensorParallel > 1) {
        text += plan.sequenceParallel ? " --sequence-parallel yes" : " --sequence-parallel no";
    }
    text += fmt::format(" --zero {} --recompute {} --offload {}",
                        zeroStageNames[static_cast<std::size_t>(plan.zero)].key,
                        recomputeNames[static_cast<std::size_t>(plan.recompute)].key,
                        offloadNames[static_cast<std::size_t>(plan.offload)].key);
    if (plan.recomputeLayers) {
        text += fmt::format(" --recompute-layers {}", *plan.recomputeLayers);
    }
    return text;
}

} // namespace roofplan::cli
