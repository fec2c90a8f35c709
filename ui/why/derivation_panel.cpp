#include "ui/why/derivation_panel.h"

#include "ui/models/own_numbers.h"
#include "ui/style/text.h"

#include <QDesktopServices>
#include <QGridLayout>
#include <QScrollArea>
#include <QScrollBar>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>

namespace roofplan::ui {
namespace {

constexpr QLatin1StringView factScheme("fact:");
constexpr int leastHeight = 280; // title, words and formula of the longest derivation

QLabel* wrapping(const char* role) {
    QLabel* label = makeLabel(role);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setMinimumWidth(10);
    return label;
}

/// In the fixed font, selectable.
QLabel* fixedLabel() {
    QLabel* label = makeLabel("fixed");
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString escaped(const std::string& text) {
    return QString::fromStdString(text).toHtmlEscaped();
}

/// The fact with its source, and a line for each rival.
QStringList factNotes(const ExplainedFact& fact) {
    QStringList notes;
    QString text = QStringLiteral("● %1: %2").arg(escaped(fact.label), escaped(fact.published));
    if (fact.own) {
        text = QStringLiteral("%1 <b>%2</b>, %3: %4")
                   .arg(QString(ownMark), DerivationPanel::tr("yours"), escaped(fact.label),
                        escaped(fact.published));
    }
    if (!fact.used.empty() && fact.used != fact.published) {
        text += QStringLiteral(" → ") + escaped(fact.used);
    }
    if (!fact.source.empty()) {
        const QString source = escaped(fact.source);
        text += QStringLiteral("; ") +
                (fact.url.empty()
                     ? source
                     : QStringLiteral("<a href=\"%1\">%2</a>").arg(escaped(fact.url), source));
    }
    for (const std::string& remark : {fact.why, fact.note}) {
        if (!remark.empty()) {
            text += QStringLiteral("; ") + escaped(remark);
        }
    }
    if (fact.id != FactId::None) {
        text += QStringLiteral(" · <a href=\"%1%2\">%3</a>")
                    .arg(factScheme)
                    .arg(static_cast<int>(fact.id))
                    .arg(DerivationPanel::tr("open in catalogue"));
    }
    notes << text;
    for (const ExplainedRival& rival : fact.rivals) {
        QString line = DerivationPanel::tr("▲ rival: %1; %2")
                           .arg(escaped(rival.published), escaped(rival.source));
        if (!rival.note.empty()) {
            line += QStringLiteral("; ") + escaped(rival.note);
        }
        notes << line;
    }
    return notes;
}

} // namespace

DerivationPanel::DerivationPanel(QWidget* parent)
    : Card(tr("Why"), parent),
      m_heading(wrapping("heading")),
      m_result(wrapping("emphasis")),
      m_words(wrapping("body")),
      m_formula(wrapping("formula")),
      m_inputs(new QFrame),
      m_grid(new QGridLayout(m_inputs)),
      m_source(wrapping("note")),
      m_confidence(wrapping("note")),
      m_facts(new QVBoxLayout),
      m_scroll(new QScrollArea) {
    m_heading->setObjectName(QStringLiteral("whyTitle"));
    QFont font = m_heading->font();
    font.setWeight(QFont::DemiBold);
    m_heading->setFont(font);
    m_inputs->setProperty("role", QStringLiteral("formula"));
    m_grid->setContentsMargins(8, 6, 8, 6);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(1, 1);
    m_facts->setSpacing(4);
    body().addWidget(scrolling());
    setMinimumHeight(leastHeight);
    clear();
}

/// The text scrolls inside the card, so that what stands below the card stays in sight.
QScrollArea* DerivationPanel::scrolling() {
    auto* content = new QWidget;
    content->setObjectName(QStringLiteral("plain"));
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 4, 0);
    column->setSpacing(6);
    for (QFrame* part : std::initializer_list<QFrame*>{m_heading, m_result, m_words, m_formula,
                                                       m_inputs, m_source, m_confidence}) {
        column->addWidget(part);
    }
    column->addLayout(m_facts);
    column->addStretch();
    m_scroll->setWidget(content);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->setAutoFillBackground(false);
    return m_scroll;
}

void DerivationPanel::explain(const Explanation& explanation) {
    setUpdatesEnabled(false);
    const QString title = translated(explanation.title.c_str());
    const bool another = title != m_heading->text();
    if (another) {
        m_scroll->verticalScrollBar()->setValue(0);
    }
    m_heading->setText(title);
    m_result->setText(pretty(QString::fromStdString(explanation.result)));
    m_words->setText(translated(explanation.words.c_str()));
    // One equation a line.
    m_formula->setText(QString::fromStdString(explanation.expression)
                           .replace(QStringLiteral(";  "), QStringLiteral("\n")));
    showInputs(explanation.inputs);
    m_source->setText(
        explanation.formulaSource.empty()
            ? QString()
            : tr("Formula: %1").arg(QString::fromStdString(explanation.formulaSource)));
    m_confidence->setText(
        explanation.confidence.empty()
            ? QString()
            : tr("How well known: %1").arg(QString::fromStdString(explanation.confidence)));
    for (QLabel* label : {m_result, m_words, m_formula, m_source, m_confidence}) {
        label->setVisible(!label->text().isEmpty());
    }
    QStringList notes;
    for (const ExplainedFact& fact : explanation.facts) {
        notes << factNotes(fact);
    }
    showNotes(notes);
    setAccessibleDescription(m_heading->text() + QStringLiteral(": ") + m_result->text() +
                             QStringLiteral(". ") + m_words->text());
    setUpdatesEnabled(true);
    if (another) {
        Q_EMIT subjectChanged();
    }
}

void DerivationPanel::clear() {
    m_heading->setText(tr("Click a number, a bar or a point to see where it comes from."));
    for (QFrame* part : std::initializer_list<QFrame*>{m_result, m_words, m_formula, m_inputs,
                                                       m_source, m_confidence}) {
        part->hide();
    }
    showNotes({});
}

DerivationPanel::InputRow DerivationPanel::addInputRow() {
    const InputRow row{fixedLabel(), wrapping("note"), fixedLabel()};
    for (QLabel* label : {row.letter, row.meaning, row.value}) {
        label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    }
    const auto line = static_cast<int>(m_inputRows.size());
    m_grid->addWidget(row.letter, line, 0, Qt::AlignTop);
    m_grid->addWidget(row.meaning, line, 1, Qt::AlignTop);
    m_grid->addWidget(row.value, line, 2, Qt::AlignTop | Qt::AlignRight);
    // The two fonts stand on one baseline.
    row.letter->ensurePolished();
    row.meaning->ensurePolished();
    const int lower = row.letter->fontMetrics().ascent() - row.meaning->fontMetrics().ascent();
    row.meaning->setContentsMargins(0, std::max(0, lower), 0, 0);
    row.letter->setContentsMargins(0, std::max(0, -lower), 0, 0);
    row.value->setContentsMargins(0, std::max(0, -lower), 0, 0);
    return row;
}

void DerivationPanel::showInputs(const std::vector<ExplainedInput>& inputs) {
    while (m_inputRows.size() < inputs.size()) {
        m_inputRows.push_back(addInputRow());
    }
    for (std::size_t i = 0; i < m_inputRows.size(); ++i) {
        const InputRow& row = m_inputRows[i];
        const bool used = i < inputs.size();
        if (used) {
            row.letter->setText(QString::fromStdString(inputs[i].letter));
            row.meaning->setText(translated(inputs[i].meaning.c_str()));
            row.value->setText(pretty(QString::fromStdString(inputs[i].value)));
        }
        for (QLabel* label : {row.letter, row.meaning, row.value}) {
            label->setVisible(used);
        }
    }
    m_inputs->setVisible(!inputs.empty());
}

void DerivationPanel::followLink(const QString& target) {
    if (target.startsWith(factScheme)) {
        Q_EMIT factRequested(FactId(target.mid(factScheme.size()).toInt()));
    } else {
        QDesktopServices::openUrl(QUrl(target));
    }
}

void DerivationPanel::showNotes(const QStringList& notes) {
    while (m_notes.size() < static_cast<std::size_t>(notes.size())) {
        QLabel* label = wrapping("note");
        label->setTextFormat(Qt::RichText);
        label->setTextInteractionFlags(Qt::TextBrowserInteraction);
        connect(label, &QLabel::linkActivated, this, &DerivationPanel::followLink);
        m_facts->addWidget(label);
        m_notes.push_back(label);
    }
    for (std::size_t i = 0; i < m_notes.size(); ++i) {
        const bool used = i < static_cast<std::size_t>(notes.size());
        m_notes[i]->setText(used ? notes[static_cast<qsizetype>(i)] : QString());
        m_notes[i]->setVisible(used);
    }
}

} // namespace roofplan::ui
