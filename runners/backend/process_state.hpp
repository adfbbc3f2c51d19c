// SPDX-License-Identifier: Apache-2.0
// The state of the worker's process and thread that every call finds.
#pragma once

#include <array>
#include <csignal>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "runners/call/arena.hpp"

namespace assay::runners {

/// Floating point rounds to nearest, keeps subnormals and masks exceptions; x87 has 64 bits of
/// precision and empty registers; the direction and alignment flags are clear. Signal mask, timers
/// and locale are as the backend's loading left them.
class ProcessState {
 public:
  /// Takes mask, timers and locale as they are, and sets the rest.
  ProcessState();

  /// Lets a backend do something, and sets everything again at once after it.
  template <typename Step>
  auto around(const Step& step) {
    const auto result = step();
    restore();
    return result;
  }
  /// The differences after the steps since the last call of this: a set of ProcessChange.
  std::uint32_t take_changes() { return std::exchange(changes_, 0); }

 private:
  void restore();
  bool restore_mask() const;
  bool stop_timers() const;
  bool restore_locale() const;
  std::vector<int> posix_timers() const;

  FileDescriptor timer_list_;
  std::vector<int> known_timers_;  ///< of timer_create
  std::array<bool, 3> known_intervals_{};
  sigset_t mask_{};
  std::string locale_;
  std::uint32_t changes_ = 0;
};

}  // namespace assay::runners
