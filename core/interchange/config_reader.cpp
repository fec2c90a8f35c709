#include "core/interchange/config_reader.h"

#include "core/base/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace roofplan {

ConfigReader::ConfigReader(const nlohmann::json& config,
                           std::string place,
                           ConfigFindings& findings)
    : m_config(&config), m_place(std::move(place)), m_findings(&findings) {
    m_findings->opened.push_back({.json = m_config, .place = m_place});
}

bool ConfigReader::has(std::string_view key) const {
    return !value(key).is_null();
}

bool ConfigReader::mentions(std::string_view key) const {
    return m_config->contains(std::string(key));
}

const nlohmann::json& ConfigReader::value(std::string_view key) const {
    static const nlohmann::json absent;
    m_findings->read.insert(place(key));
    const auto found = m_config->find(std::string(key));
    return found == m_config->end() ? absent : *found;
}

std::int64_t ConfigReader::number(std::string_view key, std::int64_t least, std::int64_t maximum) {
    const nlohmann::json& found = value(key);
    const bool isHuge = found.is_number_unsigned() &&
                        found.get<std::uint64_t>() > static_cast<std::uint64_t>(maximum);
    const std::int64_t number =
        found.is_number_integer() && !isHuge ? found.get<std::int64_t>() : -1;
    if (number < least || number > maximum) {
        report("config.value", key,
               {translatable("core", "found {0}; allowed: a whole number from {1} to {2}."),
                {shownJson(found), std::to_string(least), std::to_string(maximum)}});
        return least;
    }
    return number;
}

std::int64_t ConfigReader::whole(std::string_view key, std::int64_t maximum) {
    if (!has(key)) {
        report("config.missing", key,
               {translatable("core", "found nothing; needed: a whole number from 1 to {0}."),
                {std::to_string(maximum)}});
        return 1;
    }
    return number(key, 1, maximum);
}

std::int64_t
ConfigReader::wholeOr(std::string_view key, std::int64_t maximum, std::int64_t otherwise) {
    if (!has(key)) {
        assume(key, std::to_string(otherwise));
        return otherwise;
    }
    return number(key, 1, maximum);
}

std::int64_t ConfigReader::count(std::string_view key, std::int64_t maximum) {
    return has(key) ? number(key, 0, maximum) : 0;
}

std::int64_t
ConfigReader::countOr(std::string_view key, std::int64_t maximum, std::int64_t otherwise) {
    if (!mentions(key)) {
        assume(key, std::to_string(otherwise));
        return otherwise;
    }
    return count(key, maximum);
}

bool ConfigReader::flag(std::string_view key, bool otherwise) {
    if (!has(key)) {
        assume(key, otherwise ? "true" : "false");
        return otherwise;
    }
    return given(key);
}

bool ConfigReader::given(std::string_view key) {
    const nlohmann::json& found = value(key);
    if (found.is_boolean()) {
        return found.get<bool>();
    }
    if (!found.is_null()) {
        report("config.value", key,
               {translatable("core", "found {0}; allowed: true or false."), {shownJson(found)}});
    }
    return false;
}

std::optional<std::vector<std::size_t>>
ConfigReader::words(std::string_view key, std::span<const std::string_view> allowed) {
    const nlohmann::json& list = value(key);
    if (list.is_null()) {
        return std::nullopt;
    }
    if (!list.is_array()) {
        report("config.value", key,
               {translatable("core", "found {0}; allowed: a list of words."), {shownJson(list)}});
        return std::nullopt;
    }
    std::vector<std::size_t> indices;
    for (const nlohmann::json& word : list) {
        const auto found = std::ranges::find_if(allowed, [&](std::string_view name) {
            return word.is_string() && word.get_ref<const std::string&>() == name;
        });
        if (found == allowed.end()) {
            std::string names;
            for (const std::string_view name : allowed) {
                names += (names.empty() ? "\"" : ", \"") + std::string(name) + "\"";
            }
            report("config.unsupported", std::string(key) + "/" + std::to_string(indices.size()),
                   {translatable("core", "found {0}; can be imported so far: {1}."),
                    {shownJson(word), names}});
            return std::nullopt;
        }
        indices.push_back(static_cast<std::size_t>(found - allowed.begin()));
    }
    return indices;
}

std::optional<std::vector<std::int64_t>> ConfigReader::numbers(std::string_view key,
                                                               std::int64_t maximum) {
    const nlohmann::json& list = value(key);
    if (list.is_null()) {
        return std::nullopt;
    }
    std::vector<std::int64_t> numbers;
    for (const nlohmann::json& item : list.is_array() ? list : nlohmann::json::array()) {
        const bool fits = item.is_number_unsigned() &&
                          item.get<std::uint64_t>() <= static_cast<std::uint64_t>(maximum);
        if (!fits) {
            report("config.value", std::string(key) + "/" + std::to_string(numbers.size()),
                   {translatable("core", "found {0}; allowed: a whole number from {1} to {2}."),
                    {shownJson(item), "0", std::to_string(maximum)}});
            return std::nullopt;
        }
        numbers.push_back(item.get<std::int64_t>());
    }
    if (!list.is_array()) {
        report("config.value", key,
               {translatable("core", "found {0}; allowed: a list of whole numbers."),
                {shownJson(list)}});
        return std::nullopt;
    }
    return numbers;
}

ConfigReader ConfigReader::part(std::string_view key) {
    static const nlohmann::json nothing = nlohmann::json::object();
    const nlohmann::json& found = value(key);
    if (!found.is_object()) {
        report(found.is_null() ? "config.missing" : "config.value", key,
               {translatable("core", "found {0}; needed: an object."),
                {found.is_null() ? translatable("core", "nothing") : shownJson(found)}});
    }
    return {found.is_object() ? found : nothing, place(key), *m_findings};
}

void ConfigReader::skip(std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys) {
        m_findings->read.insert(place(key));
    }
}

bool ConfigReader::sound(std::string_view key) const {
    return std::ranges::find(m_findings->errors, place(key), &Diagnostic::place) ==
           m_findings->errors.end();
}

bool ConfigReader::require(std::string_view key,
                           const nlohmann::json& found,
                           std::initializer_list<std::string_view> allowed) {
    std::string names;
    for (const std::string_view name : allowed) {
        if (found.is_string() && found.get_ref<const std::string&>() == name) {
            return true;
        }
        names += (names.empty() ? "\"" : ", \"") + std::string(name) + "\"";
    }
    report("config.unsupported", key,
           {translatable("core", "found {0}; can be imported so far: {1}."),
            {shownJson(found), names}});
    return false;
}

void ConfigReader::refuse(std::string_view key, const char* part) {
    report("config.unsupported", key,
           {translatable("core", "found {0}, which means {1}: that cannot be imported so far."),
            {shownJson(value(key)), part}});
}

void ConfigReader::refuseIfGiven(std::string_view key, const char* part) {
    if (!saysNo(value(key))) {
        refuse(key, part);
    }
}

void ConfigReader::report(const char* code, std::string_view key, Text text) {
    // A field that is read twice is wrong once.
    Diagnostic error{.code = code, .place = place(key), .text = std::move(text)};
    if (std::ranges::find(m_findings->errors, error) == m_findings->errors.end()) {
        m_findings->errors.push_back(std::move(error));
    }
}

void ConfigReader::assume(std::string_view key, const std::string& assumed) {
    remark(Severity::Info, key,
           {translatable("core", "not in the file; assumed {0}, as {1} does."),
            {assumed, m_findings->className}});
}

void ConfigReader::remark(Severity severity, std::string_view key, Text text) {
    const char* const code =
        severity == Severity::Info ? "config.assumed" : "config.not_understood";
    Diagnostic remark{
        .severity = severity, .code = code, .place = place(key), .text = std::move(text)};
    if (std::ranges::find(m_findings->remarks, remark) == m_findings->remarks.end()) {
        m_findings->remarks.push_back(std::move(remark));
    }
}

std::string ConfigReader::place(std::string_view key) const {
    return m_place + "/" + std::string(key);
}

bool saysNo(const nlohmann::json& value) {
    if (value.is_string()) {
        return value.get_ref<const std::string&>().empty();
    }
    return value.is_null() || (value.is_boolean() && !value.get<bool>()) ||
           (value.is_number() && value.get<double>() == 0.0) ||
           (value.is_structured() && value.empty());
}

} // namespace roofplan
