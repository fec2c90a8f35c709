// Searches over whole spaces of plans, beside what a plain loop over every plan would take.
#include "app/bench/bench.h"
#include "core/evaluate/evaluate.h"
#include "core/search/plan_search.h"

namespace roofplan::bench {

namespace {

Scenario question(const char* instance,
                  std::int64_t instances,
                  const char* model,
                  std::int64_t sequence,
                  std::int64_t batch) {
    Scenario s;
    s.cluster = {.instance = instance, .instances = instances, .region = "us-east-2"};
    s.workload = {.model = model, .sequenceLength = sequence, .globalBatch = batch};
    return s;
}

/// Seconds a plan of a plain loop over evaluate(), on plans from all over the space.
double plainPlan(const Scenario& scenario, const PlanSpace& space) {
    constexpr std::size_t wanted = 2000;
    const std::size_t step = std::max<std::size_t>(1, space.groups().size() / wanted);
    Scenario s = scenario;
    std::size_t tried = 0;
    const Stopwatch watch;
    while (tried < wanted) {
        for (std::size_t i = 0; i < space.groups().size(); i += step) {
            const PlanGroup& group = space.groups()[i];
            s.plan = group.plan;
            s.plan.microBatch = group.microBatches[tried % group.microBatches.size()];
            s.plan.recompute = group.recompute[tried % group.recompute.size()].recompute;
            benchmark::DoNotOptimize(evaluate(s, shipped()));
            ++tried;
        }
    }
    return watch.seconds() / static_cast<double>(tried);
}

/// The best plan of the whole space; with `someLayers` also full recomputation of 1, 2, … layers.
void searches(benchmark::State& state, const Scenario& scenario, bool someLayers, int threads) {
    const Expected<ResolvedScenario> base = resolveForSearch(scenario, shipped());
    SearchOptions options;
    options.most = 1;
    options.threads = threads;
    options.space.someLayers = someLayers;
    std::uint64_t priced = 0;
    const Stopwatch watch;
    for ([[maybe_unused]] auto run : state) {
        const FoundPlans found = searchPlans(*base, options);
        priced = found.priced;
        benchmark::DoNotOptimize(found);
    }
    const double each = watch.seconds() / static_cast<double>(state.iterations());
    const PlanSpace space(*base, options.space);
    const auto plans = static_cast<double>(space.count());
    state.counters["plans"] = plans;
    state.counters["priced"] = static_cast<double>(priced);
    state.counters["plans/s"] = plans / each;
    state.counters["x_plain_loop"] = plans * plainPlan(scenario, space) / each;
    countMemory(state);
}

Scenario llama405b() {
    return question("p5en.48xlarge", 512, "llama-3.1-405b", 8192, 2048);
}

/// A100 80 GB: the model of Calculon's searches, on as many GPUs.
Scenario gpt3(std::int64_t instances, std::int64_t batch) {
    return question("p4de.24xlarge", instances, "gpt3-175b", 2048, batch);
}

Scenario experts() {
    return question("p5en.48xlarge", 64, "deepseek-v3", 4096, 4096);
}

BENCHMARK_CAPTURE(searches, llama405bOn4096, llama405b(), false, 2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(searches, llama405bOn4096OneCore, llama405b(), false, 1)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(searches, gpt3On64, gpt3(8, 64), true, 2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(searches, gpt3On64OneCore, gpt3(8, 64), true, 1)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(searches, gpt3On512, gpt3(64, 512), true, 2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(searches, deepSeekV3On512, experts(), false, 2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(searches, deepSeekV3On512OneCore, experts(), false, 1)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

} // namespace

} // namespace roofplan::bench
