#include "core/calibration/gemm_rows.h"

#include "core/calibration/gpu_names.h"
#include "core/operators/attention_decode.h"
#include "core/operators/attention_prefill.h"
#include "core/operators/gemm.h"
#include "core/operators/quantize.h"

#include <map>
#include <optional>

namespace roofplan {

namespace {

using nlohmann::json;

struct Format {
    Precision precision = Precision::Bf16;
    ActivationScales scales = ActivationScales::Tensor;
};

/// Of the words that tables use; those that row_check.cpp lets pass.
std::optional<Format> formatOf(const std::string& word) {
    static const std::map<std::string, Format> formats{
        {"bfloat16", {Precision::Bf16}}, {"bf16", {Precision::Bf16}},
        {"float16", {Precision::Fp16}},  {"fp16", {Precision::Fp16}},
        {"fp8", {Precision::Fp8}},       {"fp8_block", {Precision::Fp8, ActivationScales::Block}},
        {"mxfp8", {Precision::Mxfp8}},   {"nvfp4", {Precision::Nvfp4}}};
    const auto found = formats.find(word);
    return found == formats.end() ? std::nullopt : std::optional(found->second);
}

struct Question {
    const json* row = nullptr;
    const Gpu* gpu = nullptr;
    const EfficiencyProfile* profile = nullptr;
    Format format;

    [[nodiscard]] std::int64_t whole(const char* pointer) const {
        return static_cast<std::int64_t>(numberAt(*row, pointer));
    }

    [[nodiscard]] std::string text(const char* pointer) const { return textAt(*row, pointer); }

    [[nodiscard]] bool fp8Cache() const { return text("/kv_dtype") == "fp8"; }

    [[nodiscard]] bool has(Precision precision) const {
        return gpu->peak(precision).state == PeakState::Known;
    }

    [[nodiscard]] Device device(Precision precision) const {
        return makeDevice(*gpu, *profile, precision, GemmKernels::Engine, false);
    }
};

using Answer = std::optional<Seconds>;

Answer gemmTime(const Question& q) {
    const Precision precision = q.format.precision;
    if (!q.has(precision)) {
        return std::nullopt;
    }
    const GemmShape shape{.m = q.whole("/m"), .n = q.whole("/n"), .k = q.whole("/k")};
    Device device = q.device(precision);
    if (isHalf(precision)) {
        return gemmCost(shape, device).time;
    }
    if (q.format.scales == ActivationScales::Block) {
        device = withBlockScales(std::move(device), *q.profile);
    }
    const auto cast = castRate(*q.profile, precision, q.format.scales);
    const Seconds casting = cast ? castCost(shape.m, shape.k, *cast, device).time : Seconds();
    return gemmCost(inLowFormat(shape, device), device).time + casting;
}

Answer prefillTime(const Question& q) {
    const AttentionShape shape{.sequences = q.whole("/batch"),
                               .queryHeads = q.whole("/heads"),
                               .keyValueHeads = q.whole("/kv_heads"),
                               .headDimension = q.whole("/head_dim"),
                               .sequence = q.whole("/seq_kv")};
    if (isHalf(q.format.precision)) {
        return prefillAttentionCost(shape, q.device(q.format.precision)).time;
    }
    if (q.format.precision != Precision::Fp8) {
        return std::nullopt;
    }
    const auto device = withLowPrecisionAttention(q.device(Precision::Bf16), *q.gpu, *q.profile);
    return device ? Answer(prefillAttentionCost(shape, *device).time) : std::nullopt;
}

/// Tables time one call over and over: a small cache stays in L2.
constexpr CacheState timed = CacheState::Repeated;

Answer decodeTime(const Question& q) {
    const auto rates = decodeRates(*q.gpu, *q.profile);
    if (!rates) {
        return std::nullopt;
    }
    const DecodeShape shape{.sequences = q.whole("/batch"),
                            .queryHeads = q.whole("/heads"),
                            .keyValueHeads = q.whole("/kv_heads"),
                            .headDimension = q.whole("/head_dim"),
                            .context = q.whole("/seq_kv"),
                            .bytesAnElement = q.fp8Cache() ? 1.0 : 2.0};
    return decodeAttentionCost(shape, *rates, timed).time;
}

Answer latentDecodeTime(const Question& q) {
    const auto rates = latentDecodeRates(*q.gpu, *q.profile);
    if (!rates) {
        return std::nullopt;
    }
    const LatentDecodeShape shape{.sequences = q.whole("/batch"),
                                  .heads = q.whole("/heads"),
                                  .context = q.whole("/seq_kv"),
                                  .fp8 = q.fp8Cache()};
    return latentDecodeCost(shape, *rates, timed).time;
}

Answer latentPrefillTime(const Question& q) {
    const auto cost = latentPrefillCost(q.whole("/batch"), q.whole("/seq_kv"), q.whole("/heads"),
                                        q.device(Precision::Bf16), *q.profile);
    return cost ? Answer(cost->time) : std::nullopt;
}

Answer answerTo(const Question& q) {
    static const std::map<std::string, Answer (*)(const Question&)> operators{
        {"gemm", gemmTime},
        {"attention_prefill", prefillTime},
        {"attention_decode", decodeTime},
        {"mla_prefill", latentPrefillTime},
        {"mla_decode", latentDecodeTime}};
    const auto found = operators.find(q.text("/op"));
    return found == operators.end() || !q.has(Precision::Bf16) ? std::nullopt : found->second(q);
}

std::string scaleOf(const json& row) {
    const double rows = numberAt(row, "/m");
    return rows <= 0.0     ? std::string()
           : rows <= 64.0  ? "m up to 64"
           : rows <= 512.0 ? "m 65 to 512"
                           : "m over 512";
}

} // namespace

void predictKernel(const MeasurementRow& row, const Catalogue& catalogue, FidelityItem& item) {
    item.scale = scaleOf(row.json);
    const auto id = gpuIdOf(textAt(row.json, "/gpu"), catalogue);
    const Gpu* const gpu = id ? findEntry(catalogue.gpus, *id) : nullptr;
    const EfficiencyProfile* const profile =
        gpu != nullptr ? findEntry(catalogue.efficiencyProfiles, gpu->efficiencyProfile) : nullptr;
    const auto format = formatOf(item.precision);
    if (profile == nullptr || !format) {
        item.reason = translatable("core", "its GPU or number format is not in the catalogue");
        return;
    }
    const Answer time = answerTo({&row.json, gpu, profile, *format});
    if (time) {
        constexpr double millisecond = 1e-3;
        item.predicted = time->base() / millisecond;
    } else {
        item.reason = translatable("core", "the catalogue has no constants of this kernel for this "
                                           "GPU");
    }
}

} // namespace roofplan
