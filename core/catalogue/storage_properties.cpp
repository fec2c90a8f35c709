// The rows of storage tiers, of their prices and of purchase rules.
#include "core/catalogue/property_store.h"
#include "core/catalogue/property_tables.h"

#include <array>

namespace roofplan {

namespace {

using enum UnitKind;
using Set = ConventionSet;

constexpr PropertyRow
optionalRow(std::string_view key, const char* label, UnitKind kind, Set conventions = Set::None) {
    return {key, label, kind, conventions, Limit::Positive, false};
}

constexpr PropertyRow optionalCount(std::string_view key, const char* label) {
    return {key, label, Count, Set::None, Limit::WholeCount, false};
}

using Tier = StorageTier;

constexpr auto tierTable = std::to_array<Property<Tier>>({
    {optionalRow("network_throughput", translatable("core", "Network throughput"), RatePerCapacity),
     into<&Tier::network>},
    {optionalRow(
         "network_burst", translatable("core", "Network throughput, burst"), RatePerCapacity),
     into<&Tier::networkBurst>},
    {optionalRow("disk_read", translatable("core", "Disk throughput, reads"), RatePerCapacity),
     into<&Tier::diskRead>},
    {optionalRow("disk_write", translatable("core", "Disk throughput, writes"), RatePerCapacity),
     into<&Tier::diskWrite>},
    {optionalRow(
         "disk_read_burst", translatable("core", "Disk throughput, reads, burst"), RatePerCapacity),
     into<&Tier::diskReadBurst>},
    {optionalRow("disk_write_burst",
                 translatable("core", "Disk throughput, writes, burst"),
                 RatePerCapacity),
     into<&Tier::diskWriteBurst>},
    {optionalRow("memory_cache", translatable("core", "Memory of the servers, of capacity"), Ratio),
     into<&Tier::memoryCache>},
    {{"ssd_cache", translatable("core", "SSD cache, of capacity"), Ratio, Set::None, Limit::Share,
      false},
     into<&Tier::ssdCache>},
    {optionalRow("ssd_cache_network",
                 translatable("core", "Network throughput of the SSD cache"),
                 RatePerCapacity),
     into<&Tier::ssdCacheNetwork>},
    {optionalRow("ssd_cache_network_burst",
                 translatable("core", "Network throughput of the SSD cache, burst"),
                 RatePerCapacity),
     into<&Tier::ssdCacheNetworkBurst>},

    {optionalRow("throughput_least", translatable("core", "Least throughput"), DataRate),
     into<&Tier::throughputLeast>},
    {optionalRow("throughput_step", translatable("core", "Step of throughput"), DataRate),
     into<&Tier::throughputStep>},
    {optionalRow("throughput_most", translatable("core", "Most throughput"), DataRate),
     into<&Tier::throughputMost>},
    {optionalRow(
         "throughput_default", translatable("core", "Throughput that capacity includes"), DataRate),
     into<&Tier::throughputDefault>},
    {optionalRow("network_per_step",
                 translatable("core", "Network throughput of a throughput step"),
                 DataRate),
     into<&Tier::networkPerStep>},
    {optionalRow("cache_disk_per_step",
                 translatable("core", "Disk throughput of the cache, a throughput step"),
                 DataRate),
     into<&Tier::cacheDiskPerStep>},
    {optionalRow("cache_operations_per_step",
                 translatable("core", "Operations of the cache, a throughput step"),
                 OperationRate),
     into<&Tier::cacheOpsPerStep>},
    {optionalRow("cache_memory_per_step",
                 translatable("core", "Memory of the servers, a throughput step"),
                 Size),
     into<&Tier::cacheMemoryPerStep>},
    {optionalRow("cache_least_per_step",
                 translatable("core", "Smallest SSD cache, a throughput step"),
                 Size),
     into<&Tier::cacheLeastPerStep>},
    {optionalRow(
         "cache_most_per_step", translatable("core", "Largest SSD cache, a throughput step"), Size),
     into<&Tier::cacheMostPerStep>},
    {optionalRow(
         "throughput_reported", translatable("core", "Throughput that was shown"), DataRate),
     into<&Tier::throughputReported>},

    {optionalRow("client_ena", translatable("core", "Throughput of a client over ENA"), DataRate),
     into<&Tier::clientEna>},
    {optionalRow("client_efa", translatable("core", "Throughput of a client over EFA"), DataRate),
     into<&Tier::clientEfa>},
    {optionalRow("client_efa_gds",
                 translatable("core", "Throughput of a client over EFA with GPUDirect Storage"),
                 DataRate),
     into<&Tier::clientEfaGds>},
    {optionalRow("client_default",
                 translatable("core", "Throughput that an untuned client aims at"),
                 DataRate),
     into<&Tier::clientDefault>},
    {optionalRow("client_server_ena",
                 translatable("core", "Throughput between a client and a server over ENA"),
                 DataRate),
     into<&Tier::clientServerEna>},
    {optionalRow("server_disk",
                 translatable("core", "Disk throughput of a server of an EFA file system"),
                 DataRate),
     into<&Tier::serverDisk>},
    {optionalRow("connection", translatable("core", "Throughput of a connection"), DataRate),
     into<&Tier::connection>},
    {optionalCount("efa_connections", translatable("core", "EFA connections of a file system")),
     into<&Tier::efaConnections>},
    {optionalRow("client_memory", translatable("core", "Buffers of a client process"), Size),
     into<&Tier::clientMemory>},
    {optionalCount("file_stripes", translatable("core", "Disks that a large file lies on")),
     into<&Tier::fileStripes>},
    {optionalRow("put_per_prefix", translatable("core", "Write requests of a prefix"), RequestRate),
     into<&Tier::putPerPrefix>},
    {optionalRow("get_per_prefix", translatable("core", "Read requests of a prefix"), RequestRate),
     into<&Tier::getPerPrefix>},
    {optionalRow("first_byte", translatable("core", "Latency of the first byte"), Time),
     into<&Tier::firstByte>},

    {optionalRow("operations_default",
                 translatable("core", "Operations that capacity includes"),
                 OperationRate),
     into<&Tier::operationsDefault>},
    {optionalRow("operations_most", translatable("core", "Most operations"), OperationRate),
     into<&Tier::operationsMost>},
    {optionalRow(
         "bytes_per_operation", translatable("core", "Throughput that an operation allows"), Size),
     into<&Tier::bytesPerOperation>},
    {optionalRow(
         "metadata_least", translatable("core", "Least metadata operations"), OperationRate),
     into<&Tier::metadataLeast>},
    {optionalRow(
         "metadata_step", translatable("core", "Step of metadata operations"), OperationRate),
     into<&Tier::metadataStep>},
    {optionalRow("metadata_most", translatable("core", "Most metadata operations"), OperationRate),
     into<&Tier::metadataMost>},
    {optionalRow("metadata_automatic",
                 translatable("core", "Metadata operations of capacity"),
                 OperationRate),
     into<&Tier::metadataAutomatic>},
    {optionalRow("metadata_capacity",
                 translatable("core", "Capacity that brings them"),
                 Size,
                 Set::Provisioned),
     into<&Tier::metadataCapacity>},
    {optionalRow(
         "file_creates", translatable("core", "File creates of a metadata operation"), Count),
     into<&Tier::fileCreates>},
    {optionalRow(
         "file_deletes", translatable("core", "File deletes of a metadata operation"), Count),
     into<&Tier::fileDeletes>},
    {optionalRow("directory_creates",
                 translatable("core", "Directory creates of a metadata operation"),
                 Count),
     into<&Tier::directoryCreates>},
    {optionalRow("directory_deletes",
                 translatable("core", "Directory deletes of a metadata operation"),
                 Count),
     into<&Tier::directoryDeletes>},

    {optionalRow("capacity_least", translatable("core", "Least capacity"), Size, Set::Provisioned),
     into<&Tier::capacityLeast>},
    {optionalRow("capacity_step", translatable("core", "Step of capacity"), Size, Set::Provisioned),
     into<&Tier::capacityStep>},
    {optionalRow("efa_capacity_step",
                 translatable("core", "Step of capacity with EFA"),
                 Size,
                 Set::Provisioned),
     into<&Tier::efaCapacityStep>},
    {optionalRow("capacity_most", translatable("core", "Most capacity"), Size, Set::Provisioned),
     into<&Tier::capacityMost>},
    {optionalRow("capacity_quota",
                 translatable("core", "Capacity of an account, unless raised"),
                 Size,
                 Set::Provisioned),
     into<&Tier::capacityQuota>},
    {optionalCount("data_repositories", translatable("core", "Data repository associations")),
     into<&Tier::dataRepositories>},
    {optionalRow(
         "data_repository_rate", translatable("core", "Throughput of a data repository"), DataRate),
     into<&Tier::dataRepositoryRate>},
    {optionalRow("second_price_from",
                 translatable("core", "Capacity where the second price begins"),
                 Size,
                 Set::Billed),
     into<&Tier::secondPriceFrom>},
    {optionalRow("third_price_from",
                 translatable("core", "Capacity where the third price begins"),
                 Size,
                 Set::Billed),
     into<&Tier::thirdPriceFrom>},
});

using Prices = StoragePrices;

constexpr auto priceTable = std::to_array<Property<Prices>>({
    {optionalRow(
         "capacity_price", translatable("core", "Price of capacity"), StoragePrice, Set::Billed),
     into<&Prices::capacity>},
    {optionalRow("capacity_price_second",
                 translatable("core", "Second price of capacity"),
                 StoragePrice,
                 Set::Billed),
     into<&Prices::capacitySecond>},
    {optionalRow("capacity_price_third",
                 translatable("core", "Third price of capacity"),
                 StoragePrice,
                 Set::Billed),
     into<&Prices::capacityThird>},
    {optionalRow("capacity_price_with_cache",
                 translatable("core", "Price of capacity with an SSD cache"),
                 StoragePrice,
                 Set::Billed),
     into<&Prices::capacityWithCache>},
    {optionalRow(
         "backup_price", translatable("core", "Price of backups"), StoragePrice, Set::Billed),
     into<&Prices::backup>},
    {optionalRow("throughput_price", translatable("core", "Price of throughput"), ThroughputPrice),
     into<&Prices::throughput>},
    {optionalRow("operation_price", translatable("core", "Price of operations"), OperationPrice),
     into<&Prices::operations>},
    {optionalRow(
         "metadata_price", translatable("core", "Price of metadata operations"), OperationPrice),
     into<&Prices::metadata>},
    {optionalRow("put_price", translatable("core", "Price of write requests"), RequestPrice),
     into<&Prices::put>},
    {optionalRow("get_price", translatable("core", "Price of read requests"), RequestPrice),
     into<&Prices::get>},
    {optionalRow(
         "upload_price", translatable("core", "Price of data written"), TransferPrice, Set::Billed),
     into<&Prices::upload>},
    {optionalRow(
         "retrieval_price", translatable("core", "Price of data read"), TransferPrice, Set::Billed),
     into<&Prices::retrieval>},
});

constexpr auto ruleTable = std::to_array<Property<PurchaseRules>>({
    {{"instances_per_purchase", translatable("core", "Instances of a purchase"), Count, Set::None,
      Limit::WholeCount},
     into<&PurchaseRules::instancesPerPurchase>},
    {{"instances_in_all", translatable("core", "Instances of all purchases"), Count, Set::None,
      Limit::WholeCount},
     into<&PurchaseRules::instancesInAll>},
    {{"ultraservers_per_purchase", translatable("core", "UltraServers of a purchase"), Count,
      Set::None, Limit::WholeCount},
     into<&PurchaseRules::ultraServersPerPurchase>},
    {{"short_step", translatable("core", "Step of short durations"), Time},
     into<&PurchaseRules::shortStep>},
    {{"short_most", translatable("core", "Longest short duration"), Time},
     into<&PurchaseRules::shortMost>},
    {{"long_step", translatable("core", "Step of long durations"), Time},
     into<&PurchaseRules::longStep>},
    {{"longest", translatable("core", "Longest duration"), Time}, into<&PurchaseRules::longest>},
    {{"stops_early", translatable("core", "Instances stop before the end"), Time, Set::None,
      Limit::NotNegative},
     into<&PurchaseRules::stopsEarly>},
    {{"ultraservers_stop_early", translatable("core", "UltraServers stop before the end"), Time,
      Set::None, Limit::NotNegative},
     into<&PurchaseRules::ultraServersStopEarly>},
    {optionalRow("booked_ahead", translatable("core", "Start at most so far ahead"), Time),
     into<&PurchaseRules::bookedAhead>},
});

} // namespace

std::span<const Property<StorageTier>> storageProperties() {
    return tierTable;
}

std::span<const Property<StoragePrices>> storagePriceProperties() {
    return priceTable;
}

std::span<const Property<PurchaseRules>> purchaseRuleProperties() {
    return ruleTable;
}

} // namespace roofplan
