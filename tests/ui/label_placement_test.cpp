#include "ui/charts/label_placement.h"

#include <QTest>

using namespace roofplan::ui;

class LabelPlacementTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void labelsNeverOverlap();
    void noRoomNoLabel();
};

void LabelPlacementTest::labelsNeverOverlap() {
    std::vector<LabelRequest> requests;
    std::vector<QRectF> marks;
    for (int i = 0; i < 12; ++i) {
        const QPointF at(100.0 + 9.0 * i, 100.0 + 5.0 * (i % 3));
        requests.push_back({at, 5.0, QSizeF(60.0, 12.0)});
        marks.emplace_back(at.x() - 5.0, at.y() - 5.0, 10.0, 10.0);
    }
    const QRectF bounds(0.0, 0.0, 300.0, 200.0);
    const auto places = placeLabels(requests, marks, bounds);
    QCOMPARE(places.size(), requests.size());
    QVERIFY(places.front().has_value());
    std::vector<QRectF> taken = marks;
    for (const auto& place : places) {
        if (place) {
            QVERIFY(bounds.contains(*place));
            for (const QRectF& other : taken) {
                QVERIFY(!other.intersects(*place));
            }
            taken.push_back(*place);
        }
    }
}

void LabelPlacementTest::noRoomNoLabel() {
    const auto places =
        placeLabels({{QPointF(10.0, 10.0), 3.0, QSizeF(60.0, 12.0)}},
                    {QRectF(0.0, 0.0, 100.0, 100.0)}, QRectF(0.0, 0.0, 100.0, 100.0));
    QVERIFY(!places.front());
}

QTEST_MAIN(LabelPlacementTest)
#include "label_placement_test.moc"
