#include "app/cli/search_flags.h"

#include "app/cli/arguments.h"
#include "core/scenario/field_table.h"
#include "core/units/quantity_text.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <thread>

namespace roofplan::cli {

namespace {

constexpr const char* topFlag = "top";
constexpr const char* everyPlanFlag = "every-plan";
constexpr const char* someLayersFlag = "some-layers";
constexpr const char* pinFlag = "pin";
constexpr const char* spaceFlag = "space";
constexpr const char* objectiveFlag = "objective";
constexpr const char* deadlineFlag = "deadline";
constexpr const char* budgetFlag = "budget";
constexpr const char* typesFlag = "types";
constexpr const char* sizesFlag = "sizes";
constexpr const char* everySizeFlag = "every-size";
constexpr const char* fewestGpusOfFlag = "min-gpus";
constexpr const char* mostGpusOfFlag = "max-gpus";
constexpr const char* frontFlag = "front";
constexpr const char* fewestFlag = "fewest-gpus";
constexpr const char* sequenceFlag = "longest-sequence";
constexpr const char* microBatchFlag = "largest-micro-batch";
constexpr const char* threadsFlag = "threads";
constexpr const char* jsonFlag = "json";
constexpr const char* outputFlag = "o";

constexpr double mostListed = 10'000;
constexpr double mostThreads = 256;
constexpr double mostInstances = 1e6;
constexpr double mostGpus = 1e8;
constexpr std::int64_t usualSizes = 512;

struct ObjectiveName {
    SearchObjective objective;
    std::string_view key;
};

constexpr std::array<ObjectiveName, 3> objectiveNames{{
    {SearchObjective::Time, "time"},
    {SearchObjective::Cost, "cost"},
    {SearchObjective::TokensPerDollar, "tokens_per_dollar"},
}};

/// A question that a flag of its own asks.
struct QuestionFlag {
    const char* flag;
    SearchQuestion question;
};

constexpr std::array<QuestionFlag, 5> questionFlags{{
    {spaceFlag, SearchQuestion::Space},
    {frontFlag, SearchQuestion::Front},
    {fewestFlag, SearchQuestion::FewestGpus},
    {sequenceFlag, SearchQuestion::LongestSequence},
    {microBatchFlag, SearchQuestion::LargestMicroBatch},
}};

/// Flags that ask about other clusters than the scenario's.
constexpr std::array<const char*, 8> clusterFlags{objectiveFlag,    deadlineFlag,  budgetFlag,
                                                  typesFlag,        sizesFlag,     everySizeFlag,
                                                  fewestGpusOfFlag, mostGpusOfFlag};

QString name(const char* flag) {
    return QString::fromLatin1(flag);
}

std::vector<std::string> pinnableKeys() {
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < static_cast<std::size_t>(PlanField::Count); ++i) {
        keys.emplace_back(planFieldKey(static_cast<PlanField>(i)));
    }
    return keys;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : ", ") + word;
    }
    return text;
}

std::vector<std::string> wordsOf(const QString& list) {
    std::vector<std::string> words;
    for (const QString& word : list.split(QLatin1Char(','))) {
        words.push_back(word.trimmed().toLower().toStdString());
    }
    return words;
}

/// Reads flags, and collects what is wrong with them.
class FlagReader {
public:
    explicit FlagReader(const QCommandLineParser& parser) : m_parser(parser) {}

    [[nodiscard]] bool isSet(const char* flag) const { return m_parser.isSet(name(flag)); }

    [[nodiscard]] QString value(const char* flag) const { return m_parser.value(name(flag)); }

    /// `otherwise` where the flag is not set or wrong.
    std::int64_t whole(const char* flag, double most, std::int64_t otherwise) {
        if (!isSet(flag)) {
            return otherwise;
        }
        const std::string text = value(flag).toStdString();
        const Expected<double> number = parseQuantity(text, UnitKind::Count, flag);
        if (!number || *number != std::floor(*number) || *number < 1.0 || *number > most) {
            complain(flag, text, "a whole number from 1 to " + limitText(most));
            return otherwise;
        }
        return static_cast<std::int64_t>(*number);
    }

    /// An amount above 0 of that kind, or a plain number with k, M … where `plain`.
    std::optional<double> amount(const char* flag, UnitKind kind, bool plain, const char* allowed) {
        if (!isSet(flag)) {
            return std::nullopt;
        }
        const std::string text = value(flag).toStdString();
        Expected<double> number = parseQuantity(text, kind, flag);
        if (!number && plain) {
            number = parseQuantity(text, UnitKind::Count, flag);
        }
        // A time without a unit could be seconds or days.
        const bool bare = kind == UnitKind::Time && text.find_first_of("smhdwyMHDW") == text.npos;
        if (!number || !(*number > 0.0) || bare) {
            complain(flag, text, allowed);
            return std::nullopt;
        }
        return *number;
    }

    [[nodiscard]] static std::string limitText(double limit) {
        return QString::number(limit, 'f', 0).toStdString();
    }

    void complain(const char* flag, const std::string& found, std::string allowed, Text hint = {}) {
        m_problems.push_back({.severity = Severity::Error,
                              .code = "flag.value",
                              .place = std::string("--") + flag,
                              .text = {translatable("core", "found \"{0}\"; allowed: {1}."),
                                       {found, std::move(allowed)}},
                              .hint = std::move(hint)});
    }

    [[nodiscard]] const Diagnostics& problems() const { return m_problems; }

private:
    const QCommandLineParser& m_parser;
    Diagnostics m_problems;
};

/// The dimension that a field of the plan belongs to; nothing for what no search varies.
std::optional<PlanField> dimensionOf(std::string_view key) {
    if (key == "recompute_layers") {
        return PlanField::Recompute;
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(PlanField::Count); ++i) {
        if (planFieldKey(static_cast<PlanField>(i)) == key) {
            return static_cast<PlanField>(i);
        }
    }
    return std::nullopt;
}

PinnedFields pinnedFields(FlagReader& flags, const std::vector<FieldFlag>& fields) {
    PinnedFields pinned;
    for (const FieldFlag& field : fields) {
        if (const auto dimension = dimensionOf(field.key)) {
            pinned.pin(*dimension);
        }
    }
    if (!flags.isSet(pinFlag)) {
        return pinned;
    }
    for (std::string word : wordsOf(flags.value(pinFlag))) {
        std::ranges::replace(word, '-', '_');
        if (const auto dimension = dimensionOf(word)) {
            pinned.pin(*dimension);
        } else {
            flags.complain(pinFlag, word, joined(pinnableKeys()) + ", with commas between");
        }
    }
    return pinned;
}

/// "8,16,24", or the ends of a range: "1..512".
std::vector<std::int64_t> sizesOf(FlagReader& flags) {
    const SizeSteps steps = flags.isSet(everySizeFlag) ? SizeSteps::Every : SizeSteps::Ladder;
    if (!flags.isSet(sizesFlag)) {
        return clusterSizes(1, usualSizes, steps);
    }
    const QString text = flags.value(sizesFlag);
    const bool isRange = text.contains(QLatin1String(".."));
    std::vector<std::int64_t> sizes;
    for (const QString& word :
         isRange ? text.split(QLatin1String("..")) : text.split(QLatin1Char(','))) {
        const auto number = parseQuantity(word.toStdString(), UnitKind::Count, sizesFlag);
        if (!number || *number != std::floor(*number) || *number < 1.0 || *number > mostInstances) {
            sizes.clear();
            break;
        }
        sizes.push_back(static_cast<std::int64_t>(*number));
    }
    if (sizes.empty() || (isRange && (sizes.size() != 2 || sizes[0] > sizes[1]))) {
        flags.complain(sizesFlag, text.toStdString(),
                       "a range such as 1..512 or a list such as 8,16,24 of instances, from 1 to " +
                           FlagReader::limitText(mostInstances));
        return {1};
    }
    if (isRange) {
        return clusterSizes(sizes[0], sizes[1], steps);
    }
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

SearchObjective objectiveOf(FlagReader& flags) {
    if (!flags.isSet(objectiveFlag)) {
        return SearchObjective::Time;
    }
    std::string word = flags.value(objectiveFlag).toLower().toStdString();
    std::ranges::replace(word, '-', '_');
    const auto found = std::ranges::find(objectiveNames, word, &ObjectiveName::key);
    if (found == objectiveNames.end()) {
        flags.complain(objectiveFlag, flags.value(objectiveFlag).toStdString(),
                       "time, cost, tokens_per_dollar");
        return SearchObjective::Time;
    }
    return found->objective;
}

/// The one that a flag asks; about clusters where a flag speaks of them.
SearchQuestion questionOf(FlagReader& flags) {
    const auto isSet = [&flags](const char* flag) { return flags.isSet(flag); };
    SearchQuestion question =
        std::ranges::any_of(clusterFlags, isSet) ? SearchQuestion::Clusters : SearchQuestion::Plans;
    const char* asked = nullptr;
    for (const QuestionFlag& candidate : questionFlags) {
        if (!flags.isSet(candidate.flag)) {
            continue;
        }
        if (asked != nullptr) {
            flags.complain(candidate.flag, std::string("--") + asked + " --" + candidate.flag,
                           "one question at a time");
        }
        asked = candidate.flag;
        question = candidate.question;
    }
    return question;
}

/// Flags about clusters mean nothing to a question about one.
void checkClusterFlags(FlagReader& flags, SearchQuestion question) {
    const bool ofOne = !isOfClusters(question);
    for (const char* flag : clusterFlags) {
        const bool ranks =
            question == SearchQuestion::Front || question == SearchQuestion::FewestGpus;
        if (flags.isSet(flag) && (ofOne || (ranks && flag == std::string_view(objectiveFlag)))) {
            flags.complain(flag, flags.value(flag).toStdString(),
                           "nothing: it does not go with this question");
        }
    }
}

void readClusterFlags(FlagReader& flags, SearchRequest& request) {
    request.objective = objectiveOf(flags);
    if (const auto deadline = flags.amount(deadlineFlag, UnitKind::Time, false,
                                           "a time above 0 with its unit, such as 30d or 72 h")) {
        request.limits.deadline = Seconds(*deadline);
    }
    if (const auto budget = flags.amount(budgetFlag, UnitKind::Currency, true,
                                         "an amount of USD above 0, such as 2M or 750000")) {
        request.limits.budget = Money(*budget);
    }
    if (flags.isSet(typesFlag) && flags.value(typesFlag) != QLatin1String("all")) {
        for (const QString& type :
             flags.value(typesFlag).split(QRegularExpression(QStringLiteral("[,|]")))) {
            request.types.push_back(type.trimmed().toStdString());
        }
    }
    request.choices.sizes = sizesOf(flags);
    request.choices.fewestGpus = flags.whole(fewestGpusOfFlag, mostGpus, 1);
    request.choices.mostGpus =
        flags.whole(mostGpusOfFlag, mostGpus, static_cast<std::int64_t>(mostGpus));
    if (request.choices.fewestGpus > request.choices.mostGpus) {
        flags.complain(mostGpusOfFlag, flags.value(mostGpusOfFlag).toStdString(),
                       "at least --min-gpus " + flags.value(fewestGpusOfFlag).toStdString());
    }
}

} // namespace

void addSearchFlags(QCommandLineParser& parser) {
    const auto add = [&parser](const char* flag, const QString& help, const char* value = "") {
        parser.addOption(*value == '\0'
                             ? QCommandLineOption(name(flag), help)
                             : QCommandLineOption(name(flag), help, QString::fromLatin1(value)));
    };
    add(topFlag, QStringLiteral("How many of the best are listed. (default: 10)"), "N");
    add(everyPlanFlag,
        QStringLiteral("List plans that differ in any setting, not the best of each TP, PP, CP, "
                       "EP, ETP and micro-batch alone."));
    add(someLayersFlag,
        QStringLiteral("Also full recomputation of 1, 2, … layers of a stage, not of all alone."));
    add(pinFlag,
        QStringLiteral("Fields of the plan that stay as the file says, as if they were given as "
                       "flags. (allowed: %1, with commas between)")
            .arg(QString::fromStdString(joined(pinnableKeys()))),
        "FIELDS");
    add(spaceFlag, QStringLiteral("Print what there is to choose from in place of an answer: the "
                                  "number of plans, the values of each field, and the refused "
                                  "ones with the reason."));
    add(objectiveFlag,
        QStringLiteral(
            "What makes a cluster the best: the shortest time to train, the smallest cost "
            "as it is billed, or most tokens/s for each USD/h that the cluster is paid. "
            "(allowed: time, cost, tokens_per_dollar; default: time)"),
        "WHAT");
    add(deadlineFlag, QStringLiteral("Clusters that train the model within this time."), "TIME");
    add(budgetFlag, QStringLiteral("Clusters that train it for at most so many USD."), "USD");
    add(typesFlag,
        QStringLiteral("Instance types to choose from, with commas between, or all: those that can "
                       "be had for themselves and, where money counts, have a price under the "
                       "price plan in the region. (default: all)"),
        "TYPES");
    add(sizesFlag,
        QStringLiteral(
            "Numbers of instances to choose from: a list such as 8,16,24, or a range. Of "
            "a range its ends, the powers of two and three times the powers of two are "
            "tried. (default: 1..512)"),
        "FROM..TO");
    add(everySizeFlag, QStringLiteral("Every whole number of the range."));
    add(fewestGpusOfFlag, QStringLiteral("Clusters of at least so many GPUs."), "N");
    add(mostGpusOfFlag, QStringLiteral("Clusters of at most so many GPUs."), "N");
    add(frontFlag, QStringLiteral("Every cluster that no other one beats in time to train and in "
                                  "cost."));
    add(fewestFlag,
        QStringLiteral("Of each type the smallest cluster that a plan fits on and that keeps "
                       "--deadline and --budget."));
    add(sequenceFlag,
        QStringLiteral("The longest sequence that fits on the scenario's cluster, in multiples of "
                       "1024 tokens, with as many sequences a step."));
    add(microBatchFlag,
        QStringLiteral("The largest micro-batch that fits on the scenario's cluster."));
    add(threadsFlag, QStringLiteral("Threads that search. (default: one a core)"), "N");
    add(jsonFlag, QStringLiteral("Print JSON."));
    add(outputFlag,
        QStringLiteral("Write the best plan into a project file: the scenario with it."), "FILE");
}

Expected<SearchRequest> searchRequest(const QCommandLineParser& parser,
                                      const std::vector<FieldFlag>& fields) {
    FlagReader flags(parser);
    SearchRequest request;
    request.question = questionOf(flags);
    checkClusterFlags(flags, request.question);
    readClusterFlags(flags, request);
    SearchOptions& options = request.options;
    options.space.pinned = pinnedFields(flags, fields);
    options.space.someLayers = flags.isSet(someLayersFlag);
    options.most = static_cast<std::size_t>(flags.whole(topFlag, mostListed, 10));
    options.distinct = flags.isSet(everyPlanFlag) ? Distinct::Plans : Distinct::Layouts;
    const auto cores = static_cast<std::int64_t>(std::max(1U, std::thread::hardware_concurrency()));
    options.threads = static_cast<int>(flags.whole(threadsFlag, mostThreads, cores));
    request.json = flags.isSet(jsonFlag);
    if (flags.isSet(outputFlag)) {
        request.output = flags.value(outputFlag).toStdString();
        if (request.output.empty()) {
            flags.complain(outputFlag, "", "the path of a file");
        }
    }
    if (!flags.problems().empty()) {
        return tl::unexpected(flags.problems());
    }
    return request;
}

std::string_view objectiveKey(SearchObjective objective) {
    return std::ranges::find(objectiveNames, objective, &ObjectiveName::objective)->key;
}

Expected<std::vector<std::string>> namedTypes(const SearchRequest& request,
                                              const Catalogue& catalogue) {
    const Field& field = *findField("instance");
    std::vector<std::string> ids;
    Diagnostics problems;
    for (const std::string& type : request.types) {
        auto scenario = withField(Scenario(), field, type, catalogue);
        if (scenario) {
            ids.push_back(scenario->cluster.instance);
            continue;
        }
        for (Diagnostic& problem : scenario.error()) {
            problem.place = std::string("--") + typesFlag;
            problems.push_back(std::move(problem));
        }
    }
    if (!problems.empty()) {
        return tl::unexpected(std::move(problems));
    }
    return ids;
}

} // namespace roofplan::cli
