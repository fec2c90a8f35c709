#include "tests/ui/window_case.h"
#include "ui/compose/cluster_summary.h"
#include "ui/compose/compose_panel.h"
#include "ui/compose/field_editor.h"
#include "ui/compose/name_editor.h"
#include "ui/compose/picker_box.h"
#include "ui/evaluation/evaluation_service.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace roofplan;
using namespace roofplan::ui;

class ComposeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void everyFieldHasAnEditor();
    void typingPreviewsAndEnterKeeps();
    void leavingTheFieldKeeps();
    void escapeTakesBack();
    void badValueIsMarkedAndNamed();
    void refusedTextSurvivesAnotherEdit();
    void choiceIsOneCommand();
    void undoShowsTheOldValue();
    void problemsOfTheEvaluationMarkTheirFields();
    void ownPriceOnlyWhereItCounts();
    void aCustomClusterHasItsOwnFields();
    void expertsHaveTheirFieldsOnlyWhereTheModelHasThem();
    void theFactsOfTheStackAreFolded();
    void shownTextsReadBack();
    void messageMovesNoOtherField();
    void messageGoesWithTheFocus();
    void nameIsOneCommand();
    void customClusterIsSummarised();

private:
    [[nodiscard]] QLineEdit& line(const char* key) const {
        return *m_panel->findChild<QLineEdit*>(QString::fromLatin1(key));
    }

    [[nodiscard]] QString problem(const char* key) const;
    void type(const char* key, const char* text);

    test::PrivateSettings m_settings;
    std::unique_ptr<ProjectDocument> m_document;
    std::unique_ptr<ComposePanel> m_panel;
};

void ComposeTest::init() {
    m_document = std::make_unique<ProjectDocument>(test::shippedCatalogue());
    QCOMPARE(m_document->openExample(test::examplePath()), Diagnostics{});
    m_panel = std::make_unique<ComposePanel>(*m_document);
    m_panel->resize(304, 1200);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
}

void ComposeTest::cleanup() {
    m_panel.reset();
    m_document.reset();
}

QString ComposeTest::problem(const char* key) const {
    const auto* editor = m_panel->findChild<QWidget*>(QString::fromLatin1(key));
    return qobject_cast<const FieldEditor*>(editor->parentWidget())->problem();
}

void ComposeTest::type(const char* key, const char* text) {
    QLineEdit& editor = line(key);
    editor.setFocus();
    editor.selectAll();
    QTest::keyClicks(&editor, QString::fromLatin1(text));
}

void ComposeTest::everyFieldHasAnEditor() {
    for (const Field& field : fieldTable()) {
        const auto* editor =
            m_panel->findChild<QWidget*>(QString::fromStdString(std::string(field.key)));
        QVERIFY2(editor != nullptr, std::string(field.key).c_str());
        QVERIFY(!editor->accessibleName().isEmpty());
        QVERIFY(!editor->toolTip().isEmpty());
        QVERIFY(editor->focusPolicy() & Qt::TabFocus);
    }
}

void ComposeTest::typingPreviewsAndEnterKeeps() {
    type("global_batch", "4096");
    QCOMPARE(m_document->scenario().workload.globalBatch, 4096);
    QCOMPARE(m_document->undoStack().count(), 0);
    QTest::keyClick(&line("global_batch"), Qt::Key_Return);
    QCOMPARE(m_document->undoStack().count(), 1);
    QCOMPARE(line("global_batch").text(), QStringLiteral("4\u202F096"));
}

void ComposeTest::leavingTheFieldKeeps() {
    type("tokens", "1.5e13");
    line("seq_len").setFocus();
    QCOMPARE(m_document->undoStack().count(), 1);
    QCOMPARE(m_document->project().scenarios.front().workload.tokens.base(), 1.5e13);
    QCOMPARE(line("tokens").text(), QStringLiteral("15\u202FT"));
}

void ComposeTest::escapeTakesBack() {
    type("tp", "8");
    QCOMPARE(m_document->scenario().plan.tensorParallel, 8);
    QTest::keyClick(&line("tp"), Qt::Key_Escape);
    QCOMPARE(m_document->scenario().plan.tensorParallel, 4);
    QCOMPARE(line("tp").text(), QStringLiteral("4"));
    QCOMPARE(m_document->undoStack().count(), 0);
}

void ComposeTest::badValueIsMarkedAndNamed() {
    QSignalSpy problems(m_panel.get(), &ComposePanel::inputProblemsChanged);
    type("micro_batch", "0");
    QVERIFY(!problem("micro_batch").isEmpty());
    QVERIFY(line("micro_batch").property("problem").toBool());
    QCOMPARE(m_document->scenario().plan.microBatch, 1);
    QVERIFY(!problems.isEmpty());
    QCOMPARE(problems.back().front().value<Diagnostics>().size(), 1U);
    QTest::keyClick(&line("micro_batch"), Qt::Key_Return);
    QCOMPARE(line("micro_batch").text(), QStringLiteral("0"));
    type("micro_batch", "2");
    QVERIFY(problem("micro_batch").isEmpty());
    QVERIFY(problems.back().front().value<Diagnostics>().empty());
}

void ComposeTest::refusedTextSurvivesAnotherEdit() {
    type("micro_batch", "x");
    type("tp", "8");
    QTest::keyClick(&line("tp"), Qt::Key_Return);
    QCOMPARE(m_document->scenario().plan.tensorParallel, 8);
    QCOMPARE(line("micro_batch").text(), QStringLiteral("x"));
    QVERIFY(!problem("micro_batch").isEmpty());
}

void ComposeTest::choiceIsOneCommand() {
    auto* combo = m_panel->findChild<QComboBox*>(QStringLiteral("recompute"));
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);
    QCOMPARE(m_document->undoStack().count(), 1);
    QVERIFY(m_document->scenario().plan.recompute == Recompute::Selective);
}

void ComposeTest::undoShowsTheOldValue() {
    type("pp", "8");
    QTest::keyClick(&line("pp"), Qt::Key_Return);
    m_document->undoStack().undo();
    QCOMPARE(line("pp").text(), QStringLiteral("4"));
    m_document->undoStack().redo();
    QCOMPARE(line("pp").text(), QStringLiteral("8"));
}

void ComposeTest::problemsOfTheEvaluationMarkTheirFields() {
    EvaluationService service(*m_document);
    connect(&service, &EvaluationService::answered, m_panel.get(),
            [&] { m_panel->showAnswer(service.answer()); });
    type("tp", "3");
    QVERIFY(!service.answer().isFresh());
    QVERIFY(!service.answer().problems.empty());
    QVERIFY(!problem("tp").isEmpty());
    type("tp", "4");
    QVERIFY(service.answer().isFresh());
    QVERIFY(problem("tp").isEmpty());
}

void ComposeTest::ownPriceOnlyWhereItCounts() {
    QVERIFY(!line("price_per_gpu_hour").isVisible());
    QCOMPARE(m_document->apply({{"price_plan", "", "own"}}), Diagnostics{});
    QVERIFY(line("price_per_gpu_hour").isVisible());
}

void ComposeTest::aCustomClusterHasItsOwnFields() {
    const auto shown = [this](const char* key) {
        return m_panel->findChild<QWidget*>(QString::fromLatin1(key))->isVisible();
    };
    QVERIFY(shown("instances") && shown("region") && !shown("gpus") && !shown("exchange_rate"));
    QCOMPARE(m_document->apply({{"instance", "", "custom"}, {"currency", "", "EUR"}}),
             Diagnostics{});
    QVERIFY(!shown("instances") && !shown("region") && shown("gpus") && shown("exchange_rate"));
    QCOMPARE(line("gpus").text(), QStringLiteral("512"));
    QCOMPARE(line("network_gbps_per_gpu").text(), QStringLiteral("400"));
    m_document->undoStack().undo();
    QVERIFY(shown("instances") && !shown("gpus"));
}

void ComposeTest::expertsHaveTheirFieldsOnlyWhereTheModelHasThem() {
    const auto shown = [this](const char* key) {
        return m_panel->findChild<QWidget*>(QString::fromLatin1(key))->isVisible();
    };
    QVERIFY(!shown("ep") && !shown("etp") && !shown("expert_imbalance"));
    QCOMPARE(m_document->apply({{"model", "", "mixtral-8x7b"}}), Diagnostics{});
    QVERIFY(shown("ep") && shown("etp") && shown("expert_imbalance") && shown("cp"));
    QVERIFY(!shown("adapter_rank") && !shown("recompute_layers"));
    QCOMPARE(m_document->apply({{"phase", "", "lora"}, {"recompute", "", "full"}}), Diagnostics{});
    QVERIFY(shown("adapter_rank") && shown("recompute_layers") && !shown("recompute_modules"));
}

/// What is changed stays in sight.
void ComposeTest::theFactsOfTheStackAreFolded() {
    const auto shown = [this](const char* key) {
        return m_panel->findChild<QWidget*>(QString::fromLatin1(key))->isVisible();
    };
    auto* fold = m_panel->findChild<QToolButton*>(QStringLiteral("stackFold"));
    QVERIFY(shown("stack") && !shown("cuda_graphs") && !shown("stack_date"));
    fold->click();
    QVERIFY(shown("cuda_graphs") && shown("stack_date") && shown("machine_derate"));
    QVERIFY(!shown("dispatcher") && !shown("context_exchange"));
    QCOMPARE(line("stack_date").placeholderText(), QStringLiteral("2026-08"));
    QCOMPARE(m_document->apply({{"stack_date", "", "2025-06"}}), Diagnostics{});
    fold->click();
    QVERIFY(shown("stack_date") && !shown("cuda_graphs"));
    QCOMPARE(line("stack_date").text(), QStringLiteral("2025-06"));
    m_panel->focusField("machine_derate");
    QVERIFY(shown("machine_derate") && shown("cuda_graphs"));
}

void ComposeTest::shownTextsReadBack() {
    QLocale::setDefault(QLocale(QLocale::French, QLocale::France));
    QCOMPARE(m_document->apply({{"discount", "", "12.5"},
                                {"currency", "", "EUR"},
                                {"exchange_rate", "", "0.9137"},
                                {"exchange_date", "", "2026-10-01"},
                                {"price_plan", "", "own"},
                                {"price_per_gpu_hour", "", "2.125"},
                                {"tokens", "", "15.6T"},
                                {"instances", "", "1024"}}),
             Diagnostics{});
    for (const Field& field : fieldTable()) {
        const auto* editor =
            m_panel->findChild<QLineEdit*>(QString::fromStdString(std::string(field.key)));
        if (editor == nullptr || editor->text().isEmpty()) {
            continue;
        }
        const auto read = withField(m_document->scenario(), field, editor->text().toStdString(),
                                    *m_document->catalogue());
        QVERIFY2(read && *read == m_document->scenario(), qPrintable(editor->text()));
    }
    QLocale::setDefault(QLocale::c());
}

void ComposeTest::messageMovesNoOtherField() {
    const auto* below = m_panel->findChild<QWidget*>(QStringLiteral("sequence_parallel"));
    QCoreApplication::processEvents(); // laid out
    const QPoint before = below->mapTo(m_panel.get(), QPoint());
    type("micro_batch", "0");
    QCoreApplication::processEvents();
    QVERIFY(!problem("micro_batch").isEmpty());
    QCOMPARE(below->mapTo(m_panel.get(), QPoint()), before);
}

/// Also after a click on what takes no focus.
void ComposeTest::messageGoesWithTheFocus() {
    const auto shown = [this] {
        QCoreApplication::processEvents();
        const QList<QLabel*> labels = m_panel->findChildren<QLabel*>();
        return std::ranges::any_of(labels, [](const QLabel* label) {
            return label->property("role") == QStringLiteral("problem") && label->isVisible();
        });
    };
    type("micro_batch", "0");
    QVERIFY(shown());
    QTest::mouseClick(&line("micro_batch"), Qt::LeftButton);
    QVERIFY(shown());
    QLabel elsewhere(QStringLiteral("takes no focus"), m_panel.get());
    elsewhere.show();
    QTest::mouseClick(&elsewhere, Qt::LeftButton);
    QVERIFY(line("micro_batch").hasFocus());
    QVERIFY(!shown());
    QVERIFY(!problem("micro_batch").isEmpty());
    line("tp").setFocus();
    QVERIFY(!shown());
    line("micro_batch").setFocus();
    QVERIFY(shown());
    line("tp").setFocus();
    QVERIFY(!shown());
}

void ComposeTest::nameIsOneCommand() {
    auto& name = *m_panel->findChild<NameEditor*>();
    const QString before = name.text();
    QVERIFY(!before.isEmpty());
    name.setFocus();
    name.selectAll();
    QTest::keyClicks(&name, QStringLiteral("Mine"));
    QTest::keyClick(&name, Qt::Key_Return);
    QCOMPARE(m_document->undoStack().count(), 1);
    QCOMPARE(m_document->scenario().name, std::string("Mine"));
    m_document->undoStack().undo();
    QCOMPARE(name.text(), before);
    QTest::keyClicks(&name, QStringLiteral("x"));
    QTest::keyClick(&name, Qt::Key_Escape);
    QCOMPARE(name.text(), before);
    QCOMPARE(m_document->undoStack().count(), 1);
}

void ComposeTest::customClusterIsSummarised() {
    const auto shown = [this] {
        QString text;
        for (const QLabel* label : m_panel->findChild<ClusterSummary*>()->findChildren<QLabel*>()) {
            text += label->text() + u'\n';
        }
        return text;
    };
    QVERIFY(shown().contains(QStringLiteral("64 × p5en.48xlarge")));
    QCOMPARE(m_document->apply({{"instance", "", "custom"},
                                {"gpu", "", "h200-sxm"},
                                {"gpus", "", "144"},
                                {"nvlink_domain", "", "72"}}),
             Diagnostics{});
    QVERIFY2(shown().contains(QStringLiteral("144 × NVIDIA H200 SXM")), qPrintable(shown()));
    QVERIFY(shown().contains(QStringLiteral("72 per NVLink domain")));
    auto* box = m_panel->findChild<PickerBox*>(QStringLiteral("instance"));
    QCOMPARE(box->currentText(), QStringLiteral("Custom cluster"));
    auto* gpu = m_panel->findChild<PickerBox*>(QStringLiteral("gpu"));
    QVERIFY(gpu->isVisible());
    gpu->setFocus();
    QTest::keyClicks(gpu, QStringLiteral("b"));
    QTest::keyClicks(&gpu->popup().filter(), QStringLiteral("200 hgx"));
    QTest::keyClick(&gpu->popup().filter(), Qt::Key_Return);
    QCOMPARE(m_document->scenario().cluster.custom.gpu, std::string("b200-hgx"));
    QVERIFY(shown().contains(QStringLiteral("NVIDIA B200")));
}

QTEST_MAIN(ComposeTest)
#include "compose_test.moc"
