#include "core/sweep/contours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

namespace roofplan {

namespace {

/// An edge between neighbouring cells: twice the index of its first cell, one more where it leads
/// to the next row.
using EdgeId = std::size_t;

/// Collects segments between edges and joins those that share one.
class LineJoiner {
public:
    void add(EdgeId a, EdgeId b) {
        m_neighbours[a].push_back(b);
        m_neighbours[b].push_back(a);
        m_order.push_back(a);
        m_order.push_back(b);
    }

    /// Open lines first, each from an end, then closed ones.
    std::vector<std::vector<EdgeId>> take() {
        std::vector<std::vector<EdgeId>> lines;
        for (const bool closed : {false, true}) {
            for (const EdgeId start : m_order) {
                const std::size_t degree = m_neighbours[start].size();
                if (closed ? degree > 0 : degree == 1) {
                    lines.push_back(follow(start));
                }
            }
        }
        return lines;
    }

private:
    std::vector<EdgeId> follow(EdgeId start) {
        std::vector<EdgeId> line{start};
        while (!m_neighbours[line.back()].empty()) {
            const EdgeId here = line.back();
            const EdgeId next = m_neighbours[here].back();
            m_neighbours[here].pop_back();
            std::erase(m_neighbours[next], here);
            line.push_back(next);
        }
        return line;
    }

    std::unordered_map<EdgeId, std::vector<EdgeId>> m_neighbours;
    std::vector<EdgeId> m_order;
};

/// Marching squares over one field.
class Marcher {
public:
    Marcher(std::span<const double> values, std::size_t columns, double level)
        : m_values(values), m_columns(columns), m_level(level) {}

    std::vector<ContourLine> lines() {
        const std::size_t rows = m_columns == 0 ? 0 : m_values.size() / m_columns;
        for (std::size_t row = 0; row + 1 < rows; ++row) {
            for (std::size_t column = 0; column + 1 < m_columns; ++column) {
                square(row * m_columns + column);
            }
        }
        std::vector<ContourLine> all;
        for (const std::vector<EdgeId>& edges : m_joiner.take()) {
            ContourLine line;
            line.reserve(edges.size());
            for (const EdgeId edge : edges) {
                line.push_back(pointOn(edge));
            }
            all.push_back(std::move(line));
        }
        return all;
    }

private:
    [[nodiscard]] bool above(double value) const { return value >= m_level; }

    /// The square whose first corner is `cell`, corners around it clockwise.
    void square(std::size_t cell) {
        const std::array<double, 4> corner{m_values[cell], m_values[cell + 1],
                                           m_values[cell + m_columns + 1],
                                           m_values[cell + m_columns]};
        if (std::ranges::any_of(corner, [](double value) { return !std::isfinite(value); })) {
            return;
        }
        const std::array<EdgeId, 4> edge{2 * cell, 2 * (cell + 1) + 1, 2 * (cell + m_columns),
                                         2 * cell + 1};
        std::vector<EdgeId> crossed;
        for (std::size_t i = 0; i < 4; ++i) {
            if (above(corner[i]) != above(corner[(i + 1) % 4])) {
                crossed.push_back(edge[i]);
            }
        }
        if (crossed.size() == 2) {
            m_joiner.add(crossed[0], crossed[1]);
        } else if (crossed.size() == 4) {
            saddle(corner, edge);
        }
    }

    /// Lines cut off the corners that lie on the other side than the middle.
    void saddle(const std::array<double, 4>& corner, const std::array<EdgeId, 4>& edge) {
        const double middle = (corner[0] + corner[1] + corner[2] + corner[3]) / 4.0;
        const std::size_t first = above(corner[0]) == above(middle) ? 1 : 0;
        for (const std::size_t cut : {first, first + 2}) {
            m_joiner.add(edge[(cut + 3) % 4], edge[cut]);
        }
    }

    [[nodiscard]] ContourPoint pointOn(EdgeId edge) const {
        const std::size_t cell = edge / 2;
        const bool down = edge % 2 == 1;
        const double from = m_values[cell];
        const double to = m_values[down ? cell + m_columns : cell + 1];
        const double share = (m_level - from) / (to - from);
        const auto column = static_cast<double>(cell % m_columns);
        const auto row = static_cast<double>(cell / m_columns);
        return {.column = column + (down ? 0.0 : share), .row = row + (down ? share : 0.0)};
    }

    std::span<const double> m_values;
    std::size_t m_columns;
    double m_level;
    LineJoiner m_joiner;
};

double numberOf(const MapCell& cell, MapNumber number) {
    switch (number) {
    case MapNumber::StepTime:
        return cell.stepTime.base();
    case MapNumber::TimeToTrain:
        return cell.timeToTrain.base();
    case MapNumber::Cost:
        return cell.cost ? cell.cost->base() : std::numeric_limits<double>::quiet_NaN();
    case MapNumber::TokensPerSecondPerGpu:
        return cell.tokensPerSecondPerGpu.base();
    case MapNumber::Mfu:
        return cell.mfu;
    case MapNumber::MemoryPeak:
        return cell.memoryPeak.base();
    case MapNumber::Margin:
        break;
    }
    return cell.margin;
}

} // namespace

std::vector<ContourLine>
contourLines(std::span<const double> values, std::size_t columns, double level) {
    return Marcher(values, columns, level).lines();
}

std::vector<double> mapNumbers(const RegionMap& map, MapNumber number) {
    std::vector<double> values;
    values.reserve(map.cells.size());
    for (const MapCell& cell : map.cells) {
        values.push_back(cell.state == CellState::Fits ? numberOf(cell, number)
                                                       : std::numeric_limits<double>::quiet_NaN());
    }
    return values;
}

} // namespace roofplan
