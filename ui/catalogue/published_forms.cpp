#include "ui/catalogue/published_forms.h"

#include "core/units/unit_table.h"

namespace roofplan::ui {
namespace {

QString text(std::string_view words) {
    return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

} // namespace

std::vector<QString> allowedUnits(const PropertyRow& row) {
    if (row.kind == UnitKind::Count || row.kind == UnitKind::Ratio) {
        return {QString()};
    }
    std::vector<QString> units;
    for (const Unit& unit : unitsOf(row.kind)) {
        if (unit.listed) {
            units.push_back(text(unit.name));
        }
    }
    return units;
}

std::vector<QString> allowedConventions(const PropertyRow& row) {
    std::vector<QString> keys;
    for (const Convention& convention : conventionsOf(row.conventions)) {
        if (convention.rule != Convention::Rule::Unsupported && !convention.key.empty()) {
            keys.push_back(text(convention.key));
        }
    }
    return keys;
}

} // namespace roofplan::ui
