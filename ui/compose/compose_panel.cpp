#include "ui/compose/compose_panel.h"

#include "ui/compose/cluster_summary.h"
#include "ui/compose/field_editor.h"
#include "ui/compose/memory_bar.h"
#include "ui/compose/name_editor.h"
#include "ui/document/project_document.h"
#include "ui/evaluation/evaluation_service.h"
#include "ui/style/card.h"
#include "ui/style/faded.h"
#include "ui/style/text.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace roofplan::ui {

ComposePanel::ComposePanel(ProjectDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_name(new NameEditor) {
    auto* content = new QWidget;
    content->setObjectName(QStringLiteral("plain"));
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(10, 10, 1, 10);
    column->setSpacing(8);
    column->addWidget(m_name);
    connect(m_name, &NameEditor::entered, &document, &ProjectDocument::rename);
    addCard(*column, FieldGroup::Cluster, tr("Cluster"));
    addCard(*column, FieldGroup::Workload, tr("Workload"));
    addCard(*column, FieldGroup::Plan, tr("Parallel plan"));
    addCard(*column, FieldGroup::Stack, tr("Stack"));
    column->addStretch();

    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setAutoFillBackground(false);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);
    connect(scroll->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        for (FieldEditor* editor : m_editors) {
            editor->placeProblem();
        }
    });

    connect(&document, &ProjectDocument::scenarioChanged, this, &ComposePanel::showScenario);
    connect(&document, &ProjectDocument::fileChanged, this, &ComposePanel::discardTexts);
    connect(&document.undoStack(), &QUndoStack::indexChanged, this, &ComposePanel::discardTexts);
    showScenario();
}

// An editor that goes away with the focus still reports its text; there is nobody left to take it.
ComposePanel::~ComposePanel() {
    m_document.disconnect(this);
    m_document.undoStack().disconnect(this);
    m_name->disconnect(&m_document);
    for (FieldEditor* editor : m_editors) {
        editor->disconnect(this);
    }
}

void ComposePanel::addCard(QVBoxLayout& column, FieldGroup group, const QString& title) {
    auto* card = new Card(title);
    if (group == FieldGroup::Cluster) {
        m_summary = new ClusterSummary;
        card->body().addWidget(m_summary);
    }
    for (const Field& field : fieldTable()) {
        if (field.group == group) {
            addEditor(*card, field);
        }
        if (field.group == group && field.key == "model") {
            addImportLink(*card);
        }
    }
    if (group == FieldGroup::Stack) {
        addFoldLink(*card);
    }
    if (group == FieldGroup::Plan) {
        m_memory = new MemoryBar;
        card->body().addWidget(m_memory);
    }
    column.addWidget(card);
}

void ComposePanel::addEditor(Card& card, const Field& field) {
    auto* editor = new FieldEditor(field);
    card.body().addWidget(editor);
    m_editors.push_back(editor);
    connect(editor, &FieldEditor::typed, this, [this, editor](const QString& text) {
        setRefusal(*editor, m_document.preview(editor->field(), text));
    });
    connect(editor, &FieldEditor::entered, this, [this, editor](const QString& text) {
        m_committing = true;
        Diagnostics problems = m_document.commit(editor->field(), text);
        m_committing = false;
        if (problems.empty()) {
            editor->discardText();
        }
        setRefusal(*editor, std::move(problems));
        showScenario();
    });
    connect(editor, &FieldEditor::pickerOpening, this,
            [this, editor] { editor->fillPicker(m_document.scenario(), *m_document.catalogue()); });
    connect(editor, &FieldEditor::cancelled, this, [this, editor] {
        editor->discardText();
        m_document.dropPreview();
        setRefusal(*editor, {});
        showScenario();
    });
}

void ComposePanel::addImportLink(Card& card) const {
    auto* link = new QToolButton;
    link->setText(tr("import config.json…"));
    link->setProperty("flat", true);
    link->setToolTip(tr("Reads a model from its Hugging Face config.json; or drop the file here"));
    link->setCursor(Qt::PointingHandCursor);
    card.body().addWidget(link, 0, Qt::AlignRight);
    connect(link, &QToolButton::clicked, this, &ComposePanel::importRequested);
}

void ComposePanel::addFoldLink(Card& card) {
    m_foldLink = new QToolButton;
    m_foldLink->setObjectName(QStringLiteral("stackFold"));
    m_foldLink->setProperty("flat", true);
    m_foldLink->setCursor(Qt::PointingHandCursor);
    m_foldLink->setToolTip(
        tr("What the preset says of kernels, overlap and machine, to be changed"));
    card.body().addWidget(m_foldLink, 0, Qt::AlignRight);
    connect(m_foldLink, &QToolButton::clicked, this, [this] { setUnfolded(!m_unfolded); });
    setUnfolded(false);
}

void ComposePanel::setUnfolded(bool unfolded) {
    m_unfolded = unfolded;
    m_foldLink->setText(unfolded ? tr("show less") : tr("change the preset…"));
    for (FieldEditor* editor : m_editors) {
        editor->setVisible(isShown(editor->field()));
    }
}

/// Where it means something; of the stack, where it is not as the preset says or all are shown.
bool ComposePanel::isShown(const Field& field) const {
    static const Scenario unchanged;
    const Scenario& scenario = m_document.scenario();
    const bool folded = field.group == FieldGroup::Stack && field.key != "stack" && !m_unfolded &&
                        field.get(scenario) == field.get(unchanged);
    return !folded && fieldApplies(field, scenario, *m_document.catalogue());
}

void ComposePanel::showScenario() {
    const Scenario& scenario = m_document.scenario();
    if (!m_name->isModified()) {
        m_name->showName(QString::fromStdString(scenario.name));
    }
    m_summary->showScenario(scenario, *m_document.catalogue());
    for (FieldEditor* editor : m_editors) {
        editor->showScenario(scenario, *m_document.catalogue());
        editor->setVisible(isShown(editor->field()) || m_refusals.contains(editor));
    }
}

void ComposePanel::showAnswer(const Answer& answer) {
    m_memory->setResult(answer.result);
    setFaded(*m_memory, !answer.isFresh() && !answer.blank);
    m_evaluationProblems = answer.problems;
    for (FieldEditor* editor : m_editors) {
        if (editor->field().key == "dp") {
            const bool known = answer.result != nullptr && answer.result->plan.dataParallel;
            editor->setDerivedText(
                known ? prettyNumber(static_cast<double>(*answer.result->plan.dataParallel), 0)
                      : QString());
        }
    }
    showProblems();
}

void ComposePanel::focusField(const std::string& key) {
    for (FieldEditor* editor : m_editors) {
        if (editor->field().key == key) {
            if (editor->field().group == FieldGroup::Stack && !isShown(editor->field())) {
                setUnfolded(true);
            }
            editor->editor()->setFocus(Qt::OtherFocusReason);
        }
    }
}

void ComposePanel::discardTexts() {
    if (m_committing) {
        return;
    }
    for (FieldEditor* editor : m_editors) {
        editor->discardText();
    }
    m_name->setModified(false);
    m_refusals.clear();
    reportRefusals();
    showScenario();
}

void ComposePanel::setRefusal(FieldEditor& editor, Diagnostics problems) {
    if (problems.empty()) {
        m_refusals.erase(&editor);
    } else {
        m_refusals[&editor] = std::move(problems);
    }
    reportRefusals();
}

void ComposePanel::reportRefusals() {
    Diagnostics all;
    for (FieldEditor* editor : m_editors) {
        const auto refused = m_refusals.find(editor);
        if (refused != m_refusals.end()) {
            all.insert(all.end(), refused->second.begin(), refused->second.end());
        }
    }
    Q_EMIT inputProblemsChanged(all);
    showProblems();
}

void ComposePanel::showProblems() {
    for (FieldEditor* editor : m_editors) {
        const auto refused = m_refusals.find(editor);
        const Diagnostics& problems =
            refused != m_refusals.end() ? refused->second : m_evaluationProblems;
        QString message;
        for (const Diagnostic& problem : problems) {
            if (message.isEmpty() && problem.severity == Severity::Error &&
                problem.place == editor->field().key) {
                message = findingText(problem);
            }
        }
        editor->setProblem(message);
    }
}

} // namespace roofplan::ui
