#include "core/calibration/fidelity_report.h"
#include "tests/support/shipped.h"
#include "tests/unit/calibration/fidelity_items.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace roofplan;
using namespace roofplan::test;
using Json = nlohmann::ordered_json;

class FidelityReportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void jsonHasTheKeysOfTheContract() {
        const Json json = fidelityJson(smallReport());
        std::vector<std::string> keys;
        for (const auto& member : json.items()) {
            keys.push_back(member.key());
        }
        QCOMPARE(keys, (std::vector<std::string>{"kind", "rows", "scored", "overall", "by_family",
                                                 "by_gpu", "by_precision", "by_moe", "by_scale",
                                                 "by_op", "coverage", "items", "also"}));
        QCOMPARE(json["kind"].get<std::string>(), std::string("training"));
        QCOMPARE(json["rows"].get<int>(), 3);
        QCOMPARE(json["scored"].get<int>(), 2);
        const Json& overall = json["overall"];
        for (const char* const key :
             {"n", "mean_abs", "median_abs", "p90_abs", "bias", "within_20"}) {
            QVERIFY2(overall.at(key).is_number(), key);
        }
        QVERIFY(near(overall["mean_abs"].get<double>(), 0.075, 1e-9)); // fractions, not percent
        QVERIFY(near(json["by_family"]["a"]["bias"].get<double>(), 0.1, 1e-9));
        QVERIFY(json["by_moe"].contains("dense") && !json["by_moe"].contains("moe"));
        QVERIFY(json["by_op"].empty());
    }

    void jsonListsEveryRow() {
        const Json items = fidelityJson(smallReport())["items"];
        QCOMPARE(items.size(), std::size_t{3});
        QVERIFY(near(items[0]["error"].get<double>(), 0.1, 1e-9));
        QVERIFY(!items[0].contains("reason"));
        QCOMPARE(items[0]["target"].get<std::string>(), std::string("step_time_s"));
        QVERIFY(items[2]["error"].is_null() && items[2]["predicted"].is_null());
        QCOMPARE(items[2]["reason"].get<std::string>(), std::string("tier C: too little is known"));
    }

    void jsonReportsTheSecondTargetApart() {
        const Json also = fidelityJson(smallReport())["also"];
        QCOMPARE(also["scored"].get<int>(), 1);
        QVERIFY(near(also["overall"]["mean_abs"].get<double>(), 0.05, 1e-9));
        QCOMPARE(also["items"][0]["target"].get<std::string>(), std::string("memory_gb_per_gpu"));
    }

    void jsonOfNothingIsNull() {
        FidelityReport report;
        report.kind = "storage";
        const Json json = fidelityJson(report);
        QCOMPARE(json["overall"]["n"].get<int>(), 0);
        QVERIFY(json["overall"]["mean_abs"].is_null());
    }

    void bandsAreCountedWhereThereAreSome() {
        FidelityReport report = smallReport();
        QVERIFY(fidelityJson(report)["coverage"].is_null());
        QVERIFY(fidelityText(report).find("P10 to P90") == std::string::npos);
        report.items[0].band = Band<double>{-0.2, 0.0}; // ln(10/11) lies in it
        report.items[1].band = Band<double>{0.06, 0.1}; // ln(2/1.9) does not
        const auto json = fidelityJson(report);
        QVERIFY(json["coverage"]["n"] == 2 && json["coverage"]["share"] == 0.5);
        QVERIFY(json["coverage"]["by_family"]["a"]["share"] == 1.0);
        QVERIFY(json["coverage"]["by_family"]["b"]["of_rows"] == 0.0);
        QVERIFY(json["items"][0]["residual_p10"] == -0.2);
        QVERIFY(!json["items"][2].contains("residual_p10"));
        QVERIFY(fidelityText(report).find("P10 to P90 holds 50.0 % of 2 rows") !=
                std::string::npos);
    }

    void textIsInPercent() {
        const QByteArray text = fidelityText(smallReport()).c_str();
        QVERIFY2(text.startsWith("training: 3 rows, 2 scored\n"), text);
        for (const char* const words :
             {"By family", "By GPU", "Dense or mixture of experts", "+10.0 %", "7.5 %", "100.0 %",
              "Second target: memory_gb_per_gpu", "1  tier C: too little is known"}) {
            QVERIFY2(text.contains(words), words);
        }
        QVERIFY(!text.contains("By operator"));
    }

    void listHoldsPredictedAndMeasured() {
        const QByteArray text = fidelityListText(smallReport()).c_str();
        const QList<QByteArray> lines = text.split('\n');
        QVERIFY2(lines.at(1).simplified() == "first 10 11 +10.0 % step_time_s", lines.at(1));
        QVERIFY2(lines.at(3).contains("tier C"), lines.at(3));
    }
};

QTEST_GUILESS_MAIN(FidelityReportTest)
#include "fidelity_report_test.moc"
