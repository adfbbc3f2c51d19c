// SPDX-License-Identifier: Apache-2.0
// The loop of every command that works through a plan: side by side, taken in order, until the end,
// an interrupt, the time budget or whoever takes the results has enough.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "runners/support/interrupt.hpp"
#include "runners/support/ordered_work.hpp"

namespace assay::runners {

enum class LoopEnd { done, enough, out_of_time };

struct LoopLimits {
  std::size_t pieces = 0;  ///< of work
  std::size_t window = 0;  ///< results that may wait for a slow one, of all threads together
  std::optional<std::chrono::steady_clock::time_point> deadline = {};  ///< no piece begins later
};

/// Runs the makers as OrderedWork does. `take` gets every result in order and says whether to go
/// on. Throws what the makers and `take` throw, and InfraError at an interrupt; `kept` then says
/// what is left of the work.
template <typename Result, typename Take, typename Kept>
LoopEnd work_in_order(const LoopLimits& limits,
                      std::vector<typename OrderedWork<Result>::Maker> makers, const Take& take,
                      const Kept& kept) {
  OrderedWork<Result> work(limits.pieces, limits.window, std::move(makers));
  for (std::size_t taken = 0; taken < limits.pieces; ++taken) {
    stop_if_interrupted(kept());
    if (limits.deadline && std::chrono::steady_clock::now() >= *limits.deadline) work.close();
    if (!work.more()) return LoopEnd::out_of_time;
    if (!take(work.take())) return LoopEnd::enough;
  }
  return LoopEnd::done;
}

}  // namespace assay::runners
