#include "core/report/not_modelled.h"

#include <array>

namespace roofplan {

namespace {

constexpr const char* serving = translatable("core", "Serving is not modelled yet.");

constexpr std::array<NotModelled, 7> figures{{
    {"goodput", "not_modelled.goodput",
     translatable("core",
                  "Failures, checkpoints and restarts are not modelled yet; the time to train is "
                  "that of an undisturbed run.")},
    {"energy_kwh", "not_modelled.energy", translatable("core", "Energy is not modelled yet.")},
    {"ttft_s", "not_modelled.serving", serving},
    {"tpot_s", "not_modelled.serving", serving},
    {"output_tokens_per_s", "not_modelled.serving", serving},
    {"output_tokens_per_s_per_gpu", "not_modelled.serving", serving},
    {"usd_per_million_output_tokens", "not_modelled.serving", serving},
}};

} // namespace

std::span<const NotModelled> notModelled() {
    return figures;
}

Diagnostics notModelledReasons() {
    Diagnostics reasons;
    for (const NotModelled& figure : figures) {
        reasons.push_back({.severity = Severity::Info,
                           .code = figure.code,
                           .place = figure.headlineKey,
                           .text = {figure.reason, {}}});
    }
    return reasons;
}

} // namespace roofplan
