#include "tests/ui/window_case.h"
#include "ui/models/term_figures.h"
#include "ui/views/roofline_data.h"
#include "ui/views/roofline_lens.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace roofplan;
using namespace roofplan::ui;

class RooflineDataTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void pointsAreOperatorsThatCompute();
    void noPointAboveTheDatasheetRoofs();
    void frameHoldsEveryRidge();
    void nothingToPlot();
    void lensHidesNoMark();

private:
    Result m_result;
};

void RooflineDataTest::initTestCase() {
    auto result = evaluate(test::exampleScenario(), test::shippedCatalogue(), Detail::Terms);
    QVERIFY(result.has_value());
    m_result = std::move(*result);
}

void RooflineDataTest::pointsAreOperatorsThatCompute() {
    const auto points = rooflinePoints(m_result);
    QVERIFY(points.size() > 10);
    for (const RooflinePoint& point : points) {
        const Term& term = m_result.terms[static_cast<std::size_t>(point.term)];
        QVERIFY(term.flops.base() > 0.0);
        QVERIFY(isLeaf(m_result.terms, static_cast<std::size_t>(point.term)));
        QVERIFY(test::near(point.intensity, term.flops.base() / term.hbm.base(), 1e-12));
        QVERIFY(test::near(point.rate, term.flops.base() / term.busy.base() / 1e12, 1e-12));
    }
    QVERIFY(std::ranges::is_sorted(points, std::greater{}, &RooflinePoint::seconds));
    QCOMPARE(points.front().share, 1.0);
}

void RooflineDataTest::noPointAboveTheDatasheetRoofs() {
    const Ceiling* peak = findCeiling(m_result, Bound::Compute);
    const Ceiling* hbm = findCeiling(m_result, Bound::Hbm);
    QVERIFY(peak != nullptr && hbm != nullptr);
    for (const RooflinePoint& point : rooflinePoints(m_result)) {
        const double roof = std::min(peak->datasheet, point.intensity * hbm->datasheet) / 1e12;
        QVERIFY2(point.rate <= roof * 1.0000001,
                 qPrintable(termTitle(m_result.terms[static_cast<std::size_t>(point.term)])));
    }
}

void RooflineDataTest::frameHoldsEveryRidge() {
    const auto all = roofs(m_result);
    QCOMPARE(all.size(), m_result.ceilings.size());
    const QRectF frame = rooflineFrame(all);
    const double peak = findCeiling(m_result, Bound::Compute)->datasheet / 1e12;
    for (const Roof& roof : all) {
        if (const double x = ridge(roof, peak); x > 0.0) {
            QVERIFY(x > frame.left() && x < frame.right());
        }
    }
    QVERIFY(peak > frame.top() && peak < frame.bottom());
    const double decade = std::log10(frame.left());
    QVERIFY(std::abs(decade - std::round(decade)) < 1e-9);
}

void RooflineDataTest::nothingToPlot() {
    QVERIFY(rooflinePoints(Result{}).empty());
    const QRectF frame = rooflineFrame({});
    QVERIFY(frame.left() > 0.0 && frame.width() > 0.0 && frame.top() > 0.0);
}

void RooflineDataTest::lensHidesNoMark() {
    const auto points = rooflinePoints(m_result);
    const auto all = roofs(m_result);
    const QRectF frame = rooflineFrame(all);
    const double peak = findCeiling(m_result, Bound::Compute)->datasheet / 1e12;
    const auto spaceOf = [&](const QRectF& plot) {
        const auto toScreen = [plot, frame](const QPointF& value) {
            const double x =
                std::log(value.x() / frame.left()) / std::log(frame.right() / frame.left());
            const double y =
                std::log(value.y() / frame.top()) / std::log(frame.bottom() / frame.top());
            return QPointF(plot.left() + x * plot.width(), plot.bottom() - y * plot.height());
        };
        return MarkSpace{plot, toScreen, theme(false)};
    };
    const MarkSpace large = spaceOf(QRectF(50.0, 20.0, 1000.0, 500.0));
    const auto lens = placeLens(large, points, peak);
    QVERIFY(lens.has_value());
    for (const QRectF& mark : markRects(large, points)) {
        QVERIFY(!mark.intersects(lens->card));
    }
    for (const RooflinePoint& point : lens->crowd) {
        QVERIFY(lens->plot.contains(lens->toScreen({point.intensity, point.rate})));
    }
    QVERIFY(!placeLens(spaceOf(QRectF(50.0, 20.0, 400.0, 200.0)), points, peak));
    QVERIFY(!placeLens(large, {}, peak));
}

QTEST_MAIN(RooflineDataTest)
#include "roofline_data_test.moc"
