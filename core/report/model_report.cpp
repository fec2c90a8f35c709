#include "core/architecture/flop_count.h"
#include "core/architecture/model_parts.h"
#include "core/architecture/sequence_cache.h"
#include "core/catalogue/model_json.h"
#include "core/report/catalogue_report.h"
#include "core/report/parameters_json.h"
#include "core/report/text_columns.h"
#include "core/units/quantity_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofplan {

namespace {

using Json = nlohmann::ordered_json;

/// What depends on the length of a sequence is told for this one; a common length of pre-training.
constexpr std::int64_t reportedSequence = 4096;

constexpr double cacheBytesPerElement = 2.0; // 16 bits

/// All digits, and the first four of long ones.
std::string countText(std::int64_t count) {
    const std::string all = fmt::format("{}", count);
    const std::string rounded = quantityText(static_cast<double>(count), UnitKind::Count);
    return rounded == all ? all : all + " (" + rounded + ")";
}

std::string flopsText(Flops flops) {
    return quantityText(flops.base(), UnitKind::FlopCount);
}

std::string detailOf(const SparseIndexer& indexer) {
    return fmt::format("indexer of {} heads of {} picks {} keys", indexer.heads,
                       indexer.headDimension, indexer.selectedTokens);
}

template <typename Attention>
std::string indexerDetail(const Attention& attention) {
    return attention.indexer ? ", " + detailOf(*attention.indexer) : std::string();
}

std::string spanDetail(const AttentionSpan& span) {
    switch (span.kind) {
    case AttentionSpan::Kind::Full:
        break;
    case AttentionSpan::Kind::Sliding:
        return fmt::format(", window of {} tokens", span.tokens);
    case AttentionSpan::Kind::Chunked:
        return fmt::format(", chunks of {} tokens", span.tokens);
    }
    return {};
}

std::string detailOf(const GroupedQueryAttention& attention) {
    return fmt::format("{} query heads, {} key/value heads of {}", attention.queryHeads,
                       attention.keyValueHeads, attention.headDimension) +
           spanDetail(attention.span) + (attention.outputGate ? ", gated" : "") +
           (attention.keyIsValue ? ", keys serve as values" : "") +
           (attention.sinks ? ", sinks" : "") + indexerDetail(attention);
}

std::string detailOf(const LatentAttention& attention) {
    const std::string query = attention.queryRank > 0
                                  ? fmt::format("query rank {}, ", attention.queryRank)
                                  : std::string();
    return fmt::format("MLA of {} heads of {} + {}, values of {}, {}key/value rank {}",
                       attention.heads, attention.plainDimension, attention.rotaryDimension,
                       attention.valueDimension, query, attention.keyValueRank) +
           indexerDetail(attention);
}

std::string detailOf(const CompressedAttention& attention) {
    const std::string blocks =
        attention.compression > 0 ? fmt::format(", a key for each {} tokens", attention.compression)
                                  : std::string();
    return fmt::format("{} query heads, 1 key/value head of {}, query rank {}, window of {} tokens",
                       attention.heads, attention.headDimension, attention.queryRank,
                       attention.window) +
           blocks + indexerDetail(attention);
}

std::string detailOf(const LinearAttention& attention) {
    return fmt::format("Gated DeltaNet, {} key heads of {}, {} value heads of {}",
                       attention.keyHeads, attention.keyDimension, attention.valueHeads,
                       attention.valueDimension);
}

std::string detailOf(const StateSpace& space) {
    return fmt::format("Mamba-2, {} heads of {}, state {} in {} groups", space.heads,
                       space.headDimension, space.state, space.groups);
}

std::string detailOf(const DenseFeedForward& dense) {
    return fmt::format("{}feed-forward of width {}", dense.gated ? "gated " : "", dense.width);
}

std::string detailOf(const MixtureOfExperts& mixture) {
    std::string text = fmt::format("{} {}experts of width {}, {} a token", mixture.experts,
                                   mixture.gated ? "gated " : "", mixture.width, mixture.perToken);
    text += mixture.latent > 0 ? fmt::format(", over {} instead of hidden", mixture.latent) : "";
    text += mixture.sharedWidth > 0 ? fmt::format(", shared width {}", mixture.sharedWidth) : "";
    text += mixture.denseWidth > 0
                ? fmt::format(", beside a feed-forward of width {}", mixture.denseWidth)
                : "";
    return text;
}

std::string detailOf(const NoMixer& /*mixer*/) {
    return {};
}

std::string kindText(const LayerKind& kind) {
    const auto detail = [](const auto& mixer) { return detailOf(mixer); };
    const std::string token = std::visit(detail, kind.tokenMixer);
    const std::string channel = std::visit(detail, kind.channelMixer);
    return token + (token.empty() || channel.empty() ? "" : "; ") + channel;
}

/// A row for each part that is there.
void addParts(TextColumns& columns, const ParameterCount& count) {
    const auto add = [&columns](const char* name, std::int64_t part) {
        if (part > 0) {
            columns.add({std::string("  ") + name, countText(part)});
        }
    };
    add("active a token", count.active());
    add("without input embedding", count.activeWithoutInputEmbedding());
    add("embedding", count.embedding);
    add("learned positions", count.positions);
    add("LM head", count.lmHead);
    add("token mixers", count.layers.tokenMixer);
    add("indexers", count.layers.indexer);
    add("dense feed-forward", count.layers.dense);
    add("routers", count.layers.router);
    add("routed experts", count.layers.routedExperts);
    add("shared experts", count.layers.sharedExperts);
    add("norms", count.layers.norms);
    add("hyper-connections", count.layers.hyperConnections);
    if (count.multiTokenPrediction > 0) {
        columns.add({"Multi-token prediction", countText(count.multiTokenPrediction) + ", apart"});
    }
    if (count.vision > 0) {
        columns.add({"Vision tower", countText(count.vision) + ", apart"});
    }
}

void addLayers(TextColumns& columns, const Transformer& model) {
    columns.add({"Layers", layersText(model)});
    for (const LayerKind& kind : model.layerKinds) {
        columns.add({"  " + kind.id, kindText(kind)});
    }
    if (model.residualStreams > 1) {
        columns.add({"Residual streams", fmt::format("{}", model.residualStreams)});
    }
}

void addFlops(TextColumns& columns, const Transformer& model) {
    const ForwardFlops flops =
        forwardFlopsPerToken(model, reportedSequence, AttentionFlops::CausalHalf);
    columns.add({"FLOPs a token", fmt::format("{} forward, {} training, in sequences of {}",
                                              flopsText(flops.total()),
                                              flopsText(flops.total() * 3.0), reportedSequence)});
    const auto add = [&columns](const char* name, Flops part) {
        if (part.base() > 0.0) {
            columns.add({std::string("  ") + name, flopsText(part)});
        }
    };
    add("linears", flops.linears);
    add("attention, causal half", flops.attention);
    add("indexer scores", flops.indexer);
    add("states", flops.state);
    add("LM head", flops.lmHead);
    add("multi-token prediction, apart", flops.multiTokenPrediction);
}

void addCache(TextColumns& columns, const Transformer& model) {
    const Bytes keyValue = keyValueBytesPerToken(model, reportedSequence, cacheBytesPerElement);
    columns.add({"Keys and values",
                 fmt::format("{} a token in 16 bits, in sequences of {}",
                             quantityText(keyValue.base(), UnitKind::Size), reportedSequence)});
    if (const std::int64_t elements = sequenceState(model).total(); elements > 0) {
        columns.add({"States", countText(elements) + " elements a sequence"});
    }
}

Json flopsJson(const Transformer& model) {
    const ForwardFlops flops =
        forwardFlopsPerToken(model, reportedSequence, AttentionFlops::CausalHalf);
    return {{"sequence", reportedSequence},    {"attention_pairs", "causal_half"},
            {"forward", flops.total().base()}, {"training", (flops.total() * 3.0).base()},
            {"linears", flops.linears.base()}, {"attention", flops.attention.base()},
            {"indexer", flops.indexer.base()}, {"state", flops.state.base()},
            {"lm_head", flops.lmHead.base()},  {"mtp", flops.multiTokenPrediction.base()}};
}

Json cacheJson(const Transformer& model) {
    const SequenceState state = sequenceState(model);
    return {{"sequence", reportedSequence},
            {"bytes_per_element", cacheBytesPerElement},
            {"kv_bytes_per_token",
             keyValueBytesPerToken(model, reportedSequence, cacheBytesPerElement).base()},
            {"state_elements",
             {{"recurrent", state.recurrent},
              {"convolution", state.convolution},
              {"compressor", state.compressor}}}};
}

} // namespace

std::string modelText(const ModelEntry& model) {
    const Transformer& shape = model.transformer;
    const ParameterCount count = parameterCount(shape);
    TextColumns columns("  ");
    columns.add({"Parameters", countText(count.total())});
    addParts(columns, count);
    columns.add({"Hidden", fmt::format("{}", shape.hidden)});
    columns.add({"Vocabulary", fmt::format("{}{}", shape.vocabulary,
                                           shape.tiedEmbeddings ? ", tied to the LM head" : "")});
    addLayers(columns, shape);
    addFlops(columns, shape);
    addCache(columns, shape);
    if (model.quantization) {
        columns.add({"Weights", std::string(weightFormatName(model.quantization->weights).label) +
                                    " as published"});
    }
    columns.add({"Source", model.source.title.empty() ? model.origin
                           : model.source.date.empty()
                               ? model.source.title
                               : fmt::format("{}, {}", model.source.title, model.source.date)});
    if (!model.source.url.empty()) {
        columns.add({"", model.source.url});
    }
    return columns.text();
}

Json modelReportJson(const ModelEntry& model) {
    const Transformer& shape = model.transformer;
    Json json = modelToJson(model);
    json["layers_text"] = layersText(shape);
    const ParameterCount count = parameterCount(shape);
    putParameters(json, count);
    json["params_active_without_input_embedding"] = count.activeWithoutInputEmbedding();
    json["params_active_without_embeddings"] = count.activeWithoutEmbeddings();
    json["flops_per_token"] = flopsJson(shape);
    json["cache"] = cacheJson(shape);
    return json;
}

} // namespace roofplan
