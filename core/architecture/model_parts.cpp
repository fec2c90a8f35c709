#include "core/architecture/model_parts.h"

#include "core/base/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace roofplan {

namespace {

constexpr std::array<const char*, modelPartCount> names{{
    translatable("core", "grouped-query attention"),
    translatable("core", "sliding-window attention"),
    translatable("core", "chunked attention"),
    translatable("core", "sparse attention with an indexer"),
    translatable("core", "gated attention"),
    translatable("core", "attention sinks"),
    translatable("core", "keys that serve as values"),
    translatable("core", "query/key norm over all heads"),
    translatable("core", "query/key norm without weights"),
    translatable("core", "multi-head latent attention"),
    translatable("core", "compressed attention"),
    translatable("core", "linear attention (Gated DeltaNet)"),
    translatable("core", "state-space layers (Mamba-2)"),
    translatable("core", "dense feed-forward"),
    translatable("core", "mixture of experts"),
    translatable("core", "dense feed-forward beside the experts"),
    translatable("core", "experts of a latent width"),
    translatable("core", "layers of one mixer"),
    translatable("core", "other norms than one before each mixer"),
    translatable("core", "hyper-connections"),
    translatable("core", "multi-token prediction"),
    translatable("core", "vision tower"),
}};

void add(ModelParts& parts, ModelPart part, bool present = true) {
    if (present) {
        parts.set(static_cast<std::size_t>(part));
    }
}

void addMixer(ModelParts& parts, const GroupedQueryAttention& attention) {
    add(parts, ModelPart::GroupedQueryAttention);
    add(parts, ModelPart::SlidingWindow, attention.span.kind == AttentionSpan::Kind::Sliding);
    add(parts, ModelPart::ChunkedAttention, attention.span.kind == AttentionSpan::Kind::Chunked);
    add(parts, ModelPart::SparseIndexer, attention.indexer.has_value());
    add(parts, ModelPart::GatedAttention, attention.outputGate);
    add(parts, ModelPart::AttentionSinks, attention.sinks);
    add(parts, ModelPart::SharedKeyValue, attention.keyIsValue);
    add(parts, ModelPart::WidthQueryKeyNorm, attention.queryKeyNorm == QueryKeyNorm::Width);
    add(parts, ModelPart::WeightlessQueryKeyNorm,
        attention.queryKeyNorm == QueryKeyNorm::Weightless);
}

void addMixer(ModelParts& parts, const LatentAttention& attention) {
    add(parts, ModelPart::LatentAttention);
    add(parts, ModelPart::SparseIndexer, attention.indexer.has_value());
}

void addMixer(ModelParts& parts, const CompressedAttention& attention) {
    add(parts, ModelPart::CompressedAttention);
    add(parts, ModelPart::SparseIndexer, attention.indexer.has_value());
}

void addMixer(ModelParts& parts, const LinearAttention& /*attention*/) {
    add(parts, ModelPart::LinearAttention);
}

void addMixer(ModelParts& parts, const StateSpace& /*space*/) {
    add(parts, ModelPart::StateSpace);
}

void addMixer(ModelParts& parts, const DenseFeedForward& /*dense*/) {
    add(parts, ModelPart::DenseFeedForward);
}

void addMixer(ModelParts& parts, const MixtureOfExperts& mixture) {
    add(parts, ModelPart::MixtureOfExperts);
    add(parts, ModelPart::DenseBesideExperts, mixture.denseWidth > 0);
    add(parts, ModelPart::LatentExperts, mixture.latent > 0);
}

void addMixer(ModelParts& parts, const NoMixer& /*mixer*/) {
    add(parts, ModelPart::SingleMixer);
}

std::string indexerWords(const std::optional<SparseIndexer>& indexer) {
    return indexer ? fmt::format("indexer picks {} keys", indexer->selectedTokens) : std::string();
}

/// `name`, and in brackets those of `words` that are not empty.
std::string withWords(std::string name, const std::vector<std::string>& words) {
    std::string list;
    for (const std::string& word : words) {
        list += word.empty() ? "" : (list.empty() ? "" : ", ") + word;
    }
    return list.empty() ? name : std::move(name) + " (" + list + ")";
}

std::string nameOf(const GroupedQueryAttention& attention) {
    const char* const name = attention.keyValueHeads == attention.queryHeads ? "MHA"
                             : attention.keyValueHeads == 1                  ? "MQA"
                                                                             : "GQA";
    std::string span;
    if (attention.span.kind == AttentionSpan::Kind::Sliding) {
        span = fmt::format("window {}", attention.span.tokens);
    } else if (attention.span.kind == AttentionSpan::Kind::Chunked) {
        span = fmt::format("chunks of {}", attention.span.tokens);
    }
    return withWords(name,
                     {span, attention.outputGate ? "gated" : "", indexerWords(attention.indexer)});
}

std::string nameOf(const LatentAttention& attention) {
    return withWords("MLA", {indexerWords(attention.indexer)});
}

std::string nameOf(const CompressedAttention& attention) {
    return withWords(
        "compressed attention",
        {fmt::format("window {}", attention.window),
         attention.compression > 0 ? fmt::format("a key for {} tokens", attention.compression) : "",
         indexerWords(attention.indexer)});
}

std::string nameOf(const LinearAttention& /*attention*/) {
    return "Gated DeltaNet";
}

std::string nameOf(const StateSpace& /*space*/) {
    return "Mamba-2";
}

std::string nameOf(const DenseFeedForward& /*dense*/) {
    return "dense";
}

/// Shared experts are one matrix however many they are: their number is known by their width.
std::string sharedWords(const MixtureOfExperts& mixture) {
    if (mixture.sharedWidth == 0) {
        return {};
    }
    return mixture.sharedWidth == mixture.width
               ? std::string("1 shared")
               : fmt::format("shared width {}", mixture.sharedWidth);
}

std::string nameOf(const MixtureOfExperts& mixture) {
    return (mixture.denseWidth > 0 ? "dense + " : "") +
           withWords(fmt::format("{} experts", mixture.experts),
                     {fmt::format("{} a token", mixture.perToken), sharedWords(mixture)});
}

std::string nameOf(const NoMixer& /*mixer*/) {
    return {};
}

std::string layerText(const LayerKind& kind) {
    const std::string token = shortName(kind.tokenMixer);
    const std::string channel = shortName(kind.channelMixer);
    return token + (token.empty() || channel.empty() ? "" : " + ") + channel;
}

} // namespace

ModelParts partsOf(const Transformer& model) {
    ModelParts parts;
    const auto visitor = [&parts](const auto& mixer) { addMixer(parts, mixer); };
    for (const LayerKind& kind : model.layerKinds) {
        std::visit(visitor, kind.tokenMixer);
        std::visit(visitor, kind.channelMixer);
        add(parts, ModelPart::OtherNorms, kind.norms != mixersOf(kind) || kind.scalars > 0);
    }
    add(parts, ModelPart::HyperConnections, model.residualStreams > 1);
    add(parts, ModelPart::MultiTokenPrediction, model.multiTokenPrediction.has_value());
    add(parts, ModelPart::VisionTower, model.visionParameters > 0);
    return parts;
}

const char* partName(ModelPart part) {
    return names[static_cast<std::size_t>(part)];
}

std::string partNames(const ModelParts& parts) {
    std::string list;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts.test(i)) {
            list += (list.empty() ? "" : ", ") + std::string(names[i]);
        }
    }
    return list;
}

std::string shortName(const TokenMixer& mixer) {
    return std::visit([](const auto& m) { return nameOf(m); }, mixer);
}

std::string shortName(const ChannelMixer& mixer) {
    return std::visit([](const auto& m) { return nameOf(m); }, mixer);
}

std::string layersText(const Transformer& model) {
    std::vector<std::pair<std::string, std::int64_t>> counted;
    for (const std::uint16_t kind : model.layers) {
        std::string text = layerText(model.layerKinds[kind]);
        const auto known =
            std::ranges::find(counted, text, &std::pair<std::string, std::int64_t>::first);
        if (known == counted.end()) {
            counted.emplace_back(std::move(text), 1);
        } else {
            ++known->second;
        }
    }
    std::string list;
    for (const auto& [text, count] : counted) {
        list += (list.empty() ? "" : ", ") + fmt::format("{} × {}", count, text);
    }
    return fmt::format("{} {}: {}", model.layers.size(),
                       model.layers.size() == 1 ? "layer" : "layers", list);
}

} // namespace roofplan
