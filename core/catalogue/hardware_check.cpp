// Rules for GPUs, what joins them, and the servers that hold them.
#include "core/catalogue/check_rules.h"
#include "core/units/quantity_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace roofplan {

namespace {

constexpr double sameAggregate = 0.01;    ///< two statements of one network rate
constexpr double roundedAggregate = 0.02; ///< 72 × 1.8 TB/s are printed as 130 TB/s
constexpr double leastVisibleShare = 0.9; ///< of the label: the driver keeps a little for itself
constexpr double factorOfTwo = 2.0;
constexpr double bitsAByte = 8.0;

/// Rates of Ethernet and InfiniBand ports, Gbit/s.
constexpr auto portRates = std::to_array<double>({10, 25, 40, 50, 100, 200, 400, 800, 1600});

bool isTwice(double a, double b) {
    return areClose(a / b, factorOfTwo, roundedAggregate) ||
           areClose(b / a, factorOfTwo, roundedAggregate);
}

/// A narrower format is never slower than a wider one where both exist.
void checkOrder(const Catalogue& catalogue,
                const Gpu& gpu,
                Precision narrow,
                Precision wide,
                Diagnostics& findings) {
    const Peak& less = gpu.peak(narrow);
    const Peak& more = gpu.peak(wide);
    if (less.state != PeakState::Known || more.state != PeakState::Known ||
        less.rate >= more.rate) {
        return;
    }
    const Fact& fact = catalogue.fact(less.fact);
    Diagnostic wrong = implausible(
        "check.peak", fact,
        {translatable("core", "{1} of {0} ({2}) is below {3} ({4})."),
         {gpu.id, fact.label, quantityText(less.rate.base(), UnitKind::ComputeRate),
          catalogue.fact(more.fact).label, quantityText(more.rate.base(), UnitKind::ComputeRate)}});
    wrong.severity = Severity::Error;
    wrong.hint = {translatable("core", "Is one of them sparse?"), {}};
    findings.push_back(std::move(wrong));
}

/// The facts of a property that `preferred` is one of.
std::vector<const Fact*> groupOf(const Catalogue& catalogue, const Fact& preferred) {
    std::vector<const Fact*> group{&preferred};
    for (const FactId id : preferred.rivals) {
        group.push_back(&catalogue.fact(id));
    }
    return group;
}

/// What the driver shows is a little less than the label, which is binary.
void checkMemory(const Catalogue& catalogue, const Gpu& gpu, Diagnostics& findings) {
    const auto group = groupOf(catalogue, catalogue.fact(gpu.memory.fact));
    for (const Fact* const visible : group) {
        for (const Fact* const label : group) {
            const bool pair = visible->convention == "visible" && label->convention == "label";
            const double share = visible->used / label->used;
            if (pair && (share > 1.0 || share < leastVisibleShare)) {
                findings.push_back(implausible(
                    "check.memory", *visible,
                    {translatable("core",
                                  "The visible memory of {0} ({1}) does not fit its label ({2})."),
                     {gpu.id, shownValue(*visible), shownValue(*label)}}));
                return;
            }
        }
    }
}

/// Both directions of a link are twice one of them: two statements that differ so are of one link.
void checkLink(const Catalogue& catalogue, const NvlinkFabric& fabric, Diagnostics& findings) {
    const Fact& used = catalogue.fact(fabric.bandwidth.fact);
    for (const FactId id : used.rivals) {
        const Fact& rival = catalogue.fact(id);
        if (isTwice(used.used, rival.used)) {
            findings.push_back(implausible(
                "check.link", used,
                {translatable("core", "{0} is {1} a GPU one way here and {2} by another fact. Is "
                                      "one of them of both directions?"),
                 {fabric.id, shownValue(used), shownValue(rival)}}));
        }
    }
}

/// What all GPUs of an instance have together over NVLink is what one has times their number.
void checkNvlinkAggregate(const Catalogue& catalogue,
                          const InstanceType& instance,
                          Diagnostics& findings) {
    const Gpu* const gpu = findEntry(catalogue.gpus, instance.gpu);
    const NvlinkFabric* const link =
        gpu == nullptr ? nullptr : findEntry(catalogue.nvlinks, gpu->nvlink);
    const Fact* const fact = preferredFact(catalogue, instance.id, "nvlink_aggregate");
    if (link == nullptr || fact == nullptr ||
        areClose(fact->used, link->bandwidth.value.base(), roundedAggregate)) {
        return;
    }
    Diagnostic wrong = implausible(
        "check.nvlink_aggregate", *fact,
        {translatable("core", "The NVLink aggregate of {0} makes {1} a GPU one way; {2} "
                              "has {3}."),
         {instance.id, shownValue(*fact), link->id,
          quantityText(link->bandwidth.value.base(), UnitKind::DataRate)}});
    if (isTwice(fact->used, link->bandwidth.value.base())) {
        wrong.hint = {translatable("core", "Is one of them of both directions?"), {}};
    }
    findings.push_back(std::move(wrong));
}

/// GPUs × capacity, as one of the statements about the GPU has it.
void checkGpuMemory(const Catalogue& catalogue,
                    const InstanceType& instance,
                    Diagnostics& findings) {
    const Gpu* const gpu = findEntry(catalogue.gpus, instance.gpu);
    const Fact* const fact = preferredFact(catalogue, instance.id, "gpu_memory");
    if (gpu == nullptr || fact == nullptr) {
        return;
    }
    const auto group = groupOf(catalogue, catalogue.fact(gpu->memory.fact));
    const bool fits = std::ranges::any_of(group, [&](const Fact* memory) {
        const bool said = memory->convention != "unstated" || fact->convention == "unstated";
        return said && areClose(fact->used, memory->used * instance.gpus.value, roundedAggregate);
    });
    if (!fits) {
        findings.push_back(implausible(
            "check.gpu_memory", *fact,
            {translatable("core", "The GPU memory of {0} is {1}; {2} × {3} are {4}."),
             {instance.id, shownValue(*fact), exactText(instance.gpus.value), gpu->id,
              quantityText(gpu->memory.value.base() * instance.gpus.value, UnitKind::Size)}}));
    }
}

/// What is said per instance is what is said per GPU times the GPUs.
void checkNetwork(const Catalogue& catalogue, const InstanceType& instance, Diagnostics& findings) {
    const Fact& used = catalogue.fact(instance.networkBandwidth.fact);
    for (const FactId id : used.rivals) {
        const Fact& rival = catalogue.fact(id);
        const bool other = rival.convention != used.convention;
        if (other && !areClose(rival.used, used.used, sameAggregate)) {
            findings.push_back(implausible(
                "check.network", rival,
                {translatable("core", "The network of {0} is {1} a GPU here and {2} a GPU by the "
                                      "preferred fact: the aggregate is not per GPU × GPUs."),
                 {instance.id, shownValue(rival), shownValue(used)}}));
        }
    }
}

/// The network is NICs × the rate of one, which is one that ports have.
void checkNics(const Catalogue& catalogue, const InstanceType& instance, Diagnostics& findings) {
    if (!instance.nicsPerGpu) {
        return;
    }
    const double perGpu = instance.networkBandwidth.value.base() * bitsAByte / 1e9;
    const double nic = perGpu / instance.nicsPerGpu->value;
    const bool exists = std::ranges::any_of(
        portRates, [nic](double rate) { return areClose(nic, rate, sameAggregate); });
    if (!exists) {
        findings.push_back(implausible(
            "check.nics", catalogue.fact(instance.nicsPerGpu->fact),
            {translatable("core", "{1} NICs a GPU and {2} Gbit/s a GPU make {0} a NIC of {3} "
                                  "Gbit/s; ports have 10, 25, 40, 50, 100, 200, 400, 800 or 1600."),
             {instance.id, exactText(instance.nicsPerGpu->value), exactText(perGpu),
              quantityText(nic, UnitKind::Ratio)}}));
    }
}

/// No server has more than its generation of the network gives one.
void checkMostNetwork(const Catalogue& catalogue,
                      const InstanceType& instance,
                      Diagnostics& findings) {
    const Fact* const most = preferredFact(catalogue, instance.network, "max_instance_bandwidth");
    const double servers = instance.members ? instance.members->value : 1.0;
    const double has = instance.networkBandwidth.value.base() * instance.gpus.value / servers;
    if (most != nullptr && has > most->used * (1.0 + sameAggregate)) {
        findings.push_back(implausible(
            "check.network_most", catalogue.fact(instance.networkBandwidth.fact),
            {translatable("core", "The network of {0} is {1} a server; {2} gives one {3} at most."),
             {instance.id, quantityText(has, UnitKind::DataRate), instance.network,
              shownValue(*most)}}));
    }
}

void checkDomain(const Catalogue& catalogue, const InstanceType& instance, Diagnostics& findings) {
    const double gpus = instance.gpus.value;
    const double domain = instance.nvlinkDomain.value;
    if (std::fmod(std::max(gpus, domain), std::min(gpus, domain)) != 0.0) {
        findings.push_back(implausible(
            "check.domain", catalogue.fact(instance.nvlinkDomain.fact),
            {translatable("core", "An NVLink domain of {1} GPUs does not go with the {2} GPUs of "
                                  "{0}."),
             {instance.id, exactText(domain), exactText(gpus)}}));
    }
}

/// What is made of members has as many GPUs as they have together, and of the same kind.
void checkMembers(const Catalogue& catalogue, const InstanceType& whole, Diagnostics& findings) {
    const Fact& fact = catalogue.fact(whole.members ? whole.members->fact : whole.gpus.fact);
    if (whole.member.empty() != !whole.members) {
        findings.push_back(implausible(
            "check.members", fact,
            {translatable("core", "{0} says how many members it has or which, and not both."),
             {whole.id}}));
        return;
    }
    const InstanceType* const member = findEntry(catalogue.instances, whole.member);
    if (member == nullptr) {
        return;
    }
    const double together = whole.members->value * member->gpus.value;
    if (together != whole.gpus.value || member->gpu != whole.gpu) {
        findings.push_back(implausible(
            "check.members", fact,
            {translatable("core", "{0} has {1} GPUs ({2}); {3} × {4} have {5} ({6})."),
             {whole.id, exactText(whole.gpus.value), whole.gpu, exactText(whole.members->value),
              member->id, exactText(together), member->gpu}}));
    }
}

/// Both sides say that one is sold in the other.
void checkSoldIn(const Catalogue& catalogue, const InstanceType& part, Diagnostics& findings) {
    const Fact& fact = catalogue.fact(part.gpus.fact);
    for (const std::string& id : part.soldIn) {
        const InstanceType* const whole = findEntry(catalogue.instances, id);
        if (whole != nullptr && whole->member != part.id) {
            findings.push_back(
                implausible("check.sold_in", fact,
                            {translatable("core", "{0} is sold in {1}, which is not made of it."),
                             {part.id, id}}));
        }
    }
    for (const InstanceType& whole : catalogue.instances) {
        const bool named = std::ranges::find(part.soldIn, whole.id) != part.soldIn.end();
        if (whole.member == part.id && !part.soldIn.empty() && !named) {
            findings.push_back(implausible(
                "check.sold_in", fact,
                {translatable("core", "{1} is made of {0}, which is not said to be sold in it."),
                 {part.id, whole.id}}));
        }
    }
}

} // namespace

void checkHardware(const Catalogue& catalogue, Diagnostics& findings) {
    for (const Gpu& gpu : catalogue.gpus) {
        checkOrder(catalogue, gpu, Precision::Fp8, Precision::Bf16, findings);
        checkOrder(catalogue, gpu, Precision::Nvfp4, Precision::Fp8, findings);
        checkMemory(catalogue, gpu, findings);
    }
    for (const NvlinkFabric& fabric : catalogue.nvlinks) {
        checkLink(catalogue, fabric, findings);
    }
    for (const InstanceType& instance : catalogue.instances) {
        checkNvlinkAggregate(catalogue, instance, findings);
        checkGpuMemory(catalogue, instance, findings);
        checkNetwork(catalogue, instance, findings);
        checkNics(catalogue, instance, findings);
        checkMostNetwork(catalogue, instance, findings);
        checkDomain(catalogue, instance, findings);
        checkMembers(catalogue, instance, findings);
        checkSoldIn(catalogue, instance, findings);
    }
}

} // namespace roofplan
