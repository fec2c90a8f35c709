// roofplan-cli evaluate: the machine contract, and that text and JSON say the same.
#include "tests/cli/cli_run.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace roofplan::cli;

namespace {

QByteArray fileText(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool hasReason(const QJsonObject& object, const char* code) {
    for (const QJsonValue& diagnostic : object[QLatin1String("diagnostics")].toArray()) {
        if (diagnostic[QLatin1String("code")].toString() == QLatin1String(code)) {
            return true;
        }
    }
    return false;
}

double exposedOf(const QJsonObject& term) {
    return term[QLatin1String("exposed_s")].toDouble();
}

/// The first term whose children do not add up to it; empty when all do.
QString unbalanced(const QJsonObject& term) {
    const QJsonArray children = term[QLatin1String("children")].toArray();
    double sum = 0.0;
    for (const QJsonValue& child : children) {
        sum += exposedOf(child.toObject());
        if (const QString below = unbalanced(child.toObject()); !below.isEmpty()) {
            return below;
        }
    }
    const bool balanced =
        children.isEmpty() || std::abs(sum - exposedOf(term)) <= 1e-9 * std::abs(exposedOf(term));
    return balanced ? QString() : term[QLatin1String("name")].toString();
}

} // namespace

class EvaluateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void jsonHasTheKeysOfTheContract_data() {
        QTest::addColumn<QString>("inside");
        QTest::addColumn<QStringList>("keys");
        const auto words = [](const char* text) {
            return QString::fromLatin1(text).split(QLatin1Char(' '));
        };
        QTest::newRow("object")
            << QString()
            << words("scenario model feasible plan headline bound verdict confidence "
                     "uncertainty memory diagnostics");
        QTest::newRow("scenario") << QStringLiteral("scenario")
                                  << words("name instance instances region price_plan model tokens "
                                           "seq_len global_batch precision stack attention_kernel "
                                           "cuda_graphs tp_overlap dp_overlap tp pp virtual_pp cp "
                                           "dp micro_batch zero recompute");
        QTest::newRow("model") << QStringLiteral("model")
                               << words("name params_total params_active params_by_part");
        QTest::newRow("plan") << QStringLiteral("plan")
                              << words("tp pp virtual_pp cp ep dp micro_batch zero schedule "
                                       "recompute micro_batches gpus");
        QTest::newRow("headline")
            << QStringLiteral("headline")
            << words("step_time_s tokens_per_s tokens_per_s_per_gpu mfu hfu mfu_full_attention "
                     "hfu_full_attention time_to_train_s cost_usd goodput energy_kwh "
                     "memory_peak_bytes memory_capacity_bytes exposed_communication_s ttft_s "
                     "tpot_s output_tokens_per_s output_tokens_per_s_per_gpu "
                     "usd_per_million_output_tokens");
        QTest::newRow("memory") << QStringLiteral("memory")
                                << words("by_part worst_stage total_bytes");
    }

    void jsonHasTheKeysOfTheContract() {
        QFETCH(QString, inside);
        QFETCH(QStringList, keys);
        const Run result = run(evaluateFlags({QStringLiteral("--json")}));
        QVERIFY2(result.code == 0, result.all());
        const QJsonObject whole = result.object();
        const QJsonObject object = inside.isEmpty() ? whole : whole[inside].toObject();
        for (const QString& key : keys) {
            QVERIFY2(object.contains(key), qPrintable(key));
        }
    }

    void whatIsNotModelledIsNullWithAReason() {
        const QJsonObject object = run(evaluateFlags({QStringLiteral("--json")})).object();
        const QJsonObject headline = object[QLatin1String("headline")].toObject();
        const QByteArray reasons =
            QJsonDocument(object[QLatin1String("diagnostics")].toArray()).toJson();
        for (const char* key : {"goodput", "energy_kwh", "ttft_s", "tpot_s", "output_tokens_per_s",
                                "output_tokens_per_s_per_gpu", "usd_per_million_output_tokens"}) {
            QVERIFY2(headline[QLatin1String(key)].isNull(), key);
            QVERIFY2(reasons.contains(QByteArray(key).prepend('"').append('"')), key);
        }
        for (const char* code :
             {"not_modelled.goodput", "not_modelled.energy", "not_modelled.serving"}) {
            QVERIFY2(hasReason(object, code), code);
        }
    }

    void modelAndPlanAreThoseThatWereAsked() {
        const QJsonObject object = run(evaluateFlags({QStringLiteral("--json")})).object();
        const QJsonObject model = object[QLatin1String("model")].toObject();
        QCOMPARE(model[QLatin1String("params_total")].toInteger(), qint64{70553706496});
        const QJsonObject plan = object[QLatin1String("plan")].toObject();
        QCOMPARE(plan[QLatin1String("dp")].toInt(), 32);
        QCOMPARE(plan[QLatin1String("gpus")].toInt(), 512);
        QCOMPARE(plan[QLatin1String("micro_batches")].toInt(), 64);
        QCOMPARE(plan[QLatin1String("schedule")].toString(), QStringLiteral("1f1b"));
    }

    void headlineNumbersAgreeWithEachOther() {
        const QJsonObject object = run(evaluateFlags({QStringLiteral("--json")})).object();
        const QJsonObject h = object[QLatin1String("headline")].toObject();
        const double step = h[QLatin1String("step_time_s")].toDouble();
        QVERIFY(step > 0.0);
        QCOMPARE(h[QLatin1String("tokens_per_s")].toDouble() * step, 2048.0 * 8192.0);
        QCOMPARE(h[QLatin1String("tokens_per_s_per_gpu")].toDouble() * 512.0,
                 h[QLatin1String("tokens_per_s")].toDouble());
        QVERIFY(h[QLatin1String("mfu")].toDouble() > 0.1);
        QVERIFY(h[QLatin1String("mfu")].toDouble() < 1.0);
    }

    void termsAddUpToTheStep() {
        const QJsonObject object =
            run(evaluateFlags({QStringLiteral("--json"), QStringLiteral("--terms")})).object();
        const QJsonObject root = object[QLatin1String("terms")].toObject();
        QCOMPARE(exposedOf(root),
                 object[QLatin1String("headline")][QLatin1String("step_time_s")].toDouble());
        QCOMPARE(unbalanced(root), QString());
    }

    void textSaysTheSameAsJson() {
        const QJsonObject object = run(evaluateFlags({QStringLiteral("--json")})).object();
        const Run text = run(evaluateFlags());
        QCOMPARE(text.code, 0);
        QVERIFY(text.out.contains(object[QLatin1String("verdict")].toString().toUtf8()));
        const double mfu = object[QLatin1String("headline")][QLatin1String("mfu")].toDouble();
        const QByteArray shown = QByteArray::number(100.0 * mfu, 'f', 1).append(" %");
        QVERIFY2(text.out.contains(shown), text.out);
    }

    void everyAnswerSaysHowWellItIsKnown() {
        const QJsonObject object = run(evaluateFlags({QStringLiteral("--json")})).object();
        const QJsonObject confidence = object[QLatin1String("confidence")].toObject();
        QCOMPARE(confidence[QLatin1String("group")][QLatin1String("experts")].toBool(true), false);
        const double error = confidence[QLatin1String("mean_abs")].toDouble();
        QVERIFY(error > 0.0 && error < 0.25);
        QVERIFY(confidence[QLatin1String("rows")].toInt() >= 3);
        QVERIFY(confidence[QLatin1String("p90_abs")].toDouble() > 0.0);
        QVERIFY(confidence.contains(QLatin1String("bias")));
        QVERIFY(confidence.contains(QLatin1String("left_out_mean_abs")));
        QVERIFY(confidence[QLatin1String("outside")].isArray());
        const Run text = run(evaluateFlags());
        QVERIFY2(text.out.contains("\n  Expected error ") && text.out.contains("measured runs"),
                 text.out);
        for (const char* number : {"time_to_train_s", "step_time_s"}) {
            const Run why =
                run(evaluateFlags({QStringLiteral("--explain"), QLatin1String(number)}));
            QVERIFY2(why.out.contains("How well known: dense"), why.out);
        }
    }

    void whatLiesOutsideWhatWasMeasuredIsSaid() {
        const QStringList many{QStringLiteral("--instances"), QStringLiteral("4096"),
                               QStringLiteral("--global-batch"), QStringLiteral("16384")};
        const QJsonObject object =
            run(evaluateFlags(many + QStringList{QStringLiteral("--json")})).object();
        const QJsonArray outside =
            object[QLatin1String("confidence")][QLatin1String("outside")].toArray();
        QCOMPARE(outside.size(), 1);
        QCOMPARE(outside[0][QLatin1String("field")].toString(), QStringLiteral("gpus"));
        QCOMPARE(outside[0][QLatin1String("found")].toDouble(), 32768.0);
        QVERIFY(outside[0][QLatin1String("high")].toDouble() < 32768.0);
        QVERIFY(hasReason(object, "confidence.outside"));
        QVERIFY(run(evaluateFlags(many)).out.contains("outside what was measured: 32768 GPUs"));
    }

    void textWithTermsShowsTheTree() {
        const Run text = run(evaluateFlags({QStringLiteral("--terms")}));
        QVERIFY2(text.out.contains("gate_up_projection"), text.out);
    }

    void theExampleIsEvaluated() {
        const Run result = run({QStringLiteral("evaluate"), exampleFile()});
        QVERIFY2(result.code == 0, result.all());
        QVERIFY2(result.out.contains("70B"), result.out);
    }

    void stdinIsAFileToo() {
        const QStringList json{QStringLiteral("evaluate"), QStringLiteral("--json")};
        const Run named = run(json + QStringList{exampleFile()});
        const Run piped = run(json + QStringList{QStringLiteral("-")}, fileText(exampleFile()));
        QVERIFY2(piped.code == 0, piped.all());
        QCOMPARE(piped.out, named.out);
    }

    void flagsOverrideTheFile() {
        const Run result = run({QStringLiteral("evaluate"), exampleFile(), QStringLiteral("--json"),
                                QStringLiteral("--global-batch"), QStringLiteral("1024")});
        QCOMPARE(result.object()[QLatin1String("scenario")][QLatin1String("global_batch")].toInt(),
                 1024);
    }

    void severalScenariosMakeAnArray() {
        const Run result = run(
            {QStringLiteral("evaluate"), exampleFile(), exampleFile(), QStringLiteral("--json")});
        QVERIFY(result.json().isArray());
        QVERIFY(result.json().array().size() >= 2);
    }

    void aFileThatFailsDoesNotStopTheOthers() {
        const Run result = run({QStringLiteral("evaluate"), QStringLiteral("/nowhere.roofplan"),
                                exampleFile(), QStringLiteral("--json")});
        QCOMPARE(result.code, 1);
        const QJsonArray all = result.json().array();
        QVERIFY(all.size() >= 2);
        QVERIFY(all[0][QLatin1String("scenario")].isNull());
        QVERIFY(hasReason(all[0].toObject(), "file.unreadable"));
        QVERIFY(all[1][QLatin1String("feasible")].toBool());
        QVERIFY2(result.err.contains("/nowhere.roofplan"), result.err);
    }

    void aModelIsImportedFromItsConfig() {
        const QString config = QStringLiteral(
            ROOFPLAN_SOURCE_DIR "/resources/examples/meta-llama--Meta-Llama-3.1-70B.config.json");
        const Run result =
            run(evaluateFlags({QStringLiteral("--json"), QStringLiteral("--model"), config}));
        const QJsonObject imported = result.object();
        QVERIFY2(result.err.contains("#/head_dim: not in the file; assumed 128"), result.err);
        const QJsonObject shipped = run(evaluateFlags({QStringLiteral("--json")})).object();
        QCOMPARE(imported[QLatin1String("headline")], shipped[QLatin1String("headline")]);
    }

    void aModelWithoutStepTimeIsCountedAllTheSame_data() {
        QTest::addColumn<QString>("model");
        QTest::newRow("shipped") << QStringLiteral("nemotron-3-nano-30b-a3b");
        QTest::newRow("imported") << QStringLiteral(
            ROOFPLAN_TEST_DATA_DIR
            "/configs/nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-BF16.config.json");
    }

    void aModelWithoutStepTimeIsCountedAllTheSame() {
        QFETCH(QString, model);
        const Run result =
            run(evaluateFlags({QStringLiteral("--json"), QStringLiteral("--model"), model}));
        QVERIFY2(result.code == 1, result.all());
        const QJsonObject counted = result.object()[QLatin1String("model")].toObject();
        QCOMPARE(counted[QLatin1String("params_total")].toDouble(), 31577940288.0);
        QCOMPARE(counted[QLatin1String("params_active")].toDouble(), 3580076352.0);
        QVERIFY2(result.err.contains(QByteArray("catalogue show " + model.toUtf8() + " prints")),
                 result.err);
        QVERIFY2(run({QStringLiteral("catalogue"), QStringLiteral("show"), model}).code == 0,
                 "the hint leads nowhere");
    }

    void aMixtureOfExpertsIsSpreadOverItsRanks() {
        const auto planOf = [](const QString& ep) {
            return run(
                evaluateFlags({QStringLiteral("--json"), QStringLiteral("--model"),
                               QStringLiteral("mixtral-8x7b"), QStringLiteral("--virtual-pp"),
                               QStringLiteral("1"), QStringLiteral("--ep"), ep,
                               QStringLiteral("--zero"), QStringLiteral("zero3")}));
        };
        const Run result = planOf(QStringLiteral("8"));
        QVERIFY2(result.code == 0, result.all());
        const QJsonObject plan = result.object()[QLatin1String("plan")].toObject();
        QCOMPARE(plan[QLatin1String("ep")].toInt(), 8);
        QCOMPARE(plan[QLatin1String("zero")].toString(), QStringLiteral("fsdp"));
        const Run refused = planOf(QStringLiteral("16"));
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.err.contains("EP 16 does not divide the 8 experts"), refused.err);
        const Run dense = run(evaluateFlags({QStringLiteral("--ep"), QStringLiteral("8")}));
        QCOMPARE(dense.code, 0);
        QVERIFY2(dense.err.contains("not used: --ep only means something with a mixture-of-experts "
                                    "model"),
                 dense.err);
    }

    void assumptionsOfAnImportAreDiagnosticsOfTheJson() {
        const QString config = QStringLiteral(
            ROOFPLAN_SOURCE_DIR "/resources/examples/meta-llama--Meta-Llama-3.1-70B.config.json");
        const QJsonArray diagnostics =
            run(evaluateFlags({QStringLiteral("--json"), QStringLiteral("--model"), config}))
                .object()[QLatin1String("diagnostics")]
                .toArray();
        QVERIFY(std::ranges::any_of(diagnostics, [](const auto& diagnostic) {
            return diagnostic.toObject()[QLatin1String("code")] == QLatin1String("config.assumed");
        }));
    }

    void aCustomClusterIsNotCountedInInstances() {
        const Run result = run(evaluateFlags(
            {QStringLiteral("--instance"), QStringLiteral("custom"), QStringLiteral("--gpu"),
             QStringLiteral("b200-hgx"), QStringLiteral("--instances"), QStringLiteral("16")}));
        QCOMPARE(result.code, 2);
        QVERIFY2(result.out.isEmpty(), result.out);
        QVERIFY2(result.err.contains("error instances: found 16") &&
                     result.err.contains("16 nodes of 8 GPUs: --gpus 128"),
                 result.err);
    }

    void aPlanThatDoesNotFitIsAnAnswer() {
        const Run result =
            run(evaluateFlags({QStringLiteral("--json"), QStringLiteral("--tp"),
                               QStringLiteral("1"), QStringLiteral("--pp"), QStringLiteral("1")}));
        QVERIFY2(result.code == 0, result.all());
        const QJsonObject object = result.object();
        QCOMPARE(object[QLatin1String("feasible")], QJsonValue(false));
        const QJsonObject headline = object[QLatin1String("headline")].toObject();
        for (const char* key : {"step_time_s", "tokens_per_s", "time_to_train_s", "cost_usd", "mfu",
                                "exposed_communication_s"}) {
            QVERIFY2(headline[QLatin1String(key)].isNull(), key);
        }
        QVERIFY(headline[QLatin1String("memory_peak_bytes")].toDouble() >
                headline[QLatin1String("memory_capacity_bytes")].toDouble());
        QVERIFY(object[QLatin1String("verdict")].toString().startsWith(
            QLatin1String("Does not fit: ")));
    }

    void explainsATermAndAHeadlineNumber_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("word");
        QTest::newRow("term") << QStringLiteral("gate_up_projection") << QByteArray("http");
        QTest::newRow("headline") << QStringLiteral("mfu") << QByteArray("MFU");
        QTest::newRow("in capitals") << QStringLiteral("MFU") << QByteArray("MFU");
        QTest::newRow("with hyphens") << QStringLiteral("Gate-Up-Projection") << QByteArray("http");
        for (const char* part : {"weights", "gradients", "optimizer_state", "activations", "logits",
                                 "workspace", "reserve"}) {
            QTest::newRow(part) << QString::fromLatin1(part) << QByteArray("stage ");
        }
        QTest::newRow("without its unit") << QStringLiteral("step_time") << QByteArray("Step time");
    }

    void explainsATermAndAHeadlineNumber() {
        QFETCH(QString, name);
        QFETCH(QByteArray, word);
        const Run result = run(evaluateFlags({QStringLiteral("--explain"), name}));
        QVERIFY2(result.code == 0, result.all());
        QVERIFY2(result.out.contains(word), result.all());
    }

    void aPlanThatDoesNotFitSaysSoBeforeItExplains_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("wouldBe");
        QTest::newRow("cost") << QStringLiteral("cost") << true;
        QTest::newRow("step time") << QStringLiteral("step_time_s") << true;
        QTest::newRow("term") << QStringLiteral("gate_up_projection") << true;
        QTest::newRow("memory") << QStringLiteral("weights") << false;
        QTest::newRow("headroom") << QStringLiteral("memory_headroom") << false;
    }

    void aPlanThatDoesNotFitSaysSoBeforeItExplains() {
        QFETCH(QString, name);
        QFETCH(bool, wouldBe);
        const QStringList flags{QStringLiteral("--tp"),      QStringLiteral("1"),
                                QStringLiteral("--pp"),      QStringLiteral("1"),
                                QStringLiteral("--explain"), name};
        const Run result = run(evaluateFlags(flags));
        QVERIFY2(result.code == 0, result.all());
        QVERIFY2(result.out.startsWith("Does not fit: "), result.out);
        QCOMPARE(result.out.contains("These numbers are what it would take if it did fit."),
                 wouldBe);
    }

    void theAnswerNamesWhatItRestsOn() {
        const Run result = run({QStringLiteral("evaluate"), exampleFile()});
        for (const char* words : {"\nWorkload\n", "5 T tokens in sequences of 8192",
                                  "software stack megatron-core-2026",
                                  "Capacity Block in us-east-2: ", "USD/h a GPU"}) {
            QVERIFY2(result.out.contains(words), result.all());
        }
    }

    void aCustomClusterIsMadeOfFlags() {
        const QStringList custom{QStringLiteral("--instance"),
                                 QStringLiteral("custom"),
                                 QStringLiteral("--gpu"),
                                 QStringLiteral("h200-sxm"),
                                 QStringLiteral("--gpus"),
                                 QStringLiteral("512"),
                                 QStringLiteral("--network-gbps-per-gpu"),
                                 QStringLiteral("400 Gbit/s"),
                                 QStringLiteral("--fabric"),
                                 QStringLiteral("efa-v3")};
        const QStringList file{QStringLiteral("evaluate"), exampleFile(), QStringLiteral("--json")};
        const QJsonObject object = run(file + custom).object();
        const QJsonObject theirs = run(file).object();
        QCOMPARE(object[QLatin1String("headline")][QLatin1String("step_time_s")],
                 theirs[QLatin1String("headline")][QLatin1String("step_time_s")]);
        QVERIFY(object[QLatin1String("headline")][QLatin1String("cost_usd")].isNull());
        QVERIFY(hasReason(object, "price.unknown"));
        QCOMPARE(object[QLatin1String("scenario")][QLatin1String("network_gbps_per_gpu")].toInt(),
                 400);
    }

    void theCostIsShownInASecondCurrency() {
        const QJsonObject object =
            run({QStringLiteral("evaluate"), exampleFile(), QStringLiteral("--json"),
                 QStringLiteral("--currency"), QStringLiteral("eur"),
                 QStringLiteral("--exchange-rate"), QStringLiteral("0,9"),
                 QStringLiteral("--exchange-date"), QStringLiteral("2026-10-01")})
                .object();
        const QJsonObject headline = object[QLatin1String("headline")].toObject();
        const QJsonObject converted = headline[QLatin1String("cost_converted")].toObject();
        QCOMPARE(converted[QLatin1String("currency")].toString(), QStringLiteral("EUR"));
        QCOMPARE(converted[QLatin1String("date")].toString(), QStringLiteral("2026-10-01"));
        QCOMPARE(converted[QLatin1String("value")].toDouble(),
                 headline[QLatin1String("cost_usd")].toDouble() * 0.9);
    }

    void aFlagThatMeansNothingIsAWarning() {
        const Run result = run({QStringLiteral("evaluate"), exampleFile(), QStringLiteral("--gpus"),
                                QStringLiteral("256")});
        QCOMPARE(result.code, 0);
        QVERIFY2(result.err.contains("warning gpus: not used: --gpus only means something with the "
                                     "instance type custom."),
                 result.err);
        QVERIFY(run({QStringLiteral("evaluate"), exampleFile(), QStringLiteral("--discount"),
                     QStringLiteral("10")})
                    .err.isEmpty());
    }

    void theCostOpensIntoTheTermsOfSale() {
        const Run result = run({QStringLiteral("evaluate"), exampleFile(),
                                QStringLiteral("--explain"), QStringLiteral("cost")});
        for (const char* words : {"billed 98.00 d for a run of", "time that is bought",
                                  "Capacity Blocks", "Longest short duration"}) {
            QVERIFY2(result.out.contains(words), result.out);
        }
    }

    void theReadmeShowsTheRealAnswer() {
        const QByteArray readme = fileText(QStringLiteral(ROOFPLAN_SOURCE_DIR "/README.md"));
        const QByteArray command = "evaluate resources/examples/llama-3.1-70b-64xp5en.roofplan\n";
        const qsizetype start = readme.indexOf(command) + command.size();
        const QByteArray shown = readme.mid(start, readme.indexOf("```", start) - start);
        const Run result = run({QStringLiteral("evaluate"), exampleFile()});
        QVERIFY2(shown == result.out,
                 QByteArray("README.md shows:\n" + shown + "\nin place of:\n" + result.out));
    }

    void anUnknownNumberIsNotExplained() {
        const Run result =
            run(evaluateFlags({QStringLiteral("--explain"), QStringLiteral("gate_projection")}));
        QCOMPARE(result.code, 2);
        QVERIFY2(result.err.contains("gate_up_projection"), result.err);
    }

    // Four times out of five, around the answer.
    void answersHaveABand() {
        const QJsonObject object = run(evaluateFlags({QStringLiteral("--json")})).object();
        for (const char* const key : {"step_time_s", "tokens_per_s", "tokens_per_s_per_gpu", "mfu",
                                      "time_to_train_s", "cost_usd"}) {
            const QJsonValue band = object[QLatin1String("uncertainty")][QLatin1String(key)];
            const double value = object[QLatin1String("headline")][QLatin1String(key)].toDouble();
            QVERIFY2(band[QLatin1String("p10")].toDouble() < value, key);
            QVERIFY2(band[QLatin1String("p90")].toDouble() > value, key);
        }
        QVERIFY(run(evaluateFlags()).out.contains("\n  P10 to P90 "));
    }

    // What moves an answer, in the text and in the machine contract.
    void sensitivitiesAreListed() {
        const Run text = run(evaluateFlags({QStringLiteral("--sensitivity")}));
        QCOMPARE(text.code, 0);
        for (const char* const words :
             {"What would move it", "NVIDIA H200 SXM: BF16 peak", "On-demand price", "+1.000",
              "The plan no longer fits beyond", "more facts move"}) {
            QVERIFY2(text.out.contains(words), text.all().constData());
        }
        const Run plain = run(evaluateFlags());
        QVERIFY(!plain.out.contains("What would move it"));
        QVERIFY(text.out.startsWith(plain.out));
        const QJsonObject object =
            run(evaluateFlags({QStringLiteral("--sensitivity"), QStringLiteral("--json")}))
                .object();
        const QJsonArray facts = object[QLatin1String("sensitivity")].toArray();
        QVERIFY(facts.size() > 30);
        const QJsonObject first = facts.first().toObject();
        QCOMPARE(first[QLatin1String("property")].toString(), QStringLiteral("bf16_peak"));
        QCOMPARE(first[QLatin1String("unit")].toString(), QStringLiteral("TFLOPS"));
        const QJsonObject slope =
            first[QLatin1String("elasticity")][QLatin1String("step_time_s")].toObject();
        QVERIFY(slope[QLatin1String("value")].toDouble() < -0.5);
        QCOMPARE(slope[QLatin1String("shape")].toString(), QStringLiteral("smooth"));
        QVERIFY(!run(evaluateFlags({QStringLiteral("--json")}))
                     .object()
                     .contains(QLatin1String("sensitivity")));
    }

    void anExplanationStandsAlone() {
        const Run both = run(evaluateFlags(
            {QStringLiteral("--sensitivity"), QStringLiteral("--explain"), QStringLiteral("mfu")}));
        QCOMPARE(both.code, 2);
        QVERIFY(both.err.contains("--explain stands alone"));
    }
};

QTEST_GUILESS_MAIN(EvaluateTest)
#include "evaluate_test.moc"
