// SPDX-License-Identifier: Apache-2.0
#include "reference/support/endings.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>

namespace assay::support {

/// A path where a signal handler can read it.
struct SlotOfPath {
  std::atomic<bool> taken = false;
  std::atomic<pid_t> owner = 0;  ///< 0: the path is not whole
  std::array<char, 4096> path{};
};

namespace {

// A signal handler can reach nothing but what lives as long as the program.
std::array<SlotOfPath, 64>& slots() {
  static std::array<SlotOfPath, 64> all;
  return all;
}

}  // namespace

void GivesBackSlot::operator()(SlotOfPath* slot) const {
  slot->owner = 0;
  slot->taken = false;
}

RemovedOnSignals remove_on_signals(const std::string& path) {
  for (SlotOfPath& slot : slots()) {
    if (path.size() >= slot.path.size()) return nullptr;
    if (slot.taken.exchange(true)) continue;
    *std::copy(path.begin(), path.end(), slot.path.begin()) = '\0';
    slot.owner = getpid();
    return RemovedOnSignals(&slot);
  }
  return nullptr;
}

void end_by_signal(int signal) {
  const pid_t self = getpid();  // a child between fork and exec has the parent's list
  for (SlotOfPath& slot : slots()) {
    if (slot.owner == self) unlink(slot.path.data());
  }
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  raise(signal);
}

void tidy_up_on_signals() {
  slots();  // made before a handler can need it
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = end_by_signal;
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace assay::support
