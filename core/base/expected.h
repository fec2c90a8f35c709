// A value, or all the findings that prevented it.
#pragma once

#include "core/base/diagnostic.h"

#include <tl/expected.hpp>
#include <utility>

namespace roofplan {

template <typename T>
using Expected = tl::expected<T, Diagnostics>;

/// The failing branch of an Expected with one finding.
[[nodiscard]] inline tl::unexpected<Diagnostics> failure(Diagnostic diagnostic) {
    return tl::unexpected<Diagnostics>(Diagnostics{std::move(diagnostic)});
}

} // namespace roofplan
