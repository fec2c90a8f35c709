#include "core/scenario/resolved_scenario.h"

#include "core/scenario/cluster_resolution.h"
#include "core/scenario/entry_lookup.h"
#include "core/scenario/price_resolution.h"
#include "core/scenario/scenario_check.h"

#include <fmt/format.h>

#include <iterator>

namespace roofplan {

namespace {

StackChoices choicesOf(const Stack& stack, const StackChoice& choice) {
    StackChoices choices = stack.choices;
    choices.attentionKernel = choice.attentionKernel.value_or(choices.attentionKernel);
    choices.cudaGraphs = choice.cudaGraphs.value_or(choices.cudaGraphs);
    choices.tensorParallelOverlap =
        choice.tensorParallelOverlap.value_or(choices.tensorParallelOverlap);
    choices.dataParallelOverlap = choice.dataParallelOverlap.value_or(choices.dataParallelOverlap);
    return choices;
}

// Beyond what any cluster or plan will be, and small enough that no product of them overflows.
constexpr double mostGpus = 1e8;
constexpr double mostParallel = 8192.0;
constexpr double mostSequences = 1e9;
constexpr double largestNumber = 1e18;

/// A number the field table would refuse, should a scenario have come another way.
void checkRange(double value, double largest, const char* field, Diagnostics& findings) {
    if (!(value > 0.0 && value <= largest)) {
        findings.push_back({.code = "scenario.range",
                            .place = field,
                            .text = {translatable("core", "Found {0}, allowed above 0 up to {1}."),
                                     {fmt::format("{}", value), fmt::format("{}", largest)}}});
    }
}

/// The same with a smallest number that is allowed.
void checkBetween(
    double value, double smallest, double largest, const char* field, Diagnostics& findings) {
    if (!(value >= smallest && value <= largest)) {
        findings.push_back({.code = "scenario.range",
                            .place = field,
                            .text = {translatable("core", "Found {0}, allowed from {1} to {2}."),
                                     {fmt::format("{}", value), fmt::format("{}", smallest),
                                      fmt::format("{}", largest)}}});
    }
}

void checkCustom(const CustomCluster& custom, Diagnostics& findings) {
    checkRange(static_cast<double>(custom.gpus), mostGpus, "gpus", findings);
    checkRange(static_cast<double>(custom.gpusPerNode), mostParallel, "gpus_per_node", findings);
    if (custom.nvlinkDomain) {
        checkRange(static_cast<double>(*custom.nvlinkDomain), mostParallel, "nvlink_domain",
                   findings);
    }
    if (custom.networkPerGpu) {
        checkRange(custom.networkPerGpu->base(), largestNumber, "network_gbps_per_gpu", findings);
    }
    checkBetween(custom.oversubscription, 1.0, largestNumber, "oversubscription", findings);
}

void checkMoney(const Cluster& cluster, Diagnostics& findings) {
    constexpr double mostDiscount = 0.99;
    if (cluster.ownPricePerGpu) {
        checkRange(cluster.ownPricePerGpu->base(), largestNumber, "price_per_gpu_hour", findings);
    }
    if (cluster.discount) {
        checkBetween(cluster.discount->value, 0.0, mostDiscount, "discount", findings);
    }
    if (cluster.exchangeRate) {
        checkRange(*cluster.exchangeRate, largestNumber, "exchange_rate", findings);
    }
}

void checkNumbers(const Scenario& scenario, Diagnostics& findings) {
    const auto check = [&findings](std::int64_t value, double largest, const char* field) {
        checkRange(static_cast<double>(value), largest, field, findings);
    };
    if (scenario.cluster.isCustom()) {
        checkCustom(scenario.cluster.custom, findings);
    } else {
        check(scenario.cluster.instances, static_cast<double>(mostInstances), "instances");
    }
    checkMoney(scenario.cluster, findings);
    checkRange(scenario.workload.tokens.base(), largestNumber, "tokens", findings);
    check(scenario.workload.sequenceLength, mostSequences, "seq_len");
    check(scenario.workload.globalBatch, mostSequences, "global_batch");
    check(scenario.plan.tensorParallel, mostParallel, "tp");
    check(scenario.plan.pipelineParallel, mostParallel, "pp");
    check(scenario.plan.virtualPipeline, mostParallel, "virtual_pp");
    check(scenario.plan.contextParallel, mostParallel, "cp");
    check(scenario.plan.dataParallel.value_or(1), mostGpus, "dp");
    check(scenario.plan.microBatch, mostSequences, "micro_batch");
}

void append(Diagnostics& list, Diagnostics more) {
    list.insert(list.end(), std::make_move_iterator(more.begin()),
                std::make_move_iterator(more.end()));
}

} // namespace

Expected<ResolvedScenario> resolve(const Scenario& scenario, const Catalogue& catalogue) {
    Diagnostics findings;
    ResolvedScenario r;
    const ModelEntry* model =
        requireEntry(catalogue.models, scenario.workload.model, "model", findings);
    append(findings, resolveCluster(scenario.cluster, catalogue, r));
    r.stack = requireEntry(catalogue.stacks, scenario.stack.preset, "stack", findings);
    checkNumbers(scenario, findings);
    if (hasErrors(findings)) {
        return tl::unexpected(std::move(findings));
    }
    r.model = &model->transformer;
    r.parameters = parameterCount(*r.model);
    r.workload = scenario.workload;
    r.choices = choicesOf(*r.stack, scenario.stack);
    r.plan = scenario.plan;

    r.diagnostics = completePlan(r);
    if (hasErrors(r.diagnostics)) {
        return tl::unexpected(std::move(r.diagnostics));
    }
    append(r.diagnostics, clusterFindings(scenario.cluster, r));
    append(r.diagnostics, resolvePrice(scenario.cluster, catalogue, r));
    return r;
}

} // namespace roofplan
