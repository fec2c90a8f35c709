#include "core/calibration/coverage.h"
#include "core/calibration/measurement_file.h"
#include "core/sensitivity/uncertainty.h"
#include "tests/support/accuracy.h"
#include "tests/unit/calibration/fidelity_items.h"
#include "tests/unit/calibration/training_set.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

FidelityItem banded(const char* id, const char* family, double measured, bool inside) {
    FidelityItem item = fidelityItem(id, family, measured, 10.0);
    item.band = inside ? Band<double>{item.residual() - 0.1, item.residual() + 0.1}
                       : Band<double>{item.residual() + 0.1, item.residual() + 0.2};
    return item;
}

/// Every training row that is shipped, as the shipped constants predict it.
const FidelityReport& shippedRows() {
    static const FidelityReport report = [] {
        const auto file =
            readMeasurements(readTextFile(ROOFPLAN_SPECS_DIR "/measurements/training.json").value(),
                             "training.json", shippedCatalogue());
        std::vector<TrainingRow> rows;
        for (const MeasurementRow& row : file->rows) {
            rows.push_back(
                trainingRow(row.json, shippedCatalogue(), shippedConventions(), row.place));
        }
        return TrainingQuestions(std::move(rows), shippedCatalogue()).report();
    }();
    return report;
}

} // namespace

class CoverageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void familiesCountAlike() {
        std::vector<FidelityItem> items{banded("1", "a", 11.0, true), banded("2", "a", 12.0, true),
                                        banded("3", "a", 9.0, false), banded("4", "b", 9.0, false)};
        items[0].group = "near";
        items[1].group = "near";
        const Coverage coverage = coverageOf(items);
        QCOMPARE(coverage.rows, std::size_t{4});
        QCOMPARE(coverage.share, 0.25); // half of a, nothing of b
        QCOMPARE(coverage.ofRows, 0.5);
        const auto families = coverageByFamily(items);
        QCOMPARE(families.size(), std::size_t{2});
        QCOMPARE(families.at("a").share, 0.5);
        QCOMPARE(families.at("b").share, 0.0);
    }

    void onlyTierAWithABandCounts() {
        std::vector<FidelityItem> items{banded("1", "a", 11.0, true), banded("2", "a", 12.0, false),
                                        banded("3", "a", 9.0, false), banded("4", "a", 9.0, false)};
        items[1].tier = "B";
        items[2].band.reset();
        items[3].reason = "not scored";
        const Coverage coverage = coverageOf(items);
        QCOMPARE(coverage.rows, std::size_t{1});
        QCOMPARE(coverage.share, 1.0);
        QCOMPARE(coverageOf({}).rows, std::size_t{0});
    }

    void bandsAreThoseOfAnswers() {
        const ResolvedScenario resolved = resolve(exampleScenario(), shippedCatalogue()).value();
        const Accuracy accuracy = exampleAccuracy();
        QCOMPARE(bandOf(resolved, accuracy, 0.02),
                 std::optional(logBand(accuracy.groups[3], 0.02)));
        QVERIFY(!bandOf(resolved, {}, 0.02));
    }

    // Rows left out are held against the residuals of the other families: other bands.
    void aFamilyLeftOutHasTheBandsOfTheOthers() {
        const auto questions = questionsOf(trainingRows());
        ConstantSet set({constantOf("hopper", "sustained_factor")}, questions->catalogue());
        const Calibration fit = calibrate(*questions, set, {});
        std::map<std::string, Band<double>> fitted;
        for (const FidelityItem& item : fit.fitted) {
            QVERIFY(item.band.has_value());
            fitted.emplace(item.id, *item.band);
        }
        std::size_t others = 0;
        for (const LeftOut& family : fit.families) {
            QCOMPARE(family.items.size() + family.seen.size(), fit.fitted.size());
            for (const FidelityItem& item : family.items) {
                others += item.band && !(*item.band == fitted.at(item.id)) ? 1 : 0;
            }
        }
        QVERIFY(others >= 9);
        // What the fit knows of the constant stands with its fact.
        const ConstantTarget& target = set.targets(0).front();
        const Fact& fact = questions->catalogue().fact(target.fact);
        QVERIFY(fit.constants[0].determined);
        QVERIFY(near(*fact.standardError / fact.published,
                     fit.constants[0].standardError / fit.constants[0].value, 1e-9));
    }

    // The bar: four out of five, give or take a twentieth, of the shipped rows of tier A.
    void shippedBandsHoldWhatTheyShould() {
        const Coverage coverage = coverageOf(shippedRows().items);
        QVERIFY(coverage.rows > 800);
        QVERIFY2(coverage.share > 0.75 && coverage.share < 0.85,
                 qPrintable(QString::number(coverage.share)));
        QVERIFY2(coverage.ofRows > 0.75 && coverage.ofRows < 0.85,
                 qPrintable(QString::number(coverage.ofRows)));
    }
};

QTEST_GUILESS_MAIN(CoverageTest)
#include "coverage_test.moc"
