// GLM-4.5 to 4.7: grouped-query attention over leading dense layers and experts.
#include "core/catalogue/model_limits.h"
#include "core/interchange/attention_config.h"
#include "core/interchange/families.h"
#include "core/interchange/layer_list.h"
#include "core/interchange/routed_config.h"

namespace roofplan {

void readGlm4Moe(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readFrame(config, text, model);
    checkActivation(text, "hidden_act", {"silu", "swish"});
    AttentionFacts facts{
        .headDimension = 128, .keyValueHeads = 8, .bias = AttentionBias::InputFlag};
    facts.queryKeyNorm = text.flag("use_qk_norm", false) ? QueryKeyNorm::Head : QueryKeyNorm::None;
    const GroupedQueryAttention attention = attentionOf(text, model.hidden, facts);
    const LayerKind sparse{
        .id = {}, .tokenMixer = attention, .channelMixer = correctedExpertsOf(text, {})};
    const LayerKind dense{
        .id = {},
        .tokenMixer = attention,
        .channelMixer = DenseFeedForward{.width = text.whole("intermediate_size", limits::width)}};
    for (const bool isSparse : expertLayersBehindDense(text)) {
        addLayer(model, isSparse ? sparse : dense, text);
    }
    readNextTokenLayers(text, model, sparse);
}

} // namespace roofplan
