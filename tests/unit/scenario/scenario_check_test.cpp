#include "core/scenario/field_table.h"
#include "core/scenario/resolved_scenario.h"
#include "tests/support/findings.h"
#include "tests/support/shipped.h"
#include "tests/unit/architecture/hybrid_samples.h"
#include "tests/unit/architecture/latent_samples.h"

#include <QTest>

#include <algorithm>
#include <functional>

using namespace roofplan;
using namespace roofplan::test;

Q_DECLARE_METATYPE(std::function<void(Scenario&)>)
Q_DECLARE_METATYPE(std::function<void(Transformer&)>)

namespace {

using Edit = std::function<void(Scenario&)>;

} // namespace

class ScenarioCheckTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void derivesDataParallelAndMicroBatches() {
        const Expected<ResolvedScenario> r = resolve(exampleScenario(), shippedCatalogue());
        QVERIFY(r.has_value());
        QCOMPARE(r->dataParallel(), 32);
        QCOMPARE(r->microBatches, 64);
        QCOMPARE(r->gpus, 512);
        QVERIFY2(r->diagnostics.empty(),
                 r->diagnostics.empty() ? "" : plainLine(r->diagnostics[0]).c_str());
        QVERIFY(near(r->price->value.base() * 3600.0, 8 * 6.865, 1e-12));
    }

    void fullShardingIsNotPricedYet() {
        Scenario s = exampleScenario();
        s.stack.preset = "fsdp-compiled";
        const auto r = resolve(s, shippedCatalogue());
        QVERIFY(r.has_value());
        const Diagnostic* found = find(r->diagnostics, "stack.full_sharding");
        QVERIFY(found != nullptr);
        QCOMPARE(found->severity, Severity::Warning);
        QCOMPARE(found->place, std::string("stack"));
        QVERIFY(found->text.plain().find("DP 32") != std::string::npos);
        QVERIFY(found->text.plain().find("those of ZeRO-1") != std::string::npos);
        s.plan.zero = ZeroStage::None;
        const auto without = resolve(s, shippedCatalogue());
        QVERIFY(find(without->diagnostics, "stack.full_sharding")
                    ->text.plain()
                    .find("those without ZeRO") != std::string::npos);
        s.stack.preset = "nemo-2025";
        QVERIFY(find(resolve(s, shippedCatalogue())->diagnostics, "stack.full_sharding") ==
                nullptr);
    }

    void oneReplicaHasNothingToShard() {
        Scenario s = exampleScenario();
        s.stack.preset = "fsdp-compiled";
        s.cluster.instances = 2;
        QCOMPARE(resolve(s, shippedCatalogue())->dataParallel(), 1);
        QVERIFY(find(resolve(s, shippedCatalogue())->diagnostics, "stack.full_sharding") ==
                nullptr);
    }

    void refusesWithPlaceAndReason_data() {
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("contains");
        const auto row = [](const char* name, Edit edit, const char* code, const char* place,
                            const char* contains) {
            QTest::newRow(name) << edit << QString::fromLatin1(code) << QString::fromLatin1(place)
                                << QString::fromUtf8(contains);
        };
        row(
            "product", [](Scenario& s) { s.plan.dataParallel = 31; }, "plan.product", "dp", "496");
        row(
            "no dp", [](Scenario& s) { s.plan.pipelineParallel = 3; }, "plan.product", "tp",
            "= 12");
        row(
            "heads",
            [](Scenario& s) {
                s.plan.tensorParallel = 128;
                s.plan.pipelineParallel = 1;
                s.plan.virtualPipeline = 1;
            },
            "plan.heads", "tp", "64 query heads");
        row(
            "cp", [](Scenario& s) { s.plan.contextParallel = 2; }, "plan.not_modelled", "cp",
            "allowed 1");
        row(
            "chunks", [](Scenario& s) { s.plan.virtualPipeline = 21; }, "plan.layers", "pp",
            "80 layers");
        row(
            "interleave", [](Scenario& s) { s.plan.pipelineParallel = 1; }, "plan.virtual_pp",
            "virtual_pp", "PP 1");
        row(
            "precision", [](Scenario& s) { s.workload.precision = Precision::Fp8; },
            "workload.not_modelled", "precision", "fp8");
        row(
            "model", [](Scenario& s) { s.workload.model = "gpt-9"; }, "scenario.unknown_id",
            "model", "gpt-9");
        row(
            "instance", [](Scenario& s) { s.cluster.instance.clear(); }, "scenario.unknown_id",
            "instance", "Nothing is chosen");
        row(
            "zero", [](Scenario& s) { s.workload.globalBatch = 0; }, "scenario.range",
            "global_batch", "0");
        row(
            "negative", [](Scenario& s) { s.plan.microBatch = -1; }, "scenario.range",
            "micro_batch", "-1");
        row(
            "nan", [](Scenario& s) { s.workload.tokens = Tokens(std::nan("")); }, "scenario.range",
            "tokens", "nan");
        row(
            "huge", [](Scenario& s) { s.workload.tokens = Tokens(1e308); }, "scenario.range",
            "tokens", "1e+308");
    }

    void refusesWithPlaceAndReason() {
        QFETCH(Edit, edit);
        QFETCH(QString, code);
        QFETCH(QString, place);
        QFETCH(QString, contains);
        Scenario s = exampleScenario();
        edit(s);
        const Expected<ResolvedScenario> r = resolve(s, shippedCatalogue());
        QVERIFY(!r.has_value());
        const Diagnostic* found = find(r.error(), code.toStdString());
        QVERIFY2(found != nullptr, r.error().empty() ? "" : plainLine(r.error()[0]).c_str());
        QCOMPARE(QString::fromStdString(found->place), place);
        QVERIFY2(QString::fromStdString(plainLine(*found)).contains(contains),
                 plainLine(*found).c_str());
    }

    void theLimitsAreThoseOfTheFieldTable_data() {
        QTest::addColumn<QByteArray>("key");
        for (const Field& field : fieldTable()) {
            if (field.type == FieldType::Whole || field.type == FieldType::Measure) {
                const QByteArray key(field.key.data(), static_cast<qsizetype>(field.key.size()));
                QTest::newRow(key.constData()) << key;
            }
        }
    }

    void theLimitsAreThoseOfTheFieldTable() {
        QFETCH(QByteArray, key);
        const Field& field = *findField(key.toStdString());
        const auto refused = [&field](double value) {
            Scenario s = exampleScenario();
            s.cluster.instance = fieldApplies(field, s) ? s.cluster.instance : customInstance;
            field.store(s, value, {}, false);
            const Expected<ResolvedScenario> r = resolve(s, shippedCatalogue());
            return !r && std::ranges::any_of(r.error(), [&field](const Diagnostic& d) {
                return d.code == "scenario.range" && d.place == field.key;
            });
        };
        QVERIFY(!refused(field.maximum));
        QVERIFY(!refused(field.minimum));
        QVERIFY(refused(field.maximum * 2.0));
        QVERIFY(refused(field.minimum - 1.0));
    }

    void refusesModelsThatHaveNoStepModel_data() {
        QTest::addColumn<Transformer>("model");
        QTest::addColumn<QString>("parts");
        const auto row = [](const Transformer& model, const char* parts) {
            QTest::newRow(model.name.c_str()) << model << QString::fromLatin1(parts);
        };
        row(samples::deepSeekV3(), "multi-head latent attention, mixture of experts");
        row(samples::deepSeekV4Flash(), "sparse attention with an indexer, compressed attention, "
                                        "mixture of experts, hyper-connections");
        row(samples::mixtral(), "mixture of experts");
        row(samples::qwen35Of27B(), "gated attention, linear attention (Gated DeltaNet)");
        row(samples::nemotron3Nano(),
            "state-space layers (Mamba-2), mixture of experts, layers of one mixer");
        row(samples::gemma4Of31B(),
            "sliding-window attention, keys that serve as values, other norms than one before each "
            "mixer");
        row(samples::gptOssOf20B(),
            "sliding-window attention, attention sinks, mixture of experts");
        row(samples::llama4Scout(),
            "chunked attention, query/key norm without weights, mixture of experts");
        row(samples::miniMaxM2(), "query/key norm over all heads, mixture of experts");
    }

    void refusesModelsThatHaveNoStepModel() {
        QFETCH(Transformer, model);
        QFETCH(QString, parts);
        Catalogue catalogue = shippedCatalogue();
        catalogue.models.push_back({.id = "m", .transformer = model});
        Scenario s = exampleScenario();
        s.workload.model = "m";
        s.plan = {.pipelineParallel = 1};
        const Expected<ResolvedScenario> r = resolve(s, catalogue);
        QVERIFY(!r.has_value());
        QCOMPARE(r.error().size(), std::size_t(1));
        QCOMPARE(r.error()[0].code, std::string("workload.not_modelled"));
        QCOMPARE(r.error()[0].place, std::string("model"));
        QCOMPARE(QString::fromStdString(r.error()[0].text.plain()),
                 QStringLiteral("The step time of %1 is not modelled yet: it has %2.")
                     .arg(QString::fromStdString(model.name), parts));
        QVERIFY(!evaluate(s, catalogue).has_value());
    }

    // Each alone is enough.
    void refusesEveryDepartureFromTheStepModel_data() {
        QTest::addColumn<std::function<void(Transformer&)>>("edit");
        using Change = std::function<void(Transformer&)>;
        const auto attention = [](auto change) {
            return Change([change](Transformer& model) {
                change(std::get<GroupedQueryAttention>(model.layerKinds[0].tokenMixer));
            });
        };
        QTest::newRow("window") << attention([](auto& a) {
            a.span = {AttentionSpan::Kind::Sliding, 1024};
        });
        QTest::newRow("chunks") << attention([](auto& a) {
            a.span = {AttentionSpan::Kind::Chunked, 1024};
        });
        QTest::newRow("gate") << attention([](auto& a) { a.outputGate = true; });
        QTest::newRow("sinks") << attention([](auto& a) { a.sinks = true; });
        QTest::newRow("K = V") << attention([](auto& a) { a.keyIsValue = true; });
        QTest::newRow("indexer") << attention([](auto& a) { a.indexer = SparseIndexer{}; });
        QTest::newRow("width norm")
            << attention([](auto& a) { a.queryKeyNorm = QueryKeyNorm::Width; });
        QTest::newRow("weightless norm")
            << attention([](auto& a) { a.queryKeyNorm = QueryKeyNorm::Weightless; });
        QTest::newRow("no token mixer")
            << Change([](Transformer& model) { model.layerKinds[0].tokenMixer = NoMixer{}; });
        QTest::newRow("no channel mixer")
            << Change([](Transformer& model) { model.layerKinds[0].channelMixer = NoMixer{}; });
        QTest::newRow("norms") << Change([](Transformer& model) { model.layerKinds[0].norms = 4; });
        QTest::newRow("scalars") << Change(
            [](Transformer& model) { model.layerKinds[0].scalars = 1; });
        QTest::newRow("streams") << Change([](Transformer& model) { model.residualStreams = 4; });
        QTest::newRow("kind of a prediction module") << Change([](Transformer& model) {
            model.layerKinds.push_back(samples::deepSeekV3().layerKinds[1]);
            model.multiTokenPrediction = MultiTokenPrediction{.modules = 1, .kind = 1};
        });
    }

    void refusesEveryDepartureFromTheStepModel() {
        QFETCH(std::function<void(Transformer&)>, edit);
        Catalogue catalogue = shippedCatalogue();
        ModelEntry model = *findEntry(catalogue.models, "llama-3.1-70b");
        model.id = "m";
        Scenario s = exampleScenario();
        s.workload.model = "m";
        catalogue.models.push_back(model);
        QVERIFY(resolve(s, catalogue).has_value());
        edit(catalogue.models.back().transformer);
        const Expected<ResolvedScenario> r = resolve(s, catalogue);
        QVERIFY(!r.has_value());
        QVERIFY(find(r.error(), "workload.not_modelled") != nullptr);
    }

    void warnsOfWhatStandsBesideTheLanguageModel() {
        Catalogue catalogue = shippedCatalogue();
        catalogue.models.push_back({.id = "m", .transformer = samples::mimo()});
        catalogue.models.back().transformer.visionParameters = 1'000'000;
        Scenario s = exampleScenario();
        s.workload.model = "m";
        s.plan.virtualPipeline = 1;
        const Expected<ResolvedScenario> r = resolve(s, catalogue);
        QVERIFY(r.has_value());
        const Diagnostic* found = find(r->diagnostics, "workload.left_out");
        QVERIFY(found != nullptr);
        QVERIFY(found->severity == Severity::Warning);
        QCOMPARE(found->place, std::string("model"));
        QVERIFY(found->text.plain().find("multi-token prediction, vision tower") !=
                std::string::npos);
        QVERIFY(evaluate(s, catalogue).has_value());
    }

    void pricesTheUnusualWithAWarning_data() {
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* name, Edit edit, const char* code) {
            QTest::newRow(name) << edit << QString::fromLatin1(code);
        };
        row(
            "kv heads",
            [](Scenario& s) {
                s.plan.tensorParallel = 16;
                s.plan.virtualPipeline = 1;
            },
            "plan.kv_heads");
        row(
            "tp across", [](Scenario& s) { s.plan.tensorParallel = 16; }, "plan.tp_across");
        row(
            "uneven stages", [](Scenario& s) { s.plan.virtualPipeline = 7; }, "plan.uneven_stages");
        row(
            "remainder", [](Scenario& s) { s.workload.globalBatch = 2050; },
            "plan.batch_remainder");
        row(
            "small batch", [](Scenario& s) { s.workload.globalBatch = 5; }, "plan.batch_remainder");
        row(
            "interleaved", [](Scenario& s) { s.workload.globalBatch = 32 * 5; },
            "plan.interleaved_remainder");
        row(
            "price", [](Scenario& s) { s.cluster.region = "eu-west-9"; }, "price.unknown");
        row(
            "own price unused", [](Scenario& s) { s.cluster.ownPricePerGpu = Price(2.0 / 3600.0); },
            "price.own_unused");
        row(
            "tp straddles",
            [](Scenario& s) {
                s.workload.model = "gpt3-175b";
                s.workload.sequenceLength = 2048;
                s.cluster.instances = 9;
                s.plan.tensorParallel = 6;
                s.plan.pipelineParallel = 12;
                s.plan.virtualPipeline = 1;
            },
            "plan.tp_straddles");
        row(
            "own", [](Scenario& s) { s.cluster.pricePlan = PricePlan::Own; }, "price.own_missing");
    }

    void pricesTheUnusualWithAWarning() {
        QFETCH(Edit, edit);
        QFETCH(QString, code);
        Scenario s = exampleScenario();
        edit(s);
        const Expected<Result> result = evaluate(s, shippedCatalogue(), Detail::Terms);
        QVERIFY2(result.has_value(), result ? "" : plainLine(result.error()[0]).c_str());
        const Diagnostic* found = find(result->diagnostics, code.toStdString());
        QVERIFY(found != nullptr);
        QCOMPARE(found->severity, Severity::Warning);
        QVERIFY(result->headline.stepTime > Seconds(0.0));
    }

    void saysHowABatchWithARemainderIsPriced_data() {
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("microBatch");
        QTest::addColumn<QString>("words");
        QTest::newRow("one") << 1 << 1
                             << QStringLiteral(
                                    "A global batch of 1 is less than micro-batch × DP = 1 × 32: "
                                    "31 replicas have no sequence, and the step is priced as 1 "
                                    "micro-batch.");
        QTest::newRow("all but one") << 31 << 1 << QStringLiteral(": 1 replica has no sequence, ");
        QTest::newRow("whole micro-batches")
            << 9 << 4 << QStringLiteral(" = 4 × 32: 29 replicas have no sequence, ");
        QTest::newRow("all have some")
            << 126 << 4 << QStringLiteral("priced as 1 micro-batch that is partly empty.");
        QTest::newRow("rounds") << 33 << 1 << QStringLiteral("33 sequences are no multiple of");
    }

    void saysHowABatchWithARemainderIsPriced() {
        QFETCH(int, batch);
        QFETCH(int, microBatch);
        QFETCH(QString, words);
        Scenario s = exampleScenario();
        s.workload.globalBatch = batch;
        s.plan.microBatch = microBatch;
        const Expected<ResolvedScenario> r = resolve(s, shippedCatalogue());
        QVERIFY(r.has_value());
        const Diagnostic* const found = find(r->diagnostics, "plan.batch_remainder");
        QVERIFY(found != nullptr);
        const QString text = QString::fromStdString(found->text.plain());
        QVERIFY2(text.contains(words), qPrintable(text));
    }

    void selectiveRecomputationWithAFlashKernelIsRemarked() {
        Scenario s = exampleScenario();
        s.plan.recompute = Recompute::Selective;
        const Expected<ResolvedScenario> flash = resolve(s, shippedCatalogue());
        QVERIFY(find(flash->diagnostics, "plan.selective_flash") != nullptr);
        s.stack.attentionKernel = AttentionKernel::Unfused;
        const Expected<ResolvedScenario> unfused = resolve(s, shippedCatalogue());
        QVERIFY(find(unfused->diagnostics, "plan.selective_flash") == nullptr);
    }

    void ownPriceIsAskedPerGpu() {
        Scenario s = exampleScenario();
        s.cluster.pricePlan = PricePlan::Own;
        s.cluster.ownPricePerGpu = Price(2.0 / 3600.0);
        const Expected<Result> result = evaluate(s, shippedCatalogue(), Detail::Terms);
        const Headline& h = result->headline;
        QVERIFY(near(h.cost->base(), 512 * 2.0 * h.timeToTrain.base() / 3600.0, 1e-12));
    }
};

QTEST_GUILESS_MAIN(ScenarioCheckTest)
#include "scenario_check_test.moc"
