#include "core/training/layer_pass.h"

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

/// Every kernel of the pass, recomputation before backward.
void visitKernels(const TrainingContext& context, Piece piece, Pass pass, KernelVisitor visit) {
    const Transformer& model = context.model();
    const LayerContext& layer = context.layer;
    const Device& device = context.device;
    const Phase phase = pass == Pass::Forward ? Phase::Forward : Phase::Backward;
    if (piece.part == Piece::Part::Embedding) {
        visitEmbedding(model, layer, device, phase, visit);
        return;
    }
    if (piece.part == Piece::Part::Prediction) {
        visitPrediction(model, layer, device, phase, visit);
        return;
    }
    if (piece.part == Piece::Part::Head) {
        visitHead(model, layer, context.stack().lossBytes, device, phase, visit);
        return;
    }
    const LayerKind& kind = model.layerKinds[static_cast<std::size_t>(piece.kind)];
    if (pass == Pass::Forward) {
        visitForward(model, kind, layer, device, Phase::Forward, visit);
        return;
    }
    if (piece.repeated) {
        visitForward(model, kind, layer, device, Phase::Recomputation, visit);
    } else if (context.plan().recompute == Recompute::Selective) {
        visitRecomputed(model, kind, layer, device, context.plan().recomputeModules, visit);
    }
    visitBackward(model, kind, layer, device, visit);
}

void addBound(BoundSeconds& bounds, Bound bound, Seconds seconds) {
    bounds[static_cast<std::size_t>(bound)] += seconds.base();
}

bool isExpertLayer(const TrainingContext& context, Piece piece) {
    return piece.part == Piece::Part::Layer &&
           std::holds_alternative<MixtureOfExperts>(
               context.model().layerKinds[static_cast<std::size_t>(piece.kind)].channelMixer);
}

Term kernelTerm(const Kernel& kernel, Piece piece, double calls, std::int32_t parent) {
    Term term;
    term.name = kernel.name;
    term.phase = kernel.phase;
    term.category = kernel.category;
    term.bound = kernel.cost.bound;
    term.layerKind = piece.kind;
    term.parent = parent;
    term.count = calls;
    term.busy = kernel.cost.time * calls;
    term.exposed = term.busy;
    term.flops = kernel.cost.flops * calls;
    term.hbm = kernel.cost.hbm * calls;
    return term;
}

/// A term of the pass that is no kernel.
Term passTerm(TermName name, Category category, Bound bound, Piece piece, Pass pass) {
    Term term;
    term.name = name;
    term.phase = pass == Pass::Forward ? Phase::Forward : Phase::Backward;
    term.category = category;
    term.bound = bound;
    term.layerKind = piece.kind;
    return term;
}

Term gapTerm(const TrainingContext& context, const PassCost& cost, Piece piece, Pass pass) {
    Term term = passTerm(TermName::KernelGaps, Category::Host, Bound::Latency, piece, pass);
    term.busy = cost.work.gaps;
    term.exposed = cost.work.gaps;
    term.derivation = {
        Formula::KernelGaps,
        {{Symbol::Launches, cost.work.gapCount}, {Symbol::Launch, context.kernelGap.base()}},
        {context.device.gapFact}};
    return term;
}

void addLaunchFacts(const TrainingContext& context, Piece piece, Pass pass, Derivation& d) {
    visitLaunches(context, piece, pass,
                  [&d](const LaunchPart& part) { d.addOnce(part.each.fact); });
}

/// What CUDA graphs or static shapes leave of the expert path's host time.
FactId expertGraphFact(const StackChoices& choices, const Stack& stack) {
    if (choices.cudaGraphs == GraphMode::Full) {
        return stack.expertFullGraph.fact;
    }
    if (choices.tokenDrop) {
        return stack.expertStaticShapes.fact;
    }
    return choices.cudaGraphs == GraphMode::Partial ? stack.expertPartialGraph.fact : FactId::None;
}

Term hostTerm(const TrainingContext& context, const PassCost& cost, Piece piece, Pass pass) {
    const Stack& stack = context.stack();
    const bool experts = cost.launches.expertPath > 0.0;
    Term term = passTerm(TermName::HostLaunches, Category::Host, Bound::Latency, piece, pass);
    term.busy = cost.host;
    term.exposed = cost.time - cost.work.device;
    term.derivation = {experts ? Formula::ExpertHostLaunches : Formula::HostLaunches,
                       {{Symbol::Launches, cost.launches.dense},
                        {Symbol::LaunchTime, context.launch.dense.base()},
                        {Symbol::HostTime, cost.host.base()},
                        {Symbol::DeviceTime, cost.work.device.base()},
                        {Symbol::Exponent, cost.hostExponent},
                        {Symbol::Time, cost.time.base()}},
                       {stack.launchTime.fact, context.scenario->profile->hostFactor.fact,
                        experts ? stack.expertHostExponent.fact : stack.hostExponent.fact}};
    if (experts) {
        term.derivation.add(Symbol::ExpertLaunches, cost.launches.expertPath);
        term.derivation.add(Symbol::ExpertLaunchTime, context.launch.expertPath.base());
        term.derivation.add(stack.expertAgePerYear.fact);
        term.derivation.add(expertGraphFact(context.scenario->choices, stack));
    }
    if (context.scenario->choices.cudaGraphs == GraphMode::Partial) {
        term.derivation.add(stack.partialGraphFactor.fact);
    }
    addLaunchFacts(context, piece, pass, term.derivation);
    return term;
}

Term transferTerm(const TrainingContext& context,
                  const PassTransfer& transfer,
                  Piece piece,
                  Pass pass) {
    Term term = passTerm(transfer.name, transfer.category, transfer.cost.bound, piece, pass);
    term.count = transfer.calls;
    term.busy = transfer.busy();
    term.exposed = transfer.exposed;
    term.nvlink = transfer.cost.nvlink * transfer.calls;
    term.network = transfer.cost.network * transfer.calls;
    term.derivation = deriveTransfer(context, piece, pass, transfer);
    return term;
}

/// Repeats a term of one call `calls` times.
void add(TermSink& sink, Term term, double calls, std::int32_t parent) {
    term.parent = parent;
    term.count *= calls;
    term.busy *= calls;
    term.exposed *= calls;
    term.nvlink *= calls;
    term.network *= calls;
    sink.add(term);
}

void addTransfer(PassWork& work, const PassTransfer& transfer) {
    work.device += transfer.exposed;
    addBound(work.bounds, transfer.cost.bound, transfer.exposed);
    (transfer.cost.network > Bytes() ? work.exposedNetwork : work.exposedNvlink) +=
        transfer.exposed;
}

} // namespace

Seconds normSum(Seconds a, Seconds b, double exponent) {
    const double larger = std::max(a.base(), b.base());
    if (larger <= 0.0) {
        return {};
    }
    const double ratio = std::min(a.base(), b.base()) / larger;
    return Seconds(larger * std::pow(1.0 + std::pow(ratio, exponent), 1.0 / exponent));
}

PassWork passWork(const TrainingContext& context, Piece piece, Pass pass) {
    PassWork work;
    const auto sum = [&](const Kernel& kernel) {
        work.kernels += kernel.cost.time;
        addBound(work.bounds, kernel.cost.bound, kernel.cost.time);
        // The launch times of GEMM and attention already hold the gap in front of them.
        work.gemms += std::holds_alternative<GemmShape>(kernel.work) ? 1.0 : 0.0;
        work.gapCount += std::holds_alternative<MemoryWork>(kernel.work) ? 1.0 : 0.0;
        work.attention += kernel.category == Category::Attention ? kernel.cost.time : Seconds();
    };
    visitKernels(context, piece, pass, sum);

    work.gaps = context.kernelGap * work.gapCount;
    work.kernels += work.gaps;
    work.device = work.kernels;
    addBound(work.bounds, Bound::Latency, work.gaps);
    work.after =
        visitExchanges(context, piece, pass, {.attention = work.attention, .all = work.kernels},
                       [&](const PassTransfer& transfer) { addTransfer(work, transfer); });
    return work;
}

PassCost passCost(const TrainingContext& context, Piece piece, Pass pass, const PassWork& work) {
    PassCost cost{.work = work};
    visitShards(context, piece, pass, work.kernels, work.after,
                [&](const PassTransfer& transfer) { addTransfer(cost.work, transfer); });
    cost.launches = passLaunches(context, piece, pass);
    cost.launches.dense += work.gemms;
    cost.host = context.launch.dense * cost.launches.dense +
                context.launch.expertPath * cost.launches.expertPath;
    cost.hostExponent = isExpertLayer(context, piece) ? context.stack().expertHostExponent.value
                                                      : context.stack().hostExponent.value;
    cost.time = normSum(cost.work.device, cost.host, cost.hostExponent);
    addBound(cost.work.bounds, Bound::Latency, cost.time - cost.work.device);
    return cost;
}

void recordPass(const TrainingContext& context,
                Piece piece,
                Pass pass,
                const PassCost& cost,
                double calls,
                std::int32_t parent,
                TermSink& sink) {
    const auto record = [&](const Kernel& kernel) {
        Term term = kernelTerm(kernel, piece, calls, parent);
        term.derivation = deriveKernel(kernel, context.device);
        sink.add(term);
    };
    visitKernels(context, piece, pass, record);
    add(sink, gapTerm(context, cost, piece, pass), calls, parent);
    const HidingTime hiding{.attention = cost.work.attention, .all = cost.work.kernels};
    for (const PassTransfer& transfer : passTransfers(context, piece, pass, hiding)) {
        add(sink, transferTerm(context, transfer, piece, pass), calls, parent);
    }
    add(sink, hostTerm(context, cost, piece, pass), calls, parent);
}

} // namespace roofplan
