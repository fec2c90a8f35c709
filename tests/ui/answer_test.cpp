#include "tests/ui/window_case.h"
#include "ui/answer/headline_text.h"
#include "ui/answer/headline_tiles.h"
#include "ui/answer/verdict_bar.h"
#include "ui/evaluation/evaluation_service.h"

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
    void doesNotFit();
    void lastGoodResultStays();
    void blankOffersTheExample();
    void problemNamesItsField();
    void tileIsReachableByKeyboard();

private:
    [[nodiscard]] static Answer answerOf(const Scenario& scenario);
    [[nodiscard]] static Scenario tooLarge();

    test::PrivateSettings m_settings;
};

Answer AnswerTest::answerOf(const Scenario& scenario) {
    Answer answer;
    auto result = evaluate(scenario, test::shippedCatalogue(), Detail::Terms);
    if (result) {
        answer.result = std::make_shared<const Result>(std::move(*result));
    } else {
        answer.problems = result.error();
    }
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

void AnswerTest::lastGoodResultStays() {
    Answer answer = answerOf(test::exampleScenario());
    answer.problems = {{Severity::Error, "a.b", "tp", {"found {0}", {"3"}}, {}}};
    HeadlineTiles tiles;
    tiles.showAnswer(answer);
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

QTEST_MAIN(AnswerTest)
#include "answer_test.moc"
