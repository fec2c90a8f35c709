#include "core/architecture/parameter_count.h"
#include "core/architecture/sequence_cache.h"
#include "core/base/text_file.h"
#include "core/interchange/hugging_face_config.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>

using namespace roofplan;
namespace fs = std::filesystem;

namespace {

const fs::path folder = fs::path(ROOFPLAN_TEST_DATA_DIR) / "configs";

std::string content(const std::string& name) {
    return readTextFile(folder / name).value();
}

/// A Llama of two layers with `change` merged in.
nlohmann::json smallLlama(const nlohmann::json& change = nlohmann::json::object()) {
    nlohmann::json config{{"architectures", {"LlamaForCausalLM"}},
                          {"model_type", "llama"},
                          {"hidden_size", 64},
                          {"intermediate_size", 160},
                          {"num_attention_heads", 8},
                          {"num_key_value_heads", 2},
                          {"num_hidden_layers", 2},
                          {"vocab_size", 1000}};
    config.update(change);
    return config;
}

Expected<ImportedModel> imported(const nlohmann::json& config) {
    return importHuggingFaceConfig(config.dump(), "small.config.json");
}

const LayerKind& firstKind(const ImportedModel& model) {
    return model.entry.transformer.layerKinds.front();
}

GroupedQueryAttention attention(const ImportedModel& model) {
    return std::get<GroupedQueryAttention>(firstKind(model).tokenMixer);
}

/// Whether something of that severity was remarked at the field.
bool remarked(const ImportedModel& model, Severity severity, const std::string& field) {
    return std::ranges::any_of(model.assumptions, [&](const Diagnostic& remark) {
        return remark.severity == severity && remark.place == "small.config.json#/" + field;
    });
}

std::string allLines(const Diagnostics& diagnostics) {
    std::string lines;
    for (const Diagnostic& diagnostic : diagnostics) {
        lines += diagnostic.code + " " + plainLine(diagnostic) + "\n";
    }
    return lines;
}

} // namespace

class HuggingFaceConfigTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void readsLlama70B() {
        const std::string name = "meta-llama--Meta-Llama-3.1-70B.config.json";
        const auto entry = importHuggingFaceConfig(content(name), "some/folder/" + name);
        QVERIFY(entry.has_value());
        QCOMPARE(entry->entry.id, std::string("meta-llama-3.1-70b"));
        QCOMPARE(entry->entry.transformer.name, std::string("Meta-Llama-3.1-70B"));
        QCOMPARE(entry->entry.origin, name);
        QCOMPARE(entry->entry.transformer.layers.size(), std::size_t{80});
        const GroupedQueryAttention expected{
            .queryHeads = 64, .keyValueHeads = 8, .headDimension = 128};
        QVERIFY(attention(*entry) == expected);
        QVERIFY(!entry->entry.transformer.tiedEmbeddings);
    }

    void readsQwen3WithTiedEmbeddings() {
        const auto entry =
            importHuggingFaceConfig(content("Qwen--Qwen3-0.6B.config.json"), "q.json");
        QVERIFY(entry.has_value());
        QVERIFY(entry->entry.transformer.tiedEmbeddings);
        QVERIFY(attention(*entry).queryKeyNorm == QueryKeyNorm::Head);
        QCOMPARE(attention(*entry).headDimension, 128);
    }

    void saysWhatItFilledIn() {
        auto llama = smallLlama({{"head_dim", nullptr}});
        llama.erase("num_key_value_heads");
        const auto model = imported(llama);
        for (const char* field : {"num_key_value_heads", "head_dim", "attention_bias", "mlp_bias",
                                  "tie_word_embeddings", "hidden_act"}) {
            QVERIFY2(remarked(*model, Severity::Info, field), field);
        }
        QCOMPARE(model->assumptions.size(), std::size_t{6});
        const auto all = imported(smallLlama({{"head_dim", 8},
                                              {"hidden_act", "silu"},
                                              {"attention_bias", false},
                                              {"mlp_bias", false},
                                              {"tie_word_embeddings", false}}));
        QVERIFY2(all->assumptions.empty(), allLines(all->assumptions).c_str());
    }

    void warnsOfWhatItDoesNotUnderstand() {
        const auto model = imported(smallLlama({{"sliding_window", 4096},
                                                {"fancy/expert_gate", 3},
                                                {"max_window_layers", 0},
                                                {"num_memory_heads", nullptr},
                                                {"rms_norm_eps", 1e-5},
                                                {"bos_token_id", 1}}));
        QVERIFY(remarked(*model, Severity::Warning, "sliding_window"));
        QVERIFY(remarked(*model, Severity::Warning, "fancy~1expert_gate"));
        const auto warnings =
            std::ranges::count(model->assumptions, Severity::Warning, &Diagnostic::severity);
        QCOMPARE(warnings, 2);
    }

    void fillsInWhatTheClassAssumes() {
        auto llama = smallLlama();
        llama.erase("num_key_value_heads");
        QCOMPARE(attention(imported(llama).value()).keyValueHeads, 8);
        QCOMPARE(attention(imported(llama).value()).headDimension, 8);
        auto qwen = smallLlama({{"architectures", {"Qwen3ForCausalLM"}}, {"model_type", "qwen3"}});
        QCOMPARE(attention(imported(qwen).value()).headDimension, 128);
        auto qwen2 = smallLlama({{"architectures", {"Qwen2ForCausalLM"}},
                                 {"model_type", "qwen2"},
                                 {"use_sliding_window", false},
                                 {"sliding_window", 4096}});
        QVERIFY(attention(imported(qwen2).value()).inputBias);
        QVERIFY(!attention(imported(qwen2).value()).outputBias);
        auto mistral = smallLlama({{"architectures", {"MistralForCausalLM"}},
                                   {"model_type", "mistral"},
                                   {"sliding_window", nullptr}});
        QVERIFY(imported(mistral).has_value());
        const auto typeOnly = smallLlama({{"architectures", nullptr}});
        QVERIFY(imported(typeOnly).has_value());
    }

    void readsBiases() {
        const auto entry = imported(smallLlama({{"attention_bias", true}, {"mlp_bias", true}}));
        QVERIFY(attention(*entry).inputBias && attention(*entry).outputBias);
        const auto plain = imported(smallLlama());
        const std::int64_t attentionBiases = 64 + 2 * 16 + 64;
        const std::int64_t feedForwardBiases = 2 * 160 + 64;
        QCOMPARE(parameterCount(entry->entry.transformer).total() -
                     parameterCount(plain->entry.transformer).total(),
                 2 * (attentionBiases + feedForwardBiases));
    }

    void refuses_data() {
        using nlohmann::json;
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const json& change, const char* code, const char* field) {
            QTest::addRow("%s", change.dump().c_str()) << QByteArray::fromStdString(change.dump())
                                                       << QByteArray(code) << QByteArray(field);
        };
        row({{"architectures", {"GPT2LMHeadModel"}}}, "config.unsupported", "architectures/0");
        row({{"architectures", {7}}}, "config.unsupported", "architectures/0");
        row({{"architectures", nullptr}, {"model_type", nullptr}}, "config.missing",
            "architectures");
        row({{"architectures", nullptr}, {"model_type", "gpt2"}}, "config.unsupported",
            "model_type");
        row({{"model_type", "mixtral"}}, "config.unsupported", "model_type");
        row({{"architectures", {"DeepseekV3ForCausalLM"}}, {"model_type", "llama"}},
            "config.unsupported", "model_type");
        row({{"architectures", {"Gemma4ForConditionalGeneration"}}, {"model_type", "gemma4"}},
            "config.missing", "text_config");
        row({{"num_local_experts", 8}}, "config.unsupported", "num_local_experts");
        row({{"kv_lora_rank", 512}}, "config.unsupported", "kv_lora_rank");
        row({{"num_nextn_predict_layers", 1}}, "config.unsupported", "num_nextn_predict_layers");
        row({{"layer_types", {"full_attention", "sliding_attention"}}}, "config.unsupported",
            "layer_types");
        row({{"layer_types", {"full_attention", "mamba"}}}, "config.unsupported", "layer_types/1");
        row({{"layer_types", {"full_attention"}}}, "config.value", "layer_types");
        row({{"layer_types", 3}}, "config.value", "layer_types");
        row({{"quantization_config", {{"quant_method", "bitsandbytes"}}}}, "config.unsupported",
            "quantization_config/quant_method");
        row({{"quantization_config", 8}}, "config.value", "quantization_config");
        row({{"vision_config", {{"depth", 2}}}}, "config.unsupported", "vision_config");
        row({{"hc_mult", 4}}, "config.unsupported", "hc_mult");
        row({{"hidden_act", "gelu"}}, "config.unsupported", "hidden_act");
        row({{"hidden_size", nullptr}}, "config.missing", "hidden_size");
        row({{"vocab_size", nullptr}}, "config.missing", "vocab_size");
        row({{"num_hidden_layers", "2"}}, "config.value", "num_hidden_layers");
        row({{"num_hidden_layers", 0}}, "config.value", "num_hidden_layers");
        row({{"num_hidden_layers", -1}}, "config.value", "num_hidden_layers");
        row({{"num_hidden_layers", 10001}}, "config.value", "num_hidden_layers");
        row({{"num_hidden_layers", 18446744073709551615ULL}}, "config.value", "num_hidden_layers");
        row({{"hidden_size", 64.5}}, "config.value", "hidden_size");
        row({{"hidden_size", 1e308}}, "config.value", "hidden_size");
        row({{"vocab_size", {1, 2}}}, "config.value", "vocab_size");
        row({{"hidden_size", 60}}, "config.value", "hidden_size");
        row({{"hidden_size", 800'000}}, "config.value", "num_attention_heads");
        row({{"num_key_value_heads", 3}}, "config.value", "num_key_value_heads");
        row({{"num_key_value_heads", 16}}, "config.value", "num_key_value_heads");
        row({{"num_attention_heads", 10000}, {"head_dim", 10000}, {"num_key_value_heads", 1}},
            "config.value", "num_attention_heads");
        row({{"tie_word_embeddings", "yes"}}, "config.value", "tie_word_embeddings");
    }

    void refuses() {
        QFETCH(QByteArray, change);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, field);
        const auto entry = imported(smallLlama(nlohmann::json::parse(change.toStdString())));
        QVERIFY(!entry.has_value());
        const Diagnostic& found = entry.error().front();
        QCOMPARE(found.code, code.toStdString());
        QCOMPARE(found.place, "small.config.json#/" + field.toStdString());
        QVERIFY2(found.text.plain().starts_with("found "), found.text.plain().c_str());
    }

    void saysOnlyTheCause_data() {
        using nlohmann::json;
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const json& change, const char* field) {
            QTest::addRow("%s", change.dump().c_str())
                << QByteArray::fromStdString(change.dump()) << QByteArray(field);
        };
        for (const json& wrong : {json("8192"), json(-1), json(true), json(nullptr)}) {
            row({{"hidden_size", wrong}}, "hidden_size");
            row({{"num_attention_heads", wrong}}, "num_attention_heads");
        }
        row({{"num_key_value_heads", "2"}}, "num_key_value_heads");
        row({{"num_hidden_layers", "2"}, {"layer_types", {"full_attention", "full_attention"}}},
            "num_hidden_layers");
    }

    void saysOnlyTheCause() {
        QFETCH(QByteArray, change);
        QFETCH(QByteArray, field);
        const auto entry = imported(smallLlama(nlohmann::json::parse(change.toStdString())));
        QVERIFY(!entry.has_value());
        QVERIFY2(entry.error().size() == 1, allLines(entry.error()).c_str());
        QCOMPARE(entry.error().front().place, "small.config.json#/" + field.toStdString());
    }

    void namesEveryFaultAtOnce() {
        const auto entry = imported(smallLlama({{"vocab_size", 0}, {"num_hidden_layers", -3}}));
        QCOMPARE(entry.error().size(), std::size_t{2});
    }

    void refusesWhatIsNoModel_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("empty") << QByteArray("") << QByteArray("config.not_json");
        QTest::newRow("truncated")
            << QByteArray("{\"architectures\": [\"Llama") << QByteArray("config.not_json");
        QTest::newRow("list") << QByteArray("[1, 2]") << QByteArray("config.not_a_model");
        QTest::newRow("number") << QByteArray("3") << QByteArray("config.not_a_model");
        QTest::newRow("null") << QByteArray("null") << QByteArray("config.not_a_model");
        QTest::newRow("empty object") << QByteArray("{}") << QByteArray("config.not_a_model");
        QTest::newRow("quantisation file")
            << QByteArray(R"({"producer": {"name": "modelopt"}, "quantization": {}})")
            << QByteArray("config.quantization_alone");
    }

    void refusesWhatIsNoModel() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, code);
        const auto entry = importHuggingFaceConfig(text.toStdString(), "x.json");
        QVERIFY(!entry.has_value());
        QCOMPARE(entry.error().front().code, code.toStdString());
        QCOMPARE(entry.error().front().place, std::string("x.json"));
    }

    void truncatedAnywhereIsRefused() {
        const std::string whole = content("meta-llama--Meta-Llama-3.1-8B.config.json");
        const std::size_t end = whole.find_last_of('}');
        for (std::size_t length = 0; length < end; ++length) {
            const auto entry = importHuggingFaceConfig(whole.substr(0, length), "x.json");
            QVERIFY(!entry.has_value());
            QCOMPARE(entry.error().front().code, std::string("config.not_json"));
        }
    }

    void namesAFileThatIsOnlyCalledConfig() {
        const std::string text = smallLlama().dump();
        QCOMPARE(importHuggingFaceConfig(text, "config.json")->entry.id, std::string("llama"));
        QCOMPARE(importHuggingFaceConfig(text, "My Model/config.json")->entry.id,
                 std::string("my-model"));
        const std::string named = smallLlama({{"_name_or_path", "meta/Tiny-Llama/"}}).dump();
        QCOMPARE(importHuggingFaceConfig(named, "config.json")->entry.id,
                 std::string("tiny-llama"));
    }
};

QTEST_GUILESS_MAIN(HuggingFaceConfigTest)
#include "hugging_face_config_test.moc"
