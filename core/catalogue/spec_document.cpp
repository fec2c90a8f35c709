#include "core/catalogue/spec_document.h"

#include "core/base/json_text.h"
#include "core/base/text_file.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

namespace roofplan {

namespace {

using nlohmann::json;

namespace fs = std::filesystem;

constexpr std::uintmax_t largestSpec = 4ULL << 20U;

Expected<SpecDocument> readSpec(const fs::path& path, SpecDocument document) {
    Expected<std::string> text = readTextFile(path, largestSpec);
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

/// The names without ".json", sorted.
std::vector<std::string> stemsIn(const fs::path& folder, std::error_code& error) {
    std::vector<std::string> stems;
    fs::directory_iterator it(folder, error);
    for (const fs::directory_iterator end; !error && it != end; it.increment(error)) {
        if (it->path().extension() == ".json") {
            stems.push_back(it->path().stem().string());
        }
    }
    std::ranges::sort(stems);
    return stems;
}

/// "facts" and "/3/unit" of "/facts/3/unit".
struct FirstStep {
    std::string key;
    std::string rest;
};

FirstStep firstStep(const std::string& pointer) {
    if (pointer.empty()) {
        return {};
    }
    const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
    return {.key = pointer.substr(1, end - 1), .rest = pointer.substr(end)};
}

/// A member's name as the one step of a JSON pointer: "/a~1b".
std::string pointerTo(const std::string& key) {
    nlohmann::json::json_pointer step;
    step.push_back(key);
    return step.to_string();
}

/// The pointer in the user's file of a part of a merged document that is from there.
std::optional<std::string> ownPointer(const OwnPart& part, const std::string& pointer) {
    const FirstStep first = firstStep(pointer);
    if (part.members.contains(first.key)) {
        return pointer;
    }
    const FirstStep second = firstStep(first.rest);
    if (first.key == "facts") {
        std::size_t index = 0;
        const char* const end = second.key.data() + second.key.size();
        const bool isIndex = std::from_chars(second.key.data(), end, index).ec == std::errc();
        const bool isOwn =
            isIndex && index >= part.firstFact && index - part.firstFact < part.facts.size();
        return isOwn
                   ? std::optional("/facts/" + std::to_string(part.facts[index - part.firstFact]) +
                                   second.rest)
                   : std::nullopt;
    }
    if (first.key == "sources") {
        for (const auto& [here, there] : part.sources) {
            if (pointerTo(here) == "/" + second.key) {
                return "/sources" + pointerTo(there) + second.rest;
            }
        }
    }
    return std::nullopt;
}

} // namespace

std::string SpecDocument::place(const std::string& pointer) const {
    const auto owned = ownPart ? ownPointer(*ownPart, pointer) : std::nullopt;
    return owned ? ownPart->file + "#" + *owned : file + "#" + pointer;
}

std::vector<SpecFile> readSpecFolder(const fs::path& root,
                                     const std::string& folder,
                                     const std::string& prefix,
                                     Diagnostics& findings) {
    std::error_code error;
    std::vector<SpecFile> files;
    for (const std::string& stem : stemsIn(root / folder, error)) {
        const std::string file = folder + "/" + stem + ".json";
        SpecDocument document{.folder = folder,
                              .stem = stem,
                              .file = prefix + file,
                              .json = {},
                              .own = !prefix.empty(),
                              .ownPart = {}};
        files.push_back({stem, readSpec(root / file, std::move(document))});
    }
    if (error && error != std::errc::no_such_file_or_directory) {
        findings.push_back(
            {.code = "file.unreadable",
             .place = prefix + folder,
             .text = {translatable("core", "The folder cannot be read: {0}."), {error.message()}}});
    }
    return files;
}

} // namespace roofplan
