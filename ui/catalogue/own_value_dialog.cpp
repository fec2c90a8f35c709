#include "ui/catalogue/own_value_dialog.h"

#include "core/units/quantity_text.h"
#include "ui/catalogue/published_forms.h"
#include "ui/style/card.h"
#include "ui/style/text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace roofplan::ui {
namespace {

constexpr int dialogWidth = 460;
constexpr int editorHeight = 27; ///< of the style sheet; the labels stand in the middle of it
constexpr int longestText = 500;

QComboBox* makeChoice(const std::vector<QString>& choices, const std::string& chosen) {
    auto* box = new QComboBox;
    for (const QString& choice : choices) {
        box->addItem(QString(choice).replace(u'_', u' '), choice);
    }
    const QString now = QString::fromStdString(chosen);
    if (box->findData(now) < 0 && !now.isEmpty()) {
        box->addItem(QString(now).replace(u'_', u' '), now);
    }
    box->setCurrentIndex(std::max(0, box->findData(now)));
    return box;
}

QLineEdit* makeLine(const std::string& text) {
    auto* line = new QLineEdit(QString::fromStdString(text));
    line->setMaxLength(longestText);
    line->setCursorPosition(0);
    return line;
}

/// Where a region can be chosen, or typed.
QComboBox* makeRegions(const std::vector<std::string>& regions) {
    auto* box = new QComboBox;
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    for (const std::string& region : regions) {
        box->addItem(QString::fromStdString(region));
    }
    box->setCurrentIndex(-1); // which one is for the person to say
    box->lineEdit()->setPlaceholderText(OwnValueDialog::tr("where the price holds: us-east-1"));
    box->lineEdit()->setMaxLength(longestText);
    return box;
}

std::string chosenIn(const QComboBox& box) {
    return box.currentData().toString().toStdString();
}

std::string typedIn(const QLineEdit& line) {
    return line.text().simplified().toStdString();
}

} // namespace

OwnValueDialog::OwnValueDialog(OwnValueQuestion question, Keep keep, QWidget* parent)
    : QDialog(parent),
      m_question(std::move(question)),
      m_keep(std::move(keep)),
      m_value(makeLine(m_question.proposed ? exactText(m_question.fact.value) : std::string())),
      m_unit(makeChoice(allowedUnits(m_question.row), m_question.fact.unit)),
      m_convention(makeChoice(allowedConventions(m_question.row), m_question.fact.convention)),
      m_region(makeRegions(m_question.regions)),
      m_source(makeLine(m_question.fact.source)),
      m_date(makeLine(m_question.fact.date)),
      m_note(makeLine(m_question.fact.note)),
      m_use(makeLabel("secondary")),
      m_problem(makeLabel("problem")) {
    setWindowTitle(tr("Use my own value"));
    setFixedWidth(dialogWidth);
    layOut();
    connect(m_value, &QLineEdit::textChanged, this, &OwnValueDialog::showUse);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &OwnValueDialog::showUse);
    connect(m_convention, &QComboBox::currentIndexChanged, this, &OwnValueDialog::showUse);
    for (QLineEdit* line : {m_value, m_source, m_date, m_note}) {
        connect(line, &QLineEdit::textEdited, this, [this] { showProblem({}); });
    }
    connect(m_region, &QComboBox::editTextChanged, this, [this] { showProblem({}); });
    m_value->setFocus();
    m_value->selectAll();
    showUse();
}

void OwnValueDialog::layOut() {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(8);
    QLabel* title = makeLabel("emphasis", m_question.title);
    title->setWordWrap(true);
    column->addWidget(title);
    if (!m_question.shipped.isEmpty()) {
        QLabel* shipped = makeLabel("secondary", tr("Shipped: %1").arg(m_question.shipped));
        shipped->setWordWrap(true);
        column->addWidget(shipped);
    }

    auto* form = new QFormLayout;
    form->setContentsMargins(0, 4, 0, 0);
    form->setVerticalSpacing(6);
    form->setHorizontalSpacing(12);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addRow(*form, tr("Value *"), m_value, "value");
    const bool hasUnit = m_unit->count() > 1 || !m_unit->currentText().isEmpty();
    addRowIf(*form, hasUnit, tr("Unit"), m_unit, "unit");
    addRowIf(*form, m_convention->count() > 0, tr("Convention"), m_convention, "convention");
    addRowIf(*form, !m_question.regions.empty(), tr("Region *"), m_region, "region");
    addRow(*form, tr("Source *"), m_source, "source");
    addRow(*form, tr("Date *"), m_date, "date");
    addRow(*form, tr("Note"), m_note, "note");
    m_source->setPlaceholderText(tr("required: where you have it from"));
    m_date->setPlaceholderText(tr("of the figure: 2026-08-15, 2026-08 or 2026"));
    m_note->setPlaceholderText(tr("optional"));
    column->addLayout(form);

    m_use->setWordWrap(true);
    column->addWidget(m_use);
    m_problem->setWordWrap(true);
    m_problem->hide();
    column->addWidget(m_problem);
    column->addStretch(1); // what the layout has to spare moves no field

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    column->addWidget(buttons);
    // Inside the dialog, so that Enter still means it after another button had the focus.
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Use this value"));
    buttons->button(QDialogButtonBox::Ok)->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &OwnValueDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &OwnValueDialog::reject);
}

/// A star at the end of a label says that the field is required.
void OwnValueDialog::addRow(QFormLayout& form,
                            const QString& label,
                            QWidget* editor,
                            const char* name) {
    const bool required = label.endsWith(u'*');
    const QString bare = required ? label.chopped(1).trimmed() : label;
    editor->setObjectName(QString::fromLatin1(name));
    editor->setAccessibleName(required ? tr("%1, required").arg(bare) : label);
    QLabel* words = makeLabel("field", label);
    words->setBuddy(editor);
    words->setMinimumHeight(editorHeight);
    if (required) {
        words->setToolTip(tr("required"));
    }
    form.addRow(words, editor);
}

void OwnValueDialog::addRowIf(
    QFormLayout& form, bool asked, const QString& label, QComboBox* editor, const char* name) {
    if (asked) {
        addRow(form, label, editor, name);
    } else {
        editor->setParent(this);
        editor->hide();
    }
}

std::array<QWidget*, 7> OwnValueDialog::editors() const {
    return {m_value, m_unit, m_convention, m_region, m_source, m_date, m_note};
}

Expected<double> OwnValueDialog::number() const {
    const UnitKind kind =
        m_question.row.kind == UnitKind::Ratio ? UnitKind::Ratio : UnitKind::Count;
    return parseQuantity(m_value->text().toStdString(), kind, "value");
}

Expected<double> OwnValueDialog::used() const {
    const Expected<double> value = number();
    if (!value) {
        return value;
    }
    const std::string unit = chosenIn(*m_unit);
    const std::string convention = chosenIn(*m_convention);
    return usedValue({*value, unit, convention}, m_question.row, m_question.gpusPerInstance, {});
}

void OwnValueDialog::showUse() {
    const Expected<double> value = used();
    m_use->setText(
        value ? tr("The model uses it as %1.")
                    .arg(pretty(QString::fromStdString(quantityText(*value, m_question.row.kind))))
              : tr("Type the number as its source prints it."));
}

Expected<OwnFact> OwnValueDialog::answer() const {
    const Expected<double> value = number();
    if (!value) {
        return tl::unexpected(value.error());
    }
    if (const Expected<double> use = used(); !use) {
        return tl::unexpected(use.error());
    }
    OwnFact fact = m_question.fact;
    fact.value = *value;
    fact.unit = chosenIn(*m_unit);
    fact.convention = chosenIn(*m_convention);
    if (!m_question.regions.empty()) {
        fact.region = typedIn(*m_region->lineEdit());
    }
    fact.source = typedIn(*m_source);
    fact.date = typedIn(*m_date);
    fact.note = typedIn(*m_note);
    return fact;
}

void OwnValueDialog::accept() {
    const Expected<OwnFact> fact = answer();
    const Diagnostics problems = fact ? m_keep(*fact) : fact.error();
    showProblem(problems);
    if (problems.empty()) {
        QDialog::accept();
    }
}

QWidget* OwnValueDialog::editorOf(const std::string& place) const {
    for (QWidget* editor : editors()) {
        if (place.ends_with(editor->objectName().toStdString()) &&
            !editor->objectName().isEmpty()) {
            return editor;
        }
    }
    return m_value;
}

void OwnValueDialog::showProblem(const Diagnostics& problems) {
    QWidget* culprit = problems.empty() ? nullptr : editorOf(problems.front().place);
    for (QWidget* editor : editors()) {
        setStyleFlag(*editor, "problem", editor == culprit);
    }
    QStringList lines;
    for (const Diagnostic& problem : problems) {
        lines << findingText(problem);
    }
    m_problem->setText(lines.join(u'\n'));
    m_problem->setVisible(!lines.isEmpty());
    if (culprit != nullptr) {
        culprit->setAccessibleDescription(m_problem->text());
        culprit->setFocus();
    }
    // The dialog is as high as what it says.
    layout()->activate();
    resize(width(), layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width())
                                                  : layout()->totalSizeHint().height());
}

} // namespace roofplan::ui
