// How many plans a second: the evaluation with and without its terms, beside what it is made of;
// and how long the catalogue takes to load.
#include "app/paths.h"
#include "core/catalogue/catalogue_loader.h"
#include "core/evaluate/evaluate.h"
#include "core/sensitivity/elasticity.h"

#include <benchmark/benchmark.h>
#include <cstdio>
#include <filesystem>

namespace {

using namespace roofplan;

/// Filled by main() before the first benchmark runs.
Catalogue& shipped() {
    static Catalogue catalogue;
    return catalogue;
}

/// Filled by main() too.
std::filesystem::path& specs() {
    static std::filesystem::path folder;
    return folder;
}

/// Llama 3.1 70B on 64 × p5en.48xlarge, the bundled example.
Scenario example() {
    Scenario s;
    s.cluster = {.instance = "p5en.48xlarge", .instances = 64, .region = "us-east-2"};
    s.workload = {.model = "llama-3.1-70b", .sequenceLength = 8192, .globalBatch = 2048};
    s.plan.tensorParallel = 4;
    s.plan.pipelineParallel = 4;
    s.plan.virtualPipeline = 5;
    return s;
}

/// DeepSeek-V3 on 256 × p5en.48xlarge with the groups it was trained in (arXiv 2412.19437 section
/// 3.2), in FP8.
Scenario deepSeek() {
    Scenario s;
    s.cluster = {.instance = "p5en.48xlarge", .instances = 256, .region = "us-east-2"};
    s.workload = {.model = "deepseek-v3",
                  .tokens = Tokens(14.8e12),
                  .sequenceLength = 4096,
                  .globalBatch = 15360,
                  .precision = Precision::Fp8};
    s.plan.pipelineParallel = 16;
    s.plan.expertParallel = 64;
    return s;
}

void count(benchmark::State& state) {
    state.counters["evaluations/s"] =
        benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

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

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    const std::filesystem::path folder = std::filesystem::path(argv[0]).parent_path();
    specs() = specsFolder({}, folder);
    LoadedCatalogue loaded = loadCatalogue(specs());
    for (const Diagnostic& finding : loaded.findings) {
        std::fprintf(stderr, "%s\n", plainLine(finding).c_str());
    }
    if (!loaded.whole()) {
        return 1;
    }
    shipped() = std::move(loaded.catalogue);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
