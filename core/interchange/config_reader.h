// Typed reading of a config.json: each wrong value becomes a diagnostic that names its field.
#pragma once

#include "core/base/diagnostic.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace roofplan {

class ConfigReader {
public:
    /// `config` is an object and outlives the reader.
    ConfigReader(const nlohmann::json& config, std::string_view fileName);

    /// Present and not null.
    [[nodiscard]] bool has(std::string_view key) const;

    /// Present, be it as null.
    [[nodiscard]] bool mentions(std::string_view key) const;

    /// The value, null when absent.
    [[nodiscard]] const nlohmann::json& value(std::string_view key) const;

    /// A whole number from 1 to `maximum`; `fallback` when absent or null. Anything else, and
    /// absence without a fallback, is reported and read as 1.
    [[nodiscard]] std::int64_t
    whole(std::string_view key, std::int64_t maximum, std::optional<std::int64_t> fallback = {});

    /// true or false; `fallback` when absent or null.
    [[nodiscard]] bool flag(std::string_view key, bool fallback);

    /// False when something was reported at a field: what was read of it is a stand-in.
    [[nodiscard]] bool sound(std::string_view key) const;

    /// Reports `text` at a field.
    void report(const char* code, std::string_view key, Text text);

    [[nodiscard]] const Diagnostics& diagnostics() const { return m_diagnostics; }

private:
    [[nodiscard]] std::string place(std::string_view key) const;

    const nlohmann::json& m_config;
    std::string m_fileName;
    Diagnostics m_diagnostics;
};

} // namespace roofplan
