#include "core/base/text_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

namespace roofplan {

namespace {

constexpr std::uintmax_t largestFile = 64ULL << 20U;

Diagnostic unreadable(const std::filesystem::path& path, const std::string& reason) {
    return {.code = "file.unreadable",
            .place = path.string(),
            .text = {translatable("core", "The file cannot be read: {0}."), {reason}}};
}

} // namespace

Expected<std::string> readTextFile(const std::filesystem::path& path) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error) {
        return failure(unreadable(path, error.message()));
    }
    if (size > largestFile) {
        return failure(
            {.code = "file.too_large",
             .place = path.string(),
             .text = {translatable("core", "The file has {0} bytes; 64 MiB are allowed."),
                      {std::to_string(size)}}});
    }
    std::ifstream stream(path, std::ios::binary);
    std::string content((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    if (!stream) {
        return failure(unreadable(path, std::strerror(errno)));
    }
    return content;
}

} // namespace roofplan
