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

/// The fields that hold numbers, looked up once.
struct NumberFields {
    const Field& instances = *findField("instances");
    const Field& gpus = *findField("gpus");
    const Field& gpusPerNode = *findField("gpus_per_node");
    const Field& nvlinkDomain = *findField("nvlink_domain");
    const Field& networkPerGpu = *findField("network_gbps_per_gpu");
    const Field& oversubscription = *findField("oversubscription");
    const Field& ownPrice = *findField("price_per_gpu_hour");
    const Field& discount = *findField("discount");
    const Field& exchangeRate = *findField("exchange_rate");
    const Field& tokens = *findField("tokens");
    const Field& sequenceLength = *findField("seq_len");
    const Field& globalBatch = *findField("global_batch");
    const Field& documentLength = *findField("document_len");
    const Field& adapterRank = *findField("adapter_rank");
    const Field& expertImbalance = *findField("expert_imbalance");
    const Field& machineDerate = *findField("machine_derate");
    const Field& tensorParallel = *findField("tp");
    const Field& pipelineParallel = *findField("pp");
    const Field& virtualPipeline = *findField("virtual_pp");
    const Field& contextParallel = *findField("cp");
    const Field& expertParallel = *findField("ep");
    const Field& expertTensorParallel = *findField("etp");
    const Field& dataParallel = *findField("dp");
    const Field& microBatch = *findField("micro_batch");
    const Field& recomputeLayers = *findField("recompute_layers");
};

/// Checks what a scenario holds against the limits of the field table, should it have come another
/// way than through that.
class RangeCheck {
public:
    RangeCheck(const Scenario& scenario, const Catalogue& catalogue, Findings& out)
        : m_scenario(scenario), m_catalogue(catalogue), m_out(out) {}

    /// `value` in the base unit of the field.
    void operator()(const Field& field, double value) const {
        if (!(value >= field.minimum && value <= field.maximum)) {
            refuse(field, value);
        }
    }

    void operator()(const Field& field, std::int64_t value) const {
        (*this)(field, static_cast<double>(value));
    }

private:
    void refuse(const Field& field, double value) const {
        const std::string unit = *field.unitLabel == '\0' ? "" : std::string(" ") + field.unitLabel;
        const double shown = value / unitsOf(field.unit).front().factor();
        m_out.add({.code = "scenario.range",
                   .place = std::string(field.key),
                   .text = {translatable("core", "Found {0}{1}, which is out of range."),
                            {fmt::format("{:.12g}", shown), unit}},
                   .hint = allowedValues(field, m_scenario, m_catalogue)});
    }

    const Scenario& m_scenario;
    const Catalogue& m_catalogue;
    Findings& m_out;
};

void checkCustom(const CustomCluster& custom, const NumberFields& of, const RangeCheck& check) {
    check(of.gpus, custom.gpus);
    check(of.gpusPerNode, custom.gpusPerNode);
    if (custom.nvlinkDomain) {
        check(of.nvlinkDomain, *custom.nvlinkDomain);
    }
    if (custom.networkPerGpu) {
        check(of.networkPerGpu, custom.networkPerGpu->base());
    }
    check(of.oversubscription, custom.oversubscription);
}

void checkMoney(const Cluster& cluster, const NumberFields& of, const RangeCheck& check) {
    if (cluster.ownPricePerGpu) {
        check(of.ownPrice, cluster.ownPricePerGpu->base());
    }
    if (cluster.discount) {
        check(of.discount, cluster.discount->value);
    }
    if (cluster.exchangeRate) {
        check(of.exchangeRate, *cluster.exchangeRate);
    }
}

void checkPlan(const ParallelPlan& plan, const NumberFields& of, const RangeCheck& check) {
    check(of.tensorParallel, plan.tensorParallel);
    check(of.pipelineParallel, plan.pipelineParallel);
    check(of.virtualPipeline, plan.virtualPipeline);
    check(of.contextParallel, plan.contextParallel);
    check(of.expertParallel, plan.expertParallel);
    check(of.expertTensorParallel, plan.expertTensorParallel);
    if (plan.dataParallel) {
        check(of.dataParallel, *plan.dataParallel);
    }
    check(of.microBatch, plan.microBatch);
    if (plan.recomputeLayers) {
        check(of.recomputeLayers, *plan.recomputeLayers);
    }
}

void checkNumbers(const Scenario& scenario, const RangeCheck& check) {
    static const NumberFields of;
    if (scenario.cluster.isCustom()) {
        checkCustom(scenario.cluster.custom, of, check);
    } else {
        check(of.instances, scenario.cluster.instances);
    }
    checkMoney(scenario.cluster, of, check);
    check(of.tokens, scenario.workload.tokens.base());
    check(of.sequenceLength, scenario.workload.sequenceLength);
    check(of.globalBatch, scenario.workload.globalBatch);
    if (scenario.workload.documentLength) {
        check(of.documentLength, *scenario.workload.documentLength);
    }
    check(of.adapterRank, scenario.workload.adapterRank);
    check(of.expertImbalance, scenario.workload.expertImbalance);
    check(of.machineDerate, scenario.stack.machineDerate);
    checkPlan(scenario.plan, of, check);
}

/// A year alone is no closer than sources of measurements date their software.
void checkStackDate(const std::string& date, Findings& out) {
    if (!date.empty() && !isSourceDate(date)) {
        out.add({.code = "scenario.date",
                 .place = "stack_date",
                 .text = {translatable("core", "Found \"{0}\", which is no date."), {date}},
                 .hint = {translatable("core", "allowed: a month such as 2026-10 or a day such as "
                                               "2026-10-31"),
                          {}}});
    }
}

/// What refuses a scenario, before what is merely remarked.
Diagnostics refusal(Findings& found) {
    Diagnostics list = found.take();
    std::ranges::stable_partition(
        list, [](const Diagnostic& d) { return d.severity == Severity::Error; });
    return list;
}

} // namespace

Expected<ResolvedScenario>
resolve(const Scenario& scenario, const Catalogue& catalogue, Remarks remarks) {
    Findings found(remarks);
    Expected<ResolvedScenario> result(tl::in_place); // built where it is returned: it is large
    ResolvedScenario& r = *result;
    const ModelEntry* model =
        requireEntry(catalogue.models, scenario.workload.model, "model", found);
    resolveCluster(scenario.cluster, catalogue, r, found);
    r.stack = requireEntry(catalogue.stacks, scenario.stack.preset, "stack", found);
    checkNumbers(scenario, RangeCheck(scenario, catalogue, found));
    checkStackDate(scenario.stack.date, found);
    if (found.failed()) {
        result = tl::unexpected(refusal(found));
        return result;
    }
    r.model = &model->transformer;
    r.parameters = parameterCount(*r.model);
    r.workload = scenario.workload;
    r.choices = choicesOf(*r.stack, scenario.stack);
    r.plan = scenario.plan;
    r.softwareAge = yearsOfAge(scenario.stack.date.empty() ? r.stack->date : scenario.stack.date);
    r.machineDerate = scenario.stack.machineDerate;

    completePlan(r, found);
    if (found.failed()) {
        result = tl::unexpected(refusal(found));
        return result;
    }
    remarkOnCluster(scenario.cluster, r, found);
    resolvePrice(scenario.cluster, catalogue, r, found);
    r.diagnostics = found.take();
    return result;
}

} // namespace roofplan
