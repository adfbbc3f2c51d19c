// SPDX-License-Identifier: Apache-2.0
#include "runners/run/merge_mark.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "runners/support/errors.hpp"

namespace assay::runners {

MergeMark::MergeMark(const std::filesystem::path& folder)
    : path_(folder / name),
      file_(open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666)) {
  if (file_.get() < 0) {
    throw InfraError(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
  }
  if (flock(file_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw UsageError(fmt::format("another merge is writing {}; wait for its end", folder.string()));
  }
}

void MergeMark::done() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

void require_no_merge(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (!std::filesystem::exists(folder / MergeMark::name, ignored)) return;
  throw UsageError(fmt::format(
      "the folder {} holds a merge that was not finished; merge the parts again into it",
      folder.string()));
}

}  // namespace assay::runners
