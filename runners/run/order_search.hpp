// SPDX-License-Identifier: Apache-2.0
// Failures that depend on the calls before them in the same process.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {

/// The cases that one backend executed last, in order. Contents that a name draws are not kept.
class ExecutedCases {
 public:
  void add(const StoredCase& executed);
  std::size_t size() const { return cases_.size(); }
  const StoredCase& at(std::size_t place) const { return cases_.at(place); }

 private:
  static constexpr std::size_t most = 256;
  std::deque<StoredCase> cases_;
};

/// Whether a case fails in a new process that first executes the earlier cases at these places.
using FailsAfter = std::function<bool(const std::vector<std::size_t>& places)>;

/// The places of a few of `count` earlier cases after which a case fails, in ascending order; empty
/// if it fails as the first case of a process. Nothing if it does not fail after any of the lists
/// that were tried, or not again. Tries the last 1, 2, 4, ... cases, then drops what is not needed;
/// calls `fails` at most some 100 times.
std::optional<std::vector<std::size_t>> cases_that_matter(std::size_t count,
                                                          const FailsAfter& fails);

}  // namespace assay::runners
