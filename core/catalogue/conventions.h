// From a published number to the model's own: unit to base unit, convention to convention. The only
// place where a sparse peak is halved, a two-way link split or an aggregate shared out.
#pragma once

#include "core/base/expected.h"
#include "core/units/unit_kind.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace roofplan {

/// The conventions that a property may be published in.
enum class ConventionSet {
    None,        ///< the number is what it says
    Peak,        ///< dense, sparse (halved), unstated, unsupported
    DensePeak,   ///< as Peak without sparse: dense FP4 is not half the sparse figure on every GPU
    Memory,      ///< visible, label, physical, unstated
    HbmRate,     ///< peak, device_reported, unstated
    LinkRate,    ///< bidirectional (halved), unidirectional, unstated
    HostRate,    ///< as LinkRate, and achieved: measured
    LinkTotal,   ///< of all GPUs of the instance: bidirectional (halved), unidirectional, bisection
    NicRate,     ///< per_instance (shared out to the GPUs), per_gpu; one direction
    HourlyRate,  ///< per_instance, per_gpu (times the GPUs)
    Achieved,    ///< achieved, against a datasheet peak
    Gain,        ///< up_to, unstated, unsupported: a vendor's claim, or that there is none
    Provisioned, ///< api; label: "1.2 TiB" on a page is 1200 GiB
    Billed,      ///< decimal; binary: the bill's GB is a GiB
};

/// What a convention does to a number.
struct Convention {
    enum class Rule {
        Factor,         ///< times `factor`
        BinaryPrefix,   ///< GB and MB on the label mean GiB and MiB
        DivideByGpus,   ///< times `factor`, by the GPUs of the instance
        MultiplyByGpus, ///< by the GPUs of the instance
        ThousandGib,    ///< a TiB on the label means 1000 GiB
        Unsupported,    ///< the hardware lacks it, nobody claims it: there is no number
    };

    std::string_view key;
    Rule rule = Rule::Factor;
    double factor = 1.0;
};

[[nodiscard]] std::span<const Convention> conventionsOf(ConventionSet set);

/// The convention of that key in a set, or null. The empty key is the convention of None.
[[nodiscard]] const Convention* findConvention(ConventionSet set, std::string_view key);

/// A number as printed at its source.
struct Published {
    std::optional<double> value;
    std::string_view unit;
    std::string_view convention;
};

/// `published` in the base unit of `kind` and in the model's convention: dense FLOP/s, bytes that a
/// job sees, bytes/s one way a GPU, USD/s an instance. 0 for what the hardware does not support.
/// Fails with "spec.unit", "spec.convention" or "spec.value"; `place` is the fact's.
[[nodiscard]] Expected<double> normalised(const Published& published,
                                          UnitKind kind,
                                          ConventionSet set,
                                          double gpusPerInstance,
                                          const std::string& place);

} // namespace roofplan
