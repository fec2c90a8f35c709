#include "core/calibration/row_conventions.h"
#include "tests/support/findings.h"
#include "tests/unit/calibration/training_set.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;
using nlohmann::json;

namespace {

Expected<RowConventions> rules(const char* list) {
    return RowConventions::read(std::string(R"({"rules": )") + list + "}", "c.json");
}

/// What one rule with these conditions assumes of a row: whether it holds.
bool holds(const char* when, const json& row) {
    const auto read =
        rules((std::string(R"([{"when": )") + when + R"(, "assume": {"stack": "x"}}])").c_str());
    if (!read) {
        qFatal("%s", plainLine(read.error().front()).c_str());
    }
    return read->assumptionsFor(row).fields.contains("stack");
}

const json& row() {
    static const json one = json::parse(R"({"id": "a-1", "phase": "sft",
        "source": {"date": "2025-05-02"},
        "model": {"name": "Llama", "moe": {"experts": 8}},
        "hardware": {"gpu": "H100", "nvlink_domain": 8},
        "run": {"framework": "Megatron-LM", "framework_version": "NeMo container 25.09", "pp": 4,
                "ep": 16, "recompute": null, "precision": "fp8"}})");
    return one;
}

} // namespace

class RowConventionsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void conditionsHoldOrNot_data() {
        QTest::addColumn<QByteArray>("when");
        QTest::addColumn<bool>("expected");
        const auto add = [](const char* when, bool expected) {
            QTest::newRow(when) << QByteArray(when) << expected;
        };
        add("{}", true);
        add(R"({"framework": "megatron"})", true); // in any case, anywhere
        add(R"({"framework": "deepspeed"})", false);
        add(R"({"framework": "lm"})", true);
        add(R"({"framework": "atron"})", false); // words count from their beginning
        add(R"({"gpu": "100"})", false);
        add(R"({"framework": ["deepspeed", "megatron"]})", true);
        add(R"({"framework": "megatron", "gpu": "a100"})", false); // all have to hold
        add(R"({"silent": ["recompute", "micro_batch"]})", true);
        add(R"({"silent": ["recompute", "precision"]})", false);
        add(R"({"silent": ["a~b/c"]})", true);
        add(R"({"released_from": "2025-09"})", true);
        add(R"({"released_from": "2025-10"})", false);
        add(R"({"released_before": "2025-09"})", false);
        add(R"({"released_before": "2025-10"})", true);
        add(R"({"experts": true})", true);
        add(R"({"experts": false})", false);
        add(R"({"pipelined": false})", false);
        add(R"({"experts_beyond_domain": true})", true);
        add(R"({"phase": "sft", "precision": "fp8", "model": "llama"})", true);
    }

    void conditionsHoldOrNot() {
        QFETCH(QByteArray, when);
        QFETCH(bool, expected);
        QCOMPARE(holds(when.constData(), row()), expected);
    }

    void laterRulesWin() {
        const auto read = rules(R"([
            {"when": {}, "assume": {"stack": "a", "zero": "zero1", "layers_per_chunk": 4},
             "model": {"prediction_modules": 1}},
            {"when": {"gpu": "h100"}, "assume": {"stack": "b", "peak_reserve_gib": 2},
             "correct": {"recompute": "full"}, "model": {"expert_width": 512}},
            {"when": {"gpu": "b200"}, "assume": {"stack": "c", "not_scored": "why"}}])");
        const RowAssumptions all = read->assumptionsFor(row());
        QCOMPARE(all.fields.at("stack"), std::string("b"));
        QCOMPARE(all.fields.at("zero"), std::string("zero1"));
        QCOMPARE(all.corrections.at("recompute"), std::string("full"));
        QCOMPARE(all.layersPerChunk, std::optional(4.0));
        QCOMPARE(all.peakReserveGib, std::optional(2.0));
        QCOMPARE(all.model.predictionModules, std::optional<std::int64_t>(1));
        QCOMPARE(all.model.expertWidth, std::optional<std::int64_t>(512));
        QVERIFY(all.notScored.empty());
    }

    void findsTheRelease_data() {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QByteArray>("framework");
        QTest::addColumn<QByteArray>("month");
        QTest::newRow("container")
            << QByteArray("NeMo container 25.09") << QByteArray("x") << QByteArray("2025-09");
        QTest::newRow("day") << QByteArray("nightly 2024-12-26") << QByteArray("x")
                             << QByteArray("2024-12");
        QTest::newRow("no month") << QByteArray("v25.99") << QByteArray("x")
                                  << QByteArray("2025-05");
        QTest::newRow("submission")
            << QByteArray("25.09") << QByteArray("a submission") << QByteArray("2025-05");
        QTest::newRow("silent") << QByteArray("") << QByteArray("x") << QByteArray("2025-05");
    }

    void findsTheRelease() {
        QFETCH(QByteArray, version);
        QFETCH(QByteArray, framework);
        QFETCH(QByteArray, month);
        json one = row();
        one["run"]["framework_version"] = version.toStdString();
        one["run"]["framework"] = framework.toStdString();
        QCOMPARE(rowRelease(one), month.toStdString());
        QCOMPARE(rowRelease(json::object()), std::string());
    }

    void namesWhatIsWrong_data() {
        QTest::addColumn<QByteArray>("rule");
        QTest::addColumn<QByteArray>("words");
        const auto add = [](const char* name, const char* rule, const char* words) {
            QTest::newRow(name) << QByteArray(rule) << QByteArray(words);
        };
        add("no rule", "5", "c.json#/rules/0: found 5");
        add("no conditions", R"({"when": 5})", "#/rules/0/when: found 5");
        add("misspelt", R"({"whem": {}})", "found whem, allowed: when");
        add("no condition", R"({"when": {"colour": "red"}})", "#/rules/0/when/colour");
        add("no flag", R"({"when": {"experts": "yes"}})", "#/rules/0/when/experts");
        add("no text", R"({"assume": {"stack": 5}})", "found 5, allowed: a text");
        add("no layers", R"({"assume": {"layers_per_chunk": 0}})", "layers_per_chunk");
        add("no share", R"({"assume": {"recompute_share": 2}})", "recompute_share");
        add("no correction", R"({"correct": {"zero": true}})", "#/rules/0/correct/zero");
        add("no member of a model", R"({"model": {"depth": 5}})",
            "found depth, allowed: prediction");
        add("no count", R"({"model": {"expert_width": -5}})", "found -5, allowed: a whole number");
        add("no switch", R"({"model": {"expert_bias": 1}})", "found 1, allowed: true or false");
    }

    void namesWhatIsWrong() {
        QFETCH(QByteArray, rule);
        QFETCH(QByteArray, words);
        const auto read = rules(("[" + rule.toStdString() + "]").c_str());
        QVERIFY(!read.has_value());
        const QString line = text(&read.error().front());
        QVERIFY2(line.contains(QString::fromUtf8(words)), qPrintable(line));
    }

    void refusesWhatIsNoListOfRules() {
        for (const char* const text : {"{", "5", "{\"rules\": {}}", "{}", "\"x\""}) {
            QVERIFY2(!RowConventions::read(text, "c.json").has_value(), text);
        }
    }

    void rowsOfAnyShapeAreNoCrash() {
        for (const char* const text :
             {"5", "[]", "null", R"({"run": [1], "model": 3})", R"({"run": {"ep": "x"}})"}) {
            (void)shippedConventions().assumptionsFor(json::parse(text));
            (void)rowRelease(json::parse(text));
        }
    }
};

QTEST_GUILESS_MAIN(RowConventionsTest)
#include "row_conventions_test.moc"
