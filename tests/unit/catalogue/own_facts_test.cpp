// Own figures written and taken back, as the loader then reads them.
#include "core/catalogue/own_facts.h"
#include "core/catalogue/property_rows.h"
#include "tests/unit/catalogue/catalogue_copy.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace fs = std::filesystem;

namespace {

OwnFact hbm(double terabytes = 3.2) {
    return {.kind = "gpu",
            .folder = "gpus",
            .entry = "h200-sxm",
            .property = "hbm_bandwidth",
            .region = "",
            .value = terabytes,
            .unit = "TB/s",
            .convention = "peak",
            .source = "Measured on our cluster",
            .date = "2026-11-02",
            .note = "with ECC"};
}

OwnFact price(const char* region, double dollars) {
    return {.kind = "price",
            .folder = "prices",
            .entry = "p5en.48xlarge",
            .property = "on_demand",
            .region = region,
            .value = dollars,
            .unit = "USD/h",
            .convention = "per_instance",
            .source = "https://example.org/contract",
            .date = "2026",
            .note = ""};
}

const QString hbmFile = QStringLiteral("own/gpus/h200-sxm.json");

} // namespace

class OwnFactsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void init() { m_copy = std::make_unique<CatalogueCopy>(); }

    void aFactIsWrittenAndRead() {
        QVERIFY(setOwnFact(m_copy->own(), hbm()));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY2(loaded.findings.empty(), allLines(loaded.findings));
        const Fact& fact = hbmFact(loaded.catalogue);
        QVERIFY(fact.own && fact.preferred);
        QCOMPARE(fact.published, 3.2);
        QCOMPARE(fact.used, 3.2e12);
        QCOMPARE(fact.unit, std::string("TB/s"));
        QCOMPARE(fact.convention, std::string("peak"));
        QCOMPARE(fact.note, std::string("with ECC"));
        QCOMPARE(fact.source.title, std::string("Measured on our cluster"));
        QCOMPARE(fact.source.date, std::string("2026-11-02"));
        QCOMPARE(fact.why, std::string("your own figure"));
    }

    void anotherValueTakesItsPlace() {
        QVERIFY(setOwnFact(m_copy->own(), hbm(3.2)));
        QVERIFY(setOwnFact(m_copy->own(), price("us-east-1", 50)));
        QVERIFY(setOwnFact(m_copy->own(), hbm(3.4)));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY2(loaded.findings.empty(), allLines(loaded.findings));
        QCOMPARE(hbmFact(loaded.catalogue).used, 3.4e12);
        QCOMPARE(std::ranges::count(loaded.catalogue.facts, true, &Fact::own), 2);
        QCOMPARE(m_copy->read(hbmFile).count("\"title\""), 1);
    }

    void pricesOfTwoRegionsStandSideBySide() {
        QVERIFY(setOwnFact(m_copy->own(), price("us-east-1", 50)));
        QVERIFY(setOwnFact(m_copy->own(), price("us-east-2", 51)));
        QVERIFY(setOwnFact(m_copy->own(), price("us-east-1", 52)));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY2(loaded.findings.empty(), allLines(loaded.findings));
        const auto dollars = [&](const char* region) {
            return findPrice(loaded.catalogue, "p5en.48xlarge", PricePlan::OnDemand, region)
                       ->perInstance.value.base() *
                   3600.0;
        };
        QVERIFY(qAbs(dollars("us-east-1") - 52.0) < 1e-9);
        QVERIFY(qAbs(dollars("us-east-2") - 51.0) < 1e-9);
        QCOMPARE(std::ranges::count(loaded.catalogue.facts, true, &Fact::own), 2);
    }

    void resetBringsTheShippedFigureBack() {
        const Catalogue shipped = m_copy->load().catalogue;
        QVERIFY(setOwnFact(m_copy->own(), hbm()));
        QVERIFY(resetOwnFact(m_copy->own(), "gpus", "h200-sxm", "hbm_bandwidth", ""));
        QVERIFY(!QFile::exists(m_copy->path(hbmFile)));
        QVERIFY(m_copy->load().catalogue == shipped);
    }

    void resetKeepsWhatElseIsThere() {
        QVERIFY(setOwnFact(m_copy->own(), price("us-east-1", 50)));
        QVERIFY(setOwnFact(m_copy->own(), price("us-east-2", 51)));
        QVERIFY(resetOwnFact(m_copy->own(), "prices", "p5en.48xlarge", "on_demand", "us-east-2"));
        const LoadedCatalogue loaded = m_copy->load();
        QVERIFY2(loaded.findings.empty(), allLines(loaded.findings));
        QCOMPARE(std::ranges::count(loaded.catalogue.facts, true, &Fact::own), 1);
    }

    void resetKeepsAChangedMember() {
        QVERIFY(setOwnFact(m_copy->own(), hbm()));
        QVERIFY(m_copy->replace(hbmFile, "{", "{\"name\": \"Our H200\", "));
        QVERIFY(resetOwnFact(m_copy->own(), "gpus", "h200-sxm", "hbm_bandwidth", ""));
        QCOMPARE(findEntry(m_copy->load().catalogue.gpus, "h200-sxm")->name,
                 std::string("Our H200"));
    }

    void resetOfNothingIsNoError() {
        QVERIFY(resetOwnFact(m_copy->own(), "gpus", "h200-sxm", "hbm_bandwidth", ""));
        QVERIFY(!fs::exists(m_copy->own()));
        QVERIFY(setOwnFact(m_copy->own(), hbm()));
        const QByteArray before = m_copy->read(hbmFile);
        QVERIFY(resetOwnFact(m_copy->own(), "gpus", "h200-sxm", "memory", ""));
        QCOMPARE(m_copy->read(hbmFile), before);
    }

    void whatTheUserWroteKeepsItsOrder() {
        QVERIFY(m_copy->write(hbmFile, R"({"name": "Our H200", "kind": "gpu"})"));
        QVERIFY(setOwnFact(m_copy->own(), hbm()));
        const QByteArray file = m_copy->read(hbmFile);
        QVERIFY2(file.indexOf("\"name\"") < file.indexOf("\"kind\""), file);
        QVERIFY(m_copy->load().whole());
    }

    void aWrongFactIsRefused_data() {
        QTest::addColumn<QByteArray>("member");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* member, const char* value, const char* place,
                            const char* words) {
            QTest::addRow("%s %s", member, value) << QByteArray(member) << QByteArray(value)
                                                  << QByteArray(place) << QByteArray(words);
        };
        row("property", "colour", "own/gpus/h200-sxm.json#/facts/0/property", "no property");
        row("value", "-1", "own/gpus/h200-sxm.json#/facts/0/value", "above 0");
        row("value", "nan", "own/gpus/h200-sxm.json#/facts/0/value", "");
        row("value", "inf", "own/gpus/h200-sxm.json#/facts/0/value", "");
        row("unit", "km", "own/gpus/h200-sxm.json#/facts/0/unit", "TB/s");
        row("unit", "", "own/gpus/h200-sxm.json#/facts/0/unit", "TB/s");
        row("convention", "dense", "own/gpus/h200-sxm.json#/facts/0/convention", "device_reported");
        row("source", "", "own/gpus/h200-sxm.json#/facts/0/source", "missing");
        row("date", "May 2026", "own/gpus/h200-sxm.json#/facts/0/date", "2026-09");
        row("date", "", "own/gpus/h200-sxm.json#/facts/0/date", "2026-09");
        row("kind", "nvlink", "own/gpus/h200-sxm.json#/kind", "nvlink");
        row("folder", "gpu", "own/gpu/h200-sxm.json", "no folder");
        row("folder", "../gpus", "own/../gpus/h200-sxm.json", "no folder");
        row("entry", "../../h200", "own/gpus/../../h200.json", "no id");
        row("entry", "", "own/gpus/.json", "no id");
    }

    void aWrongFactIsRefused() {
        QFETCH(QByteArray, member);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, place);
        QFETCH(QByteArray, words);
        OwnFact fact = hbm();
        if (member == "value") {
            fact.value = std::strtod(value, nullptr);
        }
        for (const auto& [name, text] : std::initializer_list<std::pair<const char*, std::string*>>{
                 {"property", &fact.property},
                 {"unit", &fact.unit},
                 {"convention", &fact.convention},
                 {"source", &fact.source},
                 {"date", &fact.date},
                 {"kind", &fact.kind},
                 {"folder", &fact.folder},
                 {"entry", &fact.entry}}) {
            *text = member == name ? value.toStdString() : *text;
        }
        const Expected<void> written = setOwnFact(m_copy->own(), fact);
        QVERIFY(!written);
        QVERIFY2(written.error().front().place == place.toStdString(), allLines(written.error()));
        QVERIFY2(QByteArray(allLines(written.error())).contains(words), allLines(written.error()));
        QVERIFY(!fs::exists(m_copy->own()));
    }

    void aPriceNeedsARegion() {
        const Expected<void> written = setOwnFact(m_copy->own(), price("", 50));
        QVERIFY(!written);
        QVERIFY(written.error().front().place.ends_with("/region"));
    }

    void otherFiguresHaveNoRegion() {
        OwnFact fact = hbm();
        fact.region = "us-east-1";
        const Expected<void> written = setOwnFact(m_copy->own(), fact);
        QVERIFY(!written);
        QVERIFY(written.error().front().place.ends_with("/region"));
    }

    void aBrokenFileIsLeftAsItIs_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("no JSON") << QByteArray("{");
        QTest::newRow("a list") << QByteArray("[]");
        QTest::newRow("facts") << QByteArray(R"({"facts": 1})");
        QTest::newRow("sources") << QByteArray(R"({"sources": []})");
    }

    void aBrokenFileIsLeftAsItIs() {
        QFETCH(QByteArray, content);
        QVERIFY(m_copy->write(hbmFile, content));
        const Expected<void> written = setOwnFact(m_copy->own(), hbm());
        QVERIFY(!written);
        QVERIFY(written.error().front().place.starts_with("own/gpus/h200-sxm.json"));
        QVERIFY(!resetOwnFact(m_copy->own(), "gpus", "h200-sxm", "hbm_bandwidth", ""));
        QCOMPARE(m_copy->read(hbmFile), content);
    }

    void aFolderThatCannotBeMadeIsSaid() {
        const fs::path blocked = m_copy->specs() / "README.md";
        const Expected<void> written = setOwnFact(blocked, hbm());
        QVERIFY(!written);
        QVERIFY2(!written.error().front().text.plain().empty(), allLines(written.error()));
    }

    void nothingIsLeftBesideTheFile() {
        for (int i = 1; i < 5; ++i) {
            QVERIFY(setOwnFact(m_copy->own(), hbm(i)));
        }
        QCOMPARE(std::distance(fs::directory_iterator(m_copy->own() / "gpus"), {}), 1);
    }

    void textThatIsNoUtf8IsWrittenAsSuch() {
        OwnFact fact = hbm();
        fact.note = "caf\xe9";
        QVERIFY(setOwnFact(m_copy->own(), fact));
        QVERIFY2(m_copy->load().findings.empty(), allLines(m_copy->load().findings));
    }

    void everyKindWithFactsHasProperties() {
        for (const EntryKind& kind : entryKinds()) {
            QVERIFY2((kind.name == "model") == propertyRows(kind.name).empty(),
                     std::string(kind.name).c_str());
        }
        QVERIFY(propertyRows("nobody").empty());
        QVERIFY(propertyRow("gpu", "memory") && !propertyRow("gpu", "on_demand"));
    }

private:
    static const Fact& hbmFact(const Catalogue& catalogue) {
        return catalogue.fact(findEntry(catalogue.gpus, "h200-sxm")->hbmBandwidth.fact);
    }

    std::unique_ptr<CatalogueCopy> m_copy;
};

QTEST_GUILESS_MAIN(OwnFactsTest)
#include "own_facts_test.moc"
