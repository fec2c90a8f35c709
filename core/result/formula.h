// The formulas of the model and the letters in them, by id. The texts stand in formula.cpp.
#pragma once

#include "core/units/unit_kind.h"

#include <cstdint>
#include <string_view>

namespace roofplan {

enum class Formula : std::uint8_t {
    Sum,
    Gemm,
    BatchedGemm,
    FlashForward,
    FlashBackward,
    MemoryKernel,
    KernelGaps,
    HostLaunches,
    ExpertHostLaunches,
    RingReduceScatter,
    RingAllReduce,
    SwitchAllReduce,
    TreeAllReduce,
    HierarchicalGather,
    SendReceive,
    AllToAllInDomain,
    AllToAllAcross,
    ExposedShare,
    ExposedTransfer,
    ExposedDataParallel,
    NoTransfer,
    HostTransfer,
    PipelineBubble,
    OptimizerUpdate,
    Stragglers,
    SoftwareAge,
    FixedStep,
    StepTime,
    TimeToTrain,
    Cost,
    TokensPerSecondPerGpu,
    Mfu,
    Hfu,
    MemoryHeadroom,
    ExposedCommunication,
    Weights,
    Gradients,
    OptimizerState,
    Activations,
    Logits,
    Workspace,
    Reserve,
    NoPrice,
    OwnCost,
    PurchasedCost,
    DiscountedPrice,
    OversubscribedNetwork,
    Count,
};

struct FormulaText {
    const char* expression; ///< "t = t0 + (t_c^5 + t_m^5)^(1/5)"
    const char* words;      ///< what it says, a sentence
    std::string_view source;
};

[[nodiscard]] const FormulaText& formulaText(Formula formula);

enum class Symbol : std::uint8_t {
    Time, ///< t
    RowsM,
    ColumnsN,
    DepthK,
    Batch, ///< matrices of a batched GEMM
    SplitK,
    Reduction,
    Waves,
    FlopCount, ///< F
    HbmBytes,  ///< B
    OperandBytes,
    BlockRate,
    Multiprocessors,
    DepthRamp,
    ColumnQuantum,
    DensePeak, ///< P
    Ceiling,   ///< η_c
    Attained,  ///< share of the dense peak that results
    HbmRate,   ///< W·η_m
    ComputeTime,
    MemoryTime,
    Launch, ///< t0
    Heads,
    HeadDimensions,
    Queries,
    AverageKeys,
    MostKeys,
    Pieces,    ///< of the keys, under context parallelism
    Sequences, ///< micro-batch
    Efficiency,
    QueryTile,
    HeadFactor,
    CriticalPath,
    Launches,
    LaunchTime,
    ExpertLaunches,
    ExpertLaunchTime,
    DeviceTime,
    HostTime,
    Exponent,
    MessageBytes, ///< S
    InsideBytes,
    OutsideBytes,
    Ranks,          ///< n
    Domains,        ///< N
    RanksPerDomain, ///< g
    Latency,        ///< alpha
    Wire,           ///< x
    Fill,           ///< s0
    LinkBandwidth,  ///< w
    NicBandwidth,   ///< E
    HostBandwidth,  ///< w_h
    ExposedShare,
    MicroBatches,
    IdleSlots,
    SteadyTime,
    BubbleTime,
    DataParallelTime,
    DataParallelBusy,
    OptimizerTime,
    StragglerTime,
    AgeTime,
    AgeYears,
    AgeShare,
    FixedTime,
    Stages,
    Chunks,      ///< v
    PacingStage, ///< t_max
    AllStages,   ///< Σ t_s
    TransferTime,
    Window,
    Floor,
    Parameters,
    ShardParameters,
    ExpertParameters,
    BytesPerParameter,
    LocalBytes,
    UnshardedBytes,
    Shards,
    ExpertShards,
    MicroBatchActivations,
    InFlight,
    EdgeActivations,
    MicroBatchTokens,
    VocabularyColumns,
    LogitBytes,
    LinearParameters,
    LayerActivations,
    Gpus,
    Jitter,
    BaseStep,
    TokensTotal,
    TokensPerStep,
    StepTime,
    Steps,
    TimeTotal,
    Instances,
    PriceRate,
    CostTotal,
    ModelFlops,
    HardwareFlops,
    MemoryUsed,
    WeightMemory,
    GradientMemory,
    OptimizerMemory,
    ActivationMemory,
    LogitMemory,
    WorkspaceMemory,
    ReserveMemory,
    MemoryCapacity,
    ExposedNvlink,
    ExposedNetwork,
    FullAttention,
    NicRate,          ///< E
    UsableShare,      ///< u
    Oversubscription, ///< o
    GpuPrice,
    ListPrice,
    Discount, ///< d
    PaidTime,
    TimeStep,
    EarlyStop, ///< e
    Purchases, ///< n
    LongestPurchase,
    Count,
};

struct SymbolText {
    const char* letter;
    const char* meaning;
    UnitKind unit;
};

[[nodiscard]] const SymbolText& symbolText(Symbol symbol);

/// The formula of a number that is put in where `symbol` is put in too: what an oversubscribed
/// network or a discount makes of it. Sum for every other symbol.
[[nodiscard]] Formula furtherFormula(Symbol symbol);

} // namespace roofplan
