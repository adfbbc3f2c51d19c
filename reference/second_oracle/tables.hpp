// SPDX-License-Identifier: Apache-2.0
// Constants of the fixed-point stage, computed once from series of integers. Private to this
// folder.
#pragma once

#include <array>

#include "reference/second_oracle/integers.hpp"

namespace assay::second_oracle {

/// Fixed point: 192 bits after the point, each constant within 2^-180.
inline constexpr int fraction_bits = 192;

/// e^(n/d) for 0 <= n < d < 2^15, and ln(n/d) for d <= n <= 2d < 2^16.
Wide exponential_of_ratio(u64 n, u64 d);
Wide logarithm_of_ratio(u64 n, u64 d);

struct Tables {
  Wide ln2;
  /// e^(i/128) - 1 below e^(89/128) - 1 and e^(i/2^14) - 1, 128 bits after the point, rounded down.
  std::array<u128, 89> exponential_coarse;
  std::array<u128, 128> exponential_fine;
  /// ln(256/n) of the coarse factor n/256 for arguments in [i/128, (i+1)/128), as two's complement;
  /// ln(8192/(8192 - j)) of the fine factor 1 - j/8192 for j from -fine_limit on.
  static constexpr int fine_limit = 80;
  std::array<u64, 182> coarse_factor;
  std::array<Wide, 182> logarithm_coarse;
  std::array<Wide, 2 * fine_limit + 1> logarithm_fine;
};

const Tables& tables();

}  // namespace assay::second_oracle
