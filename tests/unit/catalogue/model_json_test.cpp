#include "core/architecture/parameter_count.h"
#include "core/catalogue/model_json.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace roofplan;
using nlohmann::json;

namespace {

json sample() {
    return json::parse(R"({
        "id": "m", "name": "M", "source": {"title": "T", "url": "u", "date": "2026"},
        "architecture": {
            "hidden": 64, "vocabulary": 1000, "tied_embeddings": true, "norm": "layer",
            "learned_positions": 32,
            "layer_kinds": [
                {"id": "wide",
                 "token_mixer": {"kind": "attention", "query_heads": 8, "kv_heads": 2,
                                 "head_dimension": 8, "input_bias": true, "rotary": false},
                 "channel_mixer": {"kind": "dense", "width": 256, "gated": false, "bias": true}},
                {"id": "narrow",
                 "token_mixer": {"kind": "attention", "query_heads": 4, "kv_heads": 4,
                                 "head_dimension": 16, "query_key_norm": true},
                 "channel_mixer": {"kind": "dense", "width": 128}}],
            "layers": [{"kind": "wide", "count": 2}, {"kind": "narrow", "count": 1},
                       {"kind": "wide", "count": 1}]}})");
}

/// The sample with `count` kinds, a layer of each.
json withKinds(std::size_t count) {
    json model = sample();
    json& architecture = model["architecture"];
    const json kind = architecture["layer_kinds"][0];
    architecture["layer_kinds"] = architecture["layers"] = json::array();
    for (std::size_t i = 0; i < count; ++i) {
        architecture["layer_kinds"].push_back(kind);
        architecture["layer_kinds"][i]["id"] = "kind-" + std::to_string(i);
        architecture["layers"].push_back({{"kind", "kind-" + std::to_string(i)}, {"count", 1}});
    }
    return model;
}

} // namespace

class ModelJsonTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void readsLayersInOrder() {
        const auto model = modelFromJson(sample(), "p#");
        QVERIFY(model);
        QCOMPARE(model->transformer.name, std::string("M"));
        QVERIFY((model->transformer.layers == std::vector<std::uint16_t>{0, 0, 1, 0}));
        QVERIFY(model->transformer.norm == NormKind::Layer);
        const auto& wide =
            std::get<GroupedQueryAttention>(model->transformer.layerKinds[0].tokenMixer);
        QVERIFY(wide.inputBias && !wide.outputBias && !wide.rotary &&
                wide.queryKeyNorm == QueryKeyNorm::None);
        const auto& narrow =
            std::get<DenseFeedForward>(model->transformer.layerKinds[1].channelMixer);
        QVERIFY(narrow.gated && !narrow.bias);
    }

    void writesWhatReadsBackEqual() {
        auto model = modelFromJson(sample(), "p#");
        QVERIFY(model);
        model->origin = "somewhere/config.json";
        const auto again = modelFromJson(json::parse(modelToJson(*model).dump()), "p#");
        QVERIFY(again);
        QVERIFY(*again == *model);
    }

    void refuses_data() {
        QTest::addColumn<QByteArray>("pointer");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("place");
        const auto row = [](const char* name, const char* pointer, const char* value,
                            const char* code, const char* place) {
            QTest::newRow(name) << QByteArray(pointer) << QByteArray(value) << QByteArray(code)
                                << QByteArray(place);
        };
        row("zero", "/architecture/hidden", "0", "model.value", "p#/architecture/hidden");
        row("negative", "/architecture/hidden", "-64", "model.value", "p#/architecture/hidden");
        row("broken number", "/architecture/hidden", "64.5", "model.value",
            "p#/architecture/hidden");
        row("too large", "/architecture/vocabulary", "1000000000", "model.value",
            "p#/architecture/vocabulary");
        row("larger than int64", "/architecture/hidden", "18446744073709551615", "model.value",
            "p#/architecture/hidden");
        row("number as text", "/architecture/hidden", "\"64\"", "model.type",
            "p#/architecture/hidden");
        row("null", "/architecture/layers", "null", "model.type", "p#/architecture/layers");
        row("no layers", "/architecture/layers", "[]", "model.value", "p#/architecture/layers");
        row("too many layers", "/architecture/layers/0/count", "10000", "model.value",
            "p#/architecture/layers");
        row("unknown kind", "/architecture/layers/1/kind", "\"x\"", "model.reference",
            "p#/architecture/layers/1/kind");
        row("two kinds of one id", "/architecture/layer_kinds/1/id", "\"wide\"", "model.duplicate",
            "p#/architecture/layer_kinds/1/id");
        row("mixer of another kind", "/architecture/layer_kinds/0/token_mixer/kind", "\"mamba\"",
            "model.value", "p#/architecture/layer_kinds/0/token_mixer/kind");
        row("heads that do not divide", "/architecture/layer_kinds/0/token_mixer/kv_heads", "3",
            "model.value", "p#/architecture/layer_kinds/0/token_mixer/kv_heads");
        row("unknown member", "/architecture/experts", "8", "model.unknown",
            "p#/architecture/experts");
        row("another norm", "/architecture/norm", "\"batch\"", "model.value",
            "p#/architecture/norm");
        row("no source", "/source", "\"me\"", "model.type", "p#/source");
        row("no id", "/id", "\"\"", "model.type", "p#/id");
    }

    void refuses() {
        QFETCH(QByteArray, pointer);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, place);
        json wrong = sample();
        wrong[json::json_pointer(pointer.toStdString())] = json::parse(value.toStdString());
        const auto model = modelFromJson(wrong, "p#");
        QVERIFY(!model);
        QCOMPARE(model.error().front().code, code.toStdString());
        QCOMPARE(model.error().front().place, place.toStdString());
    }

    void refusesMoreKindsThanAnEvaluationHolds() {
        for (const std::size_t count : {mostLayerKinds + 1, std::size_t{80}}) {
            const auto model = modelFromJson(withKinds(count), "p#");
            QVERIFY(!model);
            QCOMPARE(model.error().size(), 1U);
            QCOMPARE(model.error().front().code, std::string("model.value"));
            QCOMPARE(model.error().front().place, std::string("p#/architecture/layer_kinds"));
            QCOMPARE(model.error().front().text.plain(),
                     "Found a list of " + std::to_string(count) + "; allowed: 1 to 8.");
        }
        QVERIFY(modelFromJson(withKinds(mostLayerKinds), "p#"));
    }

    void saysOnlyTheCause_data() {
        QTest::addColumn<QByteArray>("pointer");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* pointer, const char* value) {
            QTest::newRow(pointer) << QByteArray(pointer) << QByteArray(value);
        };
        row("/architecture/layer_kinds/0/token_mixer/query_heads", "-8");
        row("/architecture/layer_kinds/0/token_mixer/kv_heads", "\"2\"");
        row("/architecture/layer_kinds/0/id", "7");
        row("/architecture/layers/1/kind", "7");
    }

    void saysOnlyTheCause() {
        QFETCH(QByteArray, pointer);
        QFETCH(QByteArray, value);
        json wrong = sample();
        wrong[json::json_pointer(pointer.toStdString())] = json::parse(value.toStdString());
        const auto model = modelFromJson(wrong, "p#");
        QVERIFY(!model);
        QCOMPARE(model.error().size(), 1U);
        QCOMPARE(model.error().front().place, "p#" + pointer.toStdString());
    }

    void gathersAllFindings() {
        json wrong = sample();
        wrong.erase("name");
        wrong["architecture"]["hidden"] = -1;
        wrong["architecture"].erase("norm");
        const auto model = modelFromJson(wrong, "p#");
        QVERIFY(!model);
        QCOMPARE(model.error().size(), 3U);
    }

    void refusesWhatIsNoObject() {
        QVERIFY(!modelFromJson(json(), "p#"));
        QVERIFY(!modelFromJson(json::array(), "p#"));
        QVERIFY(!modelFromJson(json::object(), "p#"));
    }

    void keepsTheLargestModelWithinAWholeNumber() {
        json largest = sample();
        json& architecture = largest["architecture"];
        architecture["hidden"] = 1'000'000;
        architecture["vocabulary"] = 100'000'000;
        architecture["learned_positions"] = 1'000'000'000;
        json& mixer = architecture["layer_kinds"][0]["token_mixer"];
        mixer["query_heads"] = mixer["kv_heads"] = mixer["head_dimension"] = 10'000;
        json& channel = architecture["layer_kinds"][0]["channel_mixer"];
        channel = {{"kind", "dense"}, {"width", 10'000'000}, {"gated", true}, {"bias", true}};
        architecture["layers"] = json::array({{{"kind", "wide"}, {"count", 10'000}}});
        const auto model = modelFromJson(largest, "p#");
        QVERIFY(model);
        const double layers = 1e4 * (4.0 * 1e8 * 1e6 + 3.0 * 1e7 * 1e6);
        const double total = static_cast<double>(parameterCount(model->transformer).total());
        QVERIFY(qAbs(total / layers - 1.0) < 1e-2);
    }
};

QTEST_GUILESS_MAIN(ModelJsonTest)
#include "model_json_test.moc"
