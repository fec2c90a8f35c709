#include "core/base/text_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace roofplan {

namespace {

namespace fs = std::filesystem;

constexpr mode_t readableByAll = 0644;

Diagnostic unreadable(const fs::path& path, const std::string& reason) {
    return {.code = "file.unreadable",
            .place = path.string(),
            .text = {translatable("core", "The file cannot be read: {0}."), {reason}}};
}

tl::unexpected<Diagnostics> unwritable(const fs::path& path, const std::string& reason) {
    return failure({.code = "file.unwritable",
                    .place = path.string(),
                    .text = {translatable("core", "The file cannot be written: {0}."), {reason}}});
}

bool writeAll(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written < 0 && errno != EINTR) {
            return false;
        }
        text.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
    return true;
}

/// A new file beside `path`, written through to the disk; its name, or the reason.
Expected<std::string> writtenBeside(const fs::path& path, std::string_view text) {
    std::string name = path.string() + ".XXXXXX";
    const int file = ::mkstemp(name.data());
    if (file < 0) {
        return unwritable(path, std::strerror(errno));
    }

    struct stat before {};

    const bool exists = ::stat(path.c_str(), &before) == 0;
    const bool written = ::fchmod(file, exists ? before.st_mode & 07777U : readableByAll) == 0 &&
                         writeAll(file, text) && ::fsync(file) == 0;
    const int reason = errno;
    const bool closed = ::close(file) == 0;
    if (!written || !closed) {
        ::unlink(name.c_str());
        return unwritable(path, std::strerror(written ? errno : reason));
    }
    return name;
}

} // namespace

Expected<std::string> readTextFile(const fs::path& path, std::uintmax_t most) {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path, error);
    if (error) {
        return failure(unreadable(path, error.message()));
    }
    if (size > most) {
        return failure(
            {.code = "file.too_large",
             .place = path.string(),
             .text = {translatable("core", "The file has {0} bytes; {1} MiB are allowed."),
                      {std::to_string(size), std::to_string(most >> 20U)}}});
    }
    std::ifstream stream(path, std::ios::binary);
    std::string content(size, '\0');
    stream.read(content.data(), static_cast<std::streamsize>(size));
    if (stream.bad() || !stream.is_open()) {
        return failure(unreadable(path, std::strerror(errno)));
    }
    content.resize(static_cast<std::size_t>(stream.gcount()));
    return content;
}

Expected<void> writeTextFile(const fs::path& path, std::string_view text) {
    std::error_code error;
    const fs::path target = fs::weakly_canonical(path, error);
    if (error) {
        return unwritable(path, error.message());
    }
    fs::create_directories(target.parent_path(), error);
    if (error) {
        return unwritable(path, error.message());
    }
    const Expected<std::string> written = writtenBeside(target, text);
    if (!written) {
        return tl::unexpected(written.error());
    }
    fs::rename(*written, target, error);
    if (error) {
        ::unlink(written->c_str());
        return unwritable(path, error.message());
    }
    return {};
}

} // namespace roofplan
