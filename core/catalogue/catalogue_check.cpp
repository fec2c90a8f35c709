#include "core/catalogue/catalogue_check.h"

#include "core/units/quantity_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace roofplan {

namespace {

constexpr double sameAggregate = 0.01;    ///< two statements of one network rate
constexpr double leastVisibleShare = 0.9; ///< of the label: the driver keeps a little for itself
constexpr int daysOfAYear = 365;

Diagnostic warning(std::string code, const Fact& fact, Text text) {
    return {.severity = Severity::Warning,
            .code = std::move(code),
            .place = fact.place,
            .text = std::move(text)};
}

std::string shown(const Fact& fact) {
    return quantityText(fact.used, fact.kind);
}

/// Days since some day for "2026-09-15", "2026-09" or "2026" (the first day of it); what cannot be
/// read is 0.
int dayNumber(std::string_view date) {
    std::array<int, 3> parts{0, 1, 1};
    for (std::size_t i = 0; i < parts.size() && !date.empty(); ++i) {
        const std::string_view part = date.substr(0, date.find('-'));
        std::from_chars(part.data(), part.data() + part.size(), parts[i]);
        date.remove_prefix(std::min(part.size() + 1, date.size()));
    }
    return parts[0] * daysOfAYear + (parts[1] - 1) * 30 + parts[2];
}

void checkReason(const Fact& fact, Diagnostics& findings) {
    if (fact.preferred && !fact.rivals.empty() && fact.why.empty()) {
        findings.push_back(
            warning("check.why", fact,
                    {translatable("core", "'{0}' is preferred to {1} others without saying why."),
                     {fact.property, std::to_string(fact.rivals.size())}}));
    }
}

void checkRange(const Fact& fact, Diagnostics& findings) {
    const bool below = fact.low && fact.published < *fact.low;
    const bool above = fact.high && fact.published > *fact.high;
    if (below || above) {
        findings.push_back(
            warning("check.range", fact,
                    {translatable("core", "{0} = {1} lies outside its own sensible range."),
                     {fact.property, exactText(fact.published)}}));
    }
}

/// Dense FP8 is never slower than dense BF16 where both exist.
void checkPeaks(const Catalogue& catalogue, const Gpu& gpu, Diagnostics& findings) {
    const Peak& bf16 = gpu.peak(Precision::Bf16);
    const Peak& fp8 = gpu.peak(Precision::Fp8);
    if (bf16.state == PeakState::Known && fp8.state == PeakState::Known && fp8.rate < bf16.rate) {
        Diagnostic wrong = warning(
            "check.peak", catalogue.fact(fp8.fact),
            {translatable("core", "The FP8 peak of {0} ({1}) is below its BF16 peak ({2})."),
             {gpu.id, shown(catalogue.fact(fp8.fact)), shown(catalogue.fact(bf16.fact))}});
        wrong.severity = Severity::Error;
        wrong.hint = {translatable("core", "Is one of them sparse?"), {}};
        findings.push_back(std::move(wrong));
    }
}

/// What the driver shows is a little less than the label, which is binary.
void checkMemory(const Catalogue& catalogue, const Gpu& gpu, Diagnostics& findings) {
    const Fact& used = catalogue.fact(gpu.memory.fact);
    for (const FactId id : used.rivals) {
        const Fact& rival = catalogue.fact(id);
        const bool pair = used.convention == "visible" && rival.convention == "label";
        const double share = used.used / rival.used;
        if (pair && (share > 1.0 || share < leastVisibleShare)) {
            findings.push_back(warning(
                "check.memory", used,
                {translatable("core",
                              "The visible memory of {0} ({1}) does not fit its label ({2})."),
                 {gpu.id, shown(used), shown(rival)}}));
        }
    }
}

/// What is said per instance is what is said per GPU times the GPUs.
void checkNetwork(const Catalogue& catalogue, const InstanceType& instance, Diagnostics& findings) {
    const Fact& used = catalogue.fact(instance.networkBandwidth.fact);
    for (const FactId id : used.rivals) {
        const Fact& rival = catalogue.fact(id);
        const bool other = rival.convention != used.convention;
        if (other && std::abs(rival.used / used.used - 1.0) > sameAggregate) {
            findings.push_back(warning(
                "check.network", rival,
                {translatable("core", "The network of {0} is {1} a GPU here and {2} a GPU by the "
                                      "preferred fact: the aggregate is not per GPU × GPUs."),
                 {instance.id, shown(rival), shown(used)}}));
        }
    }
}

void checkDomain(const Catalogue& catalogue, const InstanceType& instance, Diagnostics& findings) {
    const double gpus = instance.gpus.value;
    const double domain = instance.nvlinkDomain.value;
    if (std::fmod(std::max(gpus, domain), std::min(gpus, domain)) != 0.0) {
        findings.push_back(warning(
            "check.domain", catalogue.fact(instance.nvlinkDomain.fact),
            {translatable("core", "An NVLink domain of {1} GPUs does not go with the {2} GPUs of "
                                  "{0}."),
             {instance.id, exactText(domain), exactText(gpus)}}));
    }
}

void checkPrices(const Catalogue& catalogue, Diagnostics& findings) {
    int newest = 0;
    for (const InstancePrice& price : catalogue.prices) {
        newest = std::max(newest, dayNumber(catalogue.fact(price.perInstance.fact).source.date));
    }
    for (const InstancePrice& price : catalogue.prices) {
        const Fact& fact = catalogue.fact(price.perInstance.fact);
        if (newest - dayNumber(fact.source.date) > daysOfAYear) {
            findings.push_back(warning(
                "check.price_date", fact,
                {translatable("core", "The price of {0} in {1} is of {2}, more than a year before "
                                      "the newest one."),
                 {price.instance, price.region, fact.source.date}}));
        }
    }
}

} // namespace

Diagnostics checkCatalogue(const Catalogue& catalogue) {
    Diagnostics findings;
    for (const Fact& fact : catalogue.facts) {
        checkReason(fact, findings);
        checkRange(fact, findings);
    }
    for (const Gpu& gpu : catalogue.gpus) {
        checkPeaks(catalogue, gpu, findings);
        checkMemory(catalogue, gpu, findings);
    }
    for (const InstanceType& instance : catalogue.instances) {
        checkNetwork(catalogue, instance, findings);
        checkDomain(catalogue, instance, findings);
    }
    checkPrices(catalogue, findings);
    return findings;
}

} // namespace roofplan
