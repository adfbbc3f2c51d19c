// SPDX-License-Identifier: Apache-2.0
// The functions over arrays with the kernels to use as an argument, and what they have in common.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reference/isa/spec/expected.hpp"
#include "reference/numerics/kernels/formats.hpp"
#include "reference/numerics/kernels/kernels.hpp"
#include "reference/numerics/kernels/operation.hpp"
#include "reference/numerics/real.hpp"

namespace assay::numerics::kernels {

BatchCounts round_with(const Kernels& kernels, const Operation& operation,
                       std::span<const Bits> arguments, std::int64_t count, MutableBits values);
BatchCounts accept_with(const Kernels& kernels, const Operation& operation,
                        std::span<const Bits> arguments, std::int64_t count,
                        const Tolerance& tolerance, const AcceptedArrays& results);
BatchCounts distances_with(const Kernels& kernels, const Operation& operation,
                           std::span<const Bits> arguments, std::int64_t count, Bits got,
                           std::span<double> ulp);
BatchCounts round_and_distances_with(const Kernels& kernels, const Operation& operation,
                                     std::span<const Bits> arguments, std::int64_t count,
                                     MutableBits values, Bits got, std::span<double> ulp);

/// Throws std::invalid_argument if the function takes another number of arguments.
void require_arguments(const Operation& operation, std::span<const Bits> arguments);

/// Decoded arguments of element `index`, for the definitions.
std::vector<Real> arguments_at(const Operation& operation, std::span<const Bits> arguments,
                               std::int64_t index);

/// Results of an operation as doubles, block by block.
class Results {
 public:
  /// Whether the double arithmetic covers the function and its argument type.
  static bool exist(const Operation& operation);

  Results(const Kernels& kernels, const Operation& operation, std::span<const Bits> arguments);

  /// y()[i] of element first + i, by the convention of kernels.hpp.
  void compute(std::int64_t first, int count);
  const double* y() const { return y_.data(); }
  double* y() { return y_.data(); }
  double argument(int number, int i) const;
  const ErrorBound& error_bound() const { return error_bound_; }

  /// Whether the true result of element i is beyond what the kernels give, 2^-1000 to 2^1000 in
  /// magnitude: then, y()[i] only rounds to every element format like it.
  bool is_far(int i) const;

  /// Such a result as a double, the square of what half the exponent gives: with twice the error of
  /// the enclosure, or off by 2^-1074; nothing if that could be an infinity or a number.
  std::optional<double> far_result(int i) const;

  /// Puts the exact result in y()[i] if it is known to have at most 52 bits.
  bool make_exact(int i);

 private:
  using Doubles = std::array<double, block>;

  const Kernels& kernels_;
  Function function_;
  std::span<const Bits> arguments_;
  Source source_;
  Evaluate evaluate_;
  ErrorBound error_bound_;
  alignas(64) std::array<Doubles, 3> decoded_;
  alignas(64) Doubles y_;
};

/// Calls body(first, count) for blocks of at most `block` elements.
template <typename Body>
void for_blocks(std::int64_t elements, Body body) {
  for (std::int64_t first = 0; first < elements; first += block) {
    body(first, static_cast<int>(elements - first < block ? elements - first : block));
  }
}

}  // namespace assay::numerics::kernels
