#include "core/result/confidence.h"

#include "core/units/quantity_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>

namespace roofplan {

namespace {

struct FieldWords {
    std::string_view key;
    const char* found; ///< {0} is the number or the word
};

constexpr std::array<FieldWords, static_cast<std::size_t>(MeasuredField::Count)> fieldWords{{
    {"gpu", translatable("core", "GPU {0}")},
    {"precision", translatable("core", "{0}")},
    {"gpus", translatable("core", "{0} GPUs")},
    {"seq_len", translatable("core", "sequences of {0}")},
    {"tokens_per_gpu", translatable("core", "{0} tokens a GPU and step")},
    {"parameters", translatable("core", "{0} parameters")},
    {"active_parameters", translatable("core", "{0} active parameters")},
    {"tp", translatable("core", "TP {0}")},
    {"pp", translatable("core", "PP {0}")},
    {"cp", translatable("core", "CP {0}")},
    {"ep", translatable("core", "EP {0}")},
    {"stack", translatable("core", "software stack {0}")},
    {"phase", translatable("core", "{0}")},
    {"zero", translatable("core", "ZeRO: {0}")},
    {"mixer", translatable("core", "{0}")},
}};

const FieldWords& wordsOf(MeasuredField field) {
    return fieldWords[static_cast<std::size_t>(field)];
}

/// Counts of parameters are large and rounded; all others stand as they are.
std::string numberText(MeasuredField field, double value) {
    const bool parameters =
        field == MeasuredField::Parameters || field == MeasuredField::ActiveParameters;
    return parameters ? quantityText(value, UnitKind::Count, 3) : fmt::format("{:.0f}", value);
}

std::string joined(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, ", "));
}

std::string percent(double share) {
    const double value = 100.0 * std::abs(share);
    return fmt::format("{:.{}f} %", value, value < 9.95 ? 1 : 0);
}

std::string signedPercent(double share) {
    const std::string size = percent(share);
    return size == "0.0 %" ? size : (share < 0.0 ? "−" : "+") + size;
}

} // namespace

std::string_view measuredFieldKey(MeasuredField field) {
    return wordsOf(field).key;
}

std::optional<double> Confidence::expectedError() const {
    return group ? std::optional(group->leftOutMeanAbsolute.value_or(group->meanAbsolute))
                 : std::nullopt;
}

std::string groupLabel(const Confidence& confidence) {
    std::string label = confidence.experts ? translatable("core", "mixtures of experts")
                                           : translatable("core", "dense");
    if (!confidence.group) {
        return label;
    }
    // A group that is wider than the plan was fallen to for want of runs that are like it.
    const AccuracyGroup& group = *confidence.group;
    if (group.precision) {
        return fmt::format("{}, {}, {}", label, confidence.gpuName,
                           precisionLabel(*group.precision));
    }
    if (!group.gpu.empty()) {
        return fmt::format("{}, {}, {}", label, confidence.gpuName,
                           translatable("core", "mostly other precisions"));
    }
    if (!group.profile.empty()) {
        return fmt::format("{}, {}, {}", label, confidence.profileName,
                           translatable("core", "mostly other GPUs"));
    }
    return fmt::format("{}, {}", label, translatable("core", "mostly other kinds of GPUs"));
}

Text confidenceText(const Confidence& confidence) {
    if (!confidence.group) {
        return {translatable("core", "no measured runs of {0} are known"),
                {groupLabel(confidence)}};
    }
    const AccuracyGroup& group = *confidence.group;
    Text text{translatable("core",
                           "{0}: {1} mean error of the step time over {2} measured runs, {3} bias"),
              {groupLabel(confidence), percent(group.meanAbsolute), fmt::format("{}", group.rows),
               signedPercent(group.bias)}};
    if (group.leftOutMeanAbsolute) {
        text.pattern = translatable(
            "core", "{0}: {1} mean error of the step time over {2} measured runs, {3} bias; "
                    "{4} when a source is left out");
        text.arguments.push_back(percent(*group.leftOutMeanAbsolute));
    }
    return text;
}

Text foundText(const OutsideMeasured& outside) {
    return {wordsOf(outside.field).found,
            {outside.isNumber() ? numberText(outside.field, outside.found) : outside.label}};
}

Text measuredText(const OutsideMeasured& outside) {
    if (outside.isNumber()) {
        return {translatable("core", "{0} to {1}"),
                {numberText(outside.field, outside.measured.low),
                 numberText(outside.field, outside.measured.high)}};
    }
    const bool many = outside.field == MeasuredField::Gpu || outside.field == MeasuredField::Stack;
    return many ? Text{} : Text{"{0}", {joined(outside.measuredWords)}};
}

std::string outsideList(const Confidence& confidence) {
    std::vector<std::string> parts;
    for (const OutsideMeasured& outside : confidence.outside) {
        const std::string measured = measuredText(outside).plain();
        const std::string found = foundText(outside).plain();
        parts.push_back(measured.empty() ? found
                                         : fmt::format("{} (measured: {})", found, measured));
    }
    return joined(parts);
}

std::string confidenceLine(const Confidence& confidence) {
    std::string line = confidenceText(confidence).plain();
    if (!confidence.outside.empty()) {
        line += fmt::format("; outside what was measured: {}", outsideList(confidence));
    }
    return line;
}

} // namespace roofplan
