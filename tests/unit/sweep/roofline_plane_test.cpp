// The plane of memory against arithmetic intensity, and where a plan stands on it.
#include "core/sweep/roofline_plane.h"
#include "tests/support/shipped.h"

#include <QTest>

#include <algorithm>

using namespace roofplan;
using namespace roofplan::test;

namespace {

const RooflinePlane* planeOf(const std::vector<RooflinePlane>& planes, Bound tier) {
    const auto found = std::ranges::find(planes, tier, &RooflinePlane::tier);
    return found == planes.end() ? nullptr : &*found;
}

Result answer(const Scenario& scenario) {
    return *evaluate(scenario, shippedCatalogue(), Detail::Terms);
}

} // namespace

class RooflinePlaneTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // H200 of p5en.48xlarge: 989.5 TFLOP/s, 4.8 TB/s, 450 GB/s of NVLink and 50 GB/s of EFA one
    // way.
    void theCornerIsWhereTheThreeTimesAreEqual() {
        const auto planes = rooflinePlanes(answer(exampleScenario()));
        QCOMPARE(planes.size(), std::size_t(2));
        const PlaneRates& efa = planeOf(planes, Bound::Network)->datasheet;
        QVERIFY(near(efa.cornerX(), 4.8e12 / 50e9, 1e-12));
        QVERIFY(near(efa.cornerY(), 989.5e12 / 4.8e12, 1e-12));
        QVERIFY(near(efa.hyperbola(), 989.5e12 / 50e9, 1e-12));
        QVERIFY(near(efa.cornerX() * efa.cornerY(), efa.hyperbola(), 1e-12));
        QVERIFY(near(efa.attained(efa.cornerX(), efa.cornerY()), 989.5e12, 1e-12));
        const PlaneRates& nvlink = planeOf(planes, Bound::Nvlink)->datasheet;
        QVERIFY(near(nvlink.cornerX(), 4.8e12 / 450e9, 1e-12));
        const PlaneRates& used = planeOf(planes, Bound::Network)->achievable;
        QVERIFY(used.compute < efa.compute && used.hbm < efa.hbm && used.network < efa.network);
    }

    // The region is that of the longest of the three times.
    void regionsAreThoseOfTheLongestTime() {
        const PlaneRates rates{.compute = 1000.0, .hbm = 100.0, .network = 10.0};
        for (const double x : {0.13, 1.7, 5.3, 9.1, 11.9, 43.0, 1009.0}) {
            for (const double y : {0.13, 1.7, 5.3, 9.1, 11.9, 43.0, 1009.0}) {
                const double compute = x * y / rates.compute; // of one byte on the network
                const double hbm = x / rates.hbm;
                const double network = 1.0 / rates.network;
                const double longest = std::max({compute, hbm, network});
                const Bound expected = longest == network ? Bound::Network
                                       : longest == hbm   ? Bound::Hbm
                                                          : Bound::Compute;
                QCOMPARE(rates.region(x, y), expected);
                QVERIFY(near(rates.attained(x, y), x * y / longest, 1e-12));
            }
        }
    }

    void theStepIsTheSumOfItsOperators() {
        const Result result = answer(exampleScenario());
        const auto planes = rooflinePlanes(result);
        for (const RooflinePlane& plane : planes) {
            double flops = 0.0;
            double network = 0.0;
            for (const Term& term : result.terms) {
                flops += term.flops.base();
                network += (plane.tier == Bound::Nvlink ? term.nvlink : term.network).base();
            }
            const PlanePoint& step = plane.points.front();
            QCOMPARE(result.terms[step.term].name, TermName::Step);
            QVERIFY(near(step.flops, flops, 1e-12));
            QVERIFY(near(step.network, network, 1e-12));
            QVERIFY(near(*step.memoryIntensity, step.hbm / step.network, 1e-15));
            QVERIFY(near(step.arithmeticIntensity, step.flops / step.hbm, 1e-15));
            QCOMPARE(step.bound, Bound::Compute);
        }
    }

    // A GEMM sends nothing; a collective computes nothing and has no place.
    void operatorsStandAtTheRightEdge() {
        const Result result = answer(exampleScenario());
        const auto planes = rooflinePlanes(result);
        int gemms = 0;
        for (const PlanePoint& point : planes.front().points) {
            const Term& term = result.terms[point.term];
            QVERIFY(term.category != Category::TensorParallel);
            if (term.category == Category::Gemm) {
                ++gemms;
                QVERIFY(!point.memoryIntensity);
                const bool above = point.arithmeticIntensity >= planes.front().datasheet.cornerY();
                QCOMPARE(point.bound, above ? Bound::Compute : Bound::Hbm);
            }
        }
        QVERIFY(gemms > 5);
    }

    // FSDP sends the weights for every micro-batch: short ones move the step to the left.
    void shortSequencesMoveTheStepTowardsTheNetwork() {
        Scenario s = exampleScenario();
        s.plan = {.tensorParallel = 8, .zero = ZeroStage::Fsdp};
        s.workload.sequenceLength = 512;
        s.workload.globalBatch = 64;
        const auto small = rooflinePlanes(answer(s));
        s.workload.sequenceLength = 65536;
        const auto large = rooflinePlanes(answer(s));
        const PlanePoint& a = planeOf(small, Bound::Network)->points.front();
        const PlanePoint& b = planeOf(large, Bound::Network)->points.front();
        QVERIFY(*a.memoryIntensity < *b.memoryIntensity);
        QVERIFY(a.arithmeticIntensity < b.arithmeticIntensity);
        QCOMPARE(a.bound, Bound::Network);
        QCOMPARE(b.bound, Bound::Compute);
    }

    void oneDomainHasNoNetworkPlane() {
        Scenario s = exampleScenario();
        s.cluster.instances = 1;
        s.workload.model = "llama-3.1-8b";
        s.plan = {.tensorParallel = 8};
        const auto planes = rooflinePlanes(answer(s));
        QCOMPARE(planes.size(), std::size_t(1));
        QCOMPARE(planes.front().tier, Bound::Nvlink);
        QVERIFY(rooflinePlanes(*evaluate(s, shippedCatalogue())).empty());
    }
};

QTEST_GUILESS_MAIN(RooflinePlaneTest)
#include "roofline_plane_test.moc"
