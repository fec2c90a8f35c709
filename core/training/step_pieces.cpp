#include "core/training/step_pieces.h"

namespace roofplan {

namespace {

/// Where `pieces` keeps a piece.
template <typename Value>
const Value& at(const Pieces<Value>& pieces, Piece piece) {
    switch (piece.part) {
    case Piece::Part::Embedding:
        return pieces.embedding;
    case Piece::Part::Head:
        return pieces.head;
    case Piece::Part::Prediction:
        return pieces.prediction;
    case Piece::Part::Layer:
        break;
    }
    return (piece.repeated ? pieces.repeatedKinds
                           : pieces.kinds)[static_cast<std::size_t>(piece.kind)];
}

} // namespace

PieceWorks pieceWorks(const TrainingContext& context) {
    return pricePieces<PieceWork>(context, [&context](Piece piece) {
        return PieceWork{passWork(context, piece, Pass::Forward),
                         passWork(context, piece, Pass::Backward)};
    });
}

PieceCosts pieceCosts(const TrainingContext& context) {
    return pricePieces<PieceCost>(context, [&context](Piece piece) {
        return PieceCost{passCost(context, piece, Pass::Forward),
                         passCost(context, piece, Pass::Backward)};
    });
}

PieceTimes pieceTimes(const TrainingContext& context, const PieceCosts& costs) {
    return pricePieces<Seconds>(context, [&costs](Piece piece) { return at(costs, piece).time(); });
}

PieceTimes pieceTimes(const TrainingContext& context, const PieceWorks& works) {
    return pricePieces<Seconds>(context, [&](Piece piece) {
        const PieceWork& work = at(works, piece);
        return passCost(context, piece, Pass::Forward, work.forward).time +
               passCost(context, piece, Pass::Backward, work.backward).time;
    });
}

} // namespace roofplan
