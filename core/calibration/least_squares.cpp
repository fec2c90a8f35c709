#include "core/calibration/least_squares.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace roofplan {

namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

constexpr double step = 1e-3;   ///< of the forward differences
constexpr double enough = 1e-5; ///< relative gain of an iteration that ends the search
constexpr double mostDamping = 1e8;

double loss(double residual) {
    return 2.0 * (std::sqrt(1.0 + residual * residual) - 1.0);
}

class Search {
public:
    explicit Search(const LeastSquaresProblem& problem)
        : m_problem(problem),
          m_size(static_cast<Eigen::Index>(problem.priors.size())),
          m_all(problem.weights.size()) {
        std::iota(m_all.begin(), m_all.end(), std::size_t{0});
    }

    LeastSquaresFit run() {
        std::vector<double> x = m_problem.start;
        if (x.empty()) {
            for (const Prior& prior : m_problem.priors) {
                x.push_back(prior.mean);
            }
        }
        LeastSquaresFit fit;
        fit.parameters = clamped(x);
        fit.residuals = m_problem.residuals(fit.parameters, m_all);
        fit.cost = cost(fit.parameters, fit.residuals);
        double damping = 1e-3;
        for (; fit.iterations < m_problem.mostIterations && !fit.converged; ++fit.iterations) {
            linearise(fit);
            fit.converged = !improve(fit, damping);
        }
        if (m_problem.spread) {
            linearise(fit);
            spread(fit);
        }
        return fit;
    }

private:
    [[nodiscard]] std::vector<double> clamped(std::vector<double> x) const {
        for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] = std::clamp(x[i], m_problem.priors[i].low, m_problem.priors[i].high);
        }
        return x;
    }

    [[nodiscard]] double cost(const std::vector<double>& x, const std::vector<double>& r) const {
        double sum = 0.0;
        for (std::size_t i = 0; i < r.size(); ++i) {
            sum += m_problem.weights[i] * loss(r[i]);
        }
        for (std::size_t i = 0; i < x.size(); ++i) {
            const Prior& prior = m_problem.priors[i];
            const double off = (x[i] - prior.mean) / prior.deviation;
            sum += off * off;
        }
        return sum;
    }

    /// d residual / d parameter by forward differences, backward ones at the upper limit.
    [[nodiscard]] Matrix jacobian(const LeastSquaresFit& fit) const {
        Matrix result = Matrix::Zero(static_cast<Eigen::Index>(fit.residuals.size()), m_size);
        for (std::size_t j = 0; j < m_problem.priors.size(); ++j) {
            std::vector<double> x = fit.parameters;
            const double h = x[j] + step > m_problem.priors[j].high ? -step : step;
            x[j] += h;
            const std::vector<std::size_t>& rows =
                m_problem.touched.empty() ? m_all : m_problem.touched[j];
            const std::vector<double> moved = m_problem.residuals(x, rows);
            for (std::size_t i = 0; i < rows.size(); ++i) {
                result(static_cast<Eigen::Index>(rows[i]), static_cast<Eigen::Index>(j)) =
                    (moved[i] - fit.residuals[rows[i]]) / h;
            }
        }
        return result;
    }

    /// Normal equations of the reweighted problem: each residual counts w/√(1 + r²).
    void linearise(const LeastSquaresFit& fit) {
        const auto rows = static_cast<Eigen::Index>(fit.residuals.size());
        m_jacobian = jacobian(fit);
        Vector weights(rows);
        Vector residuals(rows);
        for (Eigen::Index i = 0; i < rows; ++i) {
            const double r = fit.residuals[static_cast<std::size_t>(i)];
            residuals(i) = r;
            weights(i) = m_problem.weights[static_cast<std::size_t>(i)] / std::sqrt(1.0 + r * r);
        }
        m_normal = m_jacobian.transpose() * weights.asDiagonal() * m_jacobian;
        m_gradient = m_jacobian.transpose() * (weights.asDiagonal() * residuals);
        for (Eigen::Index j = 0; j < m_size; ++j) {
            const Prior& prior = m_problem.priors[static_cast<std::size_t>(j)];
            const double precision = 1.0 / (prior.deviation * prior.deviation);
            m_normal(j, j) += precision;
            m_gradient(j) += precision * (fit.parameters[static_cast<std::size_t>(j)] - prior.mean);
        }
    }

    /// One accepted step; false when none helps or it gains next to nothing.
    bool improve(LeastSquaresFit& fit, double& damping) {
        while (damping < mostDamping) {
            Matrix damped = m_normal;
            damped.diagonal() *= 1.0 + damping;
            const Vector move = damped.ldlt().solve(-m_gradient);
            std::vector<double> x = fit.parameters;
            for (Eigen::Index j = 0; j < m_size; ++j) {
                x[static_cast<std::size_t>(j)] += move(j);
            }
            x = clamped(std::move(x));
            std::vector<double> residuals = m_problem.residuals(x, m_all);
            const double next = cost(x, residuals);
            if (next < fit.cost) {
                const double gain = (fit.cost - next) / fit.cost;
                fit.parameters = std::move(x);
                fit.residuals = std::move(residuals);
                fit.cost = next;
                damping = std::max(damping * 0.2, 1e-9);
                return gain > enough;
            }
            damping *= 5.0;
        }
        return false;
    }

    void spread(LeastSquaresFit& fit) const {
        const Matrix inverse = m_normal.ldlt().solve(Matrix::Identity(m_size, m_size));
        for (Eigen::Index j = 0; j < m_size; ++j) {
            const Prior& prior = m_problem.priors[static_cast<std::size_t>(j)];
            const double variance = std::max(inverse(j, j), 0.0);
            fit.deviations.push_back(std::sqrt(variance));
            fit.moved.push_back(
                static_cast<std::size_t>((m_jacobian.col(j).array() != 0.0).count()));
            fit.dataShare.push_back(
                std::clamp(1.0 - variance / (prior.deviation * prior.deviation), 0.0, 1.0));
        }
    }

    const LeastSquaresProblem& m_problem;
    Eigen::Index m_size;
    std::vector<std::size_t> m_all; ///< indices of all observations
    Matrix m_jacobian;              ///< [observations, parameters]
    Matrix m_normal;
    Vector m_gradient;
};

} // namespace

LeastSquaresFit leastSquares(const LeastSquaresProblem& problem) {
    return Search(problem).run();
}

} // namespace roofplan
