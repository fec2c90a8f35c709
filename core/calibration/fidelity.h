// Predicted against measured: what was scored, how far off, by groups.
#pragma once

#include "core/result/uncertainty.h"

#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace roofplan {

/// One measured number and what the model says of it.
struct FidelityItem {
    std::string id;
    std::string family;
    std::string group; ///< near-repeats, averaged before anything else
    std::string tier;
    std::string target; ///< measured field: "step_time_s", "tokens_per_s_per_gpu", "latency_ms"
    std::string gpu;
    std::string chip; ///< id of the GPU without its memory size, training only: "a100-sxm"
    std::string precision;
    std::string op;    ///< gemm, collectives: the operator
    std::string scale; ///< "8 or fewer GPUs"…; message sizes for collectives
    std::string model; ///< name, training only
    std::optional<bool> experts;
    double measured = 0.0; ///< in the target's unit
    double predicted = 0.0;
    std::optional<Band<double>> band; ///< of residual(), training only
    std::string reason;               ///< why it was not scored, empty where it was

    [[nodiscard]] bool scored() const { return reason.empty(); }

    /// predicted/measured − 1
    [[nodiscard]] double error() const { return predicted / measured - 1.0; }

    /// By how much the predicted time is too long, whatever the target: for rates
    /// measured/predicted − 1.
    [[nodiscard]] double slowness() const {
        return target.rfind("tokens_per_s", 0) == 0 ? measured / predicted - 1.0 : error();
    }

    /// ln(measured/predicted) of the time, whatever the target.
    [[nodiscard]] double residual() const { return -std::log1p(slowness()); }

    /// Whether what was measured lies from P10 to P90; absent where nothing is known of them.
    [[nodiscard]] std::optional<bool> isInBand() const {
        return band ? std::optional(band->low <= residual() && residual() <= band->high)
                    : std::nullopt;
    }
};

/// Averages inside a group first, then inside a family, then over families; median, 90th percentile
/// and the share within 20 % are over items. Fractions, not percent.
struct ErrorStatistics {
    std::size_t n = 0; ///< items
    double meanAbsolute = 0.0;
    double medianAbsolute = 0.0;
    double p90Absolute = 0.0;
    double bias = 0.0; ///< mean slowness, averaged like meanAbsolute: above 0, too long
    double within20 = 0.0;
};

using ErrorTable = std::map<std::string, ErrorStatistics>;

struct FidelityReport {
    std::string kind; ///< "training", "gemm", "collectives", "inference", "storage"
    std::vector<FidelityItem> items;
    std::vector<FidelityItem> also; ///< second targets (memory), reported apart
};

/// Over the scored ones of `items`.
[[nodiscard]] ErrorStatistics errorStatistics(const std::vector<FidelityItem>& items);

/// What each of `items` counts in such an average: families alike, groups of near-repeats alike
/// inside a family, items alike inside a group; 1 in sum.
[[nodiscard]] std::vector<double> itemWeights(const std::vector<FidelityItem>& items);

struct Weighted {
    double value = 0.0;
    double weight = 0.0;
};

/// The value that `share` of the weight lies below, linear between the middles of the weights; 0
/// without values.
[[nodiscard]] double weightedQuantile(std::vector<Weighted> values, double share);

/// The same by the text that `member` holds; items where it is empty are left out.
[[nodiscard]] ErrorTable errorsBy(const std::vector<FidelityItem>& items,
                                  std::string FidelityItem::*member);

/// By "dense" and "moe".
[[nodiscard]] ErrorTable errorsByExperts(const std::vector<FidelityItem>& items);

/// "8 or fewer GPUs", "9 to 64", "65 to 512", "more than 512".
[[nodiscard]] std::string scaleOfGpus(double gpus);

} // namespace roofplan
