#include "core/calibration/row_links.h"

#include "core/calibration/gpu_names.h"
#include "core/calibration/measurement_file.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <string_view>

namespace roofplan {

namespace {

using nlohmann::json;

constexpr double gpusOfRack = 72.0;
constexpr double bytesPerSecondOfGbit = 1e9 / 8.0;

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

bool isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/// Whether `word` stands in `text` on its own, "ib" in "ib ndr 8x400" but not in "ribbon".
bool hasWord(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); !word.empty() && at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !isLetterOrDigit(text[at - 1])) &&
            (end == text.size() || !isLetterOrDigit(text[end]))) {
            return true;
        }
    }
    return false;
}

std::size_t skipDigits(std::string_view text, std::size_t at) {
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
        ++at;
    }
    return at;
}

/// The number that starts at `at`; up to seven digits, which no rate has more of.
double numberFrom(std::string_view text, std::size_t at) {
    double number = 0.0;
    constexpr std::size_t most = 7;
    for (std::size_t i = at; i < std::min(skipDigits(text, at), at + most); ++i) {
        number = 10.0 * number + (text[i] - '0');
    }
    return number;
}

/// Gbit/s of a node: "16x400", or "1600 gb/s/node".
std::optional<double> rateIn(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t end = skipDigits(text, at);
        if (end == at) {
            continue;
        }
        const bool product =
            end + 1 < text.size() && text[end] == 'x' && skipDigits(text, end + 1) > end + 1;
        if (product) {
            return numberFrom(text, at) * numberFrom(text, end + 1);
        }
        if (text.substr(end).starts_with(" gb/s/node")) {
            return numberFrom(text, at);
        }
        at = end;
    }
    return std::nullopt;
}

/// Other words for a family of networks.
std::vector<std::string> familyWords(const std::string& family) {
    std::vector<std::string> words{lower(family)};
    if (family == "InfiniBand") {
        words.emplace_back("ib");
    } else if (family == "RoCE") {
        words.emplace_back("rocev2");
    }
    return words;
}

std::vector<std::string> wordsOf(const std::string& text) {
    std::vector<std::string> words;
    std::string word;
    for (const char c : lower(text) + " ") {
        if (isLetterOrDigit(c)) {
            word += c;
        } else if (!word.empty()) {
            words.push_back(std::exchange(word, {}));
        }
    }
    return words;
}

class NetworkOfRow {
public:
    NetworkOfRow(const json& row, const Catalogue& catalogue, std::string gpu)
        : m_catalogue(catalogue),
          m_gpu(std::move(gpu)),
          m_network(lower(textAt(row, "/network"))),
          m_system(lower(textAt(row, "/system"))),
          m_instance(namedInstance()) {}

    [[nodiscard]] const NetworkFabric* fabric() const {
        std::vector<const NetworkFabric*> fitting;
        for (const NetworkFabric& fabric : m_catalogue.networks) {
            if (namesFamily(fabric)) {
                fitting.push_back(&fabric);
            }
        }
        keepIfAny(fitting, [this](const NetworkFabric& f) { return namesGeneration(f); });
        keepIfAny(fitting, [this](const NetworkFabric& f) {
            return m_instance != nullptr && m_instance->network == f.id;
        });
        keepIfAny(fitting, [this](const NetworkFabric& f) { return instanceWith(f) != nullptr; });
        return fitting.empty() ? nullptr : fitting.front();
    }

    /// Of a GPU, from what the row says of a node, else as the catalogue's systems have it.
    [[nodiscard]] std::optional<Bandwidth> nic(const NetworkFabric& fabric,
                                               double gpusPerNode) const {
        for (const std::string& text : {m_network, m_system}) {
            if (const auto rate = rateIn(text); rate && *rate > 0.0) {
                return Bandwidth(*rate * bytesPerSecondOfGbit / gpusPerNode);
            }
        }
        if (m_instance != nullptr && m_instance->network == fabric.id) {
            return m_instance->networkBandwidth.value;
        }
        const InstanceType* const instance = instanceWith(fabric);
        return instance != nullptr ? std::optional(instance->networkBandwidth.value) : std::nullopt;
    }

private:
    template <typename Fits>
    static void keepIfAny(std::vector<const NetworkFabric*>& fabrics, Fits fits) {
        if (std::ranges::any_of(fabrics, [&](const auto* f) { return fits(*f); })) {
            std::erase_if(fabrics, [&](const auto* f) { return !fits(*f); });
        }
    }

    [[nodiscard]] bool namesFamily(const NetworkFabric& fabric) const {
        const std::vector<std::string> words = familyWords(fabric.family);
        return std::ranges::any_of(words,
                                   [this](const auto& word) { return hasWord(m_network, word); });
    }

    /// By a word of its name besides the family's, "NDR".
    [[nodiscard]] bool namesGeneration(const NetworkFabric& fabric) const {
        const std::vector<std::string> family = familyWords(fabric.family);
        const std::vector<std::string> words = wordsOf(fabric.name);
        return std::ranges::any_of(words, [&](const std::string& word) {
            return std::ranges::find(family, word) == family.end() && hasWord(m_network, word);
        });
    }

    /// The one whose id stands in the system's name; of several the longest.
    [[nodiscard]] const InstanceType* namedInstance() const {
        const InstanceType* named = nullptr;
        for (const InstanceType& instance : m_catalogue.instances) {
            if (m_system.find(lower(instance.id)) != std::string::npos &&
                (named == nullptr || instance.id.size() > named->id.size())) {
                named = &instance;
            }
        }
        return named;
    }

    [[nodiscard]] const InstanceType* instanceWith(const NetworkFabric& fabric) const {
        const auto found =
            std::ranges::find_if(m_catalogue.instances, [&](const InstanceType& instance) {
                return instance.gpu == m_gpu && instance.network == fabric.id;
            });
        return found == m_catalogue.instances.end() ? nullptr : &*found;
    }

    const Catalogue& m_catalogue;
    std::string m_gpu;
    std::string m_network;
    std::string m_system;
    const InstanceType* m_instance;
};

/// Even shares: ranks fill the domains one after another.
Placement placementOf(const json& row, const std::string& network) {
    const double gpus = numberAt(row, "/gpus");
    const bool rack = hasWord(network, "mnnvl") || hasWord(network, "nvl72");
    const double domains = rack
                               ? std::ceil(gpus / gpusOfRack)
                               : std::clamp(numberAt(row, "/nodes", 1.0), 1.0, std::max(gpus, 1.0));
    return {.ranks = static_cast<std::int64_t>(gpus),
            .domains = static_cast<std::int64_t>(domains),
            .perDomain = std::max<std::int64_t>(1, static_cast<std::int64_t>(gpus / domains))};
}

tl::unexpected<Diagnostics> noAnswer(Text text) {
    return failure({.code = "measurement.network", .place = "", .text = std::move(text)});
}

} // namespace

Expected<RowLinks> rowLinks(const json& row, const Catalogue& catalogue) {
    const auto id = gpuIdOf(textAt(row, "/gpu"), catalogue);
    const Gpu* const gpu = id ? findEntry(catalogue.gpus, *id) : nullptr;
    const NvlinkFabric* const nvlink =
        gpu != nullptr ? findEntry(catalogue.nvlinks, gpu->nvlink) : nullptr;
    if (nvlink == nullptr) {
        return noAnswer({translatable("core", "its GPU is not in the catalogue"), {}});
    }
    const std::string network = textAt(row, "/network");
    RowLinks found{.group = placementOf(row, lower(network)),
                   .links = {.nvlink = nvlink},
                   .profile = findEntry(catalogue.efficiencyProfiles, gpu->efficiencyProfile)};
    if (found.group.domains <= 1) {
        return found;
    }
    const NetworkOfRow ofRow(row, catalogue, *id);
    const NetworkFabric* const fabric = ofRow.fabric();
    if (fabric == nullptr) {
        return noAnswer(
            {translatable("core", "network: found '{0}', which names no network of the catalogue"),
             {network}});
    }
    const double perNode =
        numberAt(row, "/gpus_per_node", static_cast<double>(found.group.perDomain));
    const auto nic = ofRow.nic(*fabric, std::max(perNode, 1.0));
    if (!nic) {
        return noAnswer(
            {translatable("core", "network: found '{0}', whose rate is not known"), {network}});
    }
    found.links.network = fabric;
    found.links.nic = *nic;
    return found;
}

} // namespace roofplan
