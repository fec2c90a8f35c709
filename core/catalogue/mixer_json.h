// Token and channel mixers as JSON: an object with "kind" and the dimensions of that kind. What is
// left out is as in core/architecture/transformer.h.
#pragma once

#include "core/architecture/transformer.h"
#include "core/base/diagnostic.h"
#include "core/catalogue/object_reader.h"

#include <nlohmann/json_fwd.hpp>

namespace roofplan {

[[nodiscard]] TokenMixer tokenMixerFrom(ObjectReader reader, Diagnostics& findings);
[[nodiscard]] ChannelMixer channelMixerFrom(ObjectReader reader, Diagnostics& findings);

[[nodiscard]] nlohmann::ordered_json toJson(const TokenMixer& mixer);
[[nodiscard]] nlohmann::ordered_json toJson(const ChannelMixer& mixer);

/// Members that are as in `transformer.h` when nothing is said stay out of a file.
template <typename Value>
void putUnless(nlohmann::ordered_json& json,
               const char* key,
               const Value& value,
               const Value& otherwise) {
    if (value != otherwise) {
        json[key] = value;
    }
}

} // namespace roofplan
