#include "core/scenario/field_table.h"

#include "core/base/diagnostic.h"
#include "core/scenario/field_choices.h"
#include "core/scenario/field_value.h"
#include "core/scenario/nearest_word.h"

#include <algorithm>
#include <array>
#include <variant>

namespace roofplan {

namespace {

template <auto... Path>
std::string textOf(const Scenario& scenario) {
    return valueText((scenario.*....*Path));
}

template <auto... Path>
void storeIn(Scenario& scenario, double number, std::string_view key, bool absent) {
    auto& value = (scenario.*....*Path);
    if (absent) {
        clearValue(value);
    } else {
        setValue(value, number, key);
    }
}

/// `field` reading and writing the member of a scenario that the pointers lead to.
template <auto... Path>
constexpr Field bound(Field field) {
    field.get = &textOf<Path...>;
    field.store = &storeIn<Path...>;
    return field;
}

// When a field means something.

bool ofInstances(const Scenario& scenario) {
    return !scenario.cluster.isCustom();
}

bool ofCustomCluster(const Scenario& scenario) {
    return scenario.cluster.isCustom();
}

bool ofListPrice(const Scenario& scenario) {
    return scenario.cluster.pricePlan != PricePlan::Own && !scenario.cluster.isCustom();
}

bool ofOwnPrice(const Scenario& scenario) {
    return scenario.cluster.pricePlan == PricePlan::Own;
}

bool ofCurrency(const Scenario& scenario) {
    return !scenario.cluster.currency.empty();
}

bool ofAdapters(const Scenario& scenario) {
    return scenario.workload.phase == TrainingPhase::Lora;
}

bool ofContextParallel(const Scenario& scenario) {
    return scenario.plan.contextParallel > 1;
}

bool ofSelectiveRecompute(const Scenario& scenario) {
    return scenario.plan.recompute == Recompute::Selective;
}

bool ofFullRecompute(const Scenario& scenario) {
    return scenario.plan.recompute == Recompute::Full;
}

/// Of models.
bool ofExperts(const Transformer& model) {
    return std::ranges::any_of(model.layerKinds, [](const LayerKind& kind) {
        return std::holds_alternative<MixtureOfExperts>(kind.channelMixer);
    });
}

constexpr const char* withInstances = translatable("core", "with an instance type");
constexpr const char* withCustom = translatable("core", "with the instance type custom");
constexpr const char* withListPrice =
    translatable("core", "with an instance type and a price plan other than own");
constexpr const char* withOwnPrice = translatable("core", "with the price plan own");
constexpr const char* withCurrency = translatable("core", "with a currency");

constexpr const char* withAdapters = translatable("core", "with the phase lora");
constexpr const char* withContextParallel =
    translatable("core", "with a context parallelism above 1");
constexpr const char* withSelectiveRecompute =
    translatable("core", "with selective activation recompute");
constexpr const char* withFullRecompute = translatable("core", "with full activation recompute");
constexpr const char* withExperts = translatable("core", "with a mixture-of-experts model");

// Limits: far beyond any plan, and such that no product of counts leaves 64 bits.
constexpr double mostInstances = 1e6;
constexpr double mostGpus = 1e8;
constexpr double mostInNode = 4096;
constexpr double leastNetworkRate = 1e6 / 8.0;
constexpr double mostNetworkRate = 1e14 / 8.0;
constexpr double mostOversubscription = 100.0;
constexpr double mostTokens = 1e18;
constexpr double mostSequence = 1e8;
constexpr double mostBatch = 1e9;
constexpr double mostMicroBatch = 1e6;
constexpr double mostInGroup = 4096;
constexpr double mostStages = 10000;
constexpr double mostReplicas = 1e7;
constexpr double leastPrice = 0.001 / 3600.0;
constexpr double mostPrice = 1e5 / 3600.0;
constexpr double mostDiscount = 0.99;
constexpr double leastExchangeRate = 1e-6;
constexpr double mostExchangeRate = 1e9;
constexpr double mostAdapterRank = 65536;
constexpr double mostImbalance = 1000.0;
constexpr double leastDerate = 0.1;
constexpr double mostDerate = 2.0;
constexpr double mostLayers = 1e6;

constexpr auto table = std::to_array<Field>({
    bound<&Scenario::cluster, &Cluster::instance>(
        {.key = "instance",
         .label = translatable("core", "Instance type"),
         .unitLabel = "",
         .help = translatable("core",
                              "The server or UltraServer that the cluster is made of, or custom "
                              "for a cluster described by hand."),
         .group = FieldGroup::Cluster,
         .type = FieldType::OneOf,
         .choices = &instanceChoices}),
    bound<&Scenario::cluster, &Cluster::instances>(
        {.key = "instances",
         .label = translatable("core", "Instances"),
         .unitLabel = translatable("core", "instances"),
         .help = translatable("core",
                              "How many servers the job runs on; UltraServers are counted whole."),
         .group = FieldGroup::Cluster,
         .type = FieldType::Whole,
         .maximum = mostInstances,
         .applies = &ofInstances,
         .appliesWith = withInstances}),
    bound<&Scenario::cluster, &Cluster::custom, &CustomCluster::gpu>(
        {.key = "gpu",
         .label = translatable("core", "GPU"),
         .unitLabel = "",
         .help = translatable("core", "The GPU of a custom cluster."),
         .group = FieldGroup::Cluster,
         .type = FieldType::OneOf,
         .choices = &gpuChoices,
         .applies = &ofCustomCluster,
         .appliesWith = withCustom}),
    bound<&Scenario::cluster, &Cluster::custom, &CustomCluster::gpus>(
        {.key = "gpus",
         .label = translatable("core", "GPUs"),
         .unitLabel = translatable("core", "GPUs"),
         .help = translatable("core", "How many GPUs of a custom cluster the job runs on."),
         .group = FieldGroup::Cluster,
         .type = FieldType::Whole,
         .maximum = mostGpus,
         .applies = &ofCustomCluster,
         .appliesWith = withCustom}),
    bound<&Scenario::cluster, &Cluster::custom, &CustomCluster::gpusPerNode>(
        {.key = "gpus_per_node",
         .label = translatable("core", "GPUs per node"),
         .unitLabel = translatable("core", "GPUs"),
         .help = translatable("core", "GPUs in one server of a custom cluster."),
         .group = FieldGroup::Cluster,
         .type = FieldType::Whole,
         .maximum = mostInNode,
         .applies = &ofCustomCluster,
         .appliesWith = withCustom}),
    bound<&Scenario::cluster, &Cluster::custom, &CustomCluster::nvlinkDomain>(
        {.key = "nvlink_domain",
         .label = translatable("core", "NVLink domain"),
         .unitLabel = translatable("core", "GPUs"),
         .help = translatable("core",
                              "GPUs that NVLink joins: 36 or 72 where a rack of servers is one "
                              "domain, 1 without NVLink; empty is those of a node."),
         .group = FieldGroup::Cluster,
         .type = FieldType::Whole,
         .maximum = mostInNode,
         .optional = true,
         .applies = &ofCustomCluster,
         .appliesWith = withCustom}),
    bound<&Scenario::cluster, &Cluster::custom, &CustomCluster::networkPerGpu>(
        {.key = "network_gbps_per_gpu",
         .label = translatable("core", "Network per GPU"),
         .unitLabel = "Gbit/s",
         .help = translatable("core",
                              "What the network cards of a GPU carry in each direction; needed "
                              "beyond one NVLink domain."),
         .group = FieldGroup::Cluster,
         .type = FieldType::Measure,
         .unit = UnitKind::NetworkRate,
         .minimum = leastNetworkRate,
         .maximum = mostNetworkRate,
         .optional = true,
         .applies = &ofCustomCluster,
         .appliesWith = withCustom}),
    bound<&Scenario::cluster, &Cluster::custom, &CustomCluster::fabric>(
        {.key = "fabric",
         .label = translatable("core", "Network fabric"),
         .unitLabel = "",
         .help = translatable("core",
                              "The network between NVLink domains: its latency and the share of "
                              "its rate that can be used; needed beyond one domain."),
         .group = FieldGroup::Cluster,
         .type = FieldType::OneOf,
         .optional = true,
         .choices = &fabricChoices,
         .applies = &ofCustomCluster,
         .appliesWith = withCustom}),
    bound<&Scenario::cluster, &Cluster::custom, &CustomCluster::oversubscription>(
        {.key = "oversubscription",
         .label = translatable("core", "Oversubscription"),
         .unitLabel = "",
         .help = translatable("core",
                              "By how much the network cards together exceed the network above "
                              "them: divides what crosses NVLink domains, 1 for none."),
         .group = FieldGroup::Cluster,
         .type = FieldType::Measure,
         .unit = UnitKind::Ratio,
         .minimum = 1.0,
         .maximum = mostOversubscription,
         .applies = &ofCustomCluster,
         .appliesWith = withCustom}),
    bound<&Scenario::cluster, &Cluster::region>(
        {.key = "region",
         .label = translatable("core", "Region"),
         .unitLabel = "",
         .help = translatable("core", "The region whose prices are used."),
         .group = FieldGroup::Cluster,
         .type = FieldType::OneOf,
         .choices = &regionChoices,
         .applies = &ofListPrice,
         .appliesWith = withListPrice}),
    bound<&Scenario::cluster, &Cluster::pricePlan>(
        {.key = "price_plan",
         .label = translatable("core", "Price plan"),
         .unitLabel = "",
         .help = translatable("core",
                              "How the servers are paid: list price on demand, a reserved "
                              "Capacity Block, a commitment of one or three years, spot, or a "
                              "price of your own."),
         .group = FieldGroup::Cluster,
         .type = FieldType::OneOf,
         .choices = &pricePlanChoices}),
    bound<&Scenario::cluster, &Cluster::ownPricePerGpu>(
        {.key = "price_per_gpu_hour",
         .label = translatable("core", "Own price per GPU-hour"),
         .unitLabel = "USD/h",
         .help = translatable("core", "What one GPU costs an hour under the price plan \"own\"."),
         .group = FieldGroup::Cluster,
         .type = FieldType::Measure,
         .unit = UnitKind::HourlyPrice,
         .minimum = leastPrice,
         .maximum = mostPrice,
         .optional = true,
         .applies = &ofOwnPrice,
         .appliesWith = withOwnPrice}),
    bound<&Scenario::cluster, &Cluster::discount>(
        {.key = "discount",
         .label = translatable("core", "Discount"),
         .unitLabel = "%",
         .help = translatable("core",
                              "What your contract takes off the list price of the plan, in "
                              "percent."),
         .group = FieldGroup::Cluster,
         .type = FieldType::Measure,
         .unit = UnitKind::Percent,
         .minimum = 0.0,
         .maximum = mostDiscount,
         .optional = true,
         .applies = &ofListPrice,
         .appliesWith = withListPrice}),
    bound<&Scenario::cluster, &Cluster::currency>(
        {.key = "currency",
         .label = translatable("core", "Second currency"),
         .unitLabel = "",
         .help = translatable("core",
                              "ISO 4217 code of a currency that the cost is shown in beside USD; "
                              "empty for none."),
         .group = FieldGroup::Cluster,
         .type = FieldType::OneOf,
         .optional = true,
         .choices = &currencyChoices}),
    bound<&Scenario::cluster, &Cluster::exchangeRate>(
        {.key = "exchange_rate",
         .label = translatable("core", "Exchange rate"),
         .unitLabel = translatable("core", "per USD"),
         .help = translatable("core", "Units of the second currency that one USD costs."),
         .group = FieldGroup::Cluster,
         .type = FieldType::Measure,
         .minimum = leastExchangeRate,
         .maximum = mostExchangeRate,
         .optional = true,
         .applies = &ofCurrency,
         .appliesWith = withCurrency}),
    bound<&Scenario::cluster, &Cluster::exchangeDate>(
        {.key = "exchange_date",
         .label = translatable("core", "Date of the rate"),
         .unitLabel = "",
         .help = translatable("core", "The day that the exchange rate is of."),
         .group = FieldGroup::Cluster,
         .type = FieldType::Date,
         .optional = true,
         .applies = &ofCurrency,
         .appliesWith = withCurrency}),
    bound<&Scenario::workload, &Workload::model>(
        {.key = "model",
         .label = translatable("core", "Model"),
         .unitLabel = "",
         .help = translatable("core", "The transformer that is trained."),
         .group = FieldGroup::Workload,
         .type = FieldType::OneOf,
         .choices = &modelChoices}),
    bound<&Scenario::workload, &Workload::phase>(
        {.key = "phase",
         .label = translatable("core", "Phase"),
         .unitLabel = "",
         .help = translatable("core",
                              "What is trained: all weights from scratch, all weights on packed "
                              "dialogues, or low-rank adapters (LoRA) on frozen weights."),
         .group = FieldGroup::Workload,
         .type = FieldType::OneOf,
         .choices = &phaseChoices}),
    bound<&Scenario::workload, &Workload::tokens>(
        {.key = "tokens",
         .label = translatable("core", "Training tokens"),
         .unitLabel = translatable("core", "tokens"),
         .help = translatable("core", "How many tokens the model is trained on in all."),
         .group = FieldGroup::Workload,
         .type = FieldType::Whole,
         .maximum = mostTokens}),
    bound<&Scenario::workload, &Workload::sequenceLength>(
        {.key = "seq_len",
         .label = translatable("core", "Sequence length"),
         .unitLabel = translatable("core", "tokens"),
         .help = translatable("core", "Tokens in one training sequence."),
         .group = FieldGroup::Workload,
         .type = FieldType::Whole,
         .maximum = mostSequence}),
    bound<&Scenario::workload, &Workload::documentLength>(
        {.key = "document_len",
         .label = translatable("core", "Document length"),
         .unitLabel = translatable("core", "tokens"),
         .help = translatable("core",
                              "Mean length of the documents packed into a sequence where "
                              "attention stops at their ends; empty is the whole sequence."),
         .group = FieldGroup::Workload,
         .type = FieldType::Whole,
         .maximum = mostSequence,
         .optional = true}),
    bound<&Scenario::workload, &Workload::globalBatch>(
        {.key = "global_batch",
         .label = translatable("core", "Global batch"),
         .unitLabel = translatable("core", "sequences"),
         .help = translatable("core", "Sequences in one optimiser step over the whole cluster."),
         .group = FieldGroup::Workload,
         .type = FieldType::Whole,
         .maximum = mostBatch}),
    bound<&Scenario::workload, &Workload::precision>(
        {.key = "precision",
         .label = translatable("core", "Precision"),
         .unitLabel = "",
         .help = translatable("core", "Number format of the matrix multiplications' operands."),
         .group = FieldGroup::Workload,
         .type = FieldType::OneOf,
         .choices = &precisionChoices}),
    bound<&Scenario::workload, &Workload::adapterRank>(
        {.key = "adapter_rank",
         .label = translatable("core", "Adapter rank"),
         .unitLabel = "",
         .help =
             translatable("core", "Rank of the LoRA adapters beside the projections of attention."),
         .group = FieldGroup::Workload,
         .type = FieldType::Whole,
         .maximum = mostAdapterRank,
         .applies = &ofAdapters,
         .appliesWith = withAdapters}),
    bound<&Scenario::workload, &Workload::expertImbalance>(
        {.key = "expert_imbalance",
         .label = translatable("core", "Expert imbalance"),
         .unitLabel = "",
         .help = translatable("core",
                              "Tokens of the busiest expert rank over the mean of all: 1 where "
                              "routing is balanced."),
         .group = FieldGroup::Workload,
         .type = FieldType::Measure,
         .unit = UnitKind::Ratio,
         .minimum = 1.0,
         .maximum = mostImbalance,
         .appliesToModel = &ofExperts,
         .appliesWith = withExperts}),
    bound<&Scenario::stack, &StackChoice::preset>(
        {.key = "stack",
         .label = translatable("core", "Software stack"),
         .unitLabel = "",
         .help = translatable("core",
                              "The training framework and its year: kernels, overlap and "
                              "host time are its facts."),
         .group = FieldGroup::Stack,
         .type = FieldType::OneOf,
         .choices = &stackChoices}),
    bound<&Scenario::stack, &StackChoice::attentionKernel>(
        {.key = "attention_kernel",
         .label = translatable("core", "Attention kernel"),
         .unitLabel = "",
         .help = translatable("core",
                              "Unfused through HBM, FlashAttention-2 (SDPA) or -3 (cuDNN); empty "
                              "is what the stack uses."),
         .group = FieldGroup::Stack,
         .type = FieldType::OneOf,
         .optional = true,
         .choices = &attentionKernelChoices}),
    bound<&Scenario::stack, &StackChoice::cudaGraphs>(
        {.key = "cuda_graphs",
         .label = translatable("core", "CUDA graphs"),
         .unitLabel = "",
         .help = translatable("core",
                              "How much of a step is replayed from CUDA graphs instead of "
                              "launched by the host; empty is what the stack does."),
         .group = FieldGroup::Stack,
         .type = FieldType::OneOf,
         .optional = true,
         .choices = &graphModeChoices}),
    bound<&Scenario::stack, &StackChoice::tensorParallelOverlap>(
        {.key = "tp_overlap",
         .label = translatable("core", "TP overlap"),
         .unitLabel = "",
         .help = translatable("core",
                              "Whether tensor-parallel collectives hide behind the GEMMs; "
                              "empty is what the stack does."),
         .group = FieldGroup::Stack,
         .type = FieldType::Flag,
         .optional = true}),
    bound<&Scenario::stack, &StackChoice::dataParallelOverlap>(
        {.key = "dp_overlap",
         .label = translatable("core", "DP overlap"),
         .unitLabel = "",
         .help = translatable("core",
                              "Whether data-parallel collectives hide behind the backward "
                              "and forward pass; empty is what the stack does."),
         .group = FieldGroup::Stack,
         .type = FieldType::Flag,
         .optional = true}),
    bound<&Scenario::stack, &StackChoice::expertParallelOverlap>(
        {.key = "ep_overlap",
         .label = translatable("core", "EP overlap"),
         .unitLabel = "",
         .help = translatable("core",
                              "Whether dispatch and combine of experts hide behind another "
                              "batch's compute; empty is what the stack does."),
         .group = FieldGroup::Stack,
         .type = FieldType::Flag,
         .optional = true,
         .appliesToModel = &ofExperts,
         .appliesWith = withExperts}),
    bound<&Scenario::stack, &StackChoice::dispatcher>(
        {.key = "dispatcher",
         .label = translatable("core", "Token dispatcher"),
         .unitLabel = "",
         .help = translatable("core",
                              "How tokens travel to their experts: once for each expert "
                              "(all-to-all), or once a rank or node (DeepEP, HybridEP); empty is "
                              "what the stack does."),
         .group = FieldGroup::Stack,
         .type = FieldType::OneOf,
         .optional = true,
         .choices = &dispatcherChoices,
         .appliesToModel = &ofExperts,
         .appliesWith = withExperts}),
    bound<&Scenario::stack, &StackChoice::tokenDrop>(
        {.key = "token_drop",
         .label = translatable("core", "Token drop"),
         .unitLabel = "",
         .help = translatable("core",
                              "Whether experts have a fixed capacity and drop what exceeds it, so "
                              "that shapes are known beforehand; empty is what the stack does."),
         .group = FieldGroup::Stack,
         .type = FieldType::Flag,
         .optional = true,
         .appliesToModel = &ofExperts,
         .appliesWith = withExperts}),
    bound<&Scenario::stack, &StackChoice::contextExchange>(
        {.key = "context_exchange",
         .label = translatable("core", "Context exchange"),
         .unitLabel = "",
         .help = translatable("core",
                              "How a context-parallel group exchanges keys and values: around a "
                              "ring, by all-to-all over the heads, or by all-gather; empty is "
                              "what the stack does."),
         .group = FieldGroup::Stack,
         .type = FieldType::OneOf,
         .optional = true,
         .choices = &contextExchangeChoices,
         .applies = &ofContextParallel,
         .appliesWith = withContextParallel}),
    bound<&Scenario::stack, &StackChoice::date>(
        {.key = "stack_date",
         .label = translatable("core", "Date of the software"),
         .unitLabel = "",
         .help = translatable("core",
                              "Month of the release that runs: older software is slower; empty is "
                              "the date of the stack."),
         .group = FieldGroup::Stack,
         .type = FieldType::Month,
         .optional = true}),
    bound<&Scenario::stack, &StackChoice::machineDerate>(
        {.key = "machine_derate",
         .label = translatable("core", "Machine derate"),
         .unitLabel = "",
         .help = translatable("core",
                              "Matrix rate of these machines over that of their kind: below 1 "
                              "where power or cooling limit them."),
         .group = FieldGroup::Stack,
         .type = FieldType::Measure,
         .unit = UnitKind::Ratio,
         .minimum = leastDerate,
         .maximum = mostDerate}),
    bound<&Scenario::plan, &ParallelPlan::tensorParallel>(
        {.key = "tp",
         .label = translatable("core", "Tensor parallel (TP)"),
         .unitLabel = translatable("core", "GPUs"),
         .help = translatable("core", "GPUs that share each layer's matrices."),
         .group = FieldGroup::Plan,
         .type = FieldType::Whole,
         .maximum = mostInGroup}),
    bound<&Scenario::plan, &ParallelPlan::pipelineParallel>(
        {.key = "pp",
         .label = translatable("core", "Pipeline parallel (PP)"),
         .unitLabel = translatable("core", "stages"),
         .help = translatable("core", "Pipeline stages that the layers are dealt out to."),
         .group = FieldGroup::Plan,
         .type = FieldType::Whole,
         .maximum = mostStages}),
    bound<&Scenario::plan, &ParallelPlan::virtualPipeline>(
        {.key = "virtual_pp",
         .label = translatable("core", "Virtual pipeline"),
         .unitLabel = translatable("core", "chunks a stage"),
         .help = translatable("core",
                              "Chunks of layers on each pipeline stage; above 1 the "
                              "schedule is interleaved 1F1B."),
         .group = FieldGroup::Plan,
         .type = FieldType::Whole,
         .maximum = mostStages}),
    bound<&Scenario::plan, &ParallelPlan::contextParallel>(
        {.key = "cp",
         .label = translatable("core", "Context parallel (CP)"),
         .unitLabel = translatable("core", "GPUs"),
         .help = translatable("core", "GPUs that share each sequence."),
         .group = FieldGroup::Plan,
         .type = FieldType::Whole,
         .maximum = mostInGroup}),
    bound<&Scenario::plan, &ParallelPlan::expertParallel>(
        {.key = "ep",
         .label = translatable("core", "Expert parallel (EP)"),
         .unitLabel = translatable("core", "GPUs"),
         .help = translatable("core", "GPUs that share out the experts of a layer."),
         .group = FieldGroup::Plan,
         .type = FieldType::Whole,
         .maximum = mostInGroup,
         .appliesToModel = &ofExperts,
         .appliesWith = withExperts}),
    bound<&Scenario::plan, &ParallelPlan::expertTensorParallel>(
        {.key = "etp",
         .label = translatable("core", "Expert TP (ETP)"),
         .unitLabel = translatable("core", "GPUs"),
         .help = translatable("core", "GPUs that share the matrices of each expert."),
         .group = FieldGroup::Plan,
         .type = FieldType::Whole,
         .maximum = mostInGroup,
         .appliesToModel = &ofExperts,
         .appliesWith = withExperts}),
    bound<&Scenario::plan, &ParallelPlan::dataParallel>(
        {.key = "dp",
         .label = translatable("core", "Data parallel (DP)"),
         .unitLabel = translatable("core", "replicas"),
         .help = translatable("core", "Replicas of the model; empty is GPUs / (TP × PP × CP)."),
         .group = FieldGroup::Plan,
         .type = FieldType::Whole,
         .maximum = mostReplicas,
         .optional = true}),
    bound<&Scenario::plan, &ParallelPlan::microBatch>(
        {.key = "micro_batch",
         .label = translatable("core", "Micro-batch"),
         .unitLabel = translatable("core", "sequences"),
         .help = translatable("core", "Sequences that pass through the pipeline at a time."),
         .group = FieldGroup::Plan,
         .type = FieldType::Whole,
         .maximum = mostMicroBatch}),
    bound<&Scenario::plan, &ParallelPlan::sequenceParallel>(
        {.key = "sequence_parallel",
         .label = translatable("core", "Sequence parallel"),
         .unitLabel = "",
         .help = translatable("core",
                              "Whether the tensor-parallel group also shards norms, dropout "
                              "and residuals along the sequence."),
         .group = FieldGroup::Plan,
         .type = FieldType::Flag}),
    bound<&Scenario::plan, &ParallelPlan::zero>(
        {.key = "zero",
         .label = translatable("core", "ZeRO"),
         .unitLabel = "",
         .help = translatable("core",
                              "What is sharded over the data-parallel group: nothing, optimiser "
                              "states (ZeRO-1), gradients too (ZeRO-2), parameters too (FSDP, "
                              "ZeRO-3), or these inside an NVLink domain (HSDP)."),
         .group = FieldGroup::Plan,
         .type = FieldType::OneOf,
         .choices = &zeroStageChoices}),
    bound<&Scenario::plan, &ParallelPlan::recompute>(
        {.key = "recompute",
         .label = translatable("core", "Activation recompute"),
         .unitLabel = "",
         .help = translatable("core",
                              "Which activations are computed again in the backward pass "
                              "instead of being kept: none, those of attention, or all."),
         .group = FieldGroup::Plan,
         .type = FieldType::OneOf,
         .choices = &recomputeChoices}),
    bound<&Scenario::plan, &ParallelPlan::recomputeModules>(
        {.key = "recompute_modules",
         .label = translatable("core", "Recomputed modules"),
         .unitLabel = "",
         .help = translatable("core",
                              "The parts of a layer that selective recompute repeats, with commas "
                              "between them."),
         .group = FieldGroup::Plan,
         .type = FieldType::Several,
         .choices = &recomputeModuleChoices,
         .applies = &ofSelectiveRecompute,
         .appliesWith = withSelectiveRecompute}),
    bound<&Scenario::plan, &ParallelPlan::recomputeLayers>(
        {.key = "recompute_layers",
         .label = translatable("core", "Recomputed layers"),
         .unitLabel = translatable("core", "layers"),
         .help =
             translatable("core", "Layers of a stage that full recompute repeats; empty is all."),
         .group = FieldGroup::Plan,
         .type = FieldType::Whole,
         .maximum = mostLayers,
         .optional = true,
         .applies = &ofFullRecompute,
         .appliesWith = withFullRecompute}),
    bound<&Scenario::plan, &ParallelPlan::offload>(
        {.key = "offload",
         .label = translatable("core", "Offload"),
         .unitLabel = "",
         .help = translatable("core",
                              "What lies in the host's memory between its uses: activations, "
                              "optimiser states, or both."),
         .group = FieldGroup::Plan,
         .type = FieldType::OneOf,
         .choices = &offloadChoices}),
});

} // namespace

std::span<const Field> fieldTable() {
    return table;
}

const Field* findField(std::string_view key) {
    const auto* const found = std::ranges::find(table, key, &Field::key);
    return found == table.end() ? nullptr : found;
}

bool fieldApplies(const Field& field, const Scenario& scenario, const Catalogue& catalogue) {
    if (!fieldApplies(field, scenario)) {
        return false;
    }
    const ModelEntry* const model = field.appliesToModel != nullptr
                                        ? findEntry(catalogue.models, scenario.workload.model)
                                        : nullptr;
    return model == nullptr || field.appliesToModel(model->transformer);
}

std::string nearestKey(std::string_view key) {
    std::vector<std::string> keys;
    keys.reserve(table.size());
    for (const Field& field : table) {
        keys.emplace_back(field.key);
    }
    return nearestWords(key, keys);
}

} // namespace roofplan
