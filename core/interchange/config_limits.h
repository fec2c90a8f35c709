// The largest numbers that a config.json may name: far beyond any model.
#pragma once

#include <cstdint>

namespace roofplan::config_limits {

inline constexpr std::int64_t layers = 10'000;
inline constexpr std::int64_t hidden = 1'000'000;
inline constexpr std::int64_t vocabulary = 100'000'000;
inline constexpr std::int64_t heads = 10'000;
inline constexpr std::int64_t headDimension = 10'000;
inline constexpr std::int64_t width = 10'000'000;
inline constexpr std::int64_t rank = 1'000'000;
inline constexpr std::int64_t experts = 100'000;
inline constexpr std::int64_t tokens = 1'000'000'000;
inline constexpr std::int64_t taps = 1'000;  ///< of a convolution
inline constexpr std::int64_t streams = 100; ///< of the residual
inline constexpr std::int64_t predictors = 100;

} // namespace roofplan::config_limits
