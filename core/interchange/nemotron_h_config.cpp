// Nemotron-H and Nemotron 3: one mixer a layer, Mamba-2, attention without positions, experts or a
// feed-forward, in the order of a pattern.
#include "core/base/json_text.h"
#include "core/catalogue/model_limits.h"
#include "core/interchange/attention_config.h"
#include "core/interchange/experts_config.h"
#include "core/interchange/families.h"
#include "core/interchange/layer_list.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace roofplan {

namespace {

// Of NemotronHConfig.
constexpr std::int64_t assumedHeadDimension = 128;
constexpr std::int64_t assumedKeyValueHeads = 8;
constexpr std::int64_t assumedGroups = 8;
constexpr std::int64_t assumedTaps = 4;
constexpr std::int64_t assumedState = 128;

constexpr std::string_view letters = "M*E-";

/// The pattern as letters: of `patternKey`, or of `listKey` in words.
std::string patternOf(ConfigReader& text, const char* patternKey, const char* listKey) {
    static constexpr std::array<std::string_view, 6> words{
        "mamba", "attention", "moe", "mlp", "linear_attention", "full_attention"};
    std::string pattern;
    if (const auto listed = text.words(listKey, words)) {
        for (const std::size_t word : *listed) {
            pattern += letters[word % letters.size()];
        }
        text.skip({patternKey});
        return pattern;
    }
    const nlohmann::json& found = text.value(patternKey);
    if (!found.is_string()) {
        text.report(
            found.is_null() ? "config.missing" : "config.value", patternKey,
            {translatable("core", "found {0}; needed: a text of the letters {1}."),
             {found.is_null() ? translatable("core", "nothing") : shownJson(found), "M, *, E, -"}});
        return {};
    }
    pattern = found.get<std::string>();
    const std::size_t foreign = pattern.find_first_not_of(letters);
    if (foreign != std::string::npos) {
        text.report("config.value", patternKey,
                    {translatable("core", "found another letter at place {0}; allowed: {1}."),
                     {std::to_string(foreign + 1), "M, *, E, -"}});
        return {};
    }
    return pattern;
}

/// The letters of the layers; none, with an error, when they cannot be told.
std::string layerPattern(ConfigReader& text) {
    std::string pattern = patternOf(text, "hybrid_override_pattern", "layers_block_type");
    const char* const key =
        text.has("layers_block_type") ? "layers_block_type" : "hybrid_override_pattern";
    const bool counted = text.has("num_hidden_layers"); // newer files leave it out
    if (pattern.empty() && text.sound(key)) {
        text.report("config.value", key,
                    {translatable("core", "found nothing; needed: a letter for each layer."), {}});
    }
    if (pattern.size() > static_cast<std::size_t>(limits::layers)) {
        text.report("config.value", key,
                    {translatable("core", "found {0} layers; allowed: at most {1}."),
                     {std::to_string(pattern.size()), std::to_string(limits::layers)}});
        pattern.clear();
    }
    return counted && !isPerLayer(text, text, key, pattern.size()) ? std::string() : pattern;
}

StateSpace stateSpaceOf(ConfigReader& text) {
    const bool bias = text.flag("mamba_proj_bias", false) || text.flag("use_bias", false);
    text.skip({"expand"}); // the width is heads times head dimension
    StateSpace mixer{.heads = text.whole("mamba_num_heads", limits::heads),
                     .headDimension = text.whole("mamba_head_dim", limits::headDimension),
                     .groups = text.wholeOr("n_groups", limits::heads, assumedGroups),
                     .state = text.wholeOr("ssm_state_size", limits::headDimension, assumedState),
                     .convolution = text.wholeOr("conv_kernel", limits::convolution, assumedTaps),
                     .convolutionBias = text.flag("use_conv_bias", true),
                     .projectionBias = bias};
    if (text.sound("mamba_num_heads") && mixer.heads % mixer.groups != 0) {
        text.report(
            "config.value", "n_groups",
            {translatable("core", "found {0}; allowed: a divisor of {1} = {2}."),
             {std::to_string(mixer.groups), "mamba_num_heads", std::to_string(mixer.heads)}});
    }
    return mixer;
}

GroupedQueryAttention plainAttentionOf(ConfigReader& text, std::int64_t hidden) {
    AttentionFacts facts{.headDimension = assumedHeadDimension,
                         .keyValueHeads = assumedKeyValueHeads,
                         .bias = AttentionBias::AllFlag};
    // The older name of the field.
    if (text.has("attention_head_dim") && !text.has("head_dim")) {
        facts.headDimension = text.whole("attention_head_dim", limits::headDimension);
    }
    GroupedQueryAttention attention = attentionOf(text, hidden, facts);
    attention.rotary = false;
    return attention;
}

MixtureOfExperts routedExpertsOf(ConfigReader& text) {
    MixtureOfExperts experts = expertsOf(text, {.experts = {"n_routed_experts", {}},
                                                .perToken = {"num_experts_per_tok", {}},
                                                .width = {"moe_intermediate_size", {}}});
    readRoutingGroups(text, experts, 1, 1);
    if (const std::int64_t shared = sharedExpertCount(text); shared > 0) {
        setSharedExperts(text, experts, shared,
                         text.whole("moe_shared_expert_intermediate_size", limits::width));
    }
    experts.latent = text.countOr("moe_latent_size", limits::hidden, 0);
    experts.gated = false; // squared ReLU
    experts.routerBias = true;
    return experts;
}

/// What a letter of the pattern stands for: one mixer, one norm.
LayerKind layerOf(ConfigReader& text, std::int64_t hidden, char letter) {
    LayerKind kind{.id = {}, .tokenMixer = NoMixer{}, .channelMixer = NoMixer{}, .norms = 1};
    if (letter == 'M') {
        kind.tokenMixer = stateSpaceOf(text);
    } else if (letter == '*') {
        kind.tokenMixer = plainAttentionOf(text, hidden);
    } else if (letter == 'E') {
        kind.channelMixer = routedExpertsOf(text);
    } else {
        kind.channelMixer =
            DenseFeedForward{.width = text.whole("intermediate_size", limits::width),
                             .gated = false,
                             .bias = text.flag("mlp_bias", false)};
    }
    return kind;
}

/// A prediction module is an attention and an expert layer, which is one layer of both mixers.
void readPrediction(ConfigReader& text, Transformer& model) {
    const std::int64_t modules =
        text.countOr("num_nextn_predict_layers", limits::predictionModules, 0);
    if (modules == 0) {
        text.skip({"mtp_hybrid_override_pattern", "mtp_layers_block_type"});
        return;
    }
    const std::string pattern =
        patternOf(text, "mtp_hybrid_override_pattern", "mtp_layers_block_type");
    if (pattern != "*E") {
        text.refuse("num_nextn_predict_layers",
                    translatable("core", "prediction modules other than attention and experts"));
        return;
    }
    const LayerKind kind{.id = {},
                         .tokenMixer = plainAttentionOf(text, model.hidden),
                         .channelMixer = routedExpertsOf(text)};
    model.multiTokenPrediction = {.modules = modules, .kind = kindIndex(model, kind, text)};
}

} // namespace

void readNemotronH(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readFrame(config, text, model);
    text.refuseIfGiven("sliding_window", translatable("core", "a sliding window"));
    checkActivation(text, "mlp_hidden_act", {"relu2"});
    const std::string pattern = layerPattern(text);
    if (pattern.empty()) {
        return;
    }
    std::array<LayerKind, letters.size()> kinds;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        if (pattern.find(letters[i]) != std::string::npos) {
            kinds[i] = layerOf(text, model.hidden, letters[i]);
        }
    }
    for (const char letter : pattern) {
        addLayer(model, kinds[letters.find(letter)], text);
    }
    // Unused where the pattern has no layer of the kind.
    text.skip({"intermediate_size", "moe_intermediate_size", "mlp_bias", "n_routed_experts"});
    readPrediction(text, model);
}

} // namespace roofplan
