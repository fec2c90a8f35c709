// What the pages of the catalogue are written with: escaped text in the type roles of the window.
#pragma once

#include "core/catalogue/fact.h"

#include <QString>

#include <string>
#include <vector>

namespace roofplan::ui {

/// A paragraph in ink.
[[nodiscard]] QString paragraph(const QString& html);

/// A small heading in capitals.
[[nodiscard]] QString sectionTitle(const QString& text);

/// "Source: …" with the name in grey.
[[nodiscard]] QString named(const QString& name, const QString& html);

struct TableColumn {
    QString title;
    bool number = false; ///< right-aligned
};

/// A table of html under grey titles.
[[nodiscard]] QString pageTable(const std::vector<TableColumn>& columns,
                                const std::vector<std::vector<QString>>& rows);

/// Title (a link where it has an address), date and through whom it was read.
[[nodiscard]] QString sourceLine(const Source& source);

[[nodiscard]] QString escapedText(const std::string& text);

} // namespace roofplan::ui
