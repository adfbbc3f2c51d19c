// SPDX-License-Identifier: Apache-2.0
// A program that a worker talks to on its standard input and output.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "runners/call/arena.hpp"

namespace assay::runners {

/// One running program; killed with its object. It stays in the caller's process group, so that a
/// kill of the group reaches it, and its standard error is the caller's.
class Program {
 public:
  /// Starts `command` in a shell. Throws InfraError where no process can be had.
  explicit Program(const std::string& command);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program();

  /// False where the program reads no more. Blocks while it does not read, and takes in what it
  /// says meanwhile.
  bool send(std::span<const std::byte> bytes);

  /// The next line without its end; nothing where the output ended first, or after `most` bytes
  /// without an end of line. Blocks.
  std::optional<std::string> line(std::size_t most);
  /// Fills `bytes` with what comes next; false where the output ended first. Blocks.
  bool read(std::span<std::byte> bytes);

  /// Whether there is unread output; waits for it at most `wait`. False where it ended.
  bool has_more(std::chrono::milliseconds wait);

  /// The part that has arrived of an incomplete line.
  const std::string& unread() const { return unread_; }

  /// "left with exit code 1", "died of SIGSEGV (Segmentation fault)"; "closed its standard output
  /// and lived on" where it has to be killed.
  std::string ending();

  /// Ends this process as the program ended, after ending().
  [[noreturn]] void die_alike() const;

 private:
  bool wait_to_send();
  bool fill();

  FileDescriptor input_;   ///< the program's
  FileDescriptor output_;  ///< the program's
  FileDescriptor ended_;   ///< readable once the program has ended
  std::string unread_;
  pid_t process_ = -1;
  bool killed_ = false;
  int status_ = 0;
};

/// "left with exit code 1", "died of SIGSEGV (Segmentation fault)", from what waitpid() says.
std::string ending_of(int status);

}  // namespace assay::runners
