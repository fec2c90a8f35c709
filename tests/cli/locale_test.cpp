// Under a French locale the C library writes 0,5: the answer must not change by a byte.
#include "tests/cli/cli_run.h"

#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace roofplan::cli;

class LocaleTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QProcessEnvironment m_french = testEnvironment();

private Q_SLOTS:

    void initTestCase() {
        QProcess localedef;
        localedef.start(QStringLiteral("localedef"),
                        {QStringLiteral("-i"), QStringLiteral("fr_FR"), QStringLiteral("-f"),
                         QStringLiteral("UTF-8"),
                         m_folder.filePath(QStringLiteral("fr_FR.UTF-8"))});
        QVERIFY2(localedef.waitForFinished(60000), "localedef (package locales) is missing");
        QCOMPARE(localedef.exitCode(), 0);
        m_french.insert(QStringLiteral("LOCPATH"), m_folder.path());
        m_french.insert(QStringLiteral("LC_ALL"), QStringLiteral("fr_FR.UTF-8"));
    }

    void theLocaleIsReallyFrench() {
        QProcess shell;
        shell.setProcessEnvironment(m_french);
        shell.start(QStringLiteral("/usr/bin/printf"),
                    {QStringLiteral("%.1f"), QStringLiteral("0,5")});
        QVERIFY(shell.waitForFinished(10000));
        QCOMPARE(shell.readAllStandardOutput(), QByteArray("0,5"));
    }

    void theAnswerIsTheSame_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("text") << evaluateFlags({QStringLiteral("--terms")});
        QTest::newRow("json") << evaluateFlags(
            {QStringLiteral("--json"), QStringLiteral("--terms")});
        QTest::newRow("explanation")
            << evaluateFlags({QStringLiteral("--explain"), QStringLiteral("gate_up_projection")});
        QTest::newRow("sweep") << QStringList{
            QStringLiteral("sweep"), exampleFile(), QStringLiteral("--vary"),
            QStringLiteral("discount=0,5 %..10 %:4:log"), QStringLiteral("--plane")};
        QTest::newRow("catalogue") << QStringList{
            QStringLiteral("catalogue"), QStringLiteral("show"), QStringLiteral("h200-sxm")};
    }

    void theAnswerIsTheSame() {
        QFETCH(QStringList, arguments);
        const Run english = run(arguments);
        const Run french = run(arguments, {}, m_french);
        QVERIFY2(english.code == 0, english.all());
        QCOMPARE(french.code, 0);
        QCOMPARE(french.out, english.out);
        QCOMPARE(french.err, english.err);
    }

    void aPlainCLocaleIsQuiet() {
        QProcessEnvironment plain = testEnvironment();
        plain.insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
        const Run result = run(evaluateFlags(), {}, plain);
        QCOMPARE(result.code, 0);
        QVERIFY2(result.err.isEmpty(), result.err);
    }
};

QTEST_GUILESS_MAIN(LocaleTest)
#include "locale_test.moc"
