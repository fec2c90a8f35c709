#include "core/report/parameters_json.h"

#include <nlohmann/json.hpp>

namespace roofplan {

void putParameters(nlohmann::ordered_json& object, const ParameterCount& count) {
    object["params_total"] = count.total();
    object["params_active"] = count.active();
    object["params_by_part"] = {{"embedding", count.embedding},
                                {"positions", count.positions},
                                {"lm_head", count.lmHead},
                                {"token_mixers", count.layers.tokenMixer},
                                {"indexers", count.layers.indexer},
                                {"dense", count.layers.dense},
                                {"routers", count.layers.router},
                                {"routed_experts", count.layers.routedExperts},
                                {"shared_experts", count.layers.sharedExperts},
                                {"norms", count.layers.norms},
                                {"hyper_connections", count.layers.hyperConnections}};
    object["params_mtp"] = count.multiTokenPrediction;
    object["params_mtp_active"] = count.multiTokenPredictionActive;
    object["params_vision"] = count.vision;
}

} // namespace roofplan
