// SPDX-License-Identifier: Apache-2.0
// What a run is going to execute.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runners/run_command.hpp"
#include "runners/suite.hpp"

namespace assay::runners {

/// Everything that is decided before the first case.
struct RunPlan {
  std::vector<generators::Recipe> recipes;
  std::vector<PlannedCase> cases;
  std::uint64_t seed = 1;
  std::int64_t large_bytes = 0;    ///< see Suite
  bool large_every_dtype = false;  ///< see Suite
  std::string selection;
  std::optional<Case> single;  ///< --case: this one alone

  std::size_t size() const { return single ? 1 : cases.size(); }
  /// Nothing where the recipe has no such case, or a large one that another element type shows.
  std::optional<Case> draw(std::size_t index) const;

 private:
  bool shows_large(const PlannedCase& planned) const;
};

/// Throws UsageError where the options select nothing or name something unknown.
RunPlan plan_of(const RunOptions& options);

}  // namespace assay::runners
