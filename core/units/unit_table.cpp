#include "core/units/unit_table.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace roofplan {

namespace {

constexpr double bits = 8.0;
constexpr double kibi = 1024.0;
constexpr double mebi = kibi * kibi;
constexpr double gibi = mebi * kibi;
constexpr double tebi = gibi * kibi;
constexpr double pebi = tebi * kibi;
constexpr double month = 730.0 * 3600.0; // s, as AWS counts it: a twelfth of 8760 h

constexpr auto countUnits = std::to_array<Unit>({
    {.name = "", .shownFrom = 1.0, .listed = false},
    {.name = "k", .exponent = 3},
    {.name = "M", .exponent = 6, .shownFrom = 1.0},
    {.name = "B", .exponent = 9, .shownFrom = 1.0},
    {.name = "G", .exponent = 9},
    {.name = "T", .exponent = 12, .shownFrom = 1.0},
    {.name = "P", .exponent = 15, .shownFrom = 1.0},
});

constexpr auto ratioUnits = std::to_array<Unit>({
    {.name = "", .shownFrom = 1.0, .listed = false},
    {.name = "%", .exponent = -2},
    {.name = "GiB/TiB", .divide = kibi, .listed = false},
});

constexpr auto percentUnits = std::to_array<Unit>({
    {.name = "%", .exponent = -2, .shownFrom = 1.0},
});

constexpr auto timeUnits = std::to_array<Unit>({
    {.name = "s", .shownFrom = 1.0},
    {.name = "ns", .exponent = -9, .shownFrom = 1.0},
    {.name = "us", .exponent = -6, .shownFrom = 1.0},
    {.name = "\xC2\xB5s", .exponent = -6, .listed = false},
    {.name = "\xCE\xBCs", .exponent = -6, .listed = false},
    {.name = "ms", .exponent = -3, .shownFrom = 1.0},
    {.name = "min", .multiply = 60.0, .shownFrom = 10.0},
    {.name = "h", .multiply = 3600.0, .shownFrom = 2.0},
    {.name = "d", .multiply = 86400.0, .shownFrom = 2.0},
    {.name = "day", .multiply = 86400.0, .listed = false},
    {.name = "days", .multiply = 86400.0, .listed = false},
    {.name = "weeks", .multiply = 604800.0, .listed = false},
});

constexpr auto sizeUnits = std::to_array<Unit>({
    {.name = "B", .shownFrom = 1.0},
    {.name = "kB", .exponent = 3},
    {.name = "MB", .exponent = 6},
    {.name = "GB", .exponent = 9},
    {.name = "TB", .exponent = 12},
    {.name = "PB", .exponent = 15},
    {.name = "KiB", .multiply = kibi, .shownFrom = 1.0},
    {.name = "MiB", .multiply = mebi, .shownFrom = 1.0},
    {.name = "GiB", .multiply = gibi, .shownFrom = 1.0},
    {.name = "TiB", .multiply = tebi, .shownFrom = 1.0},
    {.name = "PiB", .multiply = pebi, .shownFrom = 1.0},
    {.name = "b", .divide = bits, .listed = false},
    {.name = "kb", .exponent = 3, .divide = bits, .listed = false},
    {.name = "Mb", .exponent = 6, .divide = bits, .listed = false},
    {.name = "Gb", .exponent = 9, .divide = bits, .listed = false},
    {.name = "Tb", .exponent = 12, .divide = bits, .listed = false},
});

constexpr auto flopUnits = std::to_array<Unit>({
    {.name = "FLOP", .shownFrom = 1.0},
    {.name = "MFLOP", .exponent = 6, .shownFrom = 1.0},
    {.name = "GFLOP", .exponent = 9, .shownFrom = 1.0},
    {.name = "TFLOP", .exponent = 12, .shownFrom = 1.0},
    {.name = "PFLOP", .exponent = 15, .shownFrom = 1.0},
    {.name = "EFLOP", .exponent = 18, .shownFrom = 1.0},
    {.name = "ZFLOP", .exponent = 21, .shownFrom = 1.0},
    {.name = "YFLOP", .exponent = 24, .shownFrom = 1.0},
});

constexpr auto computeRateUnits = std::to_array<Unit>({
    {.name = "FLOP/s", .shownFrom = 1.0},
    {.name = "GFLOP/s", .exponent = 9, .shownFrom = 1.0},
    {.name = "TFLOP/s", .exponent = 12, .shownFrom = 1.0},
    {.name = "PFLOP/s", .exponent = 15, .shownFrom = 1.0},
    {.name = "EFLOP/s", .exponent = 18, .shownFrom = 1.0},
    {.name = "GFLOPS", .exponent = 9, .listed = false},
    {.name = "TFLOPS", .exponent = 12},
    {.name = "PFLOPS", .exponent = 15},
    {.name = "EFLOPS", .exponent = 18, .listed = false},
    {.name = "TOPS", .exponent = 12},
    {.name = "TOP/s", .exponent = 12, .listed = false},
    {.name = "POPS", .exponent = 15, .listed = false},
});

constexpr auto dataRateUnits = std::to_array<Unit>({
    {.name = "B/s", .shownFrom = 1.0},
    {.name = "kB/s", .exponent = 3, .shownFrom = 1.0},
    {.name = "MB/s", .exponent = 6, .shownFrom = 1.0},
    {.name = "GB/s", .exponent = 9, .shownFrom = 1.0},
    {.name = "TB/s", .exponent = 12, .shownFrom = 1.0},
    {.name = "PB/s", .exponent = 15, .shownFrom = 1.0},
    {.name = "MBps", .exponent = 6, .listed = false},
    {.name = "GBps", .exponent = 9, .listed = false},
    {.name = "TBps", .exponent = 12, .listed = false},
    {.name = "MiB/s", .multiply = mebi},
    {.name = "GiB/s", .multiply = gibi},
    {.name = "TiB/s", .multiply = tebi, .listed = false},
    {.name = "Mbit/s", .exponent = 6, .divide = bits},
    {.name = "Gbit/s", .exponent = 9, .divide = bits},
    {.name = "Tbit/s", .exponent = 12, .divide = bits},
    {.name = "Mb/s", .exponent = 6, .divide = bits, .listed = false},
    {.name = "Gb/s", .exponent = 9, .divide = bits, .listed = false},
    {.name = "Tb/s", .exponent = 12, .divide = bits, .listed = false},
    {.name = "Mbps", .exponent = 6, .divide = bits, .listed = false},
    {.name = "Gbps", .exponent = 9, .divide = bits},
    {.name = "Tbps", .exponent = 12, .divide = bits, .listed = false},
});

constexpr auto networkRateUnits = std::to_array<Unit>({
    {.name = "Gbit/s", .exponent = 9, .divide = bits, .shownFrom = 1.0},
    {.name = "Mbit/s", .exponent = 6, .divide = bits},
    {.name = "Tbit/s", .exponent = 12, .divide = bits},
    {.name = "Gbps", .exponent = 9, .divide = bits},
    {.name = "Mbps", .exponent = 6, .divide = bits, .listed = false},
    {.name = "Tbps", .exponent = 12, .divide = bits, .listed = false},
    {.name = "Gb/s", .exponent = 9, .divide = bits, .listed = false},
    {.name = "MB/s", .exponent = 6, .listed = false},
    {.name = "GB/s", .exponent = 9},
    {.name = "TB/s", .exponent = 12, .listed = false},
});

constexpr auto intensityUnits = std::to_array<Unit>({
    {.name = "FLOP/B", .shownFrom = 1.0},
    {.name = "FLOP/byte", .listed = false},
});

constexpr auto currencyUnits = std::to_array<Unit>({
    {.name = "USD", .shownFrom = 1.0},
    {.name = "$", .listed = false},
    {.name = "k USD", .exponent = 3},
    {.name = "k$", .exponent = 3, .listed = false},
    {.name = "M USD", .exponent = 6, .shownFrom = 1.0},
    {.name = "M$", .exponent = 6, .listed = false},
    {.name = "B USD", .exponent = 9, .shownFrom = 1.0},
    {.name = "B$", .exponent = 9, .listed = false},
});

constexpr auto hourlyPriceUnits = std::to_array<Unit>({
    {.name = "USD/h", .divide = 3600.0, .shownFrom = 1.0},
    {.name = "USD/hour", .divide = 3600.0, .listed = false},
    {.name = "USD/hr", .divide = 3600.0, .listed = false},
    {.name = "$/h", .divide = 3600.0, .listed = false},
    {.name = "USD/s"},
});

constexpr auto wattUnits = std::to_array<Unit>({
    {.name = "W", .shownFrom = 1.0},
    {.name = "kW", .exponent = 3, .shownFrom = 1.0},
    {.name = "MW", .exponent = 6, .shownFrom = 1.0},
    {.name = "GW", .exponent = 9, .shownFrom = 1.0},
});

constexpr auto jouleUnits = std::to_array<Unit>({
    {.name = "J", .shownFrom = 1.0},
    {.name = "kJ", .exponent = 3, .shownFrom = 1.0},
    {.name = "kWh", .exponent = 3, .multiply = 3600.0, .shownFrom = 1.0},
    {.name = "MWh", .exponent = 6, .multiply = 3600.0, .shownFrom = 1.0},
    {.name = "GWh", .exponent = 9, .multiply = 3600.0, .shownFrom = 1.0},
});

constexpr auto tokenRateUnits = std::to_array<Unit>({
    {.name = "tokens/s", .shownFrom = 1.0},
    {.name = "tok/s", .listed = false},
    {.name = "k tokens/s", .exponent = 3},
    {.name = "M tokens/s", .exponent = 6, .shownFrom = 1.0},
});

constexpr auto frequencyUnits = std::to_array<Unit>({
    {.name = "Hz", .shownFrom = 1.0},
    {.name = "kHz", .exponent = 3, .shownFrom = 1.0},
    {.name = "MHz", .exponent = 6, .shownFrom = 1.0},
    {.name = "GHz", .exponent = 9, .shownFrom = 1.0},
});

constexpr auto bytesPerItemUnits = std::to_array<Unit>({
    {.name = "B", .shownFrom = 1.0},
    {.name = "bytes", .listed = false},
});

constexpr auto operationRateUnits = std::to_array<Unit>({
    {.name = "IOPS", .shownFrom = 1.0},
    {.name = "k IOPS", .exponent = 3},
    {.name = "M IOPS", .exponent = 6, .shownFrom = 1.0},
});

constexpr auto requestRateUnits = std::to_array<Unit>({
    {.name = "requests/s", .shownFrom = 1.0},
});

constexpr auto ratePerCapacityUnits = std::to_array<Unit>({
    {.name = "MB/s/TiB", .exponent = 6, .divide = tebi, .shownFrom = 1.0},
    {.name = "MBps/TiB", .exponent = 6, .divide = tebi, .listed = false},
    {.name = "GB/s/TiB", .exponent = 9, .divide = tebi},
});

constexpr auto storagePriceUnits = std::to_array<Unit>({
    {.name = "USD/GiB-month", .divide = gibi * month, .shownFrom = 1.0},
    {.name = "USD/GB-month", .exponent = -9, .divide = month},
});

constexpr auto throughputPriceUnits = std::to_array<Unit>({
    {.name = "USD/MBps-month", .exponent = -6, .divide = month, .shownFrom = 1.0},
    {.name = "USD/MiBps-month", .divide = mebi * month},
});

constexpr auto operationPriceUnits = std::to_array<Unit>({
    {.name = "USD/IOPS-month", .divide = month, .shownFrom = 1.0},
});

constexpr auto requestPriceUnits = std::to_array<Unit>({
    {.name = "USD/1000 requests", .exponent = -3, .shownFrom = 1.0},
});

constexpr auto transferPriceUnits = std::to_array<Unit>({
    {.name = "USD/GiB", .divide = gibi, .shownFrom = 1.0},
    {.name = "USD/GB", .exponent = -9},
});

std::string_view withoutBlanks(std::string_view text, std::string& storage) {
    storage.clear();
    std::ranges::copy_if(text, std::back_inserter(storage), [](char c) { return c != ' '; });
    return storage;
}

char lowered(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool sameButForCase(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lowered, lowered);
}

} // namespace

double Unit::factor() const {
    return std::pow(10.0, exponent) * multiply / divide;
}

std::span<const Unit> unitsOf(UnitKind kind) {
    switch (kind) {
    case UnitKind::Count:
        return countUnits;
    case UnitKind::Ratio:
        return ratioUnits;
    case UnitKind::Percent:
        return percentUnits;
    case UnitKind::Time:
        return timeUnits;
    case UnitKind::Size:
        return sizeUnits;
    case UnitKind::FlopCount:
        return flopUnits;
    case UnitKind::ComputeRate:
        return computeRateUnits;
    case UnitKind::DataRate:
        return dataRateUnits;
    case UnitKind::NetworkRate:
        return networkRateUnits;
    case UnitKind::FlopPerByte:
        return intensityUnits;
    case UnitKind::Currency:
        return currencyUnits;
    case UnitKind::HourlyPrice:
        return hourlyPriceUnits;
    case UnitKind::Watts:
        return wattUnits;
    case UnitKind::Joules:
        return jouleUnits;
    case UnitKind::TokensPerSecond:
        return tokenRateUnits;
    case UnitKind::Frequency:
        return frequencyUnits;
    case UnitKind::BytesPerItem:
        return bytesPerItemUnits;
    case UnitKind::OperationRate:
        return operationRateUnits;
    case UnitKind::RequestRate:
        return requestRateUnits;
    case UnitKind::RatePerCapacity:
        return ratePerCapacityUnits;
    case UnitKind::StoragePrice:
        return storagePriceUnits;
    case UnitKind::ThroughputPrice:
        return throughputPriceUnits;
    case UnitKind::OperationPrice:
        return operationPriceUnits;
    case UnitKind::RequestPrice:
        return requestPriceUnits;
    case UnitKind::TransferPrice:
        return transferPriceUnits;
    }
    return {};
}

const Unit* findUnit(std::string_view name, UnitKind kind) {
    std::string wantedStorage;
    std::string unitStorage;
    const std::string_view wanted = withoutBlanks(name, wantedStorage);
    const Unit* near = nullptr;
    bool several = false;
    for (const Unit& unit : unitsOf(kind)) {
        const std::string_view candidate = withoutBlanks(unit.name, unitStorage);
        if (candidate == wanted) {
            return &unit;
        }
        if (sameButForCase(candidate, wanted)) {
            several = several || (near != nullptr && near->factor() != unit.factor());
            near = &unit;
        }
    }
    return several ? nullptr : near;
}

} // namespace roofplan
