// Typed reading of a config.json: each wrong value becomes an error that names its field, each
// value that is filled in becomes a remark.
#pragma once

#include "core/interchange/config_findings.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace roofplan {

class ConfigReader {
public:
    /// `config` is an object; it and `findings` outlive the reader. `place` is the pointer of the
    /// object, "config.json#".
    ConfigReader(const nlohmann::json& config, std::string place, ConfigFindings& findings);

    /// Present and not null.
    [[nodiscard]] bool has(std::string_view key) const;

    /// Present, be it as null.
    [[nodiscard]] bool mentions(std::string_view key) const;

    /// The value, null when absent.
    [[nodiscard]] const nlohmann::json& value(std::string_view key) const;

    /// A whole number from 1 to `maximum`. Anything else is reported and read as 1.
    [[nodiscard]] std::int64_t whole(std::string_view key, std::int64_t maximum);

    /// The same; absent or null it is assumed to be `otherwise`, which is remarked.
    [[nodiscard]] std::int64_t
    wholeOr(std::string_view key, std::int64_t maximum, std::int64_t otherwise);

    /// A whole number from 0; absent or null says 0: the part is not there. For fields that only
    /// files with the part carry.
    [[nodiscard]] std::int64_t count(std::string_view key, std::int64_t maximum);

    /// A whole number from 0, null says 0; absent it is assumed to be `otherwise`, which is
    /// remarked.
    [[nodiscard]] std::int64_t
    countOr(std::string_view key, std::int64_t maximum, std::int64_t otherwise);

    /// true or false; absent or null it is assumed to be `otherwise`, which is remarked.
    [[nodiscard]] bool flag(std::string_view key, bool otherwise);

    /// true or false; absent or null says false: the part is not there.
    [[nodiscard]] bool given(std::string_view key);

    /// Words of a list, each as its index in `allowed`; nothing when absent, null or wrong.
    [[nodiscard]] std::optional<std::vector<std::size_t>>
    words(std::string_view key, std::span<const std::string_view> allowed);

    /// Whole numbers from 0 of a list; nothing when absent, null or wrong.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> numbers(std::string_view key,
                                                                   std::int64_t maximum);

    /// The object at `key`; an empty one, with an error, when there is none.
    [[nodiscard]] ConfigReader part(std::string_view key);

    /// Says that values are read elsewhere or say nothing about the architecture.
    void skip(std::initializer_list<std::string_view> keys);

    /// False when something was reported at a field: what was read of it is a stand-in.
    [[nodiscard]] bool sound(std::string_view key) const;

    /// True when `found` is one of `allowed`; reports it as unsupported otherwise.
    bool require(std::string_view key,
                 const nlohmann::json& found,
                 std::initializer_list<std::string_view> allowed);

    /// Reports that a part of the model cannot be expressed; `part` says what it is.
    void refuse(std::string_view key, const char* part);

    /// `part` at a field that only such a part makes neither absent, null, 0, false nor empty.
    void refuseIfGiven(std::string_view key, const char* part);

    /// Reports `text` at a field.
    void report(const char* code, std::string_view key, Text text);

    /// Remarks that the class fills in `assumed` at a field.
    void assume(std::string_view key, const std::string& assumed);

    /// Remarks `text` at a field.
    void remark(Severity severity, std::string_view key, Text text);

    [[nodiscard]] std::string place(std::string_view key) const;

    [[nodiscard]] const nlohmann::json& json() const { return *m_config; }

    [[nodiscard]] ConfigFindings& findings() const { return *m_findings; }

private:
    [[nodiscard]] std::int64_t
    number(std::string_view key, std::int64_t least, std::int64_t maximum);

    const nlohmann::json* m_config;
    std::string m_place;
    ConfigFindings* m_findings;
};

/// Absent, null, false, 0, or an empty text, list or object.
[[nodiscard]] bool saysNo(const nlohmann::json& value);

} // namespace roofplan
