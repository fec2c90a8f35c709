// A small table of errors and ranges that tests ask about.
#pragma once

#include "core/catalogue/accuracy.h"

namespace roofplan::test {

inline AccuracyGroup accuracyGroup(bool experts,
                                   std::string gpu,
                                   std::string profile,
                                   std::optional<Precision> precision,
                                   double meanAbsolute) {
    return {.experts = experts,
            .gpu = std::move(gpu),
            .profile = std::move(profile),
            .precision = precision,
            .rows = 120,
            .groups = 40,
            .meanAbsolute = meanAbsolute,
            .bias = 0.012,
            .p90Absolute = 2.0 * meanAbsolute,
            .leftOutMeanAbsolute = 1.25 * meanAbsolute,
            .sources = 5,
            .residuals = {.p10 = -1.5 * meanAbsolute, .p50 = 0.01, .p90 = 2.0 * meanAbsolute}};
}

/// Every group that the example can fall to, each with an error of its own, and ranges that hold
/// the example.
inline Accuracy exampleAccuracy() {
    const MeasuredRanges dense{.experts = false,
                               .gpus = {2, 3072},
                               .sequenceLength = {2048, 32768},
                               .tokensPerGpu = {512, 524288},
                               .parameters = {1e9, 1e12},
                               .activeParameters = {1e9, 1e12},
                               .tensorParallel = {1, 8},
                               .pipelineParallel = {1, 64},
                               .contextParallel = {1, 8},
                               .expertParallel = {1, 1},
                               .gpuIds = {"h100-sxm", "h200-sxm"},
                               .precisions = {"bf16", "fp8"},
                               .stacks = {"megatron-core-2026"},
                               .phases = {"pretrain"},
                               .zero = {"none", "zero1"},
                               .mixers = {"gqa"}};
    return {.file = "measurements/accuracy.json",
            .date = "2026-12-01",
            .rows = 921,
            .groups = {accuracyGroup(false, "", "", std::nullopt, 0.08),
                       accuracyGroup(false, "", "hopper", std::nullopt, 0.07),
                       accuracyGroup(false, "h200-sxm", "", std::nullopt, 0.06),
                       accuracyGroup(false, "h200-sxm", "", Precision::Bf16, 0.05),
                       accuracyGroup(true, "h200-sxm", "", Precision::Bf16, 0.01)},
            .ranges = {dense}};
}

} // namespace roofplan::test
