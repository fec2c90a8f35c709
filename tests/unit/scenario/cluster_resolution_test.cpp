#include "core/scenario/field_table.h"
#include "tests/support/findings.h"
#include "tests/support/shipped.h"

#include <QTest>

#include <functional>

using namespace roofplan;
using namespace roofplan::test;

namespace {

/// The example's cluster described by hand.
Scenario customScenario() {
    Scenario s = exampleScenario();
    s.cluster = {.instance = std::string(customInstance),
                 .custom = {.gpu = "h200-sxm",
                            .gpus = 512,
                            .gpusPerNode = 8,
                            .networkPerGpu = Bandwidth(50e9),
                            .fabric = "efa-v3"},
                 .pricePlan = PricePlan::Own};
    return s;
}

/// A small job: one replica on `gpus` GPUs.
Scenario smallJob(std::int64_t gpus, std::int64_t tp) {
    Scenario s = customScenario();
    s.cluster.custom.gpus = gpus;
    s.workload.model = "llama-3.1-8b";
    s.plan = {.tensorParallel = tp};
    return s;
}

InstanceType& instance(Catalogue& catalogue, const std::string& id) {
    return *std::ranges::find(catalogue.instances, id, &InstanceType::id);
}

} // namespace

class ClusterResolutionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // What describes the same machines gives the same answer, whoever describes them.
    void aDescriptionOfAnInstanceIsThatInstance() {
        const Expected<Result> ours = evaluate(customScenario(), shippedCatalogue(), Detail::Terms);
        const Expected<Result> theirs =
            evaluate(exampleScenario(), shippedCatalogue(), Detail::Terms);
        QVERIFY2(ours.has_value(), ours ? "" : plainLine(ours.error()[0]).c_str());
        QCOMPARE(ours->headline.stepTime, theirs->headline.stepTime);
        QCOMPARE(ours->memory, theirs->memory);
        QCOMPARE(ours->gpus, theirs->gpus);
        QCOMPARE(ours->networkFamily, std::string("EFA"));
        QCOMPARE(ours->nvlinkFamily, std::string("NVLink"));
        QVERIFY(!ours->headline.cost);
    }

    void trafficWithoutGpuDirectIsAWarning() {
        Catalogue catalogue = shippedCatalogue();
        const Scenario s = exampleScenario();
        const auto said = [&catalogue](const Scenario& scenario) {
            return find(resolve(scenario, catalogue)->diagnostics, "cluster.no_gpudirect") !=
                   nullptr;
        };
        QVERIFY(!said(s));
        instance(catalogue, s.cluster.instance).gpuDirect = false;
        const Diagnostics list = resolve(s, catalogue)->diagnostics;
        const Diagnostic* found = find(list, "cluster.no_gpudirect");
        QVERIFY(found != nullptr);
        QCOMPARE(found->severity, Severity::Warning);
        QVERIFY2(text(found).contains(QStringLiteral("what its EFA carries passes through")),
                 qPrintable(text(found)));
        Scenario one = s; // within its domain
        one.cluster.instances = 1;
        one.plan = {.tensorParallel = 8};
        QVERIFY(!said(one));
    }

    void itsNumbersAreTheUsers() {
        const Expected<ResolvedScenario> r = resolve(customScenario(), shippedCatalogue());
        QVERIFY(r->instance == nullptr);
        QCOMPARE(r->instances, 64);
        QCOMPARE(r->gpusPerInstance.value, 8);
        QVERIFY(r->gpusPerInstance.fact == FactId::None);
        QVERIFY(r->networkBandwidth.fact == FactId::None);
        QCOMPARE(r->nvlinkDomain.value, 8);
        const Expected<ResolvedScenario> theirs = resolve(exampleScenario(), shippedCatalogue());
        QVERIFY(theirs->gpusPerInstance.fact != FactId::None);
        QVERIFY(theirs->networkBandwidth.fact != FactId::None);
        QVERIFY(theirs->nvlinkDomain.fact != FactId::None);
    }

    void whatANetworkNeedsIsAskedFor() {
        Scenario s = customScenario();
        s.cluster.custom.networkPerGpu.reset();
        s.cluster.custom.fabric.clear();
        const Expected<ResolvedScenario> r = resolve(s, shippedCatalogue());
        QVERIFY(!r.has_value());
        QCOMPARE(r.error().size(), std::size_t{2});
        QCOMPARE(r.error()[0].place, std::string("network_gbps_per_gpu"));
        QCOMPARE(r.error()[1].place, std::string("fabric"));
    }

    void oneDomainNeedsNoNetwork() {
        Scenario s = smallJob(8, 8);
        s.cluster.custom.networkPerGpu.reset();
        s.cluster.custom.fabric.clear();
        const Expected<Result> result = evaluate(s, shippedCatalogue(), Detail::Terms);
        QVERIFY2(result.has_value(), result ? "" : plainLine(result.error()[0]).c_str());
        QVERIFY(result->networkFamily.empty());
        QCOMPARE(result->ceilings.size(), std::size_t{3});
    }

    void unknownIdsAreNamedAtTheirField() {
        Scenario s = customScenario();
        s.cluster.custom.gpu = "h900";
        s.cluster.custom.fabric = "string";
        const Expected<ResolvedScenario> r = resolve(s, shippedCatalogue());
        QVERIFY(!r.has_value());
        QCOMPARE(r.error()[0].place, std::string("gpu"));
        QVERIFY(text(&r.error()[0]).contains(QStringLiteral("h200-sxm")));
        QCOMPARE(r.error()[1].place, std::string("fabric"));
        s.cluster.instance = "p9";
        const Expected<ResolvedScenario> other = resolve(s, shippedCatalogue());
        QVERIFY(text(&other.error()[0]).contains(QStringLiteral(", custom")));
    }

    void numbersOutOfRangeAreRefused_data() {
        using Edit = std::function<void(CustomCluster&)>;
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<QString>("place");
        const auto row = [](const char* place, Edit edit) {
            QTest::newRow(place) << std::move(edit) << QString::fromLatin1(place);
        };
        row("gpus", [](CustomCluster& c) { c.gpus = -8; });
        row("gpus_per_node", [](CustomCluster& c) { c.gpusPerNode = 0; });
        row("nvlink_domain", [](CustomCluster& c) { c.nvlinkDomain = 0; });
        row("network_gbps_per_gpu", [](CustomCluster& c) { c.networkPerGpu = Bandwidth(0.0); });
        row("oversubscription", [](CustomCluster& c) { c.oversubscription = 0.5; });
    }

    void numbersOutOfRangeAreRefused() {
        QFETCH(std::function<void(CustomCluster&)>, edit);
        QFETCH(QString, place);
        Scenario s = customScenario();
        edit(s.cluster.custom);
        const Expected<ResolvedScenario> r = resolve(s, shippedCatalogue());
        QVERIFY(!r.has_value());
        QVERIFY(std::ranges::any_of(r.error(), [&](const Diagnostic& d) {
            return d.code == "scenario.range" && d.place == place.toStdString();
        }));
    }

    void instancesBeyondAllReasonAreRefused() {
        Scenario s = exampleScenario();
        s.cluster.instances = std::numeric_limits<std::int64_t>::max();
        const Expected<ResolvedScenario> r = resolve(s, shippedCatalogue());
        QVERIFY(!r.has_value());
        QCOMPARE(r.error()[0].place, std::string("instances"));
    }

    // Half the network is what half the NIC is.
    void oversubscriptionDividesWhatCrossesDomains() {
        Scenario shared = customScenario();
        shared.cluster.custom.oversubscription = 2.0;
        Scenario halved = customScenario();
        halved.cluster.custom.networkPerGpu = Bandwidth(25e9);
        const Expected<Result> a = evaluate(shared, shippedCatalogue(), Detail::Terms);
        const Expected<Result> b = evaluate(halved, shippedCatalogue(), Detail::Terms);
        QCOMPARE(a->headline.stepTime, b->headline.stepTime);
        QVERIFY(a->headline.exposedNetwork >
                evaluate(customScenario(), shippedCatalogue())->headline.exposedNetwork);
        QCOMPARE(a->ceilings[3].datasheet, 25e9);
    }

    void instancesUseTheirOversubscription() {
        Catalogue catalogue = shippedCatalogue();
        instance(catalogue, "p5en.48xlarge").oversubscription =
            Sourced<double>{4.0, catalogue.instances.front().gpus.fact};
        const Expected<ResolvedScenario> r = resolve(exampleScenario(), catalogue);
        QCOMPARE(r->networkBandwidth.value.base(), 12.5e9);
        QCOMPARE(r->oversubscription.value, 4.0);
        const Expected<Result> result = evaluate(exampleScenario(), catalogue, Detail::Terms);
        QVERIFY(result->ceilings[3].facts[2] != FactId::None);
    }

    void withoutNvlinkTheDomainIsTheServer() {
        Catalogue catalogue = shippedCatalogue();
        NvlinkFabric pcie = *findEntry(catalogue.nvlinks, "nvlink-4");
        pcie.id = "pcie-5";
        pcie.name = "PCIe 5.0";
        pcie.family = "PCIe";
        catalogue.nvlinks.push_back(pcie);
        std::ranges::find(catalogue.gpus, std::string("h200-sxm"), &Gpu::id)->nvlink = "pcie-5";
        instance(catalogue, "p5en.48xlarge").nvlinkDomain.value = 1.0;
        const Expected<Result> result = evaluate(exampleScenario(), catalogue, Detail::Terms);
        QCOMPARE(result->nvlinkFamily, std::string("PCIe"));
        QCOMPARE(resolve(exampleScenario(), catalogue)->nvlinkDomain.value, 8);
        Scenario s = customScenario();
        s.cluster.custom.nvlinkDomain = 72;
        const Expected<ResolvedScenario> r = resolve(s, catalogue);
        QCOMPARE(r->nvlinkDomain.value, 8);
        const Diagnostic* unused = find(r->diagnostics, "cluster.domain_unused");
        QVERIFY(unused != nullptr);
        QCOMPARE(unused->place, std::string("nvlink_domain"));
        s.plan.tensorParallel = 16;
        QVERIFY(text(find(resolve(s, catalogue)->diagnostics, "plan.tp_across"))
                    .contains(QStringLiteral("PCIe domain")));
    }

    void announcedGpusAreRemarked() {
        Catalogue catalogue = shippedCatalogue();
        std::ranges::find(catalogue.gpus, std::string("h200-sxm"), &Gpu::id)->announced = true;
        const auto theirs = resolve(exampleScenario(), catalogue)->diagnostics;
        QCOMPARE(find(theirs, "cluster.announced")->severity, Severity::Info);
        QCOMPARE(find(theirs, "cluster.announced")->place, std::string("instance"));
        const auto ours = resolve(customScenario(), catalogue)->diagnostics;
        QCOMPARE(find(ours, "cluster.announced")->place, std::string("gpu"));
    }

    void partsOfUltraServersHaveNoPrice() {
        Catalogue catalogue = shippedCatalogue();
        instance(catalogue, "p5en.48xlarge").soldIn = {"u-p6e-gb200x36", "u-p6e-gb200x72"};
        const Expected<Result> result = evaluate(exampleScenario(), catalogue, Detail::Terms);
        const Diagnostic* found = find(result->diagnostics, "cluster.sold_in");
        QCOMPARE(found->severity, Severity::Warning);
        QVERIFY(text(found).contains(QStringLiteral("u-p6e-gb200x36, u-p6e-gb200x72")));
        QVERIFY(!result->headline.cost);
        Scenario own = exampleScenario();
        own.cluster.pricePlan = PricePlan::Own;
        own.cluster.ownPricePerGpu = Price(2.0 / 3600.0);
        QVERIFY(evaluate(own, catalogue)->headline.cost.has_value());
    }

    void moreGpusThanOneNetworkJoinsAreRemarked() {
        Catalogue catalogue = shippedCatalogue();
        instance(catalogue, "p5en.48xlarge").clusterLimit = Sourced<double>{500.0};
        const auto r = resolve(exampleScenario(), catalogue);
        const Diagnostic* found = find(r->diagnostics, "cluster.limit");
        QCOMPARE(found->severity, Severity::Warning);
        QVERIFY(text(found).contains(QStringLiteral("512 GPUs")));
        instance(catalogue, "p5en.48xlarge").clusterLimit = Sourced<double>{512.0};
        QVERIFY(find(resolve(exampleScenario(), catalogue)->diagnostics, "cluster.limit") ==
                nullptr);
    }

    // Jobs are spread evenly where that is possible: groups of 64 then straddle no rack.
    void gpusAreSpreadEvenlyOverRacks() {
        Scenario s = customScenario();
        s.cluster.custom = {.gpu = "h200-sxm",
                            .gpus = 256,
                            .gpusPerNode = 4,
                            .nvlinkDomain = 72,
                            .networkPerGpu = Bandwidth(50e9),
                            .fabric = "efa-v3"};
        auto r = resolve(s, shippedCatalogue());
        QVERIFY2(r.has_value(), r ? "" : plainLine(r.error()[0]).c_str());
        QCOMPARE(r->nvlinkDomain.value, 64);
        const Diagnostic* found = find(r->diagnostics, "cluster.even_spread");
        QVERIFY(found != nullptr);
        QCOMPARE(found->severity, Severity::Info);
        QVERIFY2(text(found).contains(QStringLiteral("over 4 domains: 64 of the 72")),
                 qPrintable(text(found)));
        QVERIFY(find(r->diagnostics, "cluster.partial_domain") == nullptr);

        s.cluster.custom.nvlinkDomain = 64;
        QVERIFY(find(resolve(s, shippedCatalogue())->diagnostics, "cluster.even_spread") ==
                nullptr);
    }

    void aDomainThatIsNotFullIsRemarked() {
        Scenario s = customScenario();
        s.cluster.custom = {.gpu = "h200-sxm",
                            .gpus = 148,
                            .gpusPerNode = 4,
                            .nvlinkDomain = 72,
                            .networkPerGpu = Bandwidth(50e9),
                            .fabric = "efa-v3"};
        s.plan = {};
        const auto r = resolve(s, shippedCatalogue());
        QVERIFY2(r.has_value(), r ? "" : plainLine(r.error()[0]).c_str());
        QCOMPARE(r->nvlinkDomain.value, 72);
        const Diagnostic* found = find(r->diagnostics, "cluster.partial_domain");
        QVERIFY(found != nullptr);
        QCOMPARE(found->severity, Severity::Warning);
        QVERIFY2(text(found).contains(QStringLiteral("the last holds 4")), qPrintable(text(found)));
    }

    // Forty GPUs of a rack of 72 are one domain of forty.
    void aJobWithinADomainStaysInIt() {
        for (const std::int64_t tp : {8, 4}) {
            Scenario s = smallJob(40, tp);
            s.cluster.custom.gpusPerNode = 4;
            s.cluster.custom.nvlinkDomain = 72;
            s.plan.pipelineParallel = 5;
            const Expected<Result> result = evaluate(s, shippedCatalogue(), Detail::Terms);
            QVERIFY2(result.has_value(), result ? "" : plainLine(result.error()[0]).c_str());
            QCOMPARE(result->headline.exposedNetwork, Seconds());
            QCOMPARE(result->ceilings.size(), std::size_t{3});
        }
    }

    void nodesAndDomainsThatDoNotGoTogetherAreRemarked() {
        Scenario s = customScenario();
        s.cluster.custom.nvlinkDomain = 12;
        s.cluster.custom.gpus = 510;
        s.plan = {.tensorParallel = 2, .pipelineParallel = 1};
        const auto r = resolve(s, shippedCatalogue());
        QVERIFY2(r.has_value(), r ? "" : plainLine(r.error()[0]).c_str());
        QCOMPARE(find(r->diagnostics, "cluster.domain")->place, std::string("nvlink_domain"));
        QCOMPARE(find(r->diagnostics, "cluster.partial_node")->severity, Severity::Info);
        QCOMPARE(r->instances, 64);
    }

    void aDescriptionThatIsNotUsedIsRemarked() {
        Scenario s = exampleScenario();
        s.cluster.custom = customScenario().cluster.custom;
        const auto r = resolve(s, shippedCatalogue());
        QCOMPARE(find(r->diagnostics, "cluster.custom_unused")->severity, Severity::Info);
        QCOMPARE(evaluate(s, shippedCatalogue())->headline,
                 evaluate(exampleScenario(), shippedCatalogue())->headline);
    }
};

QTEST_GUILESS_MAIN(ClusterResolutionTest)
#include "cluster_resolution_test.moc"
