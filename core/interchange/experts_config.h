// The mixture of experts of a config.json: families differ in the names of the fields.
#pragma once

#include "core/architecture/transformer.h"
#include "core/interchange/config_reader.h"

#include <optional>

namespace roofplan {

/// A field and what the class assumes when it is absent; needed where it assumes nothing.
struct WholeField {
    const char* key = nullptr;
    std::optional<std::int64_t> assumed;
};

struct ExpertFields {
    WholeField experts;
    WholeField perToken;
    WholeField width;
};

/// Experts, those a token meets, and their width.
[[nodiscard]] MixtureOfExperts expertsOf(ConfigReader& text, const ExpertFields& fields);

/// `n_shared_experts`; nearly every class assumes one, and null says none.
[[nodiscard]] std::int64_t sharedExpertCount(ConfigReader& text, std::int64_t assumed = 1);

/// `shared` experts of `width` each.
void setSharedExperts(ConfigReader& text,
                      MixtureOfExperts& experts,
                      std::int64_t shared,
                      std::int64_t width);

/// Reads `n_group` and `topk_group`; what the class assumes of them follows.
void readRoutingGroups(ConfigReader& text,
                       MixtureOfExperts& experts,
                       std::int64_t groups,
                       std::int64_t groupsPerToken);

} // namespace roofplan
