#include "core/interchange/config_reader.h"

#include "core/base/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace roofplan {

ConfigReader::ConfigReader(const nlohmann::json& config, std::string_view fileName)
    : m_config(config), m_fileName(fileName) {}

bool ConfigReader::has(std::string_view key) const {
    return !value(key).is_null();
}

bool ConfigReader::mentions(std::string_view key) const {
    return m_config.contains(std::string(key));
}

const nlohmann::json& ConfigReader::value(std::string_view key) const {
    static const nlohmann::json absent;
    const auto found = m_config.find(std::string(key));
    return found == m_config.end() ? absent : *found;
}

std::int64_t ConfigReader::whole(std::string_view key,
                                 std::int64_t maximum,
                                 std::optional<std::int64_t> fallback) {
    const nlohmann::json& found = value(key);
    if (found.is_null()) {
        if (!fallback) {
            report("config.missing", key,
                   {translatable("core", "found nothing; needed: a whole number from 1 to {0}."),
                    {std::to_string(maximum)}});
        }
        return fallback.value_or(1);
    }
    const bool isWhole = found.is_number_integer();
    const bool isHuge = found.is_number_unsigned() &&
                        found.get<std::uint64_t>() > static_cast<std::uint64_t>(maximum);
    const std::int64_t number = isWhole && !isHuge ? found.get<std::int64_t>() : 0;
    if (number < 1 || number > maximum) {
        report("config.value", key,
               {translatable("core", "found {0}; allowed: a whole number from 1 to {1}."),
                {shownJson(found), std::to_string(maximum)}});
        return 1;
    }
    return number;
}

bool ConfigReader::flag(std::string_view key, bool fallback) {
    const nlohmann::json& found = value(key);
    if (found.is_boolean()) {
        return found.get<bool>();
    }
    if (!found.is_null()) {
        report("config.value", key,
               {translatable("core", "found {0}; allowed: true or false."), {shownJson(found)}});
    }
    return fallback;
}

bool ConfigReader::sound(std::string_view key) const {
    return std::ranges::find(m_diagnostics, place(key), &Diagnostic::place) == m_diagnostics.end();
}

void ConfigReader::report(const char* code, std::string_view key, Text text) {
    m_diagnostics.push_back({.code = code, .place = place(key), .text = std::move(text)});
}

std::string ConfigReader::place(std::string_view key) const {
    return m_fileName + "#/" + std::string(key);
}

} // namespace roofplan
