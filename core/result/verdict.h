// The one sentence: what binds and what would move it.
#pragma once

#include "core/result/result.h"

#include <string>
#include <vector>

namespace roofplan {

struct Verdict {
    Text headline;               ///< "Compute-bound." or "Does not fit: 48 GiB over on stage 0."
    std::vector<Text> sentences; ///< what takes the time, what would move it

    [[nodiscard]] std::string plain() const;
};

/// "tp 4 → 8"; "dp derived" for a value that is taken away.
[[nodiscard]] std::string changeText(const FieldChange& change);

[[nodiscard]] Verdict verdict(const Result& result);

} // namespace roofplan
