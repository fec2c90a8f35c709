#include "ui/models/own_numbers.h"

#include "core/result/explanation.h"
#include "ui/style/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace roofplan::ui {
namespace {

bool isOwn(const Fact& fact) {
    return fact.own && fact.preferred;
}

/// The user's numbers among `facts`, each once.
class Collector {
public:
    explicit Collector(const Catalogue& catalogue) : m_catalogue(catalogue) {}

    void add(FactId id) {
        if (isOwn(m_catalogue.fact(id)) && std::ranges::find(m_facts, id) == m_facts.end()) {
            m_facts.push_back(id);
        }
    }

    void add(const Derivation& derivation) {
        for (const FactId fact : derivation.factSpan()) {
            add(fact);
        }
    }

    [[nodiscard]] QStringList texts() const {
        QStringList texts;
        for (const FactId id : m_facts) {
            const ExplainedFact fact = explainFact(id, m_catalogue);
            texts << QString::fromStdString(fact.label);
        }
        return texts;
    }

private:
    const Catalogue& m_catalogue;
    std::vector<FactId> m_facts;
};

} // namespace

QStringList ownNumbers(const Catalogue& catalogue,
                       std::initializer_list<std::string_view> entries) {
    Collector collector(catalogue);
    for (std::size_t i = 0; i < catalogue.facts.size(); ++i) {
        const Fact& fact = catalogue.facts[i];
        if (isOwn(fact) && std::ranges::find(entries, fact.entry) != entries.end()) {
            collector.add(FactId(static_cast<std::int32_t>(i)));
        }
    }
    return collector.texts();
}

QStringList ownNumbers(const Result& result, HeadlineNumber number, const Catalogue& catalogue) {
    if (std::ranges::none_of(catalogue.facts, isOwn)) {
        return {};
    }
    Collector collector(catalogue);
    collector.add(result.derivations[static_cast<std::size_t>(number)]);
    if (number == HeadlineNumber::MemoryHeadroom) {
        for (const MemoryDerivations& stage : result.memoryDerivations) {
            for (const Derivation& part : stage) {
                collector.add(part);
            }
        }
        return collector.texts();
    }
    // All other headlines come from the time of the step, or are a share of it.
    for (const Term& term : result.terms) {
        collector.add(term.derivation);
    }
    return collector.texts();
}

QString ownNumbersText(const QStringList& numbers) {
    if (numbers.isEmpty()) {
        return {};
    }
    return QCoreApplication::translate("OwnNumbers", "%1 your numbers, changed from default:\n%2")
        .arg(QString(ownMark), numbers.join(u'\n'));
}

} // namespace roofplan::ui
