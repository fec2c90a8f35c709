#include "core/calibration/calibrate.h"
#include "tests/unit/calibration/training_set.h"

#include <QTest>

#include <cmath>

using namespace roofplan;
using namespace roofplan::test;
using nlohmann::json;

namespace {

/// The rows as a catalogue with other constants would have measured them.
json measuredWith(const std::vector<FittedConstant>& constants,
                  const std::vector<double>& factors,
                  json rows = trainingRows()) {
    const auto questions = questionsOf(rows);
    ConstantSet set(constants, questions->catalogue());
    std::vector<double> logs;
    for (const double factor : factors) {
        logs.push_back(std::log(factor));
    }
    set.apply(logs);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i]["measured"][questions->rows()[i].item.target] = questions->predict(i);
    }
    return rows;
}

const std::vector<FittedConstant>& someConstants() {
    static const std::vector<FittedConstant> constants{
        constantOf("ampere", "gemm_ceiling_tuned"), constantOf("hopper", "sustained_factor"),
        constantOf("blackwell", "sustained_factor"),
        constantOf("grace-blackwell-ultra", "sustained_factor")};
    return constants;
}

Calibration calibrated(const json& rows,
                       std::vector<FittedConstant> constants,
                       CalibrationOptions options = {.leaveOut = false}) {
    const auto questions = questionsOf(rows);
    ConstantSet set(std::move(constants), questions->catalogue());
    return calibrate(*questions, set, options);
}

} // namespace

class CalibrateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void allRowsCanBeAsked() {
        const auto questions = questionsOf(trainingRows());
        for (std::size_t i = 0; i < questions->rows().size(); ++i) {
            QVERIFY2(questions->question(i).has_value(), questions->rows()[i].item.reason.c_str());
        }
        QCOMPARE(questions->rows().size(), std::size_t{12});
    }

    void findsTheConstantsThatMadeTheRows() {
        const std::vector<double> truth{0.85, 1.06, 0.93, 1.0};
        std::vector<FittedConstant> constants = someConstants();
        for (FittedConstant& constant : constants) {
            constant.deviation = 3.0; // so wide that it does not pull
        }
        const Calibration fit = calibrated(measuredWith(constants, truth), constants);
        QVERIFY(fit.converged);
        QCOMPARE(fit.rows, std::size_t{12});
        for (std::size_t i = 0; i < 3; ++i) {
            const ConstantFit& constant = fit.constants[i];
            QVERIFY2(constant.determined && !constant.atLimit, constant.name.c_str());
            QVERIFY2(test::near(constant.value / constant.before, truth[i], 0.02),
                     qPrintable(QString::number(constant.value / constant.before)));
            QVERIFY(constant.standardError > 0.0 && constant.rows > 0);
        }
        QVERIFY(errorStatistics(fit.before).meanAbsolute > 0.04);
        QVERIFY(errorStatistics(fit.fitted).meanAbsolute < 0.01);
    }

    void holdsWhatNoRowSpeaksOf() {
        const Calibration fit =
            calibrated(measuredWith(someConstants(), {0.9, 1.0, 1.0, 1.2}), someConstants());
        const ConstantFit& none = fit.constants[3]; // no GB300 in the rows
        QVERIFY(!none.determined);
        QCOMPARE(none.value, none.before);
        QCOMPARE(none.rows, std::size_t{0});
        QCOMPARE(none.dataShare, 0.0);
        QVERIFY(test::near(none.standardError, 0.3 * none.value, 1e-9));
        QCOMPARE(fit.logFactors[3], 0.0);
    }

    void stopsAtALimitAndSaysSo() {
        std::vector<FittedConstant> constants{constantOf("ampere", "gemm_ceiling_tuned")};
        const json rows = measuredWith(constants, {0.7});
        constants[0].low = 0.9;
        const Calibration fit = calibrated(rows, constants);
        QVERIFY(fit.constants[0].atLimit);
        QVERIFY(test::near(fit.constants[0].value, 0.9 * fit.constants[0].before, 1e-6));
    }

    void fewRowsLeaveTheSayToThePrior() {
        std::vector<FittedConstant> constants{constantOf("hopper", "sustained_factor")};
        constants[0].deviation = 0.02;
        const json all = measuredWith(constants, {0.6});
        const Calibration fit = calibrated(json::array({all[0]}), constants);
        QVERIFY(!fit.constants[0].determined);
        QCOMPARE(fit.constants[0].value, fit.constants[0].before);
    }

    void aFittedCatalogueGivesTheSameFit() {
        // As published: fitted 3 % above what the source says.
        std::vector<FittedConstant> constants = someConstants();
        const json rows = measuredWith(constants, {0.85, 1.06, 0.93, 1.0});
        const Calibration first = calibrated(rows, constants);
        const auto questions = questionsOf(rows);
        ConstantSet fitted(constants, questions->catalogue());
        fitted.apply(first.logFactors);
        for (std::size_t i = 0; i < constants.size(); ++i) {
            constants[i].sourced = first.constants[i].prior;
        }
        ConstantSet again(constants, questions->catalogue());
        const Calibration second = calibrate(*questions, again, {.leaveOut = false});
        for (std::size_t i = 0; i < constants.size(); ++i) {
            QVERIFY(test::near(second.constants[i].value, first.constants[i].value, 1e-6));
            QVERIFY(test::near(second.constants[i].prior, first.constants[i].prior, 1e-9));
        }
    }

    void leavesOutFamiliesGpusAndModels() {
        const Calibration fit = calibrated(trainingRows(), someConstants(), {.leaveOut = true});
        QCOMPARE(fit.families.size(), std::size_t{5});
        QVERIFY(fit.gpus.size() >= 4 && fit.models.size() >= 8);
        std::size_t rows = 0;
        for (const LeftOut& family : fit.families) {
            QCOMPARE(family.error.n, family.items.size());
            for (const FidelityItem& item : family.items) {
                QCOMPARE(item.family, family.key);
            }
            rows += family.items.size();
        }
        QCOMPARE(rows, std::size_t{12});
        // What fits itself alone is worse by constants that have not seen it.
        const auto ownFamily = [](const Calibration& c) {
            return errorsBy(c.fitted, &FidelityItem::family).at("llm-foundry").meanAbsolute;
        };
        QVERIFY(fit.families[2].key == "llm-foundry");
        QVERIFY(fit.families[2].error.meanAbsolute > ownFamily(fit));
        const double mean = meanLeftOut(fit.families);
        QVERIFY(mean > 0.0 && mean < 0.5);
    }

    void leavesNothingOutOfOneFamily() {
        json rows = json::array({trainingRows()[0], trainingRows()[1]});
        const Calibration fit = calibrated(rows, someConstants(), {.leaveOut = true});
        QVERIFY(fit.families.empty() && fit.gpus.empty());
        QCOMPARE(fit.models.size(), std::size_t{2});
    }

    void copiesAnswerAlikeAndApart() {
        const auto questions = questionsOf(trainingRows());
        TrainingQuestions copy(*questions);
        QCOMPARE(copy.predict(0), questions->predict(0));
        ConstantSet set(someConstants(), copy.catalogue());
        set.apply({0.0, std::log(0.5), 0.0, 0.0});
        QVERIFY(copy.predict(0) > 1.2 * questions->predict(0));
    }
};

QTEST_GUILESS_MAIN(CalibrateTest)
#include "calibrate_test.moc"
