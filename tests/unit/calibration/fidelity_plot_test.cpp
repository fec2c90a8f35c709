#include "core/calibration/fidelity_plot.h"
#include "tests/unit/calibration/fidelity_items.h"

#include <QTest>
#include <QXmlStreamReader>

#include <limits>

using namespace roofplan;
using namespace roofplan::test;

namespace {

struct Circle {
    double x = 0.0;
    double y = 0.0;
    QString colour;
};

/// Points of the plot, those that carry a title.
std::vector<Circle> pointsIn(const std::string& svg) {
    QXmlStreamReader xml(QByteArray::fromStdString(svg));
    std::vector<Circle> points;
    Circle last;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        const auto attributes = xml.attributes();
        if (xml.name() == QLatin1String("circle")) {
            last = {.x = attributes.value(QLatin1String("cx")).toDouble(),
                    .y = attributes.value(QLatin1String("cy")).toDouble(),
                    .colour = attributes.value(QLatin1String("fill")).toString()};
        } else if (xml.name() == QLatin1String("title")) {
            points.push_back(last);
        }
    }
    return xml.hasError() ? std::vector<Circle>() : points;
}

bool isXml(const std::string& svg) {
    QXmlStreamReader xml(QByteArray::fromStdString(svg));
    while (!xml.atEnd()) {
        xml.readNext();
    }
    return !xml.hasError();
}

} // namespace

class FidelityPlotTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void drawsThePointsOnceAndInTheirColour() {
        const std::vector<Circle> points = pointsIn(fidelitySvg(smallReport()));
        QCOMPARE(points.size(), std::size_t{3}); // two scored rows and a second target
        QVERIFY(points[0].colour != points[1].colour);
        QCOMPARE(points[0].colour, points[2].colour); // the same family
    }

    void largerIsRightAndUp() {
        FidelityReport report;
        report.items = {fidelityItem("small", "a", 1.0, 1.0), fidelityItem("large", "a", 9.0, 9.0),
                        fidelityItem("over", "a", 3.0, 6.0)};
        const std::vector<Circle> points = pointsIn(fidelitySvg(report));
        QVERIFY(points[0].x < points[1].x && points[0].y > points[1].y);
        // On the diagonal x + y is constant; a point above it was predicted too high.
        QVERIFY(qAbs((points[0].x + points[0].y) - (points[1].x + points[1].y)) < 0.3);
        QVERIFY(points[2].y + points[2].x < points[0].y + points[0].x);
    }

    void namesAxesWithUnits() {
        const QByteArray svg = fidelitySvg(smallReport()).c_str();
        for (const char* const words :
             {"Measured step time, s", "Predicted step time, s",
              "Measured peak memory per GPU, GiB", "within 20 %", "predicted = measured"}) {
            QVERIFY2(svg.contains(words), words);
        }
    }

    void escapesNames() {
        FidelityReport report;
        report.kind = "a<b>&\"c\"";
        report.items = {fidelityItem("x<y>\x01", "f&g", 1.0, 1.0)};
        const std::string svg = fidelitySvg(report);
        QVERIFY(isXml(svg));
        QVERIFY(svg.find("f&amp;g") != std::string::npos);
    }

    void takesWhatCannotBeDrawn() {
        FidelityReport report;
        report.kind = "gemm";
        QVERIFY(isXml(fidelitySvg(report)));
        QVERIFY(fidelitySvg(report).find("No row was scored") != std::string::npos);
        report.items = {fidelityItem("zero", "a", 1.0, 0.0),
                        fidelityItem("infinite", "a", 1.0, std::numeric_limits<double>::infinity()),
                        fidelityItem("one", "a", 2.0, 2.0)};
        QCOMPARE(pointsIn(fidelitySvg(report)).size(), std::size_t{1});
    }

    void manyFamiliesShareTheGrey() {
        FidelityReport report;
        for (int i = 0; i < 20; ++i) {
            const std::string family = "family" + std::to_string(i);
            report.items.push_back(fidelityItem(family.c_str(), family.c_str(), 1.0 + i, 1.0 + i));
        }
        const std::string svg = fidelitySvg(report);
        QVERIFY(svg.find("8 other families") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(FidelityPlotTest)
#include "fidelity_plot_test.moc"
