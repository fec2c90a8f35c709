// Lines of text in columns.
#pragma once

#include <string>
#include <vector>

namespace roofplan {

/// Rows of cells; a column is as wide as its widest cell, two spaces stand between columns. Letters
/// outside ASCII count as one. Trailing spaces are left out.
class TextColumns {
public:
    /// `rightAligned` holds the indices of columns of numbers.
    explicit TextColumns(std::string indent, std::vector<std::size_t> rightAligned = {});

    void add(std::vector<std::string> cells);

    [[nodiscard]] std::string text() const;

private:
    std::string m_indent;
    std::vector<std::size_t> m_rightAligned;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace roofplan
