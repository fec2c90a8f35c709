// Configurations that are wrong in every way: a message that names the file and the place, never a
// crash, never a number that does not fit.
#include "core/architecture/parameter_count.h"
#include "core/base/text_file.h"
#include "core/catalogue/model_json.h"
#include "core/interchange/hugging_face_config.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <limits>

using namespace roofplan;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path folder = fs::path(ROOFPLAN_TEST_DATA_DIR) / "configs";

/// One of each family, and of each way to write down a quantisation.
const std::vector<std::string> files{
    "MiniMaxAI--MiniMax-M2.7.config.json",
    "Qwen--Qwen3-30B-A3B.config.json",
    "Qwen--Qwen3-32B-FP8-Static-PerTensor.config.json",
    "Qwen--Qwen3-VL-2B-Instruct.config.json",
    "Qwen--Qwen3.5-27B.config.json",
    "XiaomiMiMo--MiMo-7B-Base.config.json",
    "deepseek-ai--DeepSeek-V3.config.json",
    "deepseek-ai--DeepSeek-V4-Flash.config.json",
    "google--gemma-4-26B-A4B.config.json",
    "meta-llama--Llama-4-Scout-17B-16E-Instruct.config.json",
    "meta-llama--Meta-Llama-3.1-8B.config.json",
    "mistralai--Mixtral-8x7B-v0.1.config.json",
    "moonshotai--Kimi-K2.5.config.json",
    "nvidia--MiniMax-M3-NVFP4.config.json",
    "nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-BF16.config.json",
    "openai--gpt-oss-20b.config.json",
    "zai-org--GLM-5.config.json",
};

/// Each in the place of each value of each file.
std::vector<json> strangeValues() {
    return {nullptr,
            true,
            false,
            0,
            1,
            3,
            -1,
            2.5,
            1e308,
            std::numeric_limits<std::int64_t>::max(),
            std::numeric_limits<std::int64_t>::min(),
            std::numeric_limits<std::uint64_t>::max(),
            9'999'999,
            "",
            "full_attention",
            "M*E-",
            json::array(),
            json::object(),
            json::array({-1}),
            json::array({0, 1, 2, 3}),
            json::array({"full_attention", 7}),
            json::array({json::array({nullptr})}),
            json::object({{"weights", 4}, {"num_bits", 4}})};
}

/// Empty when the outcome is a model with sensible numbers that can be written and read, or errors
/// that name file and place.
std::string complaint(const std::string& text) {
    const auto model = importHuggingFaceConfig(text, "x.json");
    if (!model) {
        for (const Diagnostic& error : model.error()) {
            const bool placed = error.place.starts_with("x.json");
            const bool coded = error.code.starts_with("config.");
            if (!placed || !coded || error.text.plain().empty() ||
                error.severity != Severity::Error) {
                return "a poor message: " + error.code + " " + plainLine(error);
            }
        }
        return model.error().empty() ? "an error without a message" : "";
    }
    const Transformer& transformer = model->entry.transformer;
    const auto inRange = [&](std::uint16_t kind) { return kind < transformer.layerKinds.size(); };
    if (transformer.layers.empty() || !std::ranges::all_of(transformer.layers, inRange)) {
        return "layers of no kind";
    }
    const ParameterCount count = parameterCount(transformer);
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 2;
    const bool sensible = count.total() > 0 && count.active() > 0 && count.total() < most &&
                          count.active() <= count.total() && count.vision >= 0 &&
                          count.vision < most && count.multiTokenPrediction >= 0 &&
                          count.multiTokenPrediction < most;
    if (!sensible) {
        return "parameters out of range: " + std::to_string(count.total());
    }
    const auto again = modelFromJson(json::parse(modelToJson(model->entry).dump()), "y#");
    return !again                   ? "not readable again: " + plainLine(again.error().front())
           : *again == model->entry ? ""
                                    : "another model when read again";
}

/// Visits every value of `config` down to two levels of objects.
void visitValues(json& config, int depth, const std::function<void(json&)>& visit) {
    for (auto& item : config.items()) {
        if (item.value().is_object() && depth > 0) {
            visitValues(item.value(), depth - 1, visit);
        }
        visit(item.value());
    }
}

void filesAsData() {
    QTest::addColumn<QByteArray>("file");
    for (const std::string& file : files) {
        QTest::newRow(file.c_str()) << QByteArray::fromStdString(file);
    }
}

std::string content(const QByteArray& file) {
    return readTextFile(folder / file.toStdString()).value();
}

} // namespace

class HostileConfigTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void survivesEveryValueInEveryPlace_data() { filesAsData(); }

    void survivesEveryValueInEveryPlace() {
        QFETCH(QByteArray, file);
        json config = json::parse(content(file));
        const std::vector<json> values = strangeValues();
        visitValues(config, 3, [&](json& place) {
            const json kept = place;
            for (const json& value : values) {
                place = value;
                const std::string wrong = complaint(config.dump());
                QVERIFY2(wrong.empty(), (wrong + " with " + value.dump()).c_str());
            }
            place = kept;
        });
    }

    void survivesEveryMissingField_data() { filesAsData(); }

    void survivesEveryMissingField() {
        QFETCH(QByteArray, file);
        const json config = json::parse(content(file));
        for (const char* part : {"", "text_config", "vision_config", "quantization_config"}) {
            const bool top = std::string_view(part).empty();
            if (!top && !config.contains(part)) {
                continue;
            }
            for (const auto& item : (top ? config : config[part]).items()) {
                json changed = config;
                (top ? changed : changed[part]).erase(item.key());
                const std::string wrong = complaint(changed.dump());
                QVERIFY2(wrong.empty(), (wrong + " without " + item.key()).c_str());
            }
        }
    }

    void refusesEveryTruncation_data() { filesAsData(); }

    void refusesEveryTruncation() {
        QFETCH(QByteArray, file);
        const std::string whole = content(file);
        const std::size_t end = whole.find_last_of('}');
        for (std::size_t length = 0; length < end; length += 1 + length / 16) {
            const auto model = importHuggingFaceConfig(whole.substr(0, length), "x.json");
            QVERIFY(!model.has_value());
            QCOMPARE(model.error().front().code, std::string("config.not_json"));
            QCOMPARE(model.error().front().place, std::string("x.json"));
        }
    }

    /// Sizes as large as each may be, and as many experts: too many parameters for 63 bits.
    void refusesWhatCannotBeCounted_data() { filesAsData(); }

    void refusesWhatCannotBeCounted() {
        QFETCH(QByteArray, file);
        json config = json::parse(content(file));
        json& text = config.contains("text_config") ? config["text_config"] : config;
        text["hidden_size"] = 1'000'000;
        text["num_hidden_layers"] =
            text.contains("layer_types") ? text["num_hidden_layers"] : json(10'000);
        bool experts = false;
        for (const char* key : {"num_local_experts", "num_experts", "n_routed_experts"}) {
            if (text.contains(key) && text[key].is_number()) {
                text[key] = 100'000;
                experts = true;
            }
        }
        for (const char* key : {"intermediate_size", "moe_intermediate_size"}) {
            if (text.contains(key)) {
                text[key] = 10'000'000;
            }
        }
        QCOMPARE(complaint(config.dump()), std::string());
        const auto model = importHuggingFaceConfig(config.dump(), "x.json");
        if (experts) {
            QVERIFY(!model);
            QCOMPARE(model.error().front().code, std::string("config.value"));
        }
    }

    void survivesStrangeTexts_data() {
        QTest::addColumn<QByteArray>("text");
        const QByteArray deep(1'000'000, '[');
        QTest::newRow("nesting") << deep;
        QTest::newRow("closed nesting") << deep + QByteArray(1'000'000, ']');
        QTest::newRow("nesting in a field")
            << R"({"architectures": ["LlamaForCausalLM"], "hidden_size": )" + deep +
                   QByteArray(1'000'000, ']') + "}";
        QTest::newRow("nested objects")
            << QByteArray(R"({"text_config":)").repeated(100'000) + "1" + QByteArray(100'000, '}');
        QTest::newRow("zero byte") << QByteArray("{\"architectures\": [\"Llama\0\"]}", 30);
        QTest::newRow("beyond every number")
            << QByteArray(R"({"architectures": ["LlamaForCausalLM"], "hidden_size": 1e999})");
        QTest::newRow("not a number")
            << QByteArray(R"({"architectures": ["LlamaForCausalLM"], "hidden_size": NaN})");
        QTest::newRow("key that stands twice")
            << QByteArray(R"({"architectures": ["LlamaForCausalLM"], "hidden_size": 1,
                              "hidden_size": 2})");
        QTest::newRow("not UTF-8") << QByteArray("{\"architectures\": [\"\xff\xfe\"]}");
        QTest::newRow("other language") << QByteArray("{'architectures': ['LlamaForCausalLM']}");
        QTest::newRow("commands") << QByteArray("{\"architectures\": [\"\\u001b[2J\\u0000\"]}");
        QTest::newRow("endless name")
            << QByteArray("{\"architectures\": [\"") + QByteArray(1'000'000, 'x') + "\"]}";
    }

    void survivesStrangeTexts() {
        QFETCH(QByteArray, text);
        const auto model = importHuggingFaceConfig(text.toStdString(), "x.json");
        QVERIFY(!model.has_value());
        QCOMPARE(complaint(text.toStdString()), std::string());
        QVERIFY(model.error().front().text.plain().size() < 2'000);
    }

    void refusesListsOfAnotherLength_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("pointer");
        const auto row = [](const char* file, const char* pointer) {
            QTest::newRow(pointer) << QByteArray(file) << QByteArray(pointer);
        };
        row("Qwen--Qwen3.5-27B.config.json", "/text_config/layer_types");
        row("google--gemma-4-26B-A4B.config.json", "/text_config/layer_types");
        row("openai--gpt-oss-20b.config.json", "/layer_types");
        row("MiniMaxAI--MiniMax-M2.7.config.json", "/attn_type_list");
        row("nvidia--MiniMax-M3-NVFP4.config.json", "/text_config/moe_layer_freq");
        row("nvidia--MiniMax-M3-NVFP4.config.json",
            "/text_config/sparse_attention_config/sparse_attention_freq");
        row("deepseek-ai--DeepSeek-V4-Flash.config.json", "/compress_ratios");
    }

    void refusesListsOfAnotherLength() {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, pointer);
        const json config = json::parse(content(file));
        const json::json_pointer place(pointer.toStdString());
        for (const bool longer : {false, true}) {
            json changed = config;
            json& list = changed[place];
            const json last = list.back();
            for (int i = 0; i < 3; ++i) {
                if (longer) {
                    list.push_back(last);
                } else {
                    list.erase(list.size() - 1);
                }
            }
            const auto model = importHuggingFaceConfig(changed.dump(), "x.json");
            QVERIFY(!model.has_value());
            QCOMPARE(model.error().size(), std::size_t{1});
            QCOMPARE(model.error().front().place, "x.json#" + pointer.toStdString());
            QVERIFY(model.error().front().text.plain().find(std::to_string(list.size())) !=
                    std::string::npos);
        }
    }

    void refusesAStrangeQuantisationBeside_data() {
        QTest::addColumn<QByteArray>("text");
        for (
            const char* text :
            {"", "[]", "{}", R"({"quantization": 3})", R"({"quantization": {}})",
             R"({"quantization": {"quant_algo": "W1A1"}})",
             R"({"quantization": {"quant_algo": "FP8", "kv_cache_quant_algo": "W1"}})",
             R"({"quantization": {"quant_algo": "NVFP4", "group_size": -5}})",
             R"({"quantization": {"quant_algo": "MIXED_PRECISION"}})",
             R"({"quantization": {"quant_algo": "MIXED_PRECISION", "quantized_layers": {"a": 1}}})"}) {
            QTest::newRow(text) << QByteArray(text);
        }
    }

    void refusesAStrangeQuantisationBeside() {
        QFETCH(QByteArray, text);
        const auto model = importHuggingFaceConfig(
            content("meta-llama--Meta-Llama-3.1-8B.config.json"), "x.json",
            QuantizationFile{.text = text.toStdString(), .name = "hf_quant_config.json"});
        QVERIFY(!model.has_value());
        for (const Diagnostic& error : model.error()) {
            QVERIFY2(error.place.starts_with("hf_quant_config.json"), error.place.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(HostileConfigTest)
#include "hostile_config_test.moc"
