// Leading dense layers, then experts with shared ones, and prediction layers behind: the scheme of
// DeepSeek-V3 and of those who follow its names.
#pragma once

#include "core/architecture/transformer.h"
#include "core/interchange/config_reader.h"

#include <vector>

namespace roofplan {

/// What the class assumes where the file is silent.
struct RoutingFacts {
    std::int64_t groups = 1; ///< `n_group`, and `topk_group` of them a token
    std::int64_t groupsPerToken = 1;
    std::int64_t sharedExperts = 1;
    bool correction = true; ///< `topk_method`: with a balancing correction an expert
};

[[nodiscard]] MixtureOfExperts correctedExpertsOf(ConfigReader& text, const RoutingFacts& facts);

/// The layers with experts: as `mlp_layer_types` lists them, or every `moe_layer_freq`-th from
/// `first_k_dense_replace` on.
[[nodiscard]] std::vector<bool> expertLayersBehindDense(ConfigReader& text);

/// `num_nextn_predict_layers` modules with a layer of that kind; the classes build none where the
/// file is silent.
void readNextTokenLayers(ConfigReader& text, Transformer& model, const LayerKind& kind);

} // namespace roofplan
