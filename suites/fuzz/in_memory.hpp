// SPDX-License-Identifier: Apache-2.0
// Shared by the fuzz targets: a file in memory, and one input for several readers.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

namespace assay::fuzz {

using Input = std::span<const std::uint8_t>;

/// Reads an input; true if the reader accepts it. If a reader ends in any other way than by reading
/// or by its documented exceptions, the process ends.
bool read(Input input);

inline std::string_view text_of(Input input) {
  return {reinterpret_cast<const char*>(input.data()), input.size()};
}

/// The first byte says which of `count` readers gets the rest.
struct Choice {
  std::size_t reader = 0;
  Input rest;
};
inline Choice choice_of(Input input, std::size_t count) {
  if (input.empty()) return {};
  return {input[0] % count, input.subspan(1)};
}

/// A file with these contents, in memory, for as long as this lives.
class MemoryFile {
 public:
  explicit MemoryFile(Input contents) {
    const int file = mkstemp(path_.data());
    const auto written = write(file, contents.data(), contents.size());
    if (written != static_cast<ssize_t>(contents.size())) std::abort();
    close(file);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { unlink(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_ = "/dev/shm/assay-fuzz-XXXXXX";
};

}  // namespace assay::fuzz
