#include "tests/ui/window_case.h"
#include "ui/charts/chart_canvas.h"
#include "ui/evaluation/evaluation_service.h"
#include "ui/views/roofline_view.h"

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace roofplan;
using namespace roofplan::ui;

class RooflineViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void clickSelects();
    void clickBesideSelectsNothing();
    void dragZoomsAndDoubleClickResets();
    void wheelKeepsThePointInPlace();
    void escapeResets();
    void neverZoomsOutOfTheFrame();
    void arrowsStepThroughPoints();
    void filters();
    void describedInWords();
    void nothingToShow();

private:
    [[nodiscard]] QWidget& surface() const { return *m_view->canvas().viewport(); }

    [[nodiscard]] QPoint at(std::size_t point) const {
        return m_view->screenPosition(m_view->points()[point]).toPoint();
    }

    void drag(const QPoint& from, const QPoint& to);

    test::PrivateSettings m_settings;
    Answer m_answer;
    std::unique_ptr<RooflineView> m_view;
};

void RooflineViewTest::init() {
    auto result = evaluate(test::exampleScenario(), test::shippedCatalogue(), Detail::Terms);
    QVERIFY(result.has_value());
    m_answer = {};
    m_answer.result = std::make_shared<const Result>(std::move(*result));
    m_view = std::make_unique<RooflineView>();
    m_view->resize(900, 600);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    m_view->showAnswer(m_answer);
    QVERIFY(m_view->points().size() > 10);
}

void RooflineViewTest::cleanup() {
    m_view.reset();
}

void RooflineViewTest::drag(const QPoint& from, const QPoint& to) {
    QTest::mousePress(&surface(), Qt::LeftButton, {}, from);
    QTest::mouseMove(&surface(), (from + to) / 2);
    QTest::mouseMove(&surface(), to);
    QTest::mouseRelease(&surface(), Qt::LeftButton, {}, to);
}

void RooflineViewTest::clickSelects() {
    QSignalSpy selected(m_view.get(), &RooflineView::termSelected);
    QTest::mouseClick(&surface(), Qt::LeftButton, {}, at(0));
    QCOMPARE(selected.count(), 1);
    const int term = selected[0][0].toInt();
    QVERIFY(std::ranges::any_of(m_view->points(),
                                [term](const RooflinePoint& point) { return point.term == term; }));
}

void RooflineViewTest::clickBesideSelectsNothing() {
    QSignalSpy selected(m_view.get(), &RooflineView::termSelected);
    const QRectF plot = m_view->canvas().plotRect();
    QTest::mouseClick(&surface(), Qt::LeftButton, {},
                      plot.bottomRight().toPoint() - QPoint(30, 60));
    QCOMPARE(selected.count(), 0);
}

void RooflineViewTest::dragZoomsAndDoubleClickResets() {
    ChartCanvas& canvas = m_view->canvas();
    const QRectF before = canvas.visibleRange();
    const QPointF corner = canvas.toData(QPointF(400, 300));
    drag({300, 120}, {400, 300});
    QVERIFY(canvas.isZoomed());
    QVERIFY(test::near(canvas.visibleRange().right(), corner.x(), 0.02));
    QVERIFY(test::near(canvas.visibleRange().top(), corner.y(), 0.02));
    QTest::mouseDClick(&surface(), Qt::LeftButton, {}, QPoint(350, 200));
    QVERIFY(!canvas.isZoomed());
    QVERIFY(test::near(canvas.visibleRange().right(), before.right(), 1e-9));
}

void RooflineViewTest::wheelKeepsThePointInPlace() {
    ChartCanvas& canvas = m_view->canvas();
    const QPointF position(500, 250);
    const QPointF under = canvas.toData(position);
    QWheelEvent event(position, surface().mapToGlobal(position), {}, QPoint(0, 240), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&surface(), &event);
    QVERIFY(canvas.isZoomed());
    QVERIFY(test::near(canvas.toData(position).x(), under.x(), 1e-6));
    QVERIFY(test::near(canvas.toData(position).y(), under.y(), 1e-6));
}

void RooflineViewTest::escapeResets() {
    drag({300, 120}, {400, 300});
    QTest::keyClick(&m_view->canvas(), Qt::Key_Escape);
    QVERIFY(!m_view->canvas().isZoomed());
}

void RooflineViewTest::neverZoomsOutOfTheFrame() {
    ChartCanvas& canvas = m_view->canvas();
    const QRectF frame = canvas.visibleRange();
    canvas.zoomTo({QPointF(1e-9, 1e-9), QPointF(1e12, 1e12)});
    QVERIFY(test::near(canvas.visibleRange().left(), frame.left(), 1e-9));
    QVERIFY(test::near(canvas.visibleRange().bottom(), frame.bottom(), 1e-9));
    canvas.zoomTo({QPointF(0.0, -1.0), QPointF(10.0, 10.0)});
    canvas.zoomTo({QPointF(10.0, 10.0), QPointF(10.0, 10.0)});
    QVERIFY(test::near(canvas.visibleRange().left(), frame.left(), 1e-9));
}

void RooflineViewTest::arrowsStepThroughPoints() {
    QSignalSpy selected(m_view.get(), &RooflineView::termSelected);
    m_view->canvas().setFocus();
    QTest::keyClick(&m_view->canvas(), Qt::Key_Right);
    m_view->select(selected.back().front().toInt());
    QTest::keyClick(&m_view->canvas(), Qt::Key_Right);
    QCOMPARE(selected.count(), 2);
    QVERIFY(selected[0][0] != selected[1][0]);
}

void RooflineViewTest::filters() {
    const std::size_t all = m_view->points().size();
    QToolButton* forward = m_view->findChildren<QToolButton*>().at(0);
    forward->click();
    QVERIFY(m_view->points().size() < all);
    for (const RooflinePoint& point : m_view->points()) {
        QVERIFY(point.backward);
    }
    forward->click();
    QCOMPARE(m_view->points().size(), all);
}

void RooflineViewTest::describedInWords() {
    QVERIFY(!m_view->canvas().accessibleName().isEmpty());
    QVERIFY(m_view->canvas().accessibleDescription().contains(QStringLiteral("bound")));
}

void RooflineViewTest::nothingToShow() {
    m_view->showAnswer(Answer{});
    QVERIFY(m_view->points().empty());
    QVERIFY(!m_view->grab().isNull());
    m_view->showAnswer(m_answer);
    QVERIFY(!m_view->points().empty());
}

QTEST_MAIN(RooflineViewTest)
#include "roofline_view_test.moc"
