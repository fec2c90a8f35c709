// The user's own folder of specs on the command line.
#include "tests/cli/cli_run.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace roofplan::cli;

namespace {

/// A folder that makes the HBM of the H200 slower.
class OwnFolder {
public:
    OwnFolder() {
        write("gpus/h200-sxm.json",
              "{\"sources\": {\"mine\": {\"title\": \"Our cluster\", \"date\": \"2026-11\", "
              "\"via\": \"measured\"}}, \"facts\": [{\"property\": \"hbm_bandwidth\", \"value\": "
              "2.4, \"unit\": \"TB/s\", \"convention\": \"peak\", \"source\": \"mine\"}]}");
    }

    void write(const char* file, const QByteArray& content) const {
        const QString name = path() + QLatin1Char('/') + QLatin1String(file);
        QDir().mkpath(QFileInfo(name).path());
        QFile output(name);
        QVERIFY(output.open(QIODevice::WriteOnly) && output.write(content) == content.size());
    }

    [[nodiscard]] QString path() const {
        return m_folder.filePath(QStringLiteral("roofplan/specs"));
    }

    /// What XDG_CONFIG_HOME would be.
    [[nodiscard]] QString configuration() const { return m_folder.path(); }

    [[nodiscard]] QStringList flags() const { return {QStringLiteral("--own-specs"), path()}; }

private:
    QTemporaryDir m_folder;
};

double stepTime(const Run& run) {
    return run.object()[QLatin1String("headline")][QLatin1String("step_time_s")].toDouble();
}

const QStringList json{QStringLiteral("--json")};

} // namespace

class OwnSpecsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() {
        const Run shipped = run(evaluateFlags(json));
        QVERIFY2(shipped.code == 0 && shipped.err.isEmpty(), shipped.all());
        m_shipped = stepTime(shipped);
        QVERIFY(m_shipped > 0.0);
    }

    void evaluateUsesAndNamesThem() {
        const OwnFolder own;
        const Run result = run(evaluateFlags(json + own.flags()));
        QVERIFY2(result.code == 0, result.all());
        QVERIFY(stepTime(result) > m_shipped * 1.01);
        QCOMPARE(result.err.count("info own/gpus/h200-sxm.json#/facts/0"), 1);
        QVERIFY2(result.err.contains("HBM bandwidth, 2.4 TB/s"), result.err);
    }

    void searchUsesAndNamesThem() {
        const OwnFolder own;
        for (const char* flags :
             {"--top 3", "--sizes 64 --types p5en.48xlarge", "--largest-micro-batch"}) {
            const Run result =
                run(QStringList{QStringLiteral("search"), exampleFile()} +
                    QString::fromLatin1(flags).split(QLatin1Char(' ')) + own.flags());
            QVERIFY2(result.code == 0, result.all());
            QCOMPARE(result.err.count("info own/gpus/h200-sxm.json#/facts/0"), 1);
        }
    }

    void aFigureThatPlaysNoPartIsNotNamed() {
        const OwnFolder own;
        const Run result = run(QStringList{QStringLiteral("evaluate"), QStringLiteral("--instance"),
                                           QStringLiteral("p5.48xlarge"), QStringLiteral("--model"),
                                           QStringLiteral("llama-3.1-8b")} +
                               own.flags());
        QVERIFY2(!result.err.contains("own/"), result.err);
    }

    void theFolderIsFound_data() {
        QTest::addColumn<QByteArray>("variable");
        QTest::addColumn<bool>("isConfiguration");
        QTest::newRow("ROOFPLAN_OWN_SPECS") << QByteArray("ROOFPLAN_OWN_SPECS") << false;
        QTest::newRow("XDG_CONFIG_HOME") << QByteArray("XDG_CONFIG_HOME") << true;
    }

    void theFolderIsFound() {
        QFETCH(QByteArray, variable);
        QFETCH(bool, isConfiguration);
        const OwnFolder own;
        QProcessEnvironment environment = testEnvironment();
        environment.remove(QStringLiteral("ROOFPLAN_OWN_SPECS"));
        environment.insert(QString::fromLatin1(variable),
                           isConfiguration ? own.configuration() : own.path());
        const Run result = run(evaluateFlags(json), {}, environment);
        QVERIFY2(stepTime(result) > m_shipped * 1.01, result.all());
        const Run without =
            run(evaluateFlags(json + QStringList{QStringLiteral("--own-specs"), QString()}), {},
                environment);
        QCOMPARE(stepTime(without), m_shipped);
    }

    void withoutAVariableItIsInTheHome() {
        const OwnFolder own;
        const QTemporaryDir home;
        QVERIFY(QDir(home.path()).mkpath(QStringLiteral(".config/roofplan")));
        QVERIFY(QFile::link(own.path(), home.filePath(QStringLiteral(".config/roofplan/specs"))));
        QProcessEnvironment environment = testEnvironment();
        environment.remove(QStringLiteral("ROOFPLAN_OWN_SPECS"));
        environment.remove(QStringLiteral("XDG_CONFIG_HOME"));
        environment.insert(QStringLiteral("HOME"), home.path());
        QVERIFY(stepTime(run(evaluateFlags(json), {}, environment)) > m_shipped * 1.01);
    }

    void explainAndTermsMarkThem() {
        const OwnFolder own;
        const Run explained = run(evaluateFlags(
            own.flags() + QStringList{QStringLiteral("--explain"), QStringLiteral("norms")}));
        QVERIFY2(explained.out.contains("HBM bandwidth (yours)"), explained.all());
        const Run terms =
            run(evaluateFlags(json + own.flags() + QStringList{QStringLiteral("--terms")}));
        QVERIFY(terms.out.contains("\"own\": true"));
        const Run show = run(QStringList{QStringLiteral("catalogue"), QStringLiteral("show"),
                                         QStringLiteral("h200-sxm")} +
                             own.flags());
        QVERIFY2(show.out.contains("HBM bandwidth (yours)"), show.all());
        QVERIFY2(show.out.contains("preferred: your own figure"), show.out);
        const Run shown = run(QStringList{QStringLiteral("catalogue"), QStringLiteral("show"),
                                          QStringLiteral("h200-sxm"), QStringLiteral("--json")} +
                              own.flags());
        int marked = 0;
        for (const QJsonValue& fact : shown.object()[QLatin1String("facts")].toArray()) {
            marked += fact[QLatin1String("own")].toBool() ? 1 : 0;
        }
        QCOMPARE(marked, 1);
    }

    void aBrokenFileIsNamedAndTheAnswerIsAsShipped() {
        const OwnFolder own;
        own.write("gpus/h200-sxm.json", "{");
        const Run result = run(evaluateFlags(json + own.flags()));
        QCOMPARE(result.code, 0);
        QCOMPARE(stepTime(result), m_shipped);
        QVERIFY2(result.err.contains("error own/gpus/h200-sxm.json"), result.err);
        const Run check =
            run(QStringList{QStringLiteral("catalogue"), QStringLiteral("check")} + own.flags());
        QCOMPARE(check.code, 1);
        QVERIFY2(check.out.contains("own/gpus/h200-sxm.json"), check.out);
    }

    void aFolderThatDoesNotExistIsSaid() {
        const Run result = run(evaluateFlags(
            json + QStringList{QStringLiteral("--own-specs"), QStringLiteral("/no/such/folder")}));
        QCOMPARE(result.code, 0);
        QCOMPARE(stepTime(result), m_shipped);
        QVERIFY2(result.err.contains("/no/such/folder"), result.err);
    }

    void aFolderToCheckIsCheckedAlone() {
        const OwnFolder own;
        own.write("gpus/h200-sxm.json", "{");
        QProcessEnvironment environment = testEnvironment();
        environment.insert(QStringLiteral("ROOFPLAN_OWN_SPECS"), own.path());
        const Run alone = run({QStringLiteral("catalogue"), QStringLiteral("check"),
                               QStringLiteral(ROOFPLAN_SPECS_DIR)},
                              {}, environment);
        QVERIFY2(alone.code == 0, alone.all());
    }

private:
    double m_shipped = 0.0;
};

QTEST_GUILESS_MAIN(OwnSpecsTest)
#include "own_specs_test.moc"
