// SPDX-License-Identifier: Apache-2.0
// Files that are either complete or not there.
#include "reports/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <system_error>

namespace assay::reports {
namespace {

// A file descriptor and the file itself, both gone unless the file was kept.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::filesystem::path target) : target_(std::move(target)) {
    for (int attempt = 0; attempt < 100 && descriptor_ < 0; ++attempt) {
      name_ = fmt::format("{}.{}-{}.tmp", target_.string(), ::getpid(), attempt);
      descriptor_ = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (descriptor_ < 0 && errno != EEXIST) break;
    }
    if (descriptor_ < 0) fail(errno);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!kept_) ::unlink(name_.c_str());
  }

  void write(std::string_view content) {
    while (!content.empty()) {
      const ssize_t written = ::write(descriptor_, content.data(), content.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) fail(written < 0 ? errno : EIO);
      content.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  void keep() {
    if (::fsync(descriptor_) != 0) fail(errno);
    const int closed = ::close(descriptor_);
    descriptor_ = -1;
    if (closed != 0) fail(errno);
    if (std::rename(name_.c_str(), target_.c_str()) != 0) fail(errno);
    kept_ = true;
  }

 private:
  [[noreturn]] void fail(int code) const {
    const std::string reason = std::generic_category().message(code);
    // A constructor that throws runs no destructor, but then there is no file either.
    throw std::runtime_error(fmt::format("cannot write report {}: {}", target_.string(), reason));
  }

  std::filesystem::path target_;
  std::string name_;
  int descriptor_ = -1;
  bool kept_ = false;
};

// The rename itself lasts only once the directory is on disk. Some file systems cannot sync a
// directory; the file is complete either way.
void sync_directory(const std::filesystem::path& path) {
  const std::string directory = path.has_parent_path() ? path.parent_path().string() : ".";
  const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

void write_atomically(const std::filesystem::path& path, std::string_view content) {
  TemporaryFile file(path);
  file.write(content);
  file.keep();
  sync_directory(path);
}

}  // namespace assay::reports
