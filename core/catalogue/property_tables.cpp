#include "core/catalogue/property_tables.h"

#include "core/catalogue/property_store.h"

#include <array>

namespace roofplan {

namespace {

using enum UnitKind;
using Set = ConventionSet;

template <Precision P>
void intoPeak(Gpu& gpu, const Fact& fact, FactId id) {
    const bool known = fact.convention != "unsupported";
    gpu.peaks[static_cast<std::size_t>(P)] = {known ? PeakState::Known : PeakState::Unsupported,
                                              FlopRate(fact.used), id};
}

/// Stores into a member of the in-switch reduction, which exists as soon as one of them does.
template <auto Member>
void intoSwitch(NvlinkFabric& fabric, const Fact& fact, FactId id) {
    if (!fabric.switchReduction) {
        fabric.switchReduction.emplace();
    }
    into<Member>(*fabric.switchReduction, fact, id);
}

constexpr auto gpuTable = std::to_array<Property<Gpu>>({
    {{"bf16_peak", translatable("core", "BF16 peak"), ComputeRate, Set::Peak, Limit::Positive,
      false},
     intoPeak<Precision::Bf16>},
    {{"fp16_peak", translatable("core", "FP16 peak"), ComputeRate, Set::Peak, Limit::Positive,
      false},
     intoPeak<Precision::Fp16>},
    {{"fp8_peak", translatable("core", "FP8 peak"), ComputeRate, Set::Peak, Limit::Positive, false},
     intoPeak<Precision::Fp8>},
    {{"nvfp4_peak", translatable("core", "NVFP4 peak"), ComputeRate, Set::DensePeak,
      Limit::Positive, false},
     intoPeak<Precision::Nvfp4>},
    {{"int8_peak", translatable("core", "INT8 peak"), ComputeRate, Set::Peak, Limit::Positive,
      false},
     intoPeak<Precision::Int8>},
    {{"tf32_peak", translatable("core", "TF32 peak"), ComputeRate, Set::Peak, Limit::Positive,
      false},
     shownOnly<Gpu>},
    {{"fp6_peak", translatable("core", "FP6 peak"), ComputeRate, Set::Peak, Limit::Positive, false},
     shownOnly<Gpu>},
    {{"fp32_peak", translatable("core", "FP32 peak of the vector units"), ComputeRate, Set::None,
      Limit::Positive, false},
     shownOnly<Gpu>},
    {{"fp64_peak", translatable("core", "FP64 peak of the vector units"), ComputeRate, Set::None,
      Limit::Positive, false},
     shownOnly<Gpu>},
    {{"memory", translatable("core", "HBM capacity"), Size, Set::Memory}, into<&Gpu::memory>},
    {{"hbm_bandwidth", translatable("core", "HBM bandwidth"), DataRate, Set::HbmRate},
     into<&Gpu::hbmBandwidth>},
    {{"multiprocessors", translatable("core", "Streaming multiprocessors"), Count, Set::None,
      Limit::WholeCount},
     into<&Gpu::multiprocessors>},
    {{"l2_cache", translatable("core", "L2 cache"), Size, Set::None, Limit::Positive, false},
     into<&Gpu::l2Cache>},
    {{"boost_clock", translatable("core", "Boost clock"), Frequency, Set::None, Limit::Positive,
      false},
     into<&Gpu::boostClock>},
    {{"thermal_design_power", translatable("core", "Thermal design power"), Watts, Set::None,
      Limit::Positive, false},
     into<&Gpu::thermalDesignPower>},
    {{"host_link", translatable("core", "Link to the host"), DataRate, Set::HostRate,
      Limit::Positive, false},
     into<&Gpu::hostLink>},
});

constexpr auto nvlinkTable = std::to_array<Property<NvlinkFabric>>({
    {{"bandwidth", translatable("core", "NVLink bandwidth"), DataRate, Set::LinkRate},
     into<&NvlinkFabric::bandwidth>},
    {{"links", translatable("core", "Links of a GPU"), Count, Set::None, Limit::WholeCount, false},
     shownOnly<NvlinkFabric>},
    {{"base_latency", translatable("core", "Collective base latency"), Time},
     into<&NvlinkFabric::baseLatency>},
    {{"step_latency", translatable("core", "Latency of a ring step"), Time},
     into<&NvlinkFabric::stepLatency>},
    {{"ring_bandwidth", translatable("core", "Ring bandwidth"), DataRate, Set::Achieved},
     into<&NvlinkFabric::ringBandwidth>},
    {{"fill", translatable("core", "Pipeline fill of collectives"), Time},
     into<&NvlinkFabric::fill>},
    {{"pair_latency", translatable("core", "All-to-all latency"), Time},
     into<&NvlinkFabric::pairLatency>},
    {{"pair_bandwidth", translatable("core", "All-to-all bandwidth"), DataRate, Set::Achieved},
     into<&NvlinkFabric::pairBandwidth>},
    {{"pair_fill", translatable("core", "Pipeline fill of all-to-all"), Time},
     into<&NvlinkFabric::pairFill>},
    {{"switch_startup", translatable("core", "Start-up of in-switch reduction"), Time, Set::None,
      Limit::NotNegative, false},
     intoSwitch<&SwitchReduction::startup>},
    {{"switch_bandwidth", translatable("core", "Bandwidth of in-switch reduction"), DataRate,
      Set::Achieved, Limit::Positive, false},
     intoSwitch<&SwitchReduction::bandwidth>},
    {{"switch_fill", translatable("core", "Pipeline fill of in-switch reduction, a rank"), Time,
      Set::None, Limit::NotNegative, false},
     intoSwitch<&SwitchReduction::fill>},
});

constexpr auto networkTable = std::to_array<Property<NetworkFabric>>({
    {{"hop_latency", translatable("core", "Latency of a network hop"), Time},
     into<&NetworkFabric::hopLatency>},
    {{"fill", translatable("core", "Pipeline fill across the network"), Time},
     into<&NetworkFabric::fill>},
    {{"usable_fraction", translatable("core", "Usable share of the NIC rate"), Ratio, Set::None,
      Limit::Share},
     into<&NetworkFabric::usableFraction>},
    {{"latency_gain", translatable("core", "Latency below the generation before"), Ratio, Set::Gain,
      Limit::Share, false},
     shownOnly<NetworkFabric>},
    {{"collective_gain", translatable("core", "Collectives faster than the generation before"),
      Ratio, Set::Gain, Limit::Positive, false},
     shownOnly<NetworkFabric>},
    {{"max_instance_bandwidth", translatable("core", "Most that an instance is given"), DataRate,
      Set::None, Limit::Positive, false},
     shownOnly<NetworkFabric>},
});

constexpr auto instanceTable = std::to_array<Property<InstanceType>>({
    {{"gpus", translatable("core", "GPUs of an instance"), Count, Set::None, Limit::WholeCount},
     into<&InstanceType::gpus>},
    {{"nvlink_domain", translatable("core", "GPUs in one NVLink domain"), Count, Set::None,
      Limit::WholeCount},
     into<&InstanceType::nvlinkDomain>},
    {{"network_bandwidth", translatable("core", "Network bandwidth a GPU"), DataRate, Set::NicRate},
     into<&InstanceType::networkBandwidth>},
    {{"nics_per_gpu", translatable("core", "NICs a GPU"), Count, Set::None, Limit::Positive, false},
     into<&InstanceType::nicsPerGpu>},
    {{"network_generation", translatable("core", "Generation of the network"), Count, Set::None,
      Limit::WholeCount, false},
     shownOnly<InstanceType>},
    {{"oversubscription", translatable("core", "Oversubscription above the NICs"), Ratio, Set::None,
      Limit::AtLeastOne, false},
     into<&InstanceType::oversubscription>},
    {{"ultracluster_gpus", translatable("core", "GPUs of the largest cluster"), Count, Set::None,
      Limit::WholeCount, false},
     into<&InstanceType::clusterLimit>},
    {{"members", translatable("core", "Servers in it"), Count, Set::None, Limit::WholeCount, false},
     into<&InstanceType::members>},
    {{"gpu_memory", translatable("core", "GPU memory of an instance"), Size, Set::Memory,
      Limit::Positive, false},
     shownOnly<InstanceType>},
    {{"nvlink_aggregate", translatable("core", "NVLink bandwidth a GPU, from the aggregate"),
      DataRate, Set::LinkTotal, Limit::Positive, false},
     shownOnly<InstanceType>},
    {{"host_link", translatable("core", "Link of a GPU to the host"), DataRate, Set::HostRate,
      Limit::Positive, false},
     into<&InstanceType::hostLink>},
    {{"vcpus", translatable("core", "vCPUs"), Count, Set::None, Limit::WholeCount, false},
     into<&InstanceType::vcpus>},
    {{"host_memory", translatable("core", "Host memory"), Size, Set::None, Limit::Positive, false},
     into<&InstanceType::hostMemory>},
    {{"nvme_disks", translatable("core", "Local NVMe disks"), Count, Set::None, Limit::WholeCount,
      false},
     into<&InstanceType::nvmeDisks>},
    {{"nvme_disk_size", translatable("core", "Size of a local NVMe disk"), Size, Set::None,
      Limit::Positive, false},
     into<&InstanceType::nvmeDiskSize>},
    {{"nvme_read_operations", translatable("core", "Reads of the local NVMe disks"), OperationRate,
      Set::None, Limit::Positive, false},
     shownOnly<InstanceType>},
    {{"nvme_write_operations", translatable("core", "Writes of the local NVMe disks"),
      OperationRate, Set::None, Limit::Positive, false},
     shownOnly<InstanceType>},
    {{"ebs_bandwidth", translatable("core", "EBS bandwidth of an instance"), DataRate, Set::None,
      Limit::Positive, false},
     shownOnly<InstanceType>},
    {{"ena_bandwidth", translatable("core", "ENA bandwidth of an instance"), DataRate, Set::None,
      Limit::Positive, false},
     shownOnly<InstanceType>},
    {{"system_power", translatable("core", "Power of the whole system"), Watts, Set::None,
      Limit::Positive, false},
     shownOnly<InstanceType>},
});

constexpr auto efficiencyTable = std::to_array<Property<EfficiencyProfile>>({
    {{"hbm_fraction", translatable("core", "Share of HBM bandwidth that kernels reach"), Ratio,
      Set::None, Limit::Share},
     into<&EfficiencyProfile::hbmFraction>},
    {{"gemm_ceiling", translatable("core", "GEMM ceiling, engine kernels"), Ratio, Set::None,
      Limit::Share},
     into<&EfficiencyProfile::gemmCeiling>},
    {{"gemm_ceiling_tuned", translatable("core", "GEMM ceiling, tuned kernels"), Ratio, Set::None,
      Limit::Share},
     into<&EfficiencyProfile::gemmCeilingTuned>},
    {{"sustained_factor", translatable("core", "Factor under sustained load"), Ratio, Set::None,
      Limit::Share},
     into<&EfficiencyProfile::sustainedFactor>},
    {{"gemm_launch", translatable("core", "Fixed time of a GEMM"), Time, Set::None,
      Limit::NotNegative},
     into<&EfficiencyProfile::gemmLaunch>},
    {{"depth_ramp", translatable("core", "Prologue and epilogue of a GEMM, elements of K"), Count,
      Set::None, Limit::NotNegative},
     into<&EfficiencyProfile::depthRamp>},
    {{"block_bandwidth", translatable("core", "Bandwidth of one thread block"), DataRate,
      Set::Achieved},
     into<&EfficiencyProfile::blockBandwidth>},
    {{"split_launch", translatable("core", "Reduction of a split-K GEMM"), Time, Set::None,
      Limit::NotNegative},
     into<&EfficiencyProfile::splitLaunch>},
    {{"attention_forward", translatable("core", "Attention efficiency, forward"), Ratio, Set::None,
      Limit::Share},
     into<&EfficiencyProfile::attentionForward>},
    {{"flash2_factor", translatable("core", "FlashAttention-2 against the best kernel"), Ratio,
      Set::None, Limit::Share},
     into<&EfficiencyProfile::flash2Factor>},
    {{"attention_backward", translatable("core", "Attention efficiency, backward over forward"),
      Ratio, Set::None, Limit::Share},
     into<&EfficiencyProfile::attentionBackward>},
    {{"attention_launch", translatable("core", "Fixed time of an attention kernel"), Time,
      Set::None, Limit::NotNegative},
     into<&EfficiencyProfile::attentionLaunch>},
    {{"attention_query_tile", translatable("core", "Query tile of attention, tokens"), Count},
     into<&EfficiencyProfile::attentionQueryTile>},
    {{"kernel_gap", translatable("core", "Gap between two kernels"), Time, Set::None,
      Limit::NotNegative},
     into<&EfficiencyProfile::kernelGap>},
    {{"host_factor", translatable("core", "Host time against the reference"), Ratio},
     into<&EfficiencyProfile::hostFactor>},
});

constexpr auto stackTable = std::to_array<Property<Stack>>({
    {{"forward_launches", translatable("core", "Host launches a layer, forward"), Count, Set::None,
      Limit::NotNegative},
     into<&Stack::forwardLaunches>},
    {{"backward_launches", translatable("core", "Host launches a layer, backward"), Count,
      Set::None, Limit::NotNegative},
     into<&Stack::backwardLaunches>},
    {{"forward_tp_launches", translatable("core", "More launches with tensor parallelism, forward"),
      Count, Set::None, Limit::NotNegative},
     into<&Stack::forwardTpLaunches>},
    {{"backward_tp_launches",
      translatable("core", "More launches with tensor parallelism, backward"), Count, Set::None,
      Limit::NotNegative},
     into<&Stack::backwardTpLaunches>},
    {{"loss_forward_launches", translatable("core", "Host launches of the loss, forward"), Count,
      Set::None, Limit::NotNegative},
     into<&Stack::lossForwardLaunches>},
    {{"loss_backward_launches", translatable("core", "Host launches of the loss, backward"), Count,
      Set::None, Limit::NotNegative},
     into<&Stack::lossBackwardLaunches>},
    {{"embedding_launches", translatable("core", "Host launches of the embedding, each pass"),
      Count, Set::None, Limit::NotNegative},
     into<&Stack::embeddingLaunches>},
    {{"launch_time", translatable("core", "Host time a launch"), Time, Set::None,
      Limit::NotNegative},
     into<&Stack::launchTime>},
    {{"host_exponent", translatable("core", "Exponent of device and host time"), Count},
     into<&Stack::hostExponent>},
    {{"partial_graph_factor", translatable("core", "Host time left with partial CUDA graphs"),
      Ratio, Set::None, Limit::Share},
     into<&Stack::partialGraphFactor>},
    {{"norm_residual_bytes", translatable("core", "Bytes of norms and residuals, an element"),
      BytesPerItem},
     into<&Stack::normResidualBytes>},
    {{"activation_factor",
      translatable("core", "Passes of the activation function over its minimum"), Ratio},
     into<&Stack::activationFactor>},
    {{"loss_bytes", translatable("core", "Bytes of the loss, a logit"), BytesPerItem},
     into<&Stack::lossBytes>},
    {{"logit_memory_bytes", translatable("core", "Bytes kept a logit"), BytesPerItem},
     into<&Stack::logitMemoryBytes>},
    {{"tp_exposed", translatable("core", "Exposed share of overlapped TP traffic"), Ratio,
      Set::None, Limit::Share},
     into<&Stack::tpExposed>},
    {{"pp_exposed", translatable("core", "Exposed share of overlapped stage-to-stage traffic"),
      Ratio, Set::None, Limit::Share},
     into<&Stack::ppExposed>},
    {{"dp_window", translatable("core", "Share of a micro-batch that hides DP traffic"), Ratio,
      Set::None, Limit::NotNegative},
     into<&Stack::dpWindow>},
    {{"dp_floor", translatable("core", "Share of DP traffic that is always exposed"), Ratio,
      Set::None, Limit::NotNegative},
     into<&Stack::dpFloor>},
    {{"gradient_bytes", translatable("core", "Bytes of a gradient, accumulated"), BytesPerItem},
     into<&Stack::gradientBytes>},
    {{"gradient_reduce_bytes", translatable("core", "Bytes of a gradient, on the wire"),
      BytesPerItem},
     into<&Stack::gradientReduceBytes>},
    {{"optimizer_shard_bytes", translatable("core", "Optimiser traffic, a parameter updated"),
      BytesPerItem},
     into<&Stack::optimizerShardBytes>},
    {{"optimizer_local_bytes", translatable("core", "Optimiser traffic, a local parameter"),
      BytesPerItem, Set::None, Limit::NotNegative},
     into<&Stack::optimizerLocalBytes>},
    {{"optimizer_unsharded_bytes",
      translatable("core", "Optimiser traffic without sharding, a parameter"), BytesPerItem},
     into<&Stack::optimizerUnshardedBytes>},
    {{"optimizer_launches", translatable("core", "Host launches of the optimiser"), Count,
      Set::None, Limit::NotNegative},
     into<&Stack::optimizerLaunches>},
    {{"jitter_per_doubling", translatable("core", "Jitter a doubling of the cluster"), Ratio,
      Set::None, Limit::NotNegative},
     into<&Stack::jitterPerDoubling>},
    {{"fixed_step", translatable("core", "Fixed time a step"), Time, Set::None, Limit::NotNegative},
     into<&Stack::fixedStep>},
    {{"memory_reserve", translatable("core", "Memory reserve"), Size, Set::None,
      Limit::NotNegative},
     into<&Stack::memoryReserve>},
});

constexpr auto priceTable = std::to_array<PropertyRow>({
    {"on_demand", translatable("core", "On-demand price"), HourlyPrice, Set::HourlyRate,
     Limit::Positive, false},
    {"capacity_block", translatable("core", "Capacity Block price"), HourlyPrice, Set::HourlyRate,
     Limit::Positive, false},
    {"savings_1y", translatable("core", "Price with a 1-year commitment"), HourlyPrice,
     Set::HourlyRate, Limit::Positive, false},
    {"savings_3y", translatable("core", "Price with a 3-year commitment"), HourlyPrice,
     Set::HourlyRate, Limit::Positive, false},
    {"spot", translatable("core", "Spot price"), HourlyPrice, Set::HourlyRate, Limit::Positive,
     false},
});

} // namespace

std::span<const Property<Gpu>> gpuProperties() {
    return gpuTable;
}

std::span<const Property<NvlinkFabric>> nvlinkProperties() {
    return nvlinkTable;
}

std::span<const Property<NetworkFabric>> networkProperties() {
    return networkTable;
}

std::span<const Property<InstanceType>> instanceProperties() {
    return instanceTable;
}

std::span<const Property<EfficiencyProfile>> efficiencyProperties() {
    return efficiencyTable;
}

std::span<const Property<Stack>> stackProperties() {
    return stackTable;
}

std::span<const PropertyRow> priceProperties() {
    return priceTable;
}

} // namespace roofplan
