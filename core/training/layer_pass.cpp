#include "core/training/layer_pass.h"

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

bool recomputesAll(const TrainingContext& context) {
    return context.plan().recompute == Recompute::Full;
}

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
    if (piece.part == Piece::Part::Head) {
        visitHead(model, layer, context.stack().lossBytes, device, phase, visit);
        return;
    }
    const LayerKind& kind = model.layerKinds[static_cast<std::size_t>(piece.kind)];
    if (pass == Pass::Forward) {
        visitForward(model, kind, layer, device, Phase::Forward, visit);
        return;
    }
    if (recomputesAll(context)) {
        visitForward(model, kind, layer, device, Phase::Recomputation, visit);
    } else if (context.plan().recompute == Recompute::Selective) {
        visitAttentionCore(kind, layer, device, visit);
    }
    visitBackward(model, kind, layer, device, visit);
}

/// TP collectives of 2·T·h bytes. With sequence parallelism gathers and scatters, 4 forward and 6
/// backward a layer (the input is gathered again for the weight gradient), else 2 all-reduces each
/// way. Source: arXiv 2205.05198 §4.2.2.
double tensorCalls(const TrainingContext& context, Piece piece, Pass pass) {
    if (context.plan().tensorParallel <= 1) {
        return 0.0;
    }
    const bool forward = pass == Pass::Forward;
    const bool sharded = context.layer.sequenceParallel;
    switch (piece.part) {
    case Piece::Part::Embedding:
        return forward || sharded ? 1.0 : 0.0;
    case Piece::Part::Head:
        return forward ? (sharded ? 1.0 : 0.0) : (sharded ? 2.0 : 1.0);
    case Piece::Part::Layer:
        break;
    }
    const double forwardCalls = sharded ? 4.0 : 2.0;
    const double backwardCalls = sharded ? 6.0 : 2.0;
    if (forward) {
        return forwardCalls;
    }
    return backwardCalls + (recomputesAll(context) ? forwardCalls : 0.0);
}

Bytes tensorMessage(const TrainingContext& context) {
    return Bytes(2.0 * context.layer.tokens() * static_cast<double>(context.model().hidden));
}

/// Launches of the host beside the GEMMs, as facts: their values add up.
std::array<Sourced<double>, 4>
fixedLaunches(const TrainingContext& context, Piece piece, Pass pass) {
    const Stack& stack = context.stack();
    const bool forward = pass == Pass::Forward;
    if (piece.part == Piece::Part::Embedding) {
        return {stack.embeddingLaunches};
    }
    if (piece.part == Piece::Part::Head) {
        return {forward ? stack.lossForwardLaunches : stack.lossBackwardLaunches};
    }
    const bool tensor = context.plan().tensorParallel > 1;
    const Sourced<double> none;
    const Sourced<double> forwardTp = tensor ? stack.forwardTpLaunches : none;
    const Sourced<double> backwardTp = tensor ? stack.backwardTpLaunches : none;
    if (forward) {
        return {stack.forwardLaunches, forwardTp};
    }
    const bool again = recomputesAll(context);
    return {stack.backwardLaunches, backwardTp, again ? stack.forwardLaunches : none,
            again ? forwardTp : none};
}

void addBound(BoundSeconds& bounds, Bound bound, Seconds seconds) {
    bounds[static_cast<std::size_t>(bound)] += seconds.base();
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
    term.busy = cost.gaps;
    term.exposed = cost.gaps;
    term.derivation = {
        Formula::KernelGaps,
        {{Symbol::Launches, cost.gapCount}, {Symbol::Launch, context.kernelGap.base()}},
        {context.device.gapFact}};
    return term;
}

Term hostTerm(const TrainingContext& context, const PassCost& cost, Piece piece, Pass pass) {
    const Stack& stack = context.stack();
    Term term = passTerm(TermName::HostLaunches, Category::Host, Bound::Latency, piece, pass);
    term.busy = cost.host;
    term.exposed = cost.time - cost.device;
    term.derivation = {Formula::HostLaunches,
                       {{Symbol::Launches, cost.launches},
                        {Symbol::LaunchTime, context.launchTime.base()},
                        {Symbol::HostTime, cost.host.base()},
                        {Symbol::DeviceTime, cost.device.base()},
                        {Symbol::Exponent, stack.hostExponent.value},
                        {Symbol::Time, cost.time.base()}},
                       {stack.launchTime.fact, context.scenario->profile->hostFactor.fact,
                        stack.hostExponent.fact}};
    for (const Sourced<double>& launches : fixedLaunches(context, piece, pass)) {
        term.derivation.add(launches.fact);
    }
    if (context.scenario->choices.cudaGraphs == GraphMode::Partial) {
        term.derivation.add(stack.partialGraphFactor.fact);
    }
    return term;
}

Term tensorTerm(const TrainingContext& context, const PassCost& cost, Piece piece, Pass pass) {
    Term term = passTerm(TermName::TensorParallelCollectives, Category::TensorParallel,
                         cost.tensor.bound, piece, pass);
    term.count = cost.tensorCalls;
    term.busy = cost.tensorBusy();
    term.exposed = term.busy * context.tensorExposed;
    term.nvlink = cost.tensor.nvlink * cost.tensorCalls;
    term.network = cost.tensor.network * cost.tensorCalls;
    term.derivation =
        deriveCollective(cost.tensor, tensorMessage(context), context.tensorGroup, context.links);
    if (context.tensorExposed < 1.0) {
        term.derivation.exposure = Formula::ExposedShare;
        term.derivation.add(Symbol::ExposedShare, context.tensorExposed);
        term.derivation.add(context.stack().tpExposed.fact);
    }
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

} // namespace

Seconds normSum(Seconds a, Seconds b, double exponent) {
    const double larger = std::max(a.base(), b.base());
    if (larger <= 0.0) {
        return {};
    }
    const double ratio = std::min(a.base(), b.base()) / larger;
    return Seconds(larger * std::pow(1.0 + std::pow(ratio, exponent), 1.0 / exponent));
}

PassCost passCost(const TrainingContext& context, Piece piece, Pass pass) {
    PassCost cost;
    double gemms = 0.0;
    const auto sum = [&](const Kernel& kernel) {
        cost.device += kernel.cost.time;
        addBound(cost.bounds, kernel.cost.bound, kernel.cost.time);
        // The launch times of GEMM and attention already hold the gap in front of them.
        gemms += std::holds_alternative<GemmShape>(kernel.work) ? 1.0 : 0.0;
        cost.gapCount += std::holds_alternative<MemoryWork>(kernel.work) ? 1.0 : 0.0;
    };
    visitKernels(context, piece, pass, sum);

    cost.gaps = context.kernelGap * cost.gapCount;
    cost.device += cost.gaps;
    addBound(cost.bounds, Bound::Latency, cost.gaps);

    cost.tensorCalls = tensorCalls(context, piece, pass);
    if (cost.tensorCalls > 0.0) {
        const Bytes message = tensorMessage(context);
        cost.tensor = context.layer.sequenceParallel
                          ? gatherOrScatter(message, context.tensorGroup, context.links)
                          : allReduce(message, context.tensorGroup, context.links);
        const Seconds exposed = cost.tensorBusy() * context.tensorExposed;
        cost.device += exposed;
        addBound(cost.bounds, cost.tensor.bound, exposed);
    }

    cost.launches = gemms;
    for (const Sourced<double>& launches : fixedLaunches(context, piece, pass)) {
        cost.launches += launches.value;
    }
    cost.host = context.launchTime * cost.launches;
    cost.time = normSum(cost.device, cost.host, context.stack().hostExponent.value);
    addBound(cost.bounds, Bound::Latency, cost.time - cost.device);
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
    if (cost.tensorCalls > 0.0) {
        add(sink, tensorTerm(context, cost, piece, pass), calls, parent);
    }
    add(sink, hostTerm(context, cost, piece, pass), calls, parent);
}

} // namespace roofplan
