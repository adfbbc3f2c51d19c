// SPDX-License-Identifier: Apache-2.0
// Memory for the operands of calls, each between pages that nothing can touch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "runners/call/worker_protocol.hpp"

namespace assay::runners {

/// Windows of whole pages in a reserved range of addresses, so far apart that a write that misses
/// one by less than `gap` ends the process instead of changing another one.
class GuardedMemory {
 public:
  /// Bytes of inaccessible addresses on either side of a window.
  static constexpr std::uint64_t gap = std::uint64_t{16} << 20;

  /// The use of a window.
  struct Owner {
    std::uint32_t call = 0;     ///< of the request
    std::uint32_t operand = 0;  ///< number of it
    std::uint64_t contents = 0;
  };
  using Window = std::size_t;

  /// Reserves addresses, not memory. Throws InfraError.
  GuardedMemory();
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;
  ~GuardedMemory();

  /// Bytes of addresses that it holds and does not use.
  std::uint64_t reserved() const { return reserved_; }
  /// Whether too few of them are left for many more windows.
  bool is_worn() const { return cursor_ > reserved_ / 4 * 3; }

  /// A window of `bytes`, a multiple of the page. It has old contents. Throws InfraError.
  Window take(std::uint64_t bytes, Owner owner);
  std::byte* at(Window window) const { return windows_[window].begin; }
  /// An address where nothing can be read or written.
  char* nowhere() const { return reinterpret_cast<char*>(base_); }

  /// The call is over, and no code can write there any more.
  void give_back(Window window);
  /// The call is over, and late writes are possible: such a write ends the process, and find() says
  /// whose memory it was.
  void close(Window window);
  /// Calls of the request before this one are no longer distinguished.
  void forget_owners();

  /// The owner of the memory at or around an address. Safe in a signal handler.
  Fault find(const void* address) const;

 private:
  enum class State : std::uint8_t { free, live, closed };
  struct Place {
    std::byte* begin = nullptr;
    std::uint64_t bytes = 0;
    State state = State::free;
    bool known = false;  ///< the owner is of this request
    Owner owner = {};
  };

  Window made(std::uint64_t bytes);
  void protect(const Place& place, int protection) const;

  std::byte* base_ = nullptr;
  std::uint64_t reserved_ = 0;
  std::uint64_t cursor_ = 0;
  std::uint64_t kept_ = 0;  ///< bytes of free windows
  std::vector<Place> windows_;
  std::map<std::uint64_t, std::vector<Window>> free_;
  std::map<std::uint64_t, std::deque<Window>> closed_;
};

/// From now on a SIGSEGV or SIGBUS that no other handler takes is recorded in the header of the
/// arena, and ends the process as usual. For the life of the process. To be called by the thread
/// that runs the calls.
void report_faults(const GuardedMemory& memory, int arena);

}  // namespace assay::runners
