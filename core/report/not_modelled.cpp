#include "core/report/not_modelled.h"

#include <array>

namespace roofplan {

namespace {

constexpr std::array<NotModelled, 7> figures{{
    {"goodput", "not_modelled.goodput"},
    {"energy_kwh", "not_modelled.energy"},
    {"ttft_s", "not_modelled.serving"},
    {"tpot_s", "not_modelled.serving"},
    {"output_tokens_per_s", "not_modelled.serving"},
    {"output_tokens_per_s_per_gpu", "not_modelled.serving"},
    {"usd_per_million_output_tokens", "not_modelled.serving"},
}};

Diagnostic note(const char* code, const char* place, const char* text) {
    return {.severity = Severity::Info, .code = code, .place = place, .text = {text, {}}};
}

} // namespace

std::span<const NotModelled> notModelled() {
    return figures;
}

Diagnostics notModelledReasons() {
    return {note("not_modelled.goodput", "goodput",
                 translatable("core",
                              "Failures, checkpoints and restarts are not modelled yet; the time "
                              "to train is that of an undisturbed run.")),
            note("not_modelled.energy", "energy_kwh",
                 translatable("core", "Energy is not modelled yet.")),
            note("not_modelled.serving", "ttft_s",
                 translatable("core", "Serving is not modelled yet; its figures are empty."))};
}

} // namespace roofplan
