// Parts of a config.json that nearly every family has: the frame of a model and its grouped-query
// attention.
#pragma once

#include "core/architecture/transformer.h"
#include "core/interchange/config_reader.h"

#include <initializer_list>
#include <optional>
#include <string_view>

namespace roofplan {

/// Which projections of an attention have a bias.
enum class AttentionBias {
    None,
    Inputs,    ///< Q, K and V
    InputFlag, ///< Q, K and V with `attention_bias`
    AllFlag,   ///< Q, K, V and the output with `attention_bias`
};

/// What the code of a model class builds and assumes. Source: configuration_*.py and modeling_*.py
/// of the class in transformers 4.5x and 5.x.
struct AttentionFacts {
    std::optional<std::int64_t> headDimension; ///< hidden / heads when absent
    std::optional<std::int64_t> keyValueHeads; ///< the query heads when absent
    QueryKeyNorm queryKeyNorm = QueryKeyNorm::None;
    AttentionBias bias = AttentionBias::None;
    bool biasByDefault = false; ///< what `attention_bias` is when absent
};

/// Hidden width, vocabulary and whether the LM head is tied, which is `tied` when neither object
/// says.
void readFrame(ConfigReader& config, ConfigReader& text, Transformer& model, bool tied = false);

/// The grouped-query attention of a layer that sees all tokens.
[[nodiscard]] GroupedQueryAttention
attentionOf(ConfigReader& text, std::int64_t hidden, const AttentionFacts& facts);

/// Reports an attention whose heads are not sensible; `headsKey` and `keyValueKey` name the fields.
void checkHeads(ConfigReader& text,
                const GroupedQueryAttention& attention,
                const char* headsKey,
                const char* keyValueKey);

/// Refuses activations that the family is not known with; absent, the first of them is assumed,
/// which is the class's own.
void checkActivation(ConfigReader& text,
                     std::string_view key,
                     std::initializer_list<std::string_view> allowed);

} // namespace roofplan
