// The shipped catalogue and the scenarios that tests ask about.
#pragma once

#include "core/catalogue/catalogue_loader.h"
#include "core/evaluate/evaluate.h"

#include <QtGlobal>

#include <cmath>

namespace roofplan::test {

inline const Catalogue& shippedCatalogue() {
    static const Catalogue catalogue = [] {
        LoadedCatalogue loaded = loadCatalogue(ROOFPLAN_SPECS_DIR);
        for (const Diagnostic& finding : loaded.findings) {
            qWarning("%s", plainLine(finding).c_str());
        }
        return std::move(loaded.catalogue);
    }();
    return catalogue;
}

/// Llama 3.1 70B on 64 p5en.48xlarge: the bundled example's question.
inline Scenario exampleScenario() {
    Scenario s;
    s.name = "Base";
    s.cluster = {.instance = "p5en.48xlarge",
                 .instances = 64,
                 .region = "us-east-2",
                 .pricePlan = PricePlan::CapacityBlock};
    s.workload = {.model = "llama-3.1-70b",
                  .tokens = Tokens(5e12),
                  .sequenceLength = 8192,
                  .globalBatch = 2048,
                  .precision = Precision::Bf16};
    s.plan.tensorParallel = 4;
    s.plan.pipelineParallel = 4;
    s.plan.virtualPipeline = 5;
    return s;
}

/// |a/b − 1|
inline double relativeError(double a, double b) {
    return std::abs(a / b - 1.0);
}

inline bool near(double a, double b, double tolerance) {
    return std::isfinite(a) && relativeError(a, b) <= tolerance;
}

} // namespace roofplan::test
