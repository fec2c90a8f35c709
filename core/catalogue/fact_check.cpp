// Rules for facts of every kind: their source, its date, their range.
#include "core/catalogue/check_rules.h"
#include "core/units/quantity_text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace roofplan {

namespace {

/// What no real thing is below or above, in base units: a thousandfold slip of a unit falls out.
struct PlausibleRange {
    std::string_view property;
    double low;
    double high;
};

constexpr double kibi = 1024.0;
constexpr double gibi = kibi * kibi * kibi;
constexpr double tebi = kibi * gibi;

constexpr auto plausibleRanges = std::to_array<PlausibleRange>({
    {"memory", gibi, 4 * tebi},
    {"hbm_bandwidth", 0.1e12, 100e12},
    {"multiprocessors", 1, 1000},
    {"l2_cache", 1e6, 10e9},
    {"boost_clock", 0.1e9, 10e9},
    {"thermal_design_power", 10, 10e3},
    {"bandwidth", 1e9, 20e12},
    {"host_link", 1e9, 5e12},
    {"base_latency", 0.1e-6, 10e-3},
    {"step_latency", 10e-9, 10e-3},
    {"hop_latency", 0.1e-6, 10e-3},
    {"network_bandwidth", 0.1e9, 2e12},
    {"max_instance_bandwidth", 1e9, 100e12},
    {"nics_per_gpu", 0.01, 64},
    {"oversubscription", 1, 100},
    {"gpu_memory", gibi, 1000 * tebi},
    {"nvlink_aggregate", 1e9, 20e12},
    {"vcpus", 1, 100e3},
    {"host_memory", gibi, 1000 * tebi},
    {"nvme_disks", 1, 1000},
    {"nvme_disk_size", 10e9, 1e15},
    {"ebs_bandwidth", 10e6, 1e12},
    {"ena_bandwidth", 10e6, 10e12},
    {"system_power", 100, 10e6},
    {"gemm_launch", 0, 1e-3},
    {"attention_launch", 0, 1e-3},
    {"kernel_gap", 0, 1e-3},
    {"launch_time", 0, 10e-3},
    {"fixed_step", 0, 60},
    {"memory_reserve", 0, 100 * gibi},
    {"capacity_least", 1, 1000 * tebi},
    {"capacity_step", 1, 1000 * tebi},
    {"first_byte", 1e-6, 60},
});

constexpr PlausibleRange anyPeak{"_peak", 0.01e12, 1e18};

const PlausibleRange* rangeOf(std::string_view property) {
    const auto found = std::ranges::find(plausibleRanges, property, &PlausibleRange::property);
    if (found != plausibleRanges.end()) {
        return &*found;
    }
    return property.ends_with(anyPeak.property) ? &anyPeak : nullptr;
}

void checkMagnitude(const Fact& fact, Diagnostics& findings) {
    const PlausibleRange* const range = rangeOf(fact.property);
    const bool counts = fact.preferred && fact.convention != "unsupported" && range != nullptr;
    if (counts && (fact.used < range->low || fact.used > range->high)) {
        findings.push_back(implausible(
            "check.magnitude", fact,
            {translatable("core", "{0} of {1} is {2}; plausible: {3} to {4}. Is it the "
                                  "right unit?"),
             {fact.label, fact.entry, shownValue(fact), quantityText(range->low, fact.kind),
              quantityText(range->high, fact.kind)}}));
    }
}

void checkReason(const Fact& fact, Diagnostics& findings) {
    if (fact.preferred && !fact.rivals.empty() && fact.why.empty()) {
        findings.push_back(implausible(
            "check.why", fact,
            {translatable("core", "'{0}' is preferred to {1} others without saying why."),
             {fact.property, std::to_string(fact.rivals.size())}}));
    }
}

void checkOwnRange(const Fact& fact, Diagnostics& findings) {
    const bool below = fact.low && fact.published < *fact.low;
    const bool above = fact.high && fact.published > *fact.high;
    if (fact.low && fact.high && *fact.low > *fact.high) {
        findings.push_back(
            implausible("check.range", fact,
                        {translatable("core", "The sensible range of {0} is empty: {1} to {2}."),
                         {fact.property, exactText(*fact.low), exactText(*fact.high)}}));
    } else if (below || above) {
        findings.push_back(
            implausible("check.range", fact,
                        {translatable("core", "{0} = {1} lies outside its own sensible range."),
                         {fact.property, exactText(fact.published)}}));
    }
}

void checkSource(const Fact& fact, Diagnostics& findings) {
    if (fact.source.title.empty() || fact.source.date.empty()) {
        findings.push_back(implausible(
            "check.source", fact,
            {translatable("core", "'{0}' has no source with title and date."), {fact.property}}));
    } else if (dayNumber(fact.source.date) == 0) {
        findings.push_back(implausible(
            "check.date", fact,
            {translatable("core", "'{0}' is no date of the calendar."), {fact.source.date}}));
    }
}

void checkFuture(const Fact& fact, int lastDay, Diagnostics& findings) {
    if (dayNumber(fact.source.date) > lastDay) {
        findings.push_back(implausible(
            "check.date", fact,
            {translatable("core", "{0} lies more than a year after nearly all other dates."),
             {fact.source.date}}));
    }
}

} // namespace

int lastPlausibleDay(const Catalogue& catalogue) {
    std::vector<int> days;
    for (const Fact& fact : catalogue.facts) {
        days.push_back(dayNumber(fact.source.date));
    }
    std::ranges::sort(days);
    constexpr double nearlyAll = 0.9;
    const auto index = static_cast<std::size_t>(nearlyAll * static_cast<double>(days.size()));
    return days.empty() ? 0 : days[std::min(index, days.size() - 1)] + daysOfAYear;
}

void checkFacts(const Catalogue& catalogue, Diagnostics& findings) {
    const int lastDay = lastPlausibleDay(catalogue);
    for (const Fact& fact : catalogue.facts) {
        checkReason(fact, findings);
        checkOwnRange(fact, findings);
        checkSource(fact, findings);
        checkFuture(fact, lastDay, findings);
        checkMagnitude(fact, findings);
    }
}

} // namespace roofplan
