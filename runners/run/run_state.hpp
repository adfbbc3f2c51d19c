// SPDX-License-Identifier: Apache-2.0
// What a run finds out before its first case, and its options do not say.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "runners/cases/plan/plan_options.hpp"
#include "runners/run/identity.hpp"

namespace assay::runners {

struct RunState {
  Identity identity;
  /// As the options say. A library's target is in it if they name none, and the seed of the day.
  CaseSelection cases;
  /// As the options say. In the place of a library is the backend that was compiled of it; no
  /// errata are in effect if its headers do not compile.
  TestedBackends tested;
  std::vector<std::size_t> left_out = {};  ///< positions in the plan, of cases beyond `sdk.limit`
  std::vector<std::string> ops_left_out = {};  ///< that have no other cases
};

}  // namespace assay::runners
