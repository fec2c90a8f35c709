// roofplan-cli catalogue list|show|check
#include "app/cli/arguments.h"
#include "app/cli/catalogue_columns.h"
#include "app/cli/catalogue_entries.h"
#include "app/cli/catalogue_links.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/model_file.h"
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
    "catalogue list [KIND] | show ID|FILE | check [FOLDER]",
    "list   what the specs hold, an entry a line with the facts that matter; KIND is one of gpus,\n"
    "       fabrics, instances, prices, purchase_rules, storage, efficiency, stacks, models\n"
    "show   an entry: what it stands on, each fact from published to used, its source and rivals,\n"
    "       why one is preferred, and which are yours; an instance with its prices.\n"
    "       FILE is the config.json of a model (- is stdin): parameters, layers, FLOPs and cache,\n"
    "       and what the file leaves open and was assumed\n"
    "check  reads specs and reports all that is wrong or implausible; exit code 1 on errors.\n"
    "       FOLDER is checked alone; without it the shipped specs are, with your own over them"};

struct Request {
    std::string verb;
    std::string argument; ///< KIND, ID, FILE or FOLDER, empty when left out
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
        return "catalogue show takes one id or file";
    }
    return words.size() > 2 ? "catalogue " + verb + " takes one argument at most" : std::string();
}

/// "purchase-rules" is "purchase_rules".
std::string asKind(std::string word) {
    std::ranges::replace(word, '-', '_');
    return word;
}

/// The lines of one kind, with a head that names the columns.
std::string listText(const std::vector<CatalogueEntry>& entries, const Catalogue& catalogue) {
    TextColumns lines("");
    for (const CatalogueEntry& entry : entries) {
        const std::vector<CatalogueColumn> columns = catalogueColumns(entry, catalogue);
        std::vector<std::string> head{entry.kind};
        std::vector<std::string> cells{entry.id};
        for (const CatalogueColumn& column : columns) {
            head.emplace_back(column.title);
            cells.push_back(column.text);
        }
        if (&entry == &entries.front()) {
            head.emplace_back("name");
            lines.add(head);
        }
        cells.push_back(entry.name);
        lines.add(cells);
    }
    return lines.text();
}

Json listJson(const std::vector<CatalogueEntry>& entries, const Catalogue& catalogue) {
    Json all = Json::array();
    for (const CatalogueEntry& entry : entries) {
        Json json{{"kind", entry.kind}, {"id", entry.id}, {"name", entry.name}};
        for (const CatalogueColumn& column : catalogueColumns(entry, catalogue)) {
            json[column.key] = column.value;
        }
        all.push_back(std::move(json));
    }
    return all;
}

int list(const Request& request, const Catalogue& catalogue) {
    const std::vector<std::string> kinds = catalogueKinds();
    const std::string only = asKind(request.argument);
    if (!only.empty() && std::ranges::find(kinds, only) == kinds.end()) {
        printMessage("roofplan-cli: there is no kind " + request.argument +
                     didYouMean(only, kinds));
        return exitWrongUsage;
    }
    std::vector<CatalogueEntry> entries = catalogueEntries(catalogue);
    std::erase_if(entries, [&only](const auto& e) { return !only.empty() && e.kind != only; });
    if (request.json) {
        printResult(jsonText(listJson(entries, catalogue)));
        return exitFine;
    }
    std::string text;
    for (const std::string& kind : kinds) {
        std::vector<CatalogueEntry> ofKind = entries;
        std::erase_if(ofKind, [&kind](const CatalogueEntry& e) { return e.kind != kind; });
        const std::string lines = listText(ofKind, catalogue);
        text += (text.empty() || lines.empty() ? "" : "\n") + lines;
    }
    printResult(text);
    return exitFine;
}

Json entryJson(const CatalogueEntry& entry, const Catalogue& catalogue) {
    Json json{{"kind", entry.kind}, {"id", entry.id}, {"name", entry.name}};
    if (entry.kind == "models") {
        json["model"] = modelReportJson(*findEntry(catalogue.models, entry.id));
        return json;
    }
    json["links"] = Json::object();
    for (const CatalogueLink& link : catalogueLinks(entry, catalogue)) {
        json["links"][link.key] = link.ids;
    }
    json["facts"] = factsJson(factsOf(catalogue, entry), catalogue);
    json["absent"] = Json::array();
    for (const AbsentFigure& figure : absentOf(catalogue, entry)) {
        json["absent"].push_back({{"property", figure.property},
                                  {"label", figure.label},
                                  {"region", figure.region},
                                  {"state", figure.state == Absence::None ? "none" : "unknown"},
                                  {"why", figure.why},
                                  {"place", figure.place},
                                  {"source", figure.source.title},
                                  {"url", figure.source.url},
                                  {"date", figure.source.date},
                                  {"via", figure.source.via}});
    }
    return json;
}

std::string linksText(const CatalogueEntry& entry, const Catalogue& catalogue) {
    TextColumns lines("  ");
    for (const CatalogueLink& link : catalogueLinks(entry, catalogue)) {
        std::string ids;
        for (const std::string& id : link.ids) {
            ids += (ids.empty() ? "" : ", ") + id;
        }
        lines.add({link.title, ids});
    }
    const std::string text = lines.text();
    return text.empty() ? text : text + "\n";
}

std::string absentText(const CatalogueEntry& entry, const Catalogue& catalogue) {
    std::string text;
    for (const AbsentFigure& figure : absentOf(catalogue, entry)) {
        const Source& source = figure.source;
        text += "\n  " + figure.label + (figure.region.empty() ? "" : ", " + figure.region) +
                (figure.state == Absence::None ? ": none" : ": unknown") + "\n    " + figure.why +
                "\n    " + source.title + ", " + source.date +
                (source.via.empty() ? "" : " (via " + source.via + ")") + "\n" +
                (source.url.empty() ? "" : "    " + source.url + "\n");
    }
    return text;
}

std::string entryText(const CatalogueEntry& entry, const Catalogue& catalogue) {
    const std::string title = entry.name + " (" + entry.kind + ", " + entry.id + ")\n\n";
    return entry.kind == "models"
               ? title + modelText(*findEntry(catalogue.models, entry.id))
               : title + linksText(entry, catalogue) +
                     factsText(factsOf(catalogue, entry), catalogue) + absentText(entry, catalogue);
}

std::string assumptionsText(const Diagnostics& assumptions) {
    std::string text;
    for (const Diagnostic& assumption : assumptions) {
        text += "  " + plainLine(assumption) + "\n";
    }
    return text.empty() ? text : "\nWhat the file leaves open\n" + text;
}

/// The page of a model that is in no catalogue.
int showFile(const Request& request) {
    const Expected<ImportedModel> model = importModel(request.argument);
    if (!model) {
        printMessages(model.error());
        return exitFailed;
    }
    const ModelEntry& entry = model->entry;
    const std::string& name = entry.transformer.name;
    if (request.json) {
        printResult(jsonText({{"kind", "models"},
                              {"id", entry.id},
                              {"name", name},
                              {"file", request.argument},
                              {"model", modelReportJson(entry)},
                              {"diagnostics", diagnosticsJson(model->assumptions)}}));
    } else {
        printResult(name + " (imported from " + request.argument + ")\n\n" + modelText(entry) +
                    assumptionsText(model->assumptions));
    }
    return exitFine;
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
    if (request.verb == "show" && looksLikePath(request.argument)) {
        return showFile(request);
    }
    const Catalogue catalogue = loadedCatalogue(request.folders);
    if (catalogueEntries(catalogue).empty()) {
        return exitFailed;
    }
    return request.verb == "list" ? list(request, catalogue) : show(request, catalogue);
}

} // namespace roofplan::cli
