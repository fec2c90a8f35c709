// What the benchmarks share: the catalogue, the questions, and how long a plain loop takes.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/scenario/resolved_scenario.h"

#include <benchmark/benchmark.h>
#include <chrono>
#include <filesystem>

namespace roofplan::bench {

/// Filled by main() before the first benchmark runs.
[[nodiscard]] Catalogue& shipped();

/// Filled by main() too.
[[nodiscard]] std::filesystem::path& specs();

/// Llama 3.1 70B on 64 × p5en.48xlarge, the bundled example.
[[nodiscard]] Scenario example();

/// DeepSeek-V3 in FP8 on 256 × p5en.48xlarge: latent attention, 256 experts, 16 stages.
[[nodiscard]] Scenario deepSeek();

/// Evaluations a second.
void count(benchmark::State& state);

/// The most memory the process has taken so far.
void countMemory(benchmark::State& state);

class Stopwatch {
public:
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(Clock::now() - m_start).count();
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point m_start = Clock::now();
};

/// Seconds that a plain loop over evaluate() takes for one scenario, now: the machine is noisy, and
/// what a benchmark took is shown beside it.
[[nodiscard]] double plainEvaluation(const Scenario& scenario);

} // namespace roofplan::bench
