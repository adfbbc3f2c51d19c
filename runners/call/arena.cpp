// SPDX-License-Identifier: Apache-2.0
// Memory that a run and its worker share, and file descriptors that close themselves.
#include "runners/call/arena.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

[[noreturn]] void fail(const char* what, std::uint64_t bytes) {
  throw InfraError(fmt::format("cannot {} {} bytes of memory for a worker: {}", what, bytes,
                               std::strerror(errno)));
}

}  // namespace

FileDescriptor::~FileDescriptor() {
  if (number_ >= 0) close(number_);
}

FileDescriptor FileDescriptor::moved_up() && {
  const int higher = fcntl(number_, F_DUPFD_CLOEXEC, 10);
  if (higher < 0) {
    throw InfraError(
        fmt::format("cannot duplicate a file descriptor: {}; raise 'ulimit -n' or "
                    "lower -j",
                    std::strerror(errno)));
  }
  return FileDescriptor(higher);
}

FileDescriptor memory_file(const char* label) {
  const int number = memfd_create(label, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (number < 0) {
    throw InfraError(fmt::format("cannot create shared memory: {}; raise 'ulimit -n' or lower -j",
                                 std::strerror(errno)));
  }
  return FileDescriptor(number).moved_up();
}

FileDescriptor end_of_process(pid_t process) {
  // The C library's own function for it cannot be called from C++ in every version.
  const int number = static_cast<int>(syscall(SYS_pidfd_open, process, 0));
  if (number < 0) {
    throw InfraError(fmt::format("cannot watch process {}: {}", process, std::strerror(errno)));
  }
  return FileDescriptor(number).moved_up();
}

Arena::~Arena() {
  if (!memory_.empty()) munmap(memory_.data(), memory_.size());
}

void Arena::grow(std::uint64_t bytes) {
  if (bytes <= file_bytes_) return;
  const std::uint64_t wanted = std::max(bytes, 2 * file_bytes_);
  if (ftruncate(descriptor_, static_cast<off_t>(wanted)) != 0) fail("reserve", wanted);
  file_bytes_ = wanted;
}

std::span<std::byte> Arena::map(std::uint64_t bytes) {
  if (bytes <= memory_.size()) return memory_;
  if (!memory_.empty()) munmap(memory_.data(), memory_.size());
  memory_ = {};
  void* address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  if (address == MAP_FAILED) fail("map", bytes);
  memory_ = {static_cast<std::byte*>(address), bytes};
  return memory_;
}

}  // namespace assay::runners
