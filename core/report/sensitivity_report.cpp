#include "core/report/sensitivity_report.h"

#include "core/base/diagnostic.h"
#include "core/report/text_columns.h"
#include "core/result/explanation.h"
#include "core/scenario/field_table.h"
#include "core/units/quantity_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace roofplan {

namespace {

using Json = nlohmann::ordered_json;
using Shape = Elasticity::Shape;
using Facts = std::vector<const FactSensitivity*>;

constexpr std::array shownNumbers{MovedNumber::StepTime, MovedNumber::Cost,
                                  MovedNumber::MemoryPeak};
constexpr double worthShowing = 5e-4;

constexpr std::array<std::string_view, 4> shapeKeys{"smooth", "kink", "jump", "one_sided"};

double strengthOn(const FactSensitivity& fact, MovedNumber number) {
    const std::optional<Elasticity>& elasticity = fact.on(number);
    return elasticity ? elasticity->strength() : 0.0;
}

/// By what they do to the step time, those of equal strength by the cost and then by the memory.
Facts inOrder(const Sensitivity& sensitivity) {
    Facts facts;
    for (const FactSensitivity& fact : sensitivity.facts) {
        facts.push_back(&fact);
    }
    std::ranges::stable_sort(facts, [](const FactSensitivity* a, const FactSensitivity* b) {
        for (const MovedNumber number : shownNumbers) {
            if (const double x = strengthOn(*a, number), y = strengthOn(*b, number); x != y) {
                return x > y;
            }
        }
        return false;
    });
    return facts;
}

std::string labelOf(const FactSensitivity& fact, const Catalogue& catalogue) {
    return fact.field.empty() ? explainFact(fact.fact, catalogue).label
                              : std::string(findField(fact.field)->label);
}

/// Without whom it was read through: derivations say that.
std::string shortSource(const Source& source) {
    return source.date.empty() ? source.title : source.title + ", " + source.date;
}

std::string sourceOf(const FactSensitivity& fact, const Catalogue& catalogue) {
    return fact.field.empty() ? shortSource(catalogue.fact(fact.fact).source)
                              : std::string(translatable("core", "given by you"));
}

std::string slopeText(double slope) {
    return std::abs(slope) < worthShowing ? "0" : fmt::format("{:+.3f}", slope);
}

std::string elasticityText(const std::optional<Elasticity>& elasticity) {
    if (!elasticity) {
        return "–";
    }
    switch (elasticity->shape) {
    case Shape::Kink:
        return fmt::format("{} | {}", slopeText(elasticity->below), slopeText(elasticity->above));
    case Shape::Jump:
        return slopeText(elasticity->value) + " ↯";
    case Shape::Smooth:
    case Shape::OneSided:
        break;
    }
    return slopeText(elasticity->value);
}

bool isShown(const FactSensitivity& fact) {
    return std::ranges::any_of(shownNumbers, [&fact](MovedNumber number) {
        const std::optional<Elasticity>& elasticity = fact.on(number);
        return elasticity &&
               (elasticity->strength() >= worthShowing || elasticity->shape == Shape::Jump);
    });
}

std::string tableText(const Facts& facts, const Catalogue& catalogue) {
    TextColumns columns("  ", {1, 2, 3, 4});
    columns.add({"Fact", "value", "step time", "cost", "memory peak", "source"});
    for (const FactSensitivity* fact : facts) {
        if (isShown(*fact)) {
            std::vector<std::string> cells{labelOf(*fact, catalogue),
                                           quantityText(fact->value, fact->kind)};
            for (const MovedNumber number : shownNumbers) {
                cells.push_back(elasticityText(fact->on(number)));
            }
            cells.push_back(sourceOf(*fact, catalogue));
            columns.add(std::move(cells));
        }
    }
    return columns.text();
}

/// What the marks in the table mean, as far as there are any.
std::string legendText(const Sensitivity& sensitivity) {
    std::set<Shape> shapes;
    for (const FactSensitivity& fact : sensitivity.facts) {
        for (const MovedNumber number : shownNumbers) {
            if (isShown(fact) && fact.on(number)) {
                shapes.insert(fact.on(number)->shape);
            }
        }
    }
    std::string text;
    if (shapes.contains(Shape::Kink)) {
        text += "  a | b: another limb binds on each side; a for a smaller fact, b for a larger "
                "one.\n";
    }
    if (shapes.contains(Shape::Jump)) {
        text += "  ↯: a rounded count changes just there; the figure is of the other side.\n";
    }
    if (sensitivity.billedInSteps) {
        text += "  The cost is of billed time, whole hours and days: between two of them only the "
                "price moves it.\n";
    }
    if (!sensitivity.feasible) {
        text += "  The plan does not fit: only its memory is answered.\n";
    }
    return text;
}

/// From where on the plan fits, or no longer does.
std::string
limitsText(const Sensitivity& sensitivity, const Facts& facts, const Catalogue& catalogue) {
    TextColumns columns("  ", {1, 2});
    bool any = false;
    for (const FactSensitivity* fact : facts) {
        if (fact->fitLimit) {
            columns.add({labelOf(*fact, catalogue), quantityText(fact->value, fact->kind),
                         quantityText(*fact->fitLimit, fact->kind)});
            any = true;
        }
    }
    const char* const title =
        sensitivity.feasible ? "\nThe plan no longer fits beyond\n" : "\nThe plan fits from\n";
    return any ? title + columns.text() : std::string();
}

std::string restText(const Facts& facts, const Catalogue& catalogue) {
    std::size_t still = 0;
    std::map<NotVaried, std::string> held;
    for (const FactSensitivity* fact : facts) {
        if (fact->notVaried == NotVaried::Varied) {
            still += isShown(*fact) ? 0 : 1;
        } else {
            std::string& names = held[fact->notVaried];
            names += (names.empty() ? "" : "; ") + labelOf(*fact, catalogue);
        }
    }
    std::string text;
    if (still > 0) {
        text += fmt::format("\n  {} more facts move each of these by less than 0.0005.\n", still);
    }
    for (const auto& [reason, names] : held) {
        text += fmt::format("  Not varied, {}: {}.\n", notVariedWords(reason), names);
    }
    return text;
}

Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json();
}

Json elasticityJson(const std::optional<Elasticity>& elasticity) {
    if (!elasticity) {
        return nullptr;
    }
    return {{"value", number(elasticity->value)},
            {"below", number(elasticity->below)},
            {"above", number(elasticity->above)},
            {"shape", shapeKeys[static_cast<std::size_t>(elasticity->shape)]}};
}

/// A share of the value; null where the source gives none.
Json standardErrorJson(const Fact& fact) {
    return fact.standardError && fact.published != 0.0
               ? number(*fact.standardError / std::abs(fact.published))
               : Json();
}

Json identityJson(const FactSensitivity& of, const Catalogue& catalogue) {
    const Fact& fact = catalogue.fact(of.fact);
    const bool given = !of.field.empty();
    const auto known = [given](const std::string& text) { return given ? Json() : Json(text); };
    return {{"entry", known(fact.entry)},
            {"property", known(fact.property)},
            {"field", given ? Json(of.field) : Json()},
            {"label", labelOf(of, catalogue)},
            {"published", given ? Json() : number(fact.published)},
            {"unit", known(fact.unit)},
            {"convention", known(fact.convention)},
            {"used", number(of.value)},
            {"text", quantityText(of.value, of.kind)},
            {"source", sourceOf(of, catalogue)},
            {"standard_error", given ? Json() : standardErrorJson(fact)}};
}

} // namespace

std::string sensitivityText(const Sensitivity& sensitivity, const Catalogue& catalogue) {
    const Facts facts = inOrder(sensitivity);
    return "What would move it, in percent for each percent that a fact is larger\n" +
           tableText(facts, catalogue) + legendText(sensitivity) +
           limitsText(sensitivity, facts, catalogue) + restText(facts, catalogue);
}

Json sensitivityJson(const Sensitivity& sensitivity, const Catalogue& catalogue) {
    Json list = Json::array();
    for (const FactSensitivity* fact : inOrder(sensitivity)) {
        Json json = identityJson(*fact, catalogue);
        const bool varied = fact->notVaried == NotVaried::Varied;
        json["not_varied"] = varied ? Json() : Json(notVariedKey(fact->notVaried));
        json["step"] = varied ? number(fact->step) : Json();
        json["fit_limit"] = fact->fitLimit ? number(*fact->fitLimit) : Json();
        json["elasticity"] = Json::object();
        for (std::size_t i = 0; i < fact->of.size(); ++i) {
            json["elasticity"][std::string(movedNumberKey(static_cast<MovedNumber>(i)))] =
                elasticityJson(fact->of[i]);
        }
        list.push_back(std::move(json));
    }
    return list;
}

} // namespace roofplan
