// Region maps: GPUs 8 to 4096 × global batch 16 to 8192 of Llama 3.1 70B on p5en.48xlarge, 160 ×
// 120 points of which the whole instances remain, the best plan at each.
#include "app/bench/bench.h"
#include "core/sweep/repricing.h"

namespace roofplan::bench {

namespace {

SweepGrid mapGrid(PricePlan prices) {
    SweepRequest request{.base = example(), .plan = PlanChoice::Best};
    request.base.cluster.pricePlan = prices;
    const auto over = [](const char* key, const char* from, const char* to, std::int64_t count) {
        return AxisRequest{
            .key = key,
            .values =
                AxisRange{.from = from, .to = to, .count = count, .spacing = Spacing::Logarithmic}};
    };
    request.axes = {over("gpus", "8", "4096", 160), over("global_batch", "16", "8192", 120)};
    return *makeGrid(std::move(request), shipped());
}

/// `total` seconds of all runs against a plain evaluation of every plan decided, and what the
/// process took at most.
void compare(benchmark::State& state, double total, std::size_t cells) {
    const double run = total / static_cast<double>(state.iterations());
    state.counters["cells"] = static_cast<double>(cells);
    state.counters["evaluations_a_cell"] =
        run / plainEvaluation(example()) / static_cast<double>(cells);
    countMemory(state);
}

/// Until the first pass is drawn (`first`), else until every cell is known.
void drawsMap(benchmark::State& state, bool first, int threads) {
    const SweepGrid grid = mapGrid(PricePlan::OnDemand);
    double total = 0.0;
    for ([[maybe_unused]] auto run : state) {
        std::atomic<bool> cancelled{false};
        const Stopwatch watch;
        const SweepOptions options{
            .threads = threads,
            .cancelled = &cancelled,
            .afterPass = [&cancelled, first](const RegionMap&, Stride) { cancelled = first; }};
        benchmark::DoNotOptimize(sweepMap(grid, shipped(), options));
        total += watch.seconds();
    }
    compare(state, total, grid.cells());
}

void billsMapAnew(benchmark::State& state) {
    const SweepGrid grid = mapGrid(PricePlan::CapacityBlock);
    RegionMap map = sweepMap(mapGrid(PricePlan::OnDemand), shipped(), {.threads = 2});
    double total = 0.0;
    for ([[maybe_unused]] auto run : state) {
        const Stopwatch watch;
        map = repriced(std::move(map), grid, shipped());
        total += watch.seconds();
    }
    compare(state, total, grid.cells());
}

BENCHMARK_CAPTURE(drawsMap, firstPicture, true, 2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(drawsMap, complete, false, 2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(drawsMap, completeOnOneCore, false, 1)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(billsMapAnew)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace

} // namespace roofplan::bench
