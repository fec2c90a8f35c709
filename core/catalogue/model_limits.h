// The largest numbers that readers of models take. Far beyond any model; together they keep every
// product (parameters of all layers) below 2^63.
#pragma once

#include <cstdint>

namespace roofplan::limits {

inline constexpr std::int64_t hidden = 1'000'000;
inline constexpr std::int64_t vocabulary = 100'000'000;
inline constexpr std::int64_t tokens = 1'000'000'000; ///< of positions, spans and selections
inline constexpr std::int64_t heads = 10'000;
inline constexpr std::int64_t headDimension = 10'000; ///< and what stands in its place
inline constexpr std::int64_t rank = 100'000;
inline constexpr std::int64_t outputGroups = 1'000;
inline constexpr std::int64_t compression = 1'000'000;
inline constexpr std::int64_t convolution = 1'000;
inline constexpr std::int64_t width = 10'000'000; ///< of a feed-forward
inline constexpr std::int64_t experts = 100'000;
inline constexpr std::int64_t expertColumns = 50'000'000; ///< experts times their width
inline constexpr std::int64_t layers = 10'000;
inline constexpr std::int64_t norms = 16;
inline constexpr std::int64_t scalars = 1'000'000;
inline constexpr std::int64_t residualStreams = 16;
inline constexpr std::int64_t predictionModules = 100;
inline constexpr std::int64_t partParameters = 1'000'000'000'000'000; ///< of what is only counted

} // namespace roofplan::limits
