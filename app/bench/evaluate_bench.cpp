// One evaluation: with and without its terms, beside what it is made of; and loading the catalogue.
#include "app/bench/bench.h"
#include "core/catalogue/catalogue_loader.h"
#include "core/evaluate/evaluate.h"
#include "core/sensitivity/elasticity.h"

namespace roofplan::bench {

namespace {

/// Names looked up once, as in a search.
void resolvedWithoutTerms(benchmark::State& state) {
    const Expected<ResolvedScenario> resolved = resolve(example(), shipped());
    for ([[maybe_unused]] auto run : state) {
        benchmark::DoNotOptimize(evaluateResolved(*resolved, Detail::Headline));
    }
    count(state);
}

void resolvedWithTerms(benchmark::State& state) {
    const Expected<ResolvedScenario> resolved = resolve(example(), shipped());
    for ([[maybe_unused]] auto run : state) {
        benchmark::DoNotOptimize(evaluateResolved(*resolved, Detail::Terms));
    }
    count(state);
}

/// The part of an evaluation that looks names up and checks the plan.
void resolves(benchmark::State& state, const Scenario& scenario) {
    for ([[maybe_unused]] auto run : state) {
        benchmark::DoNotOptimize(resolve(scenario, shipped(), Remarks::Unwanted));
    }
    count(state);
}

/// From ids, nothing cached.
void evaluateWithoutTerms(benchmark::State& state, const Scenario& scenario) {
    for ([[maybe_unused]] auto run : state) {
        benchmark::DoNotOptimize(evaluate(scenario, shipped()));
    }
    count(state);
}

void evaluateWithTerms(benchmark::State& state) {
    const Scenario scenario = example();
    for ([[maybe_unused]] auto run : state) {
        benchmark::DoNotOptimize(evaluate(scenario, shipped(), Detail::Terms));
    }
    count(state);
}

/// What the window does for a keystroke.
void evaluateWithMovesToo(benchmark::State& state) {
    const Scenario scenario = example();
    for ([[maybe_unused]] auto run : state) {
        benchmark::DoNotOptimize(evaluateWithMoves(scenario, shipped()));
    }
    count(state);
}

/// What the window does when a figure of the user's own changes.
void loadsTheCatalogue(benchmark::State& state) {
    for ([[maybe_unused]] auto run : state) {
        benchmark::DoNotOptimize(loadCatalogue(specs()));
    }
}

BENCHMARK(loadsTheCatalogue)->Name("BM_LoadCatalogue")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(resolves, llama70b, example())->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(resolves, deepSeekV3, deepSeek())->Unit(benchmark::kMicrosecond);
BENCHMARK(resolvedWithoutTerms)->Unit(benchmark::kMicrosecond);
BENCHMARK(resolvedWithTerms)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(evaluateWithoutTerms, llama70b, example())->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(evaluateWithoutTerms, deepSeekV3, deepSeek())->Unit(benchmark::kMicrosecond);
BENCHMARK(evaluateWithTerms)->Unit(benchmark::kMicrosecond);
BENCHMARK(evaluateWithMovesToo)->Unit(benchmark::kMicrosecond);

} // namespace

} // namespace roofplan::bench
