#include "core/scenario/resolved_scenario.h"

#include "core/scenario/scenario_check.h"

#include <fmt/format.h>

#include <algorithm>

namespace roofplan {

namespace {

template <typename Entry>
const Entry* require(const std::vector<Entry>& entries,
                     const std::string& id,
                     const char* field,
                     Diagnostics& findings) {
    const Entry* entry = findEntry(entries, id);
    if (entry == nullptr) {
        std::string known;
        for (const Entry& candidate : entries) {
            known += (known.empty() ? "" : ", ") + candidate.id;
        }
        findings.push_back({.code = "scenario.unknown_id",
                            .place = field,
                            .text = {id.empty() ? translatable("core", "Nothing is chosen.")
                                                : translatable("core", "Found \"{0}\"."),
                                     {id}},
                            .hint = {translatable("core", "allowed: {0}"), {known}}});
    }
    return entry;
}

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
constexpr double mostInstances = 1e6;
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

void checkNumbers(const Scenario& scenario, Diagnostics& findings) {
    const auto check = [&findings](std::int64_t value, double largest, const char* field) {
        checkRange(static_cast<double>(value), largest, field, findings);
    };
    check(scenario.cluster.instances, mostInstances, "instances");
    checkRange(scenario.workload.tokens.base(), largestNumber, "tokens", findings);
    check(scenario.workload.sequenceLength, mostSequences, "seq_len");
    check(scenario.workload.globalBatch, mostSequences, "global_batch");
    check(scenario.plan.tensorParallel, mostParallel, "tp");
    check(scenario.plan.pipelineParallel, mostParallel, "pp");
    check(scenario.plan.virtualPipeline, mostParallel, "virtual_pp");
    check(scenario.plan.contextParallel, mostParallel, "cp");
    check(scenario.plan.dataParallel.value_or(1), mostInstances * 8.0, "dp");
    check(scenario.plan.microBatch, mostSequences, "micro_batch");
    if (scenario.cluster.ownPricePerGpu) {
        checkRange(scenario.cluster.ownPricePerGpu->base(), largestNumber, "price_per_gpu_hour",
                   findings);
    }
}

void resolvePrice(const Scenario& scenario, const Catalogue& catalogue, ResolvedScenario& r) {
    const Cluster& cluster = scenario.cluster;
    if (cluster.pricePlan == PricePlan::Own) {
        if (cluster.ownPricePerGpu) {
            r.price = {*cluster.ownPricePerGpu * r.instance->gpus.value, FactId::None};
        } else {
            r.diagnostics.push_back(
                {.severity = Severity::Warning,
                 .code = "price.own_missing",
                 .place = "price_per_gpu_hour",
                 .text = {translatable("core", "The price plan is \"own\" but no price is given."),
                          {}}});
        }
        return;
    }
    if (cluster.ownPricePerGpu) {
        r.diagnostics.push_back(
            {.severity = Severity::Warning,
             .code = "price.own_unused",
             .place = "price_per_gpu_hour",
             .text =
                 {translatable("core", "A price per GPU-hour is given, but the price plan is {0}: "
                                       "the given price is not used."),
                  {std::string(pricePlanNames[static_cast<std::size_t>(cluster.pricePlan)].key)}},
             .hint = {translatable("core", "price plan own uses it"), {}}});
    }
    const InstancePrice* price =
        findPrice(catalogue, cluster.instance, cluster.pricePlan, cluster.region);
    if (price != nullptr) {
        r.price = price->perInstance;
        if (cluster.pricePlan == PricePlan::CapacityBlock) {
            r.diagnostics.push_back(
                {.severity = Severity::Info,
                 .code = "price.exact_time",
                 .place = "price_plan",
                 .text = {
                     translatable("core",
                                  "Capacity Blocks are sold for whole days and weeks; the run is "
                                  "priced for its exact time."),
                     {}}});
        }
        return;
    }
    std::string known;
    for (const InstancePrice& candidate : catalogue.prices) {
        if (candidate.instance == cluster.instance) {
            known += (known.empty() ? "" : ", ") +
                     std::string(pricePlanNames[static_cast<std::size_t>(candidate.plan)].key) +
                     " " + candidate.region;
        }
    }
    r.diagnostics.push_back(
        {.severity = Severity::Warning,
         .code = "price.unknown",
         .place = "price_plan",
         .text = {translatable("core",
                               "No {0} price of {1} in {2} is known: the cost is left open."),
                  {std::string(pricePlanNames[static_cast<std::size_t>(cluster.pricePlan)].key),
                   cluster.instance, cluster.region}},
         .hint = {translatable("core", "known: {0}"), {known.empty() ? "none" : known}}});
}

} // namespace

Expected<ResolvedScenario> resolve(const Scenario& scenario, const Catalogue& catalogue) {
    Diagnostics findings;
    ResolvedScenario r;
    const ModelEntry* model = require(catalogue.models, scenario.workload.model, "model", findings);
    r.instance = require(catalogue.instances, scenario.cluster.instance, "instance", findings);
    r.stack = require(catalogue.stacks, scenario.stack.preset, "stack", findings);
    checkNumbers(scenario, findings);
    if (hasErrors(findings)) {
        return tl::unexpected(std::move(findings));
    }
    // The loader has checked that these references exist.
    r.gpu = findEntry(catalogue.gpus, r.instance->gpu);
    r.network = findEntry(catalogue.networks, r.instance->network);
    r.nvlink = findEntry(catalogue.nvlinks, r.gpu->nvlink);
    r.profile = findEntry(catalogue.efficiencyProfiles, r.gpu->efficiencyProfile);
    r.model = &model->transformer;
    r.parameters = parameterCount(*r.model);
    r.workload = scenario.workload;
    r.choices = choicesOf(*r.stack, scenario.stack);
    r.plan = scenario.plan;
    r.instances = scenario.cluster.instances;
    r.gpus = r.instances * static_cast<std::int64_t>(r.instance->gpus.value);
    r.nvlinkDomain = static_cast<std::int64_t>(r.instance->nvlinkDomain.value);

    r.diagnostics = completePlan(r);
    if (hasErrors(r.diagnostics)) {
        return tl::unexpected(std::move(r.diagnostics));
    }
    resolvePrice(scenario, catalogue, r);
    return r;
}

} // namespace roofplan
