#include "ui/charts/log_ticks.h"

#include "ui/style/text.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

namespace roofplan::ui {
namespace {

constexpr double tolerance = 1e-9;

std::vector<double> multiplesOfDecades(double low, double high, std::span<const double> digits) {
    std::vector<double> ticks;
    const int first = static_cast<int>(std::floor(std::log10(low))) - 1;
    const int last = static_cast<int>(std::ceil(std::log10(high)));
    for (int decade = first; decade <= last; ++decade) {
        for (const double digit : digits) {
            const double value = digit * std::pow(10.0, decade);
            if (value >= low * (1.0 - tolerance) && value <= high * (1.0 + tolerance)) {
                ticks.push_back(value);
            }
        }
    }
    return ticks;
}

std::vector<double> roundValues(double low, double high) {
    const double raw = (high - low) / 5.0;
    const double decade = std::pow(10.0, std::floor(std::log10(raw)));
    const double scaled = raw / decade;
    const double step = decade * (scaled > 5.0   ? 10.0
                                  : scaled > 2.0 ? 5.0
                                  : scaled > 1.0 ? 2.0
                                                 : 1.0);
    std::vector<double> ticks;
    const auto last = static_cast<int>(std::floor(high / step));
    for (int i = static_cast<int>(std::ceil(low / step)); i <= last; ++i) {
        ticks.push_back(i * step);
    }
    return ticks;
}

/// 0 for a power of ten, then 5, then 2, then the rest.
int roughness(double tick) {
    const double digit = tick / std::pow(10.0, std::floor(std::log10(tick) + tolerance));
    const double ranks[] = {1.0, 5.0, 2.0};
    const auto found =
        std::ranges::find_if(ranks, [digit](double rank) { return std::abs(digit - rank) < 1e-6; });
    return static_cast<int>(found - std::begin(ranks));
}

QString superscript(int exponent) {
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text;
    if (exponent < 0) {
        text += QChar(0x207B);
    }
    for (const QChar digit : QString::number(std::abs(exponent))) {
        text += digits[digit.digitValue()];
    }
    return text;
}

} // namespace

std::vector<double> logTicks(double low, double high) {
    if (!(low > 0.0) || !(high > low) || !std::isfinite(high)) {
        return {};
    }
    static constexpr double one[] = {1.0};
    static constexpr double few[] = {1.0, 2.0, 5.0};
    static constexpr double all[] = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0};
    const double decades = std::log10(high / low);
    if (decades > 2.5) {
        return multiplesOfDecades(low, high, one);
    }
    std::vector<double> ticks = multiplesOfDecades(
        low, high, decades > 0.8 ? std::span<const double>(few) : std::span<const double>(all));
    return ticks.size() >= 3 ? ticks : roundValues(low, high);
}

std::vector<double> gridLines(double low, double high, bool major) {
    if (!(low > 0.0) || !(high > low) || !std::isfinite(high)) {
        return {};
    }
    static constexpr double decades[] = {1.0};
    static constexpr double between[] = {2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0};
    if (major && high / low < 10.0) {
        return logTicks(low, high);
    }
    return multiplesOfDecades(
        low, high, major ? std::span<const double>(decades) : std::span<const double>(between));
}

std::vector<double>
clearTicks(const std::vector<double>& ticks, const TickMeasure& centre, const TickMeasure& extent) {
    constexpr double gap = 4.0;
    std::vector<double> ordered = ticks;
    std::ranges::stable_sort(ordered, {}, roughness);
    std::vector<double> kept;
    for (const double tick : ordered) {
        const bool clear = std::ranges::none_of(kept, [&](double other) {
            return std::abs(centre(tick) - centre(other)) <
                   (extent(tick) + extent(other)) / 2.0 + gap;
        });
        if (clear) {
            kept.push_back(tick);
        }
    }
    std::ranges::sort(kept);
    return kept;
}

QString logTickText(double value) {
    const double exponent = std::round(std::log10(value));
    const bool power = std::abs(value / std::pow(10.0, exponent) - 1.0) < 1e-6;
    if (power && (exponent >= 4.0 || exponent <= -4.0)) {
        return QStringLiteral("10") + superscript(static_cast<int>(exponent));
    }
    return pretty(QString::number(value, 'g', value >= 1000.0 ? 6 : 4));
}

} // namespace roofplan::ui
