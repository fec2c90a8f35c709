#include "core/architecture/parameter_count.h"
#include "core/catalogue/model_json.h"
#include "core/catalogue/schema_check.h"
#include "tests/unit/architecture/hybrid_samples.h"
#include "tests/unit/architecture/latent_samples.h"
#include "tests/unit/catalogue/any_transformer.h"

#include <QTest>
#include <nlohmann/json.hpp>
#include <rapidcheck.h>

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

ModelEntry entryOf(Transformer model) {
    return {.id = "m",
            .transformer = std::move(model),
            .source = {.title = "T", .url = "u", .date = "2026"}};
}

/// As it stands in a catalogue file.
json fileOf(const ModelEntry& entry) {
    json file = json::parse(modelToJson(entry).dump());
    file["kind"] = "model";
    file["source"]["date"] = "2026-01-01";
    return file;
}

/// What the schema of the catalogue says of it, as lines.
std::string schemaLines(const json& file) {
    static SchemaFolder schemas(std::filesystem::path(ROOFPLAN_SPECS_DIR) / "schema");
    std::string lines;
    for (const Diagnostic& finding : schemas.check(file, "model", "m.json")) {
        lines += plainLine(finding) + "\n";
    }
    return lines;
}

std::string readerLines(const json& file) {
    const auto model = modelFromJson(file, "m.json#");
    std::string lines;
    for (const Diagnostic& finding : model ? Diagnostics{} : model.error()) {
        lines += plainLine(finding) + "\n";
    }
    return lines;
}

/// As large as the limits let it be, but for its token mixers.
Transformer largest() {
    const MixtureOfExperts experts{.experts = 100'000,
                                   .perToken = 1,
                                   .width = 500,
                                   .bias = true,
                                   .sharedWidth = 10'000'000,
                                   .sharedGate = true,
                                   .denseWidth = 10'000'000,
                                   .routerBias = true,
                                   .routerScale = true,
                                   .expertScale = true,
                                   .latent = 1'000'000};
    return {.name = "M",
            .hidden = 1'000'000,
            .vocabulary = 100'000'000,
            .learnedPositions = 1'000'000'000,
            .norm = NormKind::Layer,
            .layerKinds = {{.id = "k", .channelMixer = experts, .norms = 16, .scalars = 1'000'000}},
            .layers = samples::repeat({0}, 10'000),
            .residualStreams = 16,
            .visionParameters = 1'000'000'000'000'000,
            .multiTokenPrediction =
                MultiTokenPrediction{.modules = 100, .otherParameters = 1'000'000'000'000'000}};
}

/// A model of one layer with this token mixer and channel mixer.
json withMixers(const char* token, const char* channel) {
    json model = sample();
    model["kind"] = "model";
    model["source"]["url"] = "https://example.org";
    json& kind = model["architecture"]["layer_kinds"][0];
    kind["token_mixer"] = json::parse(token);
    kind["channel_mixer"] = json::parse(channel);
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
        row("mixer of no kind", "/architecture/layer_kinds/0/token_mixer/kind", "\"mamba\"",
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

    void publishedModelsOfEveryKindReadBackEqual_data() {
        QTest::addColumn<Transformer>("model");
        for (const Transformer& model :
             {samples::deepSeekV3(), samples::deepSeekV4Flash(), samples::glm5(),
              samples::miniMaxM2(), samples::miniMaxM3(), samples::qwen35Of35B(),
              samples::nemotron3Nano(), samples::gemma4Of26B(), samples::gptOssOf20B(),
              samples::llama4Scout(), samples::mimo(), samples::mixtral()}) {
            QTest::newRow(model.name.c_str()) << model;
        }
    }

    void publishedModelsOfEveryKindReadBackEqual() {
        QFETCH(Transformer, model);
        const json file = fileOf(entryOf(model));
        QCOMPARE(schemaLines(file), std::string());
        const auto again = modelFromJson(file, "p#");
        QVERIFY2(again, readerLines(file).c_str());
        QVERIFY(again->transformer == model);
    }

    void anyModelReadsBackEqual() {
        const bool equal = rc::check("a model is what its file says", [](const Transformer& model) {
            const json file = fileOf(entryOf(model));
            RC_ASSERT(schemaLines(file) == std::string());
            RC_ASSERT(readerLines(file) == std::string());
            RC_ASSERT(modelFromJson(file, "p#")->transformer == model);
            RC_ASSERT(parameterCount(model).all() > 0);
        });
        QVERIFY(equal);
    }

    void takesFlagsAndWordsForTheQueryKeyNorm_data() {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<int>("norm");
        const auto row = [](const char* value, QueryKeyNorm norm) {
            QTest::newRow(value) << QByteArray(value) << static_cast<int>(norm);
        };
        row("true", QueryKeyNorm::Head);
        row("false", QueryKeyNorm::None);
        row("\"none\"", QueryKeyNorm::None);
        row("\"head\"", QueryKeyNorm::Head);
        row("\"width\"", QueryKeyNorm::Width);
        row("\"weightless\"", QueryKeyNorm::Weightless);
    }

    void takesFlagsAndWordsForTheQueryKeyNorm() {
        QFETCH(QByteArray, value);
        QFETCH(int, norm);
        json model = sample();
        model["architecture"]["layer_kinds"][0]["token_mixer"]["query_key_norm"] =
            json::parse(value.toStdString());
        const auto read = modelFromJson(model, "p#");
        QVERIFY(read);
        QCOMPARE(static_cast<int>(
                     std::get<GroupedQueryAttention>(read->transformer.layerKinds[0].tokenMixer)
                         .queryKeyNorm),
                 norm);
    }

    // Schema and reader name the same place; where only the reader can see it, the schema is
    // silent.
    void saysWhatIsWrongWithAMixer_data() {
        QTest::addColumn<QByteArray>("token");
        QTest::addColumn<QByteArray>("channel");
        QTest::addColumn<QByteArray>("reader");
        QTest::addColumn<QByteArray>("schema");
        const auto row = [](const char* name, const char* token, const char* channel,
                            const char* reader, const char* schema) {
            QTest::newRow(name) << QByteArray(token) << QByteArray(channel) << QByteArray(reader)
                                << QByteArray(schema);
        };
        const char* const none = R"({"kind": "none"})";
        const char* const dense = R"({"kind": "dense", "width": 64})";
        row("unknown kind", R"({"kind": "mamba"})", dense,
            "token_mixer/kind: Found \"mamba\"; allowed: attention, latent_attention, "
            "compressed_attention, linear_attention, state_space, none.",
            "token_mixer/kind: Found \"mamba\"; allowed: attention, latent_attention, "
            "compressed_attention, linear_attention, state_space, none.");
        row("no kind", "{}", dense, "token_mixer: 'kind' is missing.",
            "token_mixer: 'kind' is missing.");
        row("a member is missing",
            R"({"kind": "latent_attention", "heads": 8, "kv_rank": 8, "plain_dimension": 8})",
            dense, "token_mixer: 'value_dimension' is missing.",
            "token_mixer: 'value_dimension' is missing.");
        row("a member of another kind", none, R"({"kind": "dense", "width": 64, "experts": 8})",
            "channel_mixer/experts: Found 'experts'; allowed: kind, width, gated, bias.",
            "channel_mixer/experts: Found 'experts'; allowed: bias, gated, kind, width.");
        row("too many experts", none,
            R"({"kind": "mixture_of_experts", "experts": 200000, "per_token": 1, "width": 64})",
            "channel_mixer/experts: Found 200000; allowed: whole numbers from 1 to 100000.",
            "channel_mixer/experts: Found 200000; allowed: a whole number from 1 to 100000.");
        row("more experts a token than there are", none,
            R"({"kind": "mixture_of_experts", "experts": 8, "per_token": 9, "width": 64})",
            "channel_mixer/per_token: Found 9 experts a token; allowed: up to the 8 experts there "
            "are.",
            "");
        row("experts beyond any model", none,
            R"({"kind": "mixture_of_experts", "experts": 100000, "per_token": 1, "width": 1000})",
            "channel_mixer/width: Found 100000 experts of width 1000; allowed: a product up to "
            "50000000.",
            "");
        row("groups that do not divide", none,
            R"({"kind": "mixture_of_experts", "experts": 8, "per_token": 2, "width": 64,
                "groups": 3})",
            "channel_mixer/groups: Found 3 groups; allowed: divisors of the 8 experts.", "");
        row("more groups a token", none,
            R"({"kind": "mixture_of_experts", "experts": 8, "per_token": 2, "width": 64,
                "groups": 2, "groups_per_token": 3})",
            "channel_mixer/groups_per_token: Found 3 groups a token; allowed: up to the 2 groups "
            "there are.",
            "");
        row("no mixer", none, none,
            "channel_mixer: The layer has neither a token nor a channel mixer.", "");
        row("span without tokens",
            R"({"kind": "attention", "query_heads": 8, "kv_heads": 2, "head_dimension": 8,
                "span": {"kind": "sliding"}})",
            dense, "token_mixer/span: 'tokens' is missing.",
            "token_mixer/span: 'tokens' is missing.");
        row("full span with tokens",
            R"({"kind": "attention", "query_heads": 8, "kv_heads": 2, "head_dimension": 8,
                "span": {"kind": "full", "tokens": 8}})",
            dense, "token_mixer/span/tokens: Found 'tokens'; allowed: kind.",
            "token_mixer/span/tokens: Found 'tokens'; allowed: kind.");
        row("an unknown norm",
            R"({"kind": "attention", "query_heads": 8, "kv_heads": 2, "head_dimension": 8,
                "query_key_norm": "some"})",
            dense,
            "token_mixer/query_key_norm: Found \"some\"; allowed: none, head, width, weightless.",
            "token_mixer/query_key_norm: Found \"some\"; allowed: true, false, none, head, width, "
            "weightless.");
        row("indexer without compression",
            R"({"kind": "compressed_attention", "heads": 8, "head_dimension": 8, "query_rank": 8,
                "output_rank": 8, "output_groups": 2, "window": 8,
                "indexer": {"heads": 2, "head_dimension": 8, "selected_tokens": 8}})",
            dense,
            "token_mixer/indexer: An indexer picks compressed keys, but there is no compression.",
            "");
        row("key heads that do not divide",
            R"({"kind": "linear_attention", "key_heads": 3, "value_heads": 8, "key_dimension": 8,
                "value_dimension": 8})",
            dense,
            "token_mixer/key_heads: Found 3 key heads; allowed: divisors of the 8 value heads.",
            "");
        row("groups of B and C that do not divide",
            R"({"kind": "state_space", "heads": 8, "head_dimension": 8, "groups": 3, "state": 8})",
            dense, "token_mixer/groups: Found 3 groups; allowed: divisors of the 8 heads.", "");
    }

    void saysWhatIsWrongWithAMixer() {
        QFETCH(QByteArray, token);
        QFETCH(QByteArray, channel);
        QFETCH(QByteArray, reader);
        QFETCH(QByteArray, schema);
        const auto line = [](const QByteArray& words) {
            return words.isEmpty()
                       ? std::string()
                       : "error m.json#/architecture/layer_kinds/0/" + words.toStdString() + "\n";
        };
        const json model = withMixers(token, channel);
        QCOMPARE(readerLines(model), line(reader));
        QCOMPARE(schemaLines(model), line(schema));
    }

    void predictionNamesALayerKind() {
        json model = sample();
        model["architecture"]["multi_token_prediction"] = {{"modules", 1}, {"kind", "narrow"}};
        const auto read = modelFromJson(model, "p#");
        QVERIFY(read);
        QCOMPARE(read->transformer.multiTokenPrediction->kind, 1);
        model["architecture"]["multi_token_prediction"]["kind"] = "other";
        const auto wrong = modelFromJson(model, "p#");
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().size(), 1U);
        QCOMPARE(wrong.error().front().place,
                 std::string("p#/architecture/multi_token_prediction/kind"));
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

    // Every kind at its largest, 10,000 layers of it.
    void keepsTheLargestMixersWithinAWholeNumber_data() {
        QTest::addColumn<Transformer>("model");
        const auto row = [](const char* name, const TokenMixer& token) {
            Transformer model = largest();
            model.layerKinds[0].tokenMixer = token;
            QTest::newRow(name) << model;
        };
        const SparseIndexer indexer{.heads = 10'000,
                                    .headDimension = 10'000,
                                    .selectedTokens = 1'000'000'000,
                                    .queryInput = 100'000,
                                    .queryNorm = true};
        row("attention", GroupedQueryAttention{.queryHeads = 10'000,
                                               .keyValueHeads = 10'000,
                                               .headDimension = 10'000,
                                               .outputGate = true,
                                               .indexer = indexer});
        row("latent", LatentAttention{.heads = 10'000,
                                      .queryRank = 100'000,
                                      .keyValueRank = 100'000,
                                      .plainDimension = 10'000,
                                      .rotaryDimension = 10'000,
                                      .valueDimension = 10'000,
                                      .indexer = indexer});
        row("compressed", CompressedAttention{.heads = 10'000,
                                              .headDimension = 10'000,
                                              .queryRank = 100'000,
                                              .outputRank = 100'000,
                                              .outputGroups = 1'000,
                                              .rotaryDimension = 10'000,
                                              .window = 1'000'000'000,
                                              .compression = 1'000'000,
                                              .overlapping = true,
                                              .indexer = indexer});
        row("linear", LinearAttention{.keyHeads = 10'000,
                                      .valueHeads = 10'000,
                                      .keyDimension = 10'000,
                                      .valueDimension = 10'000,
                                      .convolution = 1'000});
        row("state space", StateSpace{.heads = 10'000,
                                      .headDimension = 10'000,
                                      .groups = 10'000,
                                      .state = 10'000,
                                      .convolution = 1'000});
    }

    void keepsTheLargestMixersWithinAWholeNumber() {
        QFETCH(Transformer, model);
        const json file = fileOf(entryOf(model));
        QCOMPARE(schemaLines(file), std::string());
        QVERIFY2(modelFromJson(file, "p#"), readerLines(file).c_str());
        const LayerParameters layer = layerParameters(model, model.layerKinds[0]);
        const ParameterCount count = parameterCount(model);
        const double layers =
            1e4 * (static_cast<double>(layer.tokenMixer) + static_cast<double>(layer.indexer) +
                   static_cast<double>(layer.channelMixer()));
        QVERIFY(layers > 0.0 && layers < 9.2e18);
        QVERIFY(qAbs(static_cast<double>(count.total()) / layers - 1.0) < 1e-2);
        QVERIFY(static_cast<double>(count.all()) >= static_cast<double>(count.total()));
        QVERIFY(count.all() > 0);
    }
};

QTEST_GUILESS_MAIN(ModelJsonTest)
#include "model_json_test.moc"
