// How well an answer is known: the errors of the model on measured runs like it, and what of the
// plan lies outside what was measured.
#pragma once

#include "core/base/diagnostic.h"
#include "core/catalogue/accuracy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofplan {

/// What of a plan is held against what was measured.
enum class MeasuredField : std::uint8_t {
    Gpu,
    Precision,
    Gpus,
    SequenceLength,
    TokensPerGpu,
    Parameters,
    ActiveParameters,
    TensorParallel,
    PipelineParallel,
    ContextParallel,
    ExpertParallel,
    Stack,
    Phase,
    Zero,
    Mixer,
    Count,
};

/// Its name in the machine contract, as in accuracy.json: "seq_len".
[[nodiscard]] std::string_view measuredFieldKey(MeasuredField field);

/// A number beyond its range, or a word that no measured run has.
struct OutsideMeasured {
    MeasuredField field{};
    double found = 0.0;                     ///< where `word` is empty
    MeasuredRange measured;                 ///< of the number
    std::string word;                       ///< key or id, "nvfp4"
    std::string label;                      ///< the word as it is shown, "NVFP4"
    std::vector<std::string> measuredWords; ///< keys or ids of what was

    [[nodiscard]] bool isNumber() const { return word.empty(); }

    bool operator==(const OutsideMeasured&) const = default;
};

struct Confidence {
    bool experts = false;
    std::optional<AccuracyGroup> group; ///< nearest one; absent where nothing like it was measured
    std::string gpuName;                ///< of the group's GPU
    std::string profileName;            ///< of the group's efficiency profile
    std::vector<OutsideMeasured> outside;

    /// Mean error to expect of a plan like this: that of rows whose source no constant has seen
    /// where it is known, else of the fitted rows; absent without a group.
    [[nodiscard]] std::optional<double> expectedError() const;

    bool operator==(const Confidence&) const = default;
};

/// "dense, H100 SXM, FP8": the plans that the group is of; "dense, Hopper, mostly other GPUs" where
/// it is wider than the plan.
[[nodiscard]] std::string groupLabel(const Confidence& confidence);

/// "dense, H100 SXM, FP8: 7.2 % mean error of the step time over 120 measured runs, +1.1 % bias;
/// 8.9 % when a source is left out".
[[nodiscard]] Text confidenceText(const Confidence& confidence);

/// "16384 GPUs".
[[nodiscard]] Text foundText(const OutsideMeasured& outside);

/// "2 to 3072", "bf16, fp8"; empty for a GPU or a stack, whose lists are long.
[[nodiscard]] Text measuredText(const OutsideMeasured& outside);

/// "16384 GPUs (measured: 2 to 3072), NVFP4 (measured: bf16, fp8)"; empty where nothing is outside.
[[nodiscard]] std::string outsideList(const Confidence& confidence);

/// How well it is known and what is outside, in one sentence.
[[nodiscard]] std::string confidenceLine(const Confidence& confidence);

} // namespace roofplan
