#include "core/calibration/score_rows.h"
#include "tests/support/findings.h"
#include "tests/unit/calibration/measurement_rows.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;
using nlohmann::json;

namespace {

ScoredFile scored(const json& rows) {
    const auto file = readRows(rows);
    return file ? scoreMeasurements(*file, shippedCatalogue(), {}) : ScoredFile{};
}

} // namespace

class ScoreRowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void saysWhyOtherTiersAreNotScored() {
        for (const char* const tier : {"C", "D", "G", "R"}) {
            json row = changedRow("kernels.json", 0);
            row["score"]["tier"] = tier;
            const FidelityItem item = scoredRow(row);
            QVERIFY(!item.scored());
            QVERIFY2(item.reason.starts_with(std::string("tier ") + tier), item.reason.c_str());
        }
    }

    void listsWhatIsNotModelled() {
        const ScoredFile file = scored(json::parse(
            R"([{"id": "a", "kind": "fio", "throughput_GBps": 2.5, "score": {"tier": "A", "target": "throughput_GBps"}}])"));
        QCOMPARE(file.report.kind, std::string("storage"));
        QCOMPARE(file.report.items.at(0).reason, std::string("not modelled yet"));
        QCOMPARE(file.report.items.at(0).measured, 2.5);
        QVERIFY(file.findings.empty());
    }

    void goesOnPastABrokenRow() {
        json broken = changedRow("kernels.json", 0, R"({"m": null})");
        broken["id"] = "broken";
        const ScoredFile file = scored(json::array({broken, changedRow("kernels.json", 0)}));
        QCOMPARE(file.report.items.size(), std::size_t{2});
        QVERIFY(!file.report.items[0].scored() && file.report.items[1].scored());
        QCOMPARE(file.findings.size(), std::size_t{1});
    }

    void namesARowWithoutAnAnswer() {
        // The A100 has no 8-bit tensor cores.
        json row = changedRow("kernels.json", 0, R"({"dtype": "fp8"})");
        const ScoredFile file = scored(json::array({row}));
        QVERIFY(!file.report.items.at(0).scored());
        const Diagnostic* const finding = find(file.findings, "measurement.unscored");
        QVERIFY(finding != nullptr);
        QVERIFY2(text(finding).contains(QStringLiteral("rows.json#/0")), qPrintable(text(finding)));
    }

    void takesNoOtherFormatForAttention() {
        const FidelityItem item =
            scoredRow(changedRow("kernels.json", 1, R"({"gpu": "B200", "dtype": "nvfp4"})"));
        QVERIFY(!item.scored());
    }

    void keepsWhatIdentifiesARow() {
        const FidelityItem item = scoredRow(changedRow("kernels.json", 0));
        QCOMPARE(item.id, std::string("aic-a100_sxm-bfloat16-8192x8192x8192"));
        QCOMPARE(item.family, std::string("gemm|tensorrt-llm"));
        QCOMPARE(item.gpu, std::string("A100"));
        QCOMPARE(item.op, std::string("gemm"));
        QCOMPARE(item.precision, std::string("bfloat16"));
        QCOMPARE(item.scale, std::string("m over 512"));
        QCOMPARE(item.target, std::string("latency_ms"));
        QCOMPARE(item.measured, 4.188501);
    }

    void scoresTrainingRows() {
        const auto text = readTextFile(ROOFPLAN_SPECS_DIR "/measurements/korthikanti-table5.json");
        json rows = json::parse(text.value_or("[]"));
        rows[2]["run"]["pp"] = 3;
        const ScoredFile file = scored(rows);
        QCOMPARE(file.report.items.size(), std::size_t{8});
        QCOMPARE(file.report.items.back().reason, std::string("the row is not sound"));
        QVERIFY(!file.findings.empty());
    }
};

QTEST_GUILESS_MAIN(ScoreRowsTest)
#include "score_rows_test.moc"
