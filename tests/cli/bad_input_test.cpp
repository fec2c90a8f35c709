// Wrong input: a clear message that names what was found, the right exit code, nothing on stdout
// that could be taken for an answer.
#include "tests/cli/cli_run.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace roofplan::cli;

namespace {

QString written(const QTemporaryDir& folder, const char* name, const QByteArray& text) {
    const QString path = folder.filePath(QString::fromLatin1(name));
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path : QString();
}

QByteArray fileText(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The example's project, its model with `count` kinds of layers and a layer of each.
QByteArray exampleWithKinds(int count) {
    QJsonObject project = QJsonDocument::fromJson(fileText(exampleFile())).object();
    QJsonArray models = project[QLatin1String("models")].toArray();
    QJsonObject model = models[0].toObject();
    QJsonObject architecture = model[QLatin1String("architecture")].toObject();
    QJsonObject kind = architecture[QLatin1String("layer_kinds")].toArray()[0].toObject();
    QJsonArray kinds;
    QJsonArray layers;
    for (int i = 0; i < count; ++i) {
        const QString id = QStringLiteral("kind-%1").arg(i);
        kind[QLatin1String("id")] = id;
        kinds.append(kind);
        layers.append(QJsonObject{{QStringLiteral("kind"), id}, {QStringLiteral("count"), 1}});
    }
    architecture[QLatin1String("layer_kinds")] = kinds;
    architecture[QLatin1String("layers")] = layers;
    model[QLatin1String("architecture")] = architecture;
    models[0] = model;
    project[QLatin1String("models")] = models;
    return QJsonDocument(project).toJson();
}

} // namespace

class BadInputTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

private Q_SLOTS:

    void aWrongFlagValueIsWrongUsage_data() {
        QTest::addColumn<QString>("flag");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* flag, const char* value) {
            QTest::addRow("%s '%s'", flag, value)
                << QString::fromLatin1(flag) << QString::fromLatin1(value);
        };
        for (const char* value : {"0", "-1", "nan", "inf", "1e308", "0,5", "", "x", "4.5"}) {
            row("--tp", value);
            row("--global-batch", value);
        }
        for (const char* value : {"0", "-5T", "NaN", "", "15 X", "1e309"}) {
            row("--tokens", value);
        }
        row("--precision", "fp7");
        row("--recompute", "some");
        row("--tp-overlap", "maybe");
        row("--instance", "p5f.48xlarge");
        row("--model", "llama-9");
    }

    void aWrongFlagValueIsWrongUsage() {
        QFETCH(QString, flag);
        QFETCH(QString, value);
        const Run result = run(evaluateFlags({flag, value}));
        QVERIFY2(result.code == 2, result.all());
        QVERIFY2(result.out.isEmpty(), result.out);
        const QByteArray field = flag.mid(2).replace(QLatin1Char('-'), QLatin1Char('_')).toLatin1();
        QVERIFY2(result.err.contains(field), result.err);
    }

    void numbersAreTypedTheWayPeopleWriteThem_data() {
        QTest::addColumn<QString>("value");
        for (const char* value : {"15T", "15 T", "1.5e13", "15,0T"}) {
            QTest::newRow(value) << QString::fromLatin1(value);
        }
    }

    void numbersAreTypedTheWayPeopleWriteThem() {
        QFETCH(QString, value);
        const Run result =
            run(evaluateFlags({QStringLiteral("--json"), QStringLiteral("--tokens"), value}));
        QVERIFY2(result.code == 0, result.all());
        QCOMPARE(result.object()[QLatin1String("scenario")][QLatin1String("tokens")].toDouble(),
                 1.5e13);
    }

    void aPlanThatCannotBeIsRefused_data() {
        QTest::addColumn<QStringList>("flags");
        QTest::addColumn<QByteArray>("field");
        const auto words = [](const char* text) {
            return QString::fromLatin1(text).split(QLatin1Char(' '));
        };
        QTest::newRow("TP does not divide the heads") << words("--tp 3 --pp 1") << QByteArray("tp");
        QTest::newRow("product is not the GPUs") << words("--dp 31") << QByteArray("dp");
        QTest::newRow("PP above the layers") << words("--tp 1 --pp 128") << QByteArray("pp");
    }

    void aPlanThatCannotBeIsRefused() {
        QFETCH(QStringList, flags);
        QFETCH(QByteArray, field);
        const Run text = run(evaluateFlags(flags));
        QVERIFY2(text.code == 1, text.all());
        QVERIFY2(text.out.isEmpty(), text.out);
        QVERIFY2(text.err.contains(field), text.err);
        const Run json = run(evaluateFlags(flags + QStringList{QStringLiteral("--json")}));
        QCOMPARE(json.code, 1);
        QVERIFY(json.object()[QLatin1String("feasible")].isNull());
        QVERIFY(!json.object()[QLatin1String("diagnostics")].toArray().isEmpty());
    }

    void whatIsMerelyUnevenIsPricedWithADiagnostic_data() {
        QTest::addColumn<QStringList>("flags");
        const auto words = [](const char* text) {
            return QString::fromLatin1(text).split(QLatin1Char(' '));
        };
        QTest::newRow("layers that PP does not divide")
            << words("--instances 3 --tp 8 --pp 3 --global-batch 256");
        QTest::newRow("TP above the KV heads") << words("--tp 16 --pp 4");
        QTest::newRow("batch with a remainder") << words("--global-batch 2049");
        QTest::newRow("batch below the replicas") << words("--global-batch 8");
    }

    void whatIsMerelyUnevenIsPricedWithADiagnostic() {
        QFETCH(QStringList, flags);
        const Run result = run(evaluateFlags(flags + QStringList{QStringLiteral("--json")}));
        QVERIFY2(result.code == 0, result.all());
        bool warned = false;
        for (const QJsonValue& found : result.object()[QLatin1String("diagnostics")].toArray()) {
            const QString code = found[QLatin1String("code")].toString();
            warned = warned || !code.startsWith(QLatin1String("not_modelled"));
        }
        QVERIFY2(warned, result.out);
    }

    void aWrongProjectFileIsNamed_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("scenario: 1");
        QTest::newRow("truncated") << fileText(exampleFile()).left(200);
        QTest::newRow("a list") << QByteArray("[]");
        QTest::newRow("deep") << QByteArray(100000, '[');
        QTest::newRow("a newer version")
            << fileText(exampleFile()).replace("\"roofplan\": 2", "\"roofplan\": 99");
    }

    void aWrongProjectFileIsNamed() {
        QFETCH(QByteArray, text);
        const QString path = written(m_folder, "wrong.roofplan", text);
        const Run result = run({QStringLiteral("evaluate"), path});
        QVERIFY2(result.code == 1, result.all());
        QVERIFY2(result.out.isEmpty(), result.out);
        QVERIFY2(result.err.contains("wrong.roofplan"), result.err);
    }

    void tooManyLayerKindsAreRefused_data() {
        QTest::addColumn<int>("count");
        QTest::newRow("9") << 9;
        QTest::newRow("80") << 80;
    }

    void tooManyLayerKindsAreRefused() {
        QFETCH(int, count);
        const QString path = written(m_folder, "kinds.roofplan", exampleWithKinds(count));
        const Run result = run({QStringLiteral("evaluate"), path});
        QVERIFY2(result.code == 1, result.all());
        QVERIFY2(result.out.isEmpty(), result.out);
        const QByteArray words =
            "kinds.roofplan#/models/0/architecture/layer_kinds: Found a list of " +
            QByteArray::number(count) + "; allowed: 1 to 8.";
        QVERIFY2(result.err.contains(words), result.err);
    }

    void aWrongConfigIsNamed_data() {
        QTest::addColumn<QByteArray>("text");
        const QByteArray config = fileText(QStringLiteral(
            ROOFPLAN_SOURCE_DIR "/resources/examples/meta-llama--Meta-Llama-3.1-70B.config.json"));
        QTest::newRow("truncated") << config.left(config.size() / 2);
        QTest::newRow("no transformer") << QByteArray("{\"a\": 1}");
        QTest::newRow("not modelled") << QByteArray(config).replace("llama", "mamba");
    }

    void aWrongConfigIsNamed() {
        QFETCH(QByteArray, text);
        const QString path = written(m_folder, "wrong.config.json", text);
        const Run result = run(evaluateFlags({QStringLiteral("--model"), path}));
        QVERIFY2(result.code == 2, result.all());
        QVERIFY2(result.out.isEmpty(), result.out);
        QVERIFY2(result.err.contains("wrong.config.json"), result.err);
    }

    void aUnitApartFromItsNumberIsNoFile_data() {
        QTest::addColumn<QStringList>("flags");
        QTest::addColumn<QByteArray>("meant");
        const auto row = [](const char* text, const char* meant) {
            QTest::newRow(text) << QString::fromLatin1(text).split(QLatin1Char(' '))
                                << QByteArray(meant);
        };
        row("--tokens 15 T", "did you mean --tokens 15T?");
        row("--seq-len=8 k", "did you mean --seq-len=8k?");
        row("T", "one word, as in 15T");
    }

    void aUnitApartFromItsNumberIsNoFile() {
        QFETCH(QStringList, flags);
        QFETCH(QByteArray, meant);
        const Run result = run(evaluateFlags(flags));
        QVERIFY2(result.code == 2, result.all());
        QVERIFY2(result.out.isEmpty(), result.out);
        QVERIFY2(result.err.contains(meant), result.err);
    }

    void aChoiceCutShortIsNamedWhole() {
        const Run result =
            run(evaluateFlags({QStringLiteral("--instance"), QStringLiteral("p6-b200")}));
        QCOMPARE(result.code, 2);
        QVERIFY2(result.err.contains("did you mean p6-b200.48xlarge?"), result.err);
    }

    void controlCharactersAreNotEchoed_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("a program as scenario")
            << QStringList{QStringLiteral("evaluate"), QStringLiteral(ROOFPLAN_CLI)};
        QTest::newRow("a value") << evaluateFlags(
            {QStringLiteral("--recompute"), QStringLiteral("\x1b[31m\x07none\x7f")});
    }

    void controlCharactersAreNotEchoed() {
        QFETCH(QStringList, arguments);
        const Run result = run(arguments);
        QVERIFY(result.code != 0);
        QVERIFY2(
            std::ranges::none_of(
                result.err, [](char c) { return c == '\x7f' || (c < ' ' && c >= 0 && c != '\n'); }),
            result.err);
    }

    void aProgramIsNoTextFile() {
        const QTemporaryDir folder;
        QFile program(folder.filePath(QStringLiteral("program")));
        QVERIFY(program.open(QIODevice::WriteOnly));
        program.write(QByteArray("\x7f"
                                 "ELF\x02\x01\x01\0\0",
                                 9));
        program.close();
        const Run result = run({QStringLiteral("evaluate"), program.fileName()});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.err.contains("This is no text file"), result.err);
    }

    void aMissingFolderOfSpecsIsNamed() {
        const Run result =
            run(evaluateFlags({QStringLiteral("--specs"), QStringLiteral("/no/such/folder")}));
        QCOMPARE(result.code, 1);
        QVERIFY2(result.err.contains("/no/such/folder"), result.err);
    }
};

QTEST_GUILESS_MAIN(BadInputTest)
#include "bad_input_test.moc"
