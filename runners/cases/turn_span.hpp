// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace assay::runners {

/// Turns that scenarios of every form take: each is another element type and another plan.
struct TurnSpan {
  std::uint64_t first = 0;
  std::uint64_t count = 1;
  /// Also scenarios that are a signature each and nothing but other sizes and values of what is
  /// there: a compiled library's first look does without.
  bool all_sizes = true;
};

}  // namespace assay::runners
