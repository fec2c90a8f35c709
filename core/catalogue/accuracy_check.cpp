// Rules for what is known of the accuracy of the model.
#include "core/catalogue/check_rules.h"

#include <fmt/format.h>

namespace roofplan {

namespace {

void findUnknown(const std::string& id, bool known, std::string place, Diagnostics& findings) {
    if (!id.empty() && !known) {
        findings.push_back(
            {.severity = Severity::Warning,
             .code = "check.accuracy",
             .place = std::move(place),
             .text = {translatable("core", "The catalogue has no '{0}': no plan is held against "
                                           "this."),
                      {id}},
             .hint = {}});
    }
}

} // namespace

void checkAccuracy(const Catalogue& catalogue, Diagnostics& findings) {
    if (!catalogue.accuracy) {
        return;
    }
    const Accuracy& accuracy = *catalogue.accuracy;
    for (std::size_t i = 0; i < accuracy.groups.size(); ++i) {
        const AccuracyGroup& group = accuracy.groups[i];
        const std::string place = fmt::format("{}#/groups/{}", accuracy.file, i);
        findUnknown(group.gpu, findEntry(catalogue.gpus, group.gpu) != nullptr, place + "/gpu",
                    findings);
        findUnknown(group.profile,
                    findEntry(catalogue.efficiencyProfiles, group.profile) != nullptr,
                    place + "/profile", findings);
    }
    for (std::size_t i = 0; i < accuracy.ranges.size(); ++i) {
        const MeasuredRanges& ranges = accuracy.ranges[i];
        const std::string place = fmt::format("{}#/ranges/{}", accuracy.file, i);
        for (const std::string& gpu : ranges.gpuIds) {
            findUnknown(gpu, findEntry(catalogue.gpus, gpu) != nullptr, place + "/gpu_ids",
                        findings);
        }
        for (const std::string& stack : ranges.stacks) {
            findUnknown(stack, findEntry(catalogue.stacks, stack) != nullptr, place + "/stacks",
                        findings);
        }
    }
}

} // namespace roofplan
