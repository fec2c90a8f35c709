#include "core/interchange/routed_config.h"

#include "core/catalogue/model_limits.h"
#include "core/interchange/experts_config.h"
#include "core/interchange/layer_list.h"

#include <nlohmann/json.hpp>

namespace roofplan {

namespace {

bool hasCorrection(ConfigReader& text, bool otherwise) {
    const nlohmann::json& method = text.value("topk_method");
    if (method.is_null()) {
        text.assume("topk_method", otherwise ? "\"noaux_tc\"" : "\"greedy\"");
        return otherwise;
    }
    text.require("topk_method", method, {"noaux_tc", "greedy", "group_limited_greedy"});
    return method == "noaux_tc";
}

} // namespace

MixtureOfExperts correctedExpertsOf(ConfigReader& text, const RoutingFacts& facts) {
    MixtureOfExperts experts = expertsOf(text, {.experts = {"n_routed_experts", {}},
                                                .perToken = {"num_experts_per_tok", {}},
                                                .width = {"moe_intermediate_size", {}}});
    setSharedExperts(text, experts, sharedExpertCount(text, facts.sharedExperts), experts.width);
    readRoutingGroups(text, experts, facts.groups, facts.groupsPerToken);
    experts.routerBias = hasCorrection(text, facts.correction);
    return experts;
}

std::vector<bool> expertLayersBehindDense(ConfigReader& text) {
    if (const auto listed =
            listedLayers(text, "mlp_layer_types", {.plain = "dense", .special = "sparse"})) {
        text.skip({"first_k_dense_replace", "moe_layer_freq"});
        return *listed;
    }
    std::vector<bool> sparse(layerCount(text));
    if (!text.has("first_k_dense_replace")) {
        text.report("config.missing", "first_k_dense_replace",
                    {translatable("core", "found nothing; needed: a whole number from 0 to {0}."),
                     {std::to_string(limits::layers)}});
    }
    const std::int64_t dense = text.count("first_k_dense_replace", limits::layers);
    const auto step = static_cast<std::size_t>(text.wholeOr("moe_layer_freq", limits::layers, 1));
    for (auto i = static_cast<std::size_t>(dense); i < sparse.size(); ++i) {
        sparse[i] = i % step == 0;
    }
    return sparse;
}

void readNextTokenLayers(ConfigReader& text, Transformer& model, const LayerKind& kind) {
    const std::int64_t modules =
        text.countOr("num_nextn_predict_layers", limits::predictionModules, 0);
    if (modules > 0) {
        model.multiTokenPrediction = {.modules = modules, .kind = kindIndex(model, kind, text)};
    }
}

} // namespace roofplan
