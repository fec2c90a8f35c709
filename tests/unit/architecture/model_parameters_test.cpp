// Published models of every kind against an independent count of their configurations, part by part
// (tests/data/architecture/parameter-counts.json, source in tests/data/NOTICE).
#include "core/architecture/parameter_count.h"
#include "tests/unit/architecture/hybrid_samples.h"
#include "tests/unit/architecture/latent_samples.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <fstream>
#include <map>

using namespace roofplan;
using nlohmann::json;

namespace {

const std::map<std::string, Transformer>& models() {
    using namespace samples;
    static const std::map<std::string, Transformer> all{
        {"Qwen/Qwen3-0.6B", qwen3Dense(1024, 28, 16, 3072, true)},
        {"Qwen/Qwen3-1.7B", qwen3Dense(2048, 28, 16, 6144, true)},
        {"Qwen/Qwen3-32B", qwen3Dense(5120, 64, 64, 25600, false)},
        {"Qwen/Qwen3-VL-2B-Instruct", qwen3Dense(2048, 28, 16, 6144, true, 406'957'056)},
        {"Qwen/Qwen3-VL-4B-Instruct", qwen3Dense(2560, 36, 32, 9728, true, 415'347'712)},
        {"Qwen/Qwen3-VL-8B-Instruct", qwen3Dense(4096, 36, 32, 12288, false, 576'388'336)},
        {"Qwen/Qwen3-VL-32B-Instruct", qwen3Dense(5120, 64, 64, 25600, false, 595'266'800)},
        {"Qwen/Qwen3-30B-A3B", qwen3Of30B()},
        {"Qwen/Qwen3-235B-A22B", qwen3Of235B()},
        {"Qwen/Qwen3-VL-235B-A22B-Instruct", qwen3Of235B(576'388'336)},
        {"Qwen/Qwen3.5-27B", qwen35Of27B()},
        {"Qwen/Qwen3.5-35B-A3B", qwen35Of35B()},
        {"nvidia/Qwen3.5-397B-A17B-NVFP4", qwen35Of397B()},
        {"XiaomiMiMo/MiMo-7B-Base", mimo()},
        {"MiniMaxAI/MiniMax-M2.7", miniMaxM2()},
        {"nvidia/MiniMax-M3-NVFP4", miniMaxM3()},
        {"deepseek-ai/DeepSeek-V3", deepSeekV3()},
        {"deepseek-ai/DeepSeek-V4-Flash", deepSeekV4Flash()},
        {"moonshotai/Kimi-K2-Instruct", kimiK2()},
        {"moonshotai/Kimi-K2.5", kimiK2(471'143'920)},
        {"zai-org/GLM-5", glm5()},
        {"google/gemma-4-26B-A4B", gemma4Of26B()},
        {"nvidia/Gemma-4-31B-IT-NVFP4", gemma4Of31B()},
        {"meta-llama/Llama-4-Scout-17B-16E-Instruct", llama4Scout()},
        {"meta-llama/Meta-Llama-3.1-8B", llama31Of8B()},
        {"meta-llama/Meta-Llama-3.1-70B", llama31Of70B()},
        {"mistralai/Mixtral-8x7B-v0.1", mixtral()},
        {"nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16", nemotron3Nano()},
        {"openai/gpt-oss-20b", gptOssOf20B()},
        {"openai/gpt-oss-120b", gptOssOf120B()},
    };
    return all;
}

json published() {
    std::ifstream file(ROOFPLAN_TEST_DATA_DIR "/architecture/parameter-counts.json");
    return json::parse(file);
}

} // namespace

class ModelParametersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void everyModelIsHeldAgainstItsCount() { QCOMPARE(published().size(), models().size()); }

    void equalsTheCountOfTheModel_data() {
        QTest::addColumn<QByteArray>("row");
        for (const json& row : published()) {
            QTest::newRow(row.at("model").get<std::string>().c_str())
                << QByteArray::fromStdString(row.dump());
        }
    }

    void equalsTheCountOfTheModel() {
        QFETCH(QByteArray, row);
        const json expected = json::parse(row.toStdString());
        const auto number = [&expected](const char* key) { return expected.at(key).get<qint64>(); };
        const auto part = [&expected](const char* key) {
            return expected.at("parts").value(key, qint64{0});
        };
        const ParameterCount count = parameterCount(models().at(expected.at("model")));
        QCOMPARE(qint64{count.embedding}, part("embedding"));
        QCOMPARE(qint64{count.lmHead}, part("lm_head"));
        QCOMPARE(qint64{count.layers.tokenMixer}, part("token_mixers"));
        QCOMPARE(qint64{count.layers.indexer}, part("indexers"));
        QCOMPARE(qint64{count.layers.dense}, part("dense"));
        QCOMPARE(qint64{count.layers.router}, part("routers"));
        QCOMPARE(qint64{count.layers.routedExperts}, part("routed_experts"));
        QCOMPARE(qint64{count.layers.sharedExperts}, part("shared_experts"));
        QCOMPARE(qint64{count.layers.norms}, part("norms"));
        QCOMPARE(qint64{count.layers.hyperConnections}, part("hyper_connections"));
        QCOMPARE(qint64{count.total()}, number("total"));
        QCOMPARE(qint64{count.active()}, number("active"));
        QCOMPARE(qint64{count.activeWithoutInputEmbedding()},
                 number("active_without_input_embedding"));
        QCOMPARE(qint64{count.activeWithoutEmbeddings()}, number("active_without_embeddings"));
        QCOMPARE(qint64{count.multiTokenPrediction}, number("mtp"));
        QCOMPARE(qint64{count.multiTokenPredictionActive}, number("mtp_active"));
        QCOMPARE(qint64{count.vision}, number("vision"));
        QCOMPARE(qint64{count.all()}, number("all"));
    }
};

QTEST_GUILESS_MAIN(ModelParametersTest)
#include "model_parameters_test.moc"
