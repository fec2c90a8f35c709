// roofplan-cli catalogue list|show|check
#include "app/cli/arguments.h"
#include "app/cli/catalogue_entries.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "core/catalogue/catalogue_check.h"
#include "core/catalogue/catalogue_loader.h"
#include "core/report/catalogue_report.h"
#include "core/report/report_json.h"
#include "core/report/text_columns.h"

#include <QCommandLineParser>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace roofplan::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr Usage usage{
    "catalogue list [KIND] | show ID | check [FOLDER]",
    "list   what the specs hold: gpus, fabrics, instances, prices, efficiency, stacks, models\n"
    "show   an entry's facts: published → used, source, rivals, why one is preferred\n"
    "check  reads a folder of specs and reports all that is wrong; exit code 1 on errors"};

struct Request {
    std::string verb;
    std::string argument; ///< KIND, ID or FOLDER, empty when left out
    SpecFolders folders;
    bool json = false;
};

/// What is wrong with the words behind "catalogue"; empty when nothing is.
std::string complaint(const QStringList& words) {
    static const std::vector<std::string> verbs{"list", "show", "check"};
    if (words.isEmpty()) {
        return "catalogue does list, show or check";
    }
    const std::string verb = words.first().toStdString();
    if (std::ranges::find(verbs, verb) == verbs.end()) {
        return "catalogue has no verb " + verb + didYouMean(verb, verbs);
    }
    if (verb == "show" && words.size() != 2) {
        return "catalogue show takes one id";
    }
    return words.size() > 2 ? "catalogue " + verb + " takes one argument at most" : std::string();
}

int list(const Request& request, const Catalogue& catalogue) {
    const std::vector<std::string> kinds = catalogueKinds(catalogue);
    if (!request.argument.empty() && std::ranges::find(kinds, request.argument) == kinds.end()) {
        printMessage("roofplan-cli: there is no kind " + request.argument +
                     didYouMean(request.argument, kinds));
        return exitWrongUsage;
    }
    TextColumns columns("");
    Json all = Json::array();
    for (const CatalogueEntry& entry : catalogueEntries(catalogue)) {
        if (request.argument.empty() || entry.kind == request.argument) {
            columns.add({entry.kind, entry.id, entry.name});
            all.push_back({{"kind", entry.kind}, {"id", entry.id}, {"name", entry.name}});
        }
    }
    printResult(request.json ? jsonText(all) : columns.text());
    return exitFine;
}

Json entryJson(const CatalogueEntry& entry, const Catalogue& catalogue) {
    Json json{{"kind", entry.kind}, {"id", entry.id}, {"name", entry.name}};
    if (entry.kind == "models") {
        json["model"] = modelReportJson(*findEntry(catalogue.models, entry.id));
    } else {
        json["facts"] = factsJson(factsOf(catalogue, entry.kind, entry.id), catalogue);
    }
    return json;
}

std::string entryText(const CatalogueEntry& entry, const Catalogue& catalogue) {
    const std::string title = entry.name + " (" + entry.kind + ", " + entry.id + ")\n\n";
    return title + (entry.kind == "models"
                        ? modelText(*findEntry(catalogue.models, entry.id))
                        : factsText(factsOf(catalogue, entry.kind, entry.id), catalogue));
}

int show(const Request& request, const Catalogue& catalogue) {
    std::vector<std::string> ids;
    std::string text;
    Json all = Json::array();
    for (const CatalogueEntry& entry : catalogueEntries(catalogue)) {
        ids.push_back(entry.id);
        if (entry.id == request.argument) {
            text += (text.empty() ? "" : "\n") + entryText(entry, catalogue);
            all.push_back(entryJson(entry, catalogue));
        }
    }
    if (all.empty()) {
        printMessage("roofplan-cli: the catalogue has no entry " + request.argument +
                     didYouMean(request.argument, ids));
        return exitFailed;
    }
    printResult(request.json ? jsonText(all.size() == 1 ? all.front() : all) : text);
    return exitFine;
}

int check(const Request& request) {
    const SpecFolders& folders = request.folders;
    const std::string folder = request.argument.empty() ? folders.shipped : request.argument;
    const bool alone = !request.argument.empty() && !folders.ownNamed;
    auto [catalogue, findings] = loadCatalogue(folder, alone ? std::string() : folders.own);
    const Diagnostics implausible = checkCatalogue(catalogue);
    findings.insert(findings.end(), implausible.begin(), implausible.end());
    const bool failed = hasErrors(findings);
    if (request.json) {
        printResult(jsonText({{"folder", folder},
                              {"ok", !failed},
                              {"entries", catalogueEntries(catalogue).size()},
                              {"facts", catalogue.facts.size()},
                              {"diagnostics", diagnosticsJson(findings)}}));
        return failed ? exitFailed : exitFine;
    }
    for (const Diagnostic& finding : findings) {
        printResult(plainLine(finding) + "\n");
    }
    printResult(std::to_string(catalogueEntries(catalogue).size()) + " entries, " +
                std::to_string(catalogue.facts.size()) +
                " facts: " + (failed ? "errors" : "no errors") + "\n");
    return failed ? exitFailed : exitFine;
}

} // namespace

int runCatalogue(const QStringList& arguments) {
    QCommandLineParser parser;
    parser.addOption({QStringLiteral("json"), QStringLiteral("Print JSON.")});
    if (const auto code = parseArguments(parser, arguments, usage)) {
        return *code;
    }
    const QStringList words = parser.positionalArguments();
    if (const std::string wrong = complaint(words); !wrong.empty()) {
        printMessage("roofplan-cli: " + wrong);
        printMessage(std::string("Usage: roofplan-cli ") + usage.line);
        return exitWrongUsage;
    }
    const Request request{.verb = words.first().toStdString(),
                          .argument = words.value(1).toStdString(),
                          .folders = specFolders(parser),
                          .json = parser.isSet(QStringLiteral("json"))};
    if (request.verb == "check") {
        return check(request);
    }
    const Catalogue catalogue = loadedCatalogue(request.folders);
    if (catalogueEntries(catalogue).empty()) {
        return exitFailed;
    }
    return request.verb == "list" ? list(request, catalogue) : show(request, catalogue);
}

} // namespace roofplan::cli
