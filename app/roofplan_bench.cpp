// How long evaluations, searches, maps and sensitivities take.
#include "app/bench/bench.h"
#include "app/paths.h"
#include "core/catalogue/catalogue_loader.h"

#include <cstdio>

int main(int argc, char** argv) {
    using namespace roofplan;
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    const std::filesystem::path folder = std::filesystem::path(argv[0]).parent_path();
    bench::specs() = specsFolder({}, folder);
    LoadedCatalogue loaded = loadCatalogue(bench::specs());
    for (const Diagnostic& finding : loaded.findings) {
        std::fprintf(stderr, "%s\n", plainLine(finding).c_str());
    }
    if (!loaded.whole()) {
        return 1;
    }
    bench::shipped() = std::move(loaded.catalogue);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
