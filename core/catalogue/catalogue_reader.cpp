#include "core/catalogue/catalogue_reader.h"

#include "core/catalogue/entry_slot.h"
#include "core/catalogue/member_circles.h"
#include "core/catalogue/schema_check.h"

#include <algorithm>
#include <set>

namespace roofplan {

namespace {

using nlohmann::json;

/// The kind that `document` says it is, among those of its folder; null with a finding otherwise.
const Kind*
kindOf(const SpecDocument& document, std::span<const Kind> kinds, Diagnostics& findings) {
    const bool isObject = document.json.is_object();
    const json word = isObject ? document.json.value("kind", json()) : json();
    std::string allowed;
    for (const Kind& kind : kinds) {
        if (kind.folder == document.folder) {
            if (word == kind.name) {
                return &kind;
            }
            allowed += (allowed.empty() ? "" : ", ") + std::string(kind.name);
        }
    }
    findings.push_back(
        {.code = "spec.kind",
         .place = document.place("/kind"),
         .text = {translatable("core", "Found kind {0}; allowed in this folder: {1}."),
                  {word.dump(-1, ' ', true), allowed}}});
    return nullptr;
}

/// That the id inside is the file's name, so that references can be followed by name.
Diagnostics idFindings(const SpecDocument& document, const Kind& kind) {
    const std::string id = document.json.at(kind.idKey).get<std::string>();
    if (id == document.stem) {
        return {};
    }
    return {{.code = "spec.id",
             .place = document.place(std::string("/") + kind.idKey),
             .text = {translatable("core", "Found '{0}'; the file's name makes it '{1}'."),
                      {id, document.stem}}}};
}

/// Only a schema that was loosened lets this happen.
Diagnostic unfit(const SpecDocument& document, const json::exception& error) {
    return {.code = "spec.schema",
            .place = document.place(),
            .text = {translatable("core", "A member is missing or of the wrong type: {0}"),
                     {error.what()}}};
}

/// Appends what `findings` has not said yet: one broken schema is found with every file.
class Findings {
public:
    void add(const Diagnostics& findings) {
        for (const Diagnostic& finding : findings) {
            if (m_said.insert(finding.code + '\n' + plainLine(finding)).second) {
                m_all.push_back(finding);
            }
        }
    }

    [[nodiscard]] Diagnostics all() && { return std::move(m_all); }

private:
    std::set<std::string> m_said;
    Diagnostics m_all;
};

class Reader {
public:
    Reader(const std::filesystem::path& shipped,
           const std::filesystem::path& own,
           std::span<const Kind> kinds)
        : m_kinds(kinds),
          m_schemas(shipped / "schema"),
          m_slots(readSlots(shipped, own, kinds, m_findings)) {
        if (m_slots.empty() && m_findings.empty()) {
            m_findings.push_back(
                {.code = "spec.empty",
                 .place = shipped.string(),
                 .text = {translatable("core", "There are no spec files here."), {}}});
        }
    }

    LoadedCatalogue read() {
        for (EntrySlot& slot : m_slots) {
            takeSoundForm(slot);
        }
        Load load = loadAll();
        while (giveUpOwnParts()) {
            load = loadAll();
        }
        LoadedCatalogue loaded{.catalogue =
                                   leaveOut() ? loadAll().catalogue : std::move(load.catalogue),
                               .findings = allFindings()};
        addRemarks(loaded.findings);
        return loaded;
    }

private:
    /// Goes on to the first variant, from the current one on, that has the form of its kind.
    void takeSoundForm(EntrySlot& slot) {
        while (slot.exists()) {
            slot.kind = nullptr;
            slot.findings = formFindings(slot);
            if (slot.findings.empty()) {
                return;
            }
            slot.giveUp();
        }
    }

    Diagnostics formFindings(EntrySlot& slot) {
        const SpecDocument& document = slot.document();
        Diagnostics findings;
        const Kind* const kind = kindOf(document, m_kinds, findings);
        if (kind == nullptr) {
            return findings;
        }
        findings = m_schemas.check(document.json, kind->name, document.file);
        for (Diagnostic& finding : findings) {
            if (finding.place.starts_with(document.file + "#")) {
                finding.place = document.place(finding.place.substr(document.file.size() + 1));
            }
        }
        if (!findings.empty()) {
            return findings;
        }
        slot.kind = kind;
        try {
            return idFindings(document, *kind);
        } catch (const json::exception& error) {
            return {unfit(document, error)};
        }
    }

    /// Everything that exists, read anew; findings and needs are left in the slots.
    Load loadAll() {
        Load load;
        for (const EntrySlot& slot : m_slots) {
            load.entries[slot.key] = slot.exists() ? slot.kind->name : "";
        }
        for (const Kind& kind : m_kinds) {
            for (EntrySlot& slot : m_slots) {
                if (slot.exists() && slot.kind == &kind) {
                    loadOne(slot, load);
                }
            }
        }
        addCircles(load.catalogue);
        return load;
    }

    /// Facts of the user's carry a mark wherever they are used; what else they change is said here.
    void addRemarks(Diagnostics& findings) const {
        for (const EntrySlot& slot : m_slots) {
            if (!slot.exists()) {
                continue;
            }
            const SpecDocument& document = slot.document();
            std::string changed;
            if (document.ownPart) {
                for (const std::string& member : document.ownPart->members) {
                    changed += (changed.empty() ? "" : ", ") + member;
                }
            } else if (document.own && slot.variants.size() > 1) {
                changed = translatable("core", "everything");
            }
            if (!changed.empty()) {
                findings.push_back(
                    {.severity = Severity::Info,
                     .code = "own.changes",
                     .place = slot.ownFile,
                     .text = {translatable("core", "Your file changes of the shipped {0}: {1}."),
                              {slot.key.second, changed}}});
            }
        }
    }

    static void loadOne(EntrySlot& slot, Load& load) {
        load.findings.clear();
        load.needs.clear();
        try {
            slot.kind->load(slot.document(), load);
        } catch (const json::exception& error) {
            load.findings.push_back(unfit(slot.document(), error));
        }
        slot.findings = load.findings;
        slot.needs = load.needs;
    }

    void addCircles(const Catalogue& catalogue) {
        for (const std::string& id : instancesInCircles(catalogue)) {
            const auto slot =
                std::ranges::find(m_slots, EntryKey("instances", id), &EntrySlot::key);
            const SpecDocument& document = slot->document();
            slot->findings.push_back(
                {.code = "spec.circle",
                 .place = document.place(document.json.contains("member") ? "/member" : "/sold_in"),
                 .text = {translatable("core", "'{0}' is a part of itself, by way of what it is "
                                               "made of or sold in."),
                          {id}}});
        }
    }

    /// Takes the user's part away from what is wrong, or needs what is, and would not be without
    /// it; true when there was such a thing.
    bool giveUpOwnParts() {
        std::vector<EntrySlot*> failed;
        for (EntrySlot& slot : m_slots) {
            if (slot.isWrong() && slot.hasMore()) {
                failed.push_back(&slot);
            }
        }
        if (failed.empty()) {
            failed = firstDependents();
        }
        for (EntrySlot* const slot : failed) {
            slot->giveUp();
            takeSoundForm(*slot);
        }
        return !failed.empty();
    }

    /// Of what is left out with others and could be read without the user's part, the earliest
    /// kind: the later ones may need nothing but these.
    std::vector<EntrySlot*> firstDependents() {
        std::vector<Dependent> dependents = dependentsOfLeftOut(m_slots);
        const auto kindOf = [this](const Dependent& d) { return m_slots[d.slot].kind; };
        std::erase_if(dependents,
                      [this](const Dependent& d) { return !m_slots[d.slot].hasMore(); });
        const auto first = std::ranges::min_element(dependents, {}, kindOf);
        std::vector<EntrySlot*> slots;
        for (const Dependent& dependent : dependents) {
            if (kindOf(dependent) == kindOf(*first)) {
                m_slots[dependent.slot].findings.push_back(dependent.finding);
                slots.push_back(&m_slots[dependent.slot]);
            }
        }
        return slots;
    }

    /// Takes out what is wrong and what needs it; true when there was such a thing.
    bool leaveOut() {
        for (const Dependent& dependent : dependentsOfLeftOut(m_slots)) {
            m_slots[dependent.slot].findings.push_back(dependent.finding);
        }
        bool any = false;
        for (EntrySlot& slot : m_slots) {
            if (slot.isWrong()) {
                slot.giveUp();
                any = true;
            }
        }
        return any;
    }

    [[nodiscard]] Diagnostics allFindings() const {
        Findings findings;
        findings.add(m_findings);
        for (const EntrySlot& slot : m_slots) {
            findings.add(slot.allFindings());
        }
        return std::move(findings).all();
    }

    std::span<const Kind> m_kinds;
    Diagnostics m_findings;
    SchemaFolder m_schemas;
    std::vector<EntrySlot> m_slots;
};

} // namespace

LoadedCatalogue readCatalogue(const std::filesystem::path& shipped,
                              const std::filesystem::path& own,
                              std::span<const Kind> kinds) {
    return Reader(shipped, own, kinds).read();
}

} // namespace roofplan
