#include "core/base/text_file.h"
#include "core/catalogue/catalogue_loader.h"
#include "core/catalogue/schema_check.h"
#include "core/interchange/hugging_face_config.h"
#include "core/project/project_file.h"
#include "tests/unit/scenario/scenario_samples.h"

#include <QTest>
#include <nlohmann/json.hpp>
#include <rapidcheck.h>

#include <filesystem>
#include <map>

using namespace roofplan;
namespace fs = std::filesystem;

namespace {

const fs::path projects = fs::path(ROOFPLAN_TEST_DATA_DIR) / "projects";
const fs::path examples = fs::path(ROOFPLAN_SOURCE_DIR) / "resources/examples";
const char* const exampleName = "llama-3.1-70b-64xp5en.roofplan";
const char* const configName = "meta-llama--Meta-Llama-3.1-70B.config.json";

Expected<Project> parsed(std::string_view text) {
    return parseProject(text, "x.roofplan", samples::catalogueOfNames());
}

Expected<Project> parsedFile(const std::string& name) {
    return parseProject(readTextFile(projects / name).value(), name, samples::catalogueOfNames());
}

std::string lines(const Expected<Project>& project) {
    std::string all;
    for (const Diagnostic& diagnostic : project ? Diagnostics{} : project.error()) {
        all += diagnostic.code + " " + plainLine(diagnostic) + "\n";
    }
    return all;
}

ModelEntry importedModel() {
    return importHuggingFaceFile(examples / configName, configName).value().entry;
}

/// A project of one scenario, `change` merged in; a null removes.
std::string changed(const nlohmann::json& change) {
    nlohmann::json project =
        nlohmann::json::parse(projectText({.scenarios = {samples::scenario()}, .models = {}}));
    project.merge_patch(change);
    return project.dump();
}

/// The same for its one scenario.
std::string changedScenario(const nlohmann::json& change) {
    nlohmann::json project = nlohmann::json::parse(changed(nlohmann::json::object()));
    project["scenarios"][0].merge_patch(change);
    return project.dump();
}

} // namespace

class ProjectFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void readsWhatPeopleType() {
        const auto project = parsedFile("typed-by-hand.roofplan");
        QVERIFY2(project.has_value(), lines(project).c_str());
        const Scenario& scenario = project->scenarios.front();
        QCOMPARE(scenario.workload.tokens.base(), 15e12);
        QCOMPARE(scenario.workload.globalBatch, 1024);
        QCOMPARE(scenario.cluster.instances, 8);
        QCOMPARE(scenario.cluster.ownPricePerGpu->base(), 2.75 / 3600.0);
        QVERIFY(scenario.stack.cudaGraphs == GraphMode::Full);
        QVERIFY(scenario.stack.tensorParallelOverlap == false);
        QVERIFY(!scenario.plan.dataParallel);
        QVERIFY(scenario.plan.sequenceParallel);
    }

    void roundTripIsExact() {
        QVERIFY(rc::check([]() {
            const Catalogue catalogue = samples::catalogueOfNames();
            Project project;
            const int count = *rc::gen::inRange(1, 4);
            for (int i = 0; i < count; ++i) {
                project.scenarios.push_back(samples::anyScenario(catalogue));
                project.scenarios.back().name =
                    *rc::gen::container<std::string>(rc::gen::inRange<char>(1, 127));
            }
            const std::string text = projectText(project);
            const auto read = parsed(text);
            RC_ASSERT(lines(read).empty());
            const bool same = *read == project;
            RC_ASSERT(same);
            RC_ASSERT(projectText(*read) == text);
        }));
    }

    void keepsModelsAndNames() {
        Scenario scenario = samples::scenario();
        scenario.name = "Entraînement à 5 T « jetons » 模型";
        scenario.workload.model = "meta-llama-3.1-70b";
        const Project project{.scenarios = {scenario, scenario}, .models = {importedModel()}};
        const auto read = parsed(projectText(project));
        QVERIFY2(read.has_value(), lines(read).c_str());
        QVERIFY(*read == project);
    }

    void ownModelsStandBeforeTheCatalogues() {
        ModelEntry own = importedModel();
        own.id = "llama-3.1-8b";
        const Project project{.scenarios = {samples::scenario()}, .models = {own}};
        const Catalogue catalogue = withModels(samples::catalogueOfNames(), project);
        QCOMPARE(catalogue.models.size(), std::size_t{2});
        QVERIFY(*findEntry(catalogue.models, "llama-3.1-8b") == own);
    }

    // A file of version 1 knows nothing of custom clusters, discounts and currencies.
    void readsTheVersionBefore() {
        const auto project = parsed(changed({{"roofplan", 1}}));
        QVERIFY2(project.has_value(), lines(project).c_str());
        QVERIFY(project->scenarios.front() == samples::scenario());
    }

    void whatDoesNotApplyIsWrittenOnlyWhenItWasChanged() {
        const auto cluster = [](const Scenario& scenario) {
            return nlohmann::json::parse(
                projectText({.scenarios = {scenario}, .models = {}}))["scenarios"][0]["cluster"];
        };
        Scenario s = samples::scenario();
        QVERIFY(!cluster(s).contains("gpus"));
        QVERIFY(!cluster(s).contains("oversubscription"));
        s.cluster.custom = {.gpu = "l40s", .gpus = 96};
        QVERIFY(cluster(s)["gpu"] == "l40s");
        QVERIFY(cluster(s)["gpus"] == 96);
        QVERIFY(!cluster(s).contains("gpus_per_node"));
        s.cluster.instance = std::string(customInstance);
        QVERIFY(cluster(s)["gpus_per_node"] == 8);
    }

    void aCustomClusterNeedsItsGpu() {
        const auto project = parsed(changedScenario({{"cluster", {{"instance", "custom"}}}}));
        QVERIFY(!project.has_value());
        QCOMPARE(project.error().front().code, std::string("project.missing"));
        QCOMPARE(project.error().front().place, std::string("x.roofplan#/scenarios/0/cluster/gpu"));
    }

    void readsNumbersInTheUnitOfTheirKey() {
        const auto project = parsed(changedScenario({{"cluster",
                                                      {{"instance", "custom"},
                                                       {"gpu", "h100-sxm"},
                                                       {"network_gbps_per_gpu", 400},
                                                       {"discount", 12.5},
                                                       {"currency", "EUR"},
                                                       {"exchange_rate", "0,9"},
                                                       {"exchange_date", "2026-10-01"}}}}));
        QVERIFY2(project.has_value(), lines(project).c_str());
        const Cluster& cluster = project->scenarios.front().cluster;
        QCOMPARE(cluster.custom.networkPerGpu->base(), 50e9);
        QCOMPARE(cluster.discount->value, 0.125);
        QCOMPARE(*cluster.exchangeRate, 0.9);
        QCOMPARE(cluster.exchangeDate, std::string("2026-10-01"));
    }

    void leavesANewerVersionAlone() {
        const auto project = parsedFile("newer-version.roofplan");
        QCOMPARE(project.error().size(), std::size_t{1});
        QCOMPARE(project.error().front().code, std::string("project.newer_version"));
        QCOMPARE(project.error().front().place, std::string("newer-version.roofplan#/roofplan"));
    }

    void guessesAMistypedKey() {
        const auto project = parsedFile("unknown-key.roofplan");
        const Diagnostic& found = project.error().front();
        QCOMPARE(found.code, std::string("project.unknown_key"));
        QCOMPARE(found.place,
                 std::string("unknown-key.roofplan#/scenarios/0/workload/global_bach"));
        QCOMPARE(found.hint.plain(), std::string("did you mean global_batch?"));
    }

    void saysWhereAFieldBelongs() {
        const auto project = parsed(changedScenario({{"plan", {{"seq_len", 8192}}}}));
        QCOMPARE(project.error().front().hint.plain(), std::string("it belongs into \"workload\""));
    }

    void truncatedAnywhereIsRefused() {
        const auto cut = parsedFile("truncated.roofplan");
        QCOMPARE(cut.error().front().code, std::string("project.not_json"));
        const std::string whole = projectText({.scenarios = {samples::scenario()}, .models = {}});
        for (std::size_t length = 0; length < whole.find_last_of('}'); ++length) {
            QVERIFY(!parsed(whole.substr(0, length)).has_value());
        }
    }

    void refuses_data() {
        using nlohmann::json;
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("pointer");
        const auto row = [](const char* name, const std::string& text, const char* code,
                            const char* pointer) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(code)
                                << QByteArray(pointer);
        };
        const auto scenario = [&row](const json& change, const char* code, const char* pointer) {
            row(change.dump().c_str(), changedScenario(change), code, pointer);
        };
        row("a list", "[]", "project.not_a_project", "");
        row("another file", "{\"architectures\": []}", "project.not_a_project", "");
        row("version 0", changed({{"roofplan", 0}}), "project.version", "#/roofplan");
        row("version -1", changed({{"roofplan", -1}}), "project.version", "#/roofplan");
        row("version text", changed({{"roofplan", "1"}}), "project.version", "#/roofplan");
        row("version 1.5", changed({{"roofplan", 1.5}}), "project.version", "#/roofplan");
        row("no scenarios", changed({{"scenarios", nullptr}}), "project.no_scenarios",
            "#/scenarios");
        row("empty list", changed({{"scenarios", json::array()}}), "project.no_scenarios",
            "#/scenarios");
        row("scenarios text", changed({{"scenarios", "x"}}), "project.no_scenarios", "#/scenarios");
        row("scenario number", changed({{"scenarios", {3}}}), "project.value", "#/scenarios/0");
        row("unknown top key", changed({{"scenario", 1}}), "project.unknown_key", "#/scenario");
        row("odd key", changed({{"a/b~", 1}}), "project.unknown_key", "#/a~1b~0");
        row("models object", changed({{"models", {{"a", 1}}}}), "project.value", "#/models");
        scenario({{"name", 3}}, "project.value", "#/scenarios/0/name");
        scenario({{"plan", 3}}, "project.value", "#/scenarios/0/plan");
        scenario({{"plans", 3}}, "project.unknown_key", "#/scenarios/0/plans");
        scenario({{"cluster", {{"instance", nullptr}}}}, "project.missing",
                 "#/scenarios/0/cluster/instance");
        scenario({{"cluster", {{"instance", "p9"}}}}, "field.choice",
                 "#/scenarios/0/cluster/instance");
        scenario({{"workload", {{"model", "gpt-9"}}}}, "field.choice",
                 "#/scenarios/0/workload/model");
        scenario({{"plan", {{"tp", {1}}}}}, "project.value", "#/scenarios/0/plan/tp");
        scenario({{"plan", {{"tp", 0}}}}, "field.range", "#/scenarios/0/plan/tp");
        scenario({{"plan", {{"tp", 1.5}}}}, "field.range", "#/scenarios/0/plan/tp");
        scenario({{"plan", {{"tp", 1e300}}}}, "field.range", "#/scenarios/0/plan/tp");
        scenario({{"plan", {{"tp", "x"}}}}, "number.syntax", "#/scenarios/0/plan/tp");
        scenario({{"plan", {{"zero", 1}}}}, "field.choice", "#/scenarios/0/plan/zero");
        scenario({{"cluster", {{"discount", 0.3}}}}, "number.ambiguous",
                 "#/scenarios/0/cluster/discount");
        scenario({{"cluster", {{"exchange_date", "tomorrow"}}}}, "field.date",
                 "#/scenarios/0/cluster/exchange_date");
    }

    void refuses() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, pointer);
        const auto project = parsed(text.toStdString());
        QVERIFY(!project.has_value());
        QCOMPARE(project.error().front().code, code.toStdString());
        QCOMPARE(project.error().front().place, "x.roofplan" + pointer.toStdString());
    }

    void refusesABrokenModelAndADoubleOne() {
        nlohmann::json document =
            nlohmann::json::parse(readTextFile(examples / exampleName).value());
        nlohmann::json& models = document["models"];
        models.push_back(models[0]);
        const auto twice = parsed(document.dump());
        QCOMPARE(twice.error().front().code, std::string("project.duplicate_model"));
        QCOMPARE(twice.error().front().place, std::string("x.roofplan#/models/1/id"));
        models[1]["architecture"]["hidden"] = -1;
        const auto broken = parsed(document.dump());
        QVERIFY2(broken.error().front().place.starts_with("x.roofplan#/models/1/"),
                 lines(broken).c_str());
    }

    void aBrokenModelIsTheOnlyFinding_data() {
        using nlohmann::json;
        QTest::addColumn<QByteArray>("pointer");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("hidden") << QByteArray("/models/0/architecture/hidden") << QByteArray("-1");
        QTest::newRow("id") << QByteArray("/models/0/id") << QByteArray("7");
        QTest::newRow("model") << QByteArray("/models/0") << QByteArray("7");
        QTest::newRow("models") << QByteArray("/models") << QByteArray("7");
    }

    void aBrokenModelIsTheOnlyFinding() {
        QFETCH(QByteArray, pointer);
        QFETCH(QByteArray, value);
        nlohmann::json document =
            nlohmann::json::parse(readTextFile(examples / exampleName).value());
        document[nlohmann::json::json_pointer(pointer.toStdString())] =
            nlohmann::json::parse(value.toStdString());
        const auto project = parsed(document.dump());
        QVERIFY(!project.has_value());
        for (const Diagnostic& found : project.error()) {
            QVERIFY2(found.place.starts_with("x.roofplan#/models"), lines(project).c_str());
        }
    }

    void refusesAModelOfTooManyLayerKinds_data() {
        QTest::addColumn<int>("count");
        QTest::newRow("9") << 9;
        QTest::newRow("80") << 80;
    }

    void refusesAModelOfTooManyLayerKinds() {
        QFETCH(int, count);
        nlohmann::json document =
            nlohmann::json::parse(readTextFile(examples / exampleName).value());
        nlohmann::json& kinds = document["models"][0]["architecture"]["layer_kinds"];
        const nlohmann::json kind = kinds[0];
        for (int i = 1; i < count; ++i) {
            kinds.push_back(kind);
            kinds.back()["id"] = "kind-" + std::to_string(i);
        }
        const auto project = parsed(document.dump());
        QVERIFY(!project.has_value());
        QVERIFY2(project.error().size() == 1, lines(project).c_str());
        QCOMPARE(project.error().front().place,
                 std::string("x.roofplan#/models/0/architecture/layer_kinds"));
    }

    void namesEveryFaultAtOnce() {
        const auto project =
            parsed(changedScenario({{"plan", {{"tp", 0}, {"pp", -1}}}, {"extra", 1}}));
        QCOMPARE(project.error().size(), std::size_t{3});
    }

    void theExampleIsTheImportedModelOn512Gpus() {
        const std::string text = readTextFile(examples / exampleName).value();
        const auto project = parsed(text);
        QVERIFY2(project.has_value(), lines(project).c_str());
        QCOMPARE(project->scenarios.size(), std::size_t{1});
        QCOMPARE(project->models.size(), std::size_t{1});
        QVERIFY(project->models.front() == importedModel());
        QCOMPARE(project->models.front().origin, std::string(configName));
        const Scenario& scenario = project->scenarios.front();
        QCOMPARE(scenario.workload.model, project->models.front().id);
        QCOMPARE(scenario.workload.tokens.base(), 5e12);
        QCOMPARE(scenario.cluster.instances, 64);
        QCOMPARE(scenario.plan.virtualPipeline, 5);
        QVERIFY(projectText(*project) == text);
    }

    void theExampleNamesEntriesOfTheShippedCatalogue() {
        const auto [catalogue, findings] = loadCatalogue(ROOFPLAN_SPECS_DIR);
        QVERIFY2(findings.empty(), findings.empty() ? "" : plainLine(findings.front()).c_str());
        const auto project =
            parseProject(readTextFile(examples / exampleName).value(), exampleName, catalogue);
        QVERIFY2(project.has_value(), lines(project).c_str());
        const Cluster& cluster = project->scenarios.front().cluster;
        QVERIFY(findPrice(catalogue, cluster.instance, cluster.pricePlan, cluster.region));
    }

    void savedProjectsFollowTheSchema() {
        SchemaFolder schemas(fs::path(ROOFPLAN_SPECS_DIR) / "schema");
        const std::string example = readTextFile(examples / exampleName).value();
        const std::string byHand = readTextFile(projects / "typed-by-hand.roofplan").value();
        for (const std::string& text : {example, byHand}) {
            const Diagnostics found =
                schemas.check(nlohmann::json::parse(text), "project", "x.roofplan");
            QVERIFY2(found.empty(), found.empty() ? "" : plainLine(found.front()).c_str());
        }
        const std::string wrong = readTextFile(projects / "unknown-key.roofplan").value();
        QVERIFY(!schemas.check(nlohmann::json::parse(wrong), "project", "x.roofplan").empty());
    }

    void theSchemaKnowsEveryField() {
        const auto schema = nlohmann::json::parse(
            readTextFile(fs::path(ROOFPLAN_SPECS_DIR) / "schema/project.schema.json").value());
        const auto& sections = schema.at("definitions").at("scenario").at("properties");
        const std::map<FieldGroup, std::string> names{{FieldGroup::Cluster, "cluster"},
                                                      {FieldGroup::Workload, "workload"},
                                                      {FieldGroup::Stack, "stack"},
                                                      {FieldGroup::Plan, "plan"}};
        std::size_t described = 0;
        for (const auto& [group, name] : names) {
            described += sections.at(name).at("properties").size();
        }
        QCOMPARE(described, fieldTable().size());
        for (const Field& field : fieldTable()) {
            QVERIFY2(sections.at(names.at(field.group)).at("properties").contains(field.key),
                     std::string(field.key).c_str());
        }
    }
};

QTEST_GUILESS_MAIN(ProjectFileTest)
#include "project_file_test.moc"
