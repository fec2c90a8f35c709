// Searches over clusters give what trying every plan of every cluster gives.
#include "core/search/cluster_list.h"
#include "core/search/cluster_search.h"
#include "tests/support/findings.h"
#include "tests/support/shipped.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace roofplan;
using namespace roofplan::test;

namespace {

/// A small model, so that every plan can be tried; three types, one of which it hardly fits on.
Scenario smallScenario() {
    Scenario s = exampleScenario();
    s.cluster.region = "us-east-1";
    s.cluster.pricePlan = PricePlan::OnDemand;
    s.workload.model = "llama-3.1-8b";
    s.workload.globalBatch = 12;
    s.workload.tokens = Tokens(2e9);
    return s;
}

ClusterChoices smallChoices() {
    return {.types = {"p4d.24xlarge", "g6e.48xlarge", "p5.48xlarge"}, .sizes = {1, 2, 3}};
}

constexpr double noLimit = std::numeric_limits<double>::infinity();

/// What evaluate() says of the best plan of each cluster, by type and size.
const std::vector<FoundCluster>& triedClusters() {
    static const std::vector<FoundCluster> all = [] {
        std::vector<FoundCluster> tried;
        const auto candidates =
            clusterCandidates(smallScenario(), shippedCatalogue(), smallChoices(), true);
        for (const ClusterCandidate& candidate : candidates->clusters) {
            std::optional<FoundCluster> best;
            PlanSpace(candidate.resolved).visit([&](const ParallelPlan& plan) {
                const Result result =
                    evaluateResolved(withPlan(candidate.resolved, plan), Detail::Headline);
                const FoundPlan found{plan, result.headline.stepTime, result.headline.memoryPeak};
                if (result.feasible && (!best || comesBefore(found, best->plan))) {
                    best = FoundCluster{.instance = candidate.instance,
                                        .instances = candidate.instances,
                                        .gpus = result.gpus,
                                        .plan = found,
                                        .timeToTrain = result.headline.timeToTrain,
                                        .cost = result.headline.cost};
                }
                return true;
            });
            if (best) {
                tried.push_back(*best);
            }
        }
        return tried;
    }();
    return all;
}

/// Those of them within the limits, best first by `figure`.
template <typename Figure>
std::vector<FoundCluster>
sortedBy(const Figure& figure, double deadline = noLimit, double budget = noLimit) {
    std::vector<FoundCluster> sorted;
    std::ranges::copy_if(triedClusters(), std::back_inserter(sorted), [&](const FoundCluster& c) {
        return c.timeToTrain.base() <= deadline && c.cost->base() <= budget;
    });
    std::ranges::stable_sort(sorted, {}, figure);
    return sorted;
}

double timeOf(const FoundCluster& cluster) {
    return cluster.timeToTrain.base();
}

double costOf(const FoundCluster& cluster) {
    return cluster.cost->base();
}

QString nameOf(const FoundCluster& c) {
    return QStringLiteral("%1 x %2: %3 s, %4 USD")
        .arg(c.instances)
        .arg(QString::fromStdString(c.instance))
        .arg(c.timeToTrain.base(), 0, 'g', 17)
        .arg(c.cost ? c.cost->base() : -1.0, 0, 'g', 17);
}

/// Cluster, plan, time and cost of each.
QStringList namesOf(const std::vector<FoundCluster>& clusters, std::size_t most = 1000) {
    QStringList names;
    for (std::size_t i = 0; i < std::min(clusters.size(), most); ++i) {
        names << nameOf(clusters[i]);
    }
    return names;
}

FoundClusters searched(SearchObjective objective,
                       std::size_t most,
                       const ClusterSearchOptions& options = {},
                       const ClusterChoices& choices = smallChoices()) {
    auto found =
        searchClusters(smallScenario(), shippedCatalogue(), choices, objective, most, options);
    return found ? std::move(*found) : FoundClusters();
}

} // namespace

class ClusterSearchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void everyClusterIsRankedAsTryingAllPlansDoes() {
        QVERIFY(triedClusters().size() > 6);
        QCOMPARE(namesOf(searched(SearchObjective::Time, 100).clusters), namesOf(sortedBy(timeOf)));
        QCOMPARE(namesOf(searched(SearchObjective::Cost, 100).clusters), namesOf(sortedBy(costOf)));
        const auto perDollar = [](const FoundCluster& c) {
            return c.plan.stepTime.base() * c.cost->base() / c.timeToTrain.base(); // USD a step
        };
        QCOMPARE(namesOf(searched(SearchObjective::TokensPerDollar, 100).clusters),
                 namesOf(sortedBy(perDollar)));
    }

    void theirPlansAreTheBest() {
        for (const FoundCluster& found : searched(SearchObjective::Time, 100).clusters) {
            const auto same = std::ranges::find_if(triedClusters(), [&](const FoundCluster& c) {
                return c.instance == found.instance && c.instances == found.instances;
            });
            QVERIFY(same != triedClusters().end());
            QCOMPARE(found.plan.stepTime.base(), same->plan.stepTime.base());
            QVERIFY(found.plan == same->plan);
        }
    }

    void aShortListIsTheStartOfTheWhole() {
        for (const SearchObjective objective :
             {SearchObjective::Time, SearchObjective::Cost, SearchObjective::TokensPerDollar}) {
            const QStringList all = namesOf(searched(objective, 100).clusters);
            for (const int threads : {1, 3}) {
                for (const std::size_t most : {std::size_t{1}, std::size_t{2}, std::size_t{4}}) {
                    const FoundClusters few = searched(objective, most, {.threads = threads});
                    QCOMPARE(namesOf(few.clusters), all.first(static_cast<qsizetype>(most)));
                    QVERIFY(few.searched <= few.candidates);
                }
            }
        }
    }

    void aBoundSparesSearches() {
        const ClusterChoices many{.types = {"p5en.48xlarge", "p4d.24xlarge"},
                                  .sizes = clusterSizes(1, 32, SizeSteps::Ladder)};
        const auto found = searchClusters(exampleScenario(), shippedCatalogue(), many,
                                          SearchObjective::Time, 1, {});
        QVERIFY(found && found->clusters.size() == 1);
        QVERIFY2(found->searched < found->candidates / 2,
                 qPrintable(QString::number(found->searched)));
    }

    void theCheapestMeetsTheDeadlineAndTheFastestTheBudget() {
        // Between the figures of the clusters, so that each is the limit once.
        for (const FoundCluster& edge : triedClusters()) {
            ClusterSearchOptions options;
            options.limits.deadline = edge.timeToTrain;
            QCOMPARE(namesOf(searched(SearchObjective::Cost, 100, options).clusters),
                     namesOf(sortedBy(costOf, timeOf(edge))));
            options.limits = {.budget = edge.cost};
            QCOMPARE(namesOf(searched(SearchObjective::Time, 100, options).clusters),
                     namesOf(sortedBy(timeOf, noLimit, costOf(edge))));
            QCOMPARE(namesOf(searched(SearchObjective::Time, 1, options).clusters),
                     namesOf(sortedBy(timeOf, noLimit, costOf(edge)), 1));
        }
    }

    void whereNoneKeepsTheLimitsTheNearestIsShown() {
        ClusterSearchOptions options;
        options.limits.deadline = sortedBy(timeOf).front().timeToTrain * 0.5;
        for (const int threads : {1, 3}) {
            options.threads = threads;
            const FoundClusters found = searched(SearchObjective::Cost, 3, options);
            QVERIFY(found.clusters.empty() && found.nearest);
            QCOMPARE(nameOf(*found.nearest), nameOf(sortedBy(timeOf).front()));
        }
        options.limits = {.budget = sortedBy(costOf).front().cost.value() * 0.9};
        QCOMPARE(nameOf(*searched(SearchObjective::Time, 3, options).nearest),
                 nameOf(sortedBy(costOf).front()));
    }

    void theFrontIsWhatNoClusterBeatsInBoth() {
        const auto& all = triedClusters();
        QStringList expected;
        for (const FoundCluster& cluster : sortedBy(timeOf)) {
            if (std::ranges::none_of(all, [&](const FoundCluster& other) {
                    return timeOf(other) <= timeOf(cluster) && costOf(other) <= costOf(cluster) &&
                           (timeOf(other) < timeOf(cluster) || costOf(other) < costOf(cluster));
                })) {
                expected << nameOf(cluster);
            }
        }
        QVERIFY(expected.size() >= 2);
        for (const int threads : {1, 3}) {
            const auto front = costTimeFront(smallScenario(), shippedCatalogue(), smallChoices(),
                                             {.threads = threads});
            QVERIFY(front);
            QCOMPARE(namesOf(front->clusters), expected);
        }
    }

    void theFewestThatFitAreTheFirstOfEachType() {
        Scenario large = exampleScenario();
        large.workload.globalBatch = 64;
        const ClusterChoices choices{.types = {"p5.48xlarge", "p5en.48xlarge", "p4d.24xlarge"},
                                     .sizes = clusterSizes(1, 6, SizeSteps::Every)};
        const auto found = fewestThatFit(large, shippedCatalogue(), choices, false, {.threads = 2});
        QVERIFY(found && !found->clusters.empty());
        for (const std::string& type : choices.types) {
            std::int64_t first = 0;
            for (std::int64_t size = 6; size >= 1; --size) {
                const auto resolved =
                    resolveForSearch(onCluster(large, type, size), shippedCatalogue());
                first = searchPlans(*resolved, {.most = 1}).plans.empty() ? first : size;
            }
            const auto same = std::ranges::find(found->clusters, type, &FoundCluster::instance);
            QCOMPARE(same == found->clusters.end() ? 0 : same->instances, first);
        }
        QVERIFY(std::ranges::is_sorted(found->clusters, {}, &FoundCluster::gpus));
    }

    void theFewestMayHaveToKeepADeadline() {
        const auto free =
            fewestThatFit(smallScenario(), shippedCatalogue(), smallChoices(), true, {});
        ClusterSearchOptions options;
        options.limits.deadline = sortedBy(timeOf).front().timeToTrain;
        const auto held =
            fewestThatFit(smallScenario(), shippedCatalogue(), smallChoices(), true, options);
        QCOMPARE(free->clusters.front().gpus, std::int64_t{8});
        QCOMPARE(held->clusters.size(), std::size_t{1});
        QCOMPARE(nameOf(held->clusters.front()), nameOf(sortedBy(timeOf).front()));
    }

    void noStepIsShorterThanTheBound_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("precision");
        QTest::addColumn<int>("phase");
        QTest::addColumn<QString>("instance");
        for (const char* model :
             {"llama-3.1-8b", "llama-3.1-405b", "mixtral-8x7b", "deepseek-v3"}) {
            QTest::addRow("%s", model)
                << model << int(Precision::Bf16) << int(TrainingPhase::Pretrain) << "p5.48xlarge";
            QTest::addRow("%s mxfp8", model) << model << int(Precision::Mxfp8)
                                             << int(TrainingPhase::Pretrain) << "p6-b200.48xlarge";
            QTest::addRow("%s nvfp4", model) << model << int(Precision::Nvfp4)
                                             << int(TrainingPhase::Pretrain) << "p6-b300.48xlarge";
        }
        QTest::newRow("lora") << "llama-3.1-8b" << int(Precision::Bf16) << int(TrainingPhase::Lora)
                              << "p5.48xlarge";
    }

    void noStepIsShorterThanTheBound() {
        QFETCH(QString, model);
        QFETCH(int, precision);
        QFETCH(int, phase);
        QFETCH(QString, instance);
        Scenario s = exampleScenario();
        s.workload.model = model.toStdString();
        s.workload.precision = static_cast<Precision>(precision);
        s.workload.phase = static_cast<TrainingPhase>(phase);
        s.stack.machineDerate = 1.2;
        for (const std::int64_t size : {2, 16}) {
            const auto resolved =
                resolveForSearch(onCluster(s, instance.toStdString(), size), shippedCatalogue());
            QVERIFY(resolved);
            // Whether it fits or not; memory is no part of the bound.
            SearchOptions fastest{.most = 1};
            fastest.space.pinned = {PlanField::Recompute, PlanField::Offload};
            ResolvedScenario base = *resolved;
            Gpu roomy = *resolved->gpu;
            roomy.memory.value = Bytes(1e18);
            base.gpu = &roomy;
            base.plan = {};
            const double shortest = searchPlans(base, fastest).plans.front().stepTime.base();
            QVERIFY2(
                stepBound(*resolved).base() < shortest,
                qPrintable(QStringLiteral("%1 %2").arg(stepBound(*resolved).base()).arg(shortest)));
        }
    }

    void aSearchThatIsCancelledEndsAtOnce() {
        const std::atomic<bool> cancelled = true;
        const FoundClusters found =
            searched(SearchObjective::Time, 3, {.threads = 2, .cancelled = &cancelled});
        QVERIFY(found.cancelled);
        QVERIFY(found.clusters.empty());
        QCOMPARE(found.searched, std::uint64_t{0});
    }

    void limitsThatNothingCanKeepAreRefused() {
        ClusterSearchOptions options;
        options.limits.deadline = Seconds(0.0);
        options.limits.budget = Money(-1.0);
        const auto found = searchClusters(smallScenario(), shippedCatalogue(), smallChoices(),
                                          SearchObjective::Time, 1, options);
        QVERIFY(!found);
        QVERIFY(find(found.error(), "search.deadline") != nullptr);
        QVERIFY(find(found.error(), "search.budget") != nullptr);
    }
};

QTEST_GUILESS_MAIN(ClusterSearchTest)
#include "cluster_search_test.moc"
