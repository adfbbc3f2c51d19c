// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace assay::runners {

/// Turns that scenarios of every form take: each is another element type and another plan.
struct RotationSpan {
  std::uint64_t first = 0;
  std::uint64_t count = 1;
  /// Also scenarios that need a signature each and differ from others only in sizes and values: the
  /// few signatures of a compiled library leave them out.
  bool all_sizes = true;
};

}  // namespace assay::runners
