#include "ui/models/term_figures.h"

#include "ui/style/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace roofplan::ui {
namespace {

Bytes tierBytes(const Term& term) {
    if (term.hbm.base() > 0.0) {
        return term.hbm;
    }
    return term.nvlink.base() > 0.0 ? term.nvlink : term.network;
}

std::optional<double> shareOfLink(const Term& term, const Result& result) {
    const bool inside = term.nvlink >= term.network;
    const Bytes bytes = inside ? term.nvlink : term.network;
    const Ceiling* link = findCeiling(result, inside ? Bound::Nvlink : Bound::Network);
    if (link == nullptr || bytes.base() <= 0.0 || link->datasheet <= 0.0) {
        return std::nullopt;
    }
    return (bytes / term.busy).base() / link->datasheet;
}

} // namespace

QString termTitle(const Term& term) {
    return translated(termLabel(term.name));
}

QString phaseTitle(Phase phase) {
    switch (phase) {
    case Phase::Step:
        return QCoreApplication::translate("Phase", "step");
    case Phase::Forward:
        return QCoreApplication::translate("Phase", "forward");
    case Phase::Recomputation:
        return QCoreApplication::translate("Phase", "recomputation");
    case Phase::Backward:
        return QCoreApplication::translate("Phase", "backward");
    case Phase::Dgrad:
        return QCoreApplication::translate("Phase", "backward, dgrad");
    case Phase::Wgrad:
        return QCoreApplication::translate("Phase", "backward, wgrad");
    case Phase::Optimizer:
        return QCoreApplication::translate("Phase", "optimizer");
    }
    return {};
}

QString categoryTitle(Category category) {
    // The waterfall says "exposed" above all of its bars.
    switch (category) {
    case Category::TensorParallel:
        return QCoreApplication::translate("Category", "Tensor parallel");
    case Category::PipelineParallel:
        return QCoreApplication::translate("Category", "Pipeline transfers");
    case Category::DataParallel:
        return QCoreApplication::translate("Category", "Data parallel");
    case Category::ExpertParallel:
        return QCoreApplication::translate("Category", "Expert parallel");
    case Category::ContextParallel:
        return QCoreApplication::translate("Category", "Context parallel");
    default:
        return translated(categoryLabel(category));
    }
}

bool isBackward(Phase phase) {
    return phase == Phase::Backward || phase == Phase::Dgrad || phase == Phase::Wgrad;
}

std::optional<double> intensity(const Term& term) {
    const Bytes bytes = tierBytes(term);
    if (term.flops.base() <= 0.0 || bytes.base() <= 0.0) {
        return std::nullopt;
    }
    return (term.flops / bytes).base();
}

std::optional<double> attainedRate(const Term& term) {
    if (term.flops.base() <= 0.0 || term.busy.base() <= 0.0) {
        return std::nullopt;
    }
    return (term.flops / term.busy).base();
}

std::optional<double> shareOfRoof(const Term& term, const Result& result) {
    if (term.busy.base() <= 0.0) {
        return std::nullopt;
    }
    const Ceiling* peak = findCeiling(result, Bound::Compute);
    const Ceiling* hbm = findCeiling(result, Bound::Hbm);
    double share = 0.0;
    if (peak != nullptr && peak->datasheet > 0.0) {
        share = (term.flops / term.busy).base() / peak->datasheet;
    }
    if (hbm != nullptr && hbm->datasheet > 0.0) {
        share = std::max(share, (term.hbm / term.busy).base() / hbm->datasheet);
    }
    return share > 0.0 ? std::optional(share) : shareOfLink(term, result);
}

const Ceiling* findCeiling(const Result& result, Bound tier) {
    const auto found = std::ranges::find(result.ceilings, tier, &Ceiling::tier);
    return found == result.ceilings.end() ? nullptr : &*found;
}

} // namespace roofplan::ui
