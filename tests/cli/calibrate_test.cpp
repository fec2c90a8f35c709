// roofplan-cli calibrate
#include "tests/cli/cli_run.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace roofplan::cli;

namespace {

const QString rowsFile = QStringLiteral(ROOFPLAN_TEST_DATA_DIR "/measurements/training.json");
const QString jsonFlag = QStringLiteral("--json");
const QString outputFlag = QStringLiteral("-o");

Run calibrate(const QStringList& arguments, const QByteArray& input = {}) {
    return run(QStringList{QStringLiteral("calibrate")} + arguments, input);
}

QByteArray textOf(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The rows as if all had been measured slower.
QByteArray slowerRows(double factor) {
    QJsonArray rows = QJsonDocument::fromJson(textOf(rowsFile)).array();
    for (auto&& value : rows) {
        QJsonObject row = value.toObject();
        QJsonObject measured = row[QLatin1String("measured")].toObject();
        for (const auto& [key, scale] :
             {std::pair{QStringLiteral("step_time_s"), factor},
              std::pair{QStringLiteral("tokens_per_s_per_gpu"), 1.0 / factor}}) {
            if (measured[key].isDouble()) {
                measured[key] = measured[key].toDouble() * scale;
            }
        }
        row[QLatin1String("measured")] = measured;
        value = row;
    }
    return QJsonDocument(rows).toJson();
}

/// A copy of the shipped specs.
class Specs {
public:
    Specs() {
        std::filesystem::copy(ROOFPLAN_SPECS_DIR, path().toStdString(),
                              std::filesystem::copy_options::recursive);
    }

    [[nodiscard]] QString path() const { return m_folder.filePath(QStringLiteral("specs")); }

    [[nodiscard]] QString file(const char* name) const {
        return path() + QLatin1Char('/') + QLatin1String(name);
    }

private:
    QTemporaryDir m_folder;
};

QJsonArray factsOf(const QByteArray& text) {
    return QJsonDocument::fromJson(text).object()[QLatin1String("facts")].toArray();
}

/// The same facts of the same sources, within a tenth of their standard errors.
bool sameWithinRounding(const QByteArray& first, const QByteArray& second) {
    const QJsonArray a = factsOf(first);
    const QJsonArray b = factsOf(second);
    bool same = a.size() == b.size() && !a.isEmpty();
    for (qsizetype i = 0; same && i < a.size(); ++i) {
        const auto number = [i](const QJsonArray& facts, const char* key) {
            return facts[i][QLatin1String(key)].toDouble();
        };
        same = a[i][QLatin1String("property")] == b[i][QLatin1String("property")] &&
               a[i][QLatin1String("source")] == b[i][QLatin1String("source")] &&
               qAbs(number(a, "value") - number(b, "value")) <= 0.1 * number(a, "standard_error");
    }
    return same;
}

double hopperCeiling(const QString& specs) {
    const QJsonObject profile =
        QJsonDocument::fromJson(textOf(specs + QStringLiteral("/efficiency/hopper.json"))).object();
    for (const QJsonValue& fact : profile[QLatin1String("facts")].toArray()) {
        if (fact[QLatin1String("property")] == QLatin1String("gemm_ceiling_tuned")) {
            return fact[QLatin1String("value")].toDouble();
        }
    }
    return 0.0;
}

double meanError(const QStringList& more) {
    const Run result =
        run(QStringList{QStringLiteral("fidelity"), QStringLiteral("-"), jsonFlag} + more,
            slowerRows(1.15));
    return result.object()[QLatin1String("overall")][QLatin1String("mean_abs")].toDouble(1.0);
}

} // namespace

class CalibrateCommandTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void printsConstantsAndErrors() {
        const Run result = calibrate({rowsFile, QStringLiteral("--list")});
        QVERIFY2(result.code == 0 && result.err.isEmpty(), result.all());
        QVERIFY2(result.out.contains("12 of 12 rows of training.json"), result.all());
        for (const char* const words :
             {"Host time a launch", "held: the rows do not determine it", "One family left out",
              "One GPU left out", "One model left out", "korthikanti-t5-turing-530B-full"}) {
            QVERIFY2(result.out.contains(words), words);
        }
    }

    void printsJson() {
        const Run result = calibrate({rowsFile, jsonFlag, QStringLiteral("--no-leave-out")});
        QCOMPARE(result.code, 0);
        const QJsonObject json = result.object();
        QCOMPARE(json[QLatin1String("kind")].toString(), QStringLiteral("calibration"));
        QCOMPARE(json[QLatin1String("used")].toInt(), 12);
        QVERIFY(json[QLatin1String("constants")].toArray().size() > 20);
        QVERIFY(json[QLatin1String("left_out")][QLatin1String("family")].isNull());
        const auto mean = [&json](const char* part) {
            return json[QLatin1String(part)][QLatin1String("overall")][QLatin1String("mean_abs")]
                .toDouble();
        };
        QVERIFY(mean("fitted") < mean("before"));
    }

    void namesABrokenRowAndGoesOn() {
        QByteArray rows = textOf(rowsFile);
        rows.replace("\"tp\": 8", "\"tp\": \"eight\"");
        const Run result =
            calibrate({QStringLiteral("-"), jsonFlag, QStringLiteral("--no-leave-out")}, rows);
        QCOMPARE(result.code, 1);
        const int used = result.object()[QLatin1String("used")].toInt();
        QVERIFY2(used > 5 && used < 12, result.all());
        QVERIFY2(result.err.contains("stdin#/") && result.err.contains("/run/tp") &&
                     result.err.contains("\"eight\"") && result.err.contains("allowed"),
                 result.err);
    }

    void refusesOtherFiles_data() {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("no JSON") << QByteArray("[{") << QByteArray("truncated");
        QTest::newRow("no rows") << QByteArray("[]") << QByteArray("allowed: a list of rows");
        QTest::newRow("other rows")
            << textOf(QStringLiteral(ROOFPLAN_TEST_DATA_DIR "/measurements/kernels.json"))
            << QByteArray("found gemm rows, allowed: training rows");
        QTest::newRow("none that counts")
            << QByteArray(R"([{"id": "a", "run": {"tp": 1}, "score": {"tier": "C"}}])")
            << QByteArray("no row can be used");
    }

    void refusesOtherFiles() {
        QFETCH(QByteArray, input);
        QFETCH(QByteArray, words);
        const Run result = calibrate({QStringLiteral("-")}, input);
        QCOMPARE(result.code, 1);
        QVERIFY2(result.err.contains(words) && result.out.isEmpty(), result.all());
    }

    void wrongCommandLines() {
        QCOMPARE(calibrate({QStringLiteral("a"), QStringLiteral("b")}).code, 2);
        QCOMPARE(calibrate({outputFlag, rowsFile}).code, 2); // a file
        QCOMPARE(calibrate({outputFlag, QStringLiteral("mine.json")}).code, 2);
        QCOMPARE(calibrate({outputFlag, QString()}).code, 2);
        const Run unknown = calibrate({QStringLiteral("--no-leave-ou")});
        QVERIFY2(unknown.code == 2 && unknown.err.contains("--no-leave-out"), unknown.err);
    }

    void ownConstantsAreCheckedAndUsed() {
        const QTemporaryDir folder;
        const QString name = folder.filePath(QStringLiteral("c.json"));
        const auto write = [&name](const QByteArray& text) {
            QFile file(name);
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        QVERIFY(
            write(R"([{"name": "one", "entries": ["hopper"], "properties": ["gemm_ceiling_tuned"],
            "deviation": 0.5, "low": 0.5, "high": 1.2}])"));
        const QStringList flags{rowsFile, jsonFlag, QStringLiteral("--no-leave-out"),
                                QStringLiteral("--constants"), name};
        const QJsonArray constants =
            calibrate(flags).object()[QLatin1String("constants")].toArray();
        QCOMPARE(constants.size(), 1);
        QVERIFY(constants[0][QLatin1String("determined")].toBool());
        QVERIFY(write(R"([{"name": "one", "entries": ["volta"], "properties": ["speed"]}])"));
        const Run wrong = calibrate(flags);
        QVERIFY2(wrong.code == 1 && wrong.err.contains("volta has no speed"), wrong.all());
    }

    void writesIntoASpecsFolderAndAgainChangesNothing() {
        const Specs specs;
        const QStringList flags{rowsFile, outputFlag, specs.path()};
        const Run first = calibrate(flags);
        QVERIFY2(first.code == 0, first.all());
        QVERIFY2(first.err.contains("measurements/accuracy.json"), first.err);
        const Run check = run(QStringList{QStringLiteral("catalogue"), QStringLiteral("check"),
                                          QStringLiteral("--specs"), specs.path()});
        QVERIFY2(check.code == 0 && check.out.contains("no errors"), check.all());
        QJsonParseError error;
        const QJsonObject accuracy =
            QJsonDocument::fromJson(textOf(specs.file("measurements/accuracy.json")), &error)
                .object();
        QCOMPARE(error.error, QJsonParseError::NoError);
        QCOMPARE(accuracy[QLatin1String("rows")].toInt(), 12);
        const QByteArray stack = textOf(specs.file("stacks/nemo-2025.json"));
        QVERIFY2(stack.contains("\"calibration\"") && stack.contains("fitted on "), stack);
        QCOMPARE(stack.count("\"title\": \"Fit to 12 measured training steps, training.json\""), 1);
        QVERIFY(textOf(specs.file("measurements/constants.json")).contains("\"sourced\""));

        // The fit is what the catalogue then says.
        const Run again = calibrate(flags + QStringList{jsonFlag});
        const QJsonObject json = again.object();
        const auto mean = [&json](const char* part) {
            return json[QLatin1String(part)][QLatin1String("overall")][QLatin1String("mean_abs")]
                .toDouble();
        };
        QVERIFY(qAbs(mean("before") - mean("fitted")) < 0.001);
        QVERIFY(sameWithinRounding(textOf(specs.file("stacks/nemo-2025.json")), stack));
    }

    void writesAUsersProfileThatIsThenUsed() {
        const QTemporaryDir folder;
        const QString own = folder.filePath(QStringLiteral("own"));
        const QString shipped = QStringLiteral(ROOFPLAN_SPECS_DIR);
        const double hopper = hopperCeiling(shipped);
        const QStringList flags{QStringLiteral("-"), outputFlag, own,
                                QStringLiteral("--no-leave-out")};
        const Run first = calibrate(flags, slowerRows(1.15));
        QVERIFY2(first.code == 0 && first.err.contains("written in"), first.all());
        QCOMPARE(hopperCeiling(shipped), hopper); // the shipped specs stay
        const QStringList ownFlags{QStringLiteral("--own-specs"), own};
        QVERIFY(meanError(ownFlags) < 0.7 * meanError({}));
        const Run check =
            run(QStringList{QStringLiteral("catalogue"), QStringLiteral("check")} + ownFlags);
        QVERIFY2(check.code == 0, check.all());

        // The same rows again, on top of the profile: the same profile.
        const QStringList stacks = QDir(own + QStringLiteral("/stacks")).entryList(QDir::Files);
        QVERIFY(!stacks.isEmpty());
        const QString file = own + QStringLiteral("/stacks/") + stacks.first();
        const QByteArray text = textOf(file);
        QCOMPARE(calibrate(flags + ownFlags, slowerRows(1.15)).code, 0);
        QCOMPARE(textOf(file), text);
    }

    void oneRowGivesASaneAnswer() {
        const QByteArray one =
            QJsonDocument(QJsonArray{QJsonDocument::fromJson(slowerRows(2.0)).array().first()})
                .toJson();
        const Run result = calibrate({QStringLiteral("-"), jsonFlag}, one);
        QVERIFY2(result.code == 0, result.all());
        for (const QJsonValue& constant : result.object()[QLatin1String("constants")].toArray()) {
            const double factor = constant[QLatin1String("value")].toDouble() /
                                  constant[QLatin1String("before")].toDouble();
            QVERIFY2(factor > 0.3 && factor < 3.0, result.out);
        }
    }
};

QTEST_GUILESS_MAIN(CalibrateCommandTest)
#include "calibrate_test.moc"
