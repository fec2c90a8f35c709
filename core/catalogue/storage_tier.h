// Where data lies: throughput, capacity steps, limits and prices of a storage service, each a
// sourced fact. What a service does not have, or nobody published, is absent.
#pragma once

#include "core/catalogue/fact.h"

namespace roofplan {

/// What can be switched on, or linked to it.
struct StorageChoices {
    bool efa = false;            ///< clients may reach it over EFA
    bool gds = false;            ///< and move data to GPU memory directly (GPUDirect Storage)
    bool dataRepository = false; ///< may be linked to an S3 bucket (data repository association)

    bool operator==(const StorageChoices&) const = default;
};

/// What a tier costs in one region. Capacity is paid while it exists, used or not; a month is 730
/// h.
struct StoragePrices {
    template <typename Q>
    using Figure = std::optional<Sourced<Q>>;

    std::string region;
    Figure<CapacityPrice> capacity;       ///< up to StorageTier::secondPriceFrom where there is one
    Figure<CapacityPrice> capacitySecond; ///< of what lies beyond it
    Figure<CapacityPrice> capacityThird;  ///< of what lies beyond StorageTier::thirdPriceFrom
    Figure<CapacityPrice> capacityWithCache; ///< instead of `capacity`, with an SSD read cache
    Figure<CapacityPrice> backup;
    Figure<BytePrice> throughput; ///< provisioned beyond throughputDefault
    Figure<Money> operations;     ///< an operation/s provisioned beyond operationsDefault, a second
    Figure<Money> metadata;       ///< a metadata operation/s beyond those that capacity brings
    Figure<Money> put;            ///< a write request
    Figure<Money> get;            ///< a read request
    Figure<BytePrice> upload;     ///< besides the request
    Figure<BytePrice> retrieval;  ///< besides the request

    bool operator==(const StoragePrices&) const = default;
};

struct StorageTier {
    template <typename Q>
    using Figure = std::optional<Sourced<Q>>;

    std::string id; ///< "fsx-lustre-persistent-2-125"
    std::string name;
    std::string family; ///< "FSx for Lustre", "S3", "EBS"
    StorageChoices choices;

    // Throughput that comes with capacity: B/s a byte. Writes and uncached reads see the lower of
    // network and disk; bursts live on credits and are for reads.
    Figure<PerSecond> network; ///< between servers and clients: cached reads
    Figure<PerSecond> networkBurst;
    Figure<PerSecond> diskRead;
    Figure<PerSecond> diskWrite;
    Figure<PerSecond> diskReadBurst;
    Figure<PerSecond> diskWriteBurst;
    Figure<double> memoryCache;        ///< RAM of the servers, a byte of capacity
    Figure<double> ssdCache;           ///< SSD read cache, a byte of HDD capacity
    Figure<PerSecond> ssdCacheNetwork; ///< network with it, a byte of the cache
    Figure<PerSecond> ssdCacheNetworkBurst;

    // Throughput that is provisioned by itself.
    Figure<Bandwidth> throughputLeast;
    Figure<Bandwidth> throughputStep;
    Figure<Bandwidth> throughputMost;
    Figure<Bandwidth> throughputDefault; ///< included in the price of capacity
    Figure<Bandwidth> networkPerStep;    ///< of a throughput step
    Figure<Bandwidth> cacheDiskPerStep;  ///< SSD cache of a throughput step
    Figure<PerSecond> cacheOpsPerStep;   ///< operations/s of that cache
    Figure<Bytes> cacheMemoryPerStep;    ///< RAM of the servers, of a throughput step
    Figure<Bytes> cacheLeastPerStep;     ///< size of the SSD cache
    Figure<Bytes> cacheMostPerStep;
    Figure<Bandwidth> throughputReported; ///< highest that the provider showed, not a promise

    // What one client, server, connection or prefix can do.
    Figure<Bandwidth> clientEna; ///< over Ethernet
    Figure<Bandwidth> clientEfa;
    Figure<Bandwidth> clientEfaGds;    ///< over EFA with GPUDirect Storage
    Figure<Bandwidth> clientDefault;   ///< what a client aims at that nobody tuned
    Figure<Bandwidth> clientServerEna; ///< between one client and one server (OSS)
    Figure<Bandwidth> serverDisk;      ///< of one server (OSS) of an EFA file system
    Figure<Bandwidth> connection;      ///< one connection
    Figure<double> efaConnections;     ///< of a file system, over all clients
    Figure<Bytes> clientMemory;        ///< buffers of a client process at full rate
    Figure<double> fileStripes;        ///< servers' disks (OSTs) that one large file lies on
    Figure<PerSecond> putPerPrefix;    ///< requests/s, at least
    Figure<PerSecond> getPerPrefix;
    Figure<Seconds> firstByte; ///< latency of a read, longest of the usual

    // Operations/s.
    Figure<PerSecond> operationsDefault; ///< included in the price of capacity
    Figure<PerSecond> operationsMost;
    Figure<Bytes> bytesPerOperation; ///< throughput that an operation/s allows
    Figure<PerSecond> metadataLeast;
    Figure<PerSecond> metadataStep;
    Figure<PerSecond> metadataMost;
    Figure<PerSecond> metadataAutomatic; ///< that capacity brings, for each metadataCapacity
    Figure<Bytes> metadataCapacity;
    Figure<double> fileCreates; ///< a metadata operation/s: file creates, opens, closes
    Figure<double> fileDeletes;
    Figure<double> directoryCreates;
    Figure<double> directoryDeletes;

    // Sizes as they are provisioned: `capacityLeast`, and multiples of `capacityStep`.
    Figure<Bytes> capacityLeast;
    Figure<Bytes> capacityStep;
    Figure<Bytes> efaCapacityStep; ///< with EFA: least and step, and what one server (OSS) holds
    Figure<Bytes> capacityMost;
    Figure<Bytes> capacityQuota; ///< of an account, unless raised
    Figure<double> dataRepositories;
    Figure<Bandwidth> dataRepositoryRate; ///< between the bucket and the file system
    Figure<Bytes> secondPriceFrom; ///< capacity from which StoragePrices::capacitySecond counts
    Figure<Bytes> thirdPriceFrom;

    std::vector<StoragePrices> prices; ///< a region each

    bool operator==(const StorageTier&) const = default;
};

} // namespace roofplan
