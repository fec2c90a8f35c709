// One part of the training step: how long it keeps its resource busy, how much of that the critical
// path sees, what it moves, what binds it and where the number comes from.
#pragma once

#include "core/result/bound.h"
#include "core/result/derivation.h"
#include "core/units/quantity.h"

#include <cstdint>
#include <string_view>

namespace roofplan {

enum class TermName : std::uint8_t {
    Step,
    SteadyState,
    ForwardPass,
    BackwardPass,
    QkvProjection,
    AttentionCore,
    AttentionScores,
    AttentionSoftmax,
    AttentionDropout,
    AttentionValues,
    OutputProjection,
    GateUpProjection,
    UpProjection,
    DownProjection,
    Norms,
    ResidualAdds,
    Rotary,
    QueryKeyNorm,
    OutputGate,
    QueryDown,
    QueryUp,
    KeyValueDown,
    KeyValueUp,
    LatentLayout,
    Activation,
    Router,
    RouterScores,
    Permute,
    ExpertUp,
    ExpertDown,
    SharedExpertUp,
    SharedExpertDown,
    Adapters,
    Casts,
    PredictionJoin,
    Embedding,
    LmHead,
    Loss,
    TensorParallelCollectives,
    ContextParallelExchange,
    ExpertDispatch,
    LayerGather,
    ActivationOffload,
    HostLaunches,
    KernelGaps,
    PipelineTransfer,
    PipelineBubble,
    DataParallelReduce,
    DataParallelGather,
    TiedEmbeddingReduce,
    OptimizerUpdate,
    Stragglers,
    SoftwareAge,
    FixedStep,
    Count,
};

/// Stable key ("qkv_projection") and label ("QKV projection").
[[nodiscard]] std::string_view termKey(TermName name);
[[nodiscard]] const char* termLabel(TermName name);

/// Dgrad and wgrad: the GEMMs of the gradient of the input and of the weight.
enum class Phase : std::uint8_t { Step, Forward, Recomputation, Backward, Dgrad, Wgrad, Optimizer };

[[nodiscard]] std::string_view phaseKey(Phase phase);

/// The bars of the step's waterfall.
enum class Category : std::uint8_t {
    Gemm,
    Attention,
    HbmKernels,
    TensorParallel,
    ContextParallel,
    ExpertParallel,
    PipelineParallel,
    DataParallel,
    Bubble,
    Host,
    Optimizer,
    Stragglers,
    Group, ///< an inner node: the sum of its children
};

[[nodiscard]] std::string_view categoryKey(Category category);
[[nodiscard]] const char* categoryLabel(Category category);

/// Totals over one step on a GPU of the pacing stage. `exposed` of the children add up to the
/// parent's.
struct Term {
    TermName name = TermName::Step;
    Phase phase = Phase::Step;
    Category category = Category::Group;
    Bound bound = Bound::Compute;
    std::int16_t layerKind = -1; ///< index into Transformer::layerKinds, −1 for what is no layer
    std::int32_t parent = -1;    ///< index of the parent term, −1 for the root
    double count = 1.0;          ///< calls a step; a call's figure is the total divided by it
    Seconds busy;                ///< its resource is in use
    Seconds exposed;             ///< on the critical path
    Flops flops;
    Bytes hbm;
    Bytes nvlink;  ///< sent by this GPU
    Bytes network; ///< sent by this GPU
    Derivation derivation;

    [[nodiscard]] Seconds hidden() const { return busy > exposed ? busy - exposed : Seconds(); }

    bool operator==(const Term&) const = default;
};

} // namespace roofplan
