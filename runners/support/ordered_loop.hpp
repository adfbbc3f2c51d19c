// SPDX-License-Identifier: Apache-2.0
// The loop of every command that works through a plan: items run in parallel and are taken in
// order, until the end, an interrupt, the time budget or the taker ends the loop.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "runners/support/interrupt.hpp"
#include "runners/support/ordered_work.hpp"

namespace assay::runners {

enum class LoopEnd { done, enough, out_of_time, interrupted };

struct LoopLimits {
  std::size_t pieces = 0;  ///< of work
  std::size_t window = 0;  ///< results that may wait for a slow one, of all threads together
  std::optional<std::chrono::steady_clock::time_point> deadline = {};  ///< no piece begins later
  std::function<void()> give_up = {};  ///< lets makers return that wait for something
};

/// How long a loop that waits for a result does not see that it shall stop.
inline constexpr std::chrono::milliseconds between_looks{100};

/// Runs the makers as OrderedWork does. `take` gets every result in order and says whether to go
/// on. Throws what the makers and `take` throw.
template <typename Result, typename Take>
LoopEnd work_in_order(const LoopLimits& limits,
                      std::vector<typename OrderedWork<Result>::Maker> makers, const Take& take,
                      ResultRoom<Result> room = {}) {
  OrderedWork<Result> work(limits.pieces, limits.window, std::move(makers), std::move(room));
  struct GivingUp {
    const LoopLimits& limits;
    ~GivingUp() {
      if (limits.give_up) limits.give_up();
    }
  } const giving_up{limits};
  for (std::size_t taken = 0; taken < limits.pieces; ++taken) {
    do {
      if (interrupted()) return LoopEnd::interrupted;
      if (limits.deadline && std::chrono::steady_clock::now() >= *limits.deadline) work.close();
      if (!work.more()) return LoopEnd::out_of_time;
    } while (!work.ready_within(between_looks));
    // An exception of a stopped worker is no error of the run.
    if (interrupted()) return LoopEnd::interrupted;
    if (!take(work.take())) return LoopEnd::enough;
  }
  return LoopEnd::done;
}

}  // namespace assay::runners
