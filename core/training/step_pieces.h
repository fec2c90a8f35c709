// What the pieces of a model take in a step, each worked out once however many layers there are.
#pragma once

#include "core/training/layer_pass.h"
#include "core/training/stage_contents.h"

#include <vector>

namespace roofplan {

/// A value for each piece that a model is made of.
template <typename Value>
struct Pieces {
    std::vector<Value> kinds;         ///< [layer kinds]; empty where all layers are recomputed
    std::vector<Value> repeatedKinds; ///< fully recomputed; empty where none is
    Value embedding{};
    Value head{};
    Value prediction{};
};

struct PieceWork {
    PassWork forward;
    PassWork backward;
};

struct PieceCost {
    PassCost forward;
    PassCost backward;

    [[nodiscard]] Seconds time() const { return forward.time + backward.time; }
};

using PieceWorks = Pieces<PieceWork>;
using PieceCosts = Pieces<PieceCost>;
using PieceTimes = Pieces<Seconds>; ///< forward and backward

[[nodiscard]] inline Piece layerPiece(std::size_t kind, bool repeated) {
    return {
        .part = Piece::Part::Layer, .kind = static_cast<std::int16_t>(kind), .repeated = repeated};
}

/// Calls price(piece) for every piece of the model and keeps what it returns.
template <typename Value, typename Price>
[[nodiscard]] Pieces<Value> pricePieces(const TrainingContext& context, Price price) {
    Pieces<Value> pieces;
    const RepeatedLayers repeated = repeatedLayers(context.plan());
    const std::size_t kinds = context.model().layerKinds.size();
    const auto priceKinds = [&](std::vector<Value>& list, bool all) {
        list.reserve(kinds);
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            list.push_back(price(layerPiece(kind, all)));
        }
    };
    if (repeated != RepeatedLayers::All) {
        priceKinds(pieces.kinds, false);
    }
    if (repeated != RepeatedLayers::None) {
        priceKinds(pieces.repeatedKinds, true);
    }
    if (context.model().multiTokenPrediction) {
        pieces.prediction = price({.part = Piece::Part::Prediction});
    }
    pieces.embedding = price({.part = Piece::Part::Embedding});
    pieces.head = price({.part = Piece::Part::Head});
    return pieces;
}

/// Calls visit(piece, value, how many a micro-batch) for what a stage holds.
template <typename Value, typename Visit>
void visitStage(const TrainingContext& context,
                const Pieces<Value>& pieces,
                const StageContent& content,
                Visit visit) {
    if (content.first) {
        visit(Piece{.part = Piece::Part::Embedding}, pieces.embedding, 1.0);
    }
    const double repeated = repeatedShare(context.plan(), content.layers);
    const auto layers = [&](std::size_t kind, double count) {
        if (repeated < 1.0) {
            visit(layerPiece(kind, false), pieces.kinds[kind], count * (1.0 - repeated));
        }
        if (repeated > 0.0) {
            visit(layerPiece(kind, true), pieces.repeatedKinds[kind], count * repeated);
        }
    };
    for (std::size_t kind = 0; kind < content.kinds.size(); ++kind) {
        if (content.kinds[kind] > 0.0) {
            layers(kind, content.kinds[kind]);
        }
    }
    if (content.last) {
        double heads = 1.0;
        if (const auto& prediction = context.model().multiTokenPrediction) {
            const auto modules = static_cast<double>(prediction->modules);
            visit(Piece{.part = Piece::Part::Prediction}, pieces.prediction, modules);
            layers(prediction->kind, modules);
            heads += modules;
        }
        visit(Piece{.part = Piece::Part::Head}, pieces.head, heads);
    }
}

[[nodiscard]] PieceWorks pieceWorks(const TrainingContext& context);

[[nodiscard]] PieceCosts pieceCosts(const TrainingContext& context);

/// From costs of the same plan.
[[nodiscard]] PieceTimes pieceTimes(const TrainingContext& context, const PieceCosts& costs);

/// The same to the last digit from `works` of the same plan, or of one that differs in what leaves
/// them alone: PP, virtual PP, DP and sharding.
[[nodiscard]] PieceTimes pieceTimes(const TrainingContext& context, const PieceWorks& works);

} // namespace roofplan
