#include "ui/catalogue/page_text.h"

#include "ui/style/text.h"

#include <QCoreApplication>

namespace roofplan::ui {
namespace {

QString cell(const QString& tag, const QString& style, bool number, const QString& html) {
    return QStringLiteral("<%1 align=\"%2\" valign=\"top\" style=\"%3\">%4</%1>")
        .arg(tag, number ? QStringLiteral("right") : QStringLiteral("left"), style, html);
}

} // namespace

QString paragraph(const QString& html) {
    return QStringLiteral("<p style=\"margin: 0 0 6px 0; font-size: 12px; color: {ink};\">%1</p>")
        .arg(html);
}

QString sectionTitle(const QString& text) {
    return QStringLiteral("<p style=\"margin: 10px 0 4px 0; font-size: 11px; font-weight: 600; "
                          "color: {muted};\">%1</p>")
        .arg(text.toUpper().toHtmlEscaped());
}

QString named(const QString& name, const QString& html) {
    return paragraph(
        QStringLiteral("<span style=\"color: {muted};\">%1</span>&nbsp; %2").arg(name, html));
}

QString pageTable(const std::vector<TableColumn>& columns,
                  const std::vector<std::vector<QString>>& rows) {
    const QString pad = QStringLiteral("padding: 2px 16px 2px 0; font-size: 12px; ");
    QString html = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"0\"><tr>");
    for (const TableColumn& column : columns) {
        html += cell(QStringLiteral("td"), pad + QStringLiteral("color: {muted};"), column.number,
                     column.title);
    }
    html += QStringLiteral("</tr>");
    for (const std::vector<QString>& row : rows) {
        html += QStringLiteral("<tr>");
        for (std::size_t i = 0; i < row.size() && i < columns.size(); ++i) {
            html += cell(QStringLiteral("td"), pad + QStringLiteral("color: {ink};"),
                         columns[i].number, row[i]);
        }
        html += QStringLiteral("</tr>");
    }
    return html + QStringLiteral("</table>");
}

QString sourceLine(const Source& source) {
    const QString title = escapedText(source.title);
    QString line =
        source.url.empty()
            ? title
            : QStringLiteral("<a href=\"%1\">%2</a>").arg(escapedText(source.url), title);
    if (!source.date.empty()) {
        line += QStringLiteral(", ") + escapedText(source.date);
    }
    if (!source.via.empty()) {
        line += QStringLiteral(" ") +
                QCoreApplication::translate("PageText", "(via %1)").arg(escapedText(source.via));
    }
    return line;
}

QString escapedText(const std::string& text) {
    return printable(QString::fromStdString(text)).toHtmlEscaped();
}

} // namespace roofplan::ui
