// A result as the JSON object of the machine contract. Keys carry their unit; a number that does
// not exist is null, never NaN and never a guess.
#pragma once

#include "core/base/diagnostic.h"
#include "core/catalogue/catalogue.h"
#include "core/result/result.h"
#include "core/scenario/scenario.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace roofplan {

enum class TermTree { LeftOut, Included };

/// scenario, model, feasible, plan, headline, price, bound, verdict, confidence, uncertainty (p10
/// and p90 by headline key), memory, diagnostics and, when asked for, terms. Times, rates and price
/// of a plan that does not fit are null. `cost_converted` {currency, rate, date, value} is null
/// unless the scenario asks for a second currency.
[[nodiscard]] nlohmann::ordered_json resultJson(const Scenario& scenario,
                                                const Result& result,
                                                const Catalogue& catalogue,
                                                TermTree terms = TermTree::LeftOut);

/// The same keys for a question that has no result: all null but the scenario and the model, where
/// there are such, and what is wrong.
[[nodiscard]] nlohmann::ordered_json failureJson(const std::optional<Scenario>& scenario,
                                                 const Diagnostics& diagnostics,
                                                 const Transformer* model = nullptr);

[[nodiscard]] nlohmann::ordered_json diagnosticsJson(const Diagnostics& diagnostics);

/// The text of a JSON value: two spaces of indentation, a line feed at the end, invalid UTF-8
/// replaced.
[[nodiscard]] std::string jsonText(const nlohmann::ordered_json& json);

} // namespace roofplan
