#include "core/catalogue/spec_document.h"

#include "core/base/json_text.h"
#include "core/base/text_file.h"

#include <algorithm>
#include <system_error>

namespace roofplan {

namespace {

using nlohmann::json;

Expected<SpecDocument> readSpec(const std::filesystem::path& path, const std::string& folder) {
    SpecDocument document{.folder = folder,
                          .stem = path.stem().string(),
                          .file = folder + "/" + path.filename().string()};
    Expected<std::string> text = readTextFile(path);
    if (!text) {
        for (Diagnostic& diagnostic : text.error()) {
            diagnostic.place = document.file;
        }
        return tl::unexpected(text.error());
    }
    Expected<json> parsed = parseJsonText(*text, document.file, "spec.json");
    if (!parsed) {
        return tl::unexpected(parsed.error());
    }
    document.json = std::move(*parsed);
    return document;
}

} // namespace

std::vector<std::string> stemsIn(const std::filesystem::path& root, const std::string& folder) {
    std::error_code error;
    std::vector<std::string> stems;
    for (std::filesystem::directory_iterator it(root / folder, error), end; !error && it != end;
         it.increment(error)) {
        if (it->path().extension() == ".json") {
            stems.push_back(it->path().stem().string());
        }
    }
    std::ranges::sort(stems);
    return stems;
}

std::vector<SpecDocument> readSpecFolder(const std::filesystem::path& root,
                                         const std::string& folder,
                                         Diagnostics& findings) {
    std::vector<SpecDocument> documents;
    for (const std::string& stem : stemsIn(root, folder)) {
        Expected<SpecDocument> document = readSpec(root / folder / (stem + ".json"), folder);
        if (document) {
            documents.push_back(std::move(*document));
        } else {
            findings.insert(findings.end(), document.error().begin(), document.error().end());
        }
    }
    return documents;
}

} // namespace roofplan
