#include "core/catalogue/object_reader.h"

#include <algorithm>
#include <utility>

namespace roofplan {

namespace {

using nlohmann::json;

const json emptyObject = json::object();

constexpr std::size_t longestExcerpt = 60;

/// A value as it stands in the file, shortened.
std::string excerpt(const json& value) {
    std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
    if (text.size() > longestExcerpt) {
        text = text.substr(0, longestExcerpt) + "…";
    }
    return text;
}

} // namespace

ObjectReader::ObjectReader(const json& json, std::string place, Diagnostics& findings)
    : m_json(&json), m_place(std::move(place)), m_findings(&findings) {
    if (!json.is_object()) {
        m_findings->push_back(
            {.code = "model.type",
             .place = m_place,
             .text = {translatable("core", "Found {0}; expected an object."), {excerpt(json)}}});
        m_json = nullptr;
    }
}

std::string ObjectReader::place(std::string_view key) const {
    return m_place + "/" + std::string(key);
}

bool ObjectReader::has(std::string_view key) const {
    return member(key) != nullptr;
}

bool ObjectReader::isFlag(std::string_view key) const {
    const json* const found = member(key);
    return found != nullptr && found->is_boolean();
}

std::string ObjectReader::text(std::string_view key) {
    const json* const found = required(key);
    if (found == nullptr) {
        return {};
    }
    if (!found->is_string() || found->get_ref<const std::string&>().empty()) {
        wrongType(key, "a text");
        return {};
    }
    return found->get<std::string>();
}

std::string ObjectReader::textOr(std::string_view key, std::string_view otherwise) {
    const json* const found = member(key);
    if (found == nullptr) {
        return std::string(otherwise);
    }
    if (!found->is_string()) {
        wrongType(key, "a text");
        return std::string(otherwise);
    }
    return found->get<std::string>();
}

std::int64_t ObjectReader::whole(std::string_view key, std::int64_t least, std::int64_t most) {
    return required(key) == nullptr ? least : wholeOr(key, least, most, least);
}

std::int64_t ObjectReader::wholeOr(std::string_view key,
                                   std::int64_t least,
                                   std::int64_t most,
                                   std::int64_t otherwise) {
    const json* const found = member(key);
    if (found == nullptr) {
        return otherwise;
    }
    // An unsigned number beyond int64 would turn negative: it is refused as well.
    const bool fits = found->is_number_integer() &&
                      (!found->is_number_unsigned() ||
                       found->get<std::uint64_t>() <= static_cast<std::uint64_t>(most));
    if (fits && found->get<std::int64_t>() >= least && found->get<std::int64_t>() <= most) {
        return found->get<std::int64_t>();
    }
    m_findings->push_back(
        {.code = found->is_number() ? "model.value" : "model.type",
         .place = place(key),
         .text = {translatable("core", "Found {0}; allowed: whole numbers from {1} to {2}."),
                  {excerpt(*found), std::to_string(least), std::to_string(most)}}});
    return otherwise;
}

bool ObjectReader::flag(std::string_view key, bool otherwise) {
    const json* const found = member(key);
    if (found == nullptr) {
        return otherwise;
    }
    if (!found->is_boolean()) {
        wrongType(key, "true or false");
        return otherwise;
    }
    return found->get<bool>();
}

void ObjectReader::constant(std::string_view key, std::string_view value) {
    (void)oneOf(key, {value});
}

ObjectReader ObjectReader::object(std::string_view key) {
    const json* const found = required(key);
    return {found == nullptr ? emptyObject : *found, place(key), *m_findings};
}

std::vector<ObjectReader> ObjectReader::objects(std::string_view key, std::size_t most) const {
    std::vector<ObjectReader> readers;
    const json* const found = required(key);
    if (found == nullptr) {
        return readers;
    }
    if (!found->is_array()) {
        wrongType(key, "a list");
        return readers;
    }
    if (found->empty() || found->size() > most) {
        m_findings->push_back(
            {.code = "model.value",
             .place = place(key),
             .text = {translatable("core", "Found a list of {0}; allowed: 1 to {1}."),
                      {std::to_string(found->size()), std::to_string(most)}}});
        return readers;
    }
    for (std::size_t i = 0; i < found->size(); ++i) {
        readers.emplace_back((*found)[i], place(key) + "/" + std::to_string(i), *m_findings);
    }
    return readers;
}

void ObjectReader::nothingElse(std::initializer_list<std::string_view> known) {
    if (m_json == nullptr) {
        return;
    }
    std::string list;
    for (const std::string_view key : known) {
        list += (list.empty() ? "" : ", ") + std::string(key);
    }
    for (const auto& item : m_json->items()) {
        if (std::ranges::find(known, item.key()) == known.end()) {
            m_findings->push_back(
                {.code = "model.unknown",
                 .place = place(item.key()),
                 .text = {translatable("core", "Found '{0}'; allowed: {1}."), {item.key(), list}}});
        }
    }
}

const json* ObjectReader::member(std::string_view key) const {
    if (m_json == nullptr) {
        return nullptr;
    }
    const auto found = m_json->find(std::string(key));
    return found == m_json->end() ? nullptr : &*found;
}

const json* ObjectReader::required(std::string_view key) const {
    const json* const found = member(key);
    if (found == nullptr && m_json != nullptr && m_json != &emptyObject) {
        m_findings->push_back(
            {.code = "model.missing",
             .place = m_place,
             .text = {translatable("core", "'{0}' is missing."), {std::string(key)}}});
    }
    return found;
}

std::optional<std::size_t> ObjectReader::oneOf(std::string_view key,
                                               const std::vector<std::string_view>& keys) const {
    const json* const found = required(key);
    if (found == nullptr) {
        return std::nullopt;
    }
    std::string list;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (found->is_string() && found->get_ref<const std::string&>() == keys[i]) {
            return i;
        }
        list += (list.empty() ? "" : ", ") + std::string(keys[i]);
    }
    m_findings->push_back(
        {.code = "model.value",
         .place = place(key),
         .text = {translatable("core", "Found {0}; allowed: {1}."), {excerpt(*found), list}}});
    return std::nullopt;
}

void ObjectReader::wrongType(std::string_view key, const char* expected) const {
    m_findings->push_back({.code = "model.type",
                           .place = place(key),
                           .text = {translatable("core", "Found {0}; expected {1}."),
                                    {excerpt(*member(key)), expected}}});
}

} // namespace roofplan
