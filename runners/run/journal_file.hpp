// SPDX-License-Identifier: Apache-2.0
// The journal that runs and sweeps keep: what is done survives the end of its process.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "runners/call/arena.hpp"

namespace assay::runners {

/// A line in its file.
struct LinePlace {
  off_t begin = 0;         ///< in bytes
  std::size_t number = 0;  ///< from 1
};

/// One JSON object a line, sealed with its number and a checksum. A line is in the file when
/// append() returns and counts from its line feed on. One process at a time.
class JournalFile {
 public:
  /// Empties the file, or, to `resume`, cuts off what a killed process left of a line. `whose` is a
  /// word for what it is the journal of. Throws InfraError where it cannot be written, and
  /// UsageError where another process writes it.
  JournalFile(std::filesystem::path path, bool resume, const char* whose);

  const std::filesystem::path& path() const { return path_; }

  /// Calls `take` with the object of every line after the first `skipped`; returns their number.
  /// Throws UsageError that names the file and the line where it is not as it was written, or where
  /// `take` throws.
  std::size_t replay(const std::function<void(const std::string&)>& take,
                     std::size_t skipped = 0) const;

  /// Takes the text of one JSON object and says where it is. Throws InfraError and leaves whole
  /// lines only.
  LinePlace append(std::string_view object);
  /// Forgets all lines but the first `lines`.
  void keep(std::size_t lines);

 private:
  void cut(off_t size);
  off_t count_lines();
  [[noreturn]] void fail(const char* what) const;

  std::filesystem::path path_;
  FileDescriptor file_;
  off_t size_ = 0;
  std::size_t lines_ = 0;
};

/// The whole lines of a file, one after the other. A last line without its line feed may have been
/// cut off while it was written: it does not count.
class LineReader {
 public:
  /// A file that cannot be read has no lines.
  explicit LineReader(const std::filesystem::path& path);

  /// The object of the next line. Throws UsageError where that is not what was written there.
  std::optional<std::string> next();
  /// The number of the line that next() gave, from 1.
  std::size_t number() const { return place_.number; }
  LinePlace place() const { return place_; }

 private:
  std::filesystem::path path_;
  std::ifstream in_;
  LinePlace place_;
  off_t end_ = 0;  ///< of the line
};

/// The object of one line. Throws UsageError where it is not there any more.
std::string line_at(const std::filesystem::path& path, const LinePlace& place);

/// Throws UsageError.
[[noreturn]] void refuse_line(const std::filesystem::path& path, std::size_t number,
                              const std::string& why);

}  // namespace assay::runners
