// How published files say that weights are quantised.
#include "core/interchange/hugging_face_config.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace roofplan;
using nlohmann::json;

namespace {

Expected<ImportedModel> withQuantization(const json& quantization) {
    const json config{{"architectures", {"LlamaForCausalLM"}},
                      {"model_type", "llama"},
                      {"hidden_size", 64},
                      {"intermediate_size", 160},
                      {"num_attention_heads", 8},
                      {"num_key_value_heads", 2},
                      {"num_hidden_layers", 2},
                      {"vocab_size", 1000},
                      {"quantization_config", quantization}};
    return importHuggingFaceConfig(config.dump(), "x.json");
}

json group(const json& weights, const json& targets = {"Linear"}) {
    return {{"weights", weights}, {"targets", targets}};
}

} // namespace

class QuantizationConfigTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void reads_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("format");
        QTest::addColumn<int>("group");
        QTest::addColumn<QByteArray>("cache");
        const auto row = [](const json& text, const char* format, int size,
                            const char* cache = "") {
            QTest::newRow(text.dump().substr(0, 200).c_str())
                << QByteArray::fromStdString(text.dump()) << QByteArray(format) << size
                << QByteArray(cache);
        };
        row({{"quant_method", "fp8"}, {"weight_block_size", {128, 128}}}, "fp8", 16384);
        row({{"quant_method", "fp8"}}, "fp8", 0);
        row({{"quant_method", "mxfp4"}}, "mxfp4", 32);
        row({{"quant_method", "awq"}, {"bits", 4}, {"group_size", 128}}, "int4", 128);
        row({{"quant_method", "gptq"}, {"bits", 8}, {"group_size", -1}}, "int8", 0);
        row({{"quant_algo", "NVFP4"}, {"group_size", 16}, {"kv_cache_quant_algo", "FP8"}}, "nvfp4",
            16, "fp8");
        row({{"quant_algo", "MXFP8"}, {"kv_cache_quant_algo", nullptr}}, "mxfp8", 32);
        row({{"quant_algo", "FP8"}, {"kv_cache_scheme", "FP8"}}, "fp8", 0, "fp8");
        row({{"quant_method", "compressed-tensors"},
             {"config_groups",
              {{"group_0", group({{"num_bits", 8}, {"type", "float"}, {"strategy", "channel"}})}}},
             {"kv_cache_scheme", {{"num_bits", 8}, {"type", "int"}}}},
            "fp8", 0, "int8");
        row({{"quant_method", "compressed-tensors"},
             {"config_groups",
              {{"group_0", group({{"num_bits", 4}, {"type", "int"}, {"group_size", 64}})}}}},
            "int4", 64);
        row({{"quant_method", "compressed-tensors"},
             {"config_groups",
              {{"group_0", group({{"num_bits", 4}, {"type", "float"}, {"group_size", 32}})}}}},
            "mxfp4", 32);
        // Most modules say FP8, the routed experts NVFP4.
        row({{"quant_algo", "MIXED_PRECISION"},
             {"quantized_layers",
              {{"a", {{"quant_algo", "FP8"}}},
               {"b", {{"quant_algo", "FP8"}}},
               {"mlp.experts", {{"quant_algo", "NVFP4"}, {"group_size", 16}}}}}},
            "nvfp4", 16);
        row({{"quant_algo", "MIXED_PRECISION"},
             {"config_groups",
              {{"group_0", group({{"num_bits", 8}, {"type", "float"}}, {"a", "b", "c"})},
               {"group_1", group({{"num_bits", 4}, {"type", "float"}, {"group_size", 16}},
                                 {"mlp.experts"})}}}},
            "nvfp4", 16);
    }

    void reads() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, format);
        QFETCH(int, group);
        QFETCH(QByteArray, cache);
        const auto model = withQuantization(json::parse(text.toStdString()));
        QVERIFY2(model.has_value(), model ? "" : plainLine(model.error().front()).c_str());
        const Quantization& found = *model->entry.quantization;
        QVERIFY(found.weights == weightFormatFromKey(format.toStdString()));
        QCOMPARE(found.groupSize, group);
        QVERIFY(found.keyValueCache == precisionFromKey(cache.toStdString()));
    }

    void refuses_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const json& text, const char* field) {
            QTest::newRow(text.dump().c_str())
                << QByteArray::fromStdString(text.dump()) << QByteArray(field);
        };
        row({{"quant_method", "hqq"}}, "quant_method");
        row({{"quant_algo", "W2A2"}}, "quant_algo");
        row({{"quant_method", "gptq"}}, "bits");
        row({{"quant_method", "gptq"}, {"bits", 3}}, "bits");
        row({{"quant_method", "fp8"}, {"weight_block_size", {128}}}, "weight_block_size");
        row({{"quant_method", "fp8"}, {"weight_block_size", {-1, 2}}}, "weight_block_size/0");
        row({{"quant_algo", "FP8"}, {"kv_cache_scheme", "FP1"}}, "kv_cache_scheme");
        row({{"config_groups", {{"g", group({{"num_bits", 6}, {"type", "float"}})}}}},
            "config_groups/g/weights/num_bits");
        row({{"config_groups", {{"g", group({{"num_bits", 4}, {"type", "ternary"}})}}}},
            "config_groups/g/weights/type");
        row({{"config_groups", {{"g", 1}}}}, "config_groups/g");
    }

    void refuses() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, field);
        const auto model = withQuantization(json::parse(text.toStdString()));
        QVERIFY(!model.has_value());
        QCOMPARE(model.error().front().place, "x.json#/quantization_config/" + field.toStdString());
    }

    void saysWhichOfSeveralFormatsItTook() {
        const auto model = withQuantization({{"quant_algo", "MIXED_PRECISION"},
                                             {"quantized_layers",
                                              {{"a", {{"quant_algo", "FP8"}}},
                                               {"b", {{"quant_algo", "MXFP8"}}},
                                               {"c", {{"quant_algo", "FP8"}}}}}});
        QVERIFY(model->entry.quantization->weights == WeightFormat::Fp8);
        const Diagnostic& remark = model->assumptions.back();
        QCOMPARE(remark.place, std::string("x.json#/quantization_config/quantized_layers"));
        QVERIFY(remark.text.plain().find("FP8") != std::string::npos);
    }

    /// 4 bits and an 8-bit scale for 16: 4.5; for 32: 4.25; FP8 and an FP32 scale for 128 · 128.
    void countsBitsWithScales() {
        const auto bits = [](WeightFormat format, std::int64_t size) {
            return bitsPerWeight(
                {.weights = format, .groupSize = size, .keyValueCache = {}, .method = {}});
        };
        QCOMPARE(bits(WeightFormat::Bf16, 0), 16.0);
        QCOMPARE(bits(WeightFormat::Nvfp4, 16), 4.5);
        QCOMPARE(bits(WeightFormat::Mxfp4, 32), 4.25);
        QCOMPARE(bits(WeightFormat::Mxfp8, 32), 8.25);
        QCOMPARE(bits(WeightFormat::Int4, 32), 4.5);
        QCOMPARE(bits(WeightFormat::Fp8, 0), 8.0);
        QCOMPARE(bits(WeightFormat::Fp8, 16384), 8.0 + 32.0 / 16384.0);
        for (std::size_t i = 0; i < weightFormatNames.size(); ++i) {
            QVERIFY(weightFormatNames[i].format == static_cast<WeightFormat>(i));
        }
    }
};

QTEST_GUILESS_MAIN(QuantizationConfigTest)
#include "quantization_config_test.moc"
