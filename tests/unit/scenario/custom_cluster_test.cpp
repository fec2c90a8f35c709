#include "core/scenario/custom_cluster.h"
#include "core/scenario/field_table.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

Scenario with(Scenario scenario, const char* key, const char* text) {
    return *withField(std::move(scenario), *findField(key), text, shippedCatalogue());
}

/// 2 UltraServers of 18 servers of 4 GPUs.
Catalogue withUltraServers() {
    Catalogue catalogue = shippedCatalogue();
    InstanceType type = *findEntry(catalogue.instances, "p5en.48xlarge");
    type.id = "ultra";
    type.gpus.value = 72.0;
    type.nvlinkDomain.value = 72.0;
    type.members = Sourced<double>{18.0};
    type.oversubscription = Sourced<double>{2.0};
    catalogue.instances.push_back(type);
    return catalogue;
}

} // namespace

class CustomClusterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void startsAsTheInstancesBeforeIt() {
        const Cluster cluster = with(exampleScenario(), "instance", "custom").cluster;
        QVERIFY(cluster.isCustom());
        QCOMPARE(cluster.custom.gpu, std::string("h200-sxm"));
        QCOMPARE(cluster.custom.gpus, 512);
        QCOMPARE(cluster.custom.gpusPerNode, 8);
        QVERIFY(!cluster.custom.nvlinkDomain);
        QCOMPARE(cluster.custom.networkPerGpu->base(), 50e9);
        QCOMPARE(cluster.custom.fabric, std::string("efa-v3"));
        QCOMPARE(cluster.custom.oversubscription, 1.0);
    }

    void takesUltraServersApartIntoNodes() {
        Cluster cluster{.instance = "ultra", .instances = 2};
        followInstance(cluster, customInstance, withUltraServers());
        QCOMPARE(cluster.custom.gpus, 144);
        QCOMPARE(cluster.custom.gpusPerNode, 4);
        QCOMPARE(cluster.custom.nvlinkDomain.value_or(0), 72);
        QCOMPARE(cluster.custom.oversubscription, 2.0);
    }

    void keepsADescription() {
        Scenario s = with(exampleScenario(), "instance", "custom");
        s.cluster.custom.gpus = 96;
        s = with(s, "instance", "p5.48xlarge");
        QCOMPARE(s.cluster.instances, 12);
        QCOMPARE(with(s, "instance", "custom").cluster.custom.gpus, 96);
    }

    void instancesHoldAtLeastTheGpus() {
        Scenario s = with(exampleScenario(), "instance", "custom");
        s.cluster.custom.gpus = 9;
        QCOMPARE(with(s, "instance", "p5.48xlarge").cluster.instances, 2);
    }

    void anotherInstanceTypeLeavesTheirNumber() {
        QCOMPARE(with(exampleScenario(), "instance", "p5.48xlarge").cluster.instances, 64);
    }

    void fromNothingNothingIsDescribed() {
        const Scenario s = with(Scenario(), "instance", "custom");
        QCOMPARE(s.cluster.custom, CustomCluster());
    }
};

QTEST_GUILESS_MAIN(CustomClusterTest)
#include "custom_cluster_test.moc"
