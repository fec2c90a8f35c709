#include "tests/unit/catalogue/catalogue_copy.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

class CatalogueLoaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void loadsAnUndamagedCopy() {
        const CatalogueCopy copy;
        const LoadedCatalogue catalogue = copy.load();
        QVERIFY2(catalogue.whole(), allLines(catalogue.findings));
        const LoadedCatalogue shipped = loadCatalogue(ROOFPLAN_SPECS_DIR);
        QVERIFY(shipped.whole() && shipped.catalogue == catalogue.catalogue);
    }

    void namesPlaceAndCode_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* name, const char* file, const char* before,
                            const char* after, const char* code, const char* place,
                            const char* words) {
            QTest::newRow(name) << QByteArray(file) << QByteArray(before) << QByteArray(after)
                                << QByteArray(code) << QByteArray(place) << QByteArray(words);
        };
        const char* const h200 = "gpus/h200-sxm.json";
        row("wrong unit", h200, "\"unit\": \"TB/s\"", "\"unit\": \"TFLOPS\"", "spec.unit",
            "gpus/h200-sxm.json#/facts/12/unit", "Found unit 'TFLOPS'; allowed: B/s");
        row("wrong convention", h200, "\"sparse\"", "\"per_gpu\"", "spec.convention",
            "gpus/h200-sxm.json#/facts/0/convention", "allowed: dense, sparse");
        row("source that is not listed", h200, "\"source\": \"ec2-api\"", "\"source\": \"memory\"",
            "spec.source", "gpus/h200-sxm.json#/facts/10/source", "Found source 'memory'");
        row("no source", h200,
            "\"convention\": \"unstated\",\n      \"source\": \"summary-article\",",
            "\"convention\": \"unstated\",", "spec.schema", "gpus/h200-sxm.json#/facts/2",
            "source");
        row("dangling NVLink", h200, "\"nvlink-4\"", "\"nvlink-9\"", "spec.reference",
            "gpus/h200-sxm.json#/nvlink", "nvlink-5");
        row("dangling profile", h200, "\"hopper\"", "\"copper\"", "spec.reference",
            "gpus/h200-sxm.json#/efficiency_profile", "ada, ampere, blackwell, ");
        row("dangling GPU", "instances/p5.48xlarge.json", "\"h100-sxm\"", "\"h300\"",
            "spec.reference", "instances/p5.48xlarge.json#/gpu", "h100-sxm");
        row("two preferred", h200, "\"convention\": \"unstated\",",
            "\"convention\": \"unstated\", \"preferred\": true,", "spec.preferred",
            "gpus/h200-sxm.json#/facts/0", "exactly one");
        row("none preferred", h200, "\"preferred\": true", "\"preferred\": false", "spec.preferred",
            "gpus/h200-sxm.json#/facts/0", "None of the 3");
        row("the same twice", h200,
            "\"value\": 0.9895,\n      \"unit\": \"PFLOPS\",\n      \"convention\": \"dense\",\n   "
            "   \"source\": \"building-blocks\"",
            "\"value\": 1979,\n      \"unit\": \"TFLOPS\",\n      \"convention\": \"sparse\",\n    "
            "  \"source\": \"h200-page\"",
            "spec.duplicate", "gpus/h200-sxm.json#/facts/1", "gpus/h200-sxm.json#/facts/0");
        row("a key twice", h200, "\"id\": \"h200-sxm\"",
            "\"id\": \"h200-sxm\", \"id\": \"h200-sxm\"", "spec.json", "gpus/h200-sxm.json#/id",
            "\"id\" stands twice");
        row("unknown property", h200, "\"property\": \"l2_cache\"", "\"property\": \"l9_cache\"",
            "spec.property", "gpus/h200-sxm.json#/facts/14/property", "hbm_bandwidth");
        row("unknown member", h200, "\"name\":", "\"colour\": \"green\", \"name\":", "spec.schema",
            "gpus/h200-sxm.json#/colour", "allowed: aliases, efficiency_profile, facts");
        row("missing property", h200, "\"property\": \"hbm_bandwidth\"",
            "\"property\": \"l2_cache\"", "spec.missing", "gpus/h200-sxm.json#/facts",
            "HBM bandwidth");
        row("negative", h200, "\"value\": 4.8", "\"value\": -4.8", "spec.value",
            "gpus/h200-sxm.json#/facts/12/value", "Found -4.8; allowed: numbers above 0.");
        row("zero", h200, "\"value\": 4.8", "\"value\": 0", "spec.value",
            "gpus/h200-sxm.json#/facts/12/value", "above 0");
        row("no value", h200, "\"value\": 4.8,", "", "spec.value", "gpus/h200-sxm.json#/facts/12",
            "missing");
        row("half a multiprocessor", h200, "\"value\": 132", "\"value\": 131.5", "spec.value",
            "gpus/h200-sxm.json#/facts/13/value", "whole numbers");
        row("share above 1", "efficiency/hopper.json", "\"value\": 0.815", "\"value\": 81.5",
            "spec.value", "efficiency/hopper.json#/facts/0/value", "at most 1");
        row("number as text", h200, "\"value\": 4.8", "\"value\": \"4.8\"", "spec.schema",
            "gpus/h200-sxm.json#/facts/12/value", "Found \"4.8\"; allowed: a number.");
        row("NaN", h200, "\"value\": 4.8", "\"value\": NaN", "spec.json", h200, "line ");
        row("more than a double", h200, "\"value\": 4.8", "\"value\": 1e999", "spec.json", h200,
            "");
        row("more than a double in its unit", h200, "\"value\": 4.8", "\"value\": 1e308",
            "spec.value", "gpus/h200-sxm.json#/facts/12/value", "more than a number can hold");
        row("date in words", h200, "\"date\": \"2026-05\"", "\"date\": \"May 2026\"", "spec.schema",
            "gpus/h200-sxm.json#/sources/summary-article/date", "");
        row("price without a date", "prices/p5.48xlarge.json",
            "\"date\":", "\"day\":", "spec.schema", "prices/p5.48xlarge.json#/sources/rate-card",
            "'date' is missing");
        row("source without title", h200, "\"title\": \"NVIDIA H200 product page (SXM column)\",",
            "", "spec.schema", "gpus/h200-sxm.json#/sources/h200-page", "title");
        row("another id", h200, "\"id\": \"h200-sxm\"", "\"id\": \"h200\"", "spec.id",
            "gpus/h200-sxm.json#/id", "h200-sxm");
        row("kind of another folder", h200, "\"kind\": \"gpu\"", "\"kind\": \"price\"", "spec.kind",
            "gpus/h200-sxm.json#/kind", "allowed in this folder: gpu");
        row("kind that is no text", h200, "\"kind\": \"gpu\"", "\"kind\": 7", "spec.kind",
            "gpus/h200-sxm.json#/kind", "Found kind 7");
        row("price without region", "prices/p5.48xlarge.json", ",\n      \"region\": \"us-east-2\"",
            "", "spec.schema", "prices/p5.48xlarge.json#/facts/3", "region");
        row("kernel that does not exist", "stacks/megatron-core-2026.json", "\"flash3\"",
            "\"flash9\"", "spec.schema", "stacks/megatron-core-2026.json#/choices/attention_kernel",
            "");
        row("heads that do not divide", "models/llama-3.1-70b.json", "\"kv_heads\": 8",
            "\"kv_heads\": 7", "model.value",
            "models/llama-3.1-70b.json#/architecture/layer_kinds/0/token_mixer/kv_heads",
            "divisors");
        row("a constant under another name", "fabrics/nvlink-4.json",
            "\"property\": \"switch_fill\"", "\"property\": \"fill\"", "spec.preferred",
            "fabrics/nvlink-4.json#/facts/6", "");
        row("no facts", "fabrics/efa-v2.json", "\"facts\": [", "\"facts\": [], \"rest\": [",
            "spec.schema", "fabrics/efa-v2.json#/facts", "Found 0 items; allowed: at least 1.");
        row("no sources", "fabrics/efa-v2.json", "\"sources\": {", "\"sources\": {}, \"rest\": {",
            "spec.schema", "fabrics/efa-v2.json#/sources", "Found 0 members; allowed: at least 1.");
        row("broken schema", "schema/gpu.schema.json", "{", "", "spec.json",
            "schema/gpu.schema.json", "");
        row("key with a slash", h200, "\"ec2-api\": {", "\"ec2/api\": {", "spec.source",
            "gpus/h200-sxm.json#/facts/10/source", "ec2/api");
        row("wrong below a key with a slash", h200, "\"ec2-api\": {", "\"ec2/api\": {\"via\": 1,",
            "spec.schema", "gpus/h200-sxm.json#/sources/ec2~1api/via", "Found 1; allowed: a text");
        row("source with neither url nor via", h200,
            "\"date\": \"2026-05\",\n      \"via\": \"a text copy without an address, kept as the "
            "wrong value to recognise\"",
            "\"date\": \"2026-05\"", "spec.schema", "gpus/h200-sxm.json#/sources/summary-article",
            "a source with url or via");
    }

    void namesPlaceAndCode() {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, place);
        QFETCH(QByteArray, words);
        CatalogueCopy copy;
        QVERIFY(copy.replace(QString::fromUtf8(file), before, after));
        const LoadedCatalogue catalogue = copy.load();
        QVERIFY(!catalogue.whole());
        const bool named = std::ranges::any_of(catalogue.findings, [&](const Diagnostic& d) {
            return d.code == code.toStdString() && d.place == place.toStdString() &&
                   plainLine(d).find(words.toStdString()) != std::string::npos;
        });
        QVERIFY2(named, allLines(catalogue.findings));
    }

    void survivesATruncatedFileAtEveryLength() {
        CatalogueCopy copy;
        const QString file = text("gpus/h200-sxm.json");
        const QByteArray whole = copy.read(file);
        for (qsizetype length = 0; length < whole.size() - 2; length += 97) {
            QVERIFY(copy.write(file, whole.left(length)));
            const LoadedCatalogue catalogue = copy.load();
            QVERIFY(!catalogue.whole());
            QCOMPARE(causes(catalogue).size(), 1U);
            QCOMPARE(catalogue.findings.front().code, std::string("spec.json"));
            QCOMPARE(catalogue.findings.front().place, std::string("gpus/h200-sxm.json"));
        }
    }

    void saysOnlyTheCause_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QByteArray>("place");
        QTest::newRow("no GPUs in an instance that has a price")
            << QByteArray("instances/p5en.48xlarge.json")
            << QByteArray("\"property\": \"gpus\",\n      \"value\": 8")
            << QByteArray("\"property\": \"gpus\",\n      \"value\": 0")
            << QByteArray("instances/p5en.48xlarge.json#/facts/0/value");
        QTest::newRow("in-switch reduction with a wrong constant")
            << QByteArray("fabrics/nvlink-4.json")
            << QByteArray("\"property\": \"switch_startup\",\n      \"value\": 25")
            << QByteArray("\"property\": \"switch_startup\",\n      \"value\": -25")
            << QByteArray("fabrics/nvlink-4.json#/facts/10/value");
    }

    void saysOnlyTheCause() {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QByteArray, place);
        CatalogueCopy copy;
        QVERIFY(copy.replace(QString::fromUtf8(file), before, after));
        const LoadedCatalogue catalogue = copy.load();
        QVERIFY(!catalogue.whole());
        QVERIFY2(causes(catalogue).size() == 1, allLines(catalogue.findings));
        QCOMPARE(catalogue.findings.front().place, place.toStdString());
    }

    void refusesAModelOfTooManyLayerKinds() {
        CatalogueCopy copy;
        QByteArray kinds;
        for (int i = 0; i < 8; ++i) {
            kinds += "{\"id\": \"k" + QByteArray::number(i) +
                     "\", \"token_mixer\": {\"kind\": \"attention\", \"query_heads\": 8, "
                     "\"kv_heads\": 8, \"head_dimension\": 8}, \"channel_mixer\": {\"kind\": "
                     "\"dense\", \"width\": 8}}, ";
        }
        QVERIFY(copy.replace(text("models/llama-3.1-8b.json"), "\"layer_kinds\": [",
                             "\"layer_kinds\": [" + kinds));
        const LoadedCatalogue catalogue = copy.load();
        QVERIFY(!catalogue.whole());
        QVERIFY2(catalogue.findings.size() == 1, allLines(catalogue.findings));
        QCOMPARE(catalogue.findings.front().place,
                 std::string("models/llama-3.1-8b.json#/architecture/layer_kinds"));
        QCOMPARE(catalogue.findings.front().text.plain(),
                 std::string("Found 9 items; allowed: at most 8."));
    }

    void gathersTheFindingsOfAllFiles() {
        CatalogueCopy copy;
        QVERIFY(copy.replace(text("gpus/h200-sxm.json"), "\"unit\": \"TB/s\"", "\"unit\": \"x\""));
        QVERIFY(copy.replace(text("gpus/h100-sxm.json"), "\"sparse\"", "\"x\""));
        QVERIFY(copy.write(text("stacks/megatron-lm-2022.json"), "[]"));
        QVERIFY(copy.write(text("models/qwen3-32b.json"), ""));
        const LoadedCatalogue catalogue = copy.load();
        QVERIFY(!catalogue.whole());
        QCOMPARE(causes(catalogue).size(), 4U);
    }

    void saysAMissingReferenceOfARemovedFile() {
        CatalogueCopy copy;
        QVERIFY(copy.remove(text("instances/p5.48xlarge.json")));
        const LoadedCatalogue catalogue = copy.load();
        QVERIFY(!catalogue.whole());
        QCOMPARE(catalogue.findings.front().place,
                 std::string("prices/p5.48xlarge.json#/instance"));
    }

    void saysThatASchemaIsMissingOnce() {
        CatalogueCopy copy;
        QVERIFY(copy.remove(text("schema/gpu.schema.json")));
        const LoadedCatalogue catalogue = copy.load();
        QVERIFY(!catalogue.whole());
        QCOMPARE(std::ranges::count(catalogue.findings, std::string("file.unreadable"),
                                    &Diagnostic::code),
                 1);
    }

    void leavesOutWhatNeedsALeftOutEntry() {
        CatalogueCopy copy;
        QVERIFY(copy.replace(text("fabrics/nvlink-4.json"), "\"kind\": \"nvlink\"",
                             "\"kind\": \"novelty\""));
        const LoadedCatalogue loaded = copy.load();
        QVERIFY(findEntry(loaded.catalogue.nvlinks, "nvlink-4") == nullptr);
        for (const char* id : {"h100-sxm", "h200-sxm"}) {
            QVERIFY(findEntry(loaded.catalogue.gpus, id) == nullptr);
        }
        for (const char* id : {"p5.48xlarge", "p5en.48xlarge"}) {
            QVERIFY(findEntry(loaded.catalogue.instances, id) == nullptr);
            QVERIFY(findPrice(loaded.catalogue, id, PricePlan::OnDemand, "us-east-1") == nullptr);
        }
        for (const char* place :
             {"gpus/h100-sxm.json#/nvlink", "gpus/h200-sxm.json#/nvlink",
              "instances/p5en.48xlarge.json#/gpu", "prices/p5en.48xlarge.json#/instance"}) {
            const Diagnostic* const found = findingAt(loaded.findings, place);
            QVERIFY2(found != nullptr && found->code == "spec.left_out", allLines(loaded.findings));
        }
        QVERIFY(findEntry(loaded.catalogue.gpus, "b200-hgx") != nullptr);
        QVERIFY(findEntry(loaded.catalogue.instances, "p6-b200.48xlarge") != nullptr);
    }

    void keepsNoFactOfWhatIsLeftOut() {
        CatalogueCopy copy;
        QVERIFY(copy.replace(text("gpus/h200-sxm.json"), "\"unit\": \"TB/s\"", "\"unit\": \"x\""));
        const LoadedCatalogue loaded = copy.load();
        const Catalogue whole = loadCatalogue(ROOFPLAN_SPECS_DIR).catalogue;
        const Catalogue& left = loaded.catalogue;
        QVERIFY(left.facts.size() < whole.facts.size());
        for (const Fact& fact : left.facts) {
            QVERIFY2(fact.entry != "h200-sxm" && fact.entry != "p5en.48xlarge", fact.place.c_str());
        }
        const Gpu& gpu = *findEntry(left.gpus, "b200-hgx");
        QCOMPARE(left.fact(gpu.memory.fact).entry, std::string("b200-hgx"));
        for (const FactId rival : left.fact(gpu.memory.fact).rivals) {
            QCOMPARE(left.fact(rival).property, std::string("memory"));
        }
    }

    void findsInTheOrderOfTheFiles() {
        CatalogueCopy copy;
        for (const char* file :
             {"gpus/h200-sxm.json", "gpus/a100-sxm-80gb.json", "fabrics/efa-v2.json"}) {
            QVERIFY(copy.replace(text(file), "\"facts\": [", "\"facts\": [[], "));
        }
        QVERIFY(copy.write(text("gpus/b200-hgx.json"), ""));
        std::vector<std::string> files;
        for (const Diagnostic& finding : causes(copy.load())) {
            files.push_back(finding.place.substr(0, finding.place.find('#')));
        }
        const std::vector<std::string> expected{"fabrics/efa-v2.json", "gpus/a100-sxm-80gb.json",
                                                "gpus/b200-hgx.json", "gpus/h200-sxm.json"};
        QCOMPARE(files, expected);
    }

    void refusesAReferenceToAnotherKind() {
        CatalogueCopy copy;
        QVERIFY(copy.replace(text("gpus/h200-sxm.json"), "\"nvlink-4\"", "\"efa-v2\""));
        const LoadedCatalogue loaded = copy.load();
        const Diagnostic* const found = findingAt(loaded.findings, "gpus/h200-sxm.json#/nvlink");
        QVERIFY2(found != nullptr, allLines(loaded.findings));
        QVERIFY2(plainLine(*found).find("kind network; there are: nvlink-3, nvlink-4") !=
                     std::string::npos,
                 plainLine(*found).c_str());
    }

    void refusesWhatIsAPartOfItself_data() {
        QTest::addColumn<QByteArray>("p5");
        QTest::addColumn<QByteArray>("p5en");
        QTest::addColumn<int>("circles");
        const QByteArray p5 = "\"p5.48xlarge\"";
        const QByteArray p5en = "\"p5en.48xlarge\"";
        QTest::newRow("none") << QByteArray("\"member\": " + p5en)
                              << QByteArray("\"sold_in\": [" + p5 + "]") << 0;
        QTest::newRow("its own member") << QByteArray("\"member\": " + p5) << QByteArray() << 1;
        QTest::newRow("sold in itself")
            << QByteArray() << QByteArray("\"sold_in\": [" + p5en + "]") << 1;
        QTest::newRow("members of each other")
            << QByteArray("\"member\": " + p5en) << QByteArray("\"member\": " + p5) << 2;
        QTest::newRow("sold in each other") << QByteArray("\"sold_in\": [" + p5en + "]")
                                            << QByteArray("\"sold_in\": [" + p5 + "]") << 2;
    }

    void refusesWhatIsAPartOfItself() {
        QFETCH(QByteArray, p5);
        QFETCH(QByteArray, p5en);
        QFETCH(int, circles);
        CatalogueCopy copy;
        const auto add = [&copy](const char* id, const QByteArray& member) {
            const QByteArray name = "\"name\":";
            return member.isEmpty() || copy.replace(text("instances/") + text(id) + text(".json"),
                                                    name, member + ", " + name);
        };
        QVERIFY(add("p5.48xlarge", p5) && add("p5en.48xlarge", p5en));
        const LoadedCatalogue loaded = copy.load();
        const auto found = std::ranges::count(loaded.findings, "spec.circle", &Diagnostic::code);
        QVERIFY2(found == circles, allLines(loaded.findings));
        const bool both = findEntry(loaded.catalogue.instances, "p5.48xlarge") != nullptr &&
                          findEntry(loaded.catalogue.instances, "p5en.48xlarge") != nullptr;
        QCOMPARE(both, circles == 0);
        QVERIFY(findEntry(loaded.catalogue.instances, "p6-b200.48xlarge") != nullptr);
    }

    void leavesOutBothOfAPairThatNeedEachOther() {
        CatalogueCopy copy;
        QVERIFY(copy.replace(text("instances/p5.48xlarge.json"),
                             "\"name\":", "\"member\": \"p5en.48xlarge\", \"name\":"));
        QVERIFY(copy.replace(text("instances/p5en.48xlarge.json"), "\"name\":",
                             "\"sold_in\": [\"p5.48xlarge\"], \"colour\": 1, \"name\":"));
        const LoadedCatalogue loaded = copy.load();
        QVERIFY(findEntry(loaded.catalogue.instances, "p5.48xlarge") == nullptr);
        QVERIFY(findEntry(loaded.catalogue.instances, "p5en.48xlarge") == nullptr);
        QVERIFY2(findingAt(loaded.findings, "instances/p5.48xlarge.json#/member") != nullptr,
                 allLines(loaded.findings));
    }

    void takesAGpuThatNobodySells() {
        CatalogueCopy copy;
        for (const char* file : {"prices/p5.48xlarge.json", "instances/p5.48xlarge.json"}) {
            QVERIFY(copy.remove(text(file)));
        }
        const LoadedCatalogue loaded = copy.load();
        QVERIFY2(loaded.whole(), allLines(loaded.findings));
        QVERIFY(findEntry(loaded.catalogue.gpus, "h100-sxm") != nullptr);
    }

    void saysThatAFolderIsEmpty() {
        const QTemporaryDir folder;
        const LoadedCatalogue empty = loadCatalogue(folder.path().toStdString());
        QVERIFY(!empty.whole());
        QCOMPARE(empty.findings.front().code, std::string("spec.empty"));
        const LoadedCatalogue none = loadCatalogue(folder.filePath(text("none")).toStdString());
        QVERIFY(!none.whole());
        QCOMPARE(none.findings.front().code, std::string("spec.empty"));
    }
};

QTEST_GUILESS_MAIN(CatalogueLoaderTest)
#include "catalogue_loader_test.moc"
