// Scenario files and flags to the questions that are evaluated.
#pragma once

#include "core/base/expected.h"
#include "core/catalogue/catalogue.h"
#include "core/scenario/scenario.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace roofplan::cli {

/// A field set on the command line.
struct FieldFlag {
    std::string key; ///< of the field table
    std::string text;
};

/// A scenario with the catalogue it is to be asked of, or why there is none.
struct Question {
    std::optional<Scenario> scenario;
    std::shared_ptr<const Catalogue> catalogue;
    std::string modelFile;   ///< what a flag imports the model from, empty where none does
    Diagnostics assumptions; ///< of that import
    Diagnostics problems;
};

/// One question for each scenario of each file, or one made of the flags alone where no file is
/// named. Flags override what files say. A file that cannot be read is a question with its
/// problems. Fails where the flags themselves are wrong.
[[nodiscard]] Expected<std::vector<Question>> questions(const std::vector<std::string>& files,
                                                        const std::vector<FieldFlag>& flags,
                                                        const Catalogue& catalogue);

} // namespace roofplan::cli
