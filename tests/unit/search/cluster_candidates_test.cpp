// Which clusters a search may choose from, and why others are out.
#include "core/search/cluster_candidates.h"
#include "tests/support/findings.h"
#include "tests/support/shipped.h"

#include <QTest>

#include <algorithm>

using namespace roofplan;
using namespace roofplan::test;

namespace {

using Counts = std::vector<std::int64_t>;

Expected<ClusterCandidates> candidates(const ClusterChoices& choices,
                                       bool priced = true,
                                       const Scenario& scenario = exampleScenario()) {
    return clusterCandidates(scenario, shippedCatalogue(), choices, priced);
}

/// The error of choices that are none, as text.
QString refusal(const ClusterChoices& choices, const Scenario& scenario = exampleScenario()) {
    const auto found = candidates(choices, true, scenario);
    return found ? QString() : text(&found.error().front());
}

} // namespace

class ClusterCandidatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void theLadderIsPowersOfTwoAndThreeTimesSuch() {
        QCOMPARE(clusterSizes(1, 20, SizeSteps::Ladder), (Counts{1, 2, 3, 4, 6, 8, 12, 16, 20}));
        QCOMPARE(clusterSizes(5, 12, SizeSteps::Ladder), (Counts{5, 6, 8, 12}));
        QCOMPARE(clusterSizes(7, 7, SizeSteps::Ladder), (Counts{7}));
        QCOMPARE(clusterSizes(3, 6, SizeSteps::Every), (Counts{3, 4, 5, 6}));
        QVERIFY(clusterSizes(6, 5, SizeSteps::Ladder).empty());
        QVERIFY(clusterSizes(6, 5, SizeSteps::Every).empty());
    }

    void typesAreThoseWithAPriceUnderThePlanInTheRegion() {
        const Cluster cluster = exampleScenario().cluster;
        const auto types = candidateTypes(shippedCatalogue(), cluster, true);
        QVERIFY(types.size() > 2);
        for (const std::string& type : types) {
            QVERIFY2(findPrice(shippedCatalogue(), type, cluster.pricePlan, cluster.region) !=
                         nullptr,
                     type.c_str());
        }
        const auto all = candidateTypes(shippedCatalogue(), cluster, false);
        QVERIFY(all.size() > types.size());
        QVERIFY(std::ranges::find(all, "dgx-h100") != all.end());
        QVERIFY2(std::ranges::find(all, "p6e-gb200.36xlarge") == all.end(),
                 "sold in whole UltraServers alone");
    }

    void whatCannotBeBoughtIsOutWithTheReason() {
        const auto found = candidates({.types = {"p5en.48xlarge", "dgx-h100"}, .sizes = {1, 300}});
        QVERIFY(found);
        QCOMPARE(found->clusters.size(), std::size_t{1});
        QCOMPARE(found->clusters.front().resolved.gpus, std::int64_t{8});
        QCOMPARE(found->leftOut.size(), std::size_t{2});
        QCOMPARE(found->leftOut[0].instance, std::string("p5en.48xlarge"));
        QCOMPARE(found->leftOut[0].sizes, (Counts{300}));
        QVERIFY2(text(&found->leftOut[0].reason)
                     .contains(QLatin1String("300 instances are more than the 256")),
                 qPrintable(text(&found->leftOut[0].reason)));
        QCOMPARE(found->leftOut[1].reason.code, std::string("price.unknown"));
        QCOMPARE(found->leftOut[1].sizes, (Counts{1, 300}));
    }

    void capacityBlocksHoldSoManyInstances() {
        const auto found = candidates({.types = {"p5en.48xlarge"}, .sizes = {64, 256, 257}});
        QVERIFY(found);
        QVERIFY(!found->leftOut.empty());
        QCOMPARE(found->leftOut[0].reason.code, std::string("price.block_limit"));
        Scenario onDemand = exampleScenario();
        onDemand.cluster.pricePlan = PricePlan::OnDemand;
        onDemand.cluster.region = "us-east-1";
        const auto free =
            candidates({.types = {"p5en.48xlarge"}, .sizes = {64, 256, 257}}, false, onDemand);
        QCOMPARE(free->clusters.size(), std::size_t{3});
    }

    void withoutMoneyAPriceIsNotNeeded() {
        const auto found = candidates({.types = {"dgx-h100"}, .sizes = {4}}, false);
        QVERIFY(found && found->clusters.size() == 1 && found->leftOut.empty());
    }

    void theNumberOfGpusIsHeld() {
        const auto found = candidates({.types = {"p5en.48xlarge"},
                                       .sizes = clusterSizes(1, 16, SizeSteps::Every),
                                       .fewestGpus = 24,
                                       .mostGpus = 40});
        QCOMPARE(found->clusters.size(), std::size_t{3});
        QCOMPARE(found->clusters.front().instances, std::int64_t{3});
        QCOMPARE(found->clusters.back().instances, std::int64_t{5});
    }

    void aCustomClusterIsCountedInNodes() {
        Scenario custom = exampleScenario();
        custom.cluster.custom = {.gpu = "h200-sxm",
                                 .gpus = 8,
                                 .gpusPerNode = 4,
                                 .networkPerGpu = Bandwidth(50e9),
                                 .fabric = "efa-v3"};
        const auto found = candidates({.types = {"custom"}, .sizes = {1, 6}}, false, custom);
        QVERIFY(found && found->clusters.size() == 2);
        QCOMPARE(found->clusters[1].resolved.gpus, std::int64_t{24});
    }

    void choicesThatAreNoneAreRefused() {
        QVERIFY(refusal({.types = {}, .sizes = {1}}).contains(QLatin1String("no instance type")));
        QVERIFY(refusal({.types = {"p5en.48xlarge"}, .sizes = {}}).contains(QLatin1String("size")));
        QVERIFY(refusal({.types = {"p5en.48xlarge"}, .sizes = {2, 0}})
                    .contains(QLatin1String("from 1")));
        QVERIFY(
            refusal({.types = {"p5en.48xlarge"}, .sizes = clusterSizes(1, 20001, SizeSteps::Every)})
                .contains(QLatin1String("20000 clusters in all")));
        QVERIFY(refusal({.types = {"p5en.48xlarge"}, .sizes = {1}, .fewestGpus = 9, .mostGpus = 8})
                    .contains(QLatin1String("at least 9 and at most 8")));
    }

    void whatIsWrongWithTheQuestionIsNotAMatterOfTheCluster() {
        Scenario wrong = exampleScenario();
        wrong.workload.model = "llama-9";
        QVERIFY(refusal({.types = {"p5en.48xlarge"}, .sizes = {1, 2}}, wrong)
                    .contains(QLatin1String("llama-9")));
        QVERIFY(refusal({.types = {"p7.48xlarge"}, .sizes = {1}}).contains(QLatin1String("p7")));
    }
};

QTEST_GUILESS_MAIN(ClusterCandidatesTest)
#include "cluster_candidates_test.moc"
