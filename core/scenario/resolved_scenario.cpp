#include "core/scenario/resolved_scenario.h"

#include "core/base/date_text.h"
#include "core/scenario/cluster_resolution.h"
#include "core/scenario/entry_lookup.h"
#include "core/scenario/field_table.h"
#include "core/scenario/price_resolution.h"
#include "core/scenario/scenario_check.h"
#include "core/scenario/software_age.h"
#include "core/units/unit_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace roofplan {

namespace {

StackChoices choicesOf(const Stack& stack, const StackChoice& choice) {
    StackChoices choices = stack.choices;
    choices.attentionKernel = choice.attentionKernel.value_or(choices.attentionKernel);
    choices.cudaGraphs = choice.cudaGraphs.value_or(choices.cudaGraphs);
    choices.tensorParallelOverlap =
        choice.tensorParallelOverlap.value_or(choices.tensorParallelOverlap);
    choices.dataParallelOverlap = choice.dataParallelOverlap.value_or(choices.dataParallelOverlap);
    choices.expertParallelOverlap =
        choice.expertParallelOverlap.value_or(choices.expertParallelOverlap);
    choices.tokenDrop = choice.tokenDrop.value_or(choices.tokenDrop);
    choices.dispatcher = choice.dispatcher.value_or(choices.dispatcher);
    choices.contextExchange = choice.contextExchange.value_or(choices.contextExchange);
    return choices;
}

/// Checks what a scenario holds against the limits of the field table, should it have come another
/// way than through that.
class RangeCheck {
public:
    RangeCheck(const Scenario& scenario, const Catalogue& catalogue, Diagnostics& findings)
        : m_scenario(scenario), m_catalogue(catalogue), m_findings(findings) {}

    /// `value` in the base unit of the field.
    void operator()(std::string_view key, double value) const {
        const Field& field = *findField(key);
        if (value >= field.minimum && value <= field.maximum) {
            return;
        }
        const std::string unit = *field.unitLabel == '\0' ? "" : std::string(" ") + field.unitLabel;
        const double shown = value / unitsOf(field.unit).front().factor();
        m_findings.push_back({.code = "scenario.range",
                              .place = std::string(key),
                              .text = {translatable("core", "Found {0}{1}, which is out of range."),
                                       {fmt::format("{:.12g}", shown), unit}},
                              .hint = allowedValues(field, m_scenario, m_catalogue)});
    }

    void operator()(std::string_view key, std::int64_t value) const {
        (*this)(key, static_cast<double>(value));
    }

private:
    const Scenario& m_scenario;
    const Catalogue& m_catalogue;
    Diagnostics& m_findings;
};

void checkCustom(const CustomCluster& custom, const RangeCheck& check) {
    check("gpus", custom.gpus);
    check("gpus_per_node", custom.gpusPerNode);
    if (custom.nvlinkDomain) {
        check("nvlink_domain", *custom.nvlinkDomain);
    }
    if (custom.networkPerGpu) {
        check("network_gbps_per_gpu", custom.networkPerGpu->base());
    }
    check("oversubscription", custom.oversubscription);
}

void checkMoney(const Cluster& cluster, const RangeCheck& check) {
    if (cluster.ownPricePerGpu) {
        check("price_per_gpu_hour", cluster.ownPricePerGpu->base());
    }
    if (cluster.discount) {
        check("discount", cluster.discount->value);
    }
    if (cluster.exchangeRate) {
        check("exchange_rate", *cluster.exchangeRate);
    }
}

void checkPlan(const ParallelPlan& plan, const RangeCheck& check) {
    check("tp", plan.tensorParallel);
    check("pp", plan.pipelineParallel);
    check("virtual_pp", plan.virtualPipeline);
    check("cp", plan.contextParallel);
    check("ep", plan.expertParallel);
    check("etp", plan.expertTensorParallel);
    if (plan.dataParallel) {
        check("dp", *plan.dataParallel);
    }
    check("micro_batch", plan.microBatch);
    if (plan.recomputeLayers) {
        check("recompute_layers", *plan.recomputeLayers);
    }
}

void checkNumbers(const Scenario& scenario, const RangeCheck& check) {
    if (scenario.cluster.isCustom()) {
        checkCustom(scenario.cluster.custom, check);
    } else {
        check("instances", scenario.cluster.instances);
    }
    checkMoney(scenario.cluster, check);
    check("tokens", scenario.workload.tokens.base());
    check("seq_len", scenario.workload.sequenceLength);
    check("global_batch", scenario.workload.globalBatch);
    if (scenario.workload.documentLength) {
        check("document_len", *scenario.workload.documentLength);
    }
    check("adapter_rank", scenario.workload.adapterRank);
    check("expert_imbalance", scenario.workload.expertImbalance);
    check("machine_derate", scenario.stack.machineDerate);
    checkPlan(scenario.plan, check);
}

/// A year alone is no closer than sources of measurements date their software.
void checkStackDate(const std::string& date, Diagnostics& findings) {
    if (!date.empty() && !isSourceDate(date)) {
        findings.push_back(
            {.code = "scenario.date",
             .place = "stack_date",
             .text = {translatable("core", "Found \"{0}\", which is no date."), {date}},
             .hint = {translatable("core", "allowed: a month such as 2026-10 or a day such as "
                                           "2026-10-31"),
                      {}}});
    }
}

void append(Diagnostics& list, Diagnostics more) {
    list.insert(list.end(), std::make_move_iterator(more.begin()),
                std::make_move_iterator(more.end()));
}

/// What refuses a scenario, before what is merely remarked.
tl::unexpected<Diagnostics> refusal(Diagnostics findings) {
    std::ranges::stable_partition(
        findings, [](const Diagnostic& d) { return d.severity == Severity::Error; });
    return tl::unexpected(std::move(findings));
}

} // namespace

Expected<ResolvedScenario> resolve(const Scenario& scenario, const Catalogue& catalogue) {
    Diagnostics findings;
    ResolvedScenario r;
    const ModelEntry* model =
        requireEntry(catalogue.models, scenario.workload.model, "model", findings);
    append(findings, resolveCluster(scenario.cluster, catalogue, r));
    r.stack = requireEntry(catalogue.stacks, scenario.stack.preset, "stack", findings);
    checkNumbers(scenario, RangeCheck(scenario, catalogue, findings));
    checkStackDate(scenario.stack.date, findings);
    if (hasErrors(findings)) {
        return refusal(std::move(findings));
    }
    r.model = &model->transformer;
    r.parameters = parameterCount(*r.model);
    r.workload = scenario.workload;
    r.choices = choicesOf(*r.stack, scenario.stack);
    r.plan = scenario.plan;
    r.softwareAge = yearsOfAge(scenario.stack.date.empty() ? r.stack->date : scenario.stack.date);
    r.machineDerate = scenario.stack.machineDerate;

    r.diagnostics = completePlan(r);
    if (hasErrors(r.diagnostics)) {
        return refusal(std::move(r.diagnostics));
    }
    append(r.diagnostics, clusterFindings(scenario.cluster, r));
    append(r.diagnostics, resolvePrice(scenario.cluster, catalogue, r));
    return r;
}

} // namespace roofplan
