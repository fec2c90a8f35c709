#include "core/result/result.h"

namespace roofplan {

namespace {

struct Name {
    std::string_view key;
    const char* label;
};

constexpr std::array<Name, static_cast<std::size_t>(MemoryPart::Count)> memoryPartNames{{
    {"weights", translatable("core", "Weights")},
    {"gradients", translatable("core", "Gradients")},
    {"optimizer_state", translatable("core", "Optimizer state")},
    {"activations", translatable("core", "Activations")},
    {"logits", translatable("core", "Logits")},
    {"workspace", translatable("core", "Workspace")},
    {"reserve", translatable("core", "Reserve")},
}};

constexpr std::array<Name, static_cast<std::size_t>(HeadlineNumber::Count)> headlineNames{{
    {"time_to_train_s", translatable("core", "Time to train")},
    {"cost_usd", translatable("core", "Cost")},
    {"tokens_per_s_per_gpu", translatable("core", "Tokens/s/GPU")},
    {"mfu", translatable("core", "MFU")},
    {"memory_headroom_bytes", translatable("core", "Memory headroom")},
    {"exposed_communication_s", translatable("core", "Exposed communication")},
    {"hfu", translatable("core", "HFU")},
    {"step_time_s", translatable("core", "Step time")},
}};

std::vector<bool> parents(const std::vector<Term>& terms) {
    std::vector<bool> isParent(terms.size(), false);
    for (const Term& term : terms) {
        if (term.parent >= 0) {
            isParent[static_cast<std::size_t>(term.parent)] = true;
        }
    }
    return isParent;
}

constexpr std::size_t categoryCount = static_cast<std::size_t>(Category::Group) + 1;

using ByBound = std::array<Seconds, boundNames.size()>;

Bound largest(const ByBound& seconds) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < seconds.size(); ++i) {
        best = seconds[i] > seconds[best] ? i : best;
    }
    return boundNames[best].bound;
}

} // namespace

std::string_view memoryPartKey(MemoryPart part) {
    return memoryPartNames[static_cast<std::size_t>(part)].key;
}

const char* memoryPartLabel(MemoryPart part) {
    return memoryPartNames[static_cast<std::size_t>(part)].label;
}

std::string_view headlineKey(HeadlineNumber number) {
    return headlineNames[static_cast<std::size_t>(number)].key;
}

const char* headlineLabel(HeadlineNumber number) {
    return headlineNames[static_cast<std::size_t>(number)].label;
}

std::string_view boundNameOn(const Result& result, Bound bound) {
    if (bound == Bound::Nvlink && !result.nvlinkFamily.empty()) {
        return result.nvlinkFamily;
    }
    if (bound == Bound::Network && !result.networkFamily.empty()) {
        return result.networkFamily;
    }
    return boundNames[static_cast<std::size_t>(bound)].label;
}

Waterfall waterfall(const Result& result) {
    std::array<ByBound, categoryCount> exposed{};
    const std::vector<bool> isParent = parents(result.terms);
    for (std::size_t i = 0; i < result.terms.size(); ++i) {
        if (!isParent[i]) {
            const Term& term = result.terms[i];
            exposed[static_cast<std::size_t>(term.category)]
                   [static_cast<std::size_t>(term.bound)] += term.exposed;
        }
    }
    Waterfall bars;
    for (std::size_t i = 0; i < categoryCount; ++i) {
        Seconds sum;
        for (const Seconds part : exposed[i]) {
            sum += part;
        }
        if (sum > Seconds()) {
            bars.bars.push_back({.category = static_cast<Category>(i),
                                 .bound = largest(exposed[i]),
                                 .exposed = sum});
        }
    }
    return bars;
}

bool isLeaf(const std::vector<Term>& terms, std::size_t index) {
    for (std::size_t i = index + 1; i < terms.size(); ++i) {
        if (terms[i].parent == static_cast<std::int32_t>(index)) {
            return false;
        }
    }
    return true;
}

} // namespace roofplan
