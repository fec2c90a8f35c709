#include "app/cli/field_flags.h"

#include "core/scenario/field_table.h"

#include <QRegularExpression>

#include <algorithm>
#include <string_view>

namespace roofplan::cli {

namespace {

QString flagName(const Field& field) {
    return QString::fromUtf8(field.key.data(), static_cast<qsizetype>(field.key.size()))
        .replace(QLatin1Char('_'), QLatin1Char('-'));
}

/// The value without file and flag, as words; nothing where the field has to be given.
std::string defaultText(const Field& field, const Catalogue& catalogue) {
    const Scenario unchanged;
    if (const std::string text = field.get(unchanged); !text.empty()) {
        return "default: " + text;
    }
    if (const std::string preset = presetText(field, unchanged, catalogue); !preset.empty()) {
        return "default: as the stack, " + preset;
    }
    const bool needed = !field.optional && field.applies == nullptr;
    return needed ? "needed where no file is named" : "no default";
}

std::string allowedText(const Field& field, const Catalogue& catalogue) {
    const Scenario unchanged;
    const bool unknown = field.choices != nullptr && field.choices(catalogue, unchanged).empty();
    return unknown ? "allowed: what catalogue list names"
                   : allowedValues(field, unchanged, catalogue).plain();
}

QString fieldHelp(const Field& field, const Catalogue& catalogue) {
    std::string help = field.help;
    if (*field.unitLabel != '\0') {
        help += std::string(" [") + field.unitLabel + "]";
    }
    help += " (" + allowedText(field, catalogue) + "; " + defaultText(field, catalogue);
    help += (*field.appliesWith != '\0' ? std::string("; only ") + field.appliesWith : "") + ")";
    return QString::fromStdString(help);
}

bool isUnit(const QString& word) {
    static constexpr std::string_view units = "kKMGBTP";
    return word.size() == 1 && units.find(word.front().toLatin1()) != std::string_view::npos;
}

} // namespace

void addFieldFlags(QCommandLineParser& parser, const Catalogue& catalogue) {
    for (const Field& field : fieldTable()) {
        parser.addOption({flagName(field), fieldHelp(field, catalogue), QStringLiteral("VALUE")});
    }
}

std::vector<FieldFlag> fieldFlags(const QCommandLineParser& parser) {
    std::vector<FieldFlag> flags;
    for (const Field& field : fieldTable()) {
        if (const QString name = flagName(field); parser.isSet(name)) {
            flags.push_back({std::string(field.key), parser.value(name).toStdString()});
        }
    }
    return flags;
}

bool isSet(const std::vector<FieldFlag>& flags, std::string_view key) {
    return std::ranges::any_of(flags, [key](const FieldFlag& flag) { return flag.key == key; });
}

Diagnostics
notUsed(const std::vector<FieldFlag>& flags, const Scenario& scenario, const Catalogue& catalogue) {
    Diagnostics warnings;
    for (const FieldFlag& flag : flags) {
        const Field& field = *findField(flag.key);
        if (!fieldApplies(field, scenario, catalogue)) {
            warnings.push_back(
                {.severity = Severity::Warning,
                 .code = "field.not_used",
                 .place = flag.key,
                 .text = {translatable("core", "not used: {0} only means something {1}."),
                          {flagName(field).prepend(QStringLiteral("--")).toStdString(),
                           field.appliesWith}},
                 .hint = {}});
        }
    }
    return warnings;
}

std::string looseUnit(const QStringList& arguments, const QStringList& positional) {
    static const QRegularExpression numberOfFlag(
        QStringLiteral("^--[a-z-]+[ =]\\s*[0-9][0-9.,' ]*$"));
    const auto unit = std::ranges::find_if(positional, isUnit);
    if (unit == positional.end()) {
        return {};
    }
    const qsizetype at = arguments.indexOf(*unit);
    const QString before = arguments.value(at - 1);
    const QString flag = before.startsWith(QLatin1String("--"))
                             ? before
                             : arguments.value(at - 2) + QLatin1Char(' ') + before;
    const std::string meant = numberOfFlag.match(flag).hasMatch()
                                  ? "did you mean " + flag.toStdString() + unit->toStdString() + "?"
                                  : "number and unit are one word, as in 15T";
    return unit->toStdString() + " is a unit and no scenario file; " + meant;
}

} // namespace roofplan::cli
