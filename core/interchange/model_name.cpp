#include "core/interchange/model_name.h"

#include <nlohmann/json.hpp>

namespace roofplan {

namespace {

std::string_view withoutEnding(std::string_view text, std::string_view ending) {
    return text.ends_with(ending) ? text.substr(0, text.size() - ending.size()) : text;
}

} // namespace

std::string_view lastPart(std::string_view path) {
    const std::size_t slash = path.find_last_of("/\\");
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string modelName(const ConfigReader& config, std::string_view fileName) {
    std::string_view name = withoutEnding(lastPart(fileName), ".json");
    name = withoutEnding(name, ".config");
    if (const std::size_t owner = name.find("--"); owner != std::string_view::npos) {
        name.remove_prefix(owner + 2);
    }
    if (!name.empty() && name != "config") {
        return std::string(name);
    }
    const nlohmann::json& published = config.value("_name_or_path");
    if (published.is_string()) {
        const auto& path = published.get_ref<const std::string&>();
        name = lastPart(withoutEnding(path, "/"));
    }
    const std::string_view file = lastPart(fileName);
    const std::string_view folder = fileName.substr(0, fileName.size() - file.size());
    if (name.empty() || name == "config") {
        name = folder.empty() ? folder : lastPart(folder.substr(0, folder.size() - 1));
    }
    const nlohmann::json& type = config.value("model_type");
    const std::string fallback = type.is_string() ? type.get<std::string>() : "model";
    return name.empty() || name == "." ? fallback : std::string(name);
}

std::string modelId(std::string_view name) {
    std::string id;
    for (const char c : name) {
        const bool upper = c >= 'A' && c <= 'Z';
        const bool plain =
            (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
        id += upper ? static_cast<char>(c - 'A' + 'a') : (plain ? c : '-');
    }
    return id;
}

} // namespace roofplan
