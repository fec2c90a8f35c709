#include "core/scenario/field_table.h"

#include "core/scenario/field_choices.h"
#include "core/scenario/field_value.h"
#include "core/scenario/nearest_word.h"

#include <algorithm>
#include <array>

namespace roofplan {

namespace {

template <auto Part, auto Member>
std::string textOf(const Scenario& scenario) {
    return valueText(scenario.*Part.*Member);
}

template <auto Part, auto Member>
void storeIn(Scenario& scenario, double number, std::string_view key, bool absent) {
    auto& value = scenario.*Part.*Member;
    if (absent) {
        clearValue(value);
    } else {
        setValue(value, number, key);
    }
}

/// `field` reading and writing one member of one part of a scenario.
template <auto Part, auto Member>
constexpr Field bound(Field field) {
    field.get = &textOf<Part, Member>;
    field.store = &storeIn<Part, Member>;
    return field;
}

// Limits: far beyond any plan, and such that no product of counts leaves 64 bits.
constexpr double mostInstances = 1e6;
constexpr double mostTokens = 1e18;
constexpr double mostSequence = 1e8;
constexpr double mostBatch = 1e9;
constexpr double mostMicroBatch = 1e6;
constexpr double mostInGroup = 4096;
constexpr double mostStages = 10000;
constexpr double mostReplicas = 1e7;
constexpr double leastPrice = 0.001 / 3600.0;
constexpr double mostPrice = 1e5 / 3600.0;

constexpr auto table = std::to_array<Field>({
    bound<&Scenario::cluster, &Cluster::instance>(
        {.key = "instance",
         .label = translatable("core", "Instance type"),
         .unitLabel = "",
         .help = translatable("core", "The server that the cluster is made of."),
         .group = FieldGroup::Cluster,
         .type = FieldType::OneOf,
         .choices = &instanceChoices}),
    bound<&Scenario::cluster, &Cluster::instances>(
        {.key = "instances",
         .label = translatable("core", "Instances"),
         .unitLabel = translatable("core", "instances"),
         .help = translatable("core", "How many servers the job runs on."),
         .group = FieldGroup::Cluster,
         .type = FieldType::Whole,
         .maximum = mostInstances}),
    bound<&Scenario::cluster, &Cluster::region>(
        {.key = "region",
         .label = translatable("core", "Region"),
         .unitLabel = "",
         .help = translatable("core", "The region whose prices are used."),
         .group = FieldGroup::Cluster,
         .type = FieldType::OneOf,
         .choices = &regionChoices}),
    bound<&Scenario::cluster, &Cluster::pricePlan>(
        {.key = "price_plan",
         .label = translatable("core", "Price plan"),
         .unitLabel = "",
         .help = translatable("core",
                              "How the servers are paid: list price on demand, a reserved "
                              "Capacity Block, or a price of your own."),
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
         .optional = true}),
    bound<&Scenario::workload, &Workload::model>(
        {.key = "model",
         .label = translatable("core", "Model"),
         .unitLabel = "",
         .help = translatable("core", "The transformer that is trained."),
         .group = FieldGroup::Workload,
         .type = FieldType::OneOf,
         .choices = &modelChoices}),
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
                              "What is sharded over the data-parallel group: nothing, or "
                              "the optimiser states (ZeRO-1)."),
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
});

} // namespace

std::span<const Field> fieldTable() {
    return table;
}

const Field* findField(std::string_view key) {
    const auto* const found = std::ranges::find(table, key, &Field::key);
    return found == table.end() ? nullptr : found;
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
