// Typed reading of a measured row: each wrong value becomes a finding that names row and field.
#pragma once

#include "core/base/diagnostic.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace roofplan {

/// The object at `key`, an empty one when it is absent, null or no object.
[[nodiscard]] const nlohmann::json& objectAt(const nlohmann::json& object, std::string_view key);

class RowReader {
public:
    /// `object` outlives the reader; `place` is the file with the pointer of the row.
    RowReader(const nlohmann::json& object, std::string place);

    /// A positive number, also written as a text; nothing when absent or null. What is no such
    /// number is reported.
    std::optional<double> number(std::string_view key);

    /// More than any row has; products of two stay far from the end of 64 bits.
    static constexpr std::int64_t mostWhole = 1'000'000'000;

    /// A whole number from `least` to `most`; nothing when absent or null.
    std::optional<std::int64_t>
    whole(std::string_view key, std::int64_t most = mostWhole, std::int64_t least = 1);

    /// The same where the field must be there: reported and 1 when it is not.
    std::int64_t need(std::string_view key, std::int64_t most = mostWhole);

    /// Empty when absent or null.
    std::string text(std::string_view key);

    bool flag(std::string_view key, bool otherwise);

    /// Empty when absent or null; what is no object is reported.
    const nlohmann::json& object(std::string_view key);

    void report(std::string_view key, Text text);

    [[nodiscard]] const Diagnostics& findings() const { return m_findings; }

private:
    [[nodiscard]] const nlohmann::json& at(std::string_view key) const;

    const nlohmann::json& m_object;
    std::string m_place;
    Diagnostics m_findings;
};

} // namespace roofplan
