// The fields of a scenario as flags: --global-batch VALUE.
#pragma once

#include "app/cli/scenario_input.h"

#include <QCommandLineParser>

#include <optional>
#include <string>
#include <vector>

namespace roofplan::cli {

/// Adds a flag for each field. Its help names what is allowed, the choices of `catalogue` among it,
/// and the default.
void addFieldFlags(QCommandLineParser& parser, const Catalogue& catalogue);

/// The flags that are set, in the order of the field table.
[[nodiscard]] std::vector<FieldFlag> fieldFlags(const QCommandLineParser& parser);

/// Whether the field of that key is among them.
[[nodiscard]] bool isSet(const std::vector<FieldFlag>& flags, std::string_view key);

/// A warning for each flag that means nothing given what else `scenario` says and its model.
[[nodiscard]] Diagnostics
notUsed(const std::vector<FieldFlag>& flags, const Scenario& scenario, const Catalogue& catalogue);

/// What is wrong where a unit stands apart from its number ("--tokens 15 T"); empty where none
/// does.
[[nodiscard]] std::string looseUnit(const QStringList& arguments, const QStringList& positional);

} // namespace roofplan::cli
