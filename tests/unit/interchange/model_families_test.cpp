// What the readers of the families make of the fields that published files vary little in.
#include "core/base/text_file.h"
#include "core/interchange/hugging_face_config.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

using namespace roofplan;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path folder = fs::path(ROOFPLAN_TEST_DATA_DIR) / "configs";

json published(const std::string& name) {
    return json::parse(readTextFile(folder / (name + ".config.json")).value());
}

/// The published file with `change` merged in (a null removes), or why not.
Expected<ImportedModel> changed(const std::string& name, const json& change) {
    json config = published(name);
    config.merge_patch(change);
    return importHuggingFaceConfig(config.dump(), "x.json");
}

Transformer model(const std::string& name, const json& change = json::object()) {
    const auto imported = changed(name, change);
    if (!imported) {
        qWarning("%s", plainLine(imported.error().front()).c_str());
        return {};
    }
    return imported->entry.transformer;
}

/// One letter a layer, of the letter that `letter` gives its kind.
std::string pattern(const Transformer& model, const std::function<char(const LayerKind&)>& letter) {
    std::string letters;
    for (const std::uint16_t kind : model.layers) {
        letters += letter(model.layerKinds[kind]);
    }
    return letters;
}

char byExperts(const LayerKind& kind) {
    return std::holds_alternative<MixtureOfExperts>(kind.channelMixer) ? 'E' : '-';
}

const GroupedQueryAttention& grouped(const LayerKind& kind) {
    return std::get<GroupedQueryAttention>(kind.tokenMixer);
}

const AttentionSpan& span(const LayerKind& kind) {
    return grouped(kind).span;
}

char bySpan(const LayerKind& kind) {
    return span(kind).kind == AttentionSpan::Kind::Full ? 'F' : 'w';
}

const LayerKind& kindOfLayer(const Transformer& model, std::size_t layer) {
    return model.layerKinds[model.layers[layer]];
}

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) {
        all += text;
    }
    return all;
}

} // namespace

class ModelFamiliesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void mistralSlidesInEveryLayer() {
        const json mistral{{"architectures", {"MistralForCausalLM"}}, {"model_type", "mistral"}};
        json config = mistral;
        config["sliding_window"] = 1000;
        const Transformer seven = model("meta-llama--Meta-Llama-3.1-8B", config);
        QCOMPARE(pattern(seven, bySpan), repeated("w", 32));
        QCOMPARE(span(kindOfLayer(seven, 0)).tokens, 1000);
        const Transformer assumed = model("meta-llama--Meta-Llama-3.1-8B", mistral);
        QCOMPARE(span(kindOfLayer(assumed, 0)).tokens, 4096);
    }

    void qwenSlidesFromALayerOn() {
        const json change{
            {"use_sliding_window", true}, {"sliding_window", 512}, {"max_window_layers", 20}};
        const Transformer qwen = model("Qwen--Qwen3-0.6B", change);
        QCOMPARE(pattern(qwen, bySpan), repeated("F", 20) + repeated("w", 8));
        QCOMPARE(pattern(model("Qwen--Qwen3-0.6B"), bySpan), repeated("F", 28));
    }

    void mixtralMaySlide() {
        const Transformer mixtral =
            model("mistralai--Mixtral-8x7B-v0.1", {{"sliding_window", 4096}});
        QCOMPARE(pattern(mixtral, bySpan), repeated("w", 32));
    }

    void qwenHasExpertsInSomeLayers() {
        const json change{{"decoder_sparse_step", 2}, {"mlp_only_layers", {1, 3}}};
        const Transformer qwen = model("Qwen--Qwen3-30B-A3B", change);
        QCOMPARE(pattern(qwen, byExperts), "-----" + repeated("E-", 21) + "E");
        const auto& dense = std::get<DenseFeedForward>(kindOfLayer(qwen, 0).channelMixer);
        QCOMPARE(dense.width, 6144);
        const auto& experts = std::get<MixtureOfExperts>(kindOfLayer(qwen, 5).channelMixer);
        QCOMPARE(experts.width, 768);
    }

    void deepSeekStartsWithDenseLayers() {
        const Transformer deepSeek =
            model("deepseek-ai--DeepSeek-V3", {{"first_k_dense_replace", 5}});
        QCOMPARE(pattern(deepSeek, byExperts), "-----" + repeated("E", 56));
        const Transformer sparse = model("deepseek-ai--DeepSeek-V3",
                                         {{"first_k_dense_replace", 1}, {"moe_layer_freq", 2}});
        QCOMPARE(pattern(sparse, byExperts).substr(0, 6), std::string("--E-E-"));
        QCOMPARE(deepSeek.multiTokenPrediction->modules, 1);
        QVERIFY(byExperts(deepSeek.layerKinds[deepSeek.multiTokenPrediction->kind]) == 'E');
        QVERIFY(!model("deepseek-ai--DeepSeek-V3", {{"num_nextn_predict_layers", nullptr}})
                     .multiTokenPrediction);
    }

    void deepSeekReadsItsRouter() {
        const auto experts = [](const json& change) {
            return std::get<MixtureOfExperts>(
                kindOfLayer(model("deepseek-ai--DeepSeek-V3", change), 60).channelMixer);
        };
        const MixtureOfExperts plain = experts(json::object());
        QVERIFY(plain.routerBias);
        QCOMPARE(plain.groups, 8);
        QCOMPARE(plain.groupsPerToken, 4);
        QCOMPARE(plain.sharedWidth, 2048);
        QVERIFY(!experts({{"topk_method", "greedy"}}).routerBias);
        QCOMPARE(experts({{"n_shared_experts", 2}}).sharedWidth, 4096);
        QCOMPARE(experts({{"n_shared_experts", 0}}).sharedWidth, 0);
    }

    void deepSeekV2LiteProjectsQueriesDirectly() {
        json config = published("deepseek-ai--DeepSeek-V3");
        config["q_lora_rank"] = nullptr;
        config["architectures"] = {"DeepseekV2ForCausalLM"};
        config["model_type"] = "deepseek_v2";
        config["topk_method"] = "greedy";
        const auto imported = importHuggingFaceConfig(config.dump(), "x.json");
        QVERIFY(imported.has_value());
        const Transformer& lite = imported->entry.transformer;
        QCOMPARE(std::get<LatentAttention>(lite.layerKinds[0].tokenMixer).queryRank, 0);
    }

    void sparseLatentModelsHaveAnIndexer() {
        const json index{{"index_n_heads", 64}, {"index_head_dim", 128}, {"index_topk", 2048}};
        json config = index;
        config["architectures"] = {"DeepseekV32ForCausalLM"};
        config["model_type"] = "deepseek_v32";
        const Transformer deepSeek = model("deepseek-ai--DeepSeek-V3", config);
        const SparseIndexer expected{
            .heads = 64, .headDimension = 128, .selectedTokens = 2048, .queryInput = 1536};
        for (const LayerKind& kind : deepSeek.layerKinds) {
            QVERIFY(std::get<LatentAttention>(kind.tokenMixer).indexer == expected);
        }
        const SparseIndexer glm{
            .heads = 32, .headDimension = 128, .selectedTokens = 2048, .queryInput = 2048};
        QVERIFY(
            std::get<LatentAttention>(model("zai-org--GLM-5").layerKinds[0].tokenMixer).indexer ==
            glm);
    }

    void deepSeekV4CompressesByLayer() {
        const Transformer flash = model("deepseek-ai--DeepSeek-V4-Flash");
        const auto rate = [](const LayerKind& kind) {
            const auto& attention = std::get<CompressedAttention>(kind.tokenMixer);
            if ((attention.compression == 4) != attention.indexer.has_value() ||
                (attention.compression == 4) != attention.overlapping) {
                return '?';
            }
            return attention.compression == 0 ? '0' : attention.compression == 4 ? '4' : 'H';
        };
        QCOMPARE(pattern(flash, rate), "00" + repeated("4H", 20) + "4");
        const auto corrected = [](const LayerKind& kind) {
            return std::get<MixtureOfExperts>(kind.channelMixer).routerBias ? 'c' : '-';
        };
        QCOMPARE(pattern(flash, corrected), "---" + repeated("c", 40));
        QCOMPARE(flash.residualStreams, 4);
        const LayerKind& predicting = flash.layerKinds[flash.multiTokenPrediction->kind];
        QVERIFY(rate(predicting) == '0' && corrected(predicting) == 'c');
    }

    void miniMaxM3PicksBlocksBehindItsDenseLayers() {
        const Transformer m3 = model("nvidia--MiniMax-M3-NVFP4");
        QCOMPARE(pattern(m3, byExperts), "---" + repeated("E", 57));
        QVERIFY(!grouped(kindOfLayer(m3, 0)).indexer);
        const SparseIndexer expected{.heads = 4,
                                     .headDimension = 128,
                                     .selectedTokens = 16 * 128,
                                     .queryInput = 0,
                                     .headWeights = false,
                                     .keyNormBias = false,
                                     .queryNorm = true};
        QVERIFY(grouped(kindOfLayer(m3, 3)).indexer == expected);
        QVERIFY(grouped(kindOfLayer(m3, 3)).queryKeyNorm == QueryKeyNorm::Head);
        const Transformer m2 = model("MiniMaxAI--MiniMax-M2.7");
        QVERIFY(grouped(kindOfLayer(m2, 0)).queryKeyNorm == QueryKeyNorm::Width);
    }

    void gptOssSlidesByTurns() {
        const Transformer oss = model("openai--gpt-oss-20b");
        QCOMPARE(pattern(oss, bySpan), repeated("wF", 12));
        QVERIFY(grouped(kindOfLayer(oss, 0)).sinks && grouped(kindOfLayer(oss, 0)).outputBias);
        const auto silent = changed("openai--gpt-oss-20b", {{"layer_types", nullptr}});
        QCOMPARE(pattern(silent->entry.transformer, bySpan), repeated("wF", 12));
        QVERIFY(std::ranges::any_of(silent->assumptions, [](const Diagnostic& remark) {
            return remark.place == "x.json#/layer_types";
        }));
    }

    void llama4ChunksThreeOfFourLayers() {
        const std::string scout = "meta-llama--Llama-4-Scout-17B-16E-Instruct";
        const auto rotary = [](const LayerKind& kind) {
            return grouped(kind).rotary                               ? 'r'
                   : grouped(kind).queryKeyNorm == QueryKeyNorm::None ? '-'
                                                                      : '?';
        };
        QCOMPARE(pattern(model(scout), bySpan), repeated("wwwF", 12));
        QCOMPARE(pattern(model(scout), rotary), repeated("rrr-", 12));
        QVERIFY(span(kindOfLayer(model(scout), 0)).kind == AttentionSpan::Kind::Chunked);
    }

    /// Maverick has experts in every second layer.
    void llama4InterleavesDenseLayers() {
        const Transformer maverick = model(
            "meta-llama--Llama-4-Scout-17B-16E-Instruct",
            {{"text_config", {{"interleave_moe_layer_step", 2}, {"num_local_experts", 128}}}});
        QCOMPARE(pattern(maverick, byExperts), repeated("-E", 24));
        QCOMPARE(std::get<DenseFeedForward>(kindOfLayer(maverick, 0).channelMixer).width, 16384);
        const auto& experts = std::get<MixtureOfExperts>(kindOfLayer(maverick, 1).channelMixer);
        QCOMPARE(experts.width, 8192);
        QCOMPARE(experts.sharedWidth, 8192);
        const Transformer listed =
            model("meta-llama--Llama-4-Scout-17B-16E-Instruct",
                  {{"text_config", {{"moe_layers", {0, 47}}, {"no_rope_layers", json::array()}}}});
        QCOMPARE(pattern(listed, byExperts), "E" + repeated("-", 46) + "E");
    }

    /// The tower of the published weights: 108.64 B in all. Source:
    /// meta-llama/Llama-4-Scout-17B-16E on Hugging Face, configuration and safetensors metadata.
    void llama4CountsItsTower() {
        const json tower{{"hidden_size", 1408},         {"num_hidden_layers", 34},
                         {"num_attention_heads", 16},   {"num_channels", 3},
                         {"intermediate_size", 5632},   {"vision_output_dim", 4096},
                         {"image_size", 336},           {"patch_size", 14},
                         {"pixel_shuffle_ratio", 0.5},  {"projector_input_dim", 4096},
                         {"projector_output_dim", 4096}};
        const Transformer scout =
            model("meta-llama--Llama-4-Scout-17B-16E-Instruct", {{"vision_config", tower}});
        QCOMPARE(scout.visionParameters, 108'641'793'536 - 107'769'861'120);
    }

    void gemma4WidensItsFullLayers() {
        const Transformer gemma = model("google--gemma-4-26B-A4B");
        QCOMPARE(pattern(gemma, bySpan), repeated("wwwwwF", 5));
        const GroupedQueryAttention& full = grouped(kindOfLayer(gemma, 5));
        QCOMPARE(full.headDimension, 512);
        QCOMPARE(full.keyValueHeads, 2);
        QVERIFY(full.keyIsValue && !grouped(kindOfLayer(gemma, 0)).keyIsValue);
        const LayerKind& kind = kindOfLayer(gemma, 0);
        QCOMPARE(std::get<MixtureOfExperts>(kind.channelMixer).denseWidth, 2112);
        QCOMPARE(kind.norms, 7);
        QCOMPARE(kindOfLayer(model("nvidia--Gemma-4-31B-IT-NVFP4"), 0).norms, 4);
    }

    void qwen35AlternatesWithLinearAttention() {
        const auto linear = [](const LayerKind& kind) {
            return std::holds_alternative<LinearAttention>(kind.tokenMixer) ? 'L' : 'F';
        };
        QCOMPARE(pattern(model("Qwen--Qwen3.5-27B"), linear), repeated("LLLF", 16));
        const Transformer silent =
            model("Qwen--Qwen3.5-27B",
                  {{"text_config", {{"layer_types", nullptr}, {"full_attention_interval", 8}}}});
        QCOMPARE(pattern(silent, linear), repeated("LLLLLLLF", 8));
        QVERIFY(grouped(kindOfLayer(silent, 7)).outputGate);
    }

    void nemotronFollowsItsPattern() {
        const std::string letters = "M-*EM-";
        const json change{{"hybrid_override_pattern", letters}, {"num_hidden_layers", 6}};
        const Transformer nemotron = model("nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-BF16", change);
        const auto letter = [](const LayerKind& kind) {
            if (kind.norms != 1) {
                return '?';
            }
            if (std::holds_alternative<StateSpace>(kind.tokenMixer)) {
                return 'M';
            }
            if (const auto* dense = std::get_if<DenseFeedForward>(&kind.channelMixer)) {
                return dense->gated ? '?' : '-';
            }
            return byExperts(kind) == 'E' ? 'E' : grouped(kind).rotary ? '?' : '*';
        };
        QCOMPARE(pattern(nemotron, letter), letters);
        const json listed{{"hybrid_override_pattern", nullptr},
                          {"num_hidden_layers", nullptr},
                          {"layers_block_type",
                           {"linear_attention", "mlp", "full_attention", "moe", "mamba", "mlp"}}};
        QCOMPARE(pattern(model("nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-BF16", listed), letter),
                 letters);
    }

    void nemotronPredictsWithBothMixers() {
        const Transformer nemotron =
            model("nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-BF16",
                  {{"num_nextn_predict_layers", 1}, {"mtp_hybrid_override_pattern", "*E"}});
        const LayerKind& kind = nemotron.layerKinds[nemotron.multiTokenPrediction->kind];
        QVERIFY(byExperts(kind) == 'E' && kind.norms == 2 && !grouped(kind).rotary);
    }

    void saysWhatItAssumesOfAnAbsentField_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QByteArray>("assumed");
        const auto row = [](const char* file, const char* field, const char* assumed) {
            QTest::addRow("%s %s", file, field)
                << QByteArray(file) << QByteArray(field) << QByteArray(assumed);
        };
        constexpr auto deepSeek = "deepseek-ai--DeepSeek-V3";
        constexpr auto nemotron = "nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-BF16";
        row(deepSeek, "n_shared_experts", "1");
        row(deepSeek, "num_nextn_predict_layers", "0");
        row(deepSeek, "hidden_act", "\"silu\"");
        row("deepseek-ai--DeepSeek-V4-Flash", "n_shared_experts", "1");
        row("deepseek-ai--DeepSeek-V4-Flash", "num_nextn_predict_layers", "1");
        row("deepseek-ai--DeepSeek-V4-Flash", "num_hash_layers", "3");
        row("zai-org--GLM-5", "n_shared_experts", "1");
        row("XiaomiMiMo--MiMo-7B-Base", "num_nextn_predict_layers", "0");
        row("Qwen--Qwen3.5-35B-A3B", "text_config/mtp_num_hidden_layers", "0");
        row("Qwen--Qwen3-30B-A3B", "mlp_only_layers", "[]");
        row("mistralai--Mixtral-8x7B-v0.1", "hidden_act", "\"silu\"");
        row("mistralai--Mixtral-8x7B-v0.1", "sliding_window", "null");
        row("MiniMaxAI--MiniMax-M2.7", "num_mtp_modules", "0");
        row("nvidia--MiniMax-M3-NVFP4", "text_config/n_shared_experts", "1");
        row("nvidia--MiniMax-M3-NVFP4", "text_config/shared_intermediate_size", "3072");
        row("nvidia--MiniMax-M3-NVFP4", "text_config/num_mtp_modules", "0");
        row("nvidia--MiniMax-M3-NVFP4", "text_config/hidden_act", "\"silu\"");
        row("google--gemma-4-26B-A4B", "text_config/hidden_activation", "\"gelu_pytorch_tanh\"");
        row(nemotron, "n_shared_experts", "1");
        row(nemotron, "num_nextn_predict_layers", "0");
        row(nemotron, "moe_latent_size", "0");
        row(nemotron, "use_bias", "false");
        row(nemotron, "mlp_hidden_act", "\"relu2\"");
    }

    void saysWhatItAssumesOfAnAbsentField() {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, field);
        QFETCH(QByteArray, assumed);
        json config = published(file.toStdString());
        const json::json_pointer pointer("/" + field.toStdString());
        config.at(pointer.parent_pointer()).erase(pointer.back());
        const auto imported = importHuggingFaceConfig(config.dump(), "x.json");
        QVERIFY(imported.has_value());
        const auto remark = std::ranges::find(imported->assumptions,
                                              "x.json#/" + field.toStdString(), &Diagnostic::place);
        QVERIFY(remark != imported->assumptions.end());
        QCOMPARE(remark->severity, Severity::Info);
        QVERIFY2(remark->text.plain().starts_with("not in the file; assumed " +
                                                  assumed.toStdString() + ","),
                 remark->text.plain().c_str());
    }

    void sharedExpertsAreThoseOfTheClass() {
        const auto sharedWidth = [](const char* file, bool nulled) {
            json config = published(file);
            config.erase("n_shared_experts");
            if (nulled) {
                config["n_shared_experts"] = nullptr;
            }
            const Transformer changed =
                importHuggingFaceConfig(config.dump(), "x.json").value().entry.transformer;
            return std::get<MixtureOfExperts>(
                       kindOfLayer(changed, changed.layers.size() - 1).channelMixer)
                .sharedWidth;
        };
        QCOMPARE(sharedWidth("deepseek-ai--DeepSeek-V3", false), 2048);
        QCOMPARE(sharedWidth("deepseek-ai--DeepSeek-V3", true), 0);
        QCOMPARE(sharedWidth("zai-org--GLM-5", false), 2048);
        const Transformer v2 =
            model("deepseek-ai--DeepSeek-V3", {{"n_shared_experts", nullptr},
                                               {"architectures", {"DeepseekV2ForCausalLM"}},
                                               {"model_type", "deepseek_v2"},
                                               {"topk_method", "greedy"}});
        QCOMPARE(std::get<MixtureOfExperts>(kindOfLayer(v2, 60).channelMixer).sharedWidth, 4096);
    }

    void refusesWhatCannotBeExpressed_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char* file, const json& change, const char* field) {
            QTest::newRow(change.dump().c_str())
                << QByteArray(file) << QByteArray::fromStdString(change.dump())
                << QByteArray(field);
        };
        const auto text = [](const json& change) { return json{{"text_config", change}}; };
        row("Qwen--Qwen3-30B-A3B", {{"use_sliding_window", true}}, "use_sliding_window");
        row("Qwen--Qwen3.5-27B", text({{"mtp_num_hidden_layers", 2}}),
            "text_config/mtp_num_hidden_layers");
        row("Qwen--Qwen3.5-27B", text({{"mtp_use_dedicated_embeddings", true}}),
            "text_config/mtp_use_dedicated_embeddings");
        row("deepseek-ai--DeepSeek-V3", {{"attention_bias", true}}, "attention_bias");
        row("deepseek-ai--DeepSeek-V3", {{"topk_method", "random"}}, "topk_method");
        row("deepseek-ai--DeepSeek-V3", {{"index_topk", 2048}}, "index_topk");
        row("zai-org--GLM-5", {{"index_topk_freq", 2}}, "index_topk_freq");
        row("zai-org--GLM-5", {{"indexer_types", {"full", "shared"}}}, "indexer_types");
        row("deepseek-ai--DeepSeek-V4-Flash", {{"num_key_value_heads", 2}}, "num_key_value_heads");
        row("MiniMaxAI--MiniMax-M2.7", {{"shared_intermediate_size", 512}},
            "shared_intermediate_size");
        row("MiniMaxAI--MiniMax-M2.7", {{"mtp_transformer_layers", 2}}, "mtp_transformer_layers");
        row("MiniMaxAI--MiniMax-M2.7", {{"qk_norm_type", "none"}}, "qk_norm_type");
        row("google--gemma-4-26B-A4B", text({{"hidden_size_per_layer_input", 256}}),
            "text_config/hidden_size_per_layer_input");
        row("google--gemma-4-26B-A4B", text({{"num_kv_shared_layers", 20}}),
            "text_config/num_kv_shared_layers");
        row("google--gemma-4-26B-A4B", {{"audio_config", {{"hidden_size", 1024}}}}, "audio_config");
        row("google--gemma-4-26B-A4B", text({{"hidden_activation", "relu"}}),
            "text_config/hidden_activation");
        row("nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-BF16",
            {{"num_nextn_predict_layers", 1}, {"mtp_hybrid_override_pattern", "MM"}},
            "num_nextn_predict_layers");
    }

    void refusesWhatCannotBeExpressed() {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, change);
        QFETCH(QByteArray, field);
        const auto imported = changed(file.toStdString(), json::parse(change.toStdString()));
        QVERIFY(!imported.has_value());
        QCOMPARE(imported.error().front().code, std::string("config.unsupported"));
        QCOMPARE(imported.error().front().place, "x.json#/" + field.toStdString());
    }

    void refusesTablesThatDisagree() {
        const auto imported =
            changed("Qwen--Qwen3-VL-2B-Instruct", {{"tie_word_embeddings", false}});
        QVERIFY(!imported.has_value());
        QCOMPARE(imported.error().front().place,
                 std::string("x.json#/text_config/tie_word_embeddings"));
    }
};

QTEST_GUILESS_MAIN(ModelFamiliesTest)
#include "model_families_test.moc"
