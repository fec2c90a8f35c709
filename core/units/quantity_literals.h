// Named units as literals: 3.35_TBps, 80_GiB, 12.4_us. GB = 1e9 bytes, GiB = 2^30; bandwidths
// decimal.
#pragma once

#include "core/units/quantity.h"

namespace roofplan::literals {

// NOLINTBEGIN(bugprone-macro-parentheses): a type cannot stand in parentheses.
#define ROOFPLAN_UNIT(suffix, Type, factor)                                                        \
    constexpr Type operator""_##suffix(long double v) {                                            \
        return Type(static_cast<double>(v) * (factor));                                            \
    }                                                                                              \
    constexpr Type operator""_##suffix(unsigned long long v) {                                     \
        return Type(static_cast<double>(v) * (factor));                                            \
    }

ROOFPLAN_UNIT(us, Seconds, 1e-6)
ROOFPLAN_UNIT(ms, Seconds, 1e-3)
ROOFPLAN_UNIT(s, Seconds, 1.0)
ROOFPLAN_UNIT(h, Seconds, 3600.0)
ROOFPLAN_UNIT(d, Seconds, 86400.0)
ROOFPLAN_UNIT(B, Bytes, 1.0)
ROOFPLAN_UNIT(MB, Bytes, 1e6)
ROOFPLAN_UNIT(GB, Bytes, 1e9)
ROOFPLAN_UNIT(MiB, Bytes, 1048576.0)
ROOFPLAN_UNIT(GiB, Bytes, 1073741824.0)
ROOFPLAN_UNIT(GFLOP, Flops, 1e9)
ROOFPLAN_UNIT(TFLOP, Flops, 1e12)
ROOFPLAN_UNIT(TFLOPS, FlopRate, 1e12)
ROOFPLAN_UNIT(GBps, Bandwidth, 1e9)
ROOFPLAN_UNIT(TBps, Bandwidth, 1e12)
ROOFPLAN_UNIT(USD, Money, 1.0)
ROOFPLAN_UNIT(USDph, Price, 1.0 / 3600.0)
ROOFPLAN_UNIT(tok, Tokens, 1.0)

#undef ROOFPLAN_UNIT
// NOLINTEND(bugprone-macro-parentheses)

} // namespace roofplan::literals
