#include "core/result/sensitivity.h"

#include "core/base/diagnostic.h"

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

struct Name {
    std::string_view key;
    const char* label;
};

constexpr std::array<Name, static_cast<std::size_t>(MovedNumber::Count)> numberNames{{
    {"step_time_s", translatable("core", "Step time")},
    {"tokens_per_s", translatable("core", "Tokens/s")},
    {"mfu", translatable("core", "MFU")},
    {"time_to_train_s", translatable("core", "Time to train")},
    {"cost_usd", translatable("core", "Cost")},
    {"memory_peak_bytes", translatable("core", "Memory peak")},
    {"exposed_communication_s", translatable("core", "Exposed communication")},
}};

constexpr std::array<Name, 5> reasonNames{{
    {"varied", ""},
    {"whole", translatable("core", "a whole number that decides the cluster")},
    {"terms_of_sale", translatable("core", "terms of sale, whole hours and days")},
    {"zero", translatable("core", "is 0, of which no share can be taken")},
    {"elsewhere", translatable("core", "of nothing that the scenario names")},
}};

/// Less is rounding.
constexpr double leastMove = 1e-9;

} // namespace

std::string_view movedNumberKey(MovedNumber number) {
    return numberNames[static_cast<std::size_t>(number)].key;
}

const char* movedNumberLabel(MovedNumber number) {
    return numberNames[static_cast<std::size_t>(number)].label;
}

std::string_view notVariedKey(NotVaried reason) {
    return reasonNames[static_cast<std::size_t>(reason)].key;
}

const char* notVariedWords(NotVaried reason) {
    return reasonNames[static_cast<std::size_t>(reason)].label;
}

double Elasticity::strength() const {
    return shape == Shape::Kink ? std::max(std::abs(below), std::abs(above)) : std::abs(value);
}

bool FactSensitivity::moves() const {
    return std::ranges::any_of(of, [](const std::optional<Elasticity>& elasticity) {
        return elasticity &&
               (elasticity->strength() > leastMove || elasticity->shape == Elasticity::Shape::Jump);
    });
}

std::vector<const FactSensitivity*> ranked(const Sensitivity& sensitivity, MovedNumber number) {
    std::vector<const FactSensitivity*> all;
    for (const FactSensitivity& fact : sensitivity.facts) {
        const std::optional<Elasticity>& elasticity = fact.on(number);
        if (elasticity &&
            (elasticity->strength() > leastMove || elasticity->shape == Elasticity::Shape::Jump)) {
            all.push_back(&fact);
        }
    }
    std::ranges::stable_sort(all, std::ranges::greater(), [number](const FactSensitivity* fact) {
        return fact->on(number)->strength();
    });
    return all;
}

} // namespace roofplan
