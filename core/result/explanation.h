// A derivation in words and numbers: formula, what each letter is and holds, each fact with its
// source and rivals. "Why is this number what it is?"
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/result/result.h"

#include <string>
#include <vector>

namespace roofplan {

struct ExplainedInput {
    std::string letter;
    std::string meaning;
    std::string value; ///< with unit
};

struct ExplainedRival {
    std::string published; ///< "1049 TFLOPS, unstated"
    std::string source;
    std::string note;
};

struct ExplainedFact {
    FactId id = FactId::None;
    std::string label;     ///< "H200 SXM: BF16 peak"
    std::string published; ///< "1979 TFLOPS, sparse"
    std::string used;      ///< "989.5 TFLOP/s"
    std::string source;    ///< title, date, via
    std::string url;
    std::string why;
    std::string note;
    bool own = false; ///< the user's, not shipped
    std::vector<ExplainedRival> rivals;
};

struct Explanation {
    std::string title;      ///< "Gate and up projection, forward"
    std::string result;     ///< "2.74 ms × 1 280 = 3.51 s"
    std::string expression; ///< the formula in plain text
    std::string words;      ///< what the formula says
    std::string formulaSource;
    std::vector<ExplainedInput> inputs;
    std::vector<ExplainedFact> facts;
    std::string confidence; ///< how well the number is known, empty where that is not known
};

[[nodiscard]] Explanation
explainTerm(const Result& result, std::size_t term, const Catalogue& catalogue);

[[nodiscard]] Explanation
explainHeadline(const Result& result, HeadlineNumber number, const Catalogue& catalogue);

/// A part of the memory of a stage; empty for a stage that the result does not have.
[[nodiscard]] Explanation explainMemoryPart(const Result& result,
                                            std::int64_t stage,
                                            MemoryPart part,
                                            const Catalogue& catalogue);

/// Published → used with source and rivals, for the catalogue command and the why panel.
[[nodiscard]] ExplainedFact explainFact(FactId fact, const Catalogue& catalogue);

} // namespace roofplan
