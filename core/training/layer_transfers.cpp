#include "core/training/layer_transfers.h"

#include "core/base/integer.h"
#include "core/collectives/point_to_point.h"
#include "core/memory/model_states.h"
#include "core/operators/mixer_kernels.h"
#include "core/training/stage_memory.h"

#include <algorithm>

namespace roofplan {

namespace {

constexpr double halfBytes = 2.0; ///< activations and parameters travel in 16 bits

const LayerKind* layerOf(const TrainingContext& context, Piece piece) {
    return piece.part == Piece::Part::Layer
               ? &context.model().layerKinds[static_cast<std::size_t>(piece.kind)]
               : nullptr;
}

const MixtureOfExperts* expertsOf(const TrainingContext& context, Piece piece) {
    const LayerKind* const kind = layerOf(context, piece);
    return kind == nullptr ? nullptr : std::get_if<MixtureOfExperts>(&kind->channelMixer);
}

/// How often the pass runs the exchanges of a forward pass.
double forwardRuns(Piece piece, Pass pass) {
    return pass == Pass::Forward || piece.repeated ? 1.0 : 0.0;
}

/// The same of what experts exchange.
double expertRuns(const TrainingContext& context, Piece piece, Pass pass) {
    const bool again = context.plan().recompute == Recompute::Selective &&
                       context.plan().recomputeModules.has(RecomputeModule::Experts);
    return pass == Pass::Forward ? 0.0 : (piece.repeated || again ? 1.0 : 0.0);
}

// ── tensor ──

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
    case Piece::Part::Prediction:
        return forward ? 2.0 : 3.0;
    case Piece::Part::Layer:
        break;
    }
    // Experts that are whole on each rank exchange tokens instead; what stands beside them is
    // split.
    const MixtureOfExperts* const moe = expertsOf(context, piece);
    const bool split = moe == nullptr || moe->sharedWidth > 0 || moe->denseWidth > 0;
    const double mixers = split ? 1.0 : 0.5;
    const double forwardCalls = mixers * (sharded ? 4.0 : 2.0);
    const double backwardCalls = mixers * (sharded ? 6.0 : 2.0);
    return (forward ? 0.0 : backwardCalls) + forwardRuns(piece, pass) * forwardCalls;
}

Bytes tensorMessage(const TrainingContext& context) {
    return Bytes(halfBytes * context.layer.tokens() * static_cast<double>(context.model().hidden));
}

CollectiveCost tensorCost(const TrainingContext& context) {
    const Bytes message = tensorMessage(context);
    return context.layer.sequenceParallel
               ? gatherOrScatter(message, context.tensorGroup, context.links)
               : allReduce(message, context.tensorGroup, context.links);
}

// ── experts ──

Bytes routedMessage(const TrainingContext& context, const MixtureOfExperts& moe) {
    const LocalExperts local(moe, context.layer);
    return Bytes(halfBytes * local.rows * static_cast<double>(context.model().hidden));
}

/// Tokens of this rank, once; the exchange ends when the busiest rank has its own.
Bytes dispatchedTokens(const TrainingContext& context) {
    return Bytes(halfBytes * context.layer.expertImbalance * context.layer.tokens() /
                 static_cast<double>(context.plan().tensorParallel) *
                 static_cast<double>(context.model().hidden));
}

AllToAllBytes dispatched(const TrainingContext& context, const MixtureOfExperts& moe) {
    const Dispatcher dispatcher = context.scenario->choices.dispatcher;
    const DispatchCopies copies =
        dispatcher == Dispatcher::AllToAll ? DispatchCopies::PerExpert : DispatchCopies::PerDomain;
    // Routing in groups keeps a token inside so many of them, each spread over its share of
    // domains.
    const std::int64_t domainsEach =
        std::max<std::int64_t>(1, ceilDivide(context.expertGroup.domains, moe.groups));
    const double mostDomains =
        moe.groups > 1 ? static_cast<double>(moe.groupsPerToken * domainsEach) : 0.0;
    return dispatchBytes(dispatchedTokens(context), static_cast<double>(moe.perToken), copies,
                         mostDomains, context.expertGroup);
}

// ── context ──

/// Elements of K and V, of Q and O, of one token on this rank.
struct AttentionWidths {
    double keyValue = 0.0;
    double queryOutput = 0.0;
};

AttentionWidths attentionWidths(const TrainingContext& context, const LayerKind& kind) {
    const std::int64_t tp = context.plan().tensorParallel;
    if (const auto* grouped = std::get_if<GroupedQueryAttention>(&kind.tokenMixer)) {
        const std::int64_t d = grouped->headDimension;
        return {.keyValue = static_cast<double>(2 * ceilDivide(grouped->keyValueHeads, tp) * d),
                .queryOutput = static_cast<double>(2 * ceilDivide(grouped->queryHeads, tp) * d)};
    }
    if (const auto* latent = std::get_if<LatentAttention>(&kind.tokenMixer)) {
        const std::int64_t heads = ceilDivide(latent->heads, tp);
        const std::int64_t width =
            latent->plainDimension + latent->rotaryDimension + latent->valueDimension;
        return {.keyValue = static_cast<double>(heads * width),
                .queryOutput = static_cast<double>(heads * width)};
    }
    return {};
}

Bytes contextMessage(const TrainingContext& context, const LayerKind& kind) {
    const AttentionWidths widths = attentionWidths(context, kind);
    const double tokens = context.layer.tokens();
    switch (context.scenario->choices.contextExchange) {
    case ContextExchange::Ring:
        return Bytes(halfBytes * tokens * widths.keyValue);
    case ContextExchange::AllToAll:
        // One before attention, one behind it: half of Q, K, V and O each.
        return Bytes(halfBytes * tokens * (widths.keyValue + widths.queryOutput) / 2.0);
    case ContextExchange::Gather:
        return Bytes(halfBytes * tokens * widths.keyValue *
                     static_cast<double>(context.plan().contextParallel));
    }
    return {};
}

CollectiveCost contextCost(const TrainingContext& context, Bytes message) {
    switch (context.scenario->choices.contextExchange) {
    case ContextExchange::Ring:
        return sendReceive(message, context.contextGroup.domains > 1, context.links);
    case ContextExchange::AllToAll:
        return allToAll(evenAllToAll(message, context.contextGroup), context.contextGroup,
                        context.links);
    case ContextExchange::Gather:
        return gatherOrScatter(message, context.contextGroup, context.links);
    }
    return {};
}

PassTransfer contextTransfer(const TrainingContext& context,
                             const LayerKind& kind,
                             Piece piece,
                             Pass pass,
                             const HidingTime& hiding) {
    const ContextExchange exchange = context.scenario->choices.contextExchange;
    const bool ring = exchange == ContextExchange::Ring;
    const double hops = ring ? static_cast<double>(context.plan().contextParallel - 1) : 1.0;
    const double forwardCalls = hops * (exchange == ContextExchange::AllToAll ? 2.0 : 1.0);
    // Backward the keys come round again, and their gradients.
    const double backwardCalls = pass == Pass::Backward ? 2.0 * hops : 0.0;
    PassTransfer transfer{.kind = PassTransfer::Kind::Context,
                          .name = TermName::ContextParallelExchange,
                          .category = Category::ContextParallel};
    transfer.cost = contextCost(context, contextMessage(context, kind));
    transfer.calls = forwardRuns(piece, pass) * forwardCalls + backwardCalls;
    transfer.exposed = transfer.busy();
    if (ring) {
        const Seconds hidden = hiding.attention * context.stack().contextHidden.value;
        transfer.exposed = std::max(Seconds(), transfer.busy() - hidden) +
                           transfer.cost.latency * (0.5 * transfer.calls);
        transfer.exposed = std::min(transfer.exposed, transfer.busy());
    }
    return transfer;
}

// ── shards ──

LocalParameters pieceParameters(const TrainingContext& context, Piece piece) {
    const Transformer& model = context.model();
    const std::int64_t tp = context.plan().tensorParallel;
    switch (piece.part) {
    case Piece::Part::Embedding:
        return {.dense = localEmbeddingParameters(model, tp)};
    case Piece::Part::Head:
        return {.dense = localHeadParameters(model, tp, true)};
    case Piece::Part::Prediction:
        return {.dense = localPredictionParameters(model, tp)};
    case Piece::Part::Layer:
        return localLayerParameters(model, *layerOf(context, piece), context.split);
    }
    return {};
}

/// What FSDP gathers of dense or of expert parameters, and over which ranks.
Bytes shardMessage(const TrainingContext& context, Piece piece, PassTransfer::Kind kind) {
    const LocalParameters parameters = pieceParameters(context, piece);
    return Bytes(context.gatheredBytes *
                 (kind == PassTransfer::Kind::ExpertShard ? parameters.expert : parameters.dense));
}

const Placement& shardRanks(const TrainingContext& context, PassTransfer::Kind kind) {
    return kind == PassTransfer::Kind::ExpertShard ? context.expertShardGroup : context.shardGroup;
}

PassTransfer shardTransfer(const TrainingContext& context,
                           Piece piece,
                           Pass pass,
                           PassTransfer::Kind kind,
                           Seconds hiding) {
    PassTransfer transfer{
        .kind = kind, .name = TermName::LayerGather, .category = Category::DataParallel};
    const Bytes message = shardMessage(context, piece, kind);
    if (message <= Bytes() || shardRanks(context, kind).ranks <= 1) {
        return transfer;
    }
    transfer.cost = gatherOrScatter(message, shardRanks(context, kind), context.links);
    // Frozen parameters have no gradients to scatter.
    const double scatters = pass == Pass::Backward && !context.layer.frozen ? 1.0 : 0.0;
    transfer.calls = 1.0 + scatters;
    if (context.keepsGathered()) {
        // One gather and one scatter a step, here shared out over its micro-batches.
        const double once = pass == Pass::Forward ? 1.0 : scatters;
        transfer.calls = once / static_cast<double>(context.scenario->microBatches);
    }
    const Stack& stack = context.stack();
    const Seconds window = hiding * stack.shardWindow.value;
    const Seconds hidden = std::min(transfer.busy(), window);
    transfer.exposed = transfer.busy() - hidden + hidden * stack.shardSteal.value;
    return transfer;
}

// ── host ──

/// Activations go to the host's memory in the forward pass and come back in the backward one,
/// beside the layer's computation. Source: arXiv 2104.07857 §5.
PassTransfer offloadTransfer(const TrainingContext& context,
                             const LayerKind& kind,
                             Piece piece,
                             Seconds hiding) {
    PassTransfer transfer{.kind = PassTransfer::Kind::Offload,
                          .name = TermName::ActivationOffload,
                          .category = Category::Host};
    const Bytes kept = keptActivations(context, kind, piece.repeated);
    transfer.cost.time = kept / context.hostLink.value;
    transfer.cost.bound = Bound::Latency;
    transfer.cost.formula = Formula::HostTransfer;
    transfer.calls = 1.0;
    transfer.exposed = std::max(Seconds(), transfer.busy() - hiding);
    return transfer;
}

} // namespace

AfterExchanges visitExchanges(const TrainingContext& context,
                              Piece piece,
                              Pass pass,
                              const HidingTime& hiding,
                              TransferVisitor visit) {
    if (const double calls = tensorCalls(context, piece, pass); calls > 0.0) {
        PassTransfer tensor{.cost = tensorCost(context), .calls = calls};
        tensor.exposed = tensor.busy() * context.tensorExposed;
        visit(tensor);
    }
    if (const MixtureOfExperts* const moe = expertsOf(context, piece)) {
        const double runs = 1.0 + expertRuns(context, piece, pass);
        if (context.plan().expertTensorParallel > 1) {
            PassTransfer split{.kind = PassTransfer::Kind::ExpertTensor};
            split.cost = gatherOrScatter(routedMessage(context, *moe), context.expertTensorGroup,
                                         context.links);
            split.calls = 2.0 * runs;
            split.exposed = split.busy();
            visit(split);
        }
        if (context.plan().expertParallel > 1) {
            PassTransfer dispatch{.kind = PassTransfer::Kind::Dispatch,
                                  .name = TermName::ExpertDispatch,
                                  .category = Category::ExpertParallel};
            dispatch.cost = allToAll(dispatched(context, *moe), context.expertGroup, context.links);
            dispatch.calls = 2.0 * runs;
            dispatch.exposed = dispatch.busy() * context.expertExposed;
            visit(dispatch);
        }
    }
    AfterExchanges after{.left = hiding.all, .waits = {}};
    const LayerKind* const kind = layerOf(context, piece);
    if (kind != nullptr && context.plan().contextParallel > 1) {
        const PassTransfer ring = contextTransfer(context, *kind, piece, pass, hiding);
        after.left -= ring.busy() - ring.exposed;
        after.waits = ring.exposed;
        visit(ring);
    }
    return after;
}

void visitShards(const TrainingContext& context,
                 Piece piece,
                 Pass pass,
                 Seconds all,
                 AfterExchanges after,
                 TransferVisitor visit) {
    // Ring and shards share the links: what hides the one does not hide the other. The link to the
    // host is another one: it works while the device waits for them.
    for (const PassTransfer::Kind shards :
         {PassTransfer::Kind::Shard, PassTransfer::Kind::ExpertShard}) {
        if (!context.shardsParameters()) {
            break;
        }
        const PassTransfer shard = shardTransfer(context, piece, pass, shards, after.left);
        if (shard.calls > 0.0) {
            after.left = std::max(Seconds(), after.left - (shard.busy() - shard.exposed));
            after.waits += shard.exposed;
            visit(shard);
        }
    }
    const LayerKind* const kind = layerOf(context, piece);
    if (kind != nullptr && context.offloadsActivations()) {
        visit(offloadTransfer(context, *kind, piece, all + after.waits));
    }
}

PassTransfers
passTransfers(const TrainingContext& context, Piece piece, Pass pass, const HidingTime& hiding) {
    PassTransfers list;
    const auto add = [&list](const PassTransfer& transfer) { list.add(transfer); };
    const AfterExchanges after = visitExchanges(context, piece, pass, hiding, add);
    visitShards(context, piece, pass, hiding.all, after, add);
    return list;
}

Derivation deriveTransfer(const TrainingContext& context,
                          Piece piece,
                          Pass /*pass*/,
                          const PassTransfer& transfer) {
    const Stack& stack = context.stack();
    Derivation d;
    double share = 1.0;
    FactId shareFact = FactId::None;
    switch (transfer.kind) {
    case PassTransfer::Kind::Tensor:
        d = deriveCollective(transfer.cost, tensorMessage(context), context.tensorGroup,
                             context.links);
        share = context.tensorExposed;
        shareFact = stack.tpExposed.fact;
        break;
    case PassTransfer::Kind::ExpertTensor:
        d = deriveCollective(transfer.cost, routedMessage(context, *expertsOf(context, piece)),
                             context.expertTensorGroup, context.links);
        break;
    case PassTransfer::Kind::Dispatch:
        d = deriveAllToAll(transfer.cost, dispatched(context, *expertsOf(context, piece)),
                           context.expertGroup, context.links);
        share = context.expertExposed;
        shareFact = stack.epExposed.fact;
        break;
    case PassTransfer::Kind::Context: {
        const Bytes message = contextMessage(context, *layerOf(context, piece));
        if (context.scenario->choices.contextExchange == ContextExchange::Ring) {
            d = deriveSendReceive(transfer.cost, message, context.contextGroup.domains > 1,
                                  context.links);
        } else if (context.scenario->choices.contextExchange == ContextExchange::AllToAll) {
            d = deriveAllToAll(transfer.cost, evenAllToAll(message, context.contextGroup),
                               context.contextGroup, context.links);
        } else {
            d = deriveCollective(transfer.cost, message, context.contextGroup, context.links);
        }
        shareFact = stack.contextHidden.fact;
        share = transfer.exposed / transfer.busy();
        break;
    }
    case PassTransfer::Kind::Shard:
    case PassTransfer::Kind::ExpertShard:
        d = deriveCollective(transfer.cost, shardMessage(context, piece, transfer.kind),
                             shardRanks(context, transfer.kind), context.links);
        share = transfer.exposed / transfer.busy();
        shareFact = stack.shardSteal.fact;
        break;
    case PassTransfer::Kind::Offload:
        d = {Formula::HostTransfer,
             {{Symbol::MessageBytes, (transfer.cost.time * context.hostLink.value).base()},
              {Symbol::HostBandwidth, context.hostLink.value.base()},
              {Symbol::Time, transfer.cost.time.base()}},
             {context.hostLink.fact}};
        share = transfer.exposed / transfer.busy();
        break;
    }
    if (share != 1.0) {
        d.exposure = Formula::ExposedShare;
        d.add(Symbol::ExposedShare, share);
        d.add(shareFact);
    }
    return d;
}

} // namespace roofplan
