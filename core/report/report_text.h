// A result as text for a terminal: verdict, headline numbers, plan, memory, step, findings.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/result/explanation.h"
#include "core/result/result.h"
#include "core/scenario/scenario.h"

#include <string>

namespace roofplan {

/// The answer with what it rests on (workload, stack, price, plan), without the tree of terms.
/// Times and price of a plan that does not fit are dashes.
[[nodiscard]] std::string resultText(const Scenario& scenario, const Result& result);

/// What would make a plan fit, a line each.
[[nodiscard]] std::string fixesText(const Result& result);

/// The tree of terms, indented: exposed seconds, share of the step, seconds busy, what binds.
[[nodiscard]] std::string termsText(const Result& result);

/// A derivation: the formula, what is put in, the facts with their sources and rivals.
[[nodiscard]] std::string explanationText(const Explanation& explanation);

/// A fact: published → used, source, why it is preferred, rivals.
[[nodiscard]] std::string factText(const ExplainedFact& fact);

} // namespace roofplan
