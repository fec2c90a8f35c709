#include "ui/catalogue/fact_text.h"

#include "core/result/explanation.h"
#include "core/units/quantity_text.h"
#include "ui/catalogue/catalogue_entry.h"
#include "ui/catalogue/fact_table_model.h"
#include "ui/catalogue/page_text.h"
#include "ui/models/own_numbers.h"
#include "ui/style/text.h"

#include <QCoreApplication>

namespace roofplan::ui {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("FactPanel", text);
}

QString used(FactId id, const Catalogue& catalogue) {
    return pretty(translated(explainFact(id, catalogue).used.c_str())).toHtmlEscaped();
}

/// "1 979 TFLOPS, sparse".
QString published(const Fact& fact) {
    QString text = publishedNumber(fact);
    if (!fact.convention.empty()) {
        text += QStringLiteral(", ") + conventionWords(fact);
    }
    return text.toHtmlEscaped();
}

QString arrow(FactId id, const Catalogue& catalogue) {
    const QString now = QStringLiteral("<b>") + used(id, catalogue) + QStringLiteral("</b>");
    const QString before = published(catalogue.fact(id));
    return before == used(id, catalogue) ? now : before + QStringLiteral(" → ") + now;
}

QString heading(const QString& title, const QString& mark) {
    return QStringLiteral("<p style=\"margin: 0 0 2px 0; font-size: 13px; font-weight: 600; "
                          "color: {ink};\">%1 &nbsp;<span style=\"color: {accent};\">%2</span></p>")
        .arg(title.toHtmlEscaped(), mark);
}

QString heading(FactId id, const Catalogue& catalogue) {
    const Fact& fact = catalogue.fact(id);
    QString title = QString::fromStdString(explainFact(id, catalogue).label);
    if (!fact.region.empty()) {
        title += QStringLiteral(", ") + QString::fromStdString(fact.region);
    }
    return heading(title, fact.own ? QString(ownMark) + u' ' + say("yours, changed from default")
                                   : QString());
}

/// What a constant may sensibly be.
QString range(const Fact& fact) {
    const auto number = [](double value) {
        return pretty(QString::fromStdString(exactText(value)));
    };
    QStringList parts;
    if (fact.low && fact.high) {
        parts << say("%1 to %2").arg(number(*fact.low), number(*fact.high));
    }
    if (fact.standardError) {
        parts << say("standard error %1").arg(number(*fact.standardError));
    }
    return parts.join(QStringLiteral(", "));
}

QString remarks(const Fact& fact) {
    QStringList parts;
    for (const std::string& remark : {fact.why, fact.note}) {
        if (!remark.empty()) {
            parts << escapedText(remark);
        }
    }
    return parts.join(QStringLiteral("; "));
}

QString rivals(const Fact& fact, const Catalogue& catalogue) {
    std::vector<std::vector<QString>> rows;
    for (const FactId id : fact.rivals) {
        const Fact& rival = catalogue.fact(id);
        rows.push_back({publishedNumber(rival).toHtmlEscaped(),
                        conventionWords(rival).toHtmlEscaped(), used(id, catalogue),
                        sourceLine(rival.source), remarks(rival)});
    }
    const QString title =
        rows.size() == 1 ? say("1 other figure") : say("%1 other figures").arg(rows.size());
    return sectionTitle(title) + pageTable({{.title = say("Published"), .number = true},
                                            {.title = say("Convention")},
                                            {.title = say("Would be"), .number = true},
                                            {.title = say("Source")},
                                            {.title = say("Remarks")}},
                                           rows);
}

} // namespace

QString factPage(FactId id, const Catalogue& catalogue) {
    const Fact& fact = catalogue.fact(id);
    QString html =
        heading(id, catalogue) +
        paragraph(
            QStringLiteral("<span style=\"font-size: 15px;\">%1</span>").arg(arrow(id, catalogue)));
    if (const FactId shipped = fact.own ? shippedFact(fact, catalogue) : FactId::None;
        shipped != FactId::None) {
        html += named(say("Shipped"), arrow(shipped, catalogue) + QStringLiteral("; ") +
                                          sourceLine(catalogue.fact(shipped).source));
    }
    if (!fact.own && !fact.why.empty() && !fact.rivals.empty()) {
        html += named(say("Preferred because"), escapedText(fact.why));
    }
    if (!fact.note.empty()) {
        html += named(say("Note"), escapedText(fact.note));
    }
    html += named(say("Source"), sourceLine(fact.source));
    if (const QString sensible = range(fact); !sensible.isEmpty()) {
        html += named(say("Sensible range"), sensible);
    }
    html += named(say("Stands in"), escapedText(fact.place));
    if (!fact.rivals.empty()) {
        html += rivals(fact, catalogue);
    }
    return html;
}

QString absentPage(const AbsentFigure& figure, const QString& entryName) {
    return heading(entryName + QStringLiteral(": ") + factLabel(figure.label, figure.region), {}) +
           paragraph(
               QStringLiteral("<span style=\"font-size: 15px;\">%1</span>")
                   .arg(figure.state == Absence::None ? say("does not exist") : say("unknown"))) +
           named(say("Why"), escapedText(figure.why)) +
           named(say("Source"), sourceLine(figure.source)) +
           named(say("Stands in"), escapedText(figure.place));
}

} // namespace roofplan::ui
