// roofplan-cli fidelity
#include "tests/cli/cli_run.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace roofplan::cli;

namespace {

QString dataFile(const char* name) {
    return QStringLiteral(ROOFPLAN_TEST_DATA_DIR "/measurements/") + QString::fromLatin1(name);
}

Run fidelity(const QStringList& arguments, const QByteArray& input = {}) {
    return run(QStringList{QStringLiteral("fidelity")} + arguments, input);
}

QByteArray textOf(const char* name) {
    QFile file(dataFile(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class FidelityCommandTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void printsTheTable() {
        const Run result = fidelity({dataFile("kernels.json")});
        QCOMPARE(result.code, 0);
        QVERIFY2(result.out.startsWith("gemm: 6 rows, 4 scored\n"), result.all());
        QVERIFY2(result.out.contains("By operator") && result.out.contains("mla_decode"),
                 result.all());
        QVERIFY2(result.out.contains("2  tier C"), result.all());
        QVERIFY2(result.err.isEmpty(), result.err);
    }

    // Training rows have bands, kernels have none.
    void countsWhatTheBandsHold() {
        const Run text = fidelity({dataFile("training.json")});
        QVERIFY2(text.out.contains("P10 to P90 holds "), text.all());
        QVERIFY(!fidelity({dataFile("kernels.json")}).out.contains("P10 to P90"));
        const QJsonObject json =
            fidelity({dataFile("training.json"), QStringLiteral("--json")}).object();
        const QJsonValue coverage = json[QStringLiteral("coverage")];
        QVERIFY(coverage[QStringLiteral("n")].toInt() > 8);
        QVERIFY(coverage[QStringLiteral("share")].toDouble() > 0.5);
        QVERIFY(json[QStringLiteral("items")][0][QStringLiteral("residual_p90")].isDouble());
    }

    void listsEachRow() {
        const Run result = fidelity({dataFile("kernels.json"), QStringLiteral("--list")});
        QCOMPARE(result.code, 0);
        QVERIFY2(result.out.contains("flashmla-h800-membound"), result.all());
        QVERIFY2(result.out.contains("4.1885"), result.all());
    }

    void printsOneObjectForOneFile() {
        const Run result = fidelity({dataFile("collectives.json"), QStringLiteral("--json")});
        QCOMPARE(result.code, 0);
        const QJsonObject json = result.object();
        QCOMPARE(json[QStringLiteral("kind")].toString(), QStringLiteral("collectives"));
        QCOMPARE(json[QStringLiteral("scored")].toInt(), 3);
        QCOMPARE(json[QStringLiteral("items")].toArray().size(), 3);
    }

    void printsAListForSeveral() {
        const Run result = fidelity(
            {dataFile("collectives.json"), dataFile("kernels.json"), QStringLiteral("--json")});
        QCOMPARE(result.code, 0);
        QCOMPARE(result.json().array().size(), 2);
    }

    void readsStdin() {
        const Run result = fidelity({QStringLiteral("-")}, textOf("kernels.json"));
        QCOMPARE(result.code, 0);
        QVERIFY2(result.out.startsWith("gemm: 6 rows"), result.all());
    }

    void namesABrokenRowAndGoesOn() {
        QByteArray rows = textOf("kernels.json");
        rows.replace("\"m\": 8192", "\"m\": \"8192\"");
        const Run result = fidelity({QStringLiteral("-"), QStringLiteral("--json")}, rows);
        QCOMPARE(result.code, 1);
        QCOMPARE(result.object()[QStringLiteral("scored")].toInt(), 3);
        QCOMPARE(result.object()[QStringLiteral("rows")].toInt(), 6);
        QVERIFY2(result.err.contains("stdin#/0/m") &&
                     result.err.contains("aic-a100_sxm-bfloat16-8192x8192x8192") &&
                     result.err.contains("allowed: a whole number from 1"),
                 result.err);
    }

    void goesOnPastAFileThatCannotBeRead() {
        const Run result =
            fidelity({QStringLiteral("/nowhere/rows.json"), dataFile("kernels.json")});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.err.contains("/nowhere/rows.json"), result.err);
        QVERIFY2(result.out.startsWith("gemm: 6 rows"), result.all());
        QCOMPARE(fidelity({QStringLiteral("-")}, "[{\"op\": ").code, 1);
        QCOMPARE(fidelity({QStringLiteral("-")}, "id,op\n").code, 1);
    }

    void drawsThePlot() {
        const QTemporaryDir folder;
        const QString svg = folder.filePath(QStringLiteral("plot.svg"));
        QCOMPARE(fidelity({dataFile("kernels.json"), QStringLiteral("--svg"), svg}).code, 0);
        QFile file(svg);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith("<svg"));
        QCOMPARE(fidelity({dataFile("kernels.json"), dataFile("collectives.json"),
                           QStringLiteral("--svg"), svg})
                     .code,
                 0);
        QVERIFY(QFile::exists(folder.filePath(QStringLiteral("plot-gemm.svg"))));
        QVERIFY(QFile::exists(folder.filePath(QStringLiteral("plot-collectives.svg"))));
    }

    void refusesAWrongCommandLine() {
        QCOMPARE(fidelity({QStringLiteral("--plot")}).code, 2);
        QCOMPARE(fidelity({QStringLiteral("--svg"), QString()}).code, 2);
        const Run unwritable = fidelity({dataFile("kernels.json"), QStringLiteral("--svg"),
                                         QStringLiteral("/proc/nowhere/plot.svg")});
        QCOMPARE(unwritable.code, 1);
    }

    void takesTheShippedRowsWhenNoneAreNamed() {
        const Run result = fidelity({QStringLiteral("--json")});
        const QJsonArray all = result.json().array();
        QCOMPARE(all.size(), 5);
        QStringList kinds;
        for (const auto& report : all) {
            kinds << report.toObject()[QStringLiteral("kind")].toString();
        }
        QCOMPARE(kinds.join(QLatin1Char(' ')),
                 QStringLiteral("training gemm collectives inference storage"));
    }

    /// The table of errors in the README is the beginning of what the command prints.
    void theReadmeShowsTheRealErrors() {
        QFile file(QStringLiteral(ROOFPLAN_SOURCE_DIR "/README.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray readme = file.readAll();
        const QByteArray command = "fidelity specs/measurements/training.json\n";
        const qsizetype start = readme.indexOf(command) + command.size();
        const QByteArray shown = readme.mid(start, readme.indexOf("\n  …", start) - start);
        QVERIFY(shown.size() > 500);
        const Run result = run({QStringLiteral("fidelity"),
                                QStringLiteral(ROOFPLAN_SPECS_DIR "/measurements/training.json")});
        for (const QByteArray& line : shown.split('\n')) {
            QVERIFY2(result.out.contains(line), line);
        }
    }
};

QTEST_GUILESS_MAIN(FidelityCommandTest)
#include "fidelity_test.moc"
