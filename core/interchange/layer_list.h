// The layers of a model as a reader finds them, one after the other: equal ones become one kind.
#pragma once

#include "core/architecture/transformer.h"
#include "core/interchange/config_reader.h"

#include <optional>
#include <string_view>
#include <vector>

namespace roofplan {

/// The index of that kind in `model`, which gets it when it is new, with a name made of its mixers
/// ("sliding-moe"); the `id` of `kind` is not looked at. More kinds than a model may have are
/// reported at `text`.
std::uint16_t kindIndex(Transformer& model, LayerKind kind, ConfigReader& text);

/// Puts a layer of that kind behind the others.
void addLayer(Transformer& model, LayerKind kind, ConfigReader& text);

/// The number of layers; 1 with an error when the file does not say.
[[nodiscard]] std::size_t layerCount(ConfigReader& text);

/// Reports a list at `key` of `owner` that is not as long as the model; true when it is.
bool isPerLayer(ConfigReader& text, ConfigReader& owner, std::string_view key, std::size_t found);

/// The two types of layers that a list of words tells apart.
struct LayerTypes {
    std::string_view plain;
    std::string_view special;
};

/// One flag a layer, true where the list at `key` says `special`; nothing when it is absent, null
/// or, with an error, wrong.
[[nodiscard]] std::optional<std::vector<bool>>
listedLayers(ConfigReader& text, std::string_view key, const LayerTypes& types);

/// The same of a list of 0 and 1 at `key` of `owner`.
[[nodiscard]] std::optional<std::vector<bool>>
flaggedLayers(ConfigReader& text, ConfigReader& owner, std::string_view key);

} // namespace roofplan
