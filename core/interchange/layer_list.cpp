#include "core/interchange/layer_list.h"

#include "core/catalogue/model_limits.h"

#include <algorithm>
#include <array>
#include <utility>

namespace roofplan {

namespace {

std::string mixerName(const GroupedQueryAttention& attention) {
    const std::string span = attention.span.kind == AttentionSpan::Kind::Sliding   ? "sliding"
                             : attention.span.kind == AttentionSpan::Kind::Chunked ? "chunked"
                                                                                   : "";
    return attention.indexer ? "sparse" : span;
}

std::string mixerName(const LatentAttention& /*attention*/) {
    return "latent";
}

std::string mixerName(const CompressedAttention& attention) {
    return attention.compression == 0 ? "window"
                                      : "compressed-" + std::to_string(attention.compression);
}

std::string mixerName(const LinearAttention& /*attention*/) {
    return "linear";
}

std::string mixerName(const StateSpace& /*mixer*/) {
    return "mamba";
}

std::string mixerName(const DenseFeedForward& /*feedForward*/) {
    return "dense";
}

std::string mixerName(const MixtureOfExperts& /*experts*/) {
    return "moe";
}

std::string mixerName(const NoMixer& /*mixer*/) {
    return {};
}

/// Plain attention goes without saying where there is a channel mixer.
std::string kindName(const LayerKind& kind) {
    const auto name = [](const auto& mixer) { return mixerName(mixer); };
    const std::string token = std::visit(name, kind.tokenMixer);
    const std::string channel = std::visit(name, kind.channelMixer);
    if (token.empty() || channel.empty()) {
        const std::string only = token + channel;
        return only.empty() ? "attention" : only;
    }
    return token + "-" + channel;
}

} // namespace

std::uint16_t kindIndex(Transformer& model, LayerKind kind, ConfigReader& text) {
    for (std::size_t i = 0; i < model.layerKinds.size(); ++i) {
        kind.id = model.layerKinds[i].id;
        if (kind == model.layerKinds[i]) {
            return static_cast<std::uint16_t>(i);
        }
    }
    if (model.layerKinds.size() == mostLayerKinds) {
        if (text.sound("num_hidden_layers")) {
            text.report("config.unsupported", "num_hidden_layers",
                        {translatable("core", "found more than {0} kinds of layers; at most {0} "
                                              "can be imported."),
                         {std::to_string(mostLayerKinds)}});
        }
        return 0;
    }
    const std::string name = kindName(kind);
    kind.id = name;
    for (int next = 2;
         std::ranges::find(model.layerKinds, kind.id, &LayerKind::id) != model.layerKinds.end();
         ++next) {
        kind.id = name + "-" + std::to_string(next);
    }
    model.layerKinds.push_back(std::move(kind));
    return static_cast<std::uint16_t>(model.layerKinds.size() - 1);
}

void addLayer(Transformer& model, LayerKind kind, ConfigReader& text) {
    model.layers.push_back(kindIndex(model, std::move(kind), text));
}

std::size_t layerCount(ConfigReader& text) {
    return static_cast<std::size_t>(text.whole("num_hidden_layers", limits::layers));
}

bool isPerLayer(ConfigReader& text, ConfigReader& owner, std::string_view key, std::size_t found) {
    const std::size_t layers = layerCount(text);
    if (!text.sound("num_hidden_layers")) {
        return false;
    }
    if (found != layers) {
        owner.report("config.value", key,
                     {translatable("core", "found {0} layers; num_hidden_layers is {1}."),
                      {std::to_string(found), std::to_string(layers)}});
    }
    return found == layers;
}

std::optional<std::vector<bool>>
listedLayers(ConfigReader& text, std::string_view key, const LayerTypes& types) {
    const std::array<std::string_view, 2> words{types.plain, types.special};
    const auto listed = text.words(key, words);
    if (!listed || !isPerLayer(text, text, key, listed->size())) {
        return std::nullopt;
    }
    std::vector<bool> special;
    for (const std::size_t word : *listed) {
        special.push_back(word == 1);
    }
    return special;
}

std::optional<std::vector<bool>>
flaggedLayers(ConfigReader& text, ConfigReader& owner, std::string_view key) {
    const auto listed = owner.numbers(key, 1);
    if (!listed || !isPerLayer(text, owner, key, listed->size())) {
        return std::nullopt;
    }
    std::vector<bool> flags;
    for (const std::int64_t flag : *listed) {
        flags.push_back(flag == 1);
    }
    return flags;
}

} // namespace roofplan
