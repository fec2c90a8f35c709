#include "core/calibration/fidelity_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>

namespace roofplan {

namespace {

// Sizes in pixels.
constexpr double side = 520.0; ///< of a panel
constexpr double left = 84.0;
constexpr double top = 76.0;
constexpr double bottom = 68.0;
constexpr double gap = 96.0; ///< between panels: ticks and title of the next
constexpr double legendWidth = 250.0;
constexpr double legendLine = 21.0;

/// Told apart by readers with a colour deficiency too (Okabe and Ito), then darker ones.
constexpr std::array<const char*, 12> palette{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                              "#e69f00", "#56b4e9", "#8c564b", "#7e57c2",
                                              "#00695c", "#ad1457", "#827717", "#37474f"};
constexpr const char* otherColour = "#9aa0a6";

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            const bool control = (c >= '\0' && c < ' ') || c == '\x7f';
            out += control ? ' ' : c;
        }
    }
    return out;
}

/// "latency_ms" in words, with its unit.
std::string quantity(const std::string& target) {
    static const std::map<std::string, const char*> words{
        {"latency_ms", "kernel time, ms"},
        {"latency_us", "time, µs"},
        {"step_time_s", "step time, s"},
        {"tokens_per_s_per_gpu", "tokens/s per GPU"},
        {"memory_gb_per_gpu", "peak memory per GPU, GiB"}};
    const auto found = words.find(target);
    return found == words.end() ? target : found->second;
}

/// The range of both axes of a panel, in decades.
struct Range {
    double low = 0.0;
    double high = 1.0;

    [[nodiscard]] double pixels(double value) const {
        return (std::log10(value) - low) / (high - low) * side;
    }
};

struct Panel {
    std::string target;
    std::vector<const FidelityItem*> items;
    Range range;
    double x = 0.0;

    [[nodiscard]] double atX(double value) const { return x + range.pixels(value); }

    [[nodiscard]] double atY(double value) const { return top + side - range.pixels(value); }
};

bool drawable(const FidelityItem& item) {
    return item.scored() && item.measured > 0.0 && item.predicted > 0.0 &&
           std::isfinite(item.measured) && std::isfinite(item.predicted);
}

/// A little beyond the outermost points.
Range rangeOf(const std::vector<const FidelityItem*>& items) {
    double least = items.front()->measured;
    double most = least;
    for (const FidelityItem* const item : items) {
        least = std::min({least, item->measured, item->predicted});
        most = std::max({most, item->measured, item->predicted});
    }
    constexpr double margin = 0.08; // decades
    return {std::log10(least) - margin, std::log10(most) + margin};
}

std::vector<Panel> panelsOf(const FidelityReport& report) {
    std::vector<Panel> panels;
    for (const auto* const items : {&report.items, &report.also}) {
        for (const FidelityItem& item : *items) {
            if (!drawable(item)) {
                continue;
            }
            auto panel = std::ranges::find(panels, item.target, &Panel::target);
            if (panel == panels.end()) {
                panels.push_back({.target = item.target, .items = {}, .range = {}});
                panel = panels.end() - 1;
            }
            panel->items.push_back(&item);
        }
    }
    double x = left;
    for (Panel& panel : panels) {
        panel.range = rangeOf(panel.items);
        panel.x = x;
        x += side + gap;
    }
    return panels;
}

struct Legend {
    std::vector<std::string> families; ///< those with a colour of their own
    std::size_t others = 0;            ///< families that share the grey

    [[nodiscard]] const char* colour(const std::string& family) const {
        const auto found = std::ranges::find(families, family);
        return found == families.end()
                   ? otherColour
                   : palette[static_cast<std::size_t>(found - families.begin())];
    }
};

Legend legendOf(const std::vector<Panel>& panels) {
    std::map<std::string, std::size_t> counts;
    for (const Panel& panel : panels) {
        for (const FidelityItem* const item : panel.items) {
            ++counts[item->family];
        }
    }
    std::vector<std::pair<std::string, std::size_t>> order(counts.begin(), counts.end());
    std::ranges::stable_sort(order,
                             [](const auto& a, const auto& b) { return a.second > b.second; });
    Legend legend;
    for (const auto& [family, count] : order) {
        if (legend.families.size() < palette.size()) {
            legend.families.push_back(family);
        } else {
            ++legend.others;
        }
    }
    return legend;
}

std::string superscript(int number) {
    static constexpr std::array<const char*, 10> digits{"⁰", "¹", "²", "³", "⁴",
                                                        "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = number < 0 ? "⁻" : "";
    for (const char c : std::to_string(std::abs(number))) {
        text += digits[static_cast<std::size_t>(c - '0')];
    }
    return text;
}

/// "100", "0.01", beyond four digits a power of ten.
std::string tickText(double value) {
    const int exponent = static_cast<int>(std::floor(std::log10(value) + 1e-9));
    if (std::abs(exponent) <= 3) {
        return fmt::format("{:g}", value);
    }
    const double digit = std::round(value / std::pow(10.0, exponent));
    return (digit > 1.0 ? fmt::format("{:.0f}·", digit) : std::string()) + "10" +
           superscript(exponent);
}

std::string gridLine(const Panel& panel, double value, const char* colour) {
    const double x = panel.atX(value);
    const double y = panel.atY(value);
    return fmt::format("<path d=\"M{0:.1f} {1:.1f}V{2:.1f}M{3:.1f} {4:.1f}H{5:.1f}\" "
                       "stroke=\"{6}\" fill=\"none\"/>\n",
                       x, top, top + side, panel.x, y, panel.x + side, colour);
}

std::string tickLabels(const Panel& panel, double value) {
    const std::string text = tickText(value);
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                       panel.atX(value), top + side + 18.0, text) +
           fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                       panel.x - 8.0, panel.atY(value) + 4.0, text);
}

/// Lines at 1 to 9 of each decade; labels at 1, or at 1, 2 and 5 where few decades are shown.
std::string gridOf(const Panel& panel) {
    const bool few = panel.range.high - panel.range.low < 2.2;
    std::string lines;
    std::string labels;
    for (double decade = std::floor(panel.range.low); decade <= panel.range.high; decade += 1.0) {
        for (int digit = 1; digit <= 9; ++digit) {
            const double value = digit * std::pow(10.0, decade);
            const double place = std::log10(value);
            if (place < panel.range.low || place > panel.range.high) {
                continue;
            }
            lines += gridLine(panel, value, digit == 1 ? "#d5d9de" : "#eef0f3");
            if (digit == 1 || (few && (digit == 2 || digit == 5))) {
                labels += tickLabels(panel, value);
            }
        }
    }
    return lines + "<g font-size=\"12\" fill=\"#5f6368\">\n" + labels + "</g>\n";
}

/// The band of ±20 % and the diagonal, cut at the frame.
std::string bandOf(const Panel& panel) {
    const double low = std::pow(10.0, panel.range.low);
    const double high = std::pow(10.0, panel.range.high);
    constexpr double over = 1.2;
    constexpr double under = 0.8;
    const auto at = [&panel](double x, double y) {
        return fmt::format("{:.1f},{:.1f} ", panel.atX(x), panel.atY(y));
    };
    const std::string corners = at(low, low) + at(low, low * over) + at(high / over, high) +
                                at(high, high) + at(high, high * under) + at(low / under, low);
    return fmt::format("<polygon points=\"{}\" fill=\"#0072b2\" fill-opacity=\"0.09\"/>\n",
                       corners) +
           fmt::format("<path d=\"M{} L{}\" stroke=\"#5f6368\" stroke-width=\"1.2\" "
                       "fill=\"none\"/>\n",
                       at(low, low), at(high, high));
}

std::string pointsOf(const Panel& panel, const Legend& legend) {
    std::string points = "<g fill-opacity=\"0.6\" stroke=\"#ffffff\" stroke-width=\"0.5\">\n";
    for (const FidelityItem* const item : panel.items) {
        points += fmt::format(
            "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.6\" fill=\"{}\"><title>{}: "
            "measured {:.4g}, predicted {:.4g}</title></circle>\n",
            panel.atX(item->measured), panel.atY(item->predicted), legend.colour(item->family),
            escaped(item->id), item->measured, item->predicted);
    }
    return points + "</g>\n";
}

std::string titlesOf(const Panel& panel) {
    std::vector<FidelityItem> items;
    for (const FidelityItem* const item : panel.items) {
        items.push_back(*item);
    }
    const ErrorStatistics s = errorStatistics(items);
    const std::string words = escaped(quantity(panel.target));
    const double middle = panel.x + side / 2.0;
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"12.5\" "
                       "fill=\"#5f6368\">{} rows, error {:.1f} % on average, {:.1f} % median, "
                       "{:.0f} % within 20 %</text>\n",
                       panel.x, top - 12.0, s.n, 100.0 * s.meanAbsolute, 100.0 * s.medianAbsolute,
                       100.0 * s.within20) +
           fmt::format(
               "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">Measured {}</text>\n",
               middle, top + side + 46.0, words) +
           fmt::format("<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" "
                       "text-anchor=\"middle\">Predicted {}</text>\n",
                       panel.x - 56.0, top + side / 2.0, words);
}

std::string panelSvg(const Panel& panel, const Legend& legend) {
    return gridOf(panel) + bandOf(panel) + pointsOf(panel, legend) +
           fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
                       "fill=\"none\" stroke=\"#80868b\"/>\n",
                       panel.x, top, side, side) +
           titlesOf(panel);
}

std::string legendSvg(const Legend& legend, double x) {
    std::string svg = "<g font-size=\"12.5\">\n";
    double y = top + 6.0;
    const auto line = [&](const char* colour, const std::string& words) {
        svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" fill=\"{}\"/><text "
                           "x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                           x, y, colour, x + 13.0, y + 4.5, escaped(words));
        y += legendLine;
    };
    for (const std::string& family : legend.families) {
        line(legend.colour(family), family.empty() ? "no family" : family);
    }
    if (legend.others > 0) {
        line(otherColour, fmt::format("{} other families", legend.others));
    }
    y += legendLine / 2.0;
    svg += fmt::format("<path d=\"M{0:.1f} {1:.1f}h22\" stroke=\"#5f6368\" "
                       "stroke-width=\"1.2\"/><text x=\"{2:.1f}\" y=\"{3:.1f}\">predicted = "
                       "measured</text>\n",
                       x - 5.0, y, x + 25.0, y + 4.5);
    y += legendLine;
    return svg + fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"22\" height=\"12\" "
                             "fill=\"#0072b2\" fill-opacity=\"0.12\"/><text x=\"{:.1f}\" "
                             "y=\"{:.1f}\">within 20 %</text>\n</g>\n",
                             x - 5.0, y - 6.0, x + 25.0, y + 4.5);
}

} // namespace

std::string fidelitySvg(const FidelityReport& report) {
    const std::vector<Panel> panels = panelsOf(report);
    const Legend legend = legendOf(panels);
    const double end = panels.empty() ? left + side : panels.back().x + side;
    const double width = end + 30.0 + legendWidth;
    const double height = top + side + bottom;
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Inter, 'DejaVu Sans', Arial, sans-serif\" "
        "font-size=\"14\" fill=\"#202124\">\n"
        "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"#ffffff\"/>\n"
        "<text x=\"{2:.0f}\" y=\"34\" font-size=\"19\" font-weight=\"600\">Predicted against "
        "measured: {3}</text>\n",
        width, height, left, escaped(report.kind));
    if (panels.empty()) {
        svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">No row was scored.</text>\n", left,
                           top + 20.0);
        return svg + "</svg>\n";
    }
    for (const Panel& panel : panels) {
        svg += panelSvg(panel, legend);
    }
    return svg + legendSvg(legend, end + 30.0) + "</svg>\n";
}

} // namespace roofplan
