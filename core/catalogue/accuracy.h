// How well the model of a training step is known: its errors on published measurements by kinds of
// plans, and what was measured at all.
#pragma once

#include "core/architecture/precision.h"

#include <optional>
#include <string>
#include <vector>

namespace roofplan {

/// Quantiles of ln(measured/predicted) of the step time: above 0 where steps took longer than
/// predicted. Families count alike, and groups of near-repeats inside a family.
struct LogResiduals {
    double p10 = 0.0;
    double p50 = 0.0;
    double p90 = 0.0;

    bool operator==(const LogResiduals&) const = default;
};

/// Errors on the measured rows of one kind of plan: fractions of the measured step time, also where
/// a row measured tokens/s, so that a bias means the same of all.
struct AccuracyGroup {
    bool experts = false;               ///< mixtures of experts, else dense models
    std::string gpu;                    ///< id, empty for all
    std::string profile;                ///< id of an efficiency profile, empty for all
    std::optional<Precision> precision; ///< absent for all
    std::int64_t rows = 0;
    std::int64_t groups = 0; ///< rows without near-repeats
    double meanAbsolute = 0.0;
    double bias = 0.0; ///< above 0 where predicted steps are too long
    double p90Absolute = 0.0;
    std::optional<double> leftOutMeanAbsolute; ///< of rows whose source no constant has seen
    std::int64_t sources = 0;                  ///< families
    LogResiduals residuals;                    ///< of the fitted model

    bool operator==(const AccuracyGroup&) const = default;
};

/// Least and most of what was measured; both are inside.
struct MeasuredRange {
    double low = 0.0;
    double high = 0.0;

    [[nodiscard]] bool holds(double value) const { return low <= value && value <= high; }

    bool operator==(const MeasuredRange&) const = default;
};

/// What the measured rows of dense models, or of mixtures of experts, span.
struct MeasuredRanges {
    bool experts = false;
    MeasuredRange gpus;
    MeasuredRange sequenceLength; ///< tokens
    MeasuredRange tokensPerGpu;   ///< of a step
    MeasuredRange parameters;
    MeasuredRange activeParameters;
    MeasuredRange tensorParallel;
    MeasuredRange pipelineParallel;
    MeasuredRange contextParallel;
    MeasuredRange expertParallel;
    std::vector<std::string> gpuIds;
    std::vector<std::string> precisions; ///< keys, as all words below
    std::vector<std::string> stacks;
    std::vector<std::string> phases;
    std::vector<std::string> zero;
    std::vector<std::string> mixers; ///< "gqa", "mla", "window"…

    bool operator==(const MeasuredRanges&) const = default;
};

struct Accuracy {
    std::string file; ///< "measurements/accuracy.json", "own/" in front of the user's
    std::string date; ///< of the calibration
    std::int64_t rows = 0;
    std::vector<AccuracyGroup> groups;
    std::vector<MeasuredRanges> ranges;

    bool operator==(const Accuracy&) const = default;
};

} // namespace roofplan
