#include "core/result/term.h"

#include "core/base/diagnostic.h"

#include <array>

namespace roofplan {

namespace {

struct Name {
    std::string_view key;
    const char* label;
};

constexpr std::array<Name, static_cast<std::size_t>(TermName::Count)> termNames{{
    {"step", translatable("core", "Training step")},
    {"steady_state", translatable("core", "Micro-batches of the pacing stage")},
    {"forward", translatable("core", "Forward pass")},
    {"backward", translatable("core", "Backward pass")},
    {"qkv_projection", translatable("core", "QKV projection")},
    {"attention", translatable("core", "FlashAttention")},
    {"attention_scores", translatable("core", "Attention scores")},
    {"attention_softmax", translatable("core", "Softmax")},
    {"attention_dropout", translatable("core", "Attention dropout")},
    {"attention_values", translatable("core", "Attention values")},
    {"output_projection", translatable("core", "Output projection")},
    {"gate_up_projection", translatable("core", "Gate + up")},
    {"up_projection", translatable("core", "Up projection")},
    {"down_projection", translatable("core", "Down")},
    {"norms", translatable("core", "Norms")},
    {"residual_adds", translatable("core", "Residual adds")},
    {"rotary", translatable("core", "Rotary embedding")},
    {"query_key_norm", translatable("core", "Query and key norms")},
    {"output_gate", translatable("core", "Output gate")},
    {"query_down", translatable("core", "Query down-projection")},
    {"query_up", translatable("core", "Query up-projection")},
    {"kv_down", translatable("core", "Key-value down-projection")},
    {"kv_up", translatable("core", "Key-value up-projection")},
    {"latent_layout", translatable("core", "Rotary and layout of latent heads")},
    {"activation", translatable("core", "Activation")},
    {"router", translatable("core", "Router")},
    {"router_scores", translatable("core", "Router scores, top-k")},
    {"permute", translatable("core", "Token permutation")},
    {"expert_up", translatable("core", "Experts, gate + up")},
    {"expert_down", translatable("core", "Experts, down")},
    {"shared_expert_up", translatable("core", "Shared experts, gate + up")},
    {"shared_expert_down", translatable("core", "Shared experts, down")},
    {"adapters", translatable("core", "LoRA adapters")},
    {"casts", translatable("core", "Quantise kernels")},
    {"prediction_join", translatable("core", "Join of a predicted token")},
    {"embedding", translatable("core", "Token embedding")},
    {"lm_head", translatable("core", "LM head")},
    {"loss", translatable("core", "Cross-entropy")},
    {"tp_collectives", translatable("core", "Tensor-parallel collectives")},
    {"cp_exchange", translatable("core", "Context-parallel exchange")},
    {"ep_dispatch", translatable("core", "Expert dispatch and combine")},
    {"layer_gather", translatable("core", "Sharded parameters and gradients")},
    {"activation_offload", translatable("core", "Activations to host memory")},
    {"host_launches", translatable("core", "Host launches")},
    {"kernel_gaps", translatable("core", "Gaps between kernels")},
    {"pp_transfer", translatable("core", "Pipeline transfers")},
    {"pp_bubble", translatable("core", "Pipeline bubble")},
    {"dp_reduce", translatable("core", "Gradient reduction")},
    {"dp_gather", translatable("core", "Parameter all-gather")},
    {"tied_embedding_reduce", translatable("core", "Tied-embedding reduction")},
    {"optimizer_update", translatable("core", "Optimizer update")},
    {"stragglers", translatable("core", "Stragglers")},
    {"software_age", translatable("core", "Age of the software")},
    {"fixed_step", translatable("core", "Fixed time a step")},
}};

constexpr std::array<std::string_view, 7> phaseKeys{"step",  "forward", "recompute", "backward",
                                                    "dgrad", "wgrad",   "optimizer"};

constexpr std::array<Name, 13> categoryNames{{
    {"gemm", translatable("core", "GEMM")},
    {"attention", translatable("core", "Attention")},
    {"hbm_kernels", translatable("core", "HBM kernels")},
    {"tensor_parallel", translatable("core", "Tensor parallel, exposed")},
    {"context_parallel", translatable("core", "Context parallel, exposed")},
    {"expert_parallel", translatable("core", "Expert parallel, exposed")},
    {"pipeline_parallel", translatable("core", "Pipeline transfers, exposed")},
    {"data_parallel", translatable("core", "Data parallel, exposed")},
    {"bubble", translatable("core", "Bubble, imbalance")},
    {"host", translatable("core", "Host, launches")},
    {"optimizer", translatable("core", "Optimizer")},
    {"stragglers", translatable("core", "Stragglers")},
    {"group", translatable("core", "Group")},
}};

} // namespace

std::string_view termKey(TermName name) {
    return termNames[static_cast<std::size_t>(name)].key;
}

const char* termLabel(TermName name) {
    return termNames[static_cast<std::size_t>(name)].label;
}

std::string_view phaseKey(Phase phase) {
    return phaseKeys[static_cast<std::size_t>(phase)];
}

std::string_view categoryKey(Category category) {
    return categoryNames[static_cast<std::size_t>(category)].key;
}

const char* categoryLabel(Category category) {
    return categoryNames[static_cast<std::size_t>(category)].label;
}

} // namespace roofplan
