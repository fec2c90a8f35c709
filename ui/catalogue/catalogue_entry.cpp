#include "ui/catalogue/catalogue_entry.h"

#include "core/units/quantity_text.h"
#include "ui/models/natural_order.h"
#include "ui/style/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <utility>

namespace roofplan::ui {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("CatalogueEntry", text);
}

QString text(const std::string& words) {
    return QString::fromStdString(words);
}

constexpr std::string_view ownFolder = "own/";

using FactsByFile = std::map<std::pair<std::string, std::string>, std::vector<FactId>>;

/// The facts in use by folder and entry.
FactsByFile factsByFile(const Catalogue& catalogue) {
    FactsByFile files;
    for (std::size_t i = 0; i < catalogue.facts.size(); ++i) {
        const Fact& fact = catalogue.facts[i];
        if (fact.preferred) {
            files[{folderOf(fact.place), fact.entry}].push_back(
                FactId(static_cast<std::int32_t>(i)));
        }
    }
    return files;
}

QString sourceWords(const Source& source) {
    return text(source.title) + u' ' + text(source.url) + u' ' + text(source.date) + u' ' +
           text(source.via);
}

QString factWords(const Fact& fact, const QString& published, const QString& used) {
    return QStringList{translated(fact.label.c_str()),
                       text(fact.property),
                       published,
                       used,
                       text(fact.convention),
                       text(fact.region),
                       sourceWords(fact.source),
                       text(fact.why),
                       text(fact.note)}
        .join(u' ');
}

/// Fills in what the facts say of the entry.
void describe(CatalogueEntry& entry, const Catalogue& catalogue, const QString& title) {
    bool anyShipped = entry.facts.empty();
    QStringList words{title, entry.name, text(entry.id)};
    QStringList labels{searchable(title)};
    entry.names = {searchable(text(entry.id)), searchable(entry.name)};
    for (const FactId id : entry.facts) {
        const Fact& fact = catalogue.fact(id);
        entry.conflicts += fact.rivals.empty() ? 0 : 1;
        entry.own += fact.own ? 1 : 0;
        anyShipped = anyShipped || !fact.own || shippedFact(fact, catalogue) != FactId::None;
        words << searchedText(fact, catalogue);
        labels << calledText(fact);
    }
    for (const std::size_t index : entry.absent) {
        words << searchedText(catalogue.absent[index]);
        labels << calledText(catalogue.absent[index]);
    }
    entry.shipped = anyShipped;
    entry.labels = labels.join(u' ');
    entry.searched = searchable(words.join(u' ')) + entry.searched;
}

/// Makes the groups, one list of the catalogue after the other.
class Grouping {
public:
    explicit Grouping(const Catalogue& catalogue)
        : m_catalogue(catalogue), m_facts(factsByFile(catalogue)) {}

    /// A kind whose entries have `id` and `name`.
    template <typename Entry>
    void add(const QString& title,
             const char* kind,
             const char* folder,
             const std::vector<Entry>& list) {
        CatalogueGroup group{.title = title, .entries = {}};
        for (const Entry& entry : list) {
            group.entries.push_back(made(kind, folder, entry.id, text(entry.name)));
        }
        finish(std::move(group));
    }

    void addPrices(const QString& title) {
        CatalogueGroup group{.title = title, .entries = {}};
        for (const InstanceType& type : m_catalogue.instances) {
            if (m_facts.contains({"prices", type.id})) {
                group.entries.push_back(made("price", "prices", type.id, text(type.name)));
            }
        }
        finish(std::move(group));
    }

    void addModels(const QString& title) {
        CatalogueGroup group{.title = title, .entries = {}};
        for (const ModelEntry& model : m_catalogue.models) {
            group.entries.push_back(
                made("model", "models", model.id, text(model.transformer.name)));
            group.entries.back().searched =
                searchable(u' ' + sourceWords(model.source) + u' ' + text(model.origin));
        }
        finish(std::move(group));
    }

    [[nodiscard]] std::vector<CatalogueGroup> take() { return std::move(m_groups); }

private:
    CatalogueEntry
    made(const char* kind, const char* folder, const std::string& id, const QString& name) const {
        CatalogueEntry entry{
            .kind = kind, .folder = folder, .id = id, .name = name, .facts = {}, .absent = {}};
        if (const auto found = m_facts.find({folder, id}); found != m_facts.end()) {
            entry.facts = found->second;
        }
        for (std::size_t i = 0; i < m_catalogue.absent.size(); ++i) {
            const AbsentFigure& figure = m_catalogue.absent[i];
            if (figure.entry == id && folderOf(figure.place) == folder) {
                entry.absent.push_back(i);
            }
        }
        return entry;
    }

    void finish(CatalogueGroup group) {
        if (group.entries.empty()) {
            return;
        }
        std::ranges::sort(group.entries, naturalLess, &CatalogueEntry::name);
        for (CatalogueEntry& entry : group.entries) {
            describe(entry, m_catalogue, group.title);
        }
        m_groups.push_back(std::move(group));
    }

    const Catalogue& m_catalogue;
    FactsByFile m_facts;
    std::vector<CatalogueGroup> m_groups;
};

} // namespace

std::vector<CatalogueGroup> catalogueGroups(const Catalogue& catalogue) {
    Grouping grouping(catalogue);
    grouping.add(say("GPUs"), "gpu", "gpus", catalogue.gpus);
    grouping.add(say("Links in a domain"), "nvlink", "fabrics", catalogue.nvlinks);
    grouping.add(say("Networks"), "network", "fabrics", catalogue.networks);
    grouping.add(say("Instance types"), "instance", "instances", catalogue.instances);
    grouping.addPrices(say("Prices"));
    grouping.add(say("Purchase rules"), "purchase_rules", "prices", catalogue.purchaseRules);
    grouping.add(say("Storage tiers"), "storage", "storage", catalogue.storageTiers);
    grouping.addModels(say("Models"));
    grouping.add(say("Software stacks"), "stack", "stacks", catalogue.stacks);
    grouping.add(say("Kernel efficiency"), "efficiency", "efficiency",
                 catalogue.efficiencyProfiles);
    return grouping.take();
}

std::string folderOf(std::string_view place) {
    if (place.starts_with(ownFolder)) {
        place.remove_prefix(ownFolder.size());
    }
    return std::string(place.substr(0, place.find('/')));
}

QString searchedText(const Fact& fact, const Catalogue& catalogue) {
    const auto words = [&catalogue](const Fact& one) {
        const std::string published = exactText(one.published) + " " + one.unit;
        return factWords(one, text(published), text(quantityText(one.used, one.kind)));
    };
    QStringList all{words(fact)};
    for (const FactId rival : fact.rivals) {
        all << words(catalogue.fact(rival));
    }
    return searchable(all.join(u' '));
}

QString searchedText(const AbsentFigure& figure) {
    return searchable(QStringList{translated(figure.label.c_str()), text(figure.property),
                                  text(figure.region), text(figure.why), sourceWords(figure.source)}
                          .join(u' '));
}

QString calledText(const Fact& fact) {
    return searchable(
        QStringList{translated(fact.label.c_str()), text(fact.property), text(fact.region)}.join(
            u' '));
}

QString calledText(const AbsentFigure& figure) {
    return searchable(
        QStringList{translated(figure.label.c_str()), text(figure.property), text(figure.region)}
            .join(u' '));
}

EntryRank rankOf(const CatalogueEntry& entry, const QStringList& words) {
    EntryRank rank{.byName = matchRank(entry.names, words)};
    for (const QString& word : words) {
        const bool named = entry.labels.contains(word) ||
                           std::ranges::any_of(entry.names, [&word](const QString& name) {
                               return name.contains(word);
                           });
        rank.inNotes += named ? 0 : 1;
    }
    return rank;
}

FactId shippedFact(const Fact& own, const Catalogue& catalogue) {
    FactId only = FactId::None;
    for (const FactId id : own.rivals) {
        const Fact& rival = catalogue.fact(id);
        if (rival.own) {
            continue;
        }
        if (!rival.why.empty()) {
            return id;
        }
        if (only == FactId::None) {
            only = id;
        }
    }
    return only;
}

} // namespace roofplan::ui
