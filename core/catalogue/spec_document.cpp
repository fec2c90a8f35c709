#include "core/catalogue/spec_document.h"

#include "core/base/json_text.h"
#include "core/base/text_file.h"

#include <algorithm>
#include <functional>
#include <set>
#include <system_error>

namespace roofplan {

namespace {

using nlohmann::json;

/// Notices keys that stand twice in one object: the parser would silently keep the last.
class DuplicateKeys {
public:
    bool operator()(int /*depth*/, json::parse_event_t event, json& parsed) {
        if (event == json::parse_event_t::object_start) {
            m_open.emplace_back();
        } else if (event == json::parse_event_t::object_end && !m_open.empty()) {
            m_open.pop_back();
        } else if (event == json::parse_event_t::key && !m_open.empty()) {
            const auto& key = parsed.get_ref<const std::string&>();
            if (!m_open.back().insert(key).second) {
                found.push_back(key);
            }
        }
        return true;
    }

    std::vector<std::string> found;

private:
    std::vector<std::set<std::string>> m_open;
};

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
    Expected<json> parsed = parseJson(*text, document.file);
    if (!parsed) {
        return tl::unexpected(parsed.error());
    }
    document.json = std::move(*parsed);
    return document;
}

} // namespace

Expected<json> parseJson(const std::string& text, const std::string& file) {
    if (const Expected<json> valid = parseJsonText(text, file, "spec.json"); !valid) {
        return valid;
    }
    DuplicateKeys duplicates;
    json parsed = json::parse(text, std::ref(duplicates), false);
    Diagnostics findings;
    for (const std::string& key : duplicates.found) {
        findings.push_back(
            {.code = "spec.duplicate",
             .place = file + "#",
             .text = {translatable("core", "The key '{0}' stands twice in one object."), {key}}});
    }
    if (!findings.empty()) {
        return tl::unexpected(findings);
    }
    return parsed;
}

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
