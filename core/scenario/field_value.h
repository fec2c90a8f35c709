// The members of a scenario as text and back: what the rows of the field table point at.
#pragma once

#include "core/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>

namespace roofplan {

[[nodiscard]] std::string valueText(const std::string& value);
[[nodiscard]] std::string valueText(std::int64_t value);
[[nodiscard]] std::string valueText(bool value);
[[nodiscard]] std::string valueText(double value);
[[nodiscard]] std::string valueText(Share value);
[[nodiscard]] std::string valueText(Bandwidth value);
[[nodiscard]] std::string valueText(Tokens value);
[[nodiscard]] std::string valueText(Price value);
[[nodiscard]] std::string valueText(Precision value);
[[nodiscard]] std::string valueText(PricePlan value);
[[nodiscard]] std::string valueText(AttentionKernel value);
[[nodiscard]] std::string valueText(GraphMode value);
[[nodiscard]] std::string valueText(ZeroStage value);
[[nodiscard]] std::string valueText(Recompute value);
[[nodiscard]] std::string valueText(RecomputeModules value);
[[nodiscard]] std::string valueText(TrainingPhase value);
[[nodiscard]] std::string valueText(Dispatcher value);
[[nodiscard]] std::string valueText(ContextExchange value);
[[nodiscard]] std::string valueText(Offload value);

void setValue(std::string& value, double number, std::string_view key);
void setValue(std::int64_t& value, double number, std::string_view key);
void setValue(bool& value, double number, std::string_view key);
void setValue(double& value, double number, std::string_view key);
void setValue(Share& value, double number, std::string_view key);
void setValue(Bandwidth& value, double number, std::string_view key);
void setValue(Tokens& value, double number, std::string_view key);
void setValue(Price& value, double number, std::string_view key);
void setValue(Precision& value, double number, std::string_view key);
void setValue(PricePlan& value, double number, std::string_view key);
void setValue(AttentionKernel& value, double number, std::string_view key);
void setValue(GraphMode& value, double number, std::string_view key);
void setValue(ZeroStage& value, double number, std::string_view key);
void setValue(Recompute& value, double number, std::string_view key);
void setValue(RecomputeModules& value, double number, std::string_view key);
void setValue(TrainingPhase& value, double number, std::string_view key);
void setValue(Dispatcher& value, double number, std::string_view key);
void setValue(ContextExchange& value, double number, std::string_view key);
void setValue(Offload& value, double number, std::string_view key);

template <typename T>
[[nodiscard]] std::string valueText(const std::optional<T>& value) {
    return value ? valueText(*value) : std::string{};
}

template <typename T>
void setValue(std::optional<T>& value, double number, std::string_view key) {
    setValue(value.emplace(), number, key);
}

template <typename T>
void clearValue(T& /*value*/) {}

template <typename T>
void clearValue(std::optional<T>& value) {
    value.reset();
}

inline void clearValue(std::string& value) {
    value.clear();
}

} // namespace roofplan
