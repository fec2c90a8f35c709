// The shipped storage tiers and purchase rules against what AWS prints and bills.
#include "core/catalogue/catalogue_loader.h"
#include "core/units/quantity_literals.h"

#include <QTest>

#include <algorithm>

using namespace roofplan;
using namespace roofplan::literals;

namespace {

constexpr Seconds month = 730.0_h;

bool near(double a, double b, double tolerance = 1e-12) {
    return qAbs(a / b - 1.0) <= tolerance;
}

} // namespace

class ShippedStorageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() {
        const auto [catalogue, findings] = loadCatalogue(ROOFPLAN_SPECS_DIR);
        QVERIFY2(findings.empty(), findings.empty() ? "" : plainLine(findings.front()).c_str());
        m_catalogue = catalogue;
    }

    /// Throughput of 48,000 GiB in MB/s by the tables of the FSx for Lustre guide (46.875 TiB),
    /// price of 1200 GiB a month in USD (billed as 1200 GB).
    void holdsTheLustreTiers_data() {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<double>("network");
        QTest::addColumn<double>("read");
        QTest::addColumn<double>("write");
        QTest::addColumn<double>("dollars");
        const auto row = [](const char* id, double network, double read, double write,
                            double dollars) {
            QTest::newRow(id) << QByteArray(id) << network << read << write << dollars;
        };
        row("fsx-lustre-scratch-2", 200, 200, 100, 168);
        row("fsx-lustre-persistent-1-ssd-50", 250, 50, 50, 168);
        row("fsx-lustre-persistent-1-ssd-100", 500, 100, 100, 228);
        row("fsx-lustre-persistent-1-ssd-200", 750, 200, 200, 348);
        row("fsx-lustre-persistent-1-hdd-12", 40, 12, 12, 30);
        row("fsx-lustre-persistent-1-hdd-40", 150, 40, 40, 99.6);
        row("fsx-lustre-persistent-2-125", 320, 125, 125, 174);
        row("fsx-lustre-persistent-2-250", 640, 250, 250, 252);
        row("fsx-lustre-persistent-2-500", 1300, 500, 500, 408);
        row("fsx-lustre-persistent-2-1000", 2600, 1000, 1000, 720);
    }

    void holdsTheLustreTiers() {
        QFETCH(QByteArray, id);
        QFETCH(double, network);
        QFETCH(double, read);
        QFETCH(double, write);
        QFETCH(double, dollars);
        const StorageTier& t = tier(id.constData());
        const Bytes capacity = 48'000.0_GiB;
        QCOMPARE(t.family, std::string("FSx for Lustre"));
        QVERIFY(near((t.network->value * capacity).base(), network * 46.875e6));
        QVERIFY(near((t.diskRead->value * capacity).base(), read * 46.875e6));
        QVERIFY(near((t.diskWrite->value * capacity).base(), write * 46.875e6));
        const StoragePrices& prices = t.prices.front();
        QCOMPARE(prices.region, std::string("us-east-1"));
        QVERIFY(near((prices.capacity->value * 1200.0_GiB * month).in(1.0_USD), dollars));
        QVERIFY(near(t.clientEna->value.base(), 12.5e9));
        QVERIFY(near(t.clientServerEna->value.base(), 0.625e9));
    }

    /// The table of the guide of 2020 at 200 MB/s/TiB: a "1.2 TiB" that is 1200 GiB.
    void countsALabelledTebibyteAsAWSDoes() {
        const StorageTier& t = tier("fsx-lustre-persistent-1-ssd-200");
        QVERIFY(near(t.capacityLeast->value.in(1.0_GiB), 1200));
        QVERIFY(near(t.capacityStep->value.in(1.0_GiB), 2400));
        const std::vector<std::pair<double, double>> table{{1.0, 234},  {2.0, 468},   {4.0, 937},
                                                           {8.0, 1875}, {16.0, 3750}, {32.0, 7500}};
        for (const auto& [times, printed] : table) {
            const Bandwidth rate = t.diskRead->value * (t.capacityLeast->value * times);
            QCOMPARE(std::floor(rate.base() / 1e6 + 1e-6), printed);
        }
    }

    void givesEveryServerOfAnEfaFileSystemTheSameDisks() {
        for (const auto& [id, step] : {std::pair("fsx-lustre-persistent-2-125", 38'400.0),
                                       std::pair("fsx-lustre-persistent-2-250", 19'200.0),
                                       std::pair("fsx-lustre-persistent-2-500", 9'600.0),
                                       std::pair("fsx-lustre-persistent-2-1000", 4'800.0)}) {
            const StorageTier& t = tier(id);
            QVERIFY(near(t.efaCapacityStep->value.in(1.0_GiB), step));
            const Bandwidth disks = t.diskWrite->value * t.efaCapacityStep->value;
            QVERIFY(near(disks.base(), t.serverDisk->value.base()));
            const Fact& used = m_catalogue.fact(t.efaCapacityStep->fact);
            QCOMPARE(used.rivals.size(), std::size_t{1}); // the label says the same
            QVERIFY(near(m_catalogue.fact(used.rivals.front()).used, used.used));
        }
    }

    /// 405 B parameters, 128 × p5 on 48,000 GiB of the fastest tier: the file system binds.
    void ordersTheBoundsOfACheckpoint() {
        const StorageTier& t = tier("fsx-lustre-persistent-2-1000");
        const Bytes checkpoint = 5.68e12 * 1.0_B;
        const Bandwidth fileSystem = t.diskWrite->value * 48'000.0_GiB;
        QVERIFY(near((checkpoint / fileSystem).base(), 121.2, 1e-3));
        QVERIFY(near((checkpoint / (t.clientEna->value * 128.0)).base(), 3.55, 1e-3));
        QVERIFY(near((checkpoint / (t.clientEfa->value * 128.0)).base(), 0.507, 1e-3));
        const CapacityPrice price = t.prices.front().capacity->value;
        QVERIFY(near((price * 48'000.0_GiB * month).in(1.0_USD), 28'800));
    }

    void tellsWhatCanBeSwitchedOn() {
        for (const StorageTier& t : m_catalogue.storageTiers) {
            const bool second = t.id.starts_with("fsx-lustre-persistent-2-");
            const bool tiering = t.id == "fsx-lustre-intelligent-tiering";
            const bool first = t.id == "fsx-lustre-scratch-1";
            const bool lustre = t.family == "FSx for Lustre";
            QVERIFY2(t.choices.efa == (second || tiering), t.id.c_str());
            QVERIFY2(t.choices.gds == t.choices.efa, t.id.c_str());
            QVERIFY2(t.choices.dataRepository == (lustre && !tiering && !first), t.id.c_str());
            QVERIFY2(t.clientEfa.has_value() == t.choices.efa, t.id.c_str());
            QVERIFY2(t.dataRepositories.has_value() == t.choices.dataRepository, t.id.c_str());
            QVERIFY2(!t.dataRepositoryRate, t.id.c_str());
        }
        QCOMPARE(m_catalogue.storageTiers.size(), std::size_t{16});
    }

    void countsMetadataOperations() {
        const StorageTier& t = tier("fsx-lustre-persistent-2-250");
        QVERIFY(near(t.metadataMost->value.base(), 192'000));
        QVERIFY(near(t.metadataCapacity->value.in(1.0_GiB), 24'000));
        QVERIFY(near(t.fileCreates->value / t.directoryCreates->value, 20));
    }

    void holdsIntelligentTiering() {
        const StorageTier& t = tier("fsx-lustre-intelligent-tiering");
        QVERIFY(near(t.throughputStep->value.base(), 4e9));
        QVERIFY(near(t.networkPerStep->value.base(), 12.5e9));
        QVERIFY(near(t.cacheMostPerStep->value.in(1024.0 * 1.0_GiB), 128));
        QVERIFY(!t.network && !t.diskWrite && t.prices.empty());
    }

    void holdsObjectStorage() {
        const StorageTier& s3 = tier("s3-standard");
        QVERIFY(near(s3.connection->value.base(), 50e6));
        QVERIFY(near(s3.putPerPrefix->value.base(), 3500));
        QVERIFY(near(s3.clientEna->value.base(), 50e9));
        QVERIFY(near(s3.secondPriceFrom->value.in(1.0_GiB), 51'200));
        QCOMPARE(s3.prices.size(), std::size_t{3});
        for (const StoragePrices& prices : s3.prices) {
            QVERIFY(near((prices.capacity->value * 1000.0_GiB * month).in(1.0_USD), 23));
            QVERIFY(near((prices.put->value * 1e6).in(1.0_USD), 5));
            QVERIFY(near((prices.get->value * 1e6).in(1.0_USD), 0.4));
        }
        // The billing example of the FAQs: 10 GB kept, 1 M writes, 9 M reads of 10 KiB each.
        const StoragePrices& express = tier("s3-express-one-zone").prices.front();
        QVERIFY(near((express.capacity->value * 10.0_GiB * month).in(1.0_USD), 1.10));
        QVERIFY(near((express.put->value * 1e6).in(1.0_USD), 1.13));
        QVERIFY(near((express.get->value * 9e6).in(1.0_USD), 0.27));
        QVERIFY(near((express.upload->value * (1e4 * 1.0_MiB)).in(1.0_USD), 0.03125));
        QVERIFY(near((express.retrieval->value * (9e4 * 1.0_MiB)).in(1.0_USD), 0.052734375));
    }

    void holdsBlockStorage() {
        const StorageTier& gp3 = tier("ebs-gp3");
        QVERIFY(near(gp3.operationsMost->value.base(), 80'000));
        QVERIFY(near(gp3.throughputMost->value.base(), 2000.0 * 1048576.0));
        const Bandwidth included = gp3.bytesPerOperation->value * gp3.operationsDefault->value;
        QVERIFY(included > gp3.throughputDefault->value);
        const StoragePrices& prices = gp3.prices.front();
        const Price throughput = prices.throughput->value * Bandwidth(1000.0 * 1048576.0);
        QVERIFY(near((throughput * month).in(1.0_USD), 40));
        const Price operations = prices.operations->value * PerSecond(10'000);
        QVERIFY(near((operations * month).in(1.0_USD), 50));
        QVERIFY(tier("ebs-io2").prices.empty());
    }

    void marksWhatIsQuotedFromMemory() {
        int recalled = 0;
        for (const Fact& fact : m_catalogue.facts) {
            const bool storage = fact.place.starts_with("storage/");
            if (storage && fact.source.date.starts_with("2026-11")) {
                ++recalled;
                QCOMPARE(fact.source.via, std::string("quoted from memory, check before use"));
            }
        }
        QVERIFY(recalled > 0);
    }

    void saysWhatIsNotPublished() {
        const auto says = [this](const char* entry, const char* property) {
            return std::ranges::any_of(m_catalogue.absent, [&](const AbsentFigure& figure) {
                return figure.entry == entry && figure.property == property && !figure.why.empty();
            });
        };
        QVERIFY(says("fsx-lustre-persistent-2-1000", "data_repository_rate"));
        QVERIFY(says("fsx-lustre-intelligent-tiering", "capacity_price"));
        QVERIFY(says("fsx-lustre-scratch-1", "disk_write"));
        QVERIFY(says("ebs-io2", "capacity_price"));
        QVERIFY(!says("s3-standard", "capacity_price"));
    }

    void holdsTheRulesOfCapacityBlocks() {
        QCOMPARE(m_catalogue.purchaseRules.size(), std::size_t{1});
        const PurchaseRules& rules = m_catalogue.purchaseRules.front();
        QCOMPARE(rules.id, std::string("capacity-blocks"));
        QVERIFY(rules.plan == PricePlan::CapacityBlock);
        QCOMPARE(rules.instancesPerPurchase.value, 64.0);
        QCOMPARE(rules.instancesInAll.value, 256.0);
        QCOMPARE(rules.ultraServersPerPurchase.value, 1.0);
        QCOMPARE(rules.shortStep.value.in(1.0_d), 1.0);
        QCOMPARE(rules.shortMost.value.in(1.0_d), 14.0);
        QCOMPARE(rules.longStep.value.in(1.0_d), 7.0);
        QCOMPARE(rules.longest.value.in(1.0_d), 182.0);
        QCOMPARE(rules.stopsEarly.value.in(1.0_h), 0.5);
        QCOMPARE(rules.ultraServersStopEarly.value.in(1.0_h), 1.0);
        QCOMPARE(rules.bookedAhead->value.in(7.0_d), 8.0);
    }

private:
    [[nodiscard]] const StorageTier& tier(std::string_view id) const {
        const StorageTier* const found = findEntry(m_catalogue.storageTiers, id);
        if (found == nullptr) {
            qFatal("no tier %s", std::string(id).c_str());
        }
        return *found;
    }

    Catalogue m_catalogue;
};

QTEST_GUILESS_MAIN(ShippedStorageTest)
#include "shipped_storage_test.moc"
