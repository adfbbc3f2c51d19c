// SPDX-License-Identifier: Apache-2.0
// Vectorised double arithmetic as tables of functions, one table for each instruction set that it
// is compiled for. All tables give the same bits. Private to this folder and to batch*.cpp.
//
// Between the stages a block of results is an array of doubles, by one convention: a double whose
// last bit is 0 is the exact result. One whose last bit is 1 represents a true value near it, as
// its ErrorBound says. (An exact result with more than 52 bits may have it too; that does no harm.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "reference/numerics/function.hpp"

namespace assay::numerics::kernels {

/// Elements that one call of a kernel takes at most: the buffers stay in the first-level cache.
/// Even, so that pairs of 4-bit elements are never split.
inline constexpr int block = 512;

/// A format as the kernels see it. It has the values n * quantum(P) in [P, 2P), for powers of two P
/// from `lowest` to `highest`, where quantum(P) = P * 2^(1 - precision); below `lowest` its quantum
/// goes on. Integers have the quantum 1 throughout. Every format but HiFloat8.
struct Grid {
  int precision = 1;
  double lowest = 1;
  double highest = 1;
  double clamp = 0;  ///< larger finite magnitudes round like this one
  double limit = 0;  ///< no magnitude from here on is undecided
  double top = 0;    ///< the last value, 2^(e_max+1) if that is an infinity
  double bottom = 0;
  double infinite_from = 0;            ///< magnitudes that accepted ranges take for an infinity
  std::uint64_t infinite = 0;          ///< code of the magnitude of an infinite result
  std::uint64_t sign = 0;              ///< sign bit, 0 for integers and e8m0
  std::uint64_t nan = 0;               ///< quiet NaN, 0 if there is none
  std::uint64_t largest_positive = 0;  ///< integers: last magnitudes
  std::uint64_t largest_negative = 0;
  std::uint64_t mask = 0;  ///< ones in the width of the format
};

/// The error of an inexact result y, the exact value being t. Decision 011 derives the bounds.
struct ErrorBound {
  /// |y - t| / |y| is below this; 0 if y rounds to every floating format like t.
  double rounding = 0;
  /// |y - t| / |y| is below this; 0 if t is strictly between the neighbours of y among the doubles.
  double error = 0;
  /// If |y| is within `nearness` of 1, then t is on the same side of 1 and between 1 and the far
  /// end of the enclosure; no more is known.
  bool near_one = false;
};
inline constexpr double nearness = 0x1p-43;

/// Low and high ends of the accepted range for both ends of each enclosure, to be rounded inwards.
struct Ends {
  double* low_of_low;
  double* low_of_high;
  double* high_of_low;
  double* high_of_high;
};

using Decode = void (*)(const std::byte* from, int count, double* to);

/// y = f(a, b, c) by the convention above; b and c are not read by functions of fewer arguments.
using Evaluate = void (*)(const double* a, const double* b, const double* c, int count, double* y);

/// codes[i] = y[i] rounded to a format. Nonzero undecided[i] where y[i] is inexact and within
/// `bound` of a rounding boundary. Returns nonzero if there is such an element.
using Encode = std::uint32_t (*)(const double* y, int count, const Grid& grid, double bound,
                                 std::uint32_t* codes, std::uint32_t* undecided);

/// f32 arguments to correctly rounded f32 results, to nearest even, in one step. Nonzero if some
/// elements are undecided; only then undecided[i] means anything: nonzero for those.
using Direct = std::uint32_t (*)(const std::byte* a, const std::byte* b, int count,
                                 std::byte* values, std::uint32_t* undecided);

/// The same, and the distances of `got`; ulp[i] is -1 where the doubles must find it and the value.
/// Nonzero if there is such an element.
using DirectDistances = std::uint32_t (*)(const std::byte* a, const std::byte* b,
                                          const std::byte* got, int count, std::byte* values,
                                          double* ulp);

/// ulp[i] = |got[i] - y[i]| in ulp(y[i]); undecided if the binade of y[i] is, and that matters, and
/// if y[i] represents a result beyond 2^998 of a function with `near_one`, unless got[i] is an
/// infinity.
using Distance = std::uint32_t (*)(const double* y, const double* got, int count, const Grid& grid,
                                   const ErrorBound& error_bound, double* ulp,
                                   std::uint32_t* undecided);

/// `reach` is the bound of a Tolerance. Undecided where an enclosure lies in two binades.
using FindEnds = void (*)(const double* y, int count, const Grid& grid,
                          const ErrorBound& error_bound, double reach, const Ends& ends,
                          std::uint32_t* undecided);

struct Kernels {
  const char* name;
  Decode decode_f32, decode_f16, decode_bf16;
  Decode decode_i8, decode_u8, decode_i16, decode_u16, decode_i32, decode_u32;
  Evaluate evaluate[function_count];      ///< null if there is none
  Evaluate sum_to_floor[function_count];  ///< add, subtract, fused_multiply_add in mode `floor`
  Direct direct[function_count];
  DirectDistances direct_distances[function_count];
  Encode encode_f32_nearest;
  Encode encode_float[6];  ///< by RoundMode
  Encode encode_integer[6];
  Distance distance;
  FindEnds ends_in_ulp, ends_relative;
  void (*narrow_to_16)(const std::uint32_t* codes, int count, std::byte* to);
  void (*narrow_to_8)(const std::uint32_t* codes, int count, std::byte* to);
};

/// The tables that this processor can run, best last; never empty.
std::span<const Kernels* const> available();

/// Of the results of `evaluate` for this function.
ErrorBound error_bound_of(Function function);

}  // namespace assay::numerics::kernels
