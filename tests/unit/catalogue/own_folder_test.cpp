// The user's own spec files over the shipped ones.
#include "tests/unit/catalogue/catalogue_copy.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

/// A file of the user's that changes a shipped entry.
QByteArray changed(const QByteArray& members) {
    return "{\"sources\": {\"mine\": {\"title\": \"My cluster\", \"date\": \"2026-11\", \"via\": "
           "\"measured\"}}, " +
           members + "}";
}

QByteArray ownFact(const QByteArray& property, const QByteArray& rest) {
    return R"({"property": ")" + property + R"(", "source": "mine", )" + rest + "}";
}

QByteArray withFacts(const QByteArray& facts) {
    return changed("\"facts\": [" + facts + "]");
}

const QByteArray slowerHbm =
    withFacts(ownFact("hbm_bandwidth", R"("value": 3.0, "unit": "TB/s", "convention": "peak")"));

} // namespace

class OwnFolderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void init() { m_copy = std::make_unique<CatalogueCopy>(); }

    void initTestCase() {
        m_shipped = loadCatalogue(ROOFPLAN_SPECS_DIR).catalogue;
        QVERIFY(!m_shipped.gpus.empty());
    }

    void aFolderThatDoesNotExistIsEmpty() {
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY2(loaded.findings.empty(), allLines(loaded.findings));
        QVERIFY(loaded.catalogue == m_shipped);
    }

    void aFactIsPreferredToTheShippedOnes() {
        QVERIFY(write("gpus/h200-sxm.json", slowerHbm));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY2(loaded.findings.empty(), allLines(loaded.findings));
        const Gpu& gpu = *findEntry(loaded.catalogue.gpus, "h200-sxm");
        QCOMPARE(gpu.hbmBandwidth.value.base(), 3.0e12);
        const Fact& fact = loaded.catalogue.fact(gpu.hbmBandwidth.fact);
        QVERIFY(fact.own && fact.preferred);
        QCOMPARE(fact.place, std::string("own/gpus/h200-sxm.json#/facts/0"));
        QCOMPARE(fact.why, std::string("your own figure"));
        QCOMPARE(fact.source.title, std::string("My cluster"));
        QVERIFY(!fact.rivals.empty());
        for (const FactId id : fact.rivals) {
            const Fact& rival = loaded.catalogue.fact(id);
            QVERIFY(!rival.own && !rival.preferred);
            QVERIFY(rival.place.starts_with("gpus/h200-sxm.json#/facts/"));
        }
    }

    // The first thing people do: copy the shipped file and change one number.
    void aCopyWithOneNumberChangedIsThatNumber() {
        QByteArray copy = m_copy->read(text("gpus/h200-sxm.json"));
        QVERIFY(copy.contains("\"value\": 4.8"));
        copy.replace("\"value\": 4.8", "\"value\": 4.5");
        QVERIFY(write("gpus/h200-sxm.json", copy));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY2(loaded.findings.empty(), allLines(loaded.findings));
        const Gpu& gpu = *findEntry(loaded.catalogue.gpus, "h200-sxm");
        QCOMPARE(gpu.hbmBandwidth.value.base(), 4.5e12);
        QCOMPARE(std::ranges::count(loaded.catalogue.facts, true, &Fact::own), 1);
    }

    void aDateIsADayOfTheCalendar() {
        QVERIFY(m_copy->replace(text("gpus/h200-sxm.json"), "\"date\": \"2026-09-15\"",
                                "\"date\": \"2026-13-45\""));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY(!loaded.whole());
        QCOMPARE(loaded.findings.front().code, std::string("spec.date"));
        QVERIFY(findEntry(loaded.catalogue.gpus, "h200-sxm") == nullptr);
    }

    void theEndOfAPriceListIsADayToo() {
        QVERIFY(m_copy->replace(text("prices/p5e.48xlarge.json"), "\"ended\": \"2026-06-30\"",
                                "\"ended\": \"2026-06-31\""));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY(!loaded.whole());
        QCOMPARE(loaded.findings.front().code, std::string("spec.date"));
        QVERIFY(loaded.findings.front().place.ends_with("/ended"));
    }

    void allElseStaysAsShipped() {
        QVERIFY(write("gpus/h200-sxm.json", slowerHbm));
        const Catalogue catalogue = m_copy->load().catalogue;
        QCOMPARE(catalogue.facts.size(), m_shipped.facts.size() + 1);
        const Gpu& gpu = *findEntry(catalogue.gpus, "h200-sxm");
        const Gpu& shipped = *findEntry(m_shipped.gpus, "h200-sxm");
        QCOMPARE(gpu.name, shipped.name);
        QVERIFY(gpu.memory.value == shipped.memory.value);
        QVERIFY(catalogue.fact(gpu.memory.fact).preferred);
        QVERIFY(catalogue.models == m_shipped.models);
        QCOMPARE(std::ranges::count(catalogue.facts, true, &Fact::own), 1);
    }

    void aPriceIsPreferredInItsRegionOnly() {
        QVERIFY(write("prices/p5en.48xlarge.json",
                      withFacts(ownFact("on_demand", R"("value": 40, "unit": "USD/h", "convention":
                                        "per_instance", "region": "us-east-1", "why":
                                        "our contract")"))));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY2(loaded.findings.empty(), allLines(loaded.findings));
        const auto price = [&](const char* region) {
            return findPrice(loaded.catalogue, "p5en.48xlarge", PricePlan::OnDemand, region)
                ->perInstance;
        };
        QVERIFY(qAbs(price("us-east-1").value.base() * 3600.0 - 40.0) < 1e-9);
        QCOMPARE(loaded.catalogue.fact(price("us-east-1").fact).why, std::string("our contract"));
        QVERIFY(qAbs(price("us-east-2").value.base() * 3600.0 - 63.296) < 1e-9);
        QVERIFY(!loaded.catalogue.fact(price("us-east-2").fact).own);
    }

    void aPriceOfANewRegionIsAdded() {
        QVERIFY(write("prices/p5en.48xlarge.json",
                      withFacts(ownFact("on_demand", R"("value": 5, "unit": "USD/h", "convention":
                                        "per_gpu", "region": "moon-1")"))));
        const LoadedCatalogue loaded = m_copy->load();
        const auto* const price =
            findPrice(loaded.catalogue, "p5en.48xlarge", PricePlan::OnDemand, "moon-1");
        QVERIFY(price != nullptr);
        QVERIFY(qAbs(price->perInstance.value.base() * 3600.0 - 40.0) < 1e-9);
    }

    void aFigureMayBeGivenOfWhatIsAbsent() {
        const QByteArray absent = "\"absent\": [{\"property\": \"savings_1y\", \"state\": "
                                  "\"unknown\", \"why\": \"none\", \"source\": "
                                  "\"rate-card\"}], \"sources\":";
        QVERIFY(m_copy->replace(text("prices/g7e.48xlarge.json"), "\"sources\":", absent));
        const std::size_t before = m_copy->load().catalogue.absent.size();
        QVERIFY(before > 0);
        QVERIFY(write("prices/g7e.48xlarge.json",
                      withFacts(ownFact("savings_1y", R"("value": 20, "unit": "USD/h", "convention":
                                        "per_instance", "region": "us-east-1")"))));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY2(loaded.findings.empty(), allLines(loaded.findings));
        QCOMPARE(loaded.catalogue.absent.size(), before - 1);
        QVERIFY(findPrice(loaded.catalogue, "g7e.48xlarge", PricePlan::SavingsOneYear,
                          "us-east-1") != nullptr);
    }

    void otherMembersTakeThePlaceOfShippedOnes() {
        QVERIFY(write("gpus/h200-sxm.json", R"({"name": "Our H200", "nvlink": "nvlink-5"})"));
        const LoadedCatalogue loaded = m_copy->load();
        // No mark stands beside such a change: it is said on loading.
        QCOMPARE(loaded.findings.size(), std::size_t(1));
        QCOMPARE(loaded.findings.front().code, std::string("own.changes"));
        QVERIFY(plainLine(loaded.findings.front()).find("name, nvlink") != std::string::npos);
        QVERIFY(loaded.whole());
        const Gpu& gpu = *findEntry(loaded.catalogue.gpus, "h200-sxm");
        QCOMPARE(gpu.name, std::string("Our H200"));
        QCOMPARE(gpu.nvlink, std::string("nvlink-5"));
        QCOMPARE(loaded.catalogue.facts.size(), m_shipped.facts.size());
    }

    void sourcesOfTheSameKeyAreKeptApart() {
        QVERIFY(write("gpus/h200-sxm.json",
                      R"({"sources": {"h200-page": {"title": "My own page", "date": "2026", "via":
                      "me"}}, "facts": [{"property": "hbm_bandwidth", "value": 3, "unit": "TB/s",
                      "convention": "peak", "source": "h200-page"}]})"));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY2(loaded.findings.empty(), allLines(loaded.findings));
        const Gpu& gpu = *findEntry(loaded.catalogue.gpus, "h200-sxm");
        const Catalogue& catalogue = loaded.catalogue;
        QCOMPARE(catalogue.fact(gpu.hbmBandwidth.fact).source.title, std::string("My own page"));
        QCOMPARE(catalogue.fact(gpu.peak(Precision::Bf16).fact).source.title,
                 std::string("NVIDIA H200 product page (SXM column)"));
    }

    void aFactMayNameAShippedSource() {
        QVERIFY(write("gpus/h200-sxm.json",
                      R"({"facts": [{"property": "hbm_bandwidth", "value": 3, "unit": "TB/s",
                      "convention": "peak", "source": "h200-page"}]})"));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY2(loaded.findings.empty(), allLines(loaded.findings));
    }

    void ofSeveralOwnFactsThePreferredOneIsUsed() {
        const QByteArray first =
            ownFact("hbm_bandwidth", R"("value": 3, "unit": "TB/s", "convention": "peak")");
        QVERIFY(
            write("gpus/h200-sxm.json",
                  withFacts(first + "," + ownFact("hbm_bandwidth", R"("value": 4, "unit": "TB/s",
                                        "convention": "peak", "preferred": true)"))));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY2(loaded.findings.empty(), allLines(loaded.findings));
        QCOMPARE(findEntry(loaded.catalogue.gpus, "h200-sxm")->hbmBandwidth.value.base(), 4e12);
    }

    void anEntryOfItsOwnIsAdded() {
        QByteArray file = m_copy->read(text("gpus/h200-sxm.json"));
        file.replace("\"id\": \"h200-sxm\"", "\"id\": \"h210\"");
        QVERIFY(write("gpus/h210.json", file));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY2(loaded.findings.empty(), allLines(loaded.findings));
        const Gpu* const gpu = findEntry(loaded.catalogue.gpus, "h210");
        QVERIFY(gpu != nullptr);
        const Fact& fact = loaded.catalogue.fact(gpu->memory.fact);
        QVERIFY(fact.own && fact.place.starts_with("own/gpus/h210.json#/facts/"));
        QVERIFY(
            !loaded.catalogue.fact(findEntry(loaded.catalogue.gpus, "h200-sxm")->memory.fact).own);
    }

    void aModelReplacesTheShippedOne() {
        QByteArray file = m_copy->read(text("models/llama-3.1-8b.json"));
        file.replace("\"kv_heads\": 8", "\"kv_heads\": 4");
        QVERIFY(write("models/llama-3.1-8b.json", file));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY2(loaded.whole(), allLines(loaded.findings));
        QCOMPARE(loaded.findings.front().code, std::string("own.changes"));
        QCOMPARE(loaded.catalogue.models.size(), m_shipped.models.size());
        QVERIFY(*findEntry(loaded.catalogue.models, "llama-3.1-8b") !=
                *findEntry(m_shipped.models, "llama-3.1-8b"));
    }

    void aBrokenFileIsIgnored_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("place");
        const auto row = [](const char* name, const char* file, const QByteArray& content,
                            const char* code, const char* place) {
            QTest::newRow(name) << QByteArray(file) << content << QByteArray(code)
                                << QByteArray(place);
        };
        const char* const h200 = "gpus/h200-sxm.json";
        row("no JSON", h200, "{", "spec.json", "");
        row("a list", h200, "[]", "spec.kind", "#/kind");
        row("unknown member", h200, R"({"colour": 1})", "spec.schema", "#/colour");
        row("another kind", h200, R"({"kind": "price"})", "spec.kind", "#/kind");
        row("another id", h200, R"({"id": "h201"})", "spec.id", "#/id");
        row("unknown reference", h200, R"({"nvlink": "nvlink-9"})", "spec.reference", "#/nvlink");
        row("facts that are no list", h200, R"({"facts": {}})", "spec.schema", "#/facts");
        row("sources that are no object", h200, R"({"sources": []})", "spec.schema", "#/sources");
        row("a source without a date", h200, R"({"sources": {"mine": {"title": "x", "via": "y"}}})",
            "spec.schema", "#/sources/mine");
        row("a colliding source that is wrong", h200, R"({"sources": {"h200-page": 7}})",
            "spec.schema", "#/sources/h200-page");
        row("unknown source", h200,
            R"({"facts": [{"property": "memory", "value": 1, "unit": "GB", "convention": "label",
            "source": "dream"}]})",
            "spec.source", "#/facts/0/source");
        row("wrong unit", h200,
            withFacts(ownFact("l2_cache", R"("value": 1, "unit": "MB")") + "," +
                      ownFact("memory", R"("value": 1, "unit": "km", "convention": "label")")),
            "spec.unit", "#/facts/1/unit");
        row("wrong value", h200,
            withFacts(ownFact("memory", R"("value": -1, "unit": "GB", "convention": "label")")),
            "spec.value", "#/facts/0/value");
        row("wrong convention", h200,
            withFacts(ownFact("memory", R"("value": 1, "unit": "GB", "convention": "dense")")),
            "spec.convention", "#/facts/0/convention");
        row("unknown property", h200, withFacts(ownFact("colour", R"("value": 1)")),
            "spec.property", "#/facts/0/property");
        row("a fact that is no object", h200, withFacts("7"), "spec.schema", "#/facts/0");
        row("none of two preferred", h200,
            withFacts(ownFact("l2_cache", R"("value": 1, "unit": "MB")") + "," +
                      ownFact("l2_cache", R"("value": 2, "unit": "MB")")),
            "spec.preferred", "#/facts/");
        row("a price without region", "prices/p5en.48xlarge.json",
            withFacts(
                ownFact("on_demand", R"("value": 1, "unit": "USD/h", "convention": "per_gpu")")),
            "spec.schema", "#/facts/0");
        row("an instance without GPUs", "instances/p5en.48xlarge.json",
            withFacts(ownFact("gpus", R"("value": 0)")), "spec.value", "#/facts/0/value");
        row("half a model", "models/llama-3.1-8b.json", R"({"name": "My Llama"})", "spec.kind",
            "#/kind");
    }

    void aBrokenFileIsIgnored() {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, place);
        QVERIFY(write(file.constData(), content));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY(loaded.catalogue == m_shipped);
        QVERIFY(!loaded.whole());
        for (const Diagnostic& finding : loaded.findings) {
            QVERIFY2(finding.place.starts_with("own/" + file.toStdString()) &&
                         !finding.hint.plain().empty(),
                     plainLine(finding).c_str());
        }
        const std::string where = "own/" + file.toStdString() + place.toStdString();
        const bool named = std::ranges::any_of(loaded.findings, [&](const Diagnostic& d) {
            return d.code == code.toStdString() && d.place.starts_with(where);
        });
        QVERIFY2(named, allLines(loaded.findings));
    }

    void onlyTheBrokenFileIsIgnored() {
        QVERIFY(write("gpus/h200-sxm.json", slowerHbm));
        QVERIFY(write("gpus/h100-sxm.json", withFacts("7")));
        const LoadedCatalogue loaded = m_copy->load();
        QCOMPARE(loaded.findings.size(), 1U);
        const Catalogue& catalogue = loaded.catalogue;
        QCOMPARE(findEntry(catalogue.gpus, "h200-sxm")->hbmBandwidth.value.base(), 3e12);
        QCOMPARE(findEntry(catalogue.gpus, "h100-sxm")->hbmBandwidth.value,
                 findEntry(m_shipped.gpus, "h100-sxm")->hbmBandwidth.value);
    }

    void aReferenceToABrokenOwnEntryIsTakenBack() {
        QVERIFY(write("fabrics/mine.json", R"({"kind": "nvlink", "id": "mine"})"));
        QVERIFY(write("gpus/h200-sxm.json", R"({"nvlink": "mine"})"));
        QVERIFY(write("instances/p5en.48xlarge.json", R"({"name": "Our p5en"})"));
        const LoadedCatalogue loaded = m_copy->load();
        const Gpu* const gpu = findEntry(loaded.catalogue.gpus, "h200-sxm");
        QVERIFY2(gpu != nullptr, allLines(loaded.findings));
        QCOMPARE(gpu->nvlink, std::string("nvlink-4"));
        QCOMPARE(findEntry(loaded.catalogue.instances, "p5en.48xlarge")->name,
                 std::string("Our p5en"));
        const Diagnostic* const found =
            findingAt(loaded.findings, "own/gpus/h200-sxm.json#/nvlink");
        QVERIFY2(found != nullptr && found->code == "spec.left_out", allLines(loaded.findings));
        QVERIFY(std::ranges::all_of(
            loaded.findings, [](const Diagnostic& d) { return d.place.starts_with("own/"); }));
    }

    void anOwnEntryThatIsWrongIsLeftOut() {
        QVERIFY(write("gpus/h210.json", slowerHbm));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY(loaded.catalogue == m_shipped);
        QVERIFY(!loaded.findings.empty());
        for (const Diagnostic& finding : loaded.findings) {
            QVERIFY2(finding.place.starts_with("own/gpus/h210.json") &&
                         finding.hint.plain().empty(),
                     plainLine(finding).c_str());
        }
    }

    void aWrongShippedFileIsNotTheUsersFault() {
        QVERIFY(m_copy->replace(text("gpus/h200-sxm.json"), "\"value\": 132", "\"value\": -132"));
        QVERIFY(write("gpus/h200-sxm.json", slowerHbm));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY(findEntry(loaded.catalogue.gpus, "h200-sxm") == nullptr);
        QCOMPARE(causes(loaded).size(), 1U);
        QVERIFY2(causes(loaded).front().place.starts_with("gpus/h200-sxm.json#/facts/"),
                 allLines(loaded.findings));
    }

    void theUsersFileMayMendAShippedOne() {
        QVERIFY(m_copy->replace(text("gpus/h200-sxm.json"), "\"nvlink-4\"", "\"nvlink-44\""));
        QVERIFY(write("gpus/h200-sxm.json", R"({"nvlink": "nvlink-4"})"));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY2(loaded.whole(), allLines(loaded.findings));
        QVERIFY(findEntry(loaded.catalogue.gpus, "h200-sxm") != nullptr);
    }

    void whatIsNotReadIsSaid() {
        QVERIFY(write("gpu/h200-sxm.json", slowerHbm));
        QVERIFY(write("h200-sxm.json", slowerHbm));
        QVERIFY(write("README.md", "mine"));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY(loaded.whole() && loaded.catalogue == m_shipped);
        QCOMPARE(loaded.findings.size(), 2U);
        QCOMPARE(loaded.findings.front().place, std::string("own/gpu"));
        QVERIFY(plainLine(loaded.findings.front()).find("fabrics, gpus") != std::string::npos);
        QCOMPARE(loaded.findings.back().place, std::string("own/h200-sxm.json"));
    }

    void aFolderThatIsAFileIsSaid() {
        const QTemporaryDir folder;
        const LoadedCatalogue loaded =
            loadCatalogue(ROOFPLAN_SPECS_DIR, ROOFPLAN_SPECS_DIR "/README.md");
        QVERIFY(loaded.catalogue == m_shipped);
        QVERIFY(!loaded.findings.empty());
    }

private:
    [[nodiscard]] bool write(const char* file, const QByteArray& content) {
        return m_copy->write(text("own/") + text(file), content);
    }

    std::unique_ptr<CatalogueCopy> m_copy;
    Catalogue m_shipped;
};

QTEST_GUILESS_MAIN(OwnFolderTest)
#include "own_folder_test.moc"
