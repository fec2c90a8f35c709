#include "core/catalogue/mixer_json.h"
#include "core/catalogue/model_limits.h"

#include <array>
#include <string>

namespace roofplan {

namespace {

using nlohmann::ordered_json;

enum class Kind { Dense, Experts, None };

constexpr auto kindNames = std::to_array<Named<Kind>>({
    {Kind::Dense, "dense"},
    {Kind::Experts, "mixture_of_experts"},
    {Kind::None, "none"},
});

DenseFeedForward denseFrom(ObjectReader& reader) {
    constexpr DenseFeedForward standard;
    const DenseFeedForward dense{.width = reader.whole("width", 1, limits::width),
                                 .gated = reader.flag("gated", standard.gated),
                                 .bias = reader.flag("bias", standard.bias)};
    reader.nothingElse({"kind", "width", "gated", "bias"});
    return dense;
}

std::string number(std::int64_t value) {
    return std::to_string(value);
}

/// What no range of a single member can say.
void checkExperts(const MixtureOfExperts& mixture,
                  const ObjectReader& reader,
                  Diagnostics& findings) {
    const auto wrong = [&reader, &findings](const char* key, Text text) {
        findings.push_back(
            {.code = "model.value", .place = reader.place(key), .text = std::move(text)});
    };
    if (mixture.perToken > mixture.experts) {
        wrong("per_token",
              {translatable("core", "Found {0} experts a token; allowed: up to the {1} "
                                    "experts there are."),
               {number(mixture.perToken), number(mixture.experts)}});
    }
    if (mixture.experts * mixture.width > limits::expertColumns) {
        wrong(
            "width",
            {translatable("core", "Found {0} experts of width {1}; allowed: a product up to {2}."),
             {number(mixture.experts), number(mixture.width), number(limits::expertColumns)}});
    }
    if (mixture.experts % mixture.groups != 0) {
        wrong("groups", {translatable("core", "Found {0} groups; allowed: divisors of the {1} "
                                              "experts."),
                         {number(mixture.groups), number(mixture.experts)}});
    }
    if (mixture.groupsPerToken > mixture.groups) {
        wrong("groups_per_token", {translatable("core", "Found {0} groups a token; allowed: up to "
                                                        "the {1} groups there are."),
                                   {number(mixture.groupsPerToken), number(mixture.groups)}});
    }
}

MixtureOfExperts expertsFrom(ObjectReader& reader, Diagnostics& findings) {
    constexpr MixtureOfExperts standard;
    const std::size_t before = findings.size();
    const MixtureOfExperts mixture{
        .experts = reader.whole("experts", 1, limits::experts),
        .perToken = reader.whole("per_token", 1, limits::experts),
        .width = reader.whole("width", 1, limits::width),
        .gated = reader.flag("gated", standard.gated),
        .bias = reader.flag("bias", standard.bias),
        .sharedWidth = reader.wholeOr("shared_width", 0, limits::width, standard.sharedWidth),
        .sharedGate = reader.flag("shared_gate", standard.sharedGate),
        .denseWidth = reader.wholeOr("dense_width", 0, limits::width, standard.denseWidth),
        .routerBias = reader.flag("router_bias", standard.routerBias),
        .routerScale = reader.flag("router_scale", standard.routerScale),
        .expertScale = reader.flag("expert_scale", standard.expertScale),
        .latent = reader.wholeOr("latent", 0, limits::hidden, standard.latent),
        .groups = reader.wholeOr("groups", 1, limits::experts, standard.groups),
        .groupsPerToken =
            reader.wholeOr("groups_per_token", 1, limits::experts, standard.groupsPerToken),
    };
    if (findings.size() == before) {
        checkExperts(mixture, reader, findings);
    }
    reader.nothingElse({"kind", "experts", "per_token", "width", "gated", "bias", "shared_width",
                        "shared_gate", "dense_width", "router_bias", "router_scale", "expert_scale",
                        "latent", "groups", "groups_per_token"});
    return mixture;
}

ordered_json mixerJson(const DenseFeedForward& dense) {
    return {
        {"kind", "dense"}, {"width", dense.width}, {"gated", dense.gated}, {"bias", dense.bias}};
}

ordered_json mixerJson(const MixtureOfExperts& mixture) {
    constexpr MixtureOfExperts standard;
    ordered_json json{{"kind", "mixture_of_experts"},
                      {"experts", mixture.experts},
                      {"per_token", mixture.perToken},
                      {"width", mixture.width}};
    putUnless(json, "gated", mixture.gated, standard.gated);
    putUnless(json, "bias", mixture.bias, standard.bias);
    putUnless(json, "shared_width", mixture.sharedWidth, standard.sharedWidth);
    putUnless(json, "shared_gate", mixture.sharedGate, standard.sharedGate);
    putUnless(json, "dense_width", mixture.denseWidth, standard.denseWidth);
    putUnless(json, "router_bias", mixture.routerBias, standard.routerBias);
    putUnless(json, "router_scale", mixture.routerScale, standard.routerScale);
    putUnless(json, "expert_scale", mixture.expertScale, standard.expertScale);
    putUnless(json, "latent", mixture.latent, standard.latent);
    putUnless(json, "groups", mixture.groups, standard.groups);
    putUnless(json, "groups_per_token", mixture.groupsPerToken, standard.groupsPerToken);
    return json;
}

ordered_json mixerJson(const NoMixer& /*mixer*/) {
    return {{"kind", "none"}};
}

} // namespace

ChannelMixer channelMixerFrom(ObjectReader reader, Diagnostics& findings) {
    const std::size_t before = findings.size();
    const Kind kind = reader.choice<Kind>("kind", kindNames);
    if (findings.size() != before) {
        return NoMixer{}; // of an unknown kind the members mean nothing
    }
    switch (kind) {
    case Kind::Dense:
        return denseFrom(reader);
    case Kind::Experts:
        return expertsFrom(reader, findings);
    case Kind::None:
        break;
    }
    reader.nothingElse({"kind"});
    return NoMixer{};
}

ordered_json toJson(const ChannelMixer& mixer) {
    return std::visit([](const auto& m) { return mixerJson(m); }, mixer);
}

} // namespace roofplan
