// Lines of known fields.
#include "core/sweep/contours.h"
#include "tests/support/sweeps.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace roofplan;
using namespace roofplan::test;

namespace {

constexpr std::size_t side = 21;

template <typename Function>
std::vector<double> field(Function f) {
    std::vector<double> values;
    for (std::size_t row = 0; row < side; ++row) {
        for (std::size_t column = 0; column < side; ++column) {
            values.push_back(f(static_cast<double>(column), static_cast<double>(row)));
        }
    }
    return values;
}

double radius(double column, double row) {
    return std::hypot(column - 10.0, row - 10.0);
}

double lengthOf(const ContourLine& line) {
    double length = 0.0;
    for (std::size_t i = 1; i < line.size(); ++i) {
        length += std::hypot(line[i].column - line[i - 1].column, line[i].row - line[i - 1].row);
    }
    return length;
}

} // namespace

class ContoursTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // x + 2y = 31.4 is a straight line: linear interpolation is exact.
    void aPlaneHasOneStraightLine() {
        const auto lines =
            contourLines(field([](double x, double y) { return x + 2.0 * y; }), side, 31.4);
        QCOMPARE(lines.size(), std::size_t(1));
        for (const ContourPoint& p : lines.front()) {
            QVERIFY(std::abs(p.column + 2.0 * p.row - 31.4) < 1e-12);
        }
        const ContourPoint a = lines.front().front();
        const ContourPoint b = lines.front().back();
        QCOMPARE(std::min(a.column, b.column), 0.0);
        QCOMPARE(std::max(a.column, b.column), 20.0);
    }

    void aConeHasOneClosedCircle() {
        const auto lines = contourLines(field(radius), side, 7.3);
        QCOMPARE(lines.size(), std::size_t(1));
        QCOMPARE(lines.front().front(), lines.front().back());
        for (const ContourPoint& p : lines.front()) {
            QVERIFY(std::abs(radius(p.column, p.row) - 7.3) < 0.03);
        }
        QVERIFY(near(lengthOf(lines.front()), 2.0 * M_PI * 7.3, 0.01));
    }

    // Where there is no value there is no line: a hole across the circle opens it.
    void noLineCrossesWhatHasNoValue() {
        const double none = std::numeric_limits<double>::quiet_NaN();
        const auto lines = contourLines(
            field([none](double x, double y) { return x == 10.0 ? none : radius(x, y); }), side,
            7.3);
        QCOMPARE(lines.size(), std::size_t(2));
        for (const ContourLine& line : lines) {
            for (const ContourPoint& p : line) {
                QVERIFY(p.column <= 9.0 || p.column >= 11.0);
            }
        }
    }

    // 1 0 / 0 1: the mean of 0.5 lies above a level of 0.4, so the two ones are joined.
    void aSaddleIsDecidedByItsMiddle() {
        const std::vector<double> saddle{1.0, 0.0, 0.0, 1.0};
        const auto below = contourLines(saddle, 2, 0.4);
        const auto above = contourLines(saddle, 2, 0.6);
        QCOMPARE(below.size(), std::size_t(2));
        QCOMPARE(above.size(), std::size_t(2));
        const auto cuts = [](const ContourLine& line, double column, double row) {
            return std::ranges::all_of(line, [&](const ContourPoint& p) {
                return std::hypot(p.column - column, p.row - row) < 0.65;
            });
        };
        QVERIFY(cuts(below[0], 1.0, 0.0) || cuts(below[1], 1.0, 0.0));
        QVERIFY(cuts(above[0], 0.0, 0.0) || cuts(above[1], 0.0, 0.0));
    }

    void flatAndEmptyFieldsHaveNoLines() {
        QVERIFY(contourLines(field([](double, double) { return 3.0; }), side, 3.0).empty());
        QVERIFY(contourLines({}, 0, 1.0).empty());
        QVERIFY(contourLines(std::vector<double>{1.0, 2.0, 3.0}, 3, 2.5).empty());
    }

    void cellsThatDoNotFitHaveNoNumber() {
        const RegionMap map =
            sweepMap(gridOf({.base = exampleScenario(),
                             .axes = {axisOver("gpus", "64", "1024", 20, Spacing::Linear),
                                      axisOf("micro_batch", {"1", "2", "4"})}}),
                     shippedCatalogue());
        const auto mfu = mapNumbers(map, MapNumber::Mfu);
        const auto cost = mapNumbers(map, MapNumber::Cost);
        std::size_t none = 0;
        for (std::size_t i = 0; i < mfu.size(); ++i) {
            const bool fits = map.cells[i].state == CellState::Fits;
            none += fits ? 0 : 1;
            QCOMPARE(std::isfinite(mfu[i]), fits);
            QVERIFY(!fits || mfu[i] == map.cells[i].mfu);
            QVERIFY(!fits || cost[i] == map.cells[i].cost->base());
        }
        QVERIFY(none > 0 && none < mfu.size());
    }
};

QTEST_GUILESS_MAIN(ContoursTest)
#include "contours_test.moc"
