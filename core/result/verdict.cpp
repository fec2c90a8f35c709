#include "core/result/verdict.h"

#include "core/units/quantity_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

/// Below this share of the step nothing is said about a part or an effect.
constexpr double worthSaying = 0.002;

std::string percent(double share) {
    const double value = 100.0 * std::abs(share);
    return fmt::format("{:.{}f} %", value, value < 9.95 ? 1 : 0);
}

std::string seconds(Seconds time) {
    return quantityText(time.base(), UnitKind::Time, 3);
}

std::string size(Bytes bytes) {
    return quantityText(bytes.base(), UnitKind::Size, 3);
}

std::string boundName(const Result& result, Bound bound) {
    return std::string(boundNameOn(result, bound));
}

Text boundHeadline(const Result& result) {
    switch (result.bound) {
    case Bound::Compute:
        return {translatable("core", "Compute-bound."), {}};
    case Bound::Hbm:
        return {translatable("core", "HBM-bound."), {}};
    case Bound::Nvlink:
    case Bound::Network:
        return {translatable("core", "{0}-bound."), {boundName(result, result.bound)}};
    case Bound::Storage:
        return {translatable("core", "Storage-bound."), {}};
    case Bound::Latency:
        return {translatable("core", "Latency-bound."), {}};
    case Bound::Bubble:
        break;
    }
    return {translatable("core", "Bound by idle stages."), {}};
}

// ---- where the time goes

Seconds exposedBy(const Result& result, Bound bound) {
    Seconds sum;
    for (std::size_t i = 0; i < result.terms.size(); ++i) {
        if (result.terms[i].bound == bound && isLeaf(result.terms, i)) {
            sum += result.terms[i].exposed;
        }
    }
    return sum;
}

Seconds exposedBy(const Waterfall& bars, Category category) {
    for (const Waterfall::Bar& bar : bars.bars) {
        if (bar.category == category) {
            return bar.exposed;
        }
    }
    return {};
}

const char* mainPartPattern(Bound bound) {
    switch (bound) {
    case Bound::Compute:
        return translatable("core", "GEMM and attention take {0} of the step ({1} of {2}).");
    case Bound::Hbm:
        return translatable("core", "Kernels that wait for HBM take {0} of the step ({1} of {2}).");
    case Bound::Nvlink:
    case Bound::Network:
        return translatable("core", "Exposed {3} traffic takes {0} of the step ({1} of {2}).");
    case Bound::Storage:
        return translatable("core", "Storage takes {0} of the step ({1} of {2}).");
    case Bound::Latency:
        return translatable("core",
                            "Launches and message latency take {0} of the step ({1} of {2}).");
    case Bound::Bubble:
        break;
    }
    return translatable("core", "Idle stages take {0} of the step ({1} of {2}).");
}

void sayMainPart(const Result& result, std::vector<Text>& sentences) {
    const Seconds step = result.headline.stepTime;
    Seconds part;
    if (result.bound == Bound::Compute) {
        const Waterfall bars = waterfall(result);
        part = exposedBy(bars, Category::Gemm) + exposedBy(bars, Category::Attention);
    } else {
        part = exposedBy(result, result.bound);
    }
    if (part > step * worthSaying) {
        sentences.push_back({mainPartPattern(result.bound),
                             {percent(part / step), seconds(part), seconds(step),
                              boundName(result, result.bound)}});
    }
}

/// Which parallelism sends the exposed traffic of a tier.
const char* senders(const Result& result, Bound tier) {
    static constexpr std::array<const char*, 8> names{
        "",
        translatable("core", "tensor parallel"),
        translatable("core", "pipeline parallel"),
        translatable("core", "tensor and pipeline parallel"),
        translatable("core", "data parallel"),
        translatable("core", "tensor and data parallel"),
        translatable("core", "pipeline and data parallel"),
        translatable("core", "tensor, pipeline and data parallel"),
    };
    const Seconds least = result.headline.stepTime * (worthSaying / 4.0);
    std::array<Seconds, 3> exposed{};
    for (std::size_t i = 0; i < result.terms.size(); ++i) {
        const Term& term = result.terms[i];
        if (term.bound == tier && isLeaf(result.terms, i)) {
            exposed[0] += term.category == Category::TensorParallel ? term.exposed : Seconds();
            exposed[1] += term.category == Category::PipelineParallel ? term.exposed : Seconds();
            exposed[2] += term.category == Category::DataParallel ? term.exposed : Seconds();
        }
    }
    std::size_t set = 0;
    for (std::size_t i = 0; i < exposed.size(); ++i) {
        set |= exposed[i] > least ? std::size_t{1} << i : 0U;
    }
    return names[set];
}

/// What else the critical path sees. One pattern for each set of parts, so that a translation can
/// put its words in order: {0} {6} {1} seconds inside a domain, name and senders, {2} {3} {4} the
/// same of the network, {5} bubble.
constexpr std::array<const char*, 8> otherPartPatterns{
    "",
    translatable("core", "{0} is exposed {6} traffic{1}."),
    translatable("core", "{2} is exposed {3} traffic{4}."),
    translatable("core", "{0} is exposed {6} traffic{1}, {2} exposed {3} traffic{4}."),
    translatable("core", "{5} is bubble."),
    translatable("core", "{0} is exposed {6} traffic{1}, {5} bubble."),
    translatable("core", "{2} is exposed {3} traffic{4}, {5} bubble."),
    translatable("core", "{0} is exposed {6} traffic{1}, {2} exposed {3} traffic{4}, {5} bubble."),
};

std::string inBrackets(const char* words) {
    return *words == '\0' ? std::string() : fmt::format(" ({})", words);
}

void sayOtherParts(const Result& result, std::vector<Text>& sentences) {
    const Seconds least = result.headline.stepTime * worthSaying;
    const Seconds nvlink = result.headline.exposedNvlink;
    const Seconds network = result.headline.exposedNetwork;
    const Seconds bubble = exposedBy(waterfall(result), Category::Bubble);
    std::size_t set = 0;
    set |= result.bound != Bound::Nvlink && nvlink > least ? 1U : 0U;
    set |= result.bound != Bound::Network && network > least ? 2U : 0U;
    set |= result.bound != Bound::Bubble && bubble > least ? 4U : 0U;
    if (set != 0) {
        sentences.push_back(
            {otherPartPatterns[set],
             {seconds(nvlink), inBrackets(senders(result, Bound::Nvlink)), seconds(network),
              boundName(result, Bound::Network), inBrackets(senders(result, Bound::Network)),
              seconds(bubble), boundName(result, Bound::Nvlink)}});
    }
}

// ---- what would move it

std::string resourceName(const Result& result, Bound resource) {
    switch (resource) {
    case Bound::Compute:
        return translatable("core", "Tensor peak");
    case Bound::Hbm:
        return translatable("core", "HBM bandwidth");
    default:
        return boundName(result, resource);
    }
}

/// Share of the step time saved (above 0) or lost with `resource` `factor` times as fast.
double saving(const Result& result, Bound resource, double factor) {
    for (const Move& move : result.moves) {
        if (move.resource == resource && std::abs(move.factor - factor) < 1e-9) {
            return 1.0 - move.stepTimeRatio;
        }
    }
    return 0.0;
}

constexpr std::array movedResources{Bound::Compute, Bound::Hbm, Bound::Nvlink, Bound::Network};

Bound largestSaving(const Result& result) {
    return *std::ranges::max_element(
        movedResources, {}, [&result](Bound resource) { return saving(result, resource, 1.1); });
}

/// The other resource that hurts most when it is halved.
Bound largestLoss(const Result& result, Bound except) {
    return *std::ranges::min_element(movedResources, {}, [&result, except](Bound resource) {
        return resource == except ? 0.0 : saving(result, resource, 0.5);
    });
}

void sayMoves(const Result& result, std::vector<Text>& sentences) {
    const Bound first = largestSaving(result);
    const double saved = saving(result, first, 1.1);
    if (saved < worthSaying) {
        return;
    }
    sentences.push_back({translatable("core", "{0} +10 % saves {1}."),
                         {resourceName(result, first), percent(saved)}});
    const Bound second = largestLoss(result, first);
    const double lost = saving(result, second, 0.5);
    const double gained = saving(result, second, 2.0);
    if (second == first || lost > -worthSaying) {
        return;
    }
    if (gained < worthSaying / 2.0) {
        sentences.push_back({translatable("core", "Halving {0} costs {1}."),
                             {resourceName(result, second), percent(lost)}});
    } else {
        sentences.push_back({translatable("core", "Halving {0} costs {1}, doubling it saves {2}."),
                             {resourceName(result, second), percent(lost), percent(gained)}});
    }
}

// ---- what does not fit

std::string changesText(const Fix& fix) {
    std::string text;
    for (const FieldChange& change : fix.changes) {
        text += (text.empty() ? "" : " + ") + changeText(change);
    }
    return text;
}

void sayLargestPart(const Result& result, std::vector<Text>& sentences) {
    const auto& parts = result.memory.parts;
    const auto largest = std::ranges::max_element(parts);
    if (*largest > Bytes()) {
        const auto part = static_cast<MemoryPart>(largest - parts.begin());
        sentences.push_back({translatable("core", "Largest part: {0}, {1} of {2}."),
                             {memoryPartLabel(part), size(*largest), size(result.memory.total())}});
    }
}

void sayFixes(const Result& result, std::vector<Text>& sentences) {
    constexpr std::size_t most = 3;
    std::vector<std::string> offers;
    for (const Fix& fix : result.fixes) {
        if (offers.size() < most && !fix.changes.empty()) {
            offers.push_back(changesText(fix));
        }
    }
    const char* pattern = nullptr;
    switch (offers.size()) {
    case 0:
        pattern = translatable("core", "No small change of the plan makes it fit.");
        break;
    case 1:
        pattern = translatable("core", "What would make it fit: {0}.");
        break;
    case 2:
        pattern = translatable("core", "What would make it fit: {0}, or {1}.");
        break;
    default:
        pattern = translatable("core", "What would make it fit: {0}, or {1}, or {2}.");
    }
    sentences.push_back({pattern, std::move(offers)});
}

Verdict infeasible(const Result& result) {
    Verdict verdict;
    const Headline& h = result.headline;
    if (h.memoryPeak > h.memoryCapacity) {
        verdict.headline = {
            translatable("core", "Does not fit: {0} over on stage {1}."),
            {size(h.memoryPeak - h.memoryCapacity), fmt::format("{}", result.worstStage)}};
        sayLargestPart(result, verdict.sentences);
    } else {
        verdict.headline = {
            translatable("core", "Does not fit: {0} are offloaded to each server, whose memory "
                                 "holds {1}."),
            {size(h.hostMemory), size(h.hostCapacity.value_or(Bytes()))}};
    }
    if (!result.stages.empty()) { // fixes were looked for
        sayFixes(result, verdict.sentences);
    }
    return verdict;
}

} // namespace

std::string changeText(const FieldChange& change) {
    return change.to.empty() ? fmt::format("{} derived", change.key)
                             : fmt::format("{} {} → {}", change.key, change.from, change.to);
}

std::string Verdict::plain() const {
    std::string text = headline.plain();
    for (const Text& sentence : sentences) {
        text += " " + sentence.plain();
    }
    return text;
}

Verdict verdict(const Result& result) {
    if (!result.feasible) {
        return infeasible(result);
    }
    Verdict verdict{.headline = boundHeadline(result), .sentences = {}};
    sayMainPart(result, verdict.sentences);
    sayOtherParts(result, verdict.sentences);
    sayMoves(result, verdict.sentences);
    return verdict;
}

} // namespace roofplan
