#include "core/calibration/row_model.h"

#include "core/calibration/row_reader.h"
#include "core/catalogue/model_limits.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace roofplan {

namespace {

using nlohmann::json;

constexpr std::int64_t mostShared = 1000;

/// "128-token window on alternate layers".
AttentionSpan windowIn(const std::string& text) {
    const auto digit = std::find_if(text.begin(), text.end(),
                                    [](unsigned char c) { return c >= '0' && c <= '9'; });
    std::int64_t tokens = 0;
    if (digit != text.end()) {
        (void)std::from_chars(&*digit, text.data() + text.size(), tokens);
    }
    return tokens > 0 ? AttentionSpan{.kind = AttentionSpan::Kind::Sliding, .tokens = tokens}
                      : AttentionSpan{};
}

TokenMixer tokenMixer(RowReader& row, const ModelAssumptions& assumed, const std::string& place) {
    const std::int64_t heads = row.need("heads", limits::heads);
    const std::int64_t hidden = row.whole("hidden", limits::hidden).value_or(1);
    if (const json& latent = row.object("mla"); !latent.empty()) {
        RowReader mla(latent, place + "/mla");
        LatentAttention attention{.heads = heads,
                                  .queryRank = mla.whole("q_lora_rank", limits::rank).value_or(0),
                                  .keyValueRank = mla.need("kv_lora_rank", limits::rank),
                                  .plainDimension = mla.need("qk_head_dim", limits::headDimension),
                                  .rotaryDimension =
                                      mla.need("qk_pos_emb_head_dim", limits::headDimension),
                                  .valueDimension = mla.need("v_head_dim", limits::headDimension),
                                  .indexer = {}};
        for (const Diagnostic& finding : mla.findings()) {
            row.report("mla",
                       {translatable("core", "{0}: {1}"), {finding.place, finding.text.plain()}});
        }
        return attention;
    }
    if (row.text("attention") == "mla") {
        row.report("mla", {translatable("core", "is missing, but attention is mla"), {}});
    }
    GroupedQueryAttention attention;
    attention.queryHeads = heads;
    attention.keyValueHeads = row.whole("kv_heads", limits::heads).value_or(heads);
    if (heads % attention.keyValueHeads != 0) {
        row.report("kv_heads",
                   {translatable("core", "found {0}, which does not divide the {1} heads"),
                    {std::to_string(attention.keyValueHeads), std::to_string(heads)}});
    }
    attention.headDimension = row.whole("head_dim", limits::headDimension)
                                  .value_or(std::max<std::int64_t>(1, hidden / heads));
    attention.queryKeyNorm =
        assumed.queryKeyNorm.value_or(false) ? QueryKeyNorm::Head : QueryKeyNorm::None;
    return attention;
}

ChannelMixer
expertMixer(RowReader& row, const ModelAssumptions& assumed, const std::string& place) {
    RowReader moe(row.object("moe"), place + "/moe");
    MixtureOfExperts mixer;
    mixer.experts = moe.need("experts", limits::experts);
    mixer.perToken = moe.need("top_k", limits::experts);
    const std::optional<std::int64_t> width = moe.whole("expert_ffn", limits::width);
    mixer.width =
        width ? *width
              : assumed.expertWidth.value_or(row.whole("ffn_hidden", limits::width).value_or(1));
    mixer.gated = row.flag("gated", true);
    // In units of one routed expert; none is written as 0.
    const std::int64_t shared = moe.whole("shared_experts", mostShared, 0).value_or(0);
    const std::optional<std::int64_t> sharedWidth = moe.whole("shared_expert_ffn", limits::width);
    mixer.sharedWidth = sharedWidth.value_or(shared * mixer.width);
    if (mixer.perToken > mixer.experts) {
        moe.report("top_k", {translatable("core", "found {0}, allowed: at most experts, {1}"),
                             {std::to_string(mixer.perToken), std::to_string(mixer.experts)}});
    }
    if (mixer.experts * mixer.width > limits::expertColumns) {
        moe.report("experts", {translatable("core", "found {0} of width {1}, allowed: {2} columns"),
                               {std::to_string(mixer.experts), std::to_string(mixer.width),
                                std::to_string(limits::expertColumns)}});
    }
    mixer.bias = assumed.expertBias.value_or(false);
    mixer.groups = assumed.routingGroups.value_or(1);
    mixer.groupsPerToken = assumed.groupsPerToken.value_or(1);
    for (const Diagnostic& finding : moe.findings()) {
        row.report("moe",
                   {translatable("core", "{0}: {1}"), {finding.place, finding.text.plain()}});
    }
    return mixer;
}

/// The index of the kind in the model, which gets it where it is new.
std::uint16_t kindOf(Transformer& model, const LayerKind& kind) {
    const auto found =
        std::find_if(model.layerKinds.begin(), model.layerKinds.end(), [&](const LayerKind& k) {
            return k.tokenMixer == kind.tokenMixer && k.channelMixer == kind.channelMixer;
        });
    if (found != model.layerKinds.end()) {
        return static_cast<std::uint16_t>(found - model.layerKinds.begin());
    }
    model.layerKinds.push_back(kind);
    model.layerKinds.back().id = "kind" + std::to_string(model.layerKinds.size());
    return static_cast<std::uint16_t>(model.layerKinds.size() - 1);
}

} // namespace

Expected<Transformer> rowModel(const json& object,
                               const ModelAssumptions& assumed,
                               std::int64_t sequence,
                               const std::string& place) {
    RowReader row(object, place);
    Transformer model;
    model.name = row.text("name");
    model.hidden = row.need("hidden", limits::hidden);
    model.vocabulary = row.need("vocab", limits::vocabulary);
    model.tiedEmbeddings = row.flag("tied_embeddings", false);
    const bool gated = row.flag("gated", true);
    model.norm = gated ? NormKind::Rms : NormKind::Layer;
    model.learnedPositions = row.text("position").rfind("learned", 0) == 0 ? sequence : 0;

    const std::int64_t layers = row.need("layers", limits::layers);
    const TokenMixer mixer = tokenMixer(row, assumed, place);
    const ChannelMixer dense = DenseFeedForward{
        .width = row.whole("ffn_hidden", limits::width).value_or(4 * model.hidden), .gated = gated};
    const bool experts = !row.object("moe").empty();
    const ChannelMixer routed = experts ? expertMixer(row, assumed, place) : dense;
    const std::int64_t every = assumed.expertsEvery.value_or(1);
    RowReader leading(row.object("moe"), place + "/moe");
    const std::int64_t denseLayers = leading.whole("dense_layers", limits::layers, 0).value_or(0);
    for (const Diagnostic& finding : leading.findings()) {
        row.report("moe",
                   {translatable("core", "{0}: {1}"), {finding.place, finding.text.plain()}});
    }
    const std::string windowText = row.text("sliding_window");
    const AttentionSpan window = windowIn(windowText);
    const bool alternate = windowText.find("alternate") != std::string::npos;
    for (std::int64_t i = 0; i < layers; ++i) {
        LayerKind kind;
        kind.tokenMixer = mixer;
        if (auto* grouped = std::get_if<GroupedQueryAttention>(&kind.tokenMixer);
            grouped != nullptr && (!alternate || i % 2 == 0)) {
            grouped->span = window;
        }
        kind.channelMixer = i >= denseLayers && (i + 1) % every == 0 ? routed : dense;
        model.layers.push_back(kindOf(model, kind));
    }
    if (const std::int64_t modules = assumed.predictionModules.value_or(0); modules > 0) {
        model.multiTokenPrediction =
            MultiTokenPrediction{.modules = modules, .kind = model.layers.back()};
    }
    if (!row.findings().empty()) {
        return tl::unexpected(row.findings());
    }
    return model;
}

} // namespace roofplan
