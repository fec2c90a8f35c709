#include "core/architecture/parameter_count.h"
#include "core/calibration/row_model.h"
#include "tests/support/findings.h"
#include "tests/unit/calibration/training_set.h"

#include <QTest>

#include <variant>

using namespace roofplan;
using namespace roofplan::test;
using nlohmann::json;

namespace {

/// The model of a row of tests/data, with changes.
json modelOf(const char* id, const char* changes = "{}") {
    for (json& row : trainingRows()) {
        if (row["id"] == id) {
            row["model"].merge_patch(json::parse(changes));
            return row["model"];
        }
    }
    return {};
}

constexpr auto llama = "dgxc-v25.04.02-8b-h100-8-bf16-pretrain-g128";
constexpr auto deepseek = "mb-26.04.01-deepseekv3-b200-256-mxfp8-g4096";

Expected<Transformer> read(const json& model, const ModelAssumptions& assumed = {}) {
    return rowModel(model, assumed, 4096, "rows.json#/0/model");
}

} // namespace

class RowModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void countsWhatTheRowCounts() {
        const auto dense = read(modelOf(llama));
        QVERIFY(dense.has_value());
        QVERIFY(test::near(static_cast<double>(parameterCount(*dense).total()), 8.03e9, 0.005));
        const auto experts = read(modelOf(deepseek));
        QVERIFY(experts.has_value());
        QVERIFY(test::near(static_cast<double>(parameterCount(*experts).total()), 671.0e9, 0.005));
        QVERIFY(test::near(static_cast<double>(parameterCount(*experts).active()), 37.5e9, 0.01));
    }

    void layersFollowTheRow() {
        const auto model = read(modelOf(deepseek));
        QCOMPARE(model->layers.size(), std::size_t{61});
        QCOMPARE(model->layerKinds.size(), std::size_t{2});
        const auto mixes = [&](std::size_t layer) {
            return std::holds_alternative<MixtureOfExperts>(
                model->layerKinds[model->layers[layer]].channelMixer);
        };
        QVERIFY(!mixes(2) && mixes(3)); // three dense ones lead
        QVERIFY(std::holds_alternative<LatentAttention>(model->layerKinds[0].tokenMixer));
    }

    void assumptionsFillTheGaps() {
        const auto model = read(modelOf(deepseek),
                                {.predictionModules = 1, .routingGroups = 8, .groupsPerToken = 4});
        QCOMPARE(model->multiTokenPrediction->modules, std::int64_t{1});
        const auto& mixer =
            std::get<MixtureOfExperts>(model->layerKinds[model->layers.back()].channelMixer);
        QVERIFY(mixer.groups == 8 && mixer.groupsPerToken == 4);
        const auto every =
            read(modelOf(llama, R"({"moe": {"experts": 8, "top_k": 2}})"), {.expertsEvery = 2});
        QVERIFY(every->layers[0] != every->layers[1] && every->layers[0] == every->layers[2]);
    }

    void windowsAlternateWhereTheRowSaysSo() {
        const auto spans = [](const char* window) {
            const auto model = read(
                modelOf(llama, ("{\"sliding_window\": \"" + std::string(window) + "\"}").c_str()));
            std::vector<std::int64_t> tokens;
            for (std::size_t i = 0; i < 3; ++i) {
                tokens.push_back(
                    std::get<GroupedQueryAttention>(model->layerKinds[model->layers[i]].tokenMixer)
                        .span.tokens);
            }
            return tokens;
        };
        QCOMPARE(spans("128-token window on alternate layers"),
                 (std::vector<std::int64_t>{128, 0, 128}));
        QCOMPARE(spans("4096 tokens"), (std::vector<std::int64_t>{4096, 4096, 4096}));
        QCOMPARE(spans("none"), (std::vector<std::int64_t>{0, 0, 0}));
    }

    void namesWhatIsWrong_data() {
        QTest::addColumn<QByteArray>("changes");
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QByteArray>("words");
        const auto add = [](const char* name, const char* changes, const char* field,
                            const char* words) {
            QTest::newRow(name) << QByteArray(changes) << QByteArray(field) << QByteArray(words);
        };
        add("no layers", R"({"layers": null})", "/layers", "is missing");
        add("half a layer", R"({"layers": 32.5})", "/layers", "found 32.5");
        add("too many layers", R"({"layers": 1000000})", "/layers", "to 10000");
        add("hidden in words", R"({"hidden": "4k"})", "/hidden", "found \"4k\"");
        add("vast hidden", R"({"hidden": 1000000000})", "/hidden", "to 1000000");
        add("no heads", R"({"heads": 0})", "/heads", "found 0");
        add("no vocabulary", R"({"vocab": null})", "/vocab", "is missing");
        add("gated in words", R"({"gated": "swiglu"})", "/gated", "true or false");
        add("experts as a number", R"({"moe": 8})", "/moe", "allowed: an object");
        add("experts missing", R"({"moe": {"top_k": 2}})", "/moe", "/moe/experts");
        add("more a token than there are", R"({"moe": {"experts": 4, "top_k": 8}})", "/moe",
            "at most experts, 4");
        add("shared in words", R"({"moe": {"experts": 8, "top_k": 2, "shared_experts": "one"}})",
            "/moe", "/moe/shared_experts");
        add("dense layers negative", R"({"moe": {"experts": 8, "top_k": 2, "dense_layers": -1}})",
            "/moe", "/moe/dense_layers");
        add("too many columns", R"({"moe": {"experts": 100000, "top_k": 2, "expert_ffn": 100000}})",
            "/moe", "columns");
        add("latent as text", R"({"mla": "yes"})", "/mla", "allowed: an object");
        add("latent incomplete", R"({"mla": {"kv_lora_rank": 512}})", "/mla", "qk_head_dim");
    }

    void namesWhatIsWrong() {
        QFETCH(QByteArray, changes);
        QFETCH(QByteArray, field);
        QFETCH(QByteArray, words);
        const auto model = read(modelOf(llama, changes.constData()));
        QVERIFY(!model.has_value());
        const QString line = text(&model.error().front());
        QVERIFY2(line.contains(QStringLiteral("rows.json#/0/model") + QString::fromUtf8(field)),
                 qPrintable(line));
        QVERIFY2(line.contains(QString::fromUtf8(words)), qPrintable(line));
    }
};

QTEST_GUILESS_MAIN(RowModelTest)
#include "row_model_test.moc"
