// What is answered: headline numbers, the tree of terms, memory, what would make it fit.
#pragma once

#include "core/architecture/parameter_count.h"
#include "core/base/diagnostic.h"
#include "core/result/confidence.h"
#include "core/result/term.h"
#include "core/result/uncertainty.h"
#include "core/scenario/scenario.h"

#include <array>
#include <optional>
#include <vector>

namespace roofplan {

enum class MemoryPart : std::uint8_t {
    Weights,
    Gradients,
    OptimizerState,
    Activations,
    Logits,
    Workspace,
    Reserve,
    Count,
};

[[nodiscard]] std::string_view memoryPartKey(MemoryPart part);
[[nodiscard]] const char* memoryPartLabel(MemoryPart part);

/// Bytes on each GPU of one pipeline stage at its peak.
struct StageMemory {
    std::array<Bytes, static_cast<std::size_t>(MemoryPart::Count)> parts{};

    [[nodiscard]] Bytes& operator[](MemoryPart part) {
        return parts[static_cast<std::size_t>(part)];
    }

    [[nodiscard]] Bytes operator[](MemoryPart part) const {
        return parts[static_cast<std::size_t>(part)];
    }

    [[nodiscard]] Bytes total() const {
        Bytes sum;
        for (const Bytes part : parts) {
            sum += part;
        }
        return sum;
    }

    bool operator==(const StageMemory&) const = default;
};

using MemoryDerivations = std::array<Derivation, static_cast<std::size_t>(MemoryPart::Count)>;

/// The numbers on top of the window. MFU and HFU count causal-half attention; the full-attention
/// (PaLM) figures stand beside them.
struct Headline {
    Seconds stepTime;
    TokenRate tokensPerSecond;
    TokenRate tokensPerSecondPerGpu;
    double mfu = 0.0;
    double hfu = 0.0;
    double mfuFullAttention = 0.0;
    double hfuFullAttention = 0.0;
    double steps = 0.0;
    Seconds timeToTrain;
    std::optional<Money> cost;         ///< absent where no price is known
    std::optional<Seconds> billedTime; ///< of each instance, what `cost` is paid for
    Bytes memoryPeak;                  ///< of the worst stage
    Bytes memoryCapacity;
    Bytes hostMemory; ///< that the plan offloads to a server, 0 where it offloads nothing
    std::optional<Bytes> hostCapacity; ///< absent where nobody says
    Seconds exposedCommunication;
    Seconds exposedNvlink;
    Seconds exposedNetwork;

    bool operator==(const Headline&) const = default;
};

/// Headline numbers that open into a derivation.
enum class HeadlineNumber : std::uint8_t {
    TimeToTrain,
    Cost,
    TokensPerSecondPerGpu,
    Mfu,
    MemoryHeadroom,
    ExposedCommunication,
    Hfu,
    StepTime,
    Count,
};

[[nodiscard]] std::string_view headlineKey(HeadlineNumber number);
[[nodiscard]] const char* headlineLabel(HeadlineNumber number);

/// A roof of the roofline: datasheet and achievable rate of a tier, per GPU.
struct Ceiling {
    Bound tier = Bound::Compute;
    double datasheet = 0.0; ///< FLOP/s for compute, else B/s one way
    double achievable = 0.0;
    std::array<FactId, 3> facts{FactId::None, FactId::None, FactId::None};

    bool operator==(const Ceiling&) const = default;
};

/// One field changed: an offer to the reader, applied by a click.
struct FieldChange {
    std::string key; ///< field key of the machine contract
    std::string from;
    std::string to;

    bool operator==(const FieldChange&) const = default;
};

/// Changes that together make an infeasible plan fit.
struct Fix {
    std::vector<FieldChange> changes;
    Bytes memoryPeak; ///< after the change
    Seconds stepTime; ///< after the change

    bool operator==(const Fix&) const = default;
};

/// The step time with one resource `factor` times as fast.
struct Move {
    Bound resource = Bound::Compute;
    double factor = 1.0;
    double stepTimeRatio = 1.0;

    bool operator==(const Move&) const = default;
};

/// The cost in the second currency, at a rate that the user gave.
struct ConvertedCost {
    std::string currency; ///< ISO 4217 code
    double rate = 1.0;    ///< units per USD
    std::string date;     ///< of the rate
    double value = 0.0;   ///< in that currency

    bool operator==(const ConvertedCost&) const = default;
};

struct Result {
    bool feasible = true;
    ParallelPlan plan; ///< complete, with dataParallel
    std::int64_t gpus = 0;
    std::int64_t microBatches = 0; ///< a step, per data-parallel rank
    std::string modelName;
    ParameterCount parameters;
    std::string nvlinkFamily;  ///< "NVLink", "PCIe": how the bound inside a domain is shown
    std::string networkFamily; ///< "EFA": how the network bound is shown
    Precision precision = Precision::Bf16;
    Headline headline;
    std::string priceDate; ///< of the list price, empty for a price of one's own
    std::optional<ConvertedCost> costConverted; ///< where a currency, rate and date are given
    Bound bound = Bound::Compute;               ///< what most of the exposed step time is bound by
    std::array<Seconds, boundNames.size()> exposedByBound{}; ///< sums to the step time
    std::int64_t worstStage = 0;
    std::int64_t pacingStage = 0;
    StageMemory memory; ///< of the worst stage
    Diagnostics diagnostics;

    // Filled only where terms are asked for.
    std::vector<Term> terms;
    std::vector<StageMemory> stages;
    std::vector<Ceiling> ceilings;
    std::vector<Fix> fixes;
    std::vector<Move> moves;
    std::array<Derivation, static_cast<std::size_t>(HeadlineNumber::Count)> derivations{};
    std::vector<MemoryDerivations> memoryDerivations; ///< by stage, as `stages`
    std::optional<Confidence> confidence;   ///< of a plan that fits, where accuracy is known
    std::optional<Uncertainty> uncertainty; ///< the same, by evaluateWithMoves()

    bool operator==(const Result&) const = default;
};

/// What a bound is called on the cluster of `result`: NVLink and the network by their families.
[[nodiscard]] std::string_view boundNameOn(const Result& result, Bound bound);

/// Exposed seconds by category, summed over the leaves of the tree.
struct Waterfall {
    struct Bar {
        Category category = Category::Gemm;
        Bound bound = Bound::Compute; ///< of most of it
        Seconds exposed;
    };

    std::vector<Bar> bars; ///< in the order of Category, empty ones left out
};

[[nodiscard]] Waterfall waterfall(const Result& result);

/// True for a term without children.
[[nodiscard]] bool isLeaf(const std::vector<Term>& terms, std::size_t index);

} // namespace roofplan
