#include "ui/catalogue/own_value.h"

#include "core/catalogue/property_rows.h"
#include "core/result/explanation.h"
#include "ui/catalogue/fact_table_model.h"
#include "ui/style/text.h"

#include <QDate>

#include <algorithm>

namespace roofplan::ui {
namespace {

/// The GPUs that an aggregate of this entry is shared out to.
double gpusOf(const CatalogueEntry& entry, const Catalogue& catalogue) {
    const InstanceType* type = entry.kind == "instance" || entry.kind == "price"
                                   ? findEntry(catalogue.instances, entry.id)
                                   : nullptr;
    return type != nullptr && type->gpus.value >= 1.0 ? type->gpus.value : 1.0;
}

/// "1 979 TFLOPS, sparse → 989.5 TFLOP/s".
QString arrowText(FactId id, const Catalogue& catalogue) {
    const ExplainedFact fact = explainFact(id, catalogue);
    return pretty(QString::fromStdString(fact.published)) + QStringLiteral(" → ") +
           pretty(translated(fact.used.c_str()));
}

/// The regions that the catalogue knows prices of: of this entry first.
std::vector<std::string> regionsOf(const CatalogueEntry& entry, const Catalogue& catalogue) {
    std::vector<std::string> regions;
    const auto add = [&regions](const std::string& region) {
        if (!region.empty() && std::ranges::find(regions, region) == regions.end()) {
            regions.push_back(region);
        }
    };
    for (const FactId id : entry.facts) {
        add(catalogue.fact(id).region);
    }
    const auto others = static_cast<std::ptrdiff_t>(regions.size());
    for (const Fact& fact : catalogue.facts) {
        add(fact.region);
    }
    std::sort(regions.begin(), regions.begin() + others);
    std::sort(regions.begin() + others, regions.end());
    return regions;
}

std::string today() {
    return QDate::currentDate().toString(Qt::ISODate).toStdString();
}

void propose(OwnFact& proposed, const Fact& fact) {
    proposed.unit = fact.unit;
    proposed.convention = fact.convention == "unsupported" ? std::string() : fact.convention;
    if (fact.own) {
        proposed.value = fact.published;
        proposed.source = fact.source.title;
        proposed.date = fact.source.date;
        proposed.note = fact.note;
    } else {
        proposed.date = today();
    }
}

} // namespace

OwnFact
ownFactKey(const CatalogueEntry& entry, const std::string& property, const std::string& region) {
    OwnFact key;
    key.kind = entry.kind;
    key.folder = entry.folder;
    key.entry = entry.id;
    key.property = property;
    key.region = region;
    return key;
}

std::optional<OwnValueQuestion>
ownValueQuestion(const CatalogueEntry& entry, FactId id, const Catalogue& catalogue) {
    const Fact& fact = catalogue.fact(id);
    const std::optional<PropertyRow> row = propertyRow(entry.kind, fact.property);
    if (!row) {
        return std::nullopt;
    }
    OwnValueQuestion question{.fact = ownFactKey(entry, fact.property, fact.region), .row = *row};
    propose(question.fact, fact);
    question.proposed = fact.own;
    question.title = entry.name + QStringLiteral(": ") + factLabel(fact.label, fact.region);
    const FactId shipped = fact.own ? shippedFact(fact, catalogue) : id;
    if (shipped != FactId::None) {
        question.shipped = arrowText(shipped, catalogue);
    }
    question.gpusPerInstance = gpusOf(entry, catalogue);
    return question;
}

std::optional<OwnValueQuestion> ownValueQuestion(const CatalogueEntry& entry,
                                                 const AbsentFigure& figure,
                                                 const Catalogue& catalogue) {
    const std::optional<PropertyRow> row = propertyRow(entry.kind, figure.property);
    if (!row) {
        return std::nullopt;
    }
    OwnValueQuestion question{.fact = ownFactKey(entry, figure.property, figure.region),
                              .row = *row};
    question.fact.date = today();
    question.title = entry.name + QStringLiteral(": ") + factLabel(figure.label, figure.region);
    question.gpusPerInstance = gpusOf(entry, catalogue);
    if (isRegional(entry.kind, figure.property) && figure.region.empty()) {
        question.regions = regionsOf(entry, catalogue);
    }
    return question;
}

} // namespace roofplan::ui
