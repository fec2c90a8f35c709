// roofplan-cli search: the best plans are those that evaluate gives the same numbers for.
#include "tests/cli/cli_run.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace roofplan::cli;

namespace {

QStringList words(const char* text) {
    return QString::fromLatin1(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

Run search(const char* flags) {
    return run(QStringList{QStringLiteral("search"), exampleFile()} + words(flags));
}

QJsonArray plansOf(const QJsonObject& answer) {
    return answer[QLatin1String("plans")].toArray();
}

double stepOf(const QJsonValue& plan) {
    return plan[QLatin1String("headline")][QLatin1String("step_time_s")].toDouble();
}

/// The plan as flags of evaluate.
QStringList planFlags(const QJsonObject& plan) {
    QStringList flags;
    for (const char* key : {"tp", "pp", "virtual_pp", "cp", "dp", "micro_batch", "zero",
                            "recompute", "offload", "sequence_parallel"}) {
        const QJsonValue value = plan[QLatin1String(key)];
        flags << QStringLiteral("--") +
                     QString::fromLatin1(key).replace(QLatin1Char('_'), QLatin1Char('-'));
        flags << (value.isBool()     ? QString::fromLatin1(value.toBool() ? "yes" : "no")
                  : value.isString() ? value.toString()
                                     : QString::number(value.toInt()));
    }
    return flags;
}

} // namespace

class SearchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void theBestPlanIsEvaluatedToTheSameNumbers() {
        const Run result = search("--json --top 4");
        QVERIFY2(result.code == 0, result.all());
        const QJsonObject answer = result.object();
        const QJsonArray plans = plansOf(answer);
        QCOMPARE(plans.size(), 4);
        QVERIFY(answer[QLatin1String("space")].toInteger() > 1000000);
        for (const QJsonValue& plan : plans) {
            const QJsonObject evaluated = run(QStringList{QStringLiteral("evaluate"), exampleFile(),
                                                          QStringLiteral("--json")} +
                                              planFlags(plan[QLatin1String("plan")].toObject()))
                                              .object();
            for (const char* key : {"plan", "headline", "bound", "memory"}) {
                QCOMPARE(plan[QLatin1String(key)], evaluated[QLatin1String(key)]);
            }
        }
    }

    void plansAreInOrderAndSayHowFarBehind() {
        const QJsonArray plans = plansOf(search("--json --top 20").object());
        const double best = stepOf(plans.first());
        for (qsizetype i = 0; i < plans.size(); ++i) {
            QCOMPARE(plans[i][QLatin1String("rank")].toInt(), int(i + 1));
            QVERIFY(i == 0 || stepOf(plans[i]) >= stepOf(plans[i - 1]));
            QCOMPARE(1.0 + plans[i][QLatin1String("behind")].toDouble(), stepOf(plans[i]) / best);
        }
    }

    void theSameWithOneThreadAndMany() {
        const Run one = search("--json --threads 1");
        const Run four = search("--json --threads 4");
        QVERIFY2(one.code == 0 && four.code == 0, four.all());
        QCOMPARE(four.out, one.out);
    }

    void fieldsAreFreeInTheFileAndPinnedAsFlags() {
        const auto tensor = [](const QJsonValue& plan) {
            return plan[QLatin1String("plan")][QLatin1String("tp")].toInt();
        };
        QCOMPARE(tensor(plansOf(search("--json --top 1").object()).first()), 1);
        for (const char* flags : {"--json --tp 4", "--json --pin tp", "--json --pin pp,TP"}) {
            for (const QJsonValue& plan : plansOf(search(flags).object())) {
                QCOMPARE(tensor(plan), 4);
            }
        }
        QVERIFY(plansOf(search("--json --pin tp,pp,virtual-pp,micro_batch").object()).size() < 10);
    }

    void everyPlanListsSettingsOfOneLayout() {
        const QJsonArray layouts = plansOf(search("--json").object());
        const QJsonArray plans = plansOf(search("--json --every-plan").object());
        QCOMPARE(plans.first(), layouts.first());
        QVERIFY(stepOf(plans.last()) < stepOf(layouts.last()));
    }

    void theSpaceIsCountedAndListed() {
        const Run json = search("--space --json");
        QVERIFY2(json.code == 0, json.all());
        const QJsonObject space = json.object();
        QCOMPARE(space[QLatin1String("space")], search("--json").object()[QLatin1String("space")]);
        QCOMPARE(space[QLatin1String("values")][QLatin1String("tp")].toArray(),
                 (QJsonArray{1, 2, 4, 8, 16, 32, 64}));
        const Run text = search("--space");
        QVERIFY2(text.out.contains("tp: TP 128 does not divide the 64 query heads."), text.out);
    }

    void nothingFitsShowsTheNearestAndWhatWouldFit() {
        const Run text = search("--instances 1 --zero none --offload none");
        QCOMPARE(text.code, 1);
        QVERIFY2(text.out.contains("Nothing fits: the nearest of "), text.all());
        QVERIFY2(text.out.contains("What would make that plan fit\n"), text.out);
        QVERIFY2(text.out.contains("What would fit with its best plan\n  without pinned fields"),
                 text.out);
        const Run json = search("--instances 1 --zero none --offload none --json");
        QCOMPARE(json.code, 1);
        const QJsonObject answer = json.object();
        QCOMPARE(answer[QLatin1String("feasible")], QJsonValue(false));
        QVERIFY(plansOf(answer).isEmpty());
        const QJsonObject nearest = answer[QLatin1String("nearest")].toObject();
        QVERIFY(nearest[QLatin1String("lacks_bytes")].toDouble() > 0.0);
        QVERIFY(!nearest[QLatin1String("fixes")].toArray().isEmpty());
        const QJsonObject would = answer[QLatin1String("would_fit")].toObject();
        QCOMPARE(would[QLatin1String("more_instances")][QLatin1String("instances")].toInt(), 2);
        QVERIFY(!would[QLatin1String("other_types")].toArray().isEmpty());
    }

    void whatServersCannotHoldIsNoPlanEither() {
        const QStringList flags{QStringLiteral("search"),      QStringLiteral("--instance"),
                                QStringLiteral("p5.48xlarge"), QStringLiteral("--model"),
                                QStringLiteral("deepseek-v3"), QStringLiteral("--offload"),
                                QStringLiteral("optimizer"),   QStringLiteral("--global-batch"),
                                QStringLiteral("64")};
        const Run text = run(flags);
        QCOMPARE(text.code, 1);
        QVERIFY2(text.out.contains("offloads more than its servers hold."), text.all());
        const QJsonObject answer = run(flags + QStringList{QStringLiteral("--json")}).object();
        QCOMPARE(answer[QLatin1String("feasible")], QJsonValue(false));
        QVERIFY(answer[QLatin1String("nearest")].isNull());
        QVERIFY(!answer[QLatin1String("would_fit")][QLatin1String("more_instances")].isNull());
    }

    void pinnedFieldsThatLeaveNothingSayWhy() {
        const Run result = search("--tp 3");
        QCOMPARE(result.code, 1);
        QVERIFY2(result.out.isEmpty(), result.out);
        for (const char* reason : {"TP 3 does not divide the 64 query heads",
                                   "No legal plan is left by the fields that are pinned."}) {
            QVERIFY2(result.err.contains(reason), result.err);
        }
        QVERIFY(search("--tp 3 --json").object()[QLatin1String("feasible")].isNull());
    }

    void theBestPlanIsWrittenAsAProject() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("best.roofplan"));
        const Run found = run({QStringLiteral("search"), exampleFile(), QStringLiteral("--json"),
                               QStringLiteral("-o"), file});
        QVERIFY2(found.code == 0, found.all());
        const Run evaluated = run({QStringLiteral("evaluate"), file, QStringLiteral("--json")});
        QVERIFY2(evaluated.code == 0, evaluated.all());
        QCOMPARE(evaluated.object()[QLatin1String("headline")],
                 plansOf(found.object()).first()[QLatin1String("headline")]);
    }

    void aWrongValueNamesFlagFoundAndAllowed_data() {
        QTest::addColumn<QByteArray>("flags");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* flags, const char* message) {
            QTest::newRow(flags) << QByteArray(flags) << QByteArray(message);
        };
        row("--top 0", "--top: found \"0\"; allowed: a whole number from 1 to 10000.");
        row("--top 2.5", "--top: found \"2.5\"");
        row("--threads -3", "--threads: found \"-3\"; allowed: a whole number from 1 to 256.");
        row("--threads x", "--threads: found \"x\"");
        row("--objective speed", "--objective: found \"speed\"; allowed: time, cost, "
                                 "tokens_per_dollar.");
        row("--deadline 30", "--deadline: found \"30\"; allowed: a time above 0 with its unit");
        row("--deadline 0d", "--deadline: found \"0d\"");
        row("--deadline soon", "--deadline: found \"soon\"");
        row("--budget 0", "--budget: found \"0\"; allowed: an amount of USD above 0");
        row("--budget -2M", "--budget: found \"-2M\"");
        row("--budget 2d", "--budget: found \"2d\"");
        row("--sizes 8..4", "--sizes: found \"8..4\"; allowed: a range such as 1..512 or a list");
        row("--sizes 1..", "--sizes: found \"1..\"");
        row("--sizes 0,8", "--sizes: found \"0,8\"");
        row("--sizes 1..2..3", "--sizes: found \"1..2..3\"");
        row("--sizes 1..2e6", "from 1 to 1000000.");
        row("--types p5x.48xlarge", "--types: found \"p5x.48xlarge\"; allowed: ");
        row("--types p5e.48xl", "did you mean p5e.48xlarge");
        row("--min-gpus 64 --max-gpus 8",
            "--max-gpus: found \"8\"; allowed: at least --min-gpus 64.");
        row("--max-gpus x", "--max-gpus: found \"x\"");
        row("--front --space", "one question at a time");
        row("--front --objective cost", "--objective: found \"cost\"; allowed: nothing");
        row("--longest-sequence --sizes 8", "--sizes: found \"8\"; allowed: nothing");
        row("--pin tp,qp", "--pin: found \"qp\"; allowed: tp, sequence_parallel, pp");
        row("--topp 3", "there is no flag --topp; did you mean --top?");
        row("--micro-batch 0", "micro_batch: found 0");
    }

    void aWrongValueNamesFlagFoundAndAllowed() {
        QFETCH(QByteArray, flags);
        QFETCH(QByteArray, message);
        const Run result = search(flags.constData());
        QVERIFY2(result.code == 2, result.all());
        QVERIFY2(result.out.isEmpty(), result.out);
        QVERIFY2(result.err.contains(message), result.err);
    }

    void theCheapestClustersMeetTheDeadline() {
        const Run result = search("--json --objective cost --deadline 100d --sizes 8..64 --top 3");
        QVERIFY2(result.code == 0, result.all());
        const QJsonArray clusters = result.object()[QLatin1String("clusters")].toArray();
        QCOMPARE(clusters.size(), 3);
        double before = 0.0;
        for (const QJsonValue& cluster : clusters) {
            const QJsonValue headline = cluster[QLatin1String("headline")];
            QVERIFY(headline[QLatin1String("time_to_train_s")].toDouble() <= 100.0 * 86400.0);
            QVERIFY(headline[QLatin1String("cost_usd")].toDouble() >= before);
            before = headline[QLatin1String("cost_usd")].toDouble();
            const QJsonObject evaluated =
                run(QStringList{QStringLiteral("evaluate"), exampleFile(), QStringLiteral("--json"),
                                QStringLiteral("--instance"),
                                cluster[QLatin1String("instance")].toString(),
                                QStringLiteral("--instances"),
                                QString::number(cluster[QLatin1String("instances")].toInt())} +
                    planFlags(cluster[QLatin1String("plan")].toObject()))
                    .object();
            QCOMPARE(headline, evaluated[QLatin1String("headline")]);
        }
        QCOMPARE(
            search("--json --objective cost --deadline 100d --sizes 8..64 --top 3 --threads 3").out,
            result.out);
    }

    void aDollarBuysTokensByTheHour() {
        const QJsonObject best =
            search("--json --objective tokens-per-dollar --sizes 16,32 --top 1 "
                   "--types p5en.48xlarge")
                .object()[QLatin1String("clusters")][0]
                .toObject();
        const QJsonObject headline = best[QLatin1String("headline")].toObject();
        const double hours = headline[QLatin1String("billed_time_s")].toDouble() / 3600.0;
        const double perHour = headline[QLatin1String("cost_usd")].toDouble() / hours;
        const double ratio = headline[QLatin1String("tokens_per_s")].toDouble() / perHour /
                             best[QLatin1String("tokens_per_s_per_usd_h")].toDouble();
        QVERIFY2(std::abs(ratio - 1.0) < 1e-9, qPrintable(QString::number(ratio)));
    }

    void whereNoClusterKeepsTheLimitsTheNearestIsNamed() {
        const Run json = search("--json --budget 3M --sizes 32,64 --types p5en.48xlarge");
        QCOMPARE(json.code, 1);
        const QJsonObject answer = json.object();
        QVERIFY(answer[QLatin1String("clusters")].toArray().isEmpty());
        const QJsonObject nearest = answer[QLatin1String("nearest")].toObject();
        const double cost =
            nearest[QLatin1String("headline")][QLatin1String("cost_usd")].toDouble();
        QCOMPARE(nearest[QLatin1String("missed_by")].toDouble(), cost / 3e6 - 1.0);
        const Run text = search("--budget 3M --sizes 32,64 --types p5en.48xlarge");
        QVERIFY2(
            text.out.contains("None of 2 clusters for at most 3.000 M USD. The nearest misses"),
            text.out);
    }

    void whatCannotBeBoughtIsNamedWithTheReason() {
        const Run text = search("--types p5en.48xlarge|p5e.48xlarge,dgx-h100 --sizes 64,300 "
                                "--objective cost --top 2");
        QVERIFY2(text.code == 0, text.all());
        QVERIFY2(text.out.contains("300 × p5en.48xlarge, p5e.48xlarge: 300 instances are more than "
                                   "the 256"),
                 text.out);
        QVERIFY2(text.out.contains("64, 300 × dgx-h100: No capacity_block price of dgx-h100"),
                 text.out);
    }

    void onTheFrontLessTimeCostsMore() {
        const Run result = search("--json --front --sizes 8..64");
        QVERIFY2(result.code == 0, result.all());
        const QJsonArray front = result.object()[QLatin1String("clusters")].toArray();
        QVERIFY(front.size() > 2);
        for (qsizetype i = 1; i < front.size(); ++i) {
            const QJsonValue fast = front[i - 1][QLatin1String("headline")];
            const QJsonValue slow = front[i][QLatin1String("headline")];
            QVERIFY(fast[QLatin1String("time_to_train_s")].toDouble() <
                    slow[QLatin1String("time_to_train_s")].toDouble());
            QVERIFY(fast[QLatin1String("cost_usd")].toDouble() >
                    slow[QLatin1String("cost_usd")].toDouble());
        }
    }

    void theFewestGpusOfEachTypeAreFound() {
        const QJsonObject answer =
            search(
                "--json --fewest-gpus --types p5en.48xlarge,p4d.24xlarge --sizes 1..8 --every-size "
                "--offload none")
                .object();
        const QJsonArray clusters = answer[QLatin1String("clusters")].toArray();
        QCOMPARE(clusters.size(), 2);
        for (const QJsonValue& cluster : clusters) {
            const int size = cluster[QLatin1String("instances")].toInt();
            const QStringList flags{
                QStringLiteral("search"),     exampleFile(),
                QStringLiteral("--offload"),  QStringLiteral("none"),
                QStringLiteral("--instance"), cluster[QLatin1String("instance")].toString(),
                QStringLiteral("--instances")};
            QCOMPARE(run(flags + QStringList{QString::number(size)}).code, 0);
            QVERIFY(size == 1 || run(flags + QStringList{QString::number(size - 1)}).code == 1);
        }
    }

    void theLongestSequenceFitsAndTheNextDoesNot() {
        const Run result = search("--json --longest-sequence --instances 2 --offload none "
                                  "--recompute none");
        QVERIFY2(result.code == 0, result.all());
        const QJsonObject answer = result.object();
        const qint64 tokens = answer[QLatin1String("seq_len")].toInteger();
        QCOMPARE(tokens % answer[QLatin1String("granularity")].toInteger(), qint64{0});
        const auto fits = [](qint64 length) {
            return run({QStringLiteral("search"), exampleFile(), QStringLiteral("--instances"),
                        QStringLiteral("2"), QStringLiteral("--offload"), QStringLiteral("none"),
                        QStringLiteral("--recompute"), QStringLiteral("none"),
                        QStringLiteral("--seq-len"), QString::number(length)})
                .code;
        };
        QCOMPARE(fits(tokens), 0);
        QCOMPARE(fits(tokens + 1024), 1);
    }

    void theLargestMicroBatchHasAPlan() {
        const Run result = search("--json --largest-micro-batch --instances 2 --offload none "
                                  "--recompute none");
        QVERIFY2(result.code == 0, result.all());
        const QJsonObject answer = result.object();
        QCOMPARE(answer[QLatin1String("plan")][QLatin1String("micro_batch")],
                 answer[QLatin1String("micro_batch")]);
        QVERIFY(answer[QLatin1String("micro_batch")].toInt() > 1);
        const Run text = search("--largest-micro-batch --instances 1 --zero none --offload none");
        QCOMPARE(text.code, 1);
        QVERIFY2(text.err.contains("No plan fits into memory"), text.err);
    }

    void theBestClusterIsWrittenAsAProject() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("best.roofplan"));
        const Run found =
            run({QStringLiteral("search"), exampleFile(), QStringLiteral("--json"),
                 QStringLiteral("--sizes"), QStringLiteral("16,32"), QStringLiteral("--objective"),
                 QStringLiteral("cost"), QStringLiteral("-o"), file});
        const Run evaluated = run({QStringLiteral("evaluate"), file, QStringLiteral("--json")});
        QVERIFY2(evaluated.code == 0, evaluated.all());
        QCOMPARE(evaluated.object()[QLatin1String("headline")],
                 found.object()[QLatin1String("clusters")][0][QLatin1String("headline")]);
    }

    void theReadmeShowsTheRealAnswer() {
        QFile file(QStringLiteral(ROOFPLAN_SOURCE_DIR "/README.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray readme = file.readAll();
        const QByteArray command = "search resources/examples/llama-3.1-70b-64xp5en.roofplan ";
        const qsizetype start = readme.indexOf(command) + command.size();
        const qsizetype end = readme.indexOf('\n', start);
        const QByteArray shown = readme.mid(end + 1, readme.indexOf("```", end) - end - 1);
        const Run result = search(readme.mid(start, end - start).constData());
        QVERIFY2(result.code == 0, result.all());
        QVERIFY2(shown == result.out,
                 QByteArray("README.md shows:\n" + shown + "\nin place of:\n" + result.out));
    }

    void clustersNeedNoScenario() {
        const QStringList flags{QStringLiteral("search"),       QStringLiteral("--model"),
                                QStringLiteral("llama-3.1-8b"), QStringLiteral("--global-batch"),
                                QStringLiteral("64"),           QStringLiteral("--types"),
                                QStringLiteral("p5.48xlarge"),  QStringLiteral("--sizes"),
                                QStringLiteral("1,2")};
        QCOMPARE(run(flags).code, 0);
        const Run replaced =
            run(flags + QStringList{QStringLiteral("--instances"), QStringLiteral("4")});
        QVERIFY2(replaced.err.contains("warning instances: not used: the clusters that are tried"),
                 replaced.err);
        const Run alone = run(
            {QStringLiteral("search"), QStringLiteral("--model"), QStringLiteral("llama-3.1-8b")});
        QCOMPARE(alone.code, 2);
        QVERIFY2(alone.err.contains("--instance"), alone.err);
        QCOMPARE(run({QStringLiteral("search")}).code, 2);
    }

    void anImportedModelSaysWhatItAssumesAndIsWrittenToo() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("imported.roofplan"));
        const QString config = QStringLiteral(
            ROOFPLAN_SOURCE_DIR "/resources/examples/meta-llama--Meta-Llama-3.1-70B.config.json");
        const Run found = run({QStringLiteral("search"), QStringLiteral("--instance"),
                               QStringLiteral("p5en.48xlarge"), QStringLiteral("--instances"),
                               QStringLiteral("8"), QStringLiteral("--model"), config,
                               QStringLiteral("--json"), QStringLiteral("-o"), file});
        QVERIFY2(found.code == 0, found.all());
        QCOMPARE(found.object()[QLatin1String("diagnostics")][0][QLatin1String("code")].toString(),
                 QStringLiteral("config.assumed"));
        const Run evaluated = run({QStringLiteral("evaluate"), file, QStringLiteral("--json")});
        QCOMPARE(evaluated.object()[QLatin1String("headline")],
                 plansOf(found.object()).first()[QLatin1String("headline")]);
    }

    void theTableShowsWhatTheJsonSays() {
        const QJsonArray plans = plansOf(search("--json").object());
        const Run text = search("");
        QCOMPARE(text.code, 0);
        const double mfu =
            plans.first()[QLatin1String("headline")][QLatin1String("mfu")].toDouble();
        QVERIFY2(text.out.contains(QByteArray::number(100.0 * mfu, 'f', 1).append(" %")), text.out);
        QVERIFY2(text.out.contains("--tp 1 --pp 1 --virtual-pp 1 --cp 2 --dp 256"), text.out);
    }

    void everyScenarioOfEveryFileIsSearched() {
        const Run result =
            run({QStringLiteral("search"), exampleFile(), exampleFile(), QStringLiteral("--json"),
                 QStringLiteral("--top"), QStringLiteral("1")});
        const QJsonArray answers = result.json().array();
        QCOMPARE(answers.size(), 2);
        QCOMPARE(answers[0], answers[1]);
        QCOMPARE(run({QStringLiteral("search"), QStringLiteral("/no/such/file")}).code, 1);
    }
};

QTEST_GUILESS_MAIN(SearchTest)
#include "search_test.moc"
