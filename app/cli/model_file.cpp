#include "app/cli/model_file.h"

#include "app/cli/console.h"

namespace roofplan::cli {

bool looksLikePath(const std::string& text) {
    return text == "-" || text.find('/') != std::string::npos || text.ends_with(".json");
}

Expected<ImportedModel> importModel(const std::string& path) {
    if (path != "-") {
        return importHuggingFaceFile(path, path);
    }
    const auto text = readInput(path);
    if (!text) {
        return tl::unexpected(text.error());
    }
    return importHuggingFaceConfig(*text, "stdin");
}

} // namespace roofplan::cli
