#include "ui/views/roofline_data.h"

#include "ui/models/term_figures.h"

#include <algorithm>
#include <cmath>

namespace roofplan::ui {
namespace {

bool isPlotted(Category category) {
    return category == Category::Gemm || category == Category::Attention ||
           category == Category::HbmKernels;
}

double decadeBelow(double value) {
    return std::pow(10.0, std::floor(std::log10(value)));
}

double decadeAbove(double value) {
    return std::pow(10.0, std::ceil(std::log10(value)));
}

} // namespace

std::vector<RooflinePoint> rooflinePoints(const Result& result) {
    std::vector<RooflinePoint> points;
    double longest = 0.0;
    for (std::size_t i = 0; i < result.terms.size(); ++i) {
        const Term& term = result.terms[i];
        if (!isPlotted(term.category) || !isLeaf(result.terms, i)) {
            continue;
        }
        const auto x = intensity(term);
        const auto rate = attainedRate(term);
        if (!x || !rate) {
            continue;
        }
        const double seconds = std::max(term.exposed, term.busy).base();
        longest = std::max(longest, seconds);
        points.push_back({.term = static_cast<int>(i),
                          .intensity = *x,
                          .rate = *rate / 1e12,
                          .seconds = seconds,
                          .bound = term.bound,
                          .backward = isBackward(term.phase)});
    }
    for (RooflinePoint& point : points) {
        point.share = longest > 0.0 ? point.seconds / longest : 0.0;
    }
    std::ranges::stable_sort(points, std::greater{}, &RooflinePoint::seconds);
    return points;
}

std::vector<Roof> roofs(const Result& result) {
    std::vector<Roof> roofs;
    for (const Ceiling& ceiling : result.ceilings) {
        if (ceiling.datasheet > 0.0) {
            roofs.push_back({ceiling.tier, ceiling.datasheet / 1e12, ceiling.achievable / 1e12});
        }
    }
    return roofs;
}

double ridge(const Roof& roof, double peak) {
    return roof.tier == Bound::Compute || roof.datasheet <= 0.0 ? 0.0 : peak / roof.datasheet;
}

QRectF rooflineFrame(const std::vector<Roof>& roofs) {
    double peak = 0.0;
    for (const Roof& roof : roofs) {
        if (roof.tier == Bound::Compute) {
            peak = std::max(peak, roof.datasheet);
        }
    }
    double first = 0.0;
    double last = 0.0;
    double fastest = 0.0;
    for (const Roof& roof : roofs) {
        if (const double x = ridge(roof, peak); x > 0.0) {
            first = first > 0.0 ? std::min(first, x) : x;
            last = std::max(last, x);
            fastest = std::max(fastest, roof.datasheet);
        }
    }
    if (peak <= 0.0 || first <= 0.0) {
        return {QPointF(0.1, 0.1), QPointF(1e6, 3e3)};
    }
    const double left = decadeBelow(first / 1000.0);
    return {QPointF(left, decadeBelow(left * fastest)),
            QPointF(10.0 * decadeAbove(last), 3.0 * peak)};
}

} // namespace roofplan::ui
