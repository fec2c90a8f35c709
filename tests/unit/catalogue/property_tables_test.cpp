#include "core/catalogue/property_tables.h"
#include "core/catalogue/spec_document.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <set>

using namespace roofplan;

namespace {

/// A document of one fact; `members` are those of the fact besides property and source.
SpecDocument oneFact(const char* property, const nlohmann::json& members) {
    nlohmann::json fact = {{"property", property}, {"source", "s"}};
    fact.update(members);
    SpecDocument document{.folder = "x", .stem = "x", .file = "x.json", .json = {}};
    document.json = {{"sources", {{"s", {{"title", "t"}, {"date", "2026"}, {"via", "v"}}}}},
                     {"facts", {fact}}};
    return document;
}

template <typename Entry>
struct Reading {
    Entry entry;
    std::vector<Fact> facts;
    Diagnostics findings;

    /// The code of the finding that is not of what else is missing, empty without one.
    [[nodiscard]] std::string code() const {
        for (const Diagnostic& finding : findings) {
            if (finding.code != "spec.missing") {
                return finding.code;
            }
        }
        return {};
    }
};

template <typename Entry>
Reading<Entry> reading(std::span<const Property<Entry>> table,
                       const char* property,
                       const nlohmann::json& members,
                       double gpus = 8.0) {
    Reading<Entry> result;
    readProperties(oneFact(property, members), table, gpus, result.entry, result.facts,
                   result.findings);
    return result;
}

Reading<InstanceType> instance(const char* property, const nlohmann::json& members) {
    return reading(instanceProperties(), property, members);
}

template <typename Entry>
bool keysAreUnique(std::span<const Property<Entry>> table) {
    std::set<std::string_view> keys;
    for (const Property<Entry>& property : table) {
        keys.insert(property.row.key);
    }
    return keys.size() == table.size();
}

} // namespace

class PropertyTablesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void nameEachPropertyOnce() {
        QVERIFY(keysAreUnique(gpuProperties()));
        QVERIFY(keysAreUnique(nvlinkProperties()));
        QVERIFY(keysAreUnique(networkProperties()));
        QVERIFY(keysAreUnique(instanceProperties()));
        QVERIFY(keysAreUnique(efficiencyProperties()));
        QVERIFY(keysAreUnique(stackProperties()));
    }

    void limitWhatANumberMayBe_data() {
        QTest::addColumn<QByteArray>("property");
        QTest::addColumn<double>("value");
        QTest::addColumn<bool>("allowed");
        const auto row = [](const char* property, double value, bool allowed) {
            QTest::addRow("%s %g", property, value) << QByteArray(property) << value << allowed;
        };
        row("nics_per_gpu", 0.5, true); // one NIC for two GPUs
        row("nics_per_gpu", 0.0, false);
        row("oversubscription", 1.0, true);
        row("oversubscription", 1.5, true);
        row("oversubscription", 0.9, false);
        row("members", 18.0, true);
        row("members", 1.5, false);
        row("ultracluster_gpus", 20000.0, true);
        row("ultracluster_gpus", 0.0, false);
        row("network_generation", 4.0, true);
        row("network_generation", 3.5, false);
    }

    void limitWhatANumberMayBe() {
        QFETCH(QByteArray, property);
        QFETCH(double, value);
        QFETCH(bool, allowed);
        const auto read = instance(property.constData(), {{"value", value}});
        QCOMPARE(read.code(), std::string(allowed ? "" : "spec.value"));
        QCOMPARE(read.facts.size(), std::size_t(allowed ? 1 : 0));
    }

    void storeWhatTheModelUses() {
        QCOMPARE(instance("members", {{"value", 9}}).entry.members->value, 9.0);
        QCOMPARE(instance("oversubscription", {{"value", 2}}).entry.oversubscription->value, 2.0);
        QCOMPARE(instance("ultracluster_gpus", {{"value", 20000}}).entry.clusterLimit->value,
                 20000.0);
        const nlohmann::json gen3 = {
            {"value", 31.5}, {"unit", "GB/s"}, {"convention", "bidirectional"}};
        QCOMPARE(instance("host_link", gen3).entry.hostLink->value.base(), 15.75e9);
        const auto gpu = reading(gpuProperties(), "host_link", gen3);
        QCOMPARE(gpu.entry.hostLink->value.base(), 15.75e9);
        QVERIFY(gpu.entry.hostLink->fact == FactId{0});
    }

    /// The domain's aggregate is shared out one way: 8 × 900 GB/s both ways, and 3.6 TB/s across
    /// the middle, are both 450 GB/s a GPU.
    void shareTheAggregateOut_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QByteArray>("convention");
        QTest::newRow("both ways") << 7.2 << QByteArray("bidirectional");
        QTest::newRow("one way") << 3.6 << QByteArray("unidirectional");
        QTest::newRow("across the middle") << 3.6 << QByteArray("bisection");
    }

    void shareTheAggregateOut() {
        QFETCH(double, value);
        QFETCH(QByteArray, convention);
        const auto read = instance(
            "nvlink_aggregate",
            {{"value", value}, {"unit", "TB/s"}, {"convention", convention.toStdString()}});
        QCOMPARE(read.code(), std::string());
        QCOMPARE(read.facts.front().used, 450e9);
    }

    void keepWhatIsOnlyShown_data() {
        QTest::addColumn<QByteArray>("property");
        QTest::addColumn<double>("value");
        QTest::addColumn<QByteArray>("unit");
        QTest::addColumn<QByteArray>("convention");
        QTest::addColumn<double>("used");
        const auto row = [](const char* property, double value, const char* unit,
                            const char* convention, double used) {
            QTest::newRow(property) << QByteArray(property) << value << QByteArray(unit)
                                    << QByteArray(convention) << used;
        };
        row("gpu_memory", 640, "GB", "label", 640.0 * 1073741824.0);
        row("nvme_read_operations", 4.4, "M IOPS", "", 4.4e6);
        row("nvme_write_operations", 2200000, "IOPS", "", 2.2e6);
        row("ebs_bandwidth", 80, "Gbps", "", 10e9);
        row("ena_bandwidth", 800, "Gbps", "", 100e9);
        row("system_power", 10.2, "kW", "", 10200.0);
    }

    void keepWhatIsOnlyShown() {
        QFETCH(QByteArray, property);
        QFETCH(double, value);
        QFETCH(QByteArray, unit);
        QFETCH(QByteArray, convention);
        QFETCH(double, used);
        nlohmann::json members = {{"value", value}, {"unit", unit.toStdString()}};
        if (!convention.isEmpty()) {
            members["convention"] = convention.toStdString();
        }
        const auto read = instance(property.constData(), members);
        QCOMPARE(read.code(), std::string());
        QCOMPARE(read.facts.front().used, used);
        QVERIFY(!read.facts.front().label.empty());
        QVERIFY(read.entry == InstanceType{});
    }

    /// A claim that nobody makes has no number; "up to 35 %" is 0.35.
    void tellAClaimFromNone() {
        const auto claimed = reading(networkProperties(), "latency_gain",
                                     {{"value", 35}, {"unit", "%"}, {"convention", "up_to"}});
        QCOMPARE(claimed.code(), std::string());
        QCOMPARE(claimed.facts.front().used, 0.35);
        const auto none =
            reading(networkProperties(), "latency_gain", {{"convention", "unsupported"}});
        QCOMPARE(none.code(), std::string());
        QCOMPARE(none.facts.size(), std::size_t(1));
        const auto more = reading(networkProperties(), "latency_gain",
                                  {{"value", 135}, {"unit", "%"}, {"convention", "up_to"}});
        QCOMPARE(more.code(), std::string("spec.value"));
    }
};

QTEST_GUILESS_MAIN(PropertyTablesTest)
#include "property_tables_test.moc"
