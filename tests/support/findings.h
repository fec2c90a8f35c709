// The finding of a code among many.
#pragma once

#include "core/base/diagnostic.h"

#include <QString>

#include <string>

namespace roofplan::test {

/// Null where there is none.
inline const Diagnostic* find(const Diagnostics& list, const std::string& code) {
    for (const Diagnostic& d : list) {
        if (d.code == code) {
            return &d;
        }
    }
    return nullptr;
}

/// Empty for none.
inline QString text(const Diagnostic* diagnostic) {
    return diagnostic == nullptr ? QString() : QString::fromStdString(plainLine(*diagnostic));
}

} // namespace roofplan::test
