// What a number measures: decides the units it may be written in.
#pragma once

#include <cstdint>

namespace roofplan {

enum class UnitKind : std::uint8_t {
    Count,       ///< whole or not, with k, M, G or B, T, P: 8k, 15T, 1.5e13
    Ratio,       ///< a plain number; "35 %" reads as 0.35
    Percent,     ///< a share whose plain number is percent: "35" and "35 %" read as 0.35
    Time,        ///< us, ms, s, min, h, d; base s
    Size,        ///< B, kB, MB, GB, TB, KiB, MiB, GiB, TiB; base B
    FlopCount,   ///< FLOP, GFLOP, TFLOP, PFLOP
    ComputeRate, ///< TFLOPS, TFLOP/s, PFLOPS, TOPS; base FLOP/s
    DataRate,    ///< GB/s, TB/s, Gbit/s, Gbps; base B/s
    NetworkRate, ///< as DataRate, a plain number is Gbit/s; base B/s
    FlopPerByte, ///< arithmetic intensity
    Currency,    ///< USD
    HourlyPrice, ///< USD/h; base USD/s
    Watts,       ///< W, kW
    Joules,      ///< J, kWh; base J
    TokensPerSecond,
    Frequency,       ///< Hz, MHz, GHz
    BytesPerItem,    ///< bytes a parameter, element or logit
    OperationRate,   ///< IOPS; base operations/s
    RequestRate,     ///< requests/s
    RatePerCapacity, ///< MB/s/TiB, throughput that comes with capacity; base B/s/B
    StoragePrice,    ///< USD/GB-month, a month is 730 h; base USD/B/s
    ThroughputPrice, ///< USD/MBps-month; base USD/B
    OperationPrice,  ///< USD/IOPS-month; base USD an operation
    RequestPrice,    ///< USD/1000 requests; base USD a request
    TransferPrice,   ///< USD/GB; base USD/B
};

} // namespace roofplan
