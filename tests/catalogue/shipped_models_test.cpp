// The shipped models against the parameters that were published of them.
#include "core/architecture/parameter_count.h"
#include "tests/support/shipped.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

using namespace roofplan;

namespace {

struct Published {
    std::string_view id;
    double billions; ///< parameters of the language model, as printed
    std::string_view source;
    std::string_view reason; ///< why the count is more than 1 % from it
};

constexpr std::string_view roundedName = "the figure is a rounded name";
constexpr std::string_view hub = "model size on the model's Hugging Face page";

constexpr auto published = std::to_array<Published>({
    {"deepseek-v2", 236.0, "arXiv 2405.04434, abstract", ""},
    {"deepseek-v2-lite", 15.7, "arXiv 2405.04434, appendix B.1", ""},
    {"deepseek-v3", 671.0, "arXiv 2412.19437, abstract", ""},
    {"deepseek-v4-flash", 284.0, "release summary at besthub.dev/articles/deepseek-v4-unveiled…",
     ""},
    {"gemma-4-26b-a4b", 25.2,
     "Gemma 4 model card, as quoted at andysmith.ai/wiki/gemma-4-model-card", ""},
    {"gemma-4-31b", 30.7, "Gemma 4 model card, as quoted at andysmith.ai/wiki/gemma-4-model-card",
     ""},
    {"glm-4.5", 355.0, "arXiv 2508.06471, table 1", ""},
    {"glm-5", 744.0, "README of github.com/zai-org/GLM-5", ""},
    {"gpt-oss-120b", 116.83, "arXiv 2508.10925, table 1", ""},
    {"gpt-oss-20b", 20.91, "arXiv 2508.10925, table 1", ""},
    {"gpt3-175b", 175.0, "arXiv 2205.05198, table 3", ""},
    {"grok-1", 314.0, "x.ai/blog/grok-os", ""},
    {"kimi-k2", 1040.0, "arXiv 2507.20534, table 2",
     "all 61 layers counted as experts make 1,043 B; the first is dense"},
    {"kimi-k2.5", 1000.0, "developer.nvidia.com/blog/build-with-kimi-k2-5…", roundedName},
    {"llama-2-13b", 13.0, "arXiv 2302.13971, table 2, of the same shape", ""},
    {"llama-2-70b", 69.0, hub, ""},
    {"llama-2-7b", 6.7, "arXiv 2302.13971, table 2, of the same shape", ""},
    {"llama-3-70b", 70.6, hub, ""},
    {"llama-3-8b", 8.03, hub, ""},
    {"llama-3.1-405b", 405.0, "arXiv 2407.21783, abstract", ""},
    {"llama-3.1-70b", 70.6, hub, ""},
    {"llama-3.1-8b", 8.03, hub, ""},
    {"llama-4-maverick", 400.0,
     "Llama 4 model card, as quoted at royfactory.net/posts/ai/202512/meta-llama4…", ""},
    {"llama-4-scout", 109.0,
     "Llama 4 model card, as quoted at royfactory.net/posts/ai/202512/meta-llama4…",
     "the figure is with the vision tower, which is 0.87 B"},
    {"megatron-1t", 1008.0, "arXiv 2205.05198, table 3", ""},
    {"megatron-22b", 22.0, "arXiv 2205.05198, table 3", ""},
    {"mimo-7b", 7.0, "README of github.com/XiaomiMiMo/MiMo", "7B is the name of the series"},
    {"minimax-m2.7", 230.0, "docs.vllm.ai/projects/recipes, MiniMax-M2 series", ""},
    {"minimax-m3", 428.0, "MiniMax-M3 card, as quoted at inference.readthedocs.io", ""},
    {"mistral-7b", 7.24, hub, ""},
    {"mixtral-8x22b", 141.0, "mistral.ai/news/mixtral-8x22b", ""},
    {"mixtral-8x7b", 46.7, "mistral.ai/news/mixtral-of-experts", ""},
    {"nemotron-3-nano-30b-a3b", 31.6,
     "NVIDIA's report, as quoted at open-source-ai.tech/models/nemotron-3-nano", ""},
    {"nemotron-3-super-120b-a12b", 120.0,
     "model card of nvidia/NVIDIA-Nemotron-3-Super-120B-A12B-BF16", ""},
    {"nemotron-4-15b", 15.7, "arXiv 2402.16819, table 1: 3.2 B of embeddings, 12.5 B others", ""},
    {"nemotron-4-340b", 341.0, "arXiv 2406.11704, table 1: 9.4 B of embeddings, 331.6 B others",
     ""},
    {"qwen2.5-72b", 72.7, "model card of Qwen/Qwen2.5-72B", ""},
    {"qwen3-0.6b", 0.6, "model card of Qwen/Qwen3-0.6B", ""},
    {"qwen3-1.7b", 1.7, "model card of Qwen/Qwen3-1.7B", roundedName},
    {"qwen3-14b", 14.8, "model card of Qwen/Qwen3-14B", ""},
    {"qwen3-235b-a22b", 235.0, "model card of Qwen/Qwen3-235B-A22B", ""},
    {"qwen3-30b-a3b", 30.5, "model card of Qwen/Qwen3-30B-A3B", ""},
    {"qwen3-32b", 32.8, "model card of Qwen/Qwen3-32B", ""},
    {"qwen3-4b", 4.0, "model card of Qwen/Qwen3-4B", ""},
    {"qwen3-8b", 8.2, "model card of Qwen/Qwen3-8B", ""},
    {"qwen3-next-80b-a3b", 80.0, "model card of Qwen/Qwen3-Next-80B-A3B-Thinking", ""},
    {"qwen3-vl-235b-a22b", 235.0, "vercel.com/ai-gateway/models/qwen3-vl-235b-a22b-instruct", ""},
    {"qwen3.5-27b", 27.0, "Megatron-Bridge documentation, docs/models/qwen/qwen35-vl.md", ""},
    {"qwen3.5-35b-a3b", 35.0, "Megatron-Bridge documentation, docs/models/qwen/qwen35-vl.md", ""},
    {"qwen3.5-397b-a17b", 397.0, "Megatron-Bridge documentation, docs/models/qwen/qwen35-vl.md",
     ""},
    {"turing-530b", 530.0, "arXiv 2205.05198, table 3", ""},
});

} // namespace

class ShippedModelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void countsWhatWasPublished_data() {
        QTest::addColumn<int>("row");
        for (std::size_t i = 0; i < published.size(); ++i) {
            QTest::newRow(std::string(published[i].id).c_str()) << static_cast<int>(i);
        }
    }

    void countsWhatWasPublished() {
        QFETCH(int, row);
        const Published& expected = published[static_cast<std::size_t>(row)];
        const ModelEntry* const model = findEntry(m_catalogue.models, expected.id);
        QVERIFY(model != nullptr);
        const double total = static_cast<double>(parameterCount(model->transformer).total()) / 1e9;
        const double difference = total / expected.billions - 1.0;
        // A reason stands exactly where it is needed.
        QVERIFY2((std::abs(difference) < 0.01) == expected.reason.empty(),
                 qPrintable(QStringLiteral("%1 B, %2 %").arg(total).arg(100.0 * difference)));
        QVERIFY(std::abs(difference) < 0.1);
    }

    void knowsWhatWasPublishedOfEach() {
        for (const ModelEntry& model : m_catalogue.models) {
            QVERIFY2(std::ranges::find(published, model.id, &Published::id) != published.end(),
                     model.id.c_str());
        }
    }

    void saysWhereEachIsFrom() {
        for (const ModelEntry& model : m_catalogue.models) {
            QVERIFY2(model.source.url.starts_with("https://"), model.id.c_str());
            QVERIFY2(!model.source.title.empty() && !model.source.date.empty(), model.id.c_str());
            QVERIFY2(model.origin.empty(), model.id.c_str());
        }
    }

    /// Those that their owners published in a narrow format, and no others.
    void keepsTheFormatOfTheWeights() {
        std::set<std::string> narrow;
        for (const ModelEntry& model : m_catalogue.models) {
            if (model.quantization) {
                narrow.insert(model.id);
            }
        }
        const std::set<std::string> expected{"deepseek-v3", "deepseek-v4-flash", "gpt-oss-120b",
                                             "gpt-oss-20b", "kimi-k2",           "kimi-k2.5",
                                             "minimax-m2.7"};
        QVERIFY(narrow == expected);
        QVERIFY(findEntry(m_catalogue.models, "gpt-oss-20b")->quantization->weights ==
                WeightFormat::Mxfp4);
    }

private:
    Catalogue m_catalogue = test::shippedCatalogue();
};

QTEST_GUILESS_MAIN(ShippedModelsTest)
#include "shipped_models_test.moc"
