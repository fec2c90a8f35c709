#include "core/calibration/accuracy.h"
#include "core/calibration/calibration_report.h"
#include "tests/unit/calibration/training_set.h"

#include <QTest>

#include <set>

using namespace roofplan;
using namespace roofplan::test;
using nlohmann::json;

namespace {

struct Fitted {
    std::unique_ptr<TrainingQuestions> questions;
    Calibration calibration;
};

Fitted fitted(bool leaveOut) {
    Fitted all{.questions = questionsOf(trainingRows()), .calibration = {}};
    ConstantSet set({constantOf("hopper", "sustained_factor"), constantOf("rubin", "mx_factor")},
                    all.questions->catalogue());
    all.calibration = calibrate(*all.questions, set, {.leaveOut = leaveOut});
    return all;
}

/// Of the dense rows, as errors of step times.
void addDense(std::vector<FidelityItem>& all, const std::vector<FidelityItem>& items) {
    for (FidelityItem item : items) {
        if (*item.experts) {
            continue;
        }
        if (item.target == "tokens_per_s_per_gpu") {
            std::swap(item.measured, item.predicted);
            item.target = "step_time_s";
        }
        all.push_back(item);
    }
}

json accuracy(bool leaveOut = true) {
    const Fitted all = fitted(leaveOut);
    return json::parse(accuracyText(all.calibration, *all.questions, "2026-11-30"));
}

const json*
group(const json& all, bool experts, const char* gpu, const char* profile, const char* precision) {
    const auto word = [](const char* text) { return text == nullptr ? json() : json(text); };
    for (const json& one : all.at("groups")) {
        if (one.at("experts") == experts && one.at("gpu") == word(gpu) &&
            one.at("profile") == word(profile) && one.at("precision") == word(precision)) {
            return &one;
        }
    }
    return nullptr;
}

} // namespace

class AccuracyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void groupsHaveTheirErrors() {
        const json all = accuracy();
        QVERIFY(all.at("kind") == json("accuracy"));
        QVERIFY(all.at("date") == json("2026-11-30"));
        QVERIFY(all.at("rows") == json(12));
        const json* const dense = group(all, false, nullptr, nullptr, nullptr);
        QVERIFY(dense != nullptr);
        QVERIFY(dense->at("rows") == json(9));
        const Fitted fit = fitted(true);
        std::vector<FidelityItem> items;
        std::vector<FidelityItem> leftOut;
        addDense(items, fit.calibration.fitted);
        for (const LeftOut& family : fit.calibration.families) {
            addDense(leftOut, family.items);
        }
        const auto close = [](const json& value, double expected) {
            return std::abs(value.get<double>() - expected) < 1e-4;
        };
        const ErrorStatistics expected = errorStatistics(items);
        QVERIFY(close(dense->at("mean_abs"), expected.meanAbsolute));
        QVERIFY(close(dense->at("bias"), expected.bias));
        QVERIFY(close(dense->at("p90_abs"), expected.p90Absolute));
        QVERIFY(close(dense->at("left_out_mean_abs"), errorStatistics(leftOut).meanAbsolute));
        std::set<std::string> families;
        std::vector<Weighted> residuals;
        const std::vector<double> weights = itemWeights(items);
        for (std::size_t i = 0; i < items.size(); ++i) {
            families.insert(items[i].family);
            residuals.push_back({std::log(items[i].measured / items[i].predicted), weights[i]});
        }
        QVERIFY(dense->at("sources") == json(families.size()));
        QVERIFY(close(dense->at("residual_p10"), weightedQuantile(residuals, 0.1)));
        QVERIFY(close(dense->at("residual_p50"), weightedQuantile(residuals, 0.5)));
        QVERIFY(close(dense->at("residual_p90"), weightedQuantile(residuals, 0.9)));
    }

    void smallGroupsAreLeftOut() {
        const json all = accuracy();
        QVERIFY(group(all, false, "h100-sxm", nullptr, nullptr) != nullptr);
        QVERIFY(group(all, false, nullptr, "ampere", nullptr) != nullptr);
        QVERIFY(group(all, true, nullptr, nullptr, nullptr) != nullptr);
        QVERIFY(group(all, true, "h100-sxm", nullptr, nullptr) == nullptr); // one row
        for (const json& one : all.at("groups")) {
            QVERIFY(one.at("rows").get<int>() >= 3);
            QVERIFY(one.at("groups") <= one.at("rows"));
        }
    }

    void rangesSpanTheRows() {
        const json all = accuracy();
        QCOMPARE(all.at("ranges").size(), std::size_t{2});
        const json& dense = all.at("ranges")[0];
        const json& experts = all.at("ranges")[1];
        QVERIFY(dense.at("experts") == false && experts.at("experts") == true);
        QVERIFY(dense.at("gpus") == json::array({8, 280}));
        QVERIFY(dense.at("ep") == json::array({1, 1}));
        QVERIFY(experts.at("gpus") == json::array({8, 256}));
        QVERIFY(experts.at("mixers") == json::array({"gqa", "mla"}));
        QVERIFY(dense.at("gpu_ids").size() == 4 &&
                dense.at("phases") == json({"lora", "pretrain"}));
        for (const char* const key : {"gpus", "seq_len", "tokens_per_gpu", "parameters",
                                      "active_parameters", "tp", "pp", "cp", "ep"}) {
            QCOMPARE(dense.at(key).size(), std::size_t{2});
            QVERIFY(dense.at(key)[0] <= dense.at(key)[1]);
        }
        QVERIFY(experts.at("active_parameters")[1] < experts.at("parameters")[1]);
    }

    void withoutLeavingOutThereIsNoSuchError() {
        QVERIFY(accuracy(false).at("groups")[0].at("left_out_mean_abs").is_null());
    }

    void reportsTheFit() {
        const Fitted all = fitted(true);
        const CalibrationOccasion occasion{.file = "rows.json", .date = "2026-11-30", .rows = 14};
        const QString text = QString::fromStdString(calibrationText(all.calibration, occasion));
        QVERIFY2(
            text.startsWith(QStringLiteral("calibration, 2026-11-30: 12 of 14 rows of rows.json")),
            qPrintable(text));
        for (const char* const words :
             {"hopper sustained_factor", "rubin mx_factor", "held: the rows do not determine it",
              "One family left out", "One GPU left out", "One model left out", "llm-foundry",
              "P10 to P90 holds", "one family left out"}) {
            QVERIFY2(text.contains(QString::fromLatin1(words)), words);
        }
        const json report = calibrationJson(all.calibration, occasion);
        QVERIFY(report.at("used") == json(12));
        QCOMPARE(report.at("constants").size(), std::size_t{2});
        QVERIFY(report.at("constants")[1].at("determined") == json(false));
        QVERIFY(report.at("constants")[0].at("standard_error").get<double>() > 0.0);
        QCOMPARE(report.at("left_out").at("family").at("each").size(), std::size_t{5});
        QVERIFY(report.at("fitted").at("by_moe").contains("moe"));
        const json quick = calibrationJson(fitted(false).calibration, occasion);
        QVERIFY(quick.at("left_out").at("model").is_null());
        // Of tier A; without one of their families, experts are fewer than a group.
        const int tierA = report.at("coverage").at("fitted").at("n").get<int>();
        const int leftOut = report.at("coverage").at("left_out").at("n").get<int>();
        QVERIFY(tierA > 8 && tierA < 12 && leftOut > 5 && leftOut < tierA);
        QVERIFY(quick.at("coverage").at("left_out").is_null());
    }
};

QTEST_GUILESS_MAIN(AccuracyTest)
#include "accuracy_test.moc"
