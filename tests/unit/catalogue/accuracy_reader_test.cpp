// The table of what is known how well: read, replaced by the user's, left out where it is wrong.
#include "core/catalogue/accuracy_reader.h"
#include "core/catalogue/catalogue_check.h"
#include "tests/unit/catalogue/catalogue_copy.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

constexpr auto file = "measurements/accuracy.json";

const QByteArray small = R"({
  "kind": "accuracy",
  "date": "2026-12-01",
  "rows": 12,
  "groups": [
    {"experts": false, "gpu": "h100-sxm", "profile": null, "precision": "fp8", "rows": 7,
     "groups": 5, "mean_abs": 0.07, "bias": -0.01, "p90_abs": 0.15, "left_out_mean_abs": 0.09,
     "sources": 3, "residual_p10": -0.08, "residual_p50": 0.01, "residual_p90": 0.12},
    {"experts": true, "gpu": null, "profile": "hopper", "precision": null, "rows": 5, "groups": 4,
     "mean_abs": 0.1, "bias": 0.02, "p90_abs": 0.2, "left_out_mean_abs": null,
     "sources": 2, "residual_p10": -0.1, "residual_p50": -0.02, "residual_p90": 0.2}
  ],
  "ranges": [
    {"experts": false, "gpus": [8, 1024], "seq_len": [2048, 8192], "tokens_per_gpu": [512, 4096],
     "parameters": [1000000000, 70000000000], "active_parameters": [900000000, 60000000000],
     "tp": [1, 8], "pp": [1, 16], "cp": [1, 2], "ep": [1, 1], "gpu_ids": ["h100-sxm"],
     "precisions": ["bf16", "fp8"], "stacks": ["megatron-core-2026"], "phases": ["pretrain"],
     "zero": ["zero1"], "mixers": ["gqa"]}
  ]
})";

QByteArray changed(const QByteArray& before, const QByteArray& after) {
    QByteArray text = small;
    const auto at = text.indexOf(before);
    return at < 0 ? QByteArray() : text.replace(at, before.size(), after);
}

} // namespace

class AccuracyReaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void init() { m_copy = std::make_unique<CatalogueCopy>(); }

    void readsEveryMember() {
        QVERIFY(m_copy->write(text(file), small));
        Diagnostics findings;
        const auto accuracy = readAccuracy(m_copy->specs(), {}, findings);
        QVERIFY2(findings.empty(), allLines(findings));
        QCOMPARE(accuracy->file, std::string(file));
        QCOMPARE(accuracy->date, std::string("2026-12-01"));
        QCOMPARE(accuracy->rows, 12);
        QVERIFY((accuracy->groups == std::vector<AccuracyGroup>{{false,
                                                                 "h100-sxm",
                                                                 "",
                                                                 Precision::Fp8,
                                                                 7,
                                                                 5,
                                                                 0.07,
                                                                 -0.01,
                                                                 0.15,
                                                                 0.09,
                                                                 3,
                                                                 {-0.08, 0.01, 0.12}},
                                                                {true,
                                                                 "",
                                                                 "hopper",
                                                                 std::nullopt,
                                                                 5,
                                                                 4,
                                                                 0.1,
                                                                 0.02,
                                                                 0.2,
                                                                 std::nullopt,
                                                                 2,
                                                                 {-0.1, -0.02, 0.2}}}));
        QVERIFY((accuracy->ranges == std::vector<MeasuredRanges>{{false,
                                                                  {8, 1024},
                                                                  {2048, 8192},
                                                                  {512, 4096},
                                                                  {1e9, 70e9},
                                                                  {0.9e9, 60e9},
                                                                  {1, 8},
                                                                  {1, 16},
                                                                  {1, 2},
                                                                  {1, 1},
                                                                  {"h100-sxm"},
                                                                  {"bf16", "fp8"},
                                                                  {"megatron-core-2026"},
                                                                  {"pretrain"},
                                                                  {"zero1"},
                                                                  {"gqa"}}}));
    }

    void theShippedOneIsSound() {
        const LoadedCatalogue loaded = loadCatalogue(ROOFPLAN_SPECS_DIR);
        QVERIFY2(loaded.findings.empty(), allLines(loaded.findings));
        QVERIFY(loaded.catalogue.accuracy.has_value());
        QVERIFY(loaded.catalogue.accuracy->groups.size() > 10);
        QCOMPARE(loaded.catalogue.accuracy->ranges.size(), std::size_t{2});
        for (const Diagnostic& finding : checkCatalogue(loaded.catalogue)) {
            QVERIFY2(finding.code != "check.accuracy", plainLine(finding).c_str());
        }
    }

    void withoutTheFileEverythingElseWorks() {
        QVERIFY(m_copy->remove(text(file)));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY(!loaded.catalogue.accuracy);
        QVERIFY(loaded.whole());
        QCOMPARE(loaded.findings.size(), std::size_t{1});
        QCOMPARE(loaded.findings.front().code, std::string("accuracy.missing"));
        QVERIFY(loaded.findings.front().severity == Severity::Warning);
        QCOMPARE(loaded.findings.front().place, std::string(file));
        QVERIFY(!loaded.catalogue.gpus.empty());
    }

    void aWrongFileIsLeftOut_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const QByteArray& content, const char* pointer,
                            const char* words) {
            QTest::newRow(name) << content << text(file) + text(pointer) << text(words);
        };
        row("no JSON", small.chopped(9), "", "truncated");
        row("a list", "[]", "#", "object");
        row("another kind", changed("\"accuracy\"", "\"gpu\""), "#/kind", "accuracy");
        row("a member missing", changed("\"bias\": -0.01, ", ""), "#/groups/0",
            "'bias' is missing");
        row("a member more", changed("\"rows\": 7", "\"rows\": 7, \"median\": 1"),
            "#/groups/0/median", "'median'");
        row("percent", changed("0.07", "70"), "#/groups/0/mean_abs", "a fraction");
        row("a text", changed("0.07", "\"0.07\""), "#/groups/0/mean_abs", "a fraction");
        row("a precision", changed("\"precision\": \"fp8\"", "\"precision\": \"fp7\""),
            "#/groups/0/precision", "mxfp8");
        row("quantiles that do not ascend",
            changed("\"residual_p50\": 0.01", "\"residual_p50\": 1"), "#/groups/0",
            "in ascending order");
        row("a quantile beyond reason", changed("-0.08", "-8"), "#/groups/0/residual_p10",
            "a logarithm");
        row("no sources", changed("\"sources\": 3", "\"sources\": 0"), "#/groups/0/sources",
            "count");
        row("no rows", changed("\"rows\": 7", "\"rows\": 0"), "#/groups/0/rows", "count");
        row("half a range", changed("[8, 1024]", "[8]"), "#/ranges/0/gpus", "at least 2");
        row("a range upside down", changed("[8, 1024]", "[1024, 8]"), "#/ranges/0/gpus",
            "least first");
        row("a date", changed("2026-12-01", "today"), "#/date", "a day");
        row("a group twice",
            changed("\"experts\": true, \"gpu\": null, \"profile\": \"hopper\", \"precision\": "
                    "null",
                    "\"experts\": false, \"gpu\": \"h100-sxm\", \"profile\": null, \"precision\": "
                    "\"fp8\""),
            "#/groups/1", "number 0");
    }

    void aWrongFileIsLeftOut() {
        QFETCH(QByteArray, content);
        QFETCH(QString, place);
        QFETCH(QString, words);
        QVERIFY(!content.isEmpty());
        QVERIFY(m_copy->write(text(file), content));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY(!loaded.catalogue.accuracy);
        QVERIFY(!loaded.catalogue.gpus.empty() && !loaded.catalogue.models.empty());
        const Diagnostic* const finding = findingAt(loaded.findings, place.toStdString());
        QVERIFY2(finding != nullptr, allLines(loaded.findings));
        QVERIFY(finding->severity == Severity::Error);
        QVERIFY2(QString::fromStdString(plainLine(*finding)).contains(words),
                 plainLine(*finding).c_str());
    }

    void theUsersTakesItsPlace() {
        QVERIFY(m_copy->write(text("own/measurements/accuracy.json"), small));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY(loaded.catalogue.accuracy.has_value());
        QCOMPARE(loaded.catalogue.accuracy->rows, 12);
        QCOMPARE(loaded.catalogue.accuracy->file, std::string("own/measurements/accuracy.json"));
        QCOMPARE(loaded.findings.size(), std::size_t{1}); // and no word of a folder not read
        QCOMPARE(loaded.findings.front().code, std::string("own.changes"));
        QVERIFY(loaded.findings.front().severity == Severity::Info);
    }

    void aWrongOneOfTheUsersLeavesTheShipped() {
        QVERIFY(m_copy->write(text("own/measurements/accuracy.json"), "{}"));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY(!loaded.whole());
        QVERIFY(loaded.catalogue.accuracy.has_value());
        QCOMPARE(loaded.catalogue.accuracy->file, std::string(file));
        QVERIFY(findingAt(loaded.findings, "own/measurements/accuracy.json#") != nullptr);
    }

    void whatItNamesHasToExist() {
        Catalogue catalogue = m_copy->load().catalogue;
        Accuracy& accuracy = *catalogue.accuracy;
        accuracy.groups = {{.gpu = "h100-sxn"}, {.profile = "hoper"}};
        accuracy.ranges = {{.gpuIds = {"h100-sxm", "b201"}, .stacks = {"megatron"}}};
        std::vector<std::string> places;
        for (const Diagnostic& finding : checkCatalogue(catalogue)) {
            if (finding.code == "check.accuracy") {
                QVERIFY(finding.severity == Severity::Warning);
                places.push_back(finding.place.substr(finding.place.find('#')));
            }
        }
        QCOMPARE(places, (std::vector<std::string>{"#/groups/0/gpu", "#/groups/1/profile",
                                                   "#/ranges/0/gpu_ids", "#/ranges/0/stacks"}));
    }

private:
    std::unique_ptr<CatalogueCopy> m_copy;
};

QTEST_GUILESS_MAIN(AccuracyReaderTest)
#include "accuracy_reader_test.moc"
