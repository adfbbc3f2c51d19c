// SPDX-License-Identifier: Apache-2.0
// Files that are either complete or not there.
#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string_view>

#include "reference/support/endings.hpp"

namespace assay::support {

/// Why a file cannot be written, in words: "No such file or directory", "it is no regular file".
class WriteFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An empty file in the folder of `target`, with an unpredictable name: NAME.tmp-RANDOM, created by
/// this process or not at all, never through a link. keep() syncs it and gives it the name of the
/// target; without it the destructor removes it, or a signal that ends the process does, or, after
/// the process was killed, the next TemporaryFile for the same target. A target that is a link
/// stays one: the file it names is replaced. All throw WriteFailure, also if the target is a
/// folder, a device, a pipe, a socket or a link to nothing: only a regular file is replaced.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::filesystem::path& target);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  /// Open for reading and writing, at its begin.
  int descriptor() const { return descriptor_; }
  const std::filesystem::path& name() const { return name_; }
  void keep();

 private:
  std::filesystem::path target_;
  std::filesystem::path name_;
  RemovedOnSignals unnamed_;
  int descriptor_ = -1;
};

/// Puts `content` into a file that is replaced whole, or directly into a character device or a pipe
/// (/dev/null, /dev/stdout). Throws std::runtime_error ("cannot write KIND PATH: REASON"), leaves
/// no temporary file and does not change an older file.
void write_atomically(std::string_view kind, const std::filesystem::path& path,
                      std::string_view content);

/// Takes the next piece of a file.
using Sink = std::function<void(std::string_view)>;

/// The same for a file that is made piece by piece, so that it is never whole in memory. Passes on
/// what `make` throws, and leaves no temporary file then either.
void write_atomically(std::string_view kind, const std::filesystem::path& path,
                      const std::function<void(const Sink&)>& make);

/// Throws like write_atomically, before the work whose result is to be written.
void require_writable(std::string_view kind, const std::filesystem::path& path);

}  // namespace assay::support
