#include "core/sweep/axis.h"

#include "core/units/quantity_text.h"
#include "core/units/unit_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

namespace roofplan {

namespace {

constexpr std::string_view gpusKey = "gpus";
constexpr std::string_view instancesKey = "instances";

Diagnostic refusal(const char* code,
                   std::string_view place,
                   const char* pattern,
                   std::vector<std::string> found) {
    return {.code = code, .place = std::string(place), .text = {pattern, std::move(found)}};
}

bool isNumeric(const Field& field) {
    return field.type == FieldType::Whole || field.type == FieldType::Measure;
}

bool isEnumerated(const Field& field) {
    return field.type == FieldType::OneOf || field.type == FieldType::Flag;
}

/// GPUs of an instance of the scenario's type; 1 where the catalogue does not know it.
double gpusPerInstance(const Scenario& scenario, const Catalogue& catalogue) {
    const InstanceType* type = findEntry(catalogue.instances, scenario.cluster.instance);
    return type != nullptr ? std::max(1.0, type->gpus.value) : 1.0;
}

/// The field of `request`, where it can be an axis.
Expected<const Field*> axisField(const AxisRequest& request) {
    const Field* field = findField(request.key);
    if (field != nullptr && (isNumeric(*field) || isEnumerated(*field))) {
        return field;
    }
    Diagnostic no = refusal(
        "sweep.field", request.key,
        field != nullptr
            ? translatable("core", "\"{0}\" is a date or a set; allowed: a numeric or an "
                                   "enumerated field.")
            : translatable("core", "There is no field \"{0}\"; allowed: a numeric or an enumerated "
                                   "field of the scenario."),
        {request.key});
    if (const std::string near = field == nullptr ? nearestKey(request.key) : ""; !near.empty()) {
        no.hint = {translatable("core", "did you mean {0}?"), {near}};
    }
    return failure(std::move(no));
}

/// One value as it was typed, as the field writes it.
Expected<AxisValue> readValue(const Field& field,
                              const std::string& typed,
                              const Scenario& base,
                              const Catalogue& catalogue) {
    const Expected<Scenario> changed = withField(base, field, typed, catalogue);
    if (!changed) {
        return tl::unexpected(changed.error());
    }
    AxisValue value{.text = field.get(*changed), .number = {}};
    if (isNumeric(field)) {
        const Expected<double> number = parseQuantity(value.text, field.unit, field.key);
        if (!number) {
            return tl::unexpected(number.error());
        }
        value.number = *number;
        return value;
    }
    // "recompute 8" sets a second field, which the text of the first does not tell.
    const Expected<Scenario> again = withField(base, field, value.text, catalogue);
    if (!again || *again != *changed) {
        value.text = typed;
    }
    return value;
}

/// Builds the values of one axis.
class AxisBuilder {
public:
    /// `wholeInstances`: GPUs of an instance, to whose multiples `gpus` are rounded; 1 for none.
    AxisBuilder(const Field& field,
                const Scenario& base,
                const Catalogue& catalogue,
                double wholeInstances)
        : m_base(base), m_catalogue(catalogue), m_step(wholeInstances) {
        m_axis.field = &field;
    }

    Expected<Axis> fromList(AxisList list) {
        const Field& field = *m_axis.field;
        if (list.empty() && isNumeric(field)) {
            return failure(refusal("sweep.values", field.key,
                                   translatable("core", "found no values; allowed: a range such as "
                                                        "{0} to {1}, or a list."),
                                   {"1", "8"}));
        }
        if (list.empty()) {
            list = allChoices();
        }
        if (list.size() > static_cast<std::size_t>(mostAxisPoints)) {
            return failure(tooMany(static_cast<std::int64_t>(list.size())));
        }
        for (const std::string& typed : list) {
            if (Diagnostics wrong = add(typed); !wrong.empty()) {
                return tl::unexpected(std::move(wrong));
            }
        }
        return std::move(m_axis);
    }

    Expected<Axis> fromRange(const AxisRange& range) {
        const Field& field = *m_axis.field;
        if (!isNumeric(field)) {
            Diagnostic no = refusal("sweep.values", field.key,
                                    translatable("core", "found a range; an enumerated field takes "
                                                         "a list of its values."),
                                    {});
            no.hint = allowedValues(field, m_base, m_catalogue);
            return failure(std::move(no));
        }
        const Expected<AxisValue> from = readValue(field, range.from, m_base, m_catalogue);
        const Expected<AxisValue> to = readValue(field, range.to, m_base, m_catalogue);
        if (!from || !to) {
            return tl::unexpected(from ? to.error() : from.error());
        }
        if (range.count < 2 || range.count > mostAxisPoints) {
            return failure(tooMany(range.count));
        }
        if (auto wrong = complaint(range, *from->number, *to->number)) {
            return failure(std::move(*wrong));
        }
        m_axis.spacing = range.spacing;
        for (std::int64_t i = 0; i < range.count; ++i) {
            if (Diagnostics wrong = add(textAt(range, *from->number, *to->number, i));
                !wrong.empty()) {
                return tl::unexpected(std::move(wrong));
            }
        }
        return std::move(m_axis);
    }

private:
    [[nodiscard]] AxisList allChoices() const {
        const Field& field = *m_axis.field;
        if (field.type == FieldType::Flag) {
            return {"no", "yes"};
        }
        AxisList all;
        for (Choice& choice : field.choices(m_catalogue, m_base)) {
            all.push_back(std::move(choice.key));
        }
        return all;
    }

    [[nodiscard]] Diagnostic tooMany(std::int64_t found) const {
        return refusal("sweep.points", m_axis.field->key,
                       translatable("core", "found {0} points; allowed: {1} to {2}."),
                       {fmt::format("{}", found), "2", fmt::format("{}", mostAxisPoints)});
    }

    [[nodiscard]] std::optional<Diagnostic>
    complaint(const AxisRange& range, double from, double to) const {
        const std::string_view key = m_axis.field->key;
        if (from > to) {
            return refusal("sweep.order", key,
                           translatable("core", "found {0} to {1}; allowed: a range that begins "
                                                "with its smaller end."),
                           {range.from, range.to});
        }
        if (range.spacing == Spacing::Logarithmic && from <= 0.0) {
            return refusal("sweep.log_zero", key,
                           translatable("core", "found {0} to {1}; allowed on a logarithmic axis: "
                                                "numbers above 0."),
                           {range.from, range.to});
        }
        return std::nullopt;
    }

    /// The ends as they were typed, what lies between rounded.
    [[nodiscard]] std::string
    textAt(const AxisRange& range, double from, double to, std::int64_t i) const {
        if (i == 0 || i == range.count - 1) {
            return i == 0 ? range.from : range.to;
        }
        const double share = static_cast<double>(i) / static_cast<double>(range.count - 1);
        const double value = range.spacing == Spacing::Linear ? from + (to - from) * share
                                                              : from * std::pow(to / from, share);
        if (m_axis.field->type == FieldType::Whole) {
            return fmt::format("{:.0f}", std::round(value));
        }
        const Unit& unit = unitsOf(m_axis.field->unit).front();
        return fmt::format("{:.6g} {}", value / unit.factor(), unit.name);
    }

    /// What is wrong with it; empty where it was added or is there already.
    Diagnostics add(const std::string& typed) {
        Expected<AxisValue> value = readValue(*m_axis.field, typed, m_base, m_catalogue);
        if (!value) {
            return std::move(value.error());
        }
        if (m_step > 1.0) {
            const double instances = std::max(1.0, std::round(*value->number / m_step));
            value->number = instances * m_step;
            value->text = fmt::format("{:.0f}", *value->number);
        }
        if (m_seen.insert(value->text).second) {
            m_axis.values.push_back(std::move(*value));
        } else {
            ++m_axis.dropped;
        }
        return {};
    }

    const Scenario& m_base;
    const Catalogue& m_catalogue;
    double m_step;
    std::unordered_set<std::string> m_seen; ///< texts of the values
    Axis m_axis;
};

/// Whether the axis means something at some value of the other one.
bool applies(const Field& field,
             const Scenario& base,
             const Axis* other,
             const Catalogue& catalogue) {
    if (fieldApplies(field, base, catalogue) || field.key == gpusKey) {
        return true;
    }
    return other != nullptr && std::ranges::any_of(other->values, [&](const AxisValue& value) {
               const Expected<Scenario> there =
                   withAxisValue(base, *other->field, value, catalogue);
               return there && fieldApplies(field, *there, catalogue);
           });
}

/// Whether both set the same number.
bool sameThing(const Field& a, const Field& b) {
    const auto size = [](const Field& field) {
        return field.key == gpusKey || field.key == instancesKey;
    };
    return &a == &b || (size(a) && size(b));
}

std::optional<Diagnostic>
complaint(const std::vector<Axis>& axes, const Scenario& base, const Catalogue& catalogue) {
    for (const Axis& axis : axes) {
        const Axis* other = axes.size() < 2 ? nullptr : &axes[&axis == &axes[0] ? 1 : 0];
        if (!applies(*axis.field, base, other, catalogue)) {
            return refusal("sweep.not_used", axis.field->key,
                           translatable("core", "\"{0}\" only means something {1}."),
                           {std::string(axis.field->key), axis.field->appliesWith});
        }
    }
    if (axes.size() == 2 && axes[0].values.size() * axes[1].values.size() > mostCells) {
        return refusal("sweep.cells", axes[1].field->key,
                       translatable("core", "found {0} × {1} points; allowed: {2} in all."),
                       {fmt::format("{}", axes[0].values.size()),
                        fmt::format("{}", axes[1].values.size()), fmt::format("{}", mostCells)});
    }
    return std::nullopt;
}

Expected<Axis> makeAxis(const AxisRequest& request,
                        const Scenario& base,
                        const Catalogue& catalogue,
                        bool oneInstanceType) {
    const Expected<const Field*> field = axisField(request);
    if (!field) {
        return tl::unexpected(field.error());
    }
    const bool whole = (*field)->key == gpusKey && !base.cluster.isCustom() && oneInstanceType;
    AxisBuilder builder(**field, base, catalogue, whole ? gpusPerInstance(base, catalogue) : 1.0);
    if (const auto* range = std::get_if<AxisRange>(&request.values)) {
        return builder.fromRange(*range);
    }
    return builder.fromList(std::get<AxisList>(request.values));
}

} // namespace

Expected<std::vector<Axis>> makeAxes(const std::vector<AxisRequest>& requests,
                                     const Scenario& base,
                                     const Catalogue& catalogue) {
    if (requests.empty() || requests.size() > 2) {
        return failure(refusal("sweep.axes", "vary",
                               translatable("core", "found {0} axes; allowed: one or two."),
                               {fmt::format("{}", requests.size())}));
    }
    const bool oneInstanceType = std::ranges::find(requests, std::string_view("instance"),
                                                   &AxisRequest::key) == requests.end();
    std::vector<Axis> axes;
    for (const AxisRequest& request : requests) {
        Expected<Axis> axis = makeAxis(request, base, catalogue, oneInstanceType);
        if (!axis) {
            return tl::unexpected(std::move(axis.error()));
        }
        if (!axes.empty() && sameThing(*axes.front().field, *axis->field)) {
            return failure(refusal("sweep.same_field", axis->field->key,
                                   translatable("core", "found two axes, {0} and {1}, of the same "
                                                        "number; allowed: two different fields."),
                                   {requests[0].key, requests[1].key}));
        }
        axes.push_back(std::move(*axis));
    }
    if (auto wrong = complaint(axes, base, catalogue)) {
        return failure(std::move(*wrong));
    }
    return axes;
}

Expected<Scenario> withAxisValue(Scenario scenario,
                                 const Field& field,
                                 const AxisValue& value,
                                 const Catalogue& catalogue) {
    if (field.key != gpusKey || scenario.cluster.isCustom() || !value.number) {
        return withField(std::move(scenario), field, value.text, catalogue);
    }
    const double instances =
        std::max(1.0, std::round(*value.number / gpusPerInstance(scenario, catalogue)));
    return withField(std::move(scenario), *findField(instancesKey),
                     fmt::format("{:.0f}", instances), catalogue);
}

} // namespace roofplan
