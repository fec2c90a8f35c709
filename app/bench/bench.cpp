#include "app/bench/bench.h"

#include "core/evaluate/evaluate.h"

#include <sys/resource.h>

namespace roofplan::bench {

Catalogue& shipped() {
    static Catalogue catalogue;
    return catalogue;
}

std::filesystem::path& specs() {
    static std::filesystem::path folder;
    return folder;
}

Scenario example() {
    Scenario s;
    s.cluster = {.instance = "p5en.48xlarge", .instances = 64, .region = "us-east-2"};
    s.workload = {.model = "llama-3.1-70b", .sequenceLength = 8192, .globalBatch = 2048};
    s.plan.tensorParallel = 4;
    s.plan.pipelineParallel = 4;
    s.plan.virtualPipeline = 5;
    return s;
}

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

void countMemory(benchmark::State& state) {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    state.counters["peak_MB"] = static_cast<double>(usage.ru_maxrss) / 1024.0;
}

double plainEvaluation(const Scenario& scenario) {
    constexpr int runs = 20'000;
    const Stopwatch watch;
    for (int i = 0; i < runs; ++i) {
        benchmark::DoNotOptimize(evaluate(scenario, shipped()));
    }
    return watch.seconds() / runs;
}

} // namespace roofplan::bench
