#include "core/result/formula.h"

#include "core/base/diagnostic.h"

#include <array>

namespace roofplan {

namespace {

constexpr std::array<FormulaText, static_cast<std::size_t>(Formula::Count)> formulas{{
    // Sum
    {"sum of the parts", translatable("core", "The parts below add up to this."), ""},
    // Gemm
    {"t = t0 + (t_c^5 + t_m^5)^(1/5) + t_r;  t_c = waves·2·64²·(64·⌈k/(64·s)⌉ + κ)·SM/(P·η_c);  "
     "t_m = B_w/min(W·η_m, w_b) + (B − B_w)/(W·η_m)",
     translatable("core",
                  "A matrix multiplication takes the longer of its arithmetic and its HBM traffic, "
                  "with a soft corner, and a launch. Arithmetic runs in whole waves of 64 × 64 "
                  "output tiles over the SMs."),
     "Operator curves: 291 published GEMM times, median error 3.4 %"},
    // BatchedGemm
    {"t = t0 + (t_c^5 + t_m^5)^(1/5) + t_r;  t_c = waves·2·64²·(64·⌈k/(64·s)⌉ + κ)·SM/(P·η_c);  "
     "t_m = B_w/min(W·η_m, w_b) + (B − B_w)/(W·η_m)",
     translatable(
         "core",
         "A batch of matrix multiplications in one launch, one for each head and sequence."),
     "Operator curves: 291 published GEMM times, median error 3.4 %"},
    // FlashForward
    {"t = t0 + (c^1.4 + l^1.4)^(1/1.4) + B/(W·η_m);  c = F·(1 + n_k·Tq/(2·k))·r/(P·η);  l = "
     "2·128·k_max·D·SM·r/(P·η);  F = 2·b·a·q·k·D",
     translatable("core",
                  "Fused causal attention: arithmetic at the kernel generation's efficiency, the "
                  "critical path of one query block, and Q, K, V, O once through HBM."),
     "Operator curves: published prefill kernels, median error 1.7 to 3.4 %"},
    // FlashBackward
    {"t = t0 + (c^1.4 + l^1.4)^(1/1.4) + B/(W·η_m);  c = F·(1 + n_k·Tq/(2·k))·r/(P·η);  l = "
     "2.5·2·128·k_max·D·SM·r/(P·η);  F = 2.5·2·b·a·q·k·D",
     translatable("core",
                  "Fused causal attention, backward: scores are recomputed, five matrix products "
                  "instead of two, at the kernel's backward efficiency."),
     "Dao, FlashAttention-2, arXiv 2307.08691; Shah et al., FlashAttention-3, arXiv 2407.08608"},
    // MemoryKernel
    {"t = B / (W·η_m)", translatable("core", "A kernel that only moves bytes through HBM."),
     "Williams et al., Roofline, CACM 52(4), 2009"},
    // KernelGaps
    {"t = kernels · gap",
     translatable("core",
                  "The device idles between two memory-bound kernels of a stream; GEMM and "
                  "attention times hold theirs."),
     "Study of published training steps"},
    // HostLaunches
    {"host = launches·t_l;  exposed = (device^p + host^p)^(1/p) − device",
     translatable(
         "core",
         "The host queues kernels while the device works; where it is slower the device waits."),
     "Study of published training steps"},
    // ExpertHostLaunches
    {"host = launches·t_l + expert launches·t_e;  exposed = (device^p + host^p)^(1/p) − device",
     translatable("core",
                  "The host queues kernels while the device works; the token counts of the experts "
                  "are read back to it, which empties the queue."),
     "Study of published training steps"},
    // RingReduceScatter
    {"t = α + x + √(s0·x);  α = a0 + (n−1)·aₛ;  x = ((n−1)/n·S + 0.48·S/n)/w",
     translatable("core",
                  "Ring inside the domain: n−1 steps, each GPU sends (n−1)/n of the buffer."),
     "Operator curves: 604 published nccl-tests rows, median error 4.5 %"},
    // RingAllReduce
    {"t = α + x + fill;  α = a0 + 2(n−N)·aₛ + 2N·aₙ across N domains, a0 + 2(n−1)·aₛ inside one;  "
     "x = max((2(n−1)/n·S + 0.48·S/n)/w, 2(n−1)/n·S/(g·E'));  fill = √(s0·x) inside a domain, "
     "s0^0.63·x^0.37 across",
     translatable("core",
                  "Ring all-reduce: reduce-scatter and all-gather in one; across domains the "
                  "slower of the links inside and the rails."),
     "Operator curves: 604 published nccl-tests rows, median error 4.5 %"},
    // SwitchAllReduce
    {"t = α + x + √(s0·x);  α = a0 + a_N;  x = S/w;  s0 = s_N·n",
     translatable(
         "core",
         "The NVSwitch reduces (NVLS): one pass of the buffer, whatever the number of ranks."),
     "Operator curves: 604 published nccl-tests rows, median error 4.5 %"},
    // TreeAllReduce
    {"t = α + x + s0^0.63·x^0.37;  α = a0 + 2(g−1)·aₛ + 2·⌈log2 N⌉·aₙ;  x = max(S/w (NVLS) or "
     "2(g−1)/g·S/w, c·S/(g·E')), c = 1 at two domains, 2 beyond",
     translatable("core", "Tree over the nodes, each rail carrying its share of the buffer."),
     "Operator curves: 604 published nccl-tests rows, median error 4.5 %"},
    // HierarchicalGather
    {"t = α + x + s0^0.63·x^0.37;  α = a0 + (g−1)·aₛ + ⌈log2 N⌉·aₙ;  x = max((n−1)/n·S/(1.2·w) "
     "where g > 1, (n−1)/n·S/(g·E'))",
     translatable("core",
                  "Gather or reduce-scatter over several domains: the slower of the share inside "
                  "and the share of the GPU's own rail."),
     "Operator curves: 604 published nccl-tests rows, median error 4.5 %"},
    // SendReceive
    {"t = α + x + fill;  x = S/w, or S/E' over the network;  fill = √(s0·x) inside a domain, "
     "s0^0.63·x^0.37 across",
     translatable("core", "One GPU sends to another."), "Operator curves: send/receive rows"},
    // AllToAllInDomain
    {"t = α + x + √(s0·x);  x = S_in/w",
     translatable("core", "Every GPU of a domain sends a part to every other over NVLink."),
     "Operator curves: all-to-all rows"},
    // AllToAllAcross
    {"t = α + x + s0^0.63·x^0.37;  x = max(S_in/w, S_out/E')",
     translatable("core",
                  "All-to-all over several NVLink domains: what stays inside and what crosses the "
                  "GPU's own rail go side by side; the longer of the two counts."),
     "Operator curves: all-to-all rows"},
    // ExposedShare
    {"exposed = share·t", translatable("core", "Overlap with compute hides the rest."),
     "Study of published training steps"},
    // ExposedTransfer
    {"exposed = share·nm·2v·t + 2(p−1)·t",
     translatable("core",
                  "Transfers of the steady state hide behind compute to their share; those that "
                  "fill and drain the pipeline do not."),
     "Narayanan et al., arXiv 2104.04473"},
    // ExposedDataParallel
    {"exposed = max(floor·Σt, Σt − window)·t/Σt, all of it without overlap",
     translatable("core",
                  "The backward pass hides data-parallel traffic up to a window of compute, but "
                  "never the last buckets."),
     "Study of published training steps"},
    // NoTransfer
    {"t = 0", translatable("core", "One rank: nothing to send."), ""},
    // HostTransfer
    {"t = S / w_h",
     translatable("core",
                  "Activations or optimiser states cross the link to the host's memory, once each "
                  "way, beside the computation."),
     "Rajbhandari et al., ZeRO-Infinity, arXiv 2104.07857 §5"},
    // PipelineBubble
    {"t = (Σ t_s − t_max)/v + (v−1)/v·idle·t_max",
     translatable(
         "core",
         "Fill and drain of the pipeline: with equal stages (p−1)·t/v. Interleaving v chunks "
         "divides it; micro-batches that PP does not divide leave places of the last round idle."),
     "Narayanan et al., arXiv 2104.04473, eq. 2 to 4"},
    // OptimizerUpdate
    {"t = (device^p + host^p)^(1/p);  device = (b·shard + b_l·local)/(W·η_m) + gaps, b_u·local "
     "unsharded",
     translatable("core",
                  "Adam reads and writes FP32 state of the shard it owns; norm and clearing touch "
                  "all local gradients."),
     "Rajbhandari et al., ZeRO, arXiv 1910.02054"},
    // Stragglers
    {"t = (pipeline + data parallel + optimizer) · jitter · log2(N/8)",
     translatable("core",
                  "The slowest of many GPUs sets the pace; the share grows with each doubling."),
     "Study of published training steps"},
    // SoftwareAge
    {"t = (pipeline + data parallel + optimizer + stragglers) · share · years",
     translatable("core",
                  "The same work took longer on older kernels and frameworks, by a share a year "
                  "before mid-2026, up to three years."),
     "Study of published training steps"},
    // FixedStep
    {"t = fixed · (1 + log2(N/8))",
     translatable("core", "Data loader, logging and synchronisation once a step."),
     "Study of published training steps"},
    // StepTime
    {"t = steady + bubble + transfers + data parallel + optimizer + stragglers + age + fixed;  "
     "steady = nm·t_max",
     translatable("core",
                  "The pacing stage works through its micro-batches; what nothing hides is added."),
     "Narayanan et al., arXiv 2104.04473; Korthikanti et al., arXiv 2205.05198"},
    // TimeToTrain
    {"T = tokens / (global batch · sequence) · t_step",
     translatable("core", "Steps times step time, without failures and checkpoints."), ""},
    // Cost
    {"cost = instances · price · T",
     translatable(
         "core", "Instances are paid for the time of the run; storage and failures are not in it."),
     ""},
    // TokensPerSecondPerGpu
    {"rate = global batch · sequence / (t_step · N)",
     translatable("core", "Tokens of a step over its time and GPUs."), ""},
    // Mfu
    {"MFU = model FLOPs / (t_step · N · P)",
     translatable("core",
                  "Matrix FLOPs of forward and backward without recomputation, over the dense "
                  "peak; attention counted causal (half)."),
     "Chowdhery et al., PaLM, arXiv 2204.02311, appendix B"},
    // Hfu
    {"HFU = (model + recomputed FLOPs) / (t_step · N · P)",
     translatable("core", "As MFU with the FLOPs that recomputation repeats."),
     "Korthikanti et al., arXiv 2205.05198"},
    // MemoryHeadroom
    {"headroom = capacity − (weights + gradients + optimizer + activations + logits + workspace + "
     "reserve)",
     translatable("core",
                  "What the fullest pipeline stage leaves free of the memory a job can see."),
     "Korthikanti et al., arXiv 2205.05198, table 2; Rajbhandari et al., arXiv 1910.02054"},
    // ExposedCommunication
    {"exposed = inside + across",
     translatable("core",
                  "Communication on the critical path: tensor, pipeline and data parallel."),
     ""},
    // Weights
    {"weights = b·(local/shards + P_e/shards_e)",
     translatable("core", "16-bit parameters as this GPU holds them for its stage."),
     "Rajbhandari et al., ZeRO, arXiv 1910.02054, section 3.1"},
    // Gradients
    {"gradients = b·(local/shards + P_e/shards_e)",
     translatable("core", "The accumulation buffer of the gradients."),
     "Rajbhandari et al., ZeRO, arXiv 1910.02054, section 3.1"},
    // OptimizerState
    {"optimizer = b·(local/shards + P_e/shards_e)",
     translatable("core",
                  "FP32 master weights and two moments of Adam, divided over the data-parallel "
                  "ranks under ZeRO-1."),
     "Rajbhandari et al., ZeRO, arXiv 1910.02054, sections 3.1 and 5.1"},
    // Activations
    {"activations = A·k + edge",
     translatable("core",
                  "What the forward pass of a micro-batch leaves for its backward pass, for each "
                  "micro-batch in flight on the stage; embedding and head keep their own."),
     "Korthikanti et al., arXiv 2205.05198, table 2 and section 4.2.3"},
    // Logits
    {"logits = b·T·V/t",
     translatable(
         "core", "Logits of a micro-batch with the buffers of the loss, on the stage of the head."),
     "Korthikanti et al., arXiv 2205.05198, section 4.3"},
    // Workspace
    {"workspace = 2·linear + recomputed",
     translatable(
         "core",
         "One buffer for the weight gradient of each linear of a layer, sharded parameters "
         "while they are gathered, inputs gathered over TP and the activations of a layer "
         "recomputed as a whole, as far as these exceed the logits."),
     "Study of published training steps"},
    // Reserve
    {"reserve", translatable("core", "CUDA context, NCCL buffers and fragmentation."),
     "Study of published training steps"},
    // NoPrice
    {"no price",
     translatable("core",
                  "No price of this cluster under this plan and region is known; the diagnostics "
                  "say why, and which are."),
     ""},
    // OwnCost
    {"cost = N · price · T",
     translatable("core",
                  "GPUs are paid for the time of the run at the price that you gave; "
                  "storage and failures are not in it."),
     ""},
    // PurchasedCost
    {"cost = instances · price · paid;  paid = (n − 1)·L + ⌈(T − (n − 1)·(L − e) + e)/step⌉·step",
     translatable("core",
                  "Instances are paid for whole steps of time, the early stop at the end "
                  "included; what is longer than the longest purchase is several. Storage "
                  "and failures are not in it."),
     ""},
    // DiscountedPrice
    {"price = list · (1 − d)", translatable("core", "Your contract takes a share off the list."),
     ""},
    // OversubscribedNetwork
    {"E' = u · E/o",
     translatable("core",
                  "What crosses domains shares a network that carries less than the "
                  "network cards together."),
     ""},
}};

constexpr std::array<SymbolText, static_cast<std::size_t>(Symbol::Count)> symbols{{
    {"t", translatable("core", "time"), UnitKind::Time},                            // Time
    {"m", translatable("core", "rows"), UnitKind::Count},                           // RowsM
    {"n", translatable("core", "columns on this GPU"), UnitKind::Count},            // ColumnsN
    {"k", translatable("core", "depth of the sum"), UnitKind::Count},               // DepthK
    {"batch", translatable("core", "matrices"), UnitKind::Count},                   // Batch
    {"s", translatable("core", "split-K"), UnitKind::Count},                        // SplitK
    {"t_r", translatable("core", "reduction of split-K"), UnitKind::Time},          // Reduction
    {"waves", translatable("core", "of tiles over the SMs"), UnitKind::Count},      // Waves
    {"F", translatable("core", "FLOPs"), UnitKind::FlopCount},                      // FlopCount
    {"B", translatable("core", "bytes through HBM"), UnitKind::Size},               // HbmBytes
    {"B_w", translatable("core", "of them the n × k operand"), UnitKind::Size},     // OperandBytes
    {"w_b", translatable("core", "rate of its thread blocks"), UnitKind::DataRate}, // BlockRate
    {"SM", translatable("core", "multiprocessors"), UnitKind::Count},           // Multiprocessors
    {"κ", translatable("core", "prologue and epilogue"), UnitKind::Count},      // DepthRamp
    {"columns", translatable("core", "of an output quantum"), UnitKind::Count}, // ColumnQuantum
    {"P", translatable("core", "dense peak"), UnitKind::ComputeRate},           // DensePeak
    {"η_c", translatable("core", "large GEMMs under load"), UnitKind::Ratio},   // Ceiling
    {"F/(t·P)", translatable("core", "share attained"), UnitKind::Ratio},       // Attained
    {"W·η_m", translatable("core", "achievable HBM bandwidth"), UnitKind::DataRate}, // HbmRate
    {"t_c", translatable("core", "arithmetic alone"), UnitKind::Time},               // ComputeTime
    {"t_m", translatable("core", "HBM traffic alone"), UnitKind::Time},              // MemoryTime
    {"t0", translatable("core", "launch"), UnitKind::Time},                          // Launch
    {"a", translatable("core", "query heads on this GPU"), UnitKind::Count},         // Heads
    {"D", translatable("core", "dimensions of a key and a value head"),
     UnitKind::Count}, // HeadDimensions
    {"q", translatable("core", "queries of a sequence on this GPU"), UnitKind::Count}, // Queries
    {"k", translatable("core", "keys that a query meets, on average"),
     UnitKind::Count}, // AverageKeys
    {"k_max", translatable("core", "keys that a query meets, at most"),
     UnitKind::Count},                                                              // MostKeys
    {"n_k", translatable("core", "pieces that the keys come in"), UnitKind::Count}, // Pieces
    {"b", translatable("core", "sequences of the micro-batch"), UnitKind::Count},   // Sequences
    {"η", translatable("core", "share of the peak"), UnitKind::Ratio},              // Efficiency
    {"Tq", translatable("core", "query tile, tokens"), UnitKind::Count},            // QueryTile
    {"r", translatable("core", "factor of the head size"), UnitKind::Ratio},        // HeadFactor
    {"l", translatable("core", "one query block"), UnitKind::Time},                 // CriticalPath
    {"launches", translatable("core", "a pass"), UnitKind::Count},                  // Launches
    {"t_l", translatable("core", "time each"), UnitKind::Time},                     // LaunchTime
    {"expert launches", translatable("core", "a pass"), UnitKind::Count},     // ExpertLaunches
    {"t_e", translatable("core", "time each, expert path"), UnitKind::Time},  // ExpertLaunchTime
    {"device", translatable("core", "the device alone"), UnitKind::Time},     // DeviceTime
    {"host", translatable("core", "the host alone"), UnitKind::Time},         // HostTime
    {"p", translatable("core", "exponent of the sum"), UnitKind::Count},      // Exponent
    {"S", translatable("core", "buffer"), UnitKind::Size},                    // MessageBytes
    {"S_in", translatable("core", "sent inside the domain"), UnitKind::Size}, // InsideBytes
    {"S_out", translatable("core", "sent over the network"), UnitKind::Size}, // OutsideBytes
    {"n", translatable("core", "ranks"), UnitKind::Count},                    // Ranks
    {"N", translatable("core", "NVLink (or PCIe) domains"), UnitKind::Count}, // Domains
    {"g", translatable("core", "ranks in each domain"), UnitKind::Count},     // RanksPerDomain
    {"α", translatable("core", "latency"), UnitKind::Time},                   // Latency
    {"x", translatable("core", "time on the wire"), UnitKind::Time},          // Wire
    {"s0", translatable("core", "fill of the chunked pipeline"), UnitKind::Time},   // Fill
    {"w", translatable("core", "link, one way"), UnitKind::DataRate},               // LinkBandwidth
    {"E'", translatable("core", "usable NIC rate a GPU"), UnitKind::DataRate},      // NicBandwidth
    {"w_h", translatable("core", "link to the host, one way"), UnitKind::DataRate}, // HostBandwidth
    {"share", translatable("core", "on the critical path"), UnitKind::Ratio},       // ExposedShare
    {"nm", translatable("core", "micro-batches"), UnitKind::Count},                 // MicroBatches
    {"idle", translatable("core", "places in the last round"), UnitKind::Count},    // IdleSlots
    {"steady", translatable("core", "micro-batches"), UnitKind::Time},              // SteadyTime
    {"bubble", translatable("core", "exposed"), UnitKind::Time},                    // BubbleTime
    {"data parallel", translatable("core", "exposed"), UnitKind::Time},         // DataParallelTime
    {"Σt", translatable("core", "reduction and gather, busy"), UnitKind::Time}, // DataParallelBusy
    {"optimizer", translatable("core", "update"), UnitKind::Time},              // OptimizerTime
    {"stragglers", translatable("core", "waiting"), UnitKind::Time},            // StragglerTime
    {"age", translatable("core", "older software"), UnitKind::Time},            // AgeTime
    {"years", translatable("core", "before mid-2026"), UnitKind::Count},        // AgeYears
    {"share", translatable("core", "slower a year"), UnitKind::Ratio},          // AgeShare
    {"fixed", translatable("core", "a step"), UnitKind::Time},                  // FixedTime
    {"p", translatable("core", "pipeline stages"), UnitKind::Count},            // Stages
    {"v", translatable("core", "chunks a stage"), UnitKind::Count},             // Chunks
    {"t_max", translatable("core", "slowest stage"), UnitKind::Time},           // PacingStage
    {"Σ t_s", translatable("core", "all stages"), UnitKind::Time},              // AllStages
    {"transfers", translatable("core", "exposed"), UnitKind::Time},             // TransferTime
    {"window", translatable("core", "compute that hides it"), UnitKind::Time},  // Window
    {"floor", translatable("core", "exposed in any case"), UnitKind::Ratio},    // Floor
    {"local", translatable("core", "parameters on this GPU"), UnitKind::Count}, // Parameters
    {"shard", translatable("core", "parameters this GPU updates"),
     UnitKind::Count}, // ShardParameters
    {"P_e", translatable("core", "expert parameters on this GPU"),
     UnitKind::Count}, // ExpertParameters
    {"b", translatable("core", "bytes a parameter of the shard"),
     UnitKind::BytesPerItem}, // BytesPerParameter
    {"b_l", translatable("core", "bytes a local parameter"), UnitKind::BytesPerItem}, // LocalBytes
    {"b_u", translatable("core", "bytes a parameter"), UnitKind::BytesPerItem}, // UnshardedBytes
    {"shards", translatable("core", "ranks that share it"), UnitKind::Count},   // Shards
    {"shards_e", translatable("core", "ranks that share expert states"),
     UnitKind::Count}, // ExpertShards
    {"A", translatable("core", "of a micro-batch on the stage"),
     UnitKind::Size}, // MicroBatchActivations
    {"k", translatable("core", "micro-batches in flight"), UnitKind::Count}, // InFlight
    {"edge", translatable("core", "of embedding and head"), UnitKind::Size}, // EdgeActivations
    {"T", translatable("core", "tokens of a micro-batch"), UnitKind::Count}, // MicroBatchTokens
    {"V/t", translatable("core", "columns on this GPU"), UnitKind::Count},   // VocabularyColumns
    {"b", translatable("core", "bytes a logit"), UnitKind::BytesPerItem},    // LogitBytes
    {"linear", translatable("core", "parameters of a layer's linears"),
     UnitKind::Count},                                                          // LinearParameters
    {"recomputed", translatable("core", "of one layer"), UnitKind::Size},       // LayerActivations
    {"N", translatable("core", "GPUs"), UnitKind::Count},                       // Gpus
    {"jitter", translatable("core", "share a doubling"), UnitKind::Ratio},      // Jitter
    {"base", translatable("core", "step without it"), UnitKind::Time},          // BaseStep
    {"tokens", translatable("core", "tokens of the run"), UnitKind::Count},     // TokensTotal
    {"tokens/step", translatable("core", "of a step"), UnitKind::Count},        // TokensPerStep
    {"t_step", translatable("core", "step time"), UnitKind::Time},              // StepTime
    {"steps", translatable("core", "steps"), UnitKind::Count},                  // Steps
    {"T", translatable("core", "time to train"), UnitKind::Time},               // TimeTotal
    {"instances", translatable("core", "instances"), UnitKind::Count},          // Instances
    {"price", translatable("core", "an instance-hour"), UnitKind::HourlyPrice}, // PriceRate
    {"cost", translatable("core", "cost of the run"), UnitKind::Currency},      // CostTotal
    {"model FLOPs", translatable("core", "causal attention"), UnitKind::FlopCount}, // ModelFlops
    {"hardware FLOPs", translatable("core", "with recomputation"),
     UnitKind::FlopCount},                                                  // HardwareFlops
    {"used", translatable("core", "fullest stage"), UnitKind::Size},        // MemoryUsed
    {"weights", translatable("core", "16-bit parameters"), UnitKind::Size}, // WeightMemory
    {"gradients", translatable("core", "accumulated"), UnitKind::Size},     // GradientMemory
    {"optimizer", translatable("core", "master weights and moments"),
     UnitKind::Size},                                                            // OptimizerMemory
    {"activations", translatable("core", "in flight"), UnitKind::Size},          // ActivationMemory
    {"logits", translatable("core", "kept for the loss"), UnitKind::Size},       // LogitMemory
    {"workspace", translatable("core", "buffers"), UnitKind::Size},              // WorkspaceMemory
    {"reserve", translatable("core", "context, fragmentation"), UnitKind::Size}, // ReserveMemory
    {"capacity", translatable("core", "visible to a job"), UnitKind::Size},      // MemoryCapacity
    {"inside", translatable("core", "exposed in domains"), UnitKind::Time},      // ExposedNvlink
    {"across", translatable("core", "exposed between domains"), UnitKind::Time}, // ExposedNetwork
    {"full", translatable("core", "the same with full attention (PaLM)"),
     UnitKind::Ratio},                                                          // FullAttention
    {"E", translatable("core", "NIC rate a GPU, one way"), UnitKind::DataRate}, // NicRate
    {"u", translatable("core", "usable share of it"), UnitKind::Ratio},         // UsableShare
    {"o", translatable("core", "oversubscription"), UnitKind::Ratio},           // Oversubscription
    {"price", translatable("core", "a GPU-hour"), UnitKind::HourlyPrice},       // GpuPrice
    {"list", translatable("core", "list price of an instance-hour"),
     UnitKind::HourlyPrice},                                               // ListPrice
    {"d", translatable("core", "discount"), UnitKind::Percent},            // Discount
    {"paid", translatable("core", "time that is bought"), UnitKind::Time}, // PaidTime
    {"step", translatable("core", "times are bought in"), UnitKind::Time}, // TimeStep
    {"e", translatable("core", "stop before the end"), UnitKind::Time},    // EarlyStop
    {"n", translatable("core", "purchases in a row"), UnitKind::Count},    // Purchases
    {"L", translatable("core", "longest purchase"), UnitKind::Time},       // LongestPurchase
}};

} // namespace

const FormulaText& formulaText(Formula formula) {
    return formulas[static_cast<std::size_t>(formula)];
}

const SymbolText& symbolText(Symbol symbol) {
    return symbols[static_cast<std::size_t>(symbol)];
}

Formula furtherFormula(Symbol symbol) {
    switch (symbol) {
    case Symbol::Oversubscription:
        return Formula::OversubscribedNetwork;
    case Symbol::Discount:
        return Formula::DiscountedPrice;
    default:
        return Formula::Sum;
    }
}

} // namespace roofplan
