#include "core/calibration/fidelity.h"

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

constexpr double wideError = 0.2;

struct Mean {
    double absolute = 0.0;
    double signedSum = 0.0;
    double count = 0.0;

    void add(double absoluteError, double error) {
        absolute += absoluteError;
        signedSum += error;
        count += 1.0;
    }
};

/// Linear between the two nearest of the sorted values.
double quantile(const std::vector<double>& sorted, double share) {
    if (sorted.empty()) {
        return 0.0;
    }
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    const double part = place - static_cast<double>(below);
    return sorted[below] * (1.0 - part) + sorted[above] * part;
}

ErrorStatistics statisticsOf(const std::vector<const FidelityItem*>& items) {
    std::map<std::string, std::map<std::string, Mean>> families;
    std::vector<double> absolute;
    ErrorStatistics statistics;
    for (const FidelityItem* item : items) {
        const double error = item->error();
        absolute.push_back(std::abs(error));
        statistics.within20 += std::abs(error) <= wideError ? 1.0 : 0.0;
        const std::string& group = item->group.empty() ? item->id : item->group;
        families[item->family][group].add(std::abs(error), item->slowness());
    }
    statistics.n = items.size();
    if (items.empty()) {
        return statistics;
    }
    Mean over;
    for (const auto& [family, groups] : families) {
        Mean inside;
        for (const auto& [group, mean] : groups) {
            inside.add(mean.absolute / mean.count, mean.signedSum / mean.count);
        }
        over.add(inside.absolute / inside.count, inside.signedSum / inside.count);
    }
    std::sort(absolute.begin(), absolute.end());
    statistics.meanAbsolute = over.absolute / over.count;
    statistics.bias = over.signedSum / over.count;
    statistics.medianAbsolute = quantile(absolute, 0.5);
    statistics.p90Absolute = quantile(absolute, 0.9);
    statistics.within20 /= static_cast<double>(items.size());
    return statistics;
}

template <typename KeyOf>
ErrorTable tableBy(const std::vector<FidelityItem>& items, KeyOf keyOf) {
    std::map<std::string, std::vector<const FidelityItem*>> parts;
    for (const FidelityItem& item : items) {
        if (const std::string key = keyOf(item); item.scored() && !key.empty()) {
            parts[key].push_back(&item);
        }
    }
    ErrorTable table;
    for (const auto& [key, part] : parts) {
        table.emplace(key, statisticsOf(part));
    }
    return table;
}

} // namespace

ErrorStatistics errorStatistics(const std::vector<FidelityItem>& items) {
    std::vector<const FidelityItem*> scored;
    for (const FidelityItem& item : items) {
        if (item.scored()) {
            scored.push_back(&item);
        }
    }
    return statisticsOf(scored);
}

std::vector<double> itemWeights(const std::vector<FidelityItem>& items) {
    std::map<std::string, std::map<std::string, double>> families;
    const auto groupOf = [](const FidelityItem& item) {
        return item.group.empty() ? item.id : item.group;
    };
    for (const FidelityItem& item : items) {
        families[item.family][groupOf(item)] += 1.0;
    }
    std::vector<double> weights;
    for (const FidelityItem& item : items) {
        const auto& groups = families[item.family];
        weights.push_back(1.0 / (static_cast<double>(families.size()) *
                                 static_cast<double>(groups.size()) * groups.at(groupOf(item))));
    }
    return weights;
}

double weightedQuantile(std::vector<Weighted> values, double share) {
    std::ranges::sort(values, {}, &Weighted::value);
    double all = 0.0;
    for (const Weighted& one : values) {
        all += one.weight;
    }
    double below = 0.0;
    double lastMiddle = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double middle = (below + values[i].weight / 2.0) / all;
        if (share <= middle) {
            const double part = i == 0 ? 1.0 : (share - lastMiddle) / (middle - lastMiddle);
            return values[i].value * part + values[i == 0 ? 0 : i - 1].value * (1.0 - part);
        }
        below += values[i].weight;
        lastMiddle = middle;
    }
    return values.empty() ? 0.0 : values.back().value;
}

ErrorTable errorsBy(const std::vector<FidelityItem>& items, std::string FidelityItem::*member) {
    return tableBy(items, [member](const FidelityItem& item) { return item.*member; });
}

ErrorTable errorsByExperts(const std::vector<FidelityItem>& items) {
    return tableBy(items, [](const FidelityItem& item) -> std::string {
        return item.experts ? (*item.experts ? "moe" : "dense") : "";
    });
}

std::string scaleOfGpus(double gpus) {
    return gpus <= 8.0     ? "8 or fewer GPUs"
           : gpus <= 64.0  ? "9 to 64 GPUs"
           : gpus <= 512.0 ? "65 to 512 GPUs"
                           : "more than 512 GPUs";
}

} // namespace roofplan
