#include "core/report/catalogue_report.h"
#include "tests/unit/architecture/hybrid_samples.h"
#include "tests/unit/architecture/latent_samples.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace roofplan;

namespace {

ModelEntry entryOf(Transformer model) {
    return {.id = "m", .transformer = std::move(model), .source = {.title = "T", .date = "2026"}};
}

} // namespace

class ModelReportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void tellsEachPartOfAModel_data() {
        QTest::addColumn<Transformer>("model");
        QTest::addColumn<QStringList>("lines");
        const auto row = [](const Transformer& model, const QStringList& lines) {
            QTest::newRow(model.name.c_str()) << model << lines;
        };
        const auto line = [](const char* text) { return QString::fromUtf8(text); };
        row(samples::deepSeekV3(),
            {line("671026419200 (671 B)"), line("37552297472 (37.55 B)"),
             line("36625618432 (36.63 B)"), line("653908770816 (653.9 B)"),
             line("11610068224 (11.61 B), apart"),
             line("61 layers: 3 × MLA + dense, 58 × MLA + 256 experts (8 a token, 1 shared)"),
             line("MLA of 128 heads of 128 + 64, values of 128, query rank 1536, key/value rank "
                  "512; gated feed-forward of width 18432"),
             line("256 gated experts of width 2048, 8 a token, shared width 2048"),
             line("83.48 GFLOP forward, 250.4 GFLOP training, in sequences of 4096"),
             line("68.62 KiB a token in 16 bits")});
        row(samples::deepSeekV4Flash(),
            {line("hyper-connections"), line("33884439"), line("Residual streams"),
             line("64 query heads, 1 key/value head of 512, query rank 1024, window of 128 tokens, "
                  "a key for each 4 tokens, indexer of 64 heads of 128 picks 512 keys"),
             line("indexer scores")});
        row(samples::nemotron3Nano(),
            {line("Mamba-2, 64 heads of 64, state 128 in 8 groups"), line("states"),
             line("elements a sequence"),
             line("128 experts of width 1856, 6 a token, shared width 3712")});
        row(samples::qwen35Of35B(),
            {line("Gated DeltaNet, 16 key heads of 128, 32 value heads of 128"),
             line("16 query heads, 2 key/value heads of 256, gated"),
             line("446571248 (446.6 M), apart")});
        row(samples::gemma4Of26B(),
            {line("16 query heads, 2 key/value heads of 512, keys serve as values"),
             line("window of 1024 tokens"), line("beside a feed-forward of width 2112"),
             line("tied to the LM head")});
    }

    void tellsEachPartOfAModel() {
        QFETCH(Transformer, model);
        QFETCH(QStringList, lines);
        const QString text = QString::fromStdString(modelText(entryOf(model)));
        for (const QString& line : lines) {
            QVERIFY2(text.contains(line), qPrintable(line + QStringLiteral(" is not in\n") + text));
        }
    }

    void whatAModelHasNotIsNotTold() {
        const QString text = QString::fromStdString(modelText(entryOf(samples::llama31Of8B())));
        for (const char* word : {"experts", "indexer", "hyper", "Vision", "Multi-token", "States",
                                 "positions", "streams"}) {
            QVERIFY2(!text.contains(QLatin1String(word)), word);
        }
    }

    void partsAddUpToTheTotal() {
        const auto json = modelReportJson(entryOf(samples::deepSeekV4Flash()));
        std::int64_t sum = 0;
        for (const auto& part : json["params_by_part"]) {
            sum += part.get<std::int64_t>();
        }
        QCOMPARE(qint64{sum}, qint64{284'332'240'471});
        QVERIFY(json["params_total"] == sum);
        QVERIFY(json["params_active"] == 13'799'632'471);
        QVERIFY(json["params_mtp"] == 6'610'048'891);
        QVERIFY(json["params_mtp_active"] == 318'592'891);
        QVERIFY(json["params_vision"] == 0);
        QVERIFY(json["params_active_without_input_embedding"] == 13'270'101'591);
        QVERIFY(json["params_active_without_embeddings"] == 12'740'570'711);
    }

    void flopsAddUpToTheForwardPass() {
        const auto json = modelReportJson(entryOf(samples::glm5()))["flops_per_token"];
        double sum = 0.0;
        for (const char* part : {"linears", "attention", "indexer", "state", "lm_head"}) {
            sum += json[part].get<double>();
        }
        QCOMPARE(json["forward"].get<double>(), sum);
        QCOMPARE(json["training"].get<double>(), 3.0 * sum);
        QVERIFY(json["mtp"].get<double>() > 0.0 && json["indexer"].get<double>() > 0.0);
        QVERIFY(json["sequence"] == 4096);
    }

    void cacheTellsKeysAndStates() {
        const auto json = modelReportJson(entryOf(samples::qwen35Of27B()))["cache"];
        QCOMPARE(json["kv_bytes_per_token"].get<double>(), 65536.0);
        QVERIFY(json["state_elements"]["recurrent"] == 48 * 48 * 128 * 128);
    }
};

QTEST_GUILESS_MAIN(ModelReportTest)
#include "model_report_test.moc"
