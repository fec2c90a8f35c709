// Kernels and collectives against the shipped published rows: errors that the README quotes.
#include "core/base/text_file.h"
#include "core/calibration/score_rows.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

FidelityReport reportOn(const char* kind) {
    const auto text =
        readTextFile(std::string(ROOFPLAN_SPECS_DIR "/measurements/") + kind + ".json");
    const auto file = readMeasurements(text.value_or(""), kind, shippedCatalogue());
    return file ? scoreMeasurements(*file, shippedCatalogue(), {}).report : FidelityReport{};
}

} // namespace

class OperatorsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void kernelsStayWithinTheirErrors_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<double>("median");
        QTest::addColumn<double>("p90");
        QTest::newRow("gemm") << 291 << 0.035 << 0.11;
        QTest::newRow("attention_prefill") << 88 << 0.04 << 0.08;
        QTest::newRow("attention_decode") << 78 << 0.08 << 0.25;
        QTest::newRow("mla_decode") << 144 << 0.06 << 0.28;
    }

    void kernelsStayWithinTheirErrors() {
        QFETCH(int, rows);
        QFETCH(double, median);
        QFETCH(double, p90);
        static const FidelityReport report = reportOn("gemm");
        const ErrorStatistics s =
            errorsBy(report.items, &FidelityItem::op)[QTest::currentDataTag()];
        QCOMPARE(s.n, static_cast<std::size_t>(rows));
        QVERIFY2(s.medianAbsolute <= median, qPrintable(QString::number(s.medianAbsolute)));
        QVERIFY2(s.p90Absolute <= p90, qPrintable(QString::number(s.p90Absolute)));
    }

    void collectivesStayWithinTheirErrors() {
        const ErrorStatistics s = errorStatistics(reportOn("collectives").items);
        QCOMPARE(s.n, std::size_t{604});
        QVERIFY2(s.medianAbsolute <= 0.045, qPrintable(QString::number(s.medianAbsolute)));
        QVERIFY2(s.p90Absolute <= 0.18, qPrintable(QString::number(s.p90Absolute)));
    }

    void everyRowIsListed() {
        for (const auto& [kind, rows] : {std::pair{"gemm", 652}, std::pair{"collectives", 958},
                                         std::pair{"inference", 1224}, std::pair{"storage", 132}}) {
            const FidelityReport report = reportOn(kind);
            QCOMPARE(report.items.size(), static_cast<std::size_t>(rows));
            for (const FidelityItem& item : report.items) {
                const bool scoredTier = item.tier == "A" || item.tier == "B";
                const bool modelled = rows == 652 || rows == 958;
                QVERIFY2(item.scored() == (scoredTier && modelled), item.id.c_str());
            }
        }
    }
};

QTEST_GUILESS_MAIN(OperatorsTest)
#include "operators_test.moc"
