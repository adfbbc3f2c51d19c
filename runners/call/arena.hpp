// SPDX-License-Identifier: Apache-2.0
// Memory that a run and its worker share, and file descriptors that close themselves.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace assay::runners {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~FileDescriptor();

  int get() const { return number_; }
  /// The same file under a number of at least 10, out of the way of the ones a worker is born with.
  FileDescriptor moved_up() &&;

 private:
  int number_ = -1;
};

/// A nameless file in memory, closed on exec. Throws InfraError.
FileDescriptor memory_file(const char* label);

/// Readable once that child of this process has ended. Throws InfraError.
FileDescriptor end_of_process(pid_t process);

/// A shared mapping of a memory file that can grow.
class Arena {
 public:
  explicit Arena(int descriptor) : descriptor_(descriptor) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena();

  /// Makes the file itself at least so long; only the owner does. Throws InfraError.
  void grow(std::uint64_t bytes);
  /// Maps at least the first `bytes`. Earlier spans die. Throws InfraError.
  std::span<std::byte> map(std::uint64_t bytes);
  std::span<std::byte> memory() const { return memory_; }

 private:
  int descriptor_;
  std::uint64_t file_bytes_ = 0;
  std::span<std::byte> memory_;
};

}  // namespace assay::runners
