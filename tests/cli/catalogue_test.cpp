// roofplan-cli catalogue: list, show, check.
#include "tests/cli/cli_run.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace roofplan::cli;

namespace {

QStringList words(const char* text) {
    return QString::fromLatin1(text).split(QLatin1Char(' '));
}

bool copyFolder(const QString& from, const QString& to) {
    bool copied = QDir().mkpath(to);
    for (const QFileInfo& entry :
         QDir(from).entryInfoList(QDir::Dirs | QDir::Files | QDir::NoDotAndDotDot)) {
        const QString target = to + QLatin1Char('/') + entry.fileName();
        copied = copied && (entry.isDir() ? copyFolder(entry.filePath(), target)
                                          : QFile::copy(entry.filePath(), target));
    }
    return copied;
}

bool replaceIn(const QString& path, const QByteArray& before, const QByteArray& after) {
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite)) {
        return false;
    }
    QByteArray text = file.readAll();
    const qsizetype at = text.indexOf(before);
    if (at < 0) {
        return false;
    }
    text.replace(at, before.size(), after);
    return file.resize(0) && file.seek(0) && file.write(text) == text.size();
}

} // namespace

class CatalogueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void listNamesEverything() {
        const Run result = run(words("catalogue list"));
        QVERIFY2(result.code == 0, result.all());
        for (const char* id : {"h100-sxm", "h200-sxm", "b200-hgx", "nvlink-4", "nvlink-5", "efa-v2",
                               "efa-v3", "efa-v4", "p5.48xlarge", "p5en.48xlarge",
                               "p6-b200.48xlarge", "hopper", "llama-3.1-70b"}) {
            QVERIFY2(result.out.contains(id), id);
        }
    }

    void listKeepsToAKind() {
        const Run result = run(words("catalogue list gpus"));
        QVERIFY(result.out.contains("h200-sxm"));
        QVERIFY(!result.out.contains("p5en.48xlarge"));
    }

    void showGoesFromPublishedToUsedWithSourceAndRivals() {
        const Run result = run(words("catalogue show h200-sxm"));
        QVERIFY2(result.code == 0, result.all());
        for (const char* word : {"sparse", "→", "989.5 TFLOP/s", "rival", "preferred", "http",
                                 "note: the page prints 3,958 with sparsity"}) {
            QVERIFY2(result.out.contains(word), word);
        }
    }

    void showTellsAnInstanceAndItsPrices() {
        const Run result = run(words("catalogue show p5en.48xlarge"));
        QVERIFY2(result.out.contains("us-east-1"), result.out);
        QVERIFY2(result.out.contains("63.3"), result.out);
    }

    void showOfAModelCountsItsParameters() {
        const Run result = run(words("catalogue show llama-3.1-70b"));
        QVERIFY2(result.out.contains("70553706496"), result.out);
    }

    void jsonCarriesPublishedAndUsed() {
        const Run result = run(words("catalogue show h200-sxm --json"));
        bool found = false;
        for (const QJsonValue& fact : result.object()[QLatin1String("facts")].toArray()) {
            found = found || fact[QLatin1String("used")].toDouble() == 989.5e12;
            QVERIFY(!fact[QLatin1String("source")].toString().isEmpty());
        }
        QVERIFY2(found, result.out);
    }

    void anUnknownIdFailsAndNamesTheNearest() {
        const Run result = run(words("catalogue show h200-sxn"));
        QCOMPARE(result.code, 1);
        QVERIFY2(result.err.contains("h200-sxm?"), result.err);
    }

    void theShippedSpecsAreInOrder() {
        const Run result = run(words("catalogue check"));
        QVERIFY2(result.code == 0, result.all());
        QVERIFY2(result.out.contains("no errors"), result.out);
    }

    void checkPointsIntoTheWrongFile_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("unit") << QByteArray("\"unit\": \"TB/s\"")
                              << QByteArray("\"unit\": \"furlong\"");
        QTest::newRow("source") << QByteArray("\"source\": \"h200-page\"")
                                << QByteArray("\"source\": \"nobody\"");
        QTest::newRow("reference")
            << QByteArray("\"nvlink\": \"nvlink-4\"") << QByteArray("\"nvlink\": \"nvlink-44\"");
        QTest::newRow("JSON") << QByteArray("\"facts\": [") << QByteArray("\"facts\": [[");
    }

    void checkPointsIntoTheWrongFile() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        const QTemporaryDir folder;
        const QString specs = folder.filePath(QStringLiteral("specs"));
        QVERIFY(copyFolder(QStringLiteral(ROOFPLAN_SPECS_DIR), specs));
        QVERIFY(replaceIn(specs + QStringLiteral("/gpus/h200-sxm.json"), before, after));
        const Run result = run({QStringLiteral("catalogue"), QStringLiteral("check"), specs});
        QVERIFY2(result.code == 1, result.all());
        QVERIFY2(result.out.contains("gpus/h200-sxm.json"), result.all());
    }

    void anEnvironmentVariableNamesTheSpecs() {
        QProcessEnvironment environment = testEnvironment();
        environment.insert(QStringLiteral("ROOFPLAN_SPECS"), QStringLiteral("/no/such/folder"));
        const Run result = run(words("catalogue list"), {}, environment);
        QCOMPARE(result.code, 1);
        QVERIFY2(result.err.contains("/no/such/folder"), result.err);
    }
};

QTEST_GUILESS_MAIN(CatalogueTest)
#include "catalogue_test.moc"
