#include "core/scenario/field_value.h"

#include "core/units/quantity_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace roofplan {

namespace {

template <typename Names, typename Value, typename Member>
std::string keyOf(const Names& names, Value value, Member member) {
    const auto* const found = std::ranges::find(names, value, member);
    return found == names.end() ? std::string{} : std::string(found->key);
}

template <typename Names, typename Value, typename Member>
void setByKey(const Names& names, Value& value, Member member, std::string_view key) {
    for (const auto& name : names) {
        if (name.key == key) {
            value = name.*member;
        }
    }
}

template <typename Enum>
using EnumName = ChoiceName<Enum>;

bool readsAs(const std::string& text, UnitKind kind, double value) {
    const Expected<double> read = parseQuantity(text, kind, {});
    return read && *read == value;
}

} // namespace

std::string valueText(const std::string& value) {
    return value;
}

std::string valueText(std::int64_t value) {
    return fmt::format("{}", value);
}

std::string valueText(bool value) {
    return value ? "yes" : "no";
}

/// The shortest of 5000000000000, 5000B and 5T that reads back as the same number.
std::string valueText(Tokens value) {
    std::string shortest = exactText(value.base());
    for (const char* const unit : {"M", "B", "T"}) {
        const std::string text =
            exactText(value.base() / unitFactor(unit, UnitKind::Count).value_or(1.0)) + unit;
        if (text.size() <= shortest.size() && readsAs(text, UnitKind::Count, value.base())) {
            shortest = text;
        }
    }
    return shortest;
}

/// In USD/h, the shortest number near value · 3600 that reads back as the same price; in USD/s
/// where rounding leaves none.
std::string valueText(Price value) {
    const double hourly = value.base() * 3600.0;
    const double infinity = std::numeric_limits<double>::infinity();
    std::string shortest;
    for (const double candidate :
         {hourly, std::nextafter(hourly, infinity), std::nextafter(hourly, -infinity)}) {
        const std::string text = exactText(candidate);
        const bool shorter = shortest.empty() || text.size() < shortest.size();
        if (shorter && readsAs(text, UnitKind::HourlyPrice, value.base())) {
            shortest = text;
        }
    }
    return shortest.empty() ? exactText(value.base()) + " USD/s" : shortest;
}

std::string valueText(double value) {
    return exactText(value);
}

/// In percent without its sign, which a number below 1 needs lest it be taken for a share of one.
std::string valueText(Share value) {
    const std::string percent = exactText(value.value, -2);
    return value.value > 0.0 && value.value < 0.01 ? percent + " %" : percent;
}

/// In Gbit/s. Eight bits a byte change no digit of the double.
std::string valueText(Bandwidth value) {
    return exactText(value.base() * 8.0, 9);
}

std::string valueText(Precision value) {
    return std::string(precisionKey(value));
}

std::string valueText(PricePlan value) {
    return keyOf(pricePlanNames, value, &PricePlanName::plan);
}

std::string valueText(AttentionKernel value) {
    return keyOf(attentionKernelNames, value, &EnumName<AttentionKernel>::value);
}

std::string valueText(GraphMode value) {
    return keyOf(graphModeNames, value, &EnumName<GraphMode>::value);
}

std::string valueText(ZeroStage value) {
    return keyOf(zeroStageNames, value, &EnumName<ZeroStage>::value);
}

std::string valueText(Recompute value) {
    return keyOf(recomputeNames, value, &EnumName<Recompute>::value);
}

/// Keys in the order of the names, joined by commas.
std::string valueText(RecomputeModules value) {
    std::string list;
    for (const auto& name : recomputeModuleNames) {
        if (value.has(name.value)) {
            list += (list.empty() ? "" : ",") + std::string(name.key);
        }
    }
    return list;
}

std::string valueText(TrainingPhase value) {
    return keyOf(trainingPhaseNames, value, &EnumName<TrainingPhase>::value);
}

std::string valueText(Dispatcher value) {
    return keyOf(dispatcherNames, value, &EnumName<Dispatcher>::value);
}

std::string valueText(ContextExchange value) {
    return keyOf(contextExchangeNames, value, &EnumName<ContextExchange>::value);
}

std::string valueText(Offload value) {
    return keyOf(offloadNames, value, &EnumName<Offload>::value);
}

void setValue(std::string& value, double /*number*/, std::string_view key) {
    value = key;
}

void setValue(std::int64_t& value, double number, std::string_view /*key*/) {
    value = static_cast<std::int64_t>(number);
}

void setValue(bool& value, double number, std::string_view /*key*/) {
    value = number != 0.0;
}

void setValue(double& value, double number, std::string_view /*key*/) {
    value = number;
}

void setValue(Share& value, double number, std::string_view /*key*/) {
    value.value = number;
}

void setValue(Bandwidth& value, double number, std::string_view /*key*/) {
    value = Bandwidth(number);
}

void setValue(Tokens& value, double number, std::string_view /*key*/) {
    value = Tokens(number);
}

void setValue(Price& value, double number, std::string_view /*key*/) {
    value = Price(number);
}

void setValue(Precision& value, double /*number*/, std::string_view key) {
    setByKey(precisionNames, value, &PrecisionName::precision, key);
}

void setValue(PricePlan& value, double /*number*/, std::string_view key) {
    setByKey(pricePlanNames, value, &PricePlanName::plan, key);
}

void setValue(AttentionKernel& value, double /*number*/, std::string_view key) {
    setByKey(attentionKernelNames, value, &EnumName<AttentionKernel>::value, key);
}

void setValue(GraphMode& value, double /*number*/, std::string_view key) {
    setByKey(graphModeNames, value, &EnumName<GraphMode>::value, key);
}

void setValue(ZeroStage& value, double /*number*/, std::string_view key) {
    setByKey(zeroStageNames, value, &EnumName<ZeroStage>::value, key);
}

void setValue(Recompute& value, double /*number*/, std::string_view key) {
    setByKey(recomputeNames, value, &EnumName<Recompute>::value, key);
}

void setValue(RecomputeModules& value, double /*number*/, std::string_view key) {
    value.bits = 0;
    while (!key.empty()) {
        const std::size_t comma = std::min(key.find(','), key.size());
        for (const auto& name : recomputeModuleNames) {
            if (name.key == key.substr(0, comma)) {
                value.bits |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(name.value));
            }
        }
        key.remove_prefix(std::min(comma + 1, key.size()));
    }
}

void setValue(TrainingPhase& value, double /*number*/, std::string_view key) {
    setByKey(trainingPhaseNames, value, &EnumName<TrainingPhase>::value, key);
}

void setValue(Dispatcher& value, double /*number*/, std::string_view key) {
    setByKey(dispatcherNames, value, &EnumName<Dispatcher>::value, key);
}

void setValue(ContextExchange& value, double /*number*/, std::string_view key) {
    setByKey(contextExchangeNames, value, &EnumName<ContextExchange>::value, key);
}

void setValue(Offload& value, double /*number*/, std::string_view key) {
    setByKey(offloadNames, value, &EnumName<Offload>::value, key);
}

} // namespace roofplan
