// The importer on the configurations that owners of models published, against their parameters.
#include "core/architecture/parameter_count.h"
#include "core/base/text_file.h"
#include "core/interchange/hugging_face_config.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

using namespace roofplan;
namespace fs = std::filesystem;

namespace {

const fs::path folder = fs::path(ROOFPLAN_TEST_DATA_DIR) / "configs";

const nlohmann::json& rows() {
    static const nlohmann::json rows =
        nlohmann::json::parse(readTextFile(folder / "expected.json").value())["rows"];
    return rows;
}

Expected<ImportedModel> imported(const std::string& name) {
    return importHuggingFaceFile(folder / name, name);
}

std::string allLines(const Diagnostics& diagnostics) {
    std::string lines;
    for (const Diagnostic& diagnostic : diagnostics) {
        lines += diagnostic.code + " " + plainLine(diagnostic) + "\n";
    }
    return lines;
}

/// What the files leave to their classes.
const std::multimap<std::string, std::string> openFields{
    {"MiniMaxAI--MiniMax-M2.7.config.json", "num_mtp_modules"},
    {"nvidia--MiniMax-M2.5-NVFP4.config.json", "num_mtp_modules"},
    {"nvidia--MiniMax-M3-NVFP4.config.json", "text_config/num_mtp_modules"},
    {"nvidia--MiniMax-M3-NVFP4.config.json", "quantization_config/quantized_layers"},
    {"deepseek-ai--DeepSeek-V4-Flash.config.json", "expert_dtype"},
    {"meta-llama--Llama-4-Scout-17B-16E-Instruct.config.json", "text_config/tie_word_embeddings"},
    {"meta-llama--Llama-4-Scout-17B-16E-Instruct.config.json",
     "text_config/no_rope_layer_interval"},
    {"meta-llama--Llama-4-Scout-17B-16E-Instruct.config.json", "text_config/layer_types"},
    {"meta-llama--Llama-4-Scout-17B-16E-Instruct.config.json", "vision_config"},
    {"meta-llama--Meta-Llama-3.1-70B.config.json", "head_dim"},
    {"meta-llama--Meta-Llama-3.1-8B.config.json", "head_dim"},
    {"nvidia--Llama-3.1-70B-Instruct-FP8.config.json", "head_dim"},
    {"mistralai--Mixtral-8x7B-v0.1.config.json", "head_dim"},
    {"nvidia--Qwen3.6-35B-A3B-NVFP4.config.json", "quantization_config/quantized_layers"},
    {"nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-BF16.config.json", "moe_latent_size"},
    {"nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-BF16.config.json", "num_nextn_predict_layers"},
    {"nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-NVFP4.config.json", "moe_latent_size"},
    {"nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-NVFP4.config.json", "num_nextn_predict_layers"},
    {"openai--gpt-oss-120b.config.json", "quantization_config/group_size"},
    {"openai--gpt-oss-20b.config.json", "quantization_config/group_size"},
};

const Quantization fp8Blocks{
    .weights = WeightFormat::Fp8, .groupSize = 128 * 128, .keyValueCache = {}, .method = "fp8"};
const Quantization fp8Matrices{.weights = WeightFormat::Fp8,
                               .groupSize = 0,
                               .keyValueCache = Precision::Fp8,
                               .method = "modelopt"};
const Quantization nvfp4{.weights = WeightFormat::Nvfp4,
                         .groupSize = 16,
                         .keyValueCache = Precision::Fp8,
                         .method = "modelopt"};
const Quantization mxfp4{
    .weights = WeightFormat::Mxfp4, .groupSize = 32, .keyValueCache = {}, .method = "mxfp4"};

const std::map<std::string, Quantization> quantised{
    {"MiniMaxAI--MiniMax-M2.7.config.json", fp8Blocks},
    {"Qwen--Qwen3-235B-A22B-FP8.config.json", fp8Blocks},
    {"Qwen--Qwen3-32B-FP8-Static-PerTensor.config.json", fp8Matrices},
    {"deepseek-ai--DeepSeek-V3.config.json", fp8Blocks},
    {"deepseek-ai--DeepSeek-V4-Flash.config.json",
     {.weights = WeightFormat::Mxfp4, .groupSize = 32, .keyValueCache = {}, .method = "fp8"}},
    {"moonshotai--Kimi-K2-Instruct.config.json", fp8Blocks},
    {"moonshotai--Kimi-K2.5.config.json",
     {.weights = WeightFormat::Int4,
      .groupSize = 32,
      .keyValueCache = {},
      .method = "compressed-tensors"}},
    {"nvidia--Gemma-4-26B-A4B-NVFP4.config.json", nvfp4},
    {"nvidia--Gemma-4-31B-IT-NVFP4.config.json", nvfp4},
    {"nvidia--Kimi-K2.5-NVFP4.config.json", nvfp4},
    {"nvidia--Llama-3.1-70B-Instruct-FP8.config.json", fp8Matrices},
    {"nvidia--MiniMax-M2.5-NVFP4.config.json", nvfp4},
    {"nvidia--MiniMax-M3-NVFP4.config.json",
     {.weights = WeightFormat::Nvfp4, .groupSize = 16, .keyValueCache = {}, .method = "modelopt"}},
    {"nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-NVFP4.config.json", nvfp4},
    {"nvidia--Qwen3-235B-A22B-NVFP4.config.json", nvfp4},
    {"nvidia--Qwen3.5-397B-A17B-NVFP4.config.json", nvfp4},
    {"nvidia--Qwen3.6-35B-A3B-NVFP4.config.json", nvfp4},
    {"openai--gpt-oss-120b.config.json", mxfp4},
    {"openai--gpt-oss-20b.config.json", mxfp4},
};

bool isConfig(const fs::path& path) {
    return path.filename().string().ends_with(".config.json");
}

double relative(std::int64_t count, double published) {
    return std::abs(static_cast<double>(count) / published - 1.0);
}

} // namespace

class PublishedConfigsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void coversEveryFile() {
        std::set<std::string> known;
        for (const nlohmann::json& row : rows()) {
            known.insert(row["config"]);
        }
        std::size_t files = 0;
        for (const auto& entry : fs::directory_iterator(folder)) {
            if (isConfig(entry.path())) {
                ++files;
                QVERIFY2(known.contains(entry.path().filename()), entry.path().c_str());
            }
        }
        QCOMPARE(files, std::size_t{39});
        QCOMPARE(known.size(), files);
    }

    void countsExactly_data() { rowsAsData(); }

    void countsExactly() {
        QFETCH(int, row);
        const nlohmann::json& expected = rows()[static_cast<std::size_t>(row)];
        const auto model = imported(expected["config"]);
        QVERIFY2(model.has_value(), model ? "" : allLines(model.error()).c_str());
        const ParameterCount count = parameterCount(model->entry.transformer);
        QCOMPARE(count.total(), expected["total"].get<std::int64_t>());
        QCOMPARE(count.active(), expected["active"].get<std::int64_t>());
        QCOMPARE(count.activeWithoutInputEmbedding(),
                 expected["active_without_input_embedding"].get<std::int64_t>());
        QCOMPARE(count.activeWithoutEmbeddings(),
                 expected["active_without_embeddings"].get<std::int64_t>());
        QCOMPARE(count.multiTokenPrediction, expected["prediction"].get<std::int64_t>());
        QCOMPARE(count.multiTokenPredictionActive,
                 expected["prediction_active"].get<std::int64_t>());
        QCOMPARE(count.vision, expected["vision"].get<std::int64_t>());
    }

    void agreesWithWhatWasPublished_data() { rowsAsData(); }

    void agreesWithWhatWasPublished() {
        QFETCH(int, row);
        const nlohmann::json& expected = rows()[static_cast<std::size_t>(row)];
        if (expected.contains("reason")) {
            QVERIFY(!expected["reason"].get<std::string>().empty());
            return;
        }
        const auto model = imported(expected["config"]);
        const ParameterCount count = parameterCount(model->entry.transformer);
        QVERIFY(relative(count.total(), expected["published_total"]) < 0.01);
        const double active = expected["published_active"];
        QVERIFY(std::min({relative(count.active(), active),
                          relative(count.activeWithoutInputEmbedding(), active),
                          relative(count.activeWithoutEmbeddings(), active)}) < 0.01);
    }

    void saysWhatItAssumes_data() { rowsAsData(); }

    /// Exactly the fields that a file leaves open, and no warning about any that it holds.
    void saysWhatItAssumes() {
        QFETCH(int, row);
        const std::string name = rows()[static_cast<std::size_t>(row)]["config"];
        std::set<std::string> expected;
        const auto [first, last] = openFields.equal_range(name);
        for (auto field = first; field != last; ++field) {
            expected.insert(name + "#/" + field->second);
        }
        std::set<std::string> found;
        const Diagnostics assumptions = imported(name).value().assumptions;
        for (const Diagnostic& remark : assumptions) {
            QVERIFY2(remark.severity == Severity::Info, plainLine(remark).c_str());
            QCOMPARE(remark.code, std::string("config.assumed"));
            found.insert(remark.place);
        }
        QVERIFY2(found == expected, allLines(assumptions).c_str());
    }

    void readsTheQuantisation_data() { rowsAsData(); }

    void readsTheQuantisation() {
        QFETCH(int, row);
        const std::string name = rows()[static_cast<std::size_t>(row)]["config"];
        const auto expected = quantised.find(name);
        const std::optional<Quantization> found = imported(name).value().entry.quantization;
        QCOMPARE(found.has_value(), expected != quantised.end());
        QVERIFY(!found || *found == expected->second);
    }

    void takesTheQuantisationThatLiesBeside() {
        const std::string name = "nvidia--Qwen3-235B-A22B-NVFP4.config.json";
        const auto alone = importHuggingFaceConfig(readTextFile(folder / name).value(), name);
        QVERIFY(alone && !alone->entry.quantization);
        QVERIFY(imported(name)->entry.quantization.has_value());
    }

    void refusesAQuantisationAlone_data() {
        QTest::addColumn<QByteArray>("file");
        for (const auto& entry : fs::directory_iterator(folder)) {
            const std::string name = entry.path().filename();
            if (name.ends_with("hf_quant_config.json")) {
                QTest::newRow(name.c_str()) << QByteArray::fromStdString(name);
            }
        }
    }

    void refusesAQuantisationAlone() {
        QFETCH(QByteArray, file);
        const auto model = imported(file.toStdString());
        QVERIFY(!model.has_value());
        QCOMPARE(model.error().size(), std::size_t{1});
        QCOMPARE(model.error().front().code, std::string("config.quantization_alone"));
        QCOMPARE(model.error().front().place, file.toStdString());
        QVERIFY(model.error().front().text.plain().find("config.json is needed") !=
                std::string::npos);
    }

private:
    static void rowsAsData() {
        QTest::addColumn<int>("row");
        for (std::size_t i = 0; i < rows().size(); ++i) {
            QTest::newRow(rows()[i]["config"].get<std::string>().c_str()) << static_cast<int>(i);
        }
    }
};

QTEST_GUILESS_MAIN(PublishedConfigsTest)
#include "published_configs_test.moc"
