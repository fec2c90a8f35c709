// Maxima with a soft corner: where two times are close, a kernel takes a little longer than either.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace roofplan {

namespace detail {

/// Polynomials in t through (1 + t)^(1/N) at the six Chebyshev nodes of [0, 1]: within 1.5e-6.
template <int N>
inline constexpr std::array<double, 6> rootStart{};

template <>
inline constexpr std::array<double, 6> rootStart<5>{1.000001490555553,     0.19989150584369017,
                                                    -0.07866243352092331,  0.04160159015716917,
                                                    -0.018223379465326914, 0.004090422102043628};

template <>
inline constexpr std::array<double, 6> rootStart<7>{1.0000012123682438,    0.1427688855612366,
                                                    -0.06013569311465902,  0.03268544177129548,
                                                    -0.014506632465120265, 0.0032769794200975732};

template <int N>
[[nodiscard]] constexpr double power(double x) {
    const double half = N > 1 ? power<N / 2>(x) : 1.0;
    return half * half * (N % 2 == 1 ? x : 1.0);
}

template <>
[[nodiscard]] constexpr double power<0>(double /*x*/) {
    return 1.0;
}

} // namespace detail

/// (1 + t)^(1/N) for t from 0 to 1, to the last digit and a fifth of the time of std::pow, which
/// would take a third of a whole evaluation: a polynomial x, then one step of Halley's method for
/// x^N = y,
///   x·((N−1)·x^N + (N+1)·y) / ((N+1)·x^N + (N−1)·y) = x + 2·x·(y − x^N) / ((N+1)·x^N + (N−1)·y),
/// which leaves (N²−1)/12 of the cube of the relative error: 1e-17.
template <int N>
[[nodiscard]] inline double rootOfOnePlus(double t) {
    const std::array<double, 6>& c = detail::rootStart<N>;
    const double square = t * t; // pairs need not wait for each other
    const double x = (c[0] + c[1] * t) + square * ((c[2] + c[3] * t) + square * (c[4] + c[5] * t));
    const double reached = detail::power<N>(x);
    const double missed = t - (reached - 1.0); // exact in its larger part, unlike 1 + t
    return x + 2.0 * x * missed / ((N + 1.0) * reached + (N - 1.0) * (1.0 + t));
}

/// (a^5 + b^5)^(1/5), from max(a, b) to 1.149 of it; the larger must be above 0.
[[nodiscard]] inline double softMaximum(double a, double b) {
    const double larger = std::max(a, b);
    return larger * rootOfOnePlus<5>(detail::power<5>(std::min(a, b) / larger));
}

/// (a^1.4 + b^1.4)^(1/1.4), from max(a, b) to 1.64 of it; the larger must be above 0.
[[nodiscard]] inline double softestMaximum(double a, double b) {
    constexpr double exponent = 1.4; // 7/5: its inverse is the fifth power of the seventh root
    const double larger = std::max(a, b);
    const double ratio = std::pow(std::min(a, b) / larger, exponent);
    return larger * detail::power<5>(rootOfOnePlus<7>(ratio));
}

} // namespace roofplan
