#include "core/catalogue/storage_reader.h"
#include "core/units/quantity_literals.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::literals;

namespace {

using Json = nlohmann::json;

/// A tier of one source with those facts and, where there are any, absent figures.
SpecDocument document(const std::vector<Json>& facts, const std::vector<Json>& absent = {}) {
    SpecDocument document{.folder = "storage", .stem = "x", .file = "storage/x.json"};
    document.json = {{"name", "X"},
                     {"family", "F"},
                     {"choices", {{"efa", true}, {"gds", false}, {"data_repository", true}}},
                     {"sources", {{"s", {{"title", "T"}, {"url", "https://x"}, {"date", "2026"}}}}},
                     {"facts", facts}};
    if (!absent.empty()) {
        document.json["absent"] = absent;
    }
    return document;
}

Json capacityPrice(double value, const char* region) {
    return {{"property", "capacity_price"}, {"value", value}, {"unit", "USD/GB-month"},
            {"convention", "binary"},       {"source", "s"},  {"region", region}};
}

Json getPrice() {
    return {{"property", "get_price"},
            {"value", 0.4},
            {"unit", "USD/1000 requests"},
            {"source", "s"},
            {"region", "us-east-1"}};
}

Json diskWrite() {
    return {{"property", "disk_write"}, {"value", 125}, {"unit", "MB/s/TiB"}, {"source", "s"}};
}

Json absence(const char* property, const char* source) {
    return {{"property", property}, {"why", "not published"}, {"source", source}};
}

Json absence(const char* property, const char* source, const char* region) {
    Json json = absence(property, source);
    json["region"] = region;
    return json;
}

struct Read {
    StorageTier tier;
    Catalogue catalogue;
    Diagnostics findings;
};

Read read(const SpecDocument& document) {
    Read result;
    result.tier = readStorageTier(document, result.catalogue, result.findings);
    return result;
}

} // namespace

class StorageReaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void readsATier() {
        const Read x = read(document({diskWrite(), capacityPrice(0.6, "us-east-1")}));
        QVERIFY(x.findings.empty());
        QCOMPARE(x.tier.id, std::string("x"));
        QCOMPARE(x.tier.family, std::string("F"));
        QVERIFY(x.tier.choices == (StorageChoices{.efa = true, .dataRepository = true}));
        QCOMPARE((x.tier.diskWrite->value * 2048.0_GiB).base(), 250e6);
        QVERIFY(!x.tier.diskRead && !x.tier.network);
        QCOMPARE(x.catalogue.fact(x.tier.diskWrite->fact).property, std::string("disk_write"));
    }

    void sortsPricesByRegion() {
        const Read x = read(document(
            {capacityPrice(0.6, "us-east-1"), capacityPrice(0.5, "eu-north-1"), getPrice()}));
        QVERIFY(x.findings.empty());
        QCOMPARE(x.tier.prices.size(), std::size_t{2});
        const StoragePrices& east = x.tier.prices.front();
        QCOMPARE(east.region, std::string("us-east-1"));
        // 1200 GiB are billed as 1200 GB for a month of 730 h.
        QCOMPARE((east.capacity->value * 1200.0_GiB * 730.0_h).in(1.0_USD), 720.0);
        QCOMPARE((east.get->value * 5000.0).in(1.0_USD), 2.0);
        QCOMPARE(x.tier.prices.back().region, std::string("eu-north-1"));
        QVERIFY(!x.tier.prices.back().get);
    }

    void refusesAPriceWithoutARegion() {
        Json price = getPrice();
        price.erase("region");
        const Read x = read(document({price}));
        QCOMPARE(x.findings.size(), std::size_t{1});
        QCOMPARE(plainLine(x.findings.front()),
                 std::string("error storage/x.json#/facts/0: The region of 'get_price' is missing: "
                             "prices are regional."));
        QVERIFY(x.tier.prices.empty());
    }

    void refusesARegionOfWhatHasNone() {
        Json disk = diskWrite();
        disk["region"] = "us-east-1";
        const Read x = read(document({disk}));
        QCOMPARE(x.findings.size(), std::size_t{1});
        QCOMPARE(plainLine(x.findings.front()),
                 std::string("error storage/x.json#/facts/0/region: Found region 'us-east-1'; "
                             "'disk_write' has none."));
        QVERIFY(!x.tier.diskWrite);
    }

    void keepsWhatIsAbsent() {
        const Read x = read(document({diskWrite()}, {absence("get_price", "s")}));
        QVERIFY(x.findings.empty());
        QCOMPARE(x.catalogue.absent.size(), std::size_t{1});
        const AbsentFigure& absent = x.catalogue.absent.front();
        QCOMPARE(absent.entry, std::string("x"));
        QCOMPARE(absent.label, std::string("Price of read requests"));
        QCOMPARE(absent.why, std::string("not published"));
        QCOMPARE(absent.source.title, std::string("T"));
        QCOMPARE(absent.place, std::string("storage/x.json#/absent/0"));
    }

    void refusesWrongAbsence() {
        const auto found = [](const Json& absent) {
            const Read x = read(document({diskWrite(), getPrice()}, {absent}));
            const bool placed = x.findings.empty() ||
                                x.findings.front().place.starts_with("storage/x.json#/absent/0");
            return placed && x.findings.size() < 2
                       ? (x.findings.empty() ? std::string() : x.findings.front().code)
                       : std::string("elsewhere");
        };
        QCOMPARE(found(absence("colour", "s")), std::string("spec.property"));
        QCOMPARE(found(absence("put_price", "t")), std::string("spec.source"));
        QCOMPARE(found(absence("disk_write", "s")), std::string("spec.absent"));
        QCOMPARE(found(absence("get_price", "s")), std::string("spec.absent"));
        QCOMPARE(found(absence("get_price", "s", "us-east-1")), std::string("spec.absent"));
        QCOMPARE(found(absence("get_price", "s", "eu-north-1")), std::string());
    }
};

QTEST_GUILESS_MAIN(StorageReaderTest)
#include "storage_reader_test.moc"
