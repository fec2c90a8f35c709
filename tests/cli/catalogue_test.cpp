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

    void listGivesAnEntryALine_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* kind, const char* id, const char* line) {
            QTest::addRow("%s %s", kind, id)
                << QByteArray(kind) << QByteArray(id) << QByteArray(line);
        };
        row("gpus", "h200-sxm", "989.5 TFLOP/s 140.4 GiB 4.8 TB/s 450 GB/s NVIDIA H200 SXM");
        row("gpus", "l40s", "31.5 GB/s PCIe");
        row("gpus", "rubin", "announced");
        row("fabrics", "nvlink-4", "NVLink 450 GB/s 4.300 us");
        row("fabrics", "efa-v3", "EFA by instance 20.00 us");
        row("instances", "p5en.48xlarge",
            "8 × h200-sxm 140.4 GiB 8 50 GB/s efa-v3 63.30 USD/h us-east-1");
        row("instances", "dgx-a100", "infiniband-hdr unknown");
        row("instances", "p6e-gb200.36xlarge", "in u-p6e-gb200x36, u-p6e-gb200x72");
        row("prices", "p5en.48xlarge", "63.30 USD/h to 87.35 USD/h, 10 regions");
        row("purchase_rules", "capacity-blocks", "capacity_block 64 256 182.0 d");
        row("purchase-rules", "capacity-blocks", "capacity_block 64 256 182.0 d");
        row("efficiency", "hopper", "0.829 0.89");
        row("stacks", "megatron-lm-2022", "unfused none");
        row("models", "llama-3.1-70b", "70.55 B 70.55 B 80");
    }

    void listGivesAnEntryALine() {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, id);
        QFETCH(QByteArray, words);
        const Run result =
            run({QStringLiteral("catalogue"), QStringLiteral("list"), QString::fromUtf8(kind)});
        QVERIFY2(result.code == 0, result.all());
        int lines = 0;
        for (const QByteArray& line : result.out.split('\n')) {
            if (line.startsWith(QByteArray(id + " "))) {
                ++lines;
                QVERIFY2(line.simplified().contains(words), line);
            }
        }
        QCOMPARE(lines, 1);
    }

    void listHasTheSameKeysForEveryEntryOfAKind() {
        const Run result = run(words("catalogue list --json"));
        QMap<QString, QStringList> keys;
        for (const QJsonValue& entry : result.json().array()) {
            const QString kind = entry[QLatin1String("kind")].toString();
            const QStringList its = entry.toObject().keys();
            QVERIFY2(its.size() > 4, qPrintable(kind));
            QVERIFY2(!keys.contains(kind) || keys[kind] == its, qPrintable(kind));
            keys[kind] = its;
        }
        QVERIFY(keys.size() >= 8);
    }

    void whatIsUnknownIsNullAndNotZero() {
        const Run result = run(words("catalogue list instances --json"));
        for (const QJsonValue& entry : result.json().array()) {
            if (entry[QLatin1String("id")].toString() == QLatin1String("dgx-a100")) {
                QVERIFY(entry[QLatin1String("on_demand")].isNull());
                return;
            }
        }
        QFAIL("dgx-a100 is not listed");
    }

    void showNamesWhatAnEntryStandsOn() {
        const QByteArray instance = run(words("catalogue show p5en.48xlarge")).out.simplified();
        QVERIFY2(instance.contains("GPU h200-sxm NVLink nvlink-4 Network efa-v3 Prices p5en"),
                 instance);
        const QByteArray gpu = run(words("catalogue show h200-sxm")).out.simplified();
        QVERIFY2(gpu.contains("NVLink nvlink-4 Efficiency hopper Instances "), gpu);
        const QByteArray fabric = run(words("catalogue show efa-v3")).out.simplified();
        QVERIFY2(fabric.contains("Instances p5en.48xlarge"), fabric);
        const QJsonArray both = run(words("catalogue show p5en.48xlarge --json")).json().array();
        QCOMPARE(both.size(), 2); // with its prices
        const QJsonObject links = both.first()[QLatin1String("links")].toObject();
        QCOMPARE(links[QLatin1String("gpu")].toArray().first().toString(),
                 QStringLiteral("h200-sxm"));
    }

    void showTellsWhatIsAbsent() {
        const QTemporaryDir folder;
        const QString specs = folder.filePath(QStringLiteral("specs"));
        QVERIFY(copyFolder(QStringLiteral(ROOFPLAN_SPECS_DIR), specs));
        QVERIFY(replaceIn(
            specs + QStringLiteral("/prices/g7e.48xlarge.json"), "\"sources\":",
            "\"absent\": [{\"property\": \"spot\", \"region\": \"moon-1\", \"state\": \"none\", "
            "\"why\": \"nobody sells there\", \"source\": \"rate-card\"}], "
            "\"sources\":"));
        const QStringList arguments = words("catalogue show g7e.48xlarge --specs") << specs;
        const Run text = run(arguments);
        QVERIFY2(text.out.contains("moon-1: none\n    nobody sells there"), text.all());
        const Run json = run(arguments + QStringList{QStringLiteral("--json")});
        QVERIFY2(json.out.contains("\"why\": \"nobody sells there\""), json.all());
    }

    void showOfPurchaseRulesHasTheirFacts() {
        const Run result = run(words("catalogue show capacity-blocks"));
        QVERIFY2(result.code == 0 && result.out.contains("182"), result.all());
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

    void showOfAConfigurationIsAPageOfItsModel() {
        const QString file = QStringLiteral(ROOFPLAN_TEST_DATA_DIR
                                            "/configs/mistralai--Mixtral-8x7B-v0.1.config.json");
        const QStringList arguments = words("catalogue show") << file;
        const Run text = run(arguments);
        QVERIFY2(text.code == 0 && text.err.isEmpty(), text.all());
        QVERIFY2(text.out.startsWith(
                     QByteArray("Mixtral-8x7B-v0.1 (imported from " + file.toUtf8() + ")")),
                 text.all());
        for (const char* word :
             {"46702792704", "12879925248", "8 gated experts of width 14336, 2 a token",
              "FLOPs a token", "Keys and values",
              "config.json#/head_dim: not in the file; assumed 128"}) {
            QVERIFY2(text.out.contains(word), word);
        }
        const QJsonObject json = run(arguments + words("--json")).object();
        QCOMPARE(json[QLatin1String("file")].toString(), file);
        const QJsonObject model = json[QLatin1String("model")].toObject();
        QCOMPARE(model[QLatin1String("params_total")].toDouble(), 46702792704.0);
        QVERIFY(model[QLatin1String("flops_per_token")][QLatin1String("forward")].toDouble() > 0.0);
        QVERIFY(model[QLatin1String("cache")][QLatin1String("kv_bytes_per_token")].toDouble() >
                0.0);
        const QJsonArray assumed = json[QLatin1String("diagnostics")].toArray();
        QCOMPARE(assumed.size(), 1);
        QCOMPARE(assumed.first()[QLatin1String("code")].toString(),
                 QStringLiteral("config.assumed"));
    }

    void showOfAConfigurationReadsStdin() {
        QFile file(
            QStringLiteral(ROOFPLAN_TEST_DATA_DIR "/configs/openai--gpt-oss-20b.config.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Run result = run(words("catalogue show -"), file.readAll());
        QVERIFY2(result.code == 0 && result.out.contains("MXFP4 as published"), result.all());
    }

    void showOfAWrongFileNamesIt() {
        const Run absent = run(words("catalogue show /nowhere/config.json"));
        QVERIFY2(absent.code == 1 && absent.err.contains("/nowhere/config.json"), absent.all());
        const Run foreign = run(words("catalogue show -"), "{\"a\": 1}");
        QVERIFY2(foreign.code == 1 && foreign.err.contains("stdin"), foreign.all());
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
