#include "core/catalogue/quantization_json.h"

namespace roofplan {

namespace {

constexpr std::int64_t mostGroup = 100'000'000;

std::array<Named<WeightFormat>, weightFormatNames.size()> formats() {
    std::array<Named<WeightFormat>, weightFormatNames.size()> names{};
    for (std::size_t i = 0; i < names.size(); ++i) {
        names[i] = {weightFormatNames[i].format, weightFormatNames[i].key};
    }
    return names;
}

std::optional<Precision> cacheFrom(ObjectReader& reader, Diagnostics& findings) {
    const std::string key = reader.textOr("kv_cache", "");
    const std::optional<Precision> precision = precisionFromKey(key);
    if (!key.empty() && !precision) {
        std::string allowed;
        for (const PrecisionName& name : precisionNames) {
            allowed += (allowed.empty() ? "" : ", ") + std::string(name.key);
        }
        findings.push_back({.code = "model.value",
                            .place = reader.place("kv_cache"),
                            .text = {translatable("core", "Found {0}; allowed: {1}."),
                                     {"\"" + key + "\"", allowed}}});
    }
    return precision;
}

} // namespace

Quantization quantizationFromJson(ObjectReader reader, Diagnostics& findings) {
    const auto names = formats();
    Quantization quantization{.weights = reader.choice<WeightFormat>("weights", names),
                              .groupSize = reader.wholeOr("group_size", 0, mostGroup, 0),
                              .keyValueCache = cacheFrom(reader, findings),
                              .method = reader.textOr("method", "")};
    reader.nothingElse({"weights", "group_size", "kv_cache", "method"});
    return quantization;
}

nlohmann::ordered_json quantizationToJson(const Quantization& quantization) {
    nlohmann::ordered_json object{
        {"weights", std::string(weightFormatName(quantization.weights).key)}};
    if (quantization.groupSize > 0) {
        object["group_size"] = quantization.groupSize;
    }
    if (quantization.keyValueCache) {
        object["kv_cache"] = std::string(precisionKey(*quantization.keyValueCache));
    }
    if (!quantization.method.empty()) {
        object["method"] = quantization.method;
    }
    return object;
}

} // namespace roofplan
