#include "core/calibration/gpu_names.h"

#include <algorithm>

namespace roofplan {

namespace {

/// "NVIDIA H100 SXM" → "h100sxm"
std::string bare(std::string_view name) {
    std::string text;
    for (const char c : name) {
        if (c >= 'A' && c <= 'Z') {
            text += static_cast<char>(c - 'A' + 'a');
        } else if (c != ' ' && c != '-' && c != '_') {
            text += c;
        }
    }
    constexpr std::string_view vendor = "nvidia";
    return text.starts_with(vendor) ? text.substr(vendor.size()) : text;
}

} // namespace

std::optional<std::string> gpuIdOf(std::string_view name, const Catalogue& catalogue) {
    const std::string wanted = bare(name);
    for (const Gpu& gpu : catalogue.gpus) {
        const auto isWanted = [&wanted](const std::string& alias) { return bare(alias) == wanted; };
        if (isWanted(gpu.id) || isWanted(gpu.name) || std::ranges::any_of(gpu.aliases, isWanted)) {
            return gpu.id;
        }
    }
    return std::nullopt;
}

} // namespace roofplan
