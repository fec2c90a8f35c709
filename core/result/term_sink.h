// Where an evaluation leaves its terms. A search passes none: the arithmetic is the same to the
// last digit, nothing is stored.
#pragma once

#include "core/result/term.h"

#include <vector>

namespace roofplan {

class TermSink {
public:
    /// Appends a term and returns its index, the `parent` of its children.
    std::int32_t add(const Term& term) {
        m_terms.push_back(term);
        return static_cast<std::int32_t>(m_terms.size()) - 1;
    }

    [[nodiscard]] Term& at(std::int32_t index) { return m_terms[static_cast<std::size_t>(index)]; }

    [[nodiscard]] std::vector<Term> take() { return std::move(m_terms); }

    void reserve(std::size_t count) { m_terms.reserve(count); }

private:
    std::vector<Term> m_terms;
};

} // namespace roofplan
