// What ranks exchange in one pass of one micro-batch over a piece of the model: tensor, context,
// expert parallelism and sharded parameters.
#pragma once

#include "core/base/function_ref.h"
#include "core/collectives/all_reduce.h"
#include "core/collectives/all_to_all.h"
#include "core/training/piece.h"
#include "core/training/training_context.h"

#include <array>

namespace roofplan {

/// One kind of exchange, `calls` times a pass.
struct PassTransfer {
    enum class Kind : std::uint8_t {
        Tensor,
        ExpertTensor,
        Dispatch,
        Context,
        Shard,
        ExpertShard,
        Offload,
    };

    Kind kind = Kind::Tensor;
    TermName name = TermName::TensorParallelCollectives;
    Category category = Category::TensorParallel;
    CollectiveCost cost; ///< of a call
    double calls = 0.0;
    Seconds exposed; ///< of all calls

    [[nodiscard]] Seconds busy() const { return cost.time * calls; }
};

struct PassTransfers {
    static constexpr std::size_t most = 7; ///< one of each kind

    std::array<PassTransfer, most> transfers;
    std::size_t count = 0;

    void add(const PassTransfer& transfer) { transfers[count++] = transfer; }

    [[nodiscard]] const PassTransfer* begin() const { return transfers.data(); }

    [[nodiscard]] const PassTransfer* end() const { return transfers.data() + count; }
};

using TransferVisitor = FunctionRef<void(const PassTransfer&)>;

/// Device seconds of the pass that can hide exchanges.
struct HidingTime {
    Seconds attention;
    Seconds all;
};

/// What a ring around the context leaves to hide shards behind, and how long the device waits for
/// it.
struct AfterExchanges {
    Seconds left;
    Seconds waits;
};

/// Tensor: with sequence parallelism gathers and scatters of 2·T·h bytes, 4 forward and 6 backward
/// a layer (the input is gathered again for the weight gradient), else 2 all-reduces each way; the
/// attention half alone where experts are not split over TP. Source: arXiv 2205.05198 §4.2.2.
/// Expert tensor: gather and scatter of the routed rows. Dispatch: two all-to-alls of the tokens
/// each way. Context: keys and values around a ring, hidden behind attention but for half the
/// latency of each hop; or heads exchanged, or keys gathered, in the open. Shard: parameters
/// gathered forward and backward and gradients scattered, hidden behind the layer; hidden traffic
/// slows the compute by a share. Ring and shards do not hide behind the same time; what goes to the
/// host does, and while the device waits for them. Recomputation repeats the forward exchanges.
/// Source: study of published training steps.
///
/// First those that neither pipeline nor data parallelism changes,
AfterExchanges visitExchanges(const TrainingContext& context,
                              Piece piece,
                              Pass pass,
                              const HidingTime& hiding,
                              TransferVisitor visit);

/// then shards and what goes to the host; `all` is the hiding time in front of any exchange.
void visitShards(const TrainingContext& context,
                 Piece piece,
                 Pass pass,
                 Seconds all,
                 AfterExchanges after,
                 TransferVisitor visit);

/// Both.
[[nodiscard]] PassTransfers
passTransfers(const TrainingContext& context, Piece piece, Pass pass, const HidingTime& hiding);

/// Formula, numbers and facts of a transfer of passTransfers().
[[nodiscard]] Derivation deriveTransfer(const TrainingContext& context,
                                        Piece piece,
                                        Pass pass,
                                        const PassTransfer& transfer);

} // namespace roofplan
