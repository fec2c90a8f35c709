#include "ui/style/text.h"

#include <QLocale>
#include <QTest>

using namespace roofplan;
using namespace roofplan::ui;

class TextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersForTheEye_data();
    void numbersForTheEye();
    void money_data();
    void money();
    void changes();
    void prices();
    void significantDigits();
    void controlCharactersAreLeftOut();
    void sentencesKeepTheirWords();
    void frenchDecimals();
};

void TextTest::numbersForTheEye_data() {
    QTest::addColumn<QString>("core");
    QTest::addColumn<QString>("shown");
    QTest::newRow("grouped") << "8192" << QStringLiteral("8\u202F192");
    QTest::newRow("millions") << "1234567" << QStringLiteral("1\u202F234\u202F567");
    QTest::newRow("unit") << "32.0 s" << QStringLiteral("32.0\u202Fs");
    QTest::newRow("minus") << "-48 GiB" << QStringLiteral("\u221248\u202FGiB");
    QTest::newRow("decimals are not grouped") << "0.12345" << QStringLiteral("0.12345");
    QTest::newRow("micro") << "12 us" << QStringLiteral("12\u202Fµs");
    QTest::newRow("words") << "tensor parallel" << QStringLiteral("tensor parallel");
    QTest::newRow("words in brackets") << " (data parallel)" << QStringLiteral(" (data parallel)");
    QTest::newRow("empty") << "" << QString();
    QTest::newRow("dash") << "-" << QStringLiteral("-");
}

void TextTest::numbersForTheEye() {
    QFETCH(QString, core);
    QFETCH(QString, shown);
    QCOMPARE(pretty(core), shown);
}

void TextTest::money_data() {
    QTest::addColumn<double>("dollars");
    QTest::addColumn<QString>("shown");
    QTest::newRow("millions") << 9.05e6 << QStringLiteral("$\u202F9.05\u202FM");
    QTest::newRow("tens of millions") << 90.5e6 << QStringLiteral("$\u202F90.5\u202FM");
    QTest::newRow("thousands") << 512.4e3 << QStringLiteral("$\u202F512\u202Fk");
    QTest::newRow("dollars") << 6.861 << QStringLiteral("$\u202F6.86");
    QTest::newRow("rounds up a scale") << 999.96e3 << QStringLiteral("$\u202F1.00\u202FM");
    QTest::newRow("nothing") << 0.0 << QStringLiteral("$\u202F0.00");
}

void TextTest::money() {
    QFETCH(double, dollars);
    QFETCH(QString, shown);
    QCOMPARE(prettyMoney(dollars), shown);
}

void TextTest::prices() {
    QCOMPARE(prettyPrice(6.865), QStringLiteral("$\u202F6.865"));
}

void TextTest::significantDigits() {
    QCOMPARE(prettySignificant(1578.3, 3), QStringLiteral("1\u202F580"));
    QCOMPARE(prettySignificant(2250.0, 4), QStringLiteral("2\u202F250"));
    QCOMPARE(prettySignificant(989.5, 4), QStringLiteral("989.5"));
    QCOMPARE(prettySignificant(738.0, 3), QStringLiteral("738"));
    QCOMPARE(prettySignificant(0.04567, 2), QStringLiteral("0.046"));
    QCOMPARE(prettySignificant(0.0, 3), QStringLiteral("0"));
}

void TextTest::controlCharactersAreLeftOut() {
    QCOMPARE(printable(QStringLiteral("a\u0000b\u001Bc\nd\u202Fé\U0001F600")),
             QStringLiteral("abc d\u202Fé\U0001F600"));
}

void TextTest::changes() {
    QCOMPARE(prettyChange(-0.07), QStringLiteral("\u22127.0\u202F%"));
    QCOMPARE(prettyChange(0.025), QStringLiteral("+2.5\u202F%"));
    QCOMPARE(prettyChange(-0.00001), QStringLiteral("0.0\u202F%"));
}

void TextTest::sentencesKeepTheirWords() {
    const Text text{"{0} is exposed{1}, {0} again.", {"1234 s", " (tensor parallel)"}};
    QCOMPARE(
        translated(text),
        QStringLiteral("1\u202F234\u202Fs is exposed (tensor parallel), 1\u202F234\u202Fs again."));
}

void TextTest::frenchDecimals() {
    QLocale::setDefault(QLocale(QLocale::French, QLocale::France));
    QCOMPARE(pretty(QStringLiteral("1234.5 s")), QStringLiteral("1\u202F234,5\u202Fs"));
    QCOMPARE(prettyPercent(0.472), QStringLiteral("47,2\u202F%"));
    QLocale::setDefault(QLocale::c());
}

QTEST_MAIN(TextTest)
#include "text_test.moc"
