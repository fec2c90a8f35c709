#include "core/calibration/least_squares.h"

#include <QTest>

#include <cmath>

using namespace roofplan;

namespace {

using Numbers = std::vector<double>;
using Rows = std::vector<std::size_t>;

constexpr Prior vague{.mean = 0.0, .deviation = 1e6, .low = -1e6, .high = 1e6};

/// Residuals Σ_j a_ij x_j − y_i.
LeastSquaresProblem linear(std::vector<Numbers> a, Numbers y, std::vector<Prior> priors) {
    LeastSquaresProblem problem;
    problem.weights.assign(y.size(), 1.0);
    problem.priors = std::move(priors);
    problem.residuals = [a = std::move(a), y = std::move(y)](const Numbers& x, const Rows& rows) {
        Numbers residuals;
        for (const std::size_t i : rows) {
            double sum = -y[i];
            for (std::size_t j = 0; j < x.size(); ++j) {
                sum += a[i][j] * x[j];
            }
            residuals.push_back(sum);
        }
        return residuals;
    };
    return problem;
}

bool close(double a, double b, double tolerance = 1e-4) {
    return std::abs(a - b) <= tolerance;
}

} // namespace

class LeastSquaresTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void fitsALineWithItsCovariance() {
        // y = 1 + 2 t at t = 0…3: (AᵀA)⁻¹ = [[14, −6], [−6, 4]] / 20.
        const LeastSquaresFit fit =
            leastSquares(linear({{1, 0}, {1, 1}, {1, 2}, {1, 3}}, {1, 3, 5, 7}, {vague, vague}));
        QVERIFY(fit.converged);
        QVERIFY(close(fit.parameters[0], 1.0) && close(fit.parameters[1], 2.0));
        QVERIFY(close(fit.deviations[0], std::sqrt(14.0 / 20.0), 1e-3));
        QVERIFY(close(fit.deviations[1], std::sqrt(4.0 / 20.0), 1e-3));
        QVERIFY(fit.dataShare[0] > 0.999 && fit.dataShare[1] > 0.999);
        QCOMPARE(fit.moved, (Rows{4, 3}));
    }

    void weightsCountAsRepeats() {
        LeastSquaresProblem problem = linear({{1}, {1}}, {0.0, 0.1}, {vague});
        problem.weights = {3.0, 1.0};
        const LeastSquaresFit fit = leastSquares(problem);
        QVERIFY(close(fit.parameters[0], 0.025, 1e-3));
        QVERIFY(close(fit.deviations[0], 0.5, 5e-3));
    }

    void anOutlierDoesNotPull() {
        std::vector<Numbers> a(10, {1.0});
        Numbers y(10, 0.0);
        y.back() = 100.0;
        const LeastSquaresFit fit = leastSquares(linear(a, y, {vague}));
        // Σ x/√(1+x²) = 0: nine of the one against one of nearly 1; the mean would be 10.
        QVERIFY(close(fit.parameters[0], 1.0 / std::sqrt(80.0), 1e-3));
    }

    void thePriorHoldsWhatNoDataTouch() {
        const Prior prior{.mean = 0.3, .deviation = 0.2, .low = -1.0, .high = 1.0};
        const LeastSquaresFit fit = leastSquares(linear({{1, 0}}, {0.5}, {vague, prior}));
        QVERIFY(close(fit.parameters[0], 0.5));
        QVERIFY(close(fit.parameters[1], 0.3));
        QVERIFY(close(fit.deviations[1], 0.2));
        QVERIFY(close(fit.dataShare[1], 0.0));
        QCOMPARE(fit.moved[1], std::size_t{0});
    }

    void oneRowAndAnEqualPriorMeetHalfWay() {
        const Prior prior{.mean = 0.0, .deviation = 1.0, .low = -5.0, .high = 5.0};
        const LeastSquaresFit fit = leastSquares(linear({{1}}, {0.1}, {prior}));
        QVERIFY(close(fit.parameters[0], 0.05, 1e-3));
        QVERIFY(close(fit.deviations[0], std::sqrt(0.5), 1e-2));
        QVERIFY(close(fit.dataShare[0], 0.5, 1e-2));
    }

    void staysInsideTheLimits() {
        const Prior limited{.mean = 0.0, .deviation = 10.0, .low = -0.5, .high = 0.7};
        QCOMPARE(leastSquares(linear({{1}}, {3.0}, {limited})).parameters[0], 0.7);
        LeastSquaresProblem below = linear({{1}}, {-3.0}, {limited});
        below.start = {-4.0}; // outside: brought in
        QCOMPARE(leastSquares(below).parameters[0], -0.5);
    }

    void solvesWhatIsNotLinear() {
        // 3 e^{−0.5 t}
        LeastSquaresProblem problem;
        problem.weights.assign(6, 1.0);
        problem.priors = {vague, vague};
        problem.start = {1.0, 0.0};
        problem.mostIterations = 60;
        problem.residuals = [](const Numbers& x, const Rows& rows) {
            Numbers residuals;
            for (const std::size_t i : rows) {
                const auto t = static_cast<double>(i);
                residuals.push_back(x[0] * std::exp(x[1] * t) - 3.0 * std::exp(-0.5 * t));
            }
            return residuals;
        };
        const LeastSquaresFit fit = leastSquares(problem);
        QVERIFY(close(fit.parameters[0], 3.0, 1e-2) && close(fit.parameters[1], -0.5, 1e-2));
    }

    void asksOnlyRowsThatAParameterTouches() {
        std::vector<Numbers> a(20, {1.0, 0.0});
        a[7] = {1.0, 1.0};
        const Numbers y(20, 0.2);
        const LeastSquaresFit every = leastSquares(linear(a, y, {vague, vague}));
        LeastSquaresProblem problem = linear(a, y, {vague, vague});
        std::size_t asked = 0;
        problem.residuals = [&asked, all = problem.residuals](const Numbers& x, const Rows& rows) {
            asked += rows.size() == 1 ? 1 : 0;
            return all(x, rows);
        };
        Rows all(20);
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i] = i;
        }
        problem.touched = {all, {7}};
        const LeastSquaresFit some = leastSquares(problem);
        QVERIFY(asked > 0);
        QCOMPARE(some.parameters, every.parameters);
        QCOMPARE(some.deviations, every.deviations);
    }

    void leavesTheSpreadOutWhereItIsNotWanted() {
        LeastSquaresProblem problem = linear({{1}}, {0.5}, {vague});
        problem.spread = false;
        const LeastSquaresFit fit = leastSquares(problem);
        QVERIFY(close(fit.parameters[0], 0.5));
        QVERIFY(fit.deviations.empty() && fit.dataShare.empty());
    }

    void nothingToFitIsNoCrash() {
        LeastSquaresProblem problem;
        problem.residuals = [](const Numbers&, const Rows&) { return Numbers{}; };
        QVERIFY(leastSquares(problem).parameters.empty());
    }
};

QTEST_GUILESS_MAIN(LeastSquaresTest)
#include "least_squares_test.moc"
