// roofplan-cli sweep: rows, columns, reasons and exit codes.
#include "tests/cli/cli_run.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace roofplan::cli;

namespace {

QStringList words(const char* text) {
    return QString::fromUtf8(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

/// The bundled example under these flags.
Run sweep(const char* flags) {
    return run(QStringList{QStringLiteral("sweep"), exampleFile()} + words(flags));
}

/// Lines of cells.
QList<QByteArrayList> cells(const QByteArray& out, char separator) {
    QList<QByteArrayList> lines;
    for (const QByteArray& line : out.split('\n')) {
        if (!line.isEmpty()) {
            lines << line.split(separator);
        }
    }
    return lines;
}

/// The column of that key, without its head.
QByteArrayList column(const QByteArray& out, const char* key) {
    const QList<QByteArrayList> lines = cells(out, '\t');
    const qsizetype at = lines.isEmpty() ? -1 : lines.front().indexOf(key);
    QByteArrayList values;
    for (qsizetype i = 1; at >= 0 && i < lines.size(); ++i) {
        values << lines[i].value(at);
    }
    return values;
}

/// Words are the same, and numbers but for what another processor rounds otherwise.
bool sameButForRounding(const QByteArrayList& a, const QByteArrayList& b) {
    return std::ranges::equal(a, b, [](const QByteArray& x, const QByteArray& y) {
        bool number = false;
        const double value = x.toDouble(&number);
        return number ? std::abs(value - y.toDouble()) <= 1e-9 * std::abs(value) : x == y;
    });
}

} // namespace

class SweepTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void aRowForEachPointWithTheKeysOfTheContract() {
        const Run result = sweep("--vary global-batch=256..2048:4:log");
        QVERIFY2(result.code == 0, result.all());
        const QList<QByteArrayList> lines = cells(result.out, '\t');
        QCOMPARE(lines.size(), 5);
        for (const QByteArrayList& line : lines) {
            QCOMPARE(line.size(), lines.front().size());
        }
        QCOMPARE(column(result.out, "global_batch"),
                 (QByteArrayList{"256", "512", "1024", "2048"}));
        for (const char* key :
             {"feasible", "gpus", "step_time_s", "time_to_train_s", "cost_usd",
              "tokens_per_s_per_gpu", "mfu", "memory_peak_bytes", "bound", "runner_up_bound",
              "bound_margin", "tp", "pp", "virtual_pp", "dp", "zero", "diagnostics"}) {
            QCOMPARE(lines.front().count(key), 1);
        }
    }

    // The same double as evaluate prints.
    void numbersAreThoseOfEvaluate() {
        const Run rows = sweep("--vary global_batch=1024,2048 --json");
        const QJsonArray swept = rows.object()[QLatin1String("rows")].toArray();
        QCOMPARE(swept.size(), 2);
        const QJsonObject headline =
            run({QStringLiteral("evaluate"), exampleFile(), QStringLiteral("--json")})
                .object()[QLatin1String("headline")]
                .toObject();
        for (const char* key : {"step_time_s", "time_to_train_s", "cost_usd", "tokens_per_s", "mfu",
                                "tokens_per_s_per_gpu", "exposed_communication_s",
                                "memory_peak_bytes", "memory_capacity_bytes"}) {
            QVERIFY(headline[QLatin1String(key)].isDouble());
            QCOMPARE(swept[1][QLatin1String(key)], headline[QLatin1String(key)]);
        }
    }

    void commasTabsAndJsonSayTheSame() {
        const Run tabs = sweep("--vary gpus=240..304:9");
        const Run commas = sweep("--vary gpus=240..304:9 --csv");
        const Run json = sweep("--vary gpus=240..304:9 --json");
        for (const Run* result : {&tabs, &commas, &json}) {
            QCOMPARE(result->code, 1); // 248 and so on are no multiples of 16
        }
        const QJsonArray rows = json.object()[QLatin1String("rows")].toArray();
        const QByteArrayList times = column(tabs.out, "step_time_s");
        const QList<QByteArrayList> lines = cells(commas.out, ',');
        const qsizetype at = lines.front().indexOf("step_time_s");
        for (int i = 0; i < 9; ++i) {
            QCOMPARE(lines[i + 1].value(at), times[i]);
            const QJsonValue time = rows[i][QLatin1String("step_time_s")];
            QCOMPARE(time.isNull(), times[i].isEmpty());
            QVERIFY(time.isNull() || times[i].toDouble() == time.toDouble());
        }
    }

    void aPointThatIsNotLegalSaysWhyInItsRow() {
        const Run result = sweep("--vary tp=3,4");
        QCOMPARE(result.code, 1);
        QVERIFY2(result.err.contains("1 of 2 points have no answer"), result.err);
        const QByteArrayList why = column(result.out, "diagnostics");
        QVERIFY2(why[0].contains("tp: "), why[0]);
        QVERIFY2(why[1].isEmpty(), why[1]);
        QCOMPARE(column(result.out, "feasible"), (QByteArrayList{"", "true"}));
        const Run json = sweep("--vary tp=3,4 --json");
        const QJsonValue row = json.object()[QLatin1String("rows")][0];
        QCOMPARE(row[QLatin1String("diagnostics")][0][QLatin1String("place")].toString(),
                 QStringLiteral("tp"));
    }

    void whatDoesNotFitIsAnAnswer() {
        const Run result = sweep("--vary micro_batch=1,16 --tp 1");
        QCOMPARE(result.code, 0);
        QCOMPARE(column(result.out, "feasible").last(), QByteArray("false"));
        QVERIFY(column(result.out, "step_time_s").last().isEmpty());
        QVERIFY(column(result.out, "memory_peak_bytes").last().toDouble() >
                column(result.out, "memory_capacity_bytes").last().toDouble());
    }

    // Never slower than the plan of the file; what is given as a flag stays.
    void theBestPlanIsSearchedAtEachPoint() {
        const Run fixed = sweep("--vary instances=8,16");
        const Run best = sweep("--vary instances=8,16 --replan --threads 1");
        const Run pinned = sweep("--vary instances=8,16 --replan --pp 4 --pin tp --threads 2");
        const QByteArrayList slow = column(fixed.out, "step_time_s");
        const QByteArrayList fast = column(best.out, "step_time_s");
        const QByteArrayList between = column(pinned.out, "step_time_s");
        for (int i = 0; i < 2; ++i) {
            QVERIFY(fast[i].toDouble() < between[i].toDouble());
            QVERIFY(between[i].toDouble() < slow[i].toDouble());
        }
        QCOMPARE(column(pinned.out, "pp"), (QByteArrayList{"4", "4"}));
        QCOMPARE(column(pinned.out, "tp"), (QByteArrayList{"4", "4"}));
    }

    void twoFieldsMakeAGrid() {
        const Run result = sweep("--vary precision --vary seq_len=4096,8192 --json");
        const QJsonObject object = result.object();
        QCOMPARE(object[QLatin1String("axes")].toArray().size(), 2);
        QCOMPARE(object[QLatin1String("axes")][1][QLatin1String("values")].toArray(),
                 (QJsonArray{4096, 8192}));
        QCOMPARE(object[QLatin1String("rows")].toArray().size(), 10);
    }

    void severalScenariosAreNamed() {
        const QStringList both = QStringList{QStringLiteral("sweep"), exampleFile(), exampleFile()};
        const Run tabs = run(both + words("--vary tp=4,8"));
        QCOMPARE(tabs.code, 0);
        QCOMPARE(column(tabs.out, "scenario"), QByteArrayList(4, "Llama 3.1 70B on 64 p5en"));
        QCOMPARE(cells(tabs.out, '\t').size(), 5);
        const QJsonArray json = run(both + words("--vary tp=4,8 --json")).json().array();
        QCOMPARE(json.size(), 2);
        QCOMPARE(json[1][QLatin1String("rows")].toArray().size(), 2);
    }

    void weakScalingKeepsSequencesAGpu() {
        const Run result = sweep("--scaling weak");
        QCOMPARE(result.code, 0);
        QCOMPARE(column(result.out, "gpus").size(), 7);
        QCOMPARE(column(result.out, "gpus").last(), QByteArray("32768"));
        QCOMPARE(column(result.out, "global_batch").last(), QByteArray("131072"));
        const QByteArrayList efficiency = column(result.out, "scaling_efficiency");
        QCOMPARE(efficiency.first(), QByteArray("1.0"));
        QVERIFY(efficiency.last().toDouble() > 0.9 && efficiency.last().toDouble() < 1.0);
        const Run strong = sweep("--scaling strong --vary instances=64,128");
        QCOMPARE(column(strong.out, "global_batch"), (QByteArrayList{"2048", "2048"}));
    }

    void thePlaceOnThePlanesIsAColumn() {
        const Run result = sweep("--vary instances=64 --plane");
        QCOMPARE(result.code, 0);
        QCOMPARE(column(result.out, "network_corner").first().toDouble(), 96.0);
        QVERIFY(column(result.out, "network_memory_intensity").first().toDouble() > 96.0);
        QVERIFY(column(result.out, "arithmetic_intensity_flop_per_byte").first().toDouble() >
                column(result.out, "hbm_corner_flop_per_byte").first().toDouble());
    }

    void repeatsAreSaid() {
        const Run result = sweep("--vary gpus=512..520:9");
        QCOMPARE(column(result.out, "gpus"), (QByteArrayList{"512", "520"}));
        QVERIFY2(result.err.contains("gpus: 7 of 9 values came out equal"), result.err);
    }

    void wrongUsageNamesFieldFoundAndAllowed_data() {
        QTest::addColumn<QByteArray>("flags");
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const char* flags, const char* said) {
            QTest::newRow(flags) << QByteArray(flags) << QByteArray(said);
        };
        row("", "--vary");
        row("--vary stack_date=2025-01,2025-02", "stack_date: \"stack_date\" is a date or a set");
        row("--vary global_bach=1..2", "did you mean global_batch?");
        row("--vary tp=8..1", "tp: found 8 to 1; allowed:");
        row("--vary discount=0..10:5:log", "discount: found 0 to 10; allowed on a logarithmic");
        row("--vary tp=1..8:1000000", "tp: found 1000000 points; allowed: 2 to 10000");
        row("--vary tp=1,2 --vary tp=4,8", "tp: found two axes, tp and tp");
        row("--vary tp=1,2 --vary pp=1,2 --vary cp=1,2", "found 3 axes; allowed: one or two");
        row("--vary tp=1..8:4:cubic", "tp: found \"tp=1..8:4:cubic\"; allowed: FIELD=FROM..TO");
        row("--scaling strong --vary tp=1,2", "--scaling: found \"tp\"; allowed: gpus");
        row("--vary tp=1,2 --threads 0", "--threads: found \"0\"; allowed: a whole number");
        row("--vary tp=1,2 --replan --pin tpp", "--pin: found \"tpp\"; allowed: tp,");
        row("--vary tp=1,2 --json --csv", "allowed: one of them");
    }

    void wrongUsageNamesFieldFoundAndAllowed() {
        QFETCH(QByteArray, flags);
        QFETCH(QByteArray, said);
        const Run result = sweep(flags.constData());
        QCOMPARE(result.code, 2);
        QVERIFY2(result.err.contains(said), result.all());
        QVERIFY2(result.out.isEmpty(), result.out);
    }

    void aCellWithACommaIsQuoted() {
        const Run result = sweep("--vary tp=3 --csv");
        QVERIFY2(result.out.trimmed().endsWith('"'), result.out);
    }

    void theHelpShowsExamples() {
        const Run result = run({QStringLiteral("sweep"), QStringLiteral("--help")});
        QCOMPARE(result.code, 0);
        QVERIFY2(result.out.contains("--vary global_batch=16..8192:20:log"), result.out);
    }

    // What README.md shows.
    void theExampleOfTheReadMeIsWhatIsPrinted() {
        QFile file(QStringLiteral(ROOFPLAN_SOURCE_DIR "/README.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray readMe = file.readAll();
        const QByteArray command("$ bash installer/run.sh sweep "
                                 "resources/examples/llama-3.1-70b-64xp5en.roofplan ");
        const qsizetype begin = readMe.indexOf(command);
        QVERIFY(begin >= 0);
        const qsizetype end = readMe.indexOf("```", begin);
        QByteArrayList shown = readMe.mid(begin, end - begin).trimmed().split('\n');
        QByteArray flags = shown.takeFirst().mid(command.size());
        const qsizetype pipe = flags.indexOf(" | cut -f");
        QVERIFY(pipe > 0);
        QByteArrayList columns = flags.mid(pipe + 9).split(',');
        flags.truncate(pipe);
        const Run result = sweep(flags.constData());
        const QList<QByteArrayList> lines = cells(result.out, '\t');
        QCOMPARE(lines.size(), shown.size());
        for (qsizetype i = 0; i < lines.size(); ++i) {
            QByteArrayList kept;
            for (const QByteArray& number : columns) {
                kept << lines[i].value(number.toInt() - 1);
            }
            QVERIFY2(sameButForRounding(kept, shown[i].split('\t')), result.out);
        }
    }
};

QTEST_GUILESS_MAIN(SweepTest)
#include "sweep_test.moc"
