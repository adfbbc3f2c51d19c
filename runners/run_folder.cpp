// SPDX-License-Identifier: Apache-2.0
// The folder a run writes into, and its journal.
#include "runners/run_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "runners/environment.hpp"
#include "runners/errors.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;

fs::path fresh_folder() {
  const std::string stamp = local_stamp();
  for (int number = 1;; ++number) {
    const fs::path path = fs::path("assay-runs") / fmt::format("{}-{}", stamp, number);
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (!error && fs::create_directory(path, error)) return path;
    if (error) {
      throw InfraError(fmt::format("cannot make the folder {}: {}; name another with --out",
                                   path.string(), error.message()));
    }
  }
}

void take_over(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) {
    throw InfraError(fmt::format("cannot make the folder {}: {}", path.string(), error.message()));
  }
  if (!fs::is_empty(path, error) && !fs::exists(path / "journal.jsonl", error) && !error) {
    throw UsageError(fmt::format(
        "the folder {} has files that no run of assay made; name an empty or a new one with --out",
        path.string()));
  }
  if (error) {
    throw InfraError(fmt::format("cannot read the folder {}: {}", path.string(), error.message()));
  }
  if (access(path.c_str(), W_OK | X_OK) != 0) {
    throw InfraError(
        fmt::format("cannot write into the folder {}: {}", path.string(), std::strerror(errno)));
  }
}

}  // namespace

RunFolder::RunFolder(const std::string& wanted) : path_(wanted) {
  if (wanted.empty()) {
    path_ = fresh_folder();
  } else {
    take_over(path_);
  }
}

Journal::Journal(fs::path path)
    : path_(std::move(path)),
      file_(open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  if (file_.get() < 0) {
    throw InfraError(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
  }
}

void Journal::append(std::string_view line) {
  const std::string text = fmt::format("{}\n", line);
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = write(file_.get(), text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const std::string reason = std::strerror(errno);
      if (ftruncate(file_.get(), size_) != 0) { /* the sentence below is all that is left to do */
      }
      throw InfraError(fmt::format("cannot write {}: {}", path_.string(), reason));
    }
    written += static_cast<std::size_t>(count);
  }
  size_ += static_cast<off_t>(text.size());
}

}  // namespace assay::runners
