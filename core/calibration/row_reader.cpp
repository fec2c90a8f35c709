#include "core/calibration/row_reader.h"

#include "core/base/json_text.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <utility>

namespace roofplan {

namespace {

using nlohmann::json;

std::optional<double> numberOf(const json& value) {
    if (value.is_number()) {
        return value.get<double>();
    }
    if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        double number = 0.0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error == std::errc() && end == text.data() + text.size()) {
            return number;
        }
    }
    return {};
}

} // namespace

const json& objectAt(const json& object, std::string_view key) {
    static const json empty = json::object();
    if (!object.is_object()) {
        return empty;
    }
    const auto found = object.find(key);
    return found != object.end() && found->is_object() ? *found : empty;
}

RowReader::RowReader(const json& object, std::string place)
    : m_object(object), m_place(std::move(place)) {}

const json& RowReader::at(std::string_view key) const {
    static const json absent;
    if (!m_object.is_object()) {
        return absent;
    }
    const auto found = m_object.find(key);
    return found == m_object.end() ? absent : *found;
}

void RowReader::report(std::string_view key, Text text) {
    m_findings.push_back({Severity::Error,
                          "measurement.field",
                          m_place + "/" + std::string(key),
                          std::move(text),
                          {}});
}

std::optional<double> RowReader::number(std::string_view key) {
    const json& value = at(key);
    if (value.is_null()) {
        return {};
    }
    const std::optional<double> number = numberOf(value);
    if (!number || !std::isfinite(*number) || *number <= 0.0) {
        report(key,
               {translatable("core", "found {0}, allowed: a positive number"), {shownJson(value)}});
        return {};
    }
    return number;
}

std::optional<std::int64_t>
RowReader::whole(std::string_view key, std::int64_t most, std::int64_t least) {
    const json& value = at(key);
    if (value.is_null()) {
        return {};
    }
    const std::optional<double> number = numberOf(value);
    if (!number || !(*number >= static_cast<double>(least)) ||
        *number > static_cast<double>(most) || *number != std::floor(*number)) {
        report(key, {translatable("core", "found {0}, allowed: a whole number from {1} to {2}"),
                     {shownJson(value), std::to_string(least), std::to_string(most)}});
        return {};
    }
    return static_cast<std::int64_t>(*number);
}

std::int64_t RowReader::need(std::string_view key, std::int64_t most) {
    if (at(key).is_null()) {
        report(key, {translatable("core", "is missing, allowed: a whole number from 1 to {0}"),
                     {std::to_string(most)}});
        return 1;
    }
    return whole(key, most).value_or(1);
}

const json& RowReader::object(std::string_view key) {
    const json& value = at(key);
    if (!value.is_null() && !value.is_object()) {
        report(key, {translatable("core", "found {0}, allowed: an object"), {shownJson(value)}});
    }
    return objectAt(m_object, key);
}

std::string RowReader::text(std::string_view key) {
    const json& value = at(key);
    if (value.is_null()) {
        return {};
    }
    if (!value.is_string()) {
        report(key, {translatable("core", "found {0}, allowed: a text"), {shownJson(value)}});
        return {};
    }
    return value.get<std::string>();
}

bool RowReader::flag(std::string_view key, bool otherwise) {
    const json& value = at(key);
    if (value.is_null()) {
        return otherwise;
    }
    if (!value.is_boolean()) {
        report(key,
               {translatable("core", "found {0}, allowed: true or false"), {shownJson(value)}});
        return otherwise;
    }
    return value.get<bool>();
}

} // namespace roofplan
