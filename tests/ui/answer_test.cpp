#include "tests/support/accuracy.h"
#include "tests/ui/window_case.h"
#include "ui/answer/headline_text.h"
#include "ui/answer/headline_tiles.h"
#include "ui/answer/verdict_bar.h"
#include "ui/evaluation/evaluation_service.h"
#include "ui/style/elided_label.h"
#include "ui/style/fitted_label.h"
#include "ui/style/style_sheet.h"
#include "ui/why/derivation_panel.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

using namespace roofplan;
using namespace roofplan::ui;

class AnswerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sixNumbers();
    void aPriceNobodyKnows();
    void billedTimeAndASecondCurrency();
    void doesNotFit();
    void aFixThatTakesAwayDp();
    void aFactShowsItsNote();
    void lastGoodResultStays();
    void blankOffersTheExample();
    void problemNamesItsField();
    void tileIsReachableByKeyboard();
    void narrowTilesShowTheirValues();
    void narrowNotesAreNotCut();
    void notesAreCutBetweenWords();
    void explainedTileIsOutlined();
    void aQuietLineSaysHowWellItIsKnown();
    void whatLiesOutsideIsNamed();
    void theLineGoesWithTheAnswer();
    void theDerivationSaysHowWellItIsKnown();

private:
    [[nodiscard]] static Answer answerOf(const Scenario& scenario);
    [[nodiscard]] static Scenario tooLarge();
    [[nodiscard]] static Answer measuredAnswer(const Accuracy& accuracy);

    test::PrivateSettings m_settings;
};

Answer AnswerTest::answerOf(const Scenario& scenario) {
    Answer answer;
    answer.catalogue = std::make_shared<const Catalogue>(test::shippedCatalogue());
    auto result = evaluate(scenario, *answer.catalogue, Detail::Terms);
    if (result) {
        answer.result = std::make_shared<const Result>(std::move(*result));
    } else {
        answer.problems = result.error();
    }
    return answer;
}

/// The example, held against a table of errors.
Answer AnswerTest::measuredAnswer(const Accuracy& accuracy) {
    Answer answer;
    Catalogue catalogue = test::shippedCatalogue();
    catalogue.accuracy = accuracy;
    answer.catalogue = std::make_shared<const Catalogue>(std::move(catalogue));
    answer.result = std::make_shared<const Result>(
        evaluate(test::exampleScenario(), *answer.catalogue, Detail::Terms).value());
    return answer;
}

/// The example without parallelism inside the model: 70 B parameters on one GPU.
Scenario AnswerTest::tooLarge() {
    Scenario scenario = test::exampleScenario();
    scenario.plan.tensorParallel = 1;
    scenario.plan.pipelineParallel = 1;
    scenario.plan.virtualPipeline = 1;
    return scenario;
}

void AnswerTest::sixNumbers() {
    HeadlineTiles tiles;
    tiles.showAnswer(answerOf(test::exampleScenario()));
    for (const HeadlineNumber number : headlineTiles) {
        QVERIFY(!tiles.tile(number).value().isEmpty());
        QVERIFY(tiles.tile(number).value() != QStringLiteral("—"));
        QVERIFY(!tiles.tile(number).note().isEmpty());
        QVERIFY(tiles.tile(number).accessibleDescription().contains(tiles.tile(number).value()));
    }
    QVERIFY(tiles.tile(HeadlineNumber::Cost).value().startsWith(u'$'));
    QVERIFY(
        tiles.tile(HeadlineNumber::ExposedCommunication).note().contains(QStringLiteral("EFA")));
}

void AnswerTest::aPriceNobodyKnows() {
    Answer answer = answerOf(test::exampleScenario());
    Result result = *answer.result;
    result.headline.cost.reset();
    const TileText text = tileText(result, HeadlineNumber::Cost);
    QCOMPARE(text.value, QStringLiteral("—"));
    QVERIFY(!text.note.isEmpty());
}

void AnswerTest::billedTimeAndASecondCurrency() {
    Result result = *answerOf(test::exampleScenario()).result;
    result.headline.cost = Money(9e6);
    result.headline.billedTime = result.headline.timeToTrain;
    QVERIFY(!tileText(result, HeadlineNumber::Cost).note.contains(QStringLiteral("billed")));
    result.headline.billedTime = Seconds(98.0 * 86400.0);
    QString note = tileText(result, HeadlineNumber::Cost).note;
    QVERIFY2(note.contains(QStringLiteral("billed")) && note.contains(QStringLiteral("98")),
             qPrintable(note));
    result.costConverted =
        ConvertedCost{.currency = "EUR", .rate = 0.9, .date = "2026-10-01", .value = 8.1e6};
    note = tileText(result, HeadlineNumber::Cost).note;
    QVERIFY2(note.contains(QStringLiteral("EUR")), qPrintable(note));
    QVERIFY(tileText(result, HeadlineNumber::Cost).value.startsWith(u'$'));
}

void AnswerTest::doesNotFit() {
    const Answer answer = answerOf(tooLarge());
    QVERIFY(answer.result != nullptr && !answer.result->feasible);
    HeadlineTiles tiles;
    tiles.showAnswer(answer);
    QCOMPARE(tiles.tile(HeadlineNumber::TimeToTrain).value(), QStringLiteral("—"));
    QCOMPARE(tiles.tile(HeadlineNumber::Cost).value(), QStringLiteral("—"));
    QVERIFY(tiles.tile(HeadlineNumber::MemoryHeadroom).value().startsWith(QChar(0x2212)));

    VerdictBar verdict;
    QSignalSpy chosen(&verdict, &VerdictBar::fixChosen);
    verdict.showAnswer(answer);
    QVERIFY(!answer.result->fixes.empty());
    QVERIFY(verdict.label().text().contains(QStringLiteral("fix:0")));
    QVERIFY(!verdict.plainText().contains(u'{'));
    Q_EMIT verdict.label().linkActivated(QStringLiteral("fix:0"));
    QCOMPARE(chosen.count(), 1);
    QVERIFY(chosen[0][0].value<std::vector<FieldChange>>() == answer.result->fixes[0].changes);
}

void AnswerTest::aFixThatTakesAwayDp() {
    Answer answer = answerOf(tooLarge());
    Result result = *answer.result;
    result.fixes = {{.changes = {{"tp", "1", "64"}, {"dp", "512", ""}}}};
    answer.result = std::make_shared<const Result>(std::move(result));
    VerdictBar verdict;
    verdict.showAnswer(answer);
    QVERIFY2(verdict.plainText().endsWith(
                 QStringLiteral("Tensor parallel (TP) 1 → 64, Data parallel (DP) derived.")),
             qPrintable(verdict.plainText()));
}

void AnswerTest::aFactShowsItsNote() {
    DerivationPanel panel;
    panel.explain({.facts = {{.label = "a", .why = "the vendor's", .note = "assumed <here>"}}});
    QString text;
    for (const QLabel* label : panel.findChildren<QLabel*>()) {
        text += label->text();
    }
    QVERIFY2(text.contains(QStringLiteral("the vendor's; assumed &lt;here&gt;")), qPrintable(text));
}

void AnswerTest::lastGoodResultStays() {
    Answer answer = answerOf(test::exampleScenario());
    answer.problems = {{Severity::Error, "a.b", "tp", {"found {0}", {"3"}}, {}}};
    HeadlineTiles tiles;
    tiles.showAnswer(answer);
    VerdictBar verdict;
    verdict.showAnswer(answer);
    QVERIFY(verdict.plainText().contains(QStringLiteral("last good")));
    QVERIFY(verdict.plainText().contains(QString::fromStdString(answer.result->modelName)));
    QVERIFY(tiles.tile(HeadlineNumber::Mfu).value() != QStringLiteral("—"));
    const auto labels = tiles.tile(HeadlineNumber::Mfu).findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(
        labels, [](const QLabel* label) { return label->property("stale").toBool(); }));
}

void AnswerTest::blankOffersTheExample() {
    Answer answer;
    answer.blank = true;
    VerdictBar verdict;
    QSignalSpy asked(&verdict, &VerdictBar::exampleRequested);
    verdict.showAnswer(answer);
    QVERIFY(verdict.plainText().contains(QStringLiteral("config.json")));
    Q_EMIT verdict.label().linkActivated(QStringLiteral("example"));
    QCOMPARE(asked.count(), 1);
}

void AnswerTest::problemNamesItsField() {
    Answer answer;
    answer.problems = {
        {Severity::Error, "a.b", "global_batch", {"found {0}; allowed: {1}.", {"<3>", "4"}}, {}}};
    VerdictBar verdict;
    QSignalSpy chosen(&verdict, &VerdictBar::fieldChosen);
    verdict.showAnswer(answer);
    QVERIFY(verdict.plainText().contains(QStringLiteral("<3>")));
    Q_EMIT verdict.label().linkActivated(QStringLiteral("field:global_batch"));
    QCOMPARE(chosen[0][0].value<std::string>(), std::string("global_batch"));
}

void AnswerTest::tileIsReachableByKeyboard() {
    HeadlineTiles tiles;
    tiles.show();
    QVERIFY(QTest::qWaitForWindowActive(&tiles));
    QSignalSpy asked(&tiles, &HeadlineTiles::activated);
    auto* tile = tiles.findChildren<HeadlineTile*>().at(3);
    tile->setFocus();
    QTest::keyClick(tile, Qt::Key_Return);
    QCOMPARE(asked.count(), 1);
    QVERIFY(asked[0][0].value<HeadlineNumber>() == HeadlineNumber::Mfu);
}

void AnswerTest::narrowTilesShowTheirValues() {
    HeadlineTiles tiles;
    tiles.showAnswer(answerOf(test::exampleScenario()));
    for (const int width : {1300, 780, 690, 464}) {
        tiles.resize(width, 130);
        tiles.show();
        QVERIFY(QTest::qWaitForWindowExposed(&tiles));
        QCoreApplication::processEvents();
        for (const FittedLabel* value : tiles.findChildren<FittedLabel*>()) {
            const QFontMetrics metrics(value->fittedFont());
            QVERIFY2(metrics.horizontalAdvance(value->text()) <= value->width(),
                     qPrintable(value->text() + QStringLiteral(" at %1").arg(width)));
        }
    }
}

/// As narrow as the tiles get in one row.
void AnswerTest::narrowNotesAreNotCut() {
    Answer answer = answerOf(test::exampleScenario());
    applyTheme(*qApp, ThemeChoice::Light, false); // its sizes of type
    HeadlineTiles tiles;
    tiles.resize(714, 90);
    tiles.show();
    for (const bool foreign : {false, true}) {
        if (foreign) {
            Result result = *answer.result;
            result.costConverted =
                ConvertedCost{.currency = "EUR", .rate = 0.9, .date = "2026-10-01", .value = 8.1e6};
            answer.result = std::make_shared<const Result>(std::move(result));
        }
        tiles.showAnswer(answer);
        for (HeadlineTile* tile : tiles.findChildren<HeadlineTile*>()) {
            tile->setOwnNumbers({QStringLiteral("a number")}); // its mark takes room of the value
        }
        QVERIFY(QTest::qWaitForWindowExposed(&tiles));
        QCoreApplication::processEvents();
        for (const FittedLabel* value : tiles.findChildren<FittedLabel*>()) {
            const QFontMetrics metrics(value->fittedFont(), value);
            QCOMPARE(
                metrics.elidedText(value->text(), Qt::ElideRight, value->contentsRect().width()),
                value->text());
        }
        for (const HeadlineNumber number : headlineTiles) {
            for (const auto* label : tiles.tile(number).findChildren<ElidedLabel*>()) {
                QVERIFY(label->isVisible());
                QVERIFY2(!label->text().contains(QChar(0x2026)), qPrintable(label->text()));
            }
        }
    }
}

void AnswerTest::notesAreCutBetweenWords() {
    const QFontMetrics metrics{QFont()};
    const auto cut = [&metrics](const QString& text, const QString& room) {
        const int width = metrics.horizontalAdvance(room + QChar(0x2026));
        return elidedAtWords(text, metrics, width);
    };
    const QString text = QStringLiteral("NVLink 1.6 s · EFA 289 ms");
    QCOMPARE(cut(text, text), text);
    QCOMPARE(cut(text, QStringLiteral("NVLink 1.6 s · EFA 28")),
             QStringLiteral("NVLink 1.6 s · EFA…"));
    QCOMPARE(cut(text, QStringLiteral("NVLink 1.6 s · E")), QStringLiteral("NVLink 1.6 s…"));
    QCOMPARE(cut(text, QStringLiteral("NVLink 1.6 s")), QStringLiteral("NVLink 1.6 s…"));
    QVERIFY(cut(QStringLiteral("in /a-long/path/without-blanks"), QStringLiteral("in /a-long/path"))
                .startsWith(QStringLiteral("in /a-long")));
}

void AnswerTest::explainedTileIsOutlined() {
    HeadlineTiles tiles;
    tiles.setExplained(HeadlineNumber::Mfu);
    QVERIFY(tiles.tile(HeadlineNumber::Mfu).isExplained());
    QVERIFY(!tiles.tile(HeadlineNumber::TimeToTrain).isExplained());
    tiles.setExplained(std::nullopt);
    QVERIFY(!tiles.tile(HeadlineNumber::Mfu).isExplained());
}

void AnswerTest::aQuietLineSaysHowWellItIsKnown() {
    VerdictBar verdict;
    verdict.resize(1200, 90);
    verdict.showAnswer(measuredAnswer(test::exampleAccuracy()));
    const ElidedLabel& line = verdict.confidence();
    QVERIFY(!line.isHidden());
    QVERIFY2(line.fullText().startsWith(QStringLiteral("Expect ±6.2")) ||
                 line.fullText().startsWith(QStringLiteral("Expect ±6.3")),
             qPrintable(line.fullText()));
    QVERIFY(line.fullText().contains(QStringLiteral("BF16")));
    QVERIFY(line.fullText().contains(QStringLiteral("120 measured runs")));
    QVERIFY(!line.fullText().contains(QStringLiteral("outside")));
    for (const char* const words :
         {"120 published runs", "5.0", "+1.2", "10", "fitted to", "inside what was measured"}) {
        QVERIFY2(line.toolTip().contains(QString::fromUtf8(words)), qPrintable(line.toolTip()));
    }
}

void AnswerTest::whatLiesOutsideIsNamed() {
    Accuracy accuracy = test::exampleAccuracy();
    accuracy.ranges.front().gpus = {2, 256};
    accuracy.ranges.front().mixers = {"mla"};
    VerdictBar verdict;
    verdict.showAnswer(measuredAnswer(accuracy));
    const ElidedLabel& line = verdict.confidence();
    const QString words = QStringLiteral("outside what was measured: 512 GPUs (measured: 2 to 256)"
                                         ", full attention (measured: mla)");
    QVERIFY2(line.fullText().endsWith(words), qPrintable(line.fullText()));
    QVERIFY(line.toolTip().contains(QStringLiteral("\n• 512 GPUs")));
    QVERIFY(line.toolTip().contains(QStringLiteral("\n• full attention")));
    verdict.resize(400, 90); // the short form, never a blank
    verdict.show();
    QVERIFY(QTest::qWaitForWindowExposed(&verdict));
    QCoreApplication::processEvents();
    QVERIFY2(line.text().startsWith(QStringLiteral("Expect ±")) &&
                 line.text().contains(QStringLiteral(" or more · outside what was measured")) &&
                 !line.text().contains(QStringLiteral("(measured")),
             qPrintable(line.text()));
    QVERIFY(line.toolTip().contains(QStringLiteral("\n• 512 GPUs"))); // narrow or wide
}

void AnswerTest::theLineGoesWithTheAnswer() {
    VerdictBar verdict;
    Answer answer = measuredAnswer(test::exampleAccuracy());
    verdict.showAnswer(answer);
    QVERIFY(!verdict.confidence().isHidden());
    answer.problems = {{Severity::Error, "a.b", "tp", {"found {0}", {"3"}}, {}}};
    verdict.showAnswer(answer);
    QVERIFY(verdict.confidence().isHidden());
    verdict.showAnswer(measuredAnswer(test::exampleAccuracy()));
    QVERIFY(!verdict.confidence().isHidden());
    verdict.showAnswer(answerOf(tooLarge()));
    QVERIFY(verdict.confidence().isHidden());
}

void AnswerTest::theDerivationSaysHowWellItIsKnown() {
    const Answer answer = measuredAnswer(test::exampleAccuracy());
    DerivationPanel panel;
    panel.explain(explainHeadline(*answer.result, HeadlineNumber::StepTime, *answer.catalogue));
    const auto saysIt = [&panel] {
        const auto labels = panel.findChildren<QLabel*>();
        return std::ranges::any_of(labels, [](const QLabel* label) {
            return !label->isHidden() &&
                   label->text().startsWith(QStringLiteral("How well known: dense"));
        });
    };
    QVERIFY(saysIt());
    panel.explain(
        explainHeadline(*answer.result, HeadlineNumber::MemoryHeadroom, *answer.catalogue));
    QVERIFY(!saysIt());
}

QTEST_MAIN(AnswerTest)
#include "answer_test.moc"
