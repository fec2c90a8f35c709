// A small catalogue of names, and scenarios drawn at random from what the field table allows.
#pragma once

#include "core/scenario/field_table.h"

#include <rapidcheck.h>

#include <cmath>

namespace roofplan::samples {

inline Catalogue catalogueOfNames() {
    Catalogue catalogue;
    catalogue.instances = {{.id = "p5.48xlarge", .name = "P5"},
                           {.id = "p5en.48xlarge", .name = "P5en"}};
    catalogue.gpus = {{.id = "h100-sxm", .name = "H100 SXM"}, {.id = "l40s", .name = "L40S"}};
    catalogue.networks = {{.id = "efa-v3", .name = "EFA v3"}};
    catalogue.stacks = {{.id = "megatron-core-2026", .name = "Megatron-Core 2026"},
                        {.id = "megatron-lm-2022", .name = "Megatron-LM 2022"}};
    catalogue.models = {{.id = "llama-3.1-8b", .transformer = {.name = "Llama 3.1 8B"}},
                        {.id = "llama-3.1-70b", .transformer = {.name = "Llama 3.1 70B"}}};
    catalogue.prices = {{.instance = "p5.48xlarge", .region = "us-east-1"},
                        {.instance = "p5en.48xlarge", .region = "us-east-2"},
                        {.instance = "p5.48xlarge", .region = "us-east-2"}};
    return catalogue;
}

inline Scenario scenario() {
    Scenario s{.name = "A"};
    s.cluster.instance = "p5.48xlarge";
    s.workload.model = "llama-3.1-8b";
    return s;
}

/// A whole number of any magnitude up to the field's maximum.
inline double anyNumber(const Field& field) {
    const double share = *rc::gen::inRange(0, 1'000'001) / 1e6;
    const double smallest = std::max(field.minimum, 1e-9);
    const double number = smallest * std::pow(field.maximum / smallest, share);
    const double whole = std::max(std::floor(number), field.minimum);
    return field.type == FieldType::Whole ? whole : number;
}

/// At least one of them.
inline std::string anySeveral(const std::vector<Choice>& choices) {
    std::string keys = choices[*rc::gen::inRange<std::size_t>(0, choices.size())].key;
    for (const Choice& choice : choices) {
        keys += *rc::gen::inRange(0, 2) == 0 ? "" : "," + choice.key;
    }
    return keys;
}

/// `scenario()` with every field drawn anew.
inline Scenario anyScenario(const Catalogue& catalogue) {
    Scenario s = scenario();
    for (const Field& field : fieldTable()) {
        const bool absent = field.optional && *rc::gen::inRange(0, 3) == 0;
        std::string key;
        double number = 0.0;
        if (field.type == FieldType::OneOf) {
            const std::vector<Choice> choices = field.choices(catalogue, s);
            key = choices[*rc::gen::inRange<std::size_t>(0, choices.size())].key;
        } else if (field.type == FieldType::Several) {
            key = anySeveral(field.choices(catalogue, s));
        } else if (field.type == FieldType::Date || field.type == FieldType::Month) {
            const bool day = field.type == FieldType::Date || *rc::gen::inRange(0, 2) == 0;
            key = "20" + std::to_string(*rc::gen::inRange(10, 100)) + (day ? "-02-28" : "-02");
        } else if (field.type == FieldType::Flag) {
            number = *rc::gen::inRange(0, 2);
        } else {
            number = anyNumber(field);
        }
        field.store(s, number, key, absent);
    }
    return s;
}

} // namespace roofplan::samples
