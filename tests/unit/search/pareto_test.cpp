// The non-dominated filter: what it keeps, what it drops, and ties.
#include "core/search/pareto.h"

#include <QTest>
#include <rapidcheck.h>

#include <limits>
#include <set>

using namespace roofplan;

namespace {

struct Point {
    double x = 0.0;
    double y = 0.0;
};

using Points = std::vector<Point>;

std::vector<std::size_t> front(const Points& points) {
    return paretoFront(points, &Point::x, &Point::y);
}

bool dominates(const Point& a, const Point& b) {
    return a.x <= b.x && a.y <= b.y && (a.x < b.x || a.y < b.y);
}

} // namespace

class ParetoTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void theFrontOfAFewPoints() {
        const Points points{{3, 1}, {1, 3}, {2, 2}, {3, 3}, {2, 5}};
        QCOMPARE(front(points), (std::vector<std::size_t>{1, 2, 0}));
        QVERIFY(front({}).empty());
    }

    void equalPointsStandTogether() {
        const Points points{{2, 2}, {1, 3}, {2, 2}, {2, 3}, {1, 3}};
        QCOMPARE(front(points), (std::vector<std::size_t>{1, 4, 0, 2}));
    }

    void ofEqualFirstFiguresTheSmallestSecondStays() {
        QCOMPARE(front({{1, 4}, {1, 2}, {1, 3}}), (std::vector<std::size_t>{1}));
        QCOMPARE(front({{4, 1}, {2, 1}, {3, 1}}), (std::vector<std::size_t>{1}));
    }

    void whatIsNoNumberIsLeftOut() {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double infinite = std::numeric_limits<double>::infinity();
        QCOMPARE(front({{nan, 0}, {0, nan}, {1, infinite}}), (std::vector<std::size_t>{2}));
    }

    void itIsExactlyWhatNothingDominates() {
        QVERIFY(rc::check([] {
            // Few values, so that ties are common.
            const auto coordinates = *rc::gen::container<std::vector<std::pair<int, int>>>(
                rc::gen::pair(rc::gen::inRange(0, 8), rc::gen::inRange(0, 8)));
            Points points;
            for (const auto& [x, y] : coordinates) {
                points.push_back({static_cast<double>(x), static_cast<double>(y)});
            }
            std::set<std::size_t> expected;
            for (std::size_t i = 0; i < points.size(); ++i) {
                if (std::ranges::none_of(
                        points, [&](const Point& other) { return dominates(other, points[i]); })) {
                    expected.insert(i);
                }
            }
            const std::vector<std::size_t> kept = front(points);
            RC_ASSERT(std::set<std::size_t>(kept.begin(), kept.end()) == expected);
            RC_ASSERT(kept.size() == expected.size());
            for (std::size_t i = 1; i < kept.size(); ++i) {
                RC_ASSERT(points[kept[i - 1]].x <= points[kept[i]].x);
            }
        }));
    }
};

QTEST_GUILESS_MAIN(ParetoTest)
#include "pareto_test.moc"
