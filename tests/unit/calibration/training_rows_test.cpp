#include "core/calibration/training_rows.h"
#include "tests/support/findings.h"
#include "tests/unit/calibration/training_set.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;
using nlohmann::json;

namespace {

json changed(std::size_t index, const char* changes) {
    json row = trainingRows().at(index);
    row.merge_patch(json::parse(changes));
    return row;
}

TrainingRow read(const json& row) {
    return trainingRow(row, shippedCatalogue(), shippedConventions(), "rows.json#/7");
}

} // namespace

class TrainingRowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void aRowIsAScenario() {
        const TrainingRow row = read(trainingRows().at(0));
        QVERIFY2(row.findings.empty(),
                 qPrintable(text(row.findings.empty() ? nullptr : row.findings.data())));
        QCOMPARE(row.item.family, std::string("dgxc-recipes"));
        QCOMPARE(row.item.target, std::string("step_time_s"));
        QCOMPARE(row.item.measured, 12.27);
        QCOMPARE(row.scenario.cluster.custom.gpu, std::string("h100-sxm"));
        QCOMPARE(row.scenario.cluster.custom.gpus, std::int64_t{8});
        QCOMPARE(row.scenario.workload.globalBatch, std::int64_t{128});
        QVERIFY(!row.scenario.stack.preset.empty());
    }

    void otherTiersAreNotAsked() {
        const TrainingRow row = read(changed(0, R"({"score": {"tier": "C"}, "run": null})"));
        QVERIFY(!row.item.scored() && row.findings.empty());
    }

    void namesRowFieldFoundAndAllowed_data() {
        QTest::addColumn<QByteArray>("changes");
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QByteArray>("words");
        const auto add = [](const char* name, const char* changes, const char* field,
                            const char* words) {
            QTest::newRow(name) << QByteArray(changes) << QByteArray(field) << QByteArray(words);
        };
        add("no sequence", R"({"run": {"seq_len": null}})", "/run/seq_len", "is missing");
        add("batch in words", R"({"run": {"global_batch_seqs": "many"}})", "/run/global_batch_seqs",
            "found \"many\"");
        add("no TP", R"({"run": {"tp": 0}})", "/run/tp", "found 0, allowed: a whole number from 1");
        add("precision", R"({"run": {"precision": "fp12"}})", "/run/precision", "found fp12");
        add("phase", R"({"phase": "rl"})", "/phase", "found rl");
        add("recompute", R"({"run": {"recompute": "some"}})", "/run/recompute",
            "allowed: none, selective, full");
        add("GPU", R"({"hardware": {"gpu": "V100"}})", "/hardware/gpu", "found V100");
        add("network", R"({"hardware": {"network_gbps_per_gpu": "400 Gb/s"}})",
            "/hardware/network_gbps_per_gpu", "found \"400 Gb/s\"");
        add("target", R"({"score": {"target": "mfu"}})", "/score/target",
            "found mfu, allowed: step_time_s");
        add("not measured", R"({"measured": {"step_time_s": null}})", "/measured/step_time_s",
            "is missing");
        add("model", R"({"model": {"layers": 1.5}})", "/model/layers", "found 1.5");
        add("experts of none", R"({"run": {"ep": 8}, "model": {"moe": null}})", "/run/ep",
            "without experts");
        add("batch", R"({"run": {"global_batch_seqs": 1}})", "/run/global_batch_seqs", "less than");
        add("framework", R"({"run": {"framework": 7}})", "/run/framework", "found 7");
        add("latent", R"({"model": {"attention": "mla", "mla": null}})", "/model/mla",
            "attention is mla");
        add("heads", R"({"model": {"kv_heads": 5}})", "/model/kv_heads", "does not divide");
        add("vast experts", R"({"run": {"ep": 1000000000000}})", "/run/ep", "to 1000000000");
    }

    void namesRowFieldFoundAndAllowed() {
        QFETCH(QByteArray, changes);
        QFETCH(QByteArray, field);
        QFETCH(QByteArray, words);
        const json row = changed(0, changes.constData());
        const TrainingRow out = read(row);
        QVERIFY(!out.item.scored());
        const QString line = text(out.findings.data());
        QVERIFY2(line.contains(QStringLiteral("rows.json#/7") + QString::fromUtf8(field)),
                 qPrintable(line));
        QVERIFY2(line.contains(QString::fromUtf8(words)), qPrintable(line));
        QVERIFY2(line.contains(QString::fromStdString(row["id"].get<std::string>())),
                 qPrintable(line));
    }

    void contradictoryParallelismIsNamedAndTheRestGoesOn() {
        const json rows = json::array({changed(0, R"({"run": {"dp": 3}})"), trainingRows().at(1)});
        const auto questions = questionsOf(rows);
        QVERIFY(!questions->question(0).has_value() && questions->question(1).has_value());
        QVERIFY(questions->predict(1) > 0.0);
        QVERIFY(!questions->findings().empty());
        const Diagnostics findings = questions->findings();
        const QString line = text(findings.data());
        QVERIFY2(line.contains(QStringLiteral("rows.json#/0")) &&
                     line.contains(QString::fromStdString(rows[0]["id"].get<std::string>())),
                 qPrintable(line));
        const FidelityReport report = questions->report();
        QVERIFY(!report.items[0].scored() && report.items[1].scored());
    }

    void rowsOfAnyShapeAreNoCrash() {
        for (
            const char* const text :
            {"5", "[]", "null", R"({"score": 3})",
             R"({"score": {"tier": "A", "target": "step_time_s"}})",
             R"({"score": {"tier": "A"}, "model": [], "run": "x", "hardware": 1, "measured": null})"}) {
            QVERIFY2(!read(json::parse(text)).item.scored(), text);
        }
    }
};

QTEST_GUILESS_MAIN(TrainingRowsTest)
#include "training_rows_test.moc"
