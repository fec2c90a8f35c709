#include "core/interchange/attention_config.h"

#include "core/catalogue/model_limits.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace roofplan {

namespace {

std::int64_t headDimension(ConfigReader& text,
                           const AttentionFacts& facts,
                           std::int64_t hidden,
                           std::int64_t heads) {
    // null asks for the quotient also where the class has a number of its own.
    if (text.has("head_dim") || (facts.headDimension && !text.mentions("head_dim"))) {
        return text.wholeOr("head_dim", limits::headDimension, facts.headDimension.value_or(1));
    }
    const bool bothRead = text.sound("hidden_size") && text.sound("num_attention_heads");
    if (bothRead && hidden % heads != 0) {
        text.report("config.value", "hidden_size",
                    {translatable("core", "found {0}; allowed: a multiple of {1} = {2}."),
                     {std::to_string(hidden), "num_attention_heads", std::to_string(heads)}});
    }
    const std::int64_t quotient = std::max<std::int64_t>(hidden / heads, 1);
    if (bothRead && quotient > limits::headDimension) {
        text.report("config.value", "num_attention_heads",
                    {translatable("core", "found {0} heads of {1}; allowed: heads of at most {2}."),
                     {std::to_string(heads), std::to_string(quotient),
                      std::to_string(limits::headDimension)}});
    }
    text.assume("head_dim", std::to_string(quotient));
    return quotient;
}

bool biased(ConfigReader& text, const AttentionFacts& facts) {
    return facts.bias == AttentionBias::Inputs ||
           (facts.bias != AttentionBias::None && text.flag("attention_bias", facts.biasByDefault));
}

} // namespace

void readFrame(ConfigReader& config, ConfigReader& text, Transformer& model, bool tied) {
    constexpr auto key = "tie_word_embeddings";
    model.hidden = text.whole("hidden_size", limits::hidden);
    model.vocabulary = text.whole("vocab_size", limits::vocabulary);
    model.norm = NormKind::Rms;
    const bool nested = config.has(key) && &text.json() != &config.json();
    if (nested && text.has(key) && config.given(key) != text.given(key)) {
        text.report("config.value", key,
                    {translatable("core", "found {0}; allowed: the same as {1}, which is {2}."),
                     {text.given(key) ? "true" : "false", config.place(key),
                      config.given(key) ? "true" : "false"}});
    }
    model.tiedEmbeddings = nested && !text.has(key) ? config.given(key) : text.flag(key, tied);
}

GroupedQueryAttention
attentionOf(ConfigReader& text, std::int64_t hidden, const AttentionFacts& facts) {
    const std::int64_t heads = text.whole("num_attention_heads", limits::heads);
    // null asks for as many as there are query heads.
    const bool silent = !text.mentions("num_key_value_heads");
    const std::int64_t keyValueHeads = text.wholeOr(
        "num_key_value_heads", limits::heads, silent ? facts.keyValueHeads.value_or(heads) : heads);
    const bool bias = biased(text, facts);
    const GroupedQueryAttention attention{
        .queryHeads = heads,
        .keyValueHeads = keyValueHeads,
        .headDimension = headDimension(text, facts, hidden, heads),
        .inputBias = bias,
        .outputBias = bias && facts.bias == AttentionBias::AllFlag,
        .queryKeyNorm = facts.queryKeyNorm};
    checkHeads(text, attention, "num_attention_heads", "num_key_value_heads");
    return attention;
}

void checkHeads(ConfigReader& text,
                const GroupedQueryAttention& attention,
                const char* headsKey,
                const char* keyValueKey) {
    const std::int64_t heads = attention.queryHeads;
    if (text.sound(headsKey) && text.sound(keyValueKey) && heads % attention.keyValueHeads != 0) {
        text.report("config.value", keyValueKey,
                    {translatable("core", "found {0}; allowed: a divisor of {1} = {2}."),
                     {std::to_string(attention.keyValueHeads), headsKey, std::to_string(heads)}});
    }
    if (heads * attention.headDimension > limits::width) {
        text.report(
            "config.value", headsKey,
            {translatable("core", "found {0} heads of {1}; allowed: a product of at most {2}."),
             {std::to_string(heads), std::to_string(attention.headDimension),
              std::to_string(limits::width)}});
    }
}

void checkActivation(ConfigReader& text,
                     std::string_view key,
                     std::initializer_list<std::string_view> allowed) {
    const nlohmann::json& activation = text.value(key);
    if (activation.is_null()) {
        text.assume(key, '"' + std::string(*allowed.begin()) + '"');
    } else {
        text.require(key, activation, allowed);
    }
}

} // namespace roofplan
