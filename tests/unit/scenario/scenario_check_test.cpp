#include "core/scenario/field_table.h"
#include "core/scenario/model_check.h"
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

    void aStackThatShardsIsWarnedOfAPlanThatDoesNot() {
        Scenario s = exampleScenario();
        s.stack.preset = "fsdp-compiled";
        const auto r = resolve(s, shippedCatalogue());
        QVERIFY(r.has_value());
        const Diagnostic* found = find(r->diagnostics, "stack.shards_parameters");
        QVERIFY(found != nullptr);
        QCOMPARE(found->severity, Severity::Warning);
        QCOMPARE(found->place, std::string("zero"));
        QVERIFY(found->text.plain().find("over its 32 replicas") != std::string::npos);
        QVERIFY(found->text.plain().find("those of ZeRO-1") != std::string::npos);
        const auto warned = [&s] {
            return find(resolve(s, shippedCatalogue())->diagnostics, "stack.shards_parameters") !=
                   nullptr;
        };
        s.plan.zero = ZeroStage::Zero2;
        QVERIFY(warned());
        s.plan.zero = ZeroStage::Fsdp;
        QVERIFY(!warned());
        s.plan.zero = ZeroStage::Hsdp;
        QVERIFY(!warned());
        s.plan.zero = ZeroStage::None;
        s.stack.preset = "nemo-2025";
        QVERIFY(!warned());
    }

    void oneReplicaHasNothingToShard() {
        Scenario s = exampleScenario();
        s.stack.preset = "fsdp-compiled";
        s.cluster.instances = 2;
        QCOMPARE(resolve(s, shippedCatalogue())->dataParallel(), 1);
        QVERIFY(find(resolve(s, shippedCatalogue())->diagnostics, "stack.shards_parameters") ==
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
            "cp",
            [](Scenario& s) {
                s.plan.contextParallel = 16;
                s.workload.sequenceLength = 8016;
            },
            "plan.context", "cp", "allowed with this CP: sequences of 8000, 8032");
        row(
            "cp of heads",
            [](Scenario& s) {
                s.plan.tensorParallel = 8;
                s.plan.contextParallel = 16;
                s.plan.pipelineParallel = 4;
                s.stack.contextExchange = ContextExchange::AllToAll;
            },
            "plan.context_heads", "cp", "the 8 heads that TP 8 leaves a rank");
        row(
            "kv heads",
            [](Scenario& s) {
                s.workload.model = "qwen3-14b"; // 40 heads, 8 KV heads
                s.cluster.instances = 5;
                s.plan = {.tensorParallel = 5};
            },
            "plan.kv_heads", "tp", "allowed: 1, 2, 4, 8, 40");
        row(
            "latent heads",
            [](Scenario& s) {
                s.workload.model = "deepseek-v2-lite"; // 16 heads
                s.plan = {.tensorParallel = 32};
            },
            "plan.heads", "tp", "the 16 attention heads");
        row(
            "experts",
            [](Scenario& s) {
                s.workload.model = "mixtral-8x7b";
                s.plan = {.expertParallel = 16};
            },
            "plan.experts", "ep", "EP 16 does not divide the 8 experts. (allowed: 1, 2, 4, 8)");
        row(
            "expert width",
            [](Scenario& s) {
                s.workload.model = "mixtral-8x7b"; // 14336 wide
                s.plan = {.expertTensorParallel = 3};
            },
            "plan.expert_width", "etp", "ETP 3 does not divide the width 14336");
        row(
            "expert ranks",
            [](Scenario& s) {
                s.workload.model = "mixtral-8x7b";
                s.plan = {.tensorParallel = 2,
                          .pipelineParallel = 32,
                          .expertParallel = 8,
                          .expertTensorParallel = 4};
            },
            "plan.expert_ranks", "ep",
            "EP × ETP is 8 × 4 = 32, which does not divide the 16 GPUs of a stage, TP × CP × DP = "
            "2 × 1 × 8");
        row(
            "experts without SP",
            [](Scenario& s) {
                s.workload.model = "mixtral-8x7b";
                s.plan = {.tensorParallel = 2, .sequenceParallel = false};
            },
            "plan.expert_sequence", "sequence_parallel", "found no, allowed yes");
        row(
            "hybrid shards",
            [](Scenario& s) {
                s.cluster.instances = 3;
                s.plan = {.tensorParallel = 4, .pipelineParallel = 2, .zero = ZeroStage::Hsdp};
            },
            "plan.hybrid_shards", "zero", "the 2 replicas of an NVLink domain");
        row(
            "documents", [](Scenario& s) { s.workload.documentLength = 8193; }, "workload.document",
            "document_len", "found 8193, allowed at most 8192");
        row(
            "adapters",
            [](Scenario& s) {
                s.workload.phase = TrainingPhase::Lora;
                s.workload.adapterRank = 8193;
            },
            "workload.adapter_rank", "adapter_rank", "the hidden width 8192");
        row(
            "date", [](Scenario& s) { s.stack.date = "June 2026"; }, "scenario.date", "stack_date",
            "Found \"June 2026\"");
        row(
            "nvfp4 on Hopper", [](Scenario& s) { s.workload.precision = Precision::Nvfp4; },
            "workload.precision", "precision", "allowed: bf16, fp16, fp8");
        row(
            "chunks", [](Scenario& s) { s.plan.virtualPipeline = 21; }, "plan.layers", "pp",
            "80 layers");
        row(
            "interleave", [](Scenario& s) { s.plan.pipelineParallel = 1; }, "plan.virtual_pp",
            "virtual_pp", "PP 1");
        row(
            "precision", [](Scenario& s) { s.workload.precision = Precision::Int8; },
            "workload.not_modelled", "precision", "int8");
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
        row(samples::glm5(), "sparse attention with an indexer");
        row(samples::deepSeekV4Flash(), "sparse attention with an indexer, compressed attention, "
                                        "hyper-connections");
        row(samples::qwen35Of27B(), "linear attention (Gated DeltaNet)");
        row(samples::nemotron3Nano(), "state-space layers (Mamba-2), layers of one mixer");
        row(samples::gemma4Of26B(), "dense feed-forward beside the experts");
        Transformer latentExperts = samples::mixtral();
        std::get<MixtureOfExperts>(latentExperts.layerKinds[0].channelMixer).latent = 1024;
        row(latentExperts, "experts of a latent width");
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
        QTest::newRow("indexer") << attention([](auto& a) { a.indexer = SparseIndexer{}; });
        QTest::newRow("no token mixer")
            << Change([](Transformer& model) { model.layerKinds[0].tokenMixer = NoMixer{}; });
        QTest::newRow("no channel mixer")
            << Change([](Transformer& model) { model.layerKinds[0].channelMixer = NoMixer{}; });
        QTest::newRow("streams") << Change([](Transformer& model) { model.residualStreams = 4; });
        QTest::newRow("kind of a prediction module") << Change([](Transformer& model) {
            model.layerKinds.push_back(samples::glm5().layerKinds[1]);
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

    void pricesModelsOfManyKinds_data() {
        QTest::addColumn<Transformer>("model");
        QTest::addColumn<QString>("warning"); // the only one about the model, empty for none
        const auto row = [](const Transformer& model, const char* warning) {
            QTest::newRow(model.name.c_str()) << model << QString::fromLatin1(warning);
        };
        row(samples::deepSeekV2(), "");
        row(samples::deepSeekV3(), "");
        row(samples::kimiK2(), "");
        row(samples::kimiK2(1'000'000), "workload.left_out");
        row(samples::mixtral(), "");
        row(samples::qwen3Of30B(), "");
        row(samples::mimo(), "");
        row(samples::miniMaxM2(), "");
        row(samples::gemma4Of31B(), "workload.simplified");
        row(samples::gptOssOf20B(), "");
        row(samples::llama4Scout(), "");
    }

    void pricesModelsOfManyKinds() {
        QFETCH(Transformer, model);
        QFETCH(QString, warning);
        if (warning != QStringLiteral("workload.left_out")) {
            model.visionParameters = 0;
        }
        QVERIFY(untimedParts(model).none());
        Catalogue catalogue = shippedCatalogue();
        catalogue.models.push_back({.id = "m", .transformer = model});
        Scenario s = exampleScenario();
        s.workload.model = "m";
        s.plan = {.tensorParallel = 4, .pipelineParallel = 4};
        if (hasExperts(model)) {
            s.plan.expertParallel = 8;
        }
        const Expected<Result> result = evaluate(s, catalogue, Detail::Terms);
        QVERIFY2(result.has_value(), result ? "" : plainLine(result.error()[0]).c_str());
        QVERIFY(result->headline.stepTime > Seconds(0.0));
        QVERIFY(std::isfinite(result->headline.stepTime.base()));
        for (const char* code : {"workload.left_out", "workload.simplified"}) {
            QCOMPARE(find(result->diagnostics, code) != nullptr,
                     warning == QString::fromLatin1(code));
        }
    }

    void expertsMeanNothingToADenseModel() {
        Scenario s = exampleScenario();
        s.plan.expertParallel = 7;
        s.plan.expertTensorParallel = 3;
        s.workload.expertImbalance = 2.0;
        const Expected<ResolvedScenario> r = resolve(s, shippedCatalogue());
        QVERIFY(r.has_value());
        QCOMPARE(r->plan.expertParallel, 1);
        QCOMPARE(r->plan.expertTensorParallel, 1);
        QCOMPARE(r->workload.expertImbalance, 1.0);
        s.workload.model = "mixtral-8x7b";
        s.plan = {.expertParallel = 8};
        const Expected<ResolvedScenario> mixture = resolve(s, shippedCatalogue());
        QVERIFY(mixture.has_value());
        QCOMPARE(mixture->plan.expertParallel, 8);
        QCOMPARE(mixture->workload.expertImbalance, 2.0);
    }

    void expertsMaySpanDomains() {
        Scenario s = exampleScenario();
        s.workload.model = "deepseek-v3";
        s.plan = {.pipelineParallel = 16, .expertParallel = 32};
        const Expected<ResolvedScenario> r = resolve(s, shippedCatalogue());
        QVERIFY2(r.has_value(), r ? "" : plainLine(r.error()[0]).c_str());
        QVERIFY(find(r->diagnostics, "plan.ep_straddles") == nullptr);
    }

    void anIllegalPlanNamesItsErrorsFirst() {
        Scenario s = exampleScenario();
        s.plan.virtualPipeline = 7; // a warning
        s.workload.precision = Precision::Nvfp4;
        s.workload.documentLength = 1'000'000;
        const Expected<ResolvedScenario> r = resolve(s, shippedCatalogue());
        QVERIFY(!r.has_value());
        QVERIFY(find(r.error(), "plan.uneven_stages") != nullptr);
        QCOMPARE(r.error()[0].code, std::string("workload.precision"));
        QCOMPARE(r.error()[1].code, std::string("workload.document"));
        QCOMPARE(r.error()[2].severity, Severity::Warning);
    }

    void offloadNeedsALinkToTheHost() {
        Scenario s = exampleScenario();
        s.plan.offload = Offload::Activations;
        Catalogue catalogue = shippedCatalogue();
        QVERIFY(resolve(s, catalogue).has_value());
        for (Gpu& gpu : catalogue.gpus) {
            gpu.hostLink.reset();
        }
        for (InstanceType& instance : catalogue.instances) {
            instance.hostLink.reset();
        }
        const Expected<ResolvedScenario> r = resolve(s, catalogue);
        QVERIFY(!r.has_value());
        QCOMPARE(r.error().front().place, std::string("offload"));
        QVERIFY(text(find(r.error(), "plan.host_link"))
                    .contains(QStringLiteral("Found activations, allowed none")));
    }

    void embeddingAndHeadMayTakeAChunkEach() {
        Scenario s = exampleScenario();
        s.workload.model = "llama-3.1-405b"; // 126 layers
        s.plan = {.tensorParallel = 8, .pipelineParallel = 16, .virtualPipeline = 8};
        QVERIFY(resolve(s, shippedCatalogue()).has_value());
        s.plan.virtualPipeline = 9;
        const Expected<ResolvedScenario> r = resolve(s, shippedCatalogue());
        const QString said = text(find(r.error(), "plan.layers"));
        QVERIFY2(said.contains(QStringLiteral("allowed: at most 128 chunks")), qPrintable(said));
    }

    void warnsOfABatchBeyondTheCriticalOne() {
        Scenario s = exampleScenario();
        const auto found = [&s] {
            return text(
                find(resolve(s, shippedCatalogue())->diagnostics, "workload.critical_batch"));
        };
        QVERIFY(found().isEmpty()); // 16.8 M tokens a step of 5 T
        s.workload.tokens = Tokens(1e12);
        // 22.91 · (1e12)^0.47 = 10.0 M tokens
        QVERIFY2(found().contains(QStringLiteral("16.78 M tokens")), qPrintable(found()));
        QVERIFY2(found().contains(QStringLiteral("about 10 M for 1 T")), qPrintable(found()));
        QVERIFY2(found().contains(QStringLiteral("below it: 1220 sequences")), qPrintable(found()));
        s.workload.globalBatch = 1220;
        QVERIFY(found().isEmpty());
        s.workload.globalBatch = 1221;
        QVERIFY(!found().isEmpty());
        s.workload.phase = TrainingPhase::Sft;
        QVERIFY(found().isEmpty());
        s.workload.phase = TrainingPhase::Lora;
        QVERIFY(found().isEmpty());
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
        QVERIFY(found->text.plain().find("has vision tower, which") != std::string::npos);
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
        row(
            "batch", [](Scenario& s) { s.workload.globalBatch = 8192; }, "workload.critical_batch");
        row(
            "ZeRO-2 with a pipeline", [](Scenario& s) { s.plan.zero = ZeroStage::Zero2; },
            "plan.zero2_pipeline");
        row(
            "layers of a stage",
            [](Scenario& s) {
                s.plan.recompute = Recompute::Full;
                s.plan.recomputeLayers = 21;
            },
            "plan.recompute_layers");
        row(
            "ep straddles",
            [](Scenario& s) {
                s.workload.model = "qwen3-30b-a3b"; // 128 experts
                s.workload.globalBatch = 768;
                s.cluster.instances = 3;
                s.plan = {.tensorParallel = 1, .expertParallel = 4, .expertTensorParallel = 3};
            },
            "plan.ep_straddles");
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

    void onlyAttentionAloneIsRemarked() {
        Scenario s = exampleScenario();
        s.plan.recompute = Recompute::Selective;
        s.plan.recomputeModules.bits |= 1U << static_cast<unsigned>(RecomputeModule::Norms);
        QVERIFY(find(resolve(s, shippedCatalogue())->diagnostics, "plan.selective_flash") ==
                nullptr);
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
