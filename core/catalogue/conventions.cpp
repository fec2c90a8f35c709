#include "core/catalogue/conventions.h"

#include "core/units/quantity_text.h"

#include <array>
#include <cmath>

namespace roofplan {

namespace {

using Rule = Convention::Rule;

constexpr auto plain = std::to_array<Convention>({{.key = ""}});

constexpr auto peak = std::to_array<Convention>({
    {.key = "dense"},
    {.key = "sparse", .factor = 0.5},
    {.key = "unstated"},
    {.key = "unsupported", .rule = Rule::Unsupported},
});

constexpr auto densePeak = std::to_array<Convention>({
    {.key = "dense"},
    {.key = "unstated"},
    {.key = "unsupported", .rule = Rule::Unsupported},
});

constexpr auto memory = std::to_array<Convention>({
    {.key = "visible"},
    {.key = "label", .rule = Rule::BinaryPrefix},
    {.key = "physical", .rule = Rule::BinaryPrefix},
    {.key = "unstated"},
});

constexpr auto hbmRate = std::to_array<Convention>({
    {.key = "peak"},
    {.key = "device_reported"},
    {.key = "unstated"},
});

constexpr auto linkRate = std::to_array<Convention>({
    {.key = "bidirectional", .factor = 0.5},
    {.key = "unidirectional"},
    {.key = "unstated"},
});

constexpr auto hostRate = std::to_array<Convention>({
    {.key = "bidirectional", .factor = 0.5},
    {.key = "unidirectional"},
    {.key = "achieved"},
    {.key = "unstated"},
});

/// Half of the GPUs sends to the other half and receives from it, both ways counted: g/2 · 2 · the
/// one-way rate of a GPU.
constexpr auto linkTotal = std::to_array<Convention>({
    {.key = "bidirectional", .rule = Rule::DivideByGpus, .factor = 0.5},
    {.key = "unidirectional", .rule = Rule::DivideByGpus},
    {.key = "bisection", .rule = Rule::DivideByGpus},
});

constexpr auto nicRate = std::to_array<Convention>({
    {.key = "per_instance", .rule = Rule::DivideByGpus},
    {.key = "per_gpu"},
});

constexpr auto hourlyRate = std::to_array<Convention>({
    {.key = "per_instance"},
    {.key = "per_gpu", .rule = Rule::MultiplyByGpus},
});

constexpr auto achieved = std::to_array<Convention>({{.key = "achieved"}});

constexpr auto gain = std::to_array<Convention>({
    {.key = "up_to"},
    {.key = "unstated"},
    {.key = "unsupported", .rule = Rule::Unsupported},
});

constexpr auto provisioned = std::to_array<Convention>({
    {.key = "api"},
    {.key = "label", .rule = Rule::ThousandGib, .factor = 1000.0 / 1024.0},
});

constexpr auto billed = std::to_array<Convention>({
    {.key = "decimal"},
    {.key = "binary", .rule = Rule::BinaryPrefix},
});

std::string keyList(ConventionSet set) {
    std::string list;
    for (const Convention& convention : conventionsOf(set)) {
        list += (list.empty() ? "" : ", ") + std::string(convention.key);
    }
    return list;
}

Diagnostic wrongConvention(std::string_view found, ConventionSet set, const std::string& place) {
    Diagnostic wrong{.code = "spec.convention", .place = place + "/convention"};
    if (set == ConventionSet::None) {
        wrong.text = {translatable("core", "Found convention '{0}'; this property has none."),
                      {std::string(found)}};
    } else if (found.empty()) {
        wrong.text = {translatable("core", "The convention is missing; allowed: {0}."),
                      {keyList(set)}};
    } else {
        wrong.text = {translatable("core", "Found convention '{0}'; allowed: {1}."),
                      {std::string(found), keyList(set)}};
    }
    if (set == ConventionSet::DensePeak && found == "sparse") {
        wrong.hint = {translatable("core",
                                   "Dense FP4 is not half the sparse figure on every GPU: give the "
                                   "dense one."),
                      {}};
    }
    return wrong;
}

Diagnostic wrongUnit(std::string_view found, UnitKind kind, const std::string& place) {
    Diagnostic wrong{.code = "spec.unit", .place = place + "/unit"};
    if (found.empty()) {
        wrong.text = {translatable("core", "The unit is missing; allowed: {0}."), {unitList(kind)}};
    } else {
        wrong.text = {translatable("core", "Found unit '{0}'; allowed: {1}."),
                      {std::string(found), unitList(kind)}};
    }
    return wrong;
}

std::string_view binaryUnit(std::string_view unit) {
    constexpr auto pairs = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"kB", "KiB"},
         {"MB", "MiB"},
         {"GB", "GiB"},
         {"TB", "TiB"},
         {"USD/GB", "USD/GiB"},
         {"USD/GB-month", "USD/GiB-month"}});
    for (const auto& [decimal, binary] : pairs) {
        if (unit == decimal) {
            return binary;
        }
    }
    return unit;
}

double ruleFactor(const Convention& convention, double gpusPerInstance) {
    switch (convention.rule) {
    case Rule::DivideByGpus:
        return convention.factor / gpusPerInstance;
    case Rule::MultiplyByGpus:
        return gpusPerInstance;
    case Rule::Factor:
    case Rule::BinaryPrefix:
    case Rule::ThousandGib:
    case Rule::Unsupported:
        break;
    }
    return convention.factor;
}

Expected<double> unsupported(const Published& published, const std::string& place) {
    if (published.value) {
        return failure(
            {.code = "spec.value",
             .place = place + "/value",
             .text = {translatable("core", "Found {0} for what is 'unsupported'; allowed: no "
                                           "value at all."),
                      {exactText(*published.value)}}});
    }
    return 0.0;
}

} // namespace

std::span<const Convention> conventionsOf(ConventionSet set) {
    switch (set) {
    case ConventionSet::Peak:
        return peak;
    case ConventionSet::DensePeak:
        return densePeak;
    case ConventionSet::Memory:
        return memory;
    case ConventionSet::HbmRate:
        return hbmRate;
    case ConventionSet::LinkRate:
        return linkRate;
    case ConventionSet::HostRate:
        return hostRate;
    case ConventionSet::LinkTotal:
        return linkTotal;
    case ConventionSet::NicRate:
        return nicRate;
    case ConventionSet::HourlyRate:
        return hourlyRate;
    case ConventionSet::Achieved:
        return achieved;
    case ConventionSet::Gain:
        return gain;
    case ConventionSet::Provisioned:
        return provisioned;
    case ConventionSet::Billed:
        return billed;
    case ConventionSet::None:
        break;
    }
    return plain;
}

const Convention* findConvention(ConventionSet set, std::string_view key) {
    for (const Convention& convention : conventionsOf(set)) {
        if (convention.key == key) {
            return &convention;
        }
    }
    return nullptr;
}

Expected<double> normalised(const Published& published,
                            UnitKind kind,
                            ConventionSet set,
                            double gpusPerInstance,
                            const std::string& place) {
    const Convention* const convention = findConvention(set, published.convention);
    if (convention == nullptr) {
        return failure(wrongConvention(published.convention, set, place));
    }
    if (convention->rule == Rule::Unsupported) {
        return unsupported(published, place);
    }
    if (!published.value) {
        return failure({.code = "spec.value",
                        .place = place,
                        .text = {translatable("core", "The value is missing."), {}}});
    }
    if (convention->rule == Rule::ThousandGib && published.unit != "TiB") {
        return failure({.code = "spec.unit",
                        .place = place + "/unit",
                        .text = {translatable("core", "Found unit '{0}'; allowed with the "
                                                      "convention '{1}': TiB."),
                                 {std::string(published.unit), std::string(convention->key)}}});
    }
    const bool binary = convention->rule == Rule::BinaryPrefix;
    const std::optional<double> unit =
        unitFactor(binary ? binaryUnit(published.unit) : published.unit, kind);
    if (!unit) {
        return failure(wrongUnit(published.unit, kind, place));
    }
    const double used = *published.value * *unit * ruleFactor(*convention, gpusPerInstance);
    if (!std::isfinite(used)) {
        return failure({.code = "spec.value",
                        .place = place + "/value",
                        .text = {translatable("core", "{0} {1} is more than a number can hold."),
                                 {exactText(*published.value), std::string(published.unit)}}});
    }
    return used;
}

} // namespace roofplan
