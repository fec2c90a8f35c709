#include "core/interchange/quantization_config.h"

#include "core/base/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>

namespace roofplan {

namespace {

using nlohmann::json;

constexpr std::int64_t mostGroup = 100'000'000; ///< weights that share a scale

/// A number format, and the group of weights that share a scale, 0 where it does not say.
struct Format {
    WeightFormat weights = WeightFormat::Bf16;
    std::int64_t groupSize = 0;
};

struct AlgorithmName {
    std::string_view name;
    WeightFormat weights;
};

/// `quant_algo` of Model Optimizer (QUANTIZATION_* of modelopt.torch.export) and `quant_method`.
constexpr auto algorithms = std::to_array<AlgorithmName>({
    {"FP8", WeightFormat::Fp8},
    {"FP8_PER_CHANNEL_PER_TOKEN", WeightFormat::Fp8},
    {"FP8_PB_REAL", WeightFormat::Fp8},
    {"FP8_PB_WO", WeightFormat::Fp8},
    {"MXFP8", WeightFormat::Mxfp8},
    {"NVFP4", WeightFormat::Nvfp4},
    {"NVFP4_AWQ", WeightFormat::Nvfp4},
    {"W4A16_NVFP4", WeightFormat::Nvfp4},
    {"W4A8_NVFP4_FP8", WeightFormat::Nvfp4},
    {"MXFP4", WeightFormat::Mxfp4},
    {"W4A8_MXFP4_FP8", WeightFormat::Mxfp4},
    {"INT8_SQ", WeightFormat::Int8},
    {"W8A16", WeightFormat::Int8},
    {"W8A8_SQ_PER_CHANNEL", WeightFormat::Int8},
    {"W4A16_AWQ", WeightFormat::Int4},
    {"W4A8_AWQ", WeightFormat::Int4},
    {"fp8", WeightFormat::Fp8},
    {"fbgemm_fp8", WeightFormat::Fp8},
    {"mxfp8", WeightFormat::Mxfp8},
    {"mxfp4", WeightFormat::Mxfp4},
});

std::string algorithmNames(bool capitals) {
    std::string names;
    for (const AlgorithmName& known : algorithms) {
        const bool capital = known.name.front() >= 'A' && known.name.front() <= 'Z';
        if (capital == capitals) {
            names += std::string(known.name) + ", ";
        }
    }
    return names;
}

std::optional<Format> formatNamed(const json& name) {
    const auto* const found = std::ranges::find_if(algorithms, [&](const AlgorithmName& known) {
        return name.is_string() && name.get_ref<const std::string&>() == known.name;
    });
    if (found == algorithms.end()) {
        return std::nullopt;
    }
    return Format{.weights = found->weights};
}

void refuseName(ConfigReader& part, const char* key, const json& found, const std::string& names) {
    part.report("config.unsupported", key,
                {translatable("core", "found {0}; can be imported so far: {1}."),
                 {shownJson(found), names}});
}

std::int64_t groupOf(ConfigReader& part) {
    // -1 is a whole row in GPTQ files.
    const json& found = part.value("group_size");
    return found.is_number_integer() && found == -1 ? 0 : part.count("group_size", mostGroup);
}

/// Rows times columns that share a scale, of `key`; 0 when absent.
std::int64_t blockOf(ConfigReader& part, const char* key) {
    const auto block = part.numbers(key, 10'000);
    std::int64_t product = block && block->size() == 2 ? 1 : 0;
    for (const std::int64_t side : block.value_or(std::vector<std::int64_t>{})) {
        product *= side;
    }
    if (block && block->size() != 2) {
        part.report("config.value", key,
                    {translatable("core", "found {0}; allowed: rows and columns of a block."),
                     {shownJson(part.value(key))}});
    }
    return product;
}

/// `weights` of a group: `num_bits`, `type`, `group_size`.
std::optional<Format> formatOfWeights(ConfigReader& group) {
    ConfigReader weights = group.part("weights");
    const std::int64_t bits = weights.whole("num_bits", 64);
    const bool isInteger = weights.value("type") == "int";
    if (!isInteger) {
        weights.require("type", weights.value("type"), {"float", "int"});
    }
    const std::int64_t block =
        weights.has("block_structure") ? blockOf(weights, "block_structure") : 0;
    const std::int64_t size = std::max(groupOf(weights), block);
    if (bits == 8) {
        return Format{.weights = isInteger ? WeightFormat::Int8
                                 : size == weightFormatName(WeightFormat::Mxfp8).group
                                     ? WeightFormat::Mxfp8
                                     : WeightFormat::Fp8,
                      .groupSize = size};
    }
    if (bits == 4) {
        return Format{.weights = isInteger ? WeightFormat::Int4
                                 : size == weightFormatName(WeightFormat::Mxfp4).group
                                     ? WeightFormat::Mxfp4
                                     : WeightFormat::Nvfp4,
                      .groupSize = size};
    }
    if (weights.sound("num_bits")) {
        weights.report("config.unsupported", "num_bits",
                       {translatable("core", "found {0}; can be imported so far: {1}."),
                        {std::to_string(bits), "4, 8"}});
    }
    return std::nullopt;
}

bool namesExperts(const json& module) {
    return module.is_string() &&
           module.get_ref<const std::string&>().find("experts") != std::string::npos &&
           module.get_ref<const std::string&>().find("shared_experts") == std::string::npos;
}

/// The group that holds the routed experts, else the one with the most targets.
std::optional<Format> formatOfGroups(ConfigReader& part) {
    ConfigReader groups = part.part("config_groups");
    std::optional<Format> bulk;
    std::size_t mostTargets = 0;
    bool expertsFound = false;
    for (const auto& item : groups.json().items()) {
        ConfigReader group = groups.part(item.key());
        const std::optional<Format> format = formatOfWeights(group);
        const json& targets = group.value("targets");
        const bool experts = targets.is_array() && std::ranges::any_of(targets, namesExperts);
        const std::size_t count = targets.is_array() ? targets.size() : 0;
        if (!bulk || (experts && !expertsFound) || (!expertsFound && count > mostTargets)) {
            bulk = format;
            mostTargets = count;
        }
        expertsFound = expertsFound || experts;
    }
    if (groups.json().empty() && part.sound("config_groups")) {
        part.report("config.value", "config_groups",
                    {translatable("core", "found {0}; needed: a group with its weights."),
                     {shownJson(groups.json())}});
    }
    if (groups.json().size() > 1) {
        part.remark(Severity::Info, "config_groups",
                    {translatable("core", "found {0} formats: the one of the routed experts, or of "
                                          "the most modules, is taken for all weights."),
                     {std::to_string(groups.json().size())}});
    }
    return bulk;
}

/// The format of the routed experts' modules, else of the most modules.
std::optional<Format> formatOfLayers(ConfigReader& part) {
    ConfigReader layers = part.part("quantized_layers");
    std::map<std::string, std::size_t> counts;
    std::map<std::string, std::int64_t> groups;
    const auto weigh = [](const std::string& module) -> std::size_t {
        return namesExperts(module) ? 1'000'000 : 1;
    };
    for (const auto& item : layers.json().items()) {
        const json& algorithm = item.value().is_object() && item.value().contains("quant_algo")
                                    ? item.value()["quant_algo"]
                                    : json();
        if (!formatNamed(algorithm)) {
            refuseName(layers, item.key().c_str(), algorithm, algorithmNames(true));
            return std::nullopt;
        }
        const auto name = algorithm.get<std::string>();
        counts[name] += weigh(item.key());
        const json& group =
            item.value().contains("group_size") ? item.value()["group_size"] : json();
        const bool sensible = group.is_number_unsigned() &&
                              group.get<std::uint64_t>() <= static_cast<std::uint64_t>(mostGroup);
        groups[name] = sensible ? group.get<std::int64_t>() : 0;
    }
    const auto most =
        std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
    if (most == counts.end()) {
        part.report("config.value", "quantized_layers",
                    {translatable("core", "found {0}; needed: the format of each module."),
                     {shownJson(layers.json())}});
        return std::nullopt;
    }
    if (counts.size() > 1) {
        part.remark(
            Severity::Info, "quantized_layers",
            {translatable("core", "found {0} formats: that of the routed experts, or of the "
                                  "most modules, {1}, is taken for all weights."),
             {std::to_string(counts.size()), most->first}});
    }
    std::optional<Format> format = formatNamed(most->first);
    format->groupSize = groups[most->first];
    return format;
}

/// `quant_algo`: a name, or MIXED_PRECISION with a list.
std::optional<Format> formatOfAlgorithm(ConfigReader& part) {
    const json& algorithm = part.value("quant_algo");
    std::optional<Format> format = formatNamed(algorithm);
    if (algorithm == "MIXED_PRECISION") {
        return part.has("quantized_layers") ? formatOfLayers(part) : formatOfGroups(part);
    }
    if (!format) {
        refuseName(part, "quant_algo", algorithm, algorithmNames(true) + "MIXED_PRECISION");
        return std::nullopt;
    }
    format->groupSize = groupOf(part);
    return format;
}

std::optional<Format> formatOfMethod(ConfigReader& part) {
    const json& method = part.value("quant_method");
    const bool packedIntegers = method == "gptq" || method == "awq";
    if (packedIntegers) {
        const std::int64_t bits = part.whole("bits", 64);
        if (part.sound("bits") && bits != 4 && bits != 8) {
            part.report("config.unsupported", "bits",
                        {translatable("core", "found {0}; can be imported so far: {1}."),
                         {std::to_string(bits), "4, 8"}});
        }
        return Format{.weights = bits == 8 ? WeightFormat::Int8 : WeightFormat::Int4,
                      .groupSize = groupOf(part)};
    }
    std::optional<Format> format = formatNamed(method);
    if (!format) {
        refuseName(part, "quant_method", method,
                   algorithmNames(false) + "modelopt, compressed-tensors, gptq, awq");
        return std::nullopt;
    }
    format->groupSize = blockOf(part, "weight_block_size");
    return format;
}

/// By groups, by algorithm or by method: what Model Optimizer and the others write.
std::optional<Format> formatOf(ConfigReader& part) {
    if (part.has("config_groups") && part.value("quant_algo") != "MIXED_PRECISION") {
        return formatOfGroups(part);
    }
    return part.has("quant_algo") ? formatOfAlgorithm(part) : formatOfMethod(part);
}

/// "FP8", or an object with `num_bits` and `type`; nothing where the file is silent.
std::optional<Precision> cacheFormat(ConfigReader& part, const char* key) {
    const json& found = part.value(key);
    if (saysNo(found) || found == "auto") {
        return std::nullopt;
    }
    if (found.is_object()) {
        const bool isFloat = found.contains("type") && found["type"] == "float";
        const bool eight = found.contains("num_bits") && found["num_bits"] == 8;
        const bool four = found.contains("num_bits") && found["num_bits"] == 4;
        if (eight || (four && isFloat)) {
            return four ? Precision::Nvfp4 : isFloat ? Precision::Fp8 : Precision::Int8;
        }
    } else if (found == "FP8" || found == "INT8" || found == "NVFP4") {
        return found == "FP8"    ? Precision::Fp8
               : found == "INT8" ? Precision::Int8
                                 : Precision::Nvfp4;
    }
    refuseName(part, key, found, "FP8, INT8, NVFP4");
    return std::nullopt;
}

std::optional<Quantization> read(ConfigReader& part, const std::string& method) {
    const std::optional<Format> format = formatOf(part);
    const std::optional<Precision> cache = cacheFormat(
        part, part.has("kv_cache_quant_algo") ? "kv_cache_quant_algo" : "kv_cache_scheme");
    if (!format) {
        return std::nullopt;
    }
    const std::int64_t standard = weightFormatName(format->weights).group;
    if (format->groupSize == 0 && standard > 0) {
        part.remark(
            Severity::Info, "group_size",
            {translatable("core", "not in the file; assumed {0}, as {1} has."),
             {std::to_string(standard), std::string(weightFormatName(format->weights).label)}});
    }
    return Quantization{.weights = format->weights,
                        .groupSize = format->groupSize > 0 ? format->groupSize : standard,
                        .keyValueCache = cache,
                        .method = method};
}

std::string methodOf(ConfigReader& part, const char* otherwise) {
    const json& method = part.value("quant_method");
    return method.is_string() && !method.get_ref<const std::string&>().empty()
               ? method.get<std::string>()
               : otherwise;
}

/// DeepSeek-V4 keeps its experts, nearly all of the weights, in another format than the rest.
void readExpertFormat(ConfigReader& text, Quantization& quantization) {
    const json& format = text.value("expert_dtype");
    if (saysNo(format)) {
        return;
    }
    if (!text.require("expert_dtype", format, {"fp4", "fp8"}) || format == "fp8") {
        return;
    }
    quantization.weights = WeightFormat::Mxfp4;
    quantization.groupSize = weightFormatName(WeightFormat::Mxfp4).group;
    text.remark(Severity::Info, "expert_dtype",
                {translatable("core", "found {0}: the format of the experts is taken for all "
                                      "weights, with a scale for every {1} of them as {2} has."),
                 {shownJson(format), std::to_string(quantization.groupSize),
                  std::string(weightFormatName(quantization.weights).label)}});
}

} // namespace

std::optional<Quantization> quantizationOf(ConfigReader& config, ConfigReader& text) {
    for (ConfigReader* owner : {&config, &text}) {
        for (const char* key : {"quantization_config", "compression_config"}) {
            if (saysNo(owner->value(key))) {
                continue;
            }
            ConfigReader part = owner->part(key);
            std::optional<Quantization> quantization = read(part, methodOf(part, "modelopt"));
            if (quantization) {
                readExpertFormat(text, *quantization);
            }
            return quantization;
        }
    }
    return std::nullopt;
}

std::optional<Quantization> quantizationOfFile(ConfigReader& file) {
    ConfigReader part = file.part("quantization");
    return read(part, "modelopt");
}

bool isQuantizationFile(const json& json) {
    return json.is_object() && json.contains("quantization") && !json.contains("architectures") &&
           !json.contains("model_type");
}

} // namespace roofplan
