// SPDX-License-Identifier: Apache-2.0
// Modes of later instructions.
#pragma once

#include "runners/simulator/include/pto/call.hpp"

namespace pto {

/// Products of floats are in TF32 from here on, on machines that have it.
template <bool isEnable, RoundMode tf32TransMode = RoundMode::CAST_ROUND>
RecordEvent SETTF32MODE() {
  static_assert(tf32TransMode == RoundMode::CAST_ROUND, "PTO: TF32 is made by CAST_ROUND");
  detail::in_tf32 = isEnable;
  return {};
}

}  // namespace pto
