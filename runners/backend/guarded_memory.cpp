// SPDX-License-Identifier: Apache-2.0
// Memory for the operands of calls, each between pages that nothing can touch.
#include "runners/backend/guarded_memory.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "runners/call/image.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

constexpr std::uint64_t most_reserved = std::uint64_t{64} << 30;
constexpr std::uint64_t least_reserved = std::uint64_t{1} << 30;

// Bytes of windows that are kept for a call of their size.
constexpr std::uint64_t most_kept = std::uint64_t{64} << 20;

// Windows of one size that stay closed before the first of them is opened again.
constexpr std::size_t most_closed = 64;

[[noreturn]] void fail(std::uint64_t bytes) {
  throw InfraError(
      fmt::format("cannot have {} bytes of memory for a call: {}", bytes, std::strerror(errno)));
}

}  // namespace

GuardedMemory::GuardedMemory() {
  for (reserved_ = most_reserved; reserved_ >= least_reserved; reserved_ /= 2) {
    void* address =
        mmap(nullptr, reserved_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (address == MAP_FAILED) continue;
    base_ = static_cast<std::byte*>(address);
    windows_.reserve(reserved_ / gap);  // a handler may read it at any time
    return;
  }
  fail(least_reserved);
}

GuardedMemory::~GuardedMemory() { munmap(base_, reserved_); }

void GuardedMemory::protect(const Place& place, int protection) const {
  if (mprotect(place.begin, place.bytes, protection) != 0) fail(place.bytes);
}

GuardedMemory::Window GuardedMemory::made(std::uint64_t bytes) {
  const std::uint64_t begin = cursor_ + gap;
  if (bytes > reserved_ || begin + bytes + gap > reserved_ ||
      windows_.size() == windows_.capacity()) {
    errno = ENOMEM;
    fail(bytes);
  }
  const Place place{.begin = base_ + begin, .bytes = bytes};
  protect(place, PROT_READ | PROT_WRITE);
  // Whole gaps, so that every window begins at a page.
  cursor_ = begin + (bytes + gap - 1) / gap * gap;
  windows_.push_back(place);
  return windows_.size() - 1;
}

GuardedMemory::Window GuardedMemory::take(std::uint64_t bytes, Owner owner) {
  std::vector<Window>& free = free_[bytes];
  std::deque<Window>& closed = closed_[bytes];
  Window window = 0;
  if (!free.empty()) {
    window = free.back();
    free.pop_back();
    kept_ -= bytes;
  } else if (closed.size() > most_closed) {
    window = closed.front();
    closed.pop_front();
    protect(windows_[window], PROT_READ | PROT_WRITE);
  } else {
    window = made(bytes);
  }
  windows_[window].state = State::live;
  windows_[window].known = true;
  windows_[window].owner = owner;
  return window;
}

void GuardedMemory::give_back(Window window) {
  Place& place = windows_[window];
  if (kept_ + place.bytes > most_kept) {
    close(window);
    return;
  }
  place.state = State::free;
  kept_ += place.bytes;
  free_[place.bytes].push_back(window);
}

void GuardedMemory::close(Window window) {
  Place& place = windows_[window];
  protect(place, PROT_NONE);
  madvise(place.begin, place.bytes, MADV_DONTNEED);
  place.state = State::closed;
  closed_[place.bytes].push_back(window);
}

void GuardedMemory::forget_owners() {
  for (Place& place : windows_) place.known = false;
}

Fault GuardedMemory::find(const void* address) const {
  const auto* where = static_cast<const std::byte*>(address);
  Fault fault;
  if (where < base_ || where >= base_ + reserved_) return fault;
  std::int64_t least = static_cast<std::int64_t>(gap);
  for (const Place& place : windows_) {
    if (place.state == State::free) continue;
    const std::byte* contents = place.begin + guard_bytes;
    const std::int64_t offset = where - contents;
    const std::int64_t behind = offset - static_cast<std::int64_t>(place.owner.contents);
    const std::int64_t distance = offset < 0 ? -offset : std::max<std::int64_t>(behind, 0);
    if (distance >= least) continue;
    least = distance;
    fault = {.known = 1,
             .call = place.known ? place.owner.call : earlier_call,
             .late = place.state == State::closed ? 1U : 0U,
             .operand = place.owner.operand,
             .offset = offset};
  }
  return fault;
}

namespace {

struct FaultReport {
  const GuardedMemory* memory = nullptr;
  int arena = -1;
  pid_t process = -1;
  pid_t caller = -1;  ///< thread that runs the calls
};

// A signal handler can use only objects that live as long as the program.
FaultReport& fault_report() {
  static FaultReport report;
  return report;
}

void on_fault(int signal, siginfo_t* info, void*) {
  const FaultReport& report = fault_report();
  // Raised by an access, not sent by a process; accesses of a child to its copies are ignored.
  if (info->si_code > 0 && report.memory != nullptr && getpid() == report.process) {
    Fault fault = report.memory->find(info->si_addr);
    fault.own = gettid() == report.caller ? 1 : 0;
    (void)!pwrite(report.arena, &fault, sizeof fault, offsetof(WorkerHeader, fault));
  }
  raise(signal);  // the handler is gone by now
}

void handle(int signal) {
  struct sigaction action {};
  if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) return;
  action = {};
  action.sa_sigaction = on_fault;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_SIGINFO | SA_ONSTACK;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void report_faults(const GuardedMemory& memory, int arena) {
  fault_report() = {&memory, arena, getpid(), gettid()};
  // A call that used up its stack has none left for a handler.
  static std::vector<std::byte> own(std::size_t{64} << 10);
  const stack_t other{.ss_sp = own.data(), .ss_flags = 0, .ss_size = own.size()};
  sigaltstack(&other, nullptr);
  handle(SIGSEGV);
  handle(SIGBUS);
}

}  // namespace assay::runners
