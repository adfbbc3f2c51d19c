// SPDX-License-Identifier: Apache-2.0
// The arguments of the kernel of enclosures of sums in f32. Private to this folder.
#pragma once

#include <cstddef>

namespace assay::numerics::summation {

/// Sums in f32 of the same number of terms each, as arrays: the inputs of enclose(), and the places
/// of the ends of its enclosures.
struct SumsOfF32 {
  std::size_t count = 0;  ///< of sums
  double nodes = 0;       ///< additions of each, from 1 to 2^24
  double growth = 0;      ///< growth() for so many
  int precision = 0;      ///< of a single term
  const double* sum = nullptr;
  const double* magnitude = nullptr;
  const double* largest = nullptr;
  const double* quantum = nullptr;
  const double* error = nullptr;  ///< as in Totals
  float* low = nullptr;
  float* high = nullptr;
  unsigned char* odd = nullptr;  ///< 1 where only enclose() itself or a Survey knows; else 0
};

}  // namespace assay::numerics::summation
