// SPDX-License-Identifier: Apache-2.0
// The vectorised loops under the sums. Private to summation*.cpp and their tests.
#pragma once

#include <cstddef>
#include <span>

#include "reference/numerics/sums/sums_of_f32.hpp"

namespace assay::numerics::summation {

/// Sums in double of 16 interleaved streams: stream j has the terms j, j + 16, j + 32, ... in
/// order.
struct Lanes {
  static constexpr std::size_t width = 16;
  static constexpr std::size_t step = 64;  ///< terms that a kernel takes at a time
  alignas(64) double sum[width] = {};
  double magnitude[width] = {};  ///< of the absolute values
  double largest[width] = {};    ///< absolute value; meaningless if there is a NaN
};

/// Every function gives the same bits in every table: additions and their order are fixed, and
/// fused operations do not occur.
struct Kernels {
  /// Adds `count` terms, or products of a and b, to the lanes; `count` is a multiple of
  /// Lanes::step.
  void (*add_terms)(const float* terms, std::size_t count, Lanes& lanes);
  void (*add_products)(const float* a, const float* b, std::size_t count, Lanes& lanes);

  /// For each column of rows x cols doubles, none of them subnormal: raises largest[j] to the
  /// largest magnitude and lowers quantum[j] to the largest power of two of which all are
  /// multiples. Infinite values count as powers of two, NaN is passed over.
  void (*extremes)(const double* values, std::size_t rows, std::size_t cols, double* largest,
                   double* quantum);

  /// sum[i][j] += a[i][0] b[0][j] + a[i][1] b[1][j] + ..., left to right, and the same of the
  /// absolute values in `magnitude`. Row-major, a is rows x inner, b inner x cols.
  void (*multiply)(const double* a, const double* b, std::size_t rows, std::size_t inner,
                   std::size_t cols, double* sum, double* magnitude);

  /// values[i] = sum[i] rounded to f32, doubtful[i] = whether sum[i] - error[i] and sum[i] +
  /// error[i] round differently or the error is above 2^-36 of the sum.
  void (*round_f32)(const double* sum, const double* error, std::size_t count, float* values,
                    unsigned char* doubtful);

  /// The ends that enclose() has for each sum.
  void (*enclose)(const SumsOfF32& sums);
};

/// Tables that this machine can run, the plainest first.
std::span<const Kernels> available_kernels();

/// The fastest of them.
inline const Kernels& fastest_kernels() { return available_kernels().back(); }

/// Largest magnitude, and the largest power of two of which all are multiples: infinity for zeros.
struct Extremes {
  double largest = 0;
  double quantum = __builtin_inf();
};
Extremes extremes_of(std::span<const double> values);

}  // namespace assay::numerics::summation
