#include "ui/answer/verdict_bar.h"

#include "core/result/verdict.h"
#include "core/scenario/field_table.h"
#include "ui/answer/confidence_text.h"
#include "ui/evaluation/evaluation_service.h"
#include "ui/style/elided_label.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

namespace roofplan::ui {
namespace {

QString bold(const QString& text) {
    return QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped());
}

QString link(const QString& target, const QString& text) {
    return QStringLiteral("<a href=\"%1\" style=\"text-decoration:none\">%2</a>")
        .arg(target, text.toHtmlEscaped());
}

QString fixText(const Fix& fix) {
    QStringList parts;
    for (const FieldChange& change : fix.changes) {
        const Field* field = findField(change.key);
        const QString label =
            field != nullptr ? translated(field->label) : QString::fromStdString(change.key);
        parts << (change.to.empty() ? VerdictBar::tr("%1 derived").arg(label)
                                    : QStringLiteral("%1 %2 → %3")
                                          .arg(label, pretty(QString::fromStdString(change.from)),
                                               pretty(QString::fromStdString(change.to))));
    }
    return parts.join(QStringLiteral(", "));
}

QString blankHtml() {
    return VerdictBar::tr("Choose a model and a cluster to see what binds. %1 · or drop a %2 here.")
        .arg(link(QStringLiteral("example"), VerdictBar::tr("Open the worked example")),
             bold(QStringLiteral("config.json")));
}

QString problemHtml(const Diagnostics& problems) {
    QStringList lines;
    for (const Diagnostic& problem : problems) {
        if (problem.severity != Severity::Error) {
            continue;
        }
        const Field* field = findField(problem.place);
        const QString place =
            field != nullptr
                ? link(QStringLiteral("field:") + QString::fromStdString(problem.place),
                       translated(field->label))
                : QString::fromStdString(problem.place).toHtmlEscaped();
        lines << QStringLiteral("⚠ <b>%1</b>: %2").arg(place, findingText(problem).toHtmlEscaped());
        if (lines.size() == 3) {
            break;
        }
    }
    return lines.join(QStringLiteral("<br>"));
}

/// Whose the numbers are that stand greyed while a text is being typed.
QString lastGoodHtml(const Answer& answer) {
    const Result& result = *answer.result;
    return VerdictBar::tr("What is greyed is the last good result: %1 on %2 GPUs, of %3.")
        .arg(QString::fromStdString(result.modelName).toHtmlEscaped(),
             prettyNumber(static_cast<double>(result.gpus), 0),
             answer.time.toString(QStringLiteral("HH:mm")));
}

/// The sentence of the offers, each a click.
QString offersHtml(const Text& sentence, const std::vector<Fix>& fixes) {
    QString html = translated(sentence.pattern.c_str()).toHtmlEscaped();
    std::size_t hole = 0;
    for (std::size_t i = 0; i < fixes.size(); ++i) {
        if (!fixes[i].changes.empty()) {
            html.replace(QStringLiteral("{%1}").arg(hole++),
                         link(QStringLiteral("fix:%1").arg(i), fixText(fixes[i])));
        }
    }
    return html;
}

/// The last sentence of a plan that does not fit holds the offers.
QString verdictHtml(const Result& result) {
    const Verdict words = verdict(result);
    QString html = bold(translated(words.headline));
    for (std::size_t i = 0; i < words.sentences.size(); ++i) {
        const bool offers = !result.feasible && i + 1 == words.sentences.size();
        html += u' ' + (offers ? offersHtml(words.sentences[i], result.fixes)
                               : translated(words.sentences[i]).toHtmlEscaped());
    }
    return html;
}

} // namespace

VerdictBar::VerdictBar(QWidget* parent)
    : QFrame(parent), m_text(new QLabel), m_confidence(new ElidedLabel("note")) {
    setProperty("card", true);
    setAccessibleName(tr("Verdict"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 8, 12, 8);
    column->setSpacing(3);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_text->setFocusPolicy(Qt::StrongFocus);
    m_text->setObjectName(QStringLiteral("verdict"));
    column->addWidget(m_text, 1);
    m_confidence->setAccessibleName(tr("How well the answer is known"));
    m_confidence->hide();
    column->addWidget(m_confidence);
    connect(m_text, &QLabel::linkActivated, this, &VerdictBar::follow);
}

void VerdictBar::showAnswer(const Answer& answer) {
    m_blank = answer.blank;
    m_binds = answer.isFresh() && answer.result->feasible;
    m_fixes.clear();
    QString html;
    if (!answer.problems.empty()) {
        html = problemHtml(answer.problems);
        if (answer.result != nullptr) {
            html += QStringLiteral("<br>") + lastGoodHtml(answer);
        }
        m_blank = false;
    } else if (answer.blank || answer.result == nullptr) {
        html = blankHtml();
    } else {
        m_bound = answer.result->bound;
        m_fixes = answer.result->fixes;
        html = verdictHtml(*answer.result);
    }
    m_text->setText(html);
    showConfidence(answer);
    setAccessibleDescription(plainText());
    update();
}

void VerdictBar::showConfidence(const Answer& answer) {
    const bool known = answer.isFresh() && answer.result->confidence;
    m_confidence->setVisible(known);
    if (known) {
        const ConfidenceText text = shownConfidence(*answer.result->confidence);
        m_confidence->setFullText(text.line, text.brief);
        m_confidence->setHelp(text.help);
        m_confidence->setAccessibleDescription(text.help);
    }
}

QString VerdictBar::plainText() const {
    return QTextDocumentFragment::fromHtml(m_text->text()).toPlainText();
}

void VerdictBar::follow(const QString& target) {
    const QString argument = target.section(u':', 1);
    if (target == QStringLiteral("example")) {
        Q_EMIT exampleRequested();
    } else if (target.startsWith(QStringLiteral("field:"))) {
        Q_EMIT fieldChosen(argument.toStdString());
    } else if (const std::size_t index = argument.toUInt(); index < m_fixes.size()) {
        const std::vector<FieldChange> changes = m_fixes[index].changes;
        Q_EMIT fixChosen(changes);
    }
}

void VerdictBar::paintEvent(QPaintEvent* event) {
    QFrame::paintEvent(event);
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath outline;
    outline.addRoundedRect(QRectF(rect()), 8.0, 8.0);
    painter.setClipPath(outline);
    const QColor edge = m_binds ? theme.bound(m_bound).fill : m_blank ? theme.muted : theme.ink;
    painter.fillRect(QRectF(0.0, 0.0, 4.0, height()), edge);
}

void VerdictBar::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_text->setText(m_text->text());
    }
}

} // namespace roofplan::ui
