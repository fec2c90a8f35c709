#include "core/interchange/vision_towers.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

// Far beyond any tower, and small enough that no product of them leaves 64 bits.
constexpr std::int64_t mostLayers = 1'000;
constexpr std::int64_t mostHidden = 100'000;
constexpr std::int64_t mostWidth = 1'000'000;
constexpr std::int64_t mostPositions = 10'000'000;
constexpr std::int64_t mostPatch = 1'000;
constexpr std::int64_t mostMerged = 16; ///< patches by side that become one token
constexpr std::int64_t mostSide = 3'000;

std::int64_t linear(std::int64_t from, std::int64_t to) {
    return from * to + to;
}

std::int64_t layerNorm(std::int64_t width) {
    return 2 * width;
}

/// QKV and output, an MLP of two matrices, two layer norms; all with bias.
std::int64_t biasedLayer(std::int64_t hidden, std::int64_t width) {
    return 4 * linear(hidden, hidden) + linear(hidden, width) + linear(width, hidden) +
           2 * layerNorm(hidden);
}

/// m² patches side by side through two matrices into `out`.
std::int64_t merger(std::int64_t merged, std::int64_t out) {
    return linear(merged, merged) + linear(merged, out);
}

/// A patch of p by p pixels and t frames in three colours, which `channelsKey` may say.
std::int64_t
patchValues(ConfigReader& vision, const char* channelsKey = nullptr, std::int64_t frames = 1) {
    const std::int64_t patch = vision.whole("patch_size", mostPatch);
    const std::int64_t channels =
        channelsKey != nullptr ? vision.wholeOr(channelsKey, mostMerged, 3) : 3;
    return channels * frames * patch * patch;
}

} // namespace

std::int64_t qwenVisionParameters(ConfigReader& config) {
    ConfigReader vision = config.part("vision_config");
    const std::int64_t hidden = vision.whole("hidden_size", mostHidden);
    const std::int64_t layers = vision.whole("depth", mostLayers);
    const std::int64_t width = vision.whole("intermediate_size", mostWidth);
    const std::int64_t positions = vision.whole("num_position_embeddings", mostPositions);
    const std::int64_t merge = vision.whole("spatial_merge_size", mostMerged);
    const std::int64_t out = vision.whole("out_hidden_size", mostWidth);
    const std::int64_t frames = vision.whole("temporal_patch_size", mostMerged);
    const std::int64_t patch = patchValues(vision, "in_channels", frames);
    const auto taps = vision.numbers("deepstack_visual_indexes", mostLayers);
    vision.skip({"num_heads"});
    const auto deep = static_cast<std::int64_t>(
        std::min<std::size_t>(taps ? taps->size() : 0, static_cast<std::size_t>(layers)));
    const std::int64_t merged = hidden * merge * merge;
    // The norm of the last merger is over patches, that of the others over what they merge.
    return linear(patch, hidden) + positions * hidden + layers * biasedLayer(hidden, width) +
           layerNorm(hidden) + merger(merged, out) +
           deep * (layerNorm(merged) + merger(merged, out));
}

std::int64_t moonVisionParameters(ConfigReader& config) {
    ConfigReader vision = config.part("vision_config");
    const std::int64_t hidden = vision.whole("vt_hidden_size", mostHidden);
    const std::int64_t layers = vision.whole("vt_num_hidden_layers", mostLayers);
    const std::int64_t width = vision.whole("vt_intermediate_size", mostWidth);
    const std::int64_t positions = vision.whole("init_pos_emb_height", mostSide) *
                                   vision.whole("init_pos_emb_width", mostSide);
    const std::int64_t out = vision.whole("text_hidden_size", mostWidth);
    const std::int64_t patch = patchValues(vision);
    const auto kernel = vision.numbers("merge_kernel_size", mostMerged);
    std::int64_t merged = hidden;
    for (const std::int64_t side :
         kernel && kernel->size() == 2 ? *kernel : std::vector<std::int64_t>{2, 2}) {
        merged *= std::max<std::int64_t>(side, 1);
    }
    if (vision.has("mm_projector_type")) {
        vision.require("mm_projector_type", vision.value("mm_projector_type"), {"patchmerger"});
    }
    vision.skip({"vt_num_attention_heads", "mm_hidden_size", "init_pos_emb_time"});
    return linear(patch, hidden) + positions * hidden + layers * biasedLayer(hidden, width) +
           layerNorm(hidden) + layerNorm(hidden) + merger(merged, out);
}

std::int64_t gemmaVisionParameters(ConfigReader& config, std::int64_t textHidden) {
    ConfigReader vision = config.part("vision_config");
    const std::int64_t hidden = vision.whole("hidden_size", mostHidden);
    const std::int64_t layers = vision.whole("num_hidden_layers", mostLayers);
    const std::int64_t width = vision.whole("intermediate_size", mostWidth);
    const std::int64_t heads = vision.whole("num_attention_heads", mostLayers);
    const std::int64_t keyValueHeads = vision.wholeOr("num_key_value_heads", mostLayers, heads);
    const std::int64_t dimension = vision.whole("head_dim", mostSide);
    const std::int64_t positions = vision.whole("position_embedding_size", mostPositions);
    const std::int64_t patch = patchValues(vision);
    if (vision.flag("attention_bias", false)) {
        vision.refuse("attention_bias", translatable("core", "biases in the vision tower"));
    }
    vision.skip({"global_head_dim", "chunk_size_feed_forward", "use_clipped_linears"});
    const std::int64_t attention = hidden * dimension * 2 * (heads + keyValueHeads) + 2 * dimension;
    const std::int64_t layer = attention + 3 * hidden * width + 4 * hidden;
    const std::int64_t standardised = vision.flag("standardize", false) ? 2 * hidden : 0;
    return patch * hidden + 2 * positions * hidden + layers * layer + standardised +
           hidden * textHidden;
}

std::int64_t miniMaxVisionParameters(ConfigReader& config) {
    ConfigReader vision = config.part("vision_config");
    const std::int64_t hidden = vision.whole("hidden_size", mostHidden);
    const std::int64_t layers = vision.whole("num_hidden_layers", mostLayers);
    const std::int64_t width = vision.whole("intermediate_size", mostWidth);
    const std::int64_t out = vision.whole("projection_dim", mostHidden);
    const std::int64_t inner = config.wholeOr("projector_hidden_size", mostHidden, out);
    ConfigReader compression = vision.part("img_token_compression_config");
    const std::int64_t merge = compression.whole("spatial_merge_size", mostMerged);
    const std::int64_t frames = compression.whole("temporal_patch_size", mostMerged);
    const std::int64_t patch = patchValues(vision, "num_channels", frames);
    vision.skip({"num_attention_heads", "vocab_size"});
    compression.require("image_token_compression_method",
                        compression.value("image_token_compression_method"), {"patch_merge"});
    if (!config.flag("multimodal_projector_bias", true)) {
        config.refuse("multimodal_projector_bias",
                      translatable("core", "a projector without biases"));
    }
    config.skip({"img_token_compression_config", "vision_feature_layer"});
    return patch * hidden + layerNorm(hidden) + layers * biasedLayer(hidden, width) +
           linear(hidden, inner) + linear(inner, out) + linear(out * merge * merge, inner) +
           linear(inner, out);
}

std::int64_t llama4VisionParameters(ConfigReader& config, std::int64_t textHidden) {
    ConfigReader vision = config.part("vision_config");
    const std::int64_t hidden = vision.whole("hidden_size", mostHidden);
    const std::int64_t layers = vision.whole("num_hidden_layers", mostLayers);
    const std::int64_t width = vision.whole("intermediate_size", mostWidth);
    const std::int64_t side = vision.whole("image_size", mostPositions) /
                              std::max<std::int64_t>(vision.whole("patch_size", mostPatch), 1);
    const std::int64_t positions = std::min(side, mostSide) * std::min(side, mostSide) + 1;
    const std::int64_t patch = patchValues(vision, "num_channels");
    const std::int64_t out = vision.whole("vision_output_dim", mostHidden);
    const std::int64_t inner = vision.whole("projector_input_dim", mostHidden);
    const std::int64_t projected = vision.whole("projector_output_dim", mostHidden);
    const nlohmann::json& ratio = vision.value("pixel_shuffle_ratio");
    if (!ratio.is_number() || ratio.get<double>() != 0.5) {
        vision.refuse("pixel_shuffle_ratio",
                      translatable("core", "another shuffle of pixels than by half"));
    }
    vision.skip({"num_attention_heads", "vision_feature_layer"});
    if (vision.given("multi_modal_projector_bias")) {
        vision.refuse("multi_modal_projector_bias", translatable("core", "a biased projector"));
    }
    return patch * hidden + hidden + positions * hidden + 2 * layerNorm(hidden) +
           layers * biasedLayer(hidden, width) + 4 * hidden * inner + inner * projected +
           out * textHidden;
}

} // namespace roofplan
