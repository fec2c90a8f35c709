#include "core/interchange/experts_config.h"

#include "core/catalogue/model_limits.h"

#include <string>

namespace roofplan {

namespace {

std::int64_t read(ConfigReader& text, const WholeField& field, std::int64_t maximum) {
    return field.assumed ? text.wholeOr(field.key, maximum, *field.assumed)
                         : text.whole(field.key, maximum);
}

/// Reports `part` where it is more than `whole`.
void requireAtMost(ConfigReader& text,
                   const char* partKey,
                   std::int64_t part,
                   const char* wholeKey,
                   std::int64_t whole) {
    if (text.sound(partKey) && text.sound(wholeKey) && part > whole) {
        text.report("config.value", partKey,
                    {translatable("core", "found {0}; allowed: at most {1} = {2}."),
                     {std::to_string(part), wholeKey, std::to_string(whole)}});
    }
}

} // namespace

MixtureOfExperts expertsOf(ConfigReader& text, const ExpertFields& fields) {
    MixtureOfExperts experts{.experts = read(text, fields.experts, limits::experts),
                             .perToken = read(text, fields.perToken, limits::experts),
                             .width = read(text, fields.width, limits::width)};
    requireAtMost(text, fields.perToken.key, experts.perToken, fields.experts.key, experts.experts);
    const bool bothRead = text.sound(fields.experts.key) && text.sound(fields.width.key);
    if (bothRead && experts.experts * experts.width > limits::expertColumns) {
        text.report(
            "config.value", fields.width.key,
            {translatable("core", "found {0} experts of {1}; allowed: a product of at most {2}."),
             {std::to_string(experts.experts), std::to_string(experts.width),
              std::to_string(limits::expertColumns)}});
    }
    return experts;
}

std::int64_t sharedExpertCount(ConfigReader& text, std::int64_t assumed) {
    return text.countOr("n_shared_experts", limits::experts, assumed);
}

void setSharedExperts(ConfigReader& text,
                      MixtureOfExperts& experts,
                      std::int64_t shared,
                      std::int64_t width) {
    experts.sharedWidth = shared * width;
    if (experts.sharedWidth > limits::width) {
        text.report(
            "config.value", "n_shared_experts",
            {translatable("core", "found {0} experts of {1}; allowed: a product of at most {2}."),
             {std::to_string(shared), std::to_string(width), std::to_string(limits::width)}});
        experts.sharedWidth = width;
    }
}

void readRoutingGroups(ConfigReader& text,
                       MixtureOfExperts& experts,
                       std::int64_t groups,
                       std::int64_t groupsPerToken) {
    experts.groups = text.wholeOr("n_group", limits::experts, groups);
    experts.groupsPerToken = text.wholeOr("topk_group", limits::experts, groupsPerToken);
    requireAtMost(text, "topk_group", experts.groupsPerToken, "n_group", experts.groups);
    if (text.sound("n_group") && experts.experts % experts.groups != 0) {
        text.report("config.value", "n_group",
                    {translatable("core", "found {0}; allowed: a divisor of {1} = {2}."),
                     {std::to_string(experts.groups), "n_routed_experts",
                      std::to_string(experts.experts)}});
    }
}

} // namespace roofplan
