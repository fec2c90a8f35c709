#include "core/report/text_columns.h"

#include <algorithm>

namespace roofplan {

namespace {

/// Code points of UTF-8 text.
std::size_t width(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

void trimEnd(std::string& line) {
    line.erase(line.find_last_not_of(' ') + 1);
}

} // namespace

TextColumns::TextColumns(std::string indent, std::vector<std::size_t> rightAligned)
    : m_indent(std::move(indent)), m_rightAligned(std::move(rightAligned)) {}

void TextColumns::add(std::vector<std::string> cells) {
    m_rows.push_back(std::move(cells));
}

std::string TextColumns::text() const {
    std::vector<std::size_t> widths;
    for (const auto& row : m_rows) {
        widths.resize(std::max(widths.size(), row.size()), 0);
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], width(row[i]));
        }
    }
    std::string text;
    for (const auto& row : m_rows) {
        std::string line = m_indent;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - width(row[i]), ' ');
            const bool right = std::ranges::find(m_rightAligned, i) != m_rightAligned.end();
            line += i == 0 ? "" : "  ";
            line += right ? padding + row[i] : row[i] + padding;
        }
        trimEnd(line);
        text += line + "\n";
    }
    return text;
}

} // namespace roofplan
