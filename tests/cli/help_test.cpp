// Help, version and exit codes: what a person meets first.
#include "core/scenario/field_table.h"
#include "tests/cli/cli_run.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::cli;

class HelpTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void helpGoesToStdout_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("word");
        QTest::newRow("program") << QStringList{QStringLiteral("--help")}
                                 << QByteArray("catalogue");
        QTest::newRow("short") << QStringList{QStringLiteral("-h")} << QByteArray("evaluate");
        QTest::newRow("evaluate") << QStringList{QStringLiteral("evaluate"),
                                                 QStringLiteral("--help")}
                                  << QByteArray("--explain");
        QTest::newRow("catalogue")
            << QStringList{QStringLiteral("catalogue"), QStringLiteral("--help")}
            << QByteArray("check");
        QTest::newRow("search") << QStringList{QStringLiteral("search"), QStringLiteral("--help")}
                                << QByteArray("--deadline");
        QTest::newRow("version") << QStringList{QStringLiteral("--version")}
                                 << QByteArray(ROOFPLAN_VERSION);
    }

    void helpGoesToStdout() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, word);
        const Run result = run(arguments);
        QCOMPARE(result.code, 0);
        QVERIFY2(result.out.contains(word), result.all());
        QVERIFY2(result.err.isEmpty(), result.err);
    }

    void everyFieldIsAFlag_data() {
        QTest::addColumn<QString>("verb");
        QTest::newRow("evaluate") << QStringLiteral("evaluate");
        QTest::newRow("search") << QStringLiteral("search");
    }

    void everyFieldIsAFlag() {
        QFETCH(QString, verb);
        const Run help = run({verb, QStringLiteral("--help")});
        for (const Field& field : fieldTable()) {
            std::string flag = "--" + std::string(field.key);
            std::ranges::replace(flag, '_', '-');
            QVERIFY2(help.out.contains(flag.c_str()), flag.c_str());
        }
    }

    void theHelpOfAFieldNamesWhatIsAllowedAndTheDefault_data() {
        QTest::addColumn<QByteArray>("words");
        for (const char* words :
             {"dgx-a100, dgx-b200", "needed where no file is named",
              "allowed: on_demand, capacity_block, savings_1y, savings_3y, spot, own; default: "
              "on_demand",
              "allowed: a whole number from 1 to 1e9; default: 1024", "default: us-east-1",
              "default: 1T", "allowed: bf16, fp16, fp8, mxfp8, nvfp4; default: bf16",
              "allowed: none, zero1, zero2, fsdp, hsdp; default: zero1",
              "default: 1; only with a mixture-of-experts model",
              "allowed: unfused, flash2, flash3; default: as the stack, flash3",
              "allowed: yes or no; default: yes", "time_to_train_s, cost_usd", "optimizer_state",
              "feasible"}) {
            QTest::newRow(words) << QByteArray(words);
        }
    }

    void theHelpOfAFieldNamesWhatIsAllowedAndTheDefault() {
        QFETCH(QByteArray, words);
        const Run help = run({QStringLiteral("evaluate"), QStringLiteral("--help")});
        QVERIFY2(help.out.simplified().contains(words), help.out);
    }

    void theHelpNamesTheChoicesOfTheSpecsGiven() {
        const Run help = run({QStringLiteral("evaluate"), QStringLiteral("--help"),
                              QStringLiteral("--specs"), QStringLiteral("/no/such/folder")});
        QCOMPARE(help.code, 0);
        QVERIFY2(!help.out.contains("dgx-a100"), help.out);
    }

    void wrongUsageExitsWithTwoAndNamesTheNearest_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("word");
        QTest::newRow("nothing") << QStringList{} << QByteArray("Usage");
        QTest::newRow("verb") << QStringList{QStringLiteral("evalute")} << QByteArray("evaluate?");
        QTest::newRow("flag") << evaluateFlags(
                                     {QStringLiteral("--global-bach"), QStringLiteral("8")})
                              << QByteArray("--global-batch?");
        QTest::newRow("single dash")
            << evaluateFlags({QStringLiteral("-jsn")}) << QByteArray("--json?");
        QTest::newRow("no value") << evaluateFlags({QStringLiteral("--micro-batch")})
                                  << QByteArray("micro-batch");
        QTest::newRow("no scenario")
            << QStringList{QStringLiteral("evaluate")} << QByteArray("--model");
        QTest::newRow("explain with json")
            << evaluateFlags(
                   {QStringLiteral("--json"), QStringLiteral("--explain"), QStringLiteral("mfu")})
            << QByteArray("alone");
        QTest::newRow("catalogue alone")
            << QStringList{QStringLiteral("catalogue")} << QByteArray("check");
        QTest::newRow("catalogue verb")
            << QStringList{QStringLiteral("catalogue"), QStringLiteral("shw")}
            << QByteArray("show?");
        QTest::newRow("catalogue kind")
            << QStringList{QStringLiteral("catalogue"), QStringLiteral("list"),
                           QStringLiteral("gpu")}
            << QByteArray("gpus?");
    }

    void wrongUsageExitsWithTwoAndNamesTheNearest() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, word);
        const Run result = run(arguments);
        QCOMPARE(result.code, 2);
        QVERIFY2(result.err.contains(word), result.all());
        QVERIFY2(result.out.isEmpty(), result.out);
    }
};

QTEST_GUILESS_MAIN(HelpTest)
#include "help_test.moc"
