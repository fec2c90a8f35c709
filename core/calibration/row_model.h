// The model of a published training row.
#pragma once

#include "core/architecture/transformer.h"
#include "core/base/expected.h"
#include "core/calibration/row_conventions.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace roofplan {

/// `model` is the row's object of that name: layers, hidden, heads, kv_heads, head_dim, ffn_hidden,
/// gated, vocab, moe, mla, sliding_window. `sequence` is the length of a learned position table.
/// Fails with a diagnostic a missing or wrong field; `place` names file and row.
[[nodiscard]] Expected<Transformer> rowModel(const nlohmann::json& model,
                                             const ModelAssumptions& assumed,
                                             std::int64_t sequence,
                                             const std::string& place);

} // namespace roofplan
