// What the checks of a scenario find.
#pragma once

#include "core/base/diagnostic.h"

#include <algorithm>
#include <utility>

namespace roofplan {

/// Whether what is merely unusual (warnings and infos) is said beside what is wrong.
enum class Remarks { Wanted, Unwanted };

/// Errors always; remarks where they are wanted. A check asks before it words one: words take
/// longer than everything else that is done about a scenario.
class Findings {
public:
    explicit Findings(Remarks remarks) : m_remarks(remarks) {}

    [[nodiscard]] bool remarks() const { return m_remarks == Remarks::Wanted; }

    /// Whether an error is among them.
    [[nodiscard]] bool failed() const { return m_failed; }

    /// A remark that nobody wants is dropped.
    void add(Diagnostic found) {
        const bool error = found.severity == Severity::Error;
        m_failed = m_failed || error;
        if (error || remarks()) {
            m_list.push_back(std::move(found));
        }
    }

    /// Once, however often it is found.
    void addOnce(Diagnostic found) {
        const auto same = [&found](const Diagnostic& known) {
            return known.code == found.code && known.text.plain() == found.text.plain();
        };
        if (std::ranges::none_of(m_list, same)) {
            add(std::move(found));
        }
    }

    /// In the order they were found.
    [[nodiscard]] Diagnostics take() { return std::move(m_list); }

private:
    Remarks m_remarks;
    bool m_failed = false;
    Diagnostics m_list;
};

} // namespace roofplan
