// Quantities that carry their dimension: Bytes / Bandwidth is Seconds; Bytes + Flops does not
// compile. A quantity is one double in the base unit (s, B, FLOP, USD, J, token); it costs nothing
// at run time.
#pragma once

#include <type_traits>

namespace roofplan {

/// A double with integer exponents of time, bytes, FLOP, money, energy and tokens.
template <int Time, int Byte, int Flop, int Dollar, int Joule, int Token>
class Quantity {
public:
    constexpr Quantity() = default;

    /// From a number in the base unit.
    constexpr explicit Quantity(double base) : m_base(base) {}

    /// The number of `unit`s in this quantity: `t.in(1.0_us)`.
    [[nodiscard]] constexpr double in(Quantity unit) const { return m_base / unit.m_base; }

    /// The number in the base unit.
    [[nodiscard]] constexpr double base() const { return m_base; }

    // Written out: a defaulted <=> needs <compare>, on which moc 6.4 stumbles.
    friend constexpr bool operator==(Quantity a, Quantity b) { return a.m_base == b.m_base; }

    friend constexpr bool operator<(Quantity a, Quantity b) { return a.m_base < b.m_base; }

    friend constexpr bool operator>(Quantity a, Quantity b) { return a.m_base > b.m_base; }

    friend constexpr bool operator<=(Quantity a, Quantity b) { return a.m_base <= b.m_base; }

    friend constexpr bool operator>=(Quantity a, Quantity b) { return a.m_base >= b.m_base; }

    constexpr Quantity& operator+=(Quantity other) {
        m_base += other.m_base;
        return *this;
    }

    constexpr Quantity& operator-=(Quantity other) {
        m_base -= other.m_base;
        return *this;
    }

    constexpr Quantity& operator*=(double factor) {
        m_base *= factor;
        return *this;
    }

    friend constexpr Quantity operator+(Quantity a, Quantity b) {
        return Quantity(a.m_base + b.m_base);
    }

    friend constexpr Quantity operator-(Quantity a, Quantity b) {
        return Quantity(a.m_base - b.m_base);
    }

    friend constexpr Quantity operator-(Quantity a) { return Quantity(-a.m_base); }

    friend constexpr Quantity operator*(Quantity a, double f) { return Quantity(a.m_base * f); }

    friend constexpr Quantity operator*(double f, Quantity a) { return Quantity(a.m_base * f); }

    friend constexpr Quantity operator/(Quantity a, double f) { return Quantity(a.m_base / f); }

private:
    double m_base = 0.0;
};

template <int T1,
          int B1,
          int F1,
          int D1,
          int J1,
          int K1,
          int T2,
          int B2,
          int F2,
          int D2,
          int J2,
          int K2>
constexpr auto operator*(Quantity<T1, B1, F1, D1, J1, K1> a, Quantity<T2, B2, F2, D2, J2, K2> b) {
    using R = Quantity<T1 + T2, B1 + B2, F1 + F2, D1 + D2, J1 + J2, K1 + K2>;
    if constexpr (std::is_same_v<R, Quantity<0, 0, 0, 0, 0, 0>>) {
        return a.base() * b.base();
    } else {
        return R(a.base() * b.base());
    }
}

template <int T1,
          int B1,
          int F1,
          int D1,
          int J1,
          int K1,
          int T2,
          int B2,
          int F2,
          int D2,
          int J2,
          int K2>
constexpr auto operator/(Quantity<T1, B1, F1, D1, J1, K1> a, Quantity<T2, B2, F2, D2, J2, K2> b) {
    using R = Quantity<T1 - T2, B1 - B2, F1 - F2, D1 - D2, J1 - J2, K1 - K2>;
    if constexpr (std::is_same_v<R, Quantity<0, 0, 0, 0, 0, 0>>) {
        return a.base() / b.base();
    } else {
        return R(a.base() / b.base());
    }
}

using Seconds = Quantity<1, 0, 0, 0, 0, 0>;
using Bytes = Quantity<0, 1, 0, 0, 0, 0>;
using Flops = Quantity<0, 0, 1, 0, 0, 0>;
using Money = Quantity<0, 0, 0, 1, 0, 0>;
using Energy = Quantity<0, 0, 0, 0, 1, 0>;
using Tokens = Quantity<0, 0, 0, 0, 0, 1>;
using FlopRate = Quantity<-1, 0, 1, 0, 0, 0>;
using Bandwidth = Quantity<-1, 1, 0, 0, 0, 0>;
using Price = Quantity<-1, 0, 0, 1, 0, 0>;
using Power = Quantity<-1, 0, 0, 0, 1, 0>;
using TokenRate = Quantity<-1, 0, 0, 0, 0, 1>;
using Intensity = Quantity<0, -1, 1, 0, 0, 0>;
using PerSecond = Quantity<-1, 0, 0, 0, 0, 0>;      ///< operations; or bandwidth a byte of capacity
using CapacityPrice = Quantity<-1, -1, 0, 1, 0, 0>; ///< of a byte kept, a second
using BytePrice = Quantity<0, -1, 0, 1, 0, 0>;      ///< of a byte moved; of bandwidth, a second

} // namespace roofplan
