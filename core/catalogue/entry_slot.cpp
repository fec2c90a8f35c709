#include "core/catalogue/entry_slot.h"

#include <algorithm>
#include <array>
#include <set>

namespace roofplan {

namespace {

namespace fs = std::filesystem;

constexpr auto ownPrefix = "own/";
constexpr auto measurements =
    "measurements"; ///< no entries: rows, and what accuracy_reader.h reads

std::vector<std::string> foldersOf(std::span<const Kind> kinds) {
    std::vector<std::string> folders;
    for (const Kind& kind : kinds) {
        if (std::ranges::find(folders, kind.folder) == folders.end()) {
            folders.emplace_back(kind.folder);
        }
    }
    return folders;
}

void addShipped(SpecFile file, EntrySlot& slot) {
    if (file.document) {
        slot.variants.push_back(std::move(*file.document));
    } else {
        slot.findings = std::move(file.document.error());
    }
}

/// A model is a whole that no part can be taken out of; other entries are changed part by part.
bool isChangedInPart(const SpecDocument& shipped, const SpecDocument& own) {
    return shipped.json.is_object() && own.json.is_object() && shipped.folder != "models";
}

void addOwn(SpecFile file, EntrySlot& slot) {
    slot.ownFile = ownPrefix + slot.key.first + "/" + file.stem + ".json";
    if (!file.document) {
        slot.ownFindings = std::move(file.document.error());
        return;
    }
    SpecDocument& own = *file.document;
    const bool inPart = !slot.variants.empty() && isChangedInPart(slot.variants.front(), own);
    SpecDocument first = inPart ? mergedSpec(slot.variants.front(), own) : std::move(own);
    slot.variants.insert(slot.variants.begin(), std::move(first));
}

void readFolder(const fs::path& root,
                const std::string& folder,
                const std::string& prefix,
                std::map<std::string, EntrySlot>& slots,
                Diagnostics& findings) {
    for (SpecFile& file : readSpecFolder(root, folder, prefix, findings)) {
        EntrySlot& slot = slots[file.stem];
        slot.key = {folder, file.stem};
        prefix.empty() ? addShipped(std::move(file), slot) : addOwn(std::move(file), slot);
    }
}

/// A file of the user's that is in no folder of a kind would be passed over without a word.
void findStrays(const fs::path& own,
                const std::vector<std::string>& folders,
                Diagnostics& findings) {
    std::string allowed;
    for (const std::string& folder : folders) {
        allowed += (allowed.empty() ? "" : ", ") + folder;
    }
    std::error_code error;
    std::set<std::string> strays;
    fs::directory_iterator it(own, error);
    for (const fs::directory_iterator end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        std::error_code none;
        const bool counts = it->is_directory(none) || it->path().extension() == ".json";
        if (counts && !name.starts_with('.') && name != measurements &&
            std::ranges::find(folders, name) == folders.end()) {
            strays.insert(name);
        }
    }
    for (const std::string& stray : strays) {
        findings.push_back(
            {.severity = Severity::Warning,
             .code = "own.stray",
             .place = ownPrefix + stray,
             .text = {translatable("core", "This is not read; entries lie in the folders {0}."),
                      {allowed}},
             .hint = {}});
    }
    if (error && error != std::errc::no_such_file_or_directory) {
        findings.push_back(
            {.code = "file.unreadable",
             .place = own.string(),
             .text = {translatable("core", "The folder cannot be read: {0}."), {error.message()}}});
    }
}

bool sameFinding(const Diagnostic& a, const Diagnostic& b) {
    return a.code == b.code && a.text == b.text;
}

Diagnostic leftOutWith(const Need& need) {
    return {.code = "spec.left_out",
            .place = need.place,
            .text = {translatable("core", "This is left out as it needs '{0}', which is left out."),
                     {need.target.second}}};
}

/// Findings of one entry; more would only say the same again.
constexpr std::size_t mostFindings = 100;

Diagnostics shortened(Diagnostics findings) {
    if (findings.size() > mostFindings) {
        Diagnostic more{.severity = findings[mostFindings].severity, .code = "spec.more"};
        more.place = findings[mostFindings].place;
        more.text = {translatable("core", "This and more here is wrong as well, in {0} places."),
                     {std::to_string(findings.size() - mostFindings)}};
        findings.resize(mostFindings);
        findings.push_back(std::move(more));
    }
    return findings;
}

} // namespace

void EntrySlot::giveUp() {
    const bool withOwnPart = exists() && (document().own || document().ownPart);
    if (withOwnPart) {
        ownFindings.insert(ownFindings.end(), findings.begin(), findings.end());
        findings.clear();
    }
    current = std::min(current + 1, variants.size());
    needs.clear();
}

Diagnostics EntrySlot::allFindings() const {
    Diagnostics all = findings;
    for (Diagnostic finding : ownFindings) {
        const bool shippedToo =
            std::ranges::any_of(findings, [&](const auto& f) { return sameFinding(f, finding); });
        if (shippedToo) {
            continue;
        }
        if (!finding.place.starts_with(ownFile) && !finding.place.starts_with("schema/")) {
            const std::size_t hash = finding.place.find('#');
            finding.place = ownFile + (hash == std::string::npos ? "" : finding.place.substr(hash));
        }
        if (finding.hint.pattern.empty() && exists()) {
            finding.hint = {
                translatable("core", "This file is ignored; the shipped entry is used."), {}};
        }
        all.push_back(std::move(finding));
    }
    return shortened(std::move(all));
}

std::vector<EntrySlot> readSlots(const fs::path& shipped,
                                 const fs::path& own,
                                 std::span<const Kind> kinds,
                                 Diagnostics& findings) {
    const std::vector<std::string> folders = foldersOf(kinds);
    std::vector<EntrySlot> all;
    for (const std::string& folder : folders) {
        std::map<std::string, EntrySlot> slots;
        readFolder(shipped, folder, "", slots, findings);
        if (!own.empty()) {
            readFolder(own, folder, ownPrefix, slots, findings);
        }
        for (auto& [stem, slot] : slots) {
            all.push_back(std::move(slot));
        }
    }
    if (!own.empty()) {
        findStrays(own, folders, findings);
    }
    return all;
}

std::vector<Dependent> dependentsOfLeftOut(const std::vector<EntrySlot>& slots) {
    std::map<EntryKey, std::vector<std::pair<std::size_t, const Need*>>> needing;
    std::vector<std::size_t> gone;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        for (const Need& need : slots[i].needs) {
            needing[need.target].emplace_back(i, &need);
        }
        if (!slots[i].exists() || slots[i].isWrong()) {
            gone.push_back(i);
        }
    }
    std::set<std::size_t> known(gone.begin(), gone.end());
    std::vector<Dependent> dependents;
    for (std::size_t next = 0; next < gone.size(); ++next) {
        for (const auto& [index, need] : needing[slots[gone[next]].key]) {
            if (known.insert(index).second) {
                gone.push_back(index);
                dependents.push_back({index, leftOutWith(*need)});
            }
        }
    }
    return dependents;
}

} // namespace roofplan
