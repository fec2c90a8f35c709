#include "core/calibration/save_constants.h"

#include "core/base/json_text.h"
#include "core/base/text_file.h"
#include "core/catalogue/own_facts.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

namespace roofplan {

namespace {

namespace fs = std::filesystem;

using Json = nlohmann::ordered_json;

constexpr auto calibrationKey = "calibration";
constexpr std::string_view noteBegin = "fitted on ";
constexpr std::string_view noteBefore = " rows; before: ";
constexpr std::string_view noteOf = " of ";

/// A fact as it was before any fit.
struct SourcedFact {
    std::string value; ///< as a JSON number
    std::string source;
    std::string note;
};

std::string memberText(const Json& object, const char* key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// From the note "fitted on 921 rows; before: 0.9 of gemm-table, what the note was".
std::optional<SourcedFact> sourcedByNote(const std::string& note) {
    if (!note.starts_with(noteBegin)) {
        return std::nullopt;
    }
    const std::size_t before = note.find(noteBefore);
    const std::size_t of =
        before == std::string::npos ? before : note.find(noteOf, before + noteBefore.size());
    if (of == std::string::npos) {
        return std::nullopt;
    }
    const std::size_t value = before + noteBefore.size();
    const std::size_t source = of + noteOf.size();
    const std::size_t comma = note.find(", ", source);
    SourcedFact fact{.value = note.substr(value, of - value),
                     .source = note.substr(source, comma - source),
                     .note = comma == std::string::npos ? "" : note.substr(comma + 2)};
    return Json::accept(fact.value) ? std::optional(std::move(fact)) : std::nullopt;
}

SourcedFact sourcedFact(const Json& fact) {
    if (memberText(fact, "source") == calibrationKey) {
        if (auto sourced = sourcedByNote(memberText(fact, "note"))) {
            return *std::move(sourced);
        }
    }
    return {.value = fact.value("value", Json()).dump(),
            .source = memberText(fact, "source"),
            .note = memberText(fact, "note")};
}

/// Whole numbers as the specs write them, without a point.
Json numberJson(double value) {
    constexpr double exact = 1e15;
    return value == std::floor(value) && std::abs(value) < exact
               ? Json(static_cast<std::int64_t>(value))
               : Json(value);
}

void setText(Json& fact, const char* key, const std::string& text) {
    if (text.empty()) {
        fact.erase(key);
    } else {
        fact[key] = text;
    }
}

/// The members in the order in which the specs write them.
Json inOrder(const Json& fact) {
    Json ordered = Json::object();
    for (const char* const key : {"property", "value", "unit", "convention", "source", "preferred",
                                  "why", "note", "standard_error", "low", "high"}) {
        if (fact.contains(key)) {
            ordered[key] = fact.at(key);
        }
    }
    for (const auto& item : fact.items()) {
        ordered[item.key()] = item.value();
    }
    return ordered;
}

/// Moves a limit that the fit has shown to be too narrow to two standard errors from the value.
void widenRange(Json& fact, const FittedFigure& figure) {
    const auto limit = [&](const char* key, double side) {
        const auto found = fact.find(key);
        if (found != fact.end() && found->is_number() &&
            side * (figure.value - found->get<double>()) > 0.0) {
            *found = numberJson(roundedFigure(figure.value + side * 2.0 * figure.standardError,
                                              figure.standardError)
                                    .value);
        }
    };
    limit("low", -1.0);
    limit("high", 1.0);
}

void writeFit(Json& fact, const FittedFigure& figure) {
    const SourcedFact before = sourcedFact(fact);
    fact["value"] = numberJson(figure.value);
    fact["source"] = calibrationKey;
    fact["note"] = std::string(noteBegin) + std::to_string(figure.rows) + std::string(noteBefore) +
                   before.value + std::string(noteOf) + before.source +
                   (before.note.empty() ? "" : ", " + before.note);
    fact["standard_error"] = numberJson(figure.standardError);
    widenRange(fact, figure);
    fact = inOrder(fact);
}

void restoreSourced(Json& fact) {
    if (memberText(fact, "source") != calibrationKey) {
        return;
    }
    const SourcedFact before = sourcedFact(fact);
    fact["value"] = Json::parse(before.value);
    setText(fact, "source", before.source);
    setText(fact, "note", before.note);
    fact.erase("standard_error"); // it was the fit's
}

/// The fact of `property` that the model uses, or null.
Json* usedFact(Json& facts, const std::string& property) {
    Json* used = nullptr;
    for (Json& fact : facts) {
        if (memberText(fact, "property") == property &&
            (used == nullptr || fact.value("preferred", Json()) == Json(true))) {
            used = &fact;
        }
    }
    return used;
}

void citeSource(Json& entry, const FitSource& source) {
    bool cited = false;
    for (const Json& fact : entry["facts"]) {
        cited = cited || memberText(fact, "source") == calibrationKey;
    }
    if (cited) {
        entry["sources"][calibrationKey] = {
            {"title", source.title}, {"date", source.date}, {"via", calibrationVia}};
    } else {
        entry["sources"].erase(calibrationKey);
    }
}

struct ChangedFile {
    std::string name;
    std::string before;
    Json json;

    /// Indented as the file was.
    [[nodiscard]] std::string text() const {
        const std::size_t line = before.find('\n');
        const std::size_t word =
            line == std::string::npos ? line : before.find_first_not_of(' ', line + 1);
        const int indent = word == std::string::npos ? 2 : static_cast<int>(word - line - 1);
        return json.dump(std::max(indent, 1), ' ', false, Json::error_handler_t::replace) +
               (before.ends_with('\n') ? "\n" : "");
    }
};

Expected<ChangedFile> readJsonFile(const fs::path& path, const std::string& name) {
    Expected<std::string> text = readTextFile(path);
    if (!text) {
        return tl::unexpected(text.error());
    }
    if (const auto parsed = parseJsonText(*text, name, "spec.json"); !parsed) {
        return tl::unexpected(parsed.error());
    }
    Json json = Json::parse(*text); // again, for the order of its members
    return ChangedFile{name, *std::move(text), std::move(json)};
}

Diagnostic wrong(std::string place, Text text) {
    return {.code = "calibration.save", .place = std::move(place), .text = std::move(text)};
}

Expected<ChangedFile> changedEntry(const fs::path& specs,
                                   const std::string& name,
                                   const std::vector<const FittedFigure*>& figures,
                                   const FitSource& source) {
    Expected<ChangedFile> file = readJsonFile(specs / name, name);
    if (!file) {
        return file;
    }
    Json& json = file->json;
    const bool entry = json.is_object() && json.contains("facts") && json["facts"].is_array() &&
                       json.contains("sources") && json["sources"].is_object();
    for (const FittedFigure* const figure : figures) {
        Json* const fact = entry ? usedFact(json["facts"], figure->property) : nullptr;
        if (fact == nullptr) {
            return failure(wrong(name + "#/facts", {translatable("core", "there is no fact of {0}"),
                                                    {figure->property}}));
        }
        if (figure->determined) {
            writeFit(*fact, *figure);
        } else {
            restoreSourced(*fact);
        }
    }
    citeSource(json, source);
    return file;
}

std::map<std::string, std::vector<const FittedFigure*>>
byFile(const std::vector<FittedFigure>& figures) {
    std::map<std::string, std::vector<const FittedFigure*>> files;
    for (const FittedFigure& figure : figures) {
        files[figure.folder + "/" + figure.entry + ".json"].push_back(&figure);
    }
    return files;
}

/// Whether the user's folder holds this property as an earlier calibration left it.
bool ownByCalibration(const fs::path& own, const FittedFigure& figure) {
    const std::string name = figure.folder + "/" + figure.entry + ".json";
    std::error_code none;
    if (!fs::exists(own / name, none)) {
        return false;
    }
    Expected<ChangedFile> file = readJsonFile(own / name, "own/" + name);
    if (!file || !file->json.is_object() || !file->json.contains("facts")) {
        return false;
    }
    const Json sources = file->json.value("sources", Json::object());
    Json* const fact = usedFact(file->json["facts"], figure.property);
    const std::string key = fact == nullptr ? "" : memberText(*fact, "source");
    return sources.is_object() && sources.contains(key) &&
           memberText(sources.at(key), "via") == calibrationVia;
}

} // namespace

Expected<std::vector<std::string>> saveShippedConstants(const fs::path& specs,
                                                        const std::vector<FittedFigure>& figures,
                                                        const FitSource& source) {
    std::vector<ChangedFile> changed;
    for (const auto& [name, some] : byFile(figures)) {
        Expected<ChangedFile> file = changedEntry(specs, name, some, source);
        if (!file) {
            return tl::unexpected(file.error());
        }
        if (file->text() != file->before) {
            changed.push_back(*std::move(file));
        }
    }
    std::vector<std::string> names;
    for (const ChangedFile& file : changed) {
        if (const auto done = writeTextFile(specs / file.name, file.text()); !done) {
            return tl::unexpected(done.error());
        }
        names.push_back(file.name);
    }
    return names;
}

Expected<bool> saveSourcedConstants(const fs::path& path, const Calibration& calibration) {
    Expected<ChangedFile> file = readJsonFile(path, path.string());
    if (!file) {
        return tl::unexpected(file.error());
    }
    Json& list = file->json.is_object() ? file->json["constants"] : file->json;
    for (std::size_t i = 0; i < list.size() && i < calibration.constants.size(); ++i) {
        const ConstantFit& fit = calibration.constants[i];
        if (!fit.determined) {
            list[i].erase("sourced");
        } else if (!list[i].contains("sourced")) {
            list[i]["sourced"] = numberJson(fit.prior);
        }
    }
    if (file->text() == file->before) {
        return false;
    }
    const auto done = writeTextFile(path, file->text());
    return done ? Expected<bool>(true) : Expected<bool>(tl::unexpected(done.error()));
}

Expected<std::vector<std::string>> saveOwnConstants(const fs::path& own,
                                                    const std::vector<FittedFigure>& figures,
                                                    const FitSource& source) {
    std::set<std::string> names;
    for (const FittedFigure& figure : figures) {
        if (!figure.used || !figure.determined) {
            if (ownByCalibration(own, figure)) {
                const auto done =
                    resetOwnFact(own, figure.folder, figure.entry, figure.property, "");
                if (!done) {
                    return tl::unexpected(done.error());
                }
            }
            continue;
        }
        const auto done =
            setOwnFact(own, {.kind = figure.kind,
                             .folder = figure.folder,
                             .entry = figure.entry,
                             .property = figure.property,
                             .region = {},
                             .value = figure.value,
                             .unit = figure.unit,
                             .convention = figure.convention,
                             .source = source.title,
                             .date = source.date,
                             .note = fmt::format("fitted on {} rows; the shipped figure is {:.6g}",
                                                 figure.rows, figure.before),
                             .via = std::string(calibrationVia),
                             .standardError = figure.standardError});
        if (!done) {
            return tl::unexpected(done.error());
        }
        names.insert(figure.folder + "/" + figure.entry + ".json");
    }
    return std::vector<std::string>(names.begin(), names.end());
}

} // namespace roofplan
