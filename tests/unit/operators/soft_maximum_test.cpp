#include "core/operators/soft_maximum.h"
#include "tests/support/shipped.h"

#include <QTest>

#include <cmath>

using namespace roofplan;
using namespace roofplan::test;

namespace {

constexpr int steps = 200000;
constexpr double lastDigit = 0x1p-52;

template <int N>
double worstRoot() {
    double worst = 0.0;
    for (int i = 0; i <= steps; ++i) {
        const double t = static_cast<double>(i) / steps;
        const double exact = static_cast<double>(std::pow(1.0L + t, 1.0L / N));
        worst = std::max(worst, relativeError(rootOfOnePlus<N>(t), exact));
    }
    return worst;
}

/// (a^p + b^p)^(1/p) as it is written.
double norm(double a, double b, double p) {
    return std::pow(std::pow(a, p) + std::pow(b, p), 1.0 / p);
}

} // namespace

class SoftMaximumTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void rootsAreThoseOfTheLibraryToTheLastDigit() {
        QVERIFY(worstRoot<5>() <= lastDigit);
        QVERIFY(worstRoot<7>() <= lastDigit);
        QCOMPARE(rootOfOnePlus<5>(0.0), 1.0);
        QCOMPARE(rootOfOnePlus<7>(0.0), 1.0);
    }

    void maximaAreTheNormsTheyStandFor() {
        for (double ratio = 1e-7; ratio < 1e7; ratio *= 1.01) {
            QVERIFY(near(softMaximum(3e-5, 3e-5 * ratio), norm(3e-5, 3e-5 * ratio, 5.0), 2e-14));
            QVERIFY(near(softestMaximum(3e-5, 3e-5 * ratio), norm(3e-5, 3e-5 * ratio, 1.4), 2e-14));
        }
        QCOMPARE(softMaximum(2.0, 0.0), 2.0);
        QCOMPARE(softestMaximum(0.0, 2.0), 2.0);
    }

    void neitherOfTheTwoComesFirst() {
        QCOMPARE(softMaximum(2.0, 3.0), softMaximum(3.0, 2.0));
        QCOMPARE(softestMaximum(2.0, 3.0), softestMaximum(3.0, 2.0));
    }

    void theyGrowWithBoth() {
        double before = 0.0;
        double softer = 0.0;
        for (int i = 0; i <= steps; ++i) {
            const double a = 0.5 + static_cast<double>(i) / steps;
            QVERIFY(softMaximum(a, 1.0) >= before * (1.0 - lastDigit));
            QVERIFY(softestMaximum(a, 1.0) >= softer * (1.0 - lastDigit));
            before = softMaximum(a, 1.0);
            softer = softestMaximum(a, 1.0);
        }
    }
};

QTEST_GUILESS_MAIN(SoftMaximumTest)
#include "soft_maximum_test.moc"
