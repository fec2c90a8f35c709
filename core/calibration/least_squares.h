// Levenberg–Marquardt on robust, weighted residuals with priors and bounds.
#pragma once

#include <functional>
#include <vector>

namespace roofplan {

/// What a parameter is before the data speak: value, one standard deviation, and limits.
struct Prior {
    double mean = 0.0;
    double deviation = 1.0;
    double low = 0.0;
    double high = 0.0;
};

struct LeastSquaresProblem {
    /// Of the listed observations at [parameters]; in units of their expected spread.
    std::function<std::vector<double>(const std::vector<double>& parameters,
                                      const std::vector<std::size_t>& observations)>
        residuals;
    std::vector<double> weights; ///< [observations]
    /// [parameters] the observations that can depend on it, ascending; all of them where empty.
    std::vector<std::vector<std::size_t>> touched;
    std::vector<Prior> priors; ///< [parameters]
    std::vector<double> start; ///< [parameters], the means where empty
    int mostIterations = 30;
    bool spread = true; ///< whether deviations, dataShare and moved are wanted
};

struct LeastSquaresFit {
    std::vector<double> parameters;
    std::vector<double> deviations; ///< standard errors, data and prior together
    std::vector<double> dataShare;  ///< of the information on a parameter, 0 to 1
    std::vector<std::size_t> moved; ///< [parameters] observations that change with it
    std::vector<double> residuals;  ///< at the parameters
    double cost = 0.0;
    int iterations = 0;
    bool converged = false;
};

/// Minimises Σ w·ρ(r) + Σ ((x − mean)/deviation)² with the pseudo-Huber loss
/// ρ(r) = 2·(√(1 + r²) − 1) inside the limits. Jacobians are forward differences. Source: Levenberg
/// 1944, Marquardt 1963; loss: Charbonnier et al. 1997.
[[nodiscard]] LeastSquaresFit leastSquares(const LeastSquaresProblem& problem);

} // namespace roofplan
