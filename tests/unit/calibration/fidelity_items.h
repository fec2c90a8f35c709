// A small report: two scored rows, one that is not, and a second target.
#pragma once

#include "core/calibration/fidelity.h"

namespace roofplan::test {

inline FidelityItem
fidelityItem(const char* id, const char* family, double measured, double predicted) {
    FidelityItem item;
    item.id = id;
    item.family = family;
    item.tier = "A";
    item.target = "step_time_s";
    item.gpu = "H100";
    item.precision = "bf16";
    item.scale = "8 or fewer GPUs";
    item.experts = false;
    item.measured = measured;
    item.predicted = predicted;
    return item;
}

inline FidelityReport smallReport() {
    FidelityReport report;
    report.kind = "training";
    report.items = {fidelityItem("first", "a", 10.0, 11.0), fidelityItem("second", "b", 2.0, 1.9),
                    fidelityItem("third", "b", 3.0, 0.0)};
    report.items[2].tier = "C";
    report.items[2].reason = "tier C: too little is known";
    report.also = {fidelityItem("first", "a", 60.0, 63.0)};
    report.also[0].target = "memory_gb_per_gpu";
    return report;
}

} // namespace roofplan::test
