#include "core/catalogue/mixer_json.h"
#include "core/catalogue/model_limits.h"

#include <algorithm>
#include <array>
#include <string>

namespace roofplan {

namespace {

using nlohmann::ordered_json;

enum class Kind { Attention, Latent, Compressed, Linear, StateSpace, None };

constexpr auto kindNames = std::to_array<Named<Kind>>({
    {Kind::Attention, "attention"},
    {Kind::Latent, "latent_attention"},
    {Kind::Compressed, "compressed_attention"},
    {Kind::Linear, "linear_attention"},
    {Kind::StateSpace, "state_space"},
    {Kind::None, "none"},
});

constexpr auto spanNames = std::to_array<Named<AttentionSpan::Kind>>({
    {AttentionSpan::Kind::Full, "full"},
    {AttentionSpan::Kind::Sliding, "sliding"},
    {AttentionSpan::Kind::Chunked, "chunked"},
});

constexpr auto queryKeyNormNames = std::to_array<Named<QueryKeyNorm>>({
    {QueryKeyNorm::None, "none"},
    {QueryKeyNorm::Head, "head"},
    {QueryKeyNorm::Width, "width"},
    {QueryKeyNorm::Weightless, "weightless"},
});

template <typename E, std::size_t N>
std::string wordOf(const std::array<Named<E>, N>& names, E value) {
    return std::string(std::ranges::find(names, value, &Named<E>::value)->key);
}

/// `part` of a layer has to come in equal shares to each of `whole`.
void checkDivides(std::int64_t part,
                  std::int64_t whole,
                  const char* key,
                  const char* pattern,
                  const ObjectReader& reader,
                  Diagnostics& findings) {
    if (whole % part != 0) {
        findings.push_back({.code = "model.value",
                            .place = reader.place(key),
                            .text = {pattern, {std::to_string(part), std::to_string(whole)}}});
    }
}

std::optional<SparseIndexer> indexerFrom(ObjectReader& mixer) {
    if (!mixer.has("indexer")) {
        return std::nullopt;
    }
    constexpr SparseIndexer standard;
    ObjectReader reader = mixer.object("indexer");
    const SparseIndexer indexer{
        .heads = reader.whole("heads", 1, limits::heads),
        .headDimension = reader.whole("head_dimension", 1, limits::headDimension),
        .selectedTokens = reader.whole("selected_tokens", 1, limits::tokens),
        .queryInput = reader.wholeOr("query_input", 0, limits::rank, standard.queryInput),
        .headWeights = reader.flag("head_weights", standard.headWeights),
        .keyNormBias = reader.flag("key_norm_bias", standard.keyNormBias),
        .queryNorm = reader.flag("query_norm", standard.queryNorm)};
    reader.nothingElse({"heads", "head_dimension", "selected_tokens", "query_input", "head_weights",
                        "key_norm_bias", "query_norm"});
    return indexer;
}

AttentionSpan spanFrom(ObjectReader& mixer) {
    if (!mixer.has("span")) {
        return {};
    }
    ObjectReader reader = mixer.object("span");
    AttentionSpan span{.kind = reader.choice<AttentionSpan::Kind>("kind", spanNames)};
    if (span.kind == AttentionSpan::Kind::Full) {
        reader.nothingElse({"kind"});
    } else {
        span.tokens = reader.whole("tokens", 1, limits::tokens);
        reader.nothingElse({"kind", "tokens"});
    }
    return span;
}

/// A word, or as files have it since there was only one kind: true or false.
QueryKeyNorm queryKeyNormFrom(ObjectReader& reader) {
    if (reader.isFlag("query_key_norm")) {
        return reader.flag("query_key_norm", false) ? QueryKeyNorm::Head : QueryKeyNorm::None;
    }
    return reader.choiceOr<QueryKeyNorm>("query_key_norm", queryKeyNormNames, QueryKeyNorm::None);
}

GroupedQueryAttention attentionFrom(ObjectReader& reader, Diagnostics& findings) {
    constexpr GroupedQueryAttention standard;
    const std::size_t before = findings.size();
    GroupedQueryAttention attention{.queryHeads = reader.whole("query_heads", 1, limits::heads),
                                    .keyValueHeads = reader.whole("kv_heads", 1, limits::heads),
                                    .headDimension =
                                        reader.whole("head_dimension", 1, limits::headDimension),
                                    .inputBias = reader.flag("input_bias", standard.inputBias),
                                    .outputBias = reader.flag("output_bias", standard.outputBias),
                                    .queryKeyNorm = queryKeyNormFrom(reader),
                                    .rotary = reader.flag("rotary", standard.rotary),
                                    .outputGate = reader.flag("output_gate", standard.outputGate),
                                    .sinks = reader.flag("sinks", standard.sinks),
                                    .keyIsValue = reader.flag("key_is_value", standard.keyIsValue),
                                    .span = spanFrom(reader),
                                    .indexer = indexerFrom(reader)};
    if (findings.size() == before) {
        checkDivides(attention.keyValueHeads, attention.queryHeads, "kv_heads",
                     translatable("core", "Found {0} key/value heads; allowed: divisors of the {1} "
                                          "query heads."),
                     reader, findings);
    }
    reader.nothingElse({"kind", "query_heads", "kv_heads", "head_dimension", "input_bias",
                        "output_bias", "query_key_norm", "rotary", "output_gate", "sinks",
                        "key_is_value", "span", "indexer"});
    return attention;
}

LatentAttention latentFrom(ObjectReader& reader) {
    const LatentAttention attention{
        .heads = reader.whole("heads", 1, limits::heads),
        .queryRank = reader.wholeOr("query_rank", 0, limits::rank, 0),
        .keyValueRank = reader.whole("kv_rank", 1, limits::rank),
        .plainDimension = reader.whole("plain_dimension", 1, limits::headDimension),
        .rotaryDimension = reader.wholeOr("rotary_dimension", 0, limits::headDimension, 0),
        .valueDimension = reader.whole("value_dimension", 1, limits::headDimension),
        .indexer = indexerFrom(reader)};
    reader.nothingElse({"kind", "heads", "query_rank", "kv_rank", "plain_dimension",
                        "rotary_dimension", "value_dimension", "indexer"});
    return attention;
}

CompressedAttention compressedFrom(ObjectReader& reader, Diagnostics& findings) {
    constexpr CompressedAttention standard;
    const std::size_t before = findings.size();
    const CompressedAttention attention{
        .heads = reader.whole("heads", 1, limits::heads),
        .headDimension = reader.whole("head_dimension", 1, limits::headDimension),
        .queryRank = reader.whole("query_rank", 1, limits::rank),
        .outputRank = reader.whole("output_rank", 1, limits::rank),
        .outputGroups = reader.whole("output_groups", 1, limits::outputGroups),
        .rotaryDimension = reader.wholeOr("rotary_dimension", 0, limits::headDimension, 0),
        .window = reader.whole("window", 1, limits::tokens),
        .compression = reader.wholeOr("compression", 0, limits::compression, 0),
        .overlapping = reader.flag("overlapping", standard.overlapping),
        .indexer = indexerFrom(reader)};
    if (findings.size() == before && attention.compression == 0 && attention.indexer) {
        findings.push_back(
            {.code = "model.value",
             .place = reader.place("indexer"),
             .text = {translatable("core", "An indexer picks compressed keys, but there is no "
                                           "compression."),
                      {}}});
    }
    reader.nothingElse({"kind", "heads", "head_dimension", "query_rank", "output_rank",
                        "output_groups", "rotary_dimension", "window", "compression", "overlapping",
                        "indexer"});
    return attention;
}

LinearAttention linearFrom(ObjectReader& reader, Diagnostics& findings) {
    const std::size_t before = findings.size();
    const LinearAttention attention{
        .keyHeads = reader.whole("key_heads", 1, limits::heads),
        .valueHeads = reader.whole("value_heads", 1, limits::heads),
        .keyDimension = reader.whole("key_dimension", 1, limits::headDimension),
        .valueDimension = reader.whole("value_dimension", 1, limits::headDimension),
        .convolution = reader.wholeOr("convolution", 0, limits::convolution, 0)};
    if (findings.size() == before) {
        checkDivides(attention.keyHeads, attention.valueHeads, "key_heads",
                     translatable("core", "Found {0} key heads; allowed: divisors of the {1} value "
                                          "heads."),
                     reader, findings);
    }
    reader.nothingElse(
        {"kind", "key_heads", "value_heads", "key_dimension", "value_dimension", "convolution"});
    return attention;
}

StateSpace stateSpaceFrom(ObjectReader& reader, Diagnostics& findings) {
    constexpr StateSpace standard;
    const std::size_t before = findings.size();
    const StateSpace space{
        .heads = reader.whole("heads", 1, limits::heads),
        .headDimension = reader.whole("head_dimension", 1, limits::headDimension),
        .groups = reader.whole("groups", 1, limits::heads),
        .state = reader.whole("state", 1, limits::headDimension),
        .convolution = reader.wholeOr("convolution", 0, limits::convolution, 0),
        .convolutionBias = reader.flag("convolution_bias", standard.convolutionBias),
        .projectionBias = reader.flag("projection_bias", standard.projectionBias)};
    if (findings.size() == before) {
        checkDivides(space.groups, space.heads, "groups",
                     translatable("core", "Found {0} groups; allowed: divisors of the {1} heads."),
                     reader, findings);
    }
    reader.nothingElse({"kind", "heads", "head_dimension", "groups", "state", "convolution",
                        "convolution_bias", "projection_bias"});
    return space;
}

void putIndexer(ordered_json& json, const std::optional<SparseIndexer>& indexer) {
    if (!indexer) {
        return;
    }
    constexpr SparseIndexer standard;
    ordered_json object{{"heads", indexer->heads},
                        {"head_dimension", indexer->headDimension},
                        {"selected_tokens", indexer->selectedTokens}};
    putUnless(object, "query_input", indexer->queryInput, standard.queryInput);
    putUnless(object, "head_weights", indexer->headWeights, standard.headWeights);
    putUnless(object, "key_norm_bias", indexer->keyNormBias, standard.keyNormBias);
    putUnless(object, "query_norm", indexer->queryNorm, standard.queryNorm);
    json["indexer"] = std::move(object);
}

ordered_json queryKeyNormJson(QueryKeyNorm norm) {
    const bool flag = norm == QueryKeyNorm::None || norm == QueryKeyNorm::Head;
    return flag ? ordered_json(norm == QueryKeyNorm::Head)
                : ordered_json(wordOf(queryKeyNormNames, norm));
}

ordered_json mixerJson(const GroupedQueryAttention& attention) {
    constexpr GroupedQueryAttention standard;
    ordered_json json{{"kind", "attention"},
                      {"query_heads", attention.queryHeads},
                      {"kv_heads", attention.keyValueHeads},
                      {"head_dimension", attention.headDimension},
                      {"input_bias", attention.inputBias},
                      {"output_bias", attention.outputBias},
                      {"query_key_norm", queryKeyNormJson(attention.queryKeyNorm)},
                      {"rotary", attention.rotary}};
    putUnless(json, "output_gate", attention.outputGate, standard.outputGate);
    putUnless(json, "sinks", attention.sinks, standard.sinks);
    putUnless(json, "key_is_value", attention.keyIsValue, standard.keyIsValue);
    if (attention.span.kind != AttentionSpan::Kind::Full) {
        json["span"] = {{"kind", wordOf(spanNames, attention.span.kind)},
                        {"tokens", attention.span.tokens}};
    }
    putIndexer(json, attention.indexer);
    return json;
}

ordered_json mixerJson(const LatentAttention& attention) {
    ordered_json json{{"kind", "latent_attention"},
                      {"heads", attention.heads},
                      {"query_rank", attention.queryRank},
                      {"kv_rank", attention.keyValueRank},
                      {"plain_dimension", attention.plainDimension},
                      {"rotary_dimension", attention.rotaryDimension},
                      {"value_dimension", attention.valueDimension}};
    putIndexer(json, attention.indexer);
    return json;
}

ordered_json mixerJson(const CompressedAttention& attention) {
    constexpr CompressedAttention standard;
    ordered_json json{{"kind", "compressed_attention"},
                      {"heads", attention.heads},
                      {"head_dimension", attention.headDimension},
                      {"query_rank", attention.queryRank},
                      {"output_rank", attention.outputRank},
                      {"output_groups", attention.outputGroups},
                      {"rotary_dimension", attention.rotaryDimension},
                      {"window", attention.window}};
    putUnless(json, "compression", attention.compression, standard.compression);
    putUnless(json, "overlapping", attention.overlapping, standard.overlapping);
    putIndexer(json, attention.indexer);
    return json;
}

ordered_json mixerJson(const LinearAttention& attention) {
    return {{"kind", "linear_attention"},
            {"key_heads", attention.keyHeads},
            {"value_heads", attention.valueHeads},
            {"key_dimension", attention.keyDimension},
            {"value_dimension", attention.valueDimension},
            {"convolution", attention.convolution}};
}

ordered_json mixerJson(const StateSpace& space) {
    constexpr StateSpace standard;
    ordered_json json{
        {"kind", "state_space"},  {"heads", space.heads}, {"head_dimension", space.headDimension},
        {"groups", space.groups}, {"state", space.state}, {"convolution", space.convolution}};
    putUnless(json, "convolution_bias", space.convolutionBias, standard.convolutionBias);
    putUnless(json, "projection_bias", space.projectionBias, standard.projectionBias);
    return json;
}

ordered_json mixerJson(const NoMixer& /*mixer*/) {
    return {{"kind", "none"}};
}

} // namespace

TokenMixer tokenMixerFrom(ObjectReader reader, Diagnostics& findings) {
    const std::size_t before = findings.size();
    const Kind kind = reader.choice<Kind>("kind", kindNames);
    if (findings.size() != before) {
        return NoMixer{}; // of an unknown kind the members mean nothing
    }
    switch (kind) {
    case Kind::Attention:
        return attentionFrom(reader, findings);
    case Kind::Latent:
        return latentFrom(reader);
    case Kind::Compressed:
        return compressedFrom(reader, findings);
    case Kind::Linear:
        return linearFrom(reader, findings);
    case Kind::StateSpace:
        return stateSpaceFrom(reader, findings);
    case Kind::None:
        break;
    }
    reader.nothingElse({"kind"});
    return NoMixer{};
}

ordered_json toJson(const TokenMixer& mixer) {
    return std::visit([](const auto& m) { return mixerJson(m); }, mixer);
}

} // namespace roofplan
