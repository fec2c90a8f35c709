// How much every fact behind an answer moves it.
#include "app/bench/bench.h"
#include "core/evaluate/evaluate.h"
#include "core/sensitivity/fact_sensitivity.h"

namespace roofplan::bench {

namespace {

/// Beside it what as many plain evaluations take that differences to both sides need.
void sensitivities(benchmark::State& state, const Scenario& scenario) {
    const Expected<ResolvedScenario> resolved = resolve(scenario, shipped());
    const Result result = evaluateResolved(*resolved, Detail::Terms);
    std::size_t facts = 0;
    const Stopwatch watch;
    for ([[maybe_unused]] auto run : state) {
        const Sensitivity all = factSensitivity(*resolved, result, shipped());
        facts = all.facts.size();
        benchmark::DoNotOptimize(all);
    }
    const double each = watch.seconds() / static_cast<double>(state.iterations());
    state.counters["facts"] = static_cast<double>(facts);
    state.counters["x_plain_loop"] =
        2.0 * static_cast<double>(facts) * plainEvaluation(scenario) / each;
}

BENCHMARK_CAPTURE(sensitivities, llama70b, example())->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(sensitivities, deepSeekV3, deepSeek())->Unit(benchmark::kMicrosecond);

} // namespace

} // namespace roofplan::bench
