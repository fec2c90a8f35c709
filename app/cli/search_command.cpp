// roofplan-cli search SCENARIO…
#include "app/cli/arguments.h"
#include "app/cli/cluster_answers.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/field_flags.h"
#include "app/cli/own_figures.h"
#include "app/cli/plan_answers.h"
#include "app/cli/scenario_input.h"
#include "app/cli/search_flags.h"
#include "app/cli/space_text.h"
#include "core/base/text_file.h"
#include "core/catalogue/catalogue_loader.h"
#include "core/project/project_file.h"
#include "core/report/report_json.h"
#include "core/report/scenario_json.h"
#include "core/search/empty_space.h"
#include "core/search/plan_limits.h"

#include <QCommandLineParser>
#include <QElapsedTimer>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace roofplan::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr Usage usage{
    "search [options] [SCENARIO…]",
    "Finds the best parallel plans of the cluster of each scenario of each .roofplan file (- is\n"
    "stdin), or of the one that the flags alone make: every legal plan is decided, the list is\n"
    "exact. On one cluster at one price the shortest step is also the cheapest run.\n"
    "With --objective, --deadline, --budget, --types, --sizes, --min-gpus or --max-gpus it finds "
    "the\n"
    "best clusters for the run instead, each with its best plan, at the scenario's global batch;\n"
    "--front, --fewest-gpus, --longest-sequence, --largest-micro-batch and --space ask for other\n"
    "things.\n"
    "Fields of the plan that are given as flags are pinned. Those that stand in the file are "
    "free;\n"
    "--pin tp,pp keeps the file's. All other fields are as for evaluate.\n"
    "Where nothing fits, the plan that lacks least memory is shown, with what would make it fit;\n"
    "where no cluster keeps the limits, the nearest. The exit code is then 1."};

void addFlags(QCommandLineParser& parser, const Catalogue& catalogue) {
    addSearchFlags(parser);
    addFieldFlags(parser, catalogue);
}

/// What is wrong with the command line as a whole; empty when nothing is.
std::string complaint(const QStringList& files,
                      const QStringList& arguments,
                      const std::vector<FieldFlag>& flags,
                      SearchQuestion question) {
    if (std::string wrong = looseUnit(arguments, files); !wrong.empty()) {
        return wrong;
    }
    if (!files.isEmpty()) {
        return {};
    }
    if (!isSet(flags, "model")) {
        return "name a scenario file, or give at least --instance and --model";
    }
    return isSet(flags, "instance") || isOfClusters(question)
               ? std::string()
               : "give --instance too, or --types or --sizes to choose from";
}

/// Flags that give way to the clusters that are tried.
Diagnostics replaced(const std::vector<FieldFlag>& flags, const SearchRequest& request) {
    Diagnostics warnings;
    for (const char* key : {"instance", "instances", "gpus"}) {
        const bool describes = std::string_view(key) == "instance" && request.types.empty();
        if (isOfClusters(request.question) && isSet(flags, key)) {
            warnings.push_back(
                {.severity = Severity::Warning,
                 .code = "search.not_used",
                 .place = key,
                 .text = {translatable("core", "not used: the clusters that are tried are those of "
                                               "--types and --sizes."),
                          {}},
                 .hint = describes ? Text{translatable("core", "of one type: --types {0}"),
                                          {std::ranges::find(flags, std::string("instance"),
                                                             &FieldFlag::key)
                                               ->text}}
                                   : Text()});
        }
    }
    return warnings;
}

/// What a search says of one question, in the form that is asked for.
struct Answer {
    std::string text;
    Json json;
    std::optional<Scenario> best;
    bool good = false;      ///< something fits
    Diagnostics ownFigures; ///< that it rests on
};

Answer failed(const Question& question, const Diagnostics& problems) {
    printMessages(problems);
    Json json = failureJson(question.scenario, problems);
    return {.text = {},
            .json = {{"scenario", json["scenario"]},
                     {"model", json["model"]},
                     {"feasible", nullptr},
                     {"plans", Json::array()},
                     {"diagnostics", json["diagnostics"]}},
            .best = {}};
}

/// Not a part of the result: other from run to run.
void printEffort(const FoundPlans& found, const QElapsedTimer& timer) {
    printMessage(fmt::format("roofplan-cli: {} plans decided, {} of them priced one by one, {} ms",
                             found.decided, found.priced, timer.elapsed()));
}

Answer bestPlans(const Question& question, const SearchRequest& request) {
    QElapsedTimer timer;
    timer.start();
    const Scenario& scenario = *question.scenario;
    const Catalogue& catalogue = *question.catalogue;
    const auto resolved = resolveForSearch(scenario, catalogue);
    if (!resolved) {
        return failed(question, resolved.error());
    }
    FoundPlans found = searchPlans(*resolved, request.options);
    printEffort(found, timer);
    if (found.decided == 0) {
        return failed(question, whyEmpty(scenario, catalogue, request.options.space.pinned));
    }
    PlanAnswers answers = answeredPlans(scenario, catalogue, std::move(found));
    if (answers.plans.empty()) {
        answers.wouldFit = whatWouldFit(scenario, catalogue, request.options);
    }
    Answer answer{.text = plansText(scenario, answers),
                  .json = plansJson(scenario, answers, catalogue),
                  .best = {},
                  .good = !answers.plans.empty()};
    for (const PlanAnswer& plan : answers.plans) {
        addOwnFigures(plan.result, catalogue, answer.ownFigures);
    }
    if (answer.good) {
        answer.best = answers.plans.front().scenario;
    }
    return answer;
}

Expected<FoundClusters>
foundClusters(const Scenario& scenario, const Catalogue& catalogue, const SearchRequest& request) {
    const bool priced = request.question == SearchQuestion::Front ||
                        (request.question == SearchQuestion::Clusters &&
                         request.objective != SearchObjective::Time) ||
                        request.limits.budget.has_value();
    ClusterChoices choices = request.choices;
    const auto types = namedTypes(request, catalogue);
    if (!types) {
        return tl::unexpected(types.error());
    }
    choices.types = types->empty() ? candidateTypes(catalogue, scenario.cluster, priced) : *types;
    const ClusterSearchOptions options{.limits = request.limits,
                                       .space = request.options.space,
                                       .threads = request.options.threads};
    switch (request.question) {
    case SearchQuestion::Front:
        return costTimeFront(scenario, catalogue, choices, options);
    case SearchQuestion::FewestGpus:
        return fewestThatFit(scenario, catalogue, choices, priced, options);
    default:
        return searchClusters(scenario, catalogue, choices, request.objective, request.options.most,
                              options);
    }
}

Answer bestClusters(const Question& question, const SearchRequest& request) {
    QElapsedTimer timer;
    timer.start();
    const Scenario& scenario = *question.scenario;
    const Catalogue& catalogue = *question.catalogue;
    auto found = foundClusters(scenario, catalogue, request);
    if (!found) {
        return failed(question, found.error());
    }
    printMessage(fmt::format("roofplan-cli: {} clusters, {} of them searched, {} plans decided, "
                             "{} ms",
                             found->candidates, found->searched, found->decided, timer.elapsed()));
    const ClusterAnswers answers = answeredClusters(scenario, catalogue, std::move(*found));
    Answer answer{.text = clustersText(scenario, catalogue, request, answers),
                  .json = clustersJson(scenario, catalogue, request, answers),
                  .best = {},
                  .good = !answers.clusters.empty()};
    for (const ClusterAnswer& cluster : answers.clusters) {
        addOwnFigures(cluster.plan.result, catalogue, answer.ownFigures);
    }
    if (answer.good) {
        const PlanAnswer& best = answers.clusters.front().plan;
        answer.best = best.scenario;
        answer.best->name = fmt::format("{} on {}", best.result.modelName,
                                        clusterText(best.scenario.cluster, best.result.gpus));
    }
    return answer;
}

/// The answer to a question that has one plan: `title` says what was found, `json` its figures.
Answer
onePlan(const PlanAnswer& plan, const std::string& title, Json json, const Catalogue& catalogue) {
    json["feasible"] = true;
    json.update(planAnswerJson(plan, catalogue));
    Answer answer{.text = titleText(plan.scenario, plan.result.modelName, plan.result.gpus) +
                          title + "\n" + planText(plan),
                  .json = std::move(json),
                  .best = plan.scenario,
                  .good = true,
                  .ownFigures = {}};
    addOwnFigures(plan.result, catalogue, answer.ownFigures);
    return answer;
}

Answer nothingFits(const Question& question) {
    return failed(question, {{.severity = Severity::Error,
                              .code = "search.nothing_fits",
                              .place = "plan",
                              .text = {"No plan fits into memory, whatever the sequence length or "
                                       "micro-batch.",
                                       {}},
                              .hint = {"search without this flag names what would fit", {}}}});
}

Answer longest(const Question& question, const SearchRequest& request) {
    const auto found = longestSequence(*question.scenario, *question.catalogue, request.options);
    if (!found) {
        return failed(question, found.error());
    }
    if (!*found) {
        return nothingFits(question);
    }
    const LongestSequence& longest = **found;
    Scenario scenario = *question.scenario;
    scenario.workload.sequenceLength = longest.tokens;
    const PlanAnswer plan = answeredPlan(scenario, longest.plan.plan, *question.catalogue);
    const std::string title =
        fmt::format("The longest sequence that fits: {} tokens{}, in multiples of {}; {} sequences "
                    "a step",
                    longest.tokens, longest.atLimit ? ", the longest that can be asked" : "",
                    sequenceGranularity, scenario.workload.globalBatch);
    return onePlan(plan, title,
                   {{"scenario", scenarioJson(*question.scenario)},
                    {"question", "longest_sequence"},
                    {"seq_len", longest.tokens},
                    {"granularity", sequenceGranularity},
                    {"at_limit", longest.atLimit}},
                   *question.catalogue);
}

Answer largest(const Question& question, const SearchRequest& request) {
    const auto found = largestMicroBatch(*question.scenario, *question.catalogue, request.options);
    if (!found) {
        return failed(question, found.error());
    }
    if (!*found) {
        return nothingFits(question);
    }
    const PlanAnswer plan = answeredPlan(*question.scenario, (*found)->plan, *question.catalogue);
    return onePlan(plan,
                   fmt::format("The largest micro-batch that fits: {}, and the best plan with it",
                               (*found)->plan.microBatch),
                   {{"scenario", scenarioJson(*question.scenario)},
                    {"question", "largest_micro_batch"},
                    {"micro_batch", (*found)->plan.microBatch}},
                   *question.catalogue);
}

Answer planSpace(const Question& question, const SearchRequest& request) {
    const auto resolved = resolveForSearch(*question.scenario, *question.catalogue);
    if (!resolved) {
        return failed(question, resolved.error());
    }
    const PlanSpace space(*resolved, request.options.space);
    return {.text = spaceText(*question.scenario, *resolved, space),
            .json = spaceJson(*question.scenario, *resolved, space),
            .best = {},
            .good = space.count() > 0};
}

Answer answerTo(const Question& question, const SearchRequest& request) {
    switch (request.question) {
    case SearchQuestion::Space:
        return planSpace(question, request);
    case SearchQuestion::Clusters:
    case SearchQuestion::Front:
    case SearchQuestion::FewestGpus:
        return bestClusters(question, request);
    case SearchQuestion::LongestSequence:
        return longest(question, request);
    case SearchQuestion::LargestMicroBatch:
        return largest(question, request);
    case SearchQuestion::Plans:
        break;
    }
    return bestPlans(question, request);
}

Answer answered(const Question& question, const SearchRequest& request) {
    if (!question.scenario) {
        return failed(question, question.problems);
    }
    Answer answer = answerTo(question, request);
    for (auto& assumption : diagnosticsJson(question.assumptions)) {
        answer.json["diagnostics"].push_back(std::move(assumption));
    }
    return answer;
}

void print(const std::vector<Answer>& answers, bool asJson) {
    if (asJson) {
        Json all = Json::array();
        for (const Answer& answer : answers) {
            all.push_back(answer.json);
        }
        printResult(jsonText(all.size() == 1 ? all.front() : all));
        return;
    }
    bool first = true;
    for (const Answer& answer : answers) {
        if (!answer.text.empty()) {
            printResult((first ? "" : "\n") + answer.text);
            first = false;
        }
    }
}

/// The best plans as a project with the models that no catalogue file holds. False, with a message,
/// where it cannot be written.
bool saved(const std::string& path,
           const std::vector<Answer>& answers,
           const std::vector<Question>& questions) {
    Project project;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (!answers[i].best) {
            continue;
        }
        project.scenarios.push_back(*answers[i].best);
        const std::string& id = answers[i].best->workload.model;
        const ModelEntry* model = findEntry(questions[i].catalogue->models, id);
        if (model != nullptr && !model->origin.empty() &&
            findEntry(project.models, id) == nullptr) {
            project.models.push_back(*model);
        }
    }
    if (project.scenarios.empty()) {
        printMessage("roofplan-cli: there is no plan to write: " + path + " is left as it is");
        return false;
    }
    if (const auto written = writeTextFile(path, projectText(project)); !written) {
        printMessages(written.error());
        return false;
    }
    return true;
}

int answerAll(const std::vector<Question>& questions,
              const SearchRequest& request,
              const std::vector<FieldFlag>& flags) {
    std::vector<Answer> answers;
    Diagnostics ownFigures;
    bool good = true;
    printMessages(replaced(flags, request));
    for (const Question& question : questions) {
        answers.push_back(answered(question, request));
        good = good && answers.back().good;
        for (const Diagnostic& figure : answers.back().ownFigures) {
            if (std::ranges::find(ownFigures, figure) == ownFigures.end()) {
                ownFigures.push_back(figure);
            }
        }
        if (question.scenario) {
            printMessages(notUsed(flags, *question.scenario, *question.catalogue));
        }
    }
    printMessages(ownFigures);
    print(answers, request.json);
    const bool written = request.output.empty() || saved(request.output, answers, questions);
    return good && written ? exitFine : exitFailed;
}

} // namespace

int runSearch(const QStringList& arguments) {
    QCommandLineParser parser;
    addFlags(parser, catalogueForHelp(arguments, addFlags));
    if (const auto code = parseArguments(parser, arguments, usage)) {
        return *code;
    }
    const QStringList files = parser.positionalArguments();
    const std::vector<FieldFlag> flags = fieldFlags(parser);
    const Expected<SearchRequest> request = searchRequest(parser, flags);
    if (!request) {
        printMessages(request.error());
        return exitWrongUsage;
    }
    if (const std::string wrong = complaint(files, arguments, flags, request->question);
        !wrong.empty()) {
        printMessage("roofplan-cli: " + wrong);
        return exitWrongUsage;
    }
    const Catalogue catalogue = loadedCatalogue(specFolders(parser));
    if (catalogue.gpus.empty()) {
        return exitFailed;
    }
    if (const auto types = namedTypes(*request, catalogue); !types) {
        printMessages(types.error());
        return exitWrongUsage;
    }
    const auto asked = questions(fileNames(parser), flags, catalogue);
    if (!asked) {
        printMessages(asked.error());
        return exitWrongUsage;
    }
    return answerAll(*asked, *request, flags);
}

} // namespace roofplan::cli
