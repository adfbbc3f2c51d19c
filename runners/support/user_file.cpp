// SPDX-License-Identifier: Apache-2.0
// Files that the user or an earlier run names for reading.
#include "runners/support/user_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "runners/support/errors.hpp"

namespace assay::runners {

std::ifstream open_if_there(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw UsageError(fmt::format("cannot read {}: it is no regular file", file.string()));
  }
  return std::ifstream(file, std::ios::binary);
}

std::ifstream open_to_read(const std::filesystem::path& file) {
  errno = 0;
  std::ifstream stream = open_if_there(file);
  if (stream) return stream;
  throw UsageError(fmt::format("cannot read {}: {}", file.string(), std::strerror(errno)));
}

}  // namespace assay::runners
