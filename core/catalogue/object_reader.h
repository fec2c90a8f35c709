// Reads the members of one JSON object strictly: each wrong, missing or unknown member becomes a
// finding with its place, and reading goes on with a stand-in, so that all findings are gathered.
#pragma once

#include "core/base/diagnostic.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace roofplan {

/// A value and the word for it in a file.
template <typename E>
struct Named {
    E value;
    std::string_view key;
};

/// Codes of the findings: "model.type", "model.missing", "model.value", "model.unknown".
class ObjectReader {
public:
    /// `place` is the pointer of `json`, "models/x.json#/architecture". Both have to outlive this.
    ObjectReader(const nlohmann::json& json, std::string place, Diagnostics& findings);

    [[nodiscard]] std::string place(std::string_view key) const;
    [[nodiscard]] bool has(std::string_view key) const;
    [[nodiscard]] bool isFlag(std::string_view key) const;

    /// A text that is not empty.
    [[nodiscard]] std::string text(std::string_view key);
    [[nodiscard]] std::string textOr(std::string_view key, std::string_view otherwise);
    [[nodiscard]] std::int64_t whole(std::string_view key, std::int64_t least, std::int64_t most);
    [[nodiscard]] std::int64_t
    wholeOr(std::string_view key, std::int64_t least, std::int64_t most, std::int64_t otherwise);
    [[nodiscard]] bool flag(std::string_view key, bool otherwise);
    /// The member has to be exactly `value`.
    void constant(std::string_view key, std::string_view value);
    [[nodiscard]] ObjectReader object(std::string_view key);
    /// The members of an array of 1 to `most` objects.
    [[nodiscard]] std::vector<ObjectReader> objects(std::string_view key, std::size_t most) const;
    /// Reports members that are not among `known`.
    void nothingElse(std::initializer_list<std::string_view> known);

    template <typename E>
    [[nodiscard]] E choice(std::string_view key, std::span<const Named<E>> names) {
        std::vector<std::string_view> keys;
        for (const Named<E>& name : names) {
            keys.push_back(name.key);
        }
        const std::optional<std::size_t> index = oneOf(key, keys);
        return names[index.value_or(0)].value;
    }

    template <typename E>
    [[nodiscard]] E
    choiceOr(std::string_view key, std::span<const Named<E>> names, const E& otherwise) {
        return has(key) ? choice<E>(key, names) : otherwise;
    }

private:
    [[nodiscard]] const nlohmann::json* member(std::string_view key) const;
    [[nodiscard]] const nlohmann::json* required(std::string_view key) const;
    [[nodiscard]] std::optional<std::size_t> oneOf(std::string_view key,
                                                   const std::vector<std::string_view>& keys) const;
    void wrongType(std::string_view key, const char* expected) const;

    const nlohmann::json* m_json;
    std::string m_place;
    Diagnostics* m_findings;
};

} // namespace roofplan
