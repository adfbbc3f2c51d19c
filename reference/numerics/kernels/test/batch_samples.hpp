// SPDX-License-Identifier: Apache-2.0
// Arguments on which a fast way to round could differ from the definitions. Only tests include it.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/isa/call/contents.hpp"
#include "reference/numerics/kernels/batch.hpp"
#include "reference/numerics/real.hpp"

namespace assay::numerics {

/// A pseudo-random sequence, the same everywhere.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits();
  int below(int n);                    ///< 0, ..., n - 1
  int between(int a, int b);           ///< a, ..., b
  std::uint64_t of(ElementType type);  ///< any bit pattern

 private:
  std::uint64_t state_;
};

/// Zeros, both ends of the subnormals and of the normals, infinities, NaN, 1 and its neighbours,
/// powers of two and their neighbours; every code of a type with at most 8 bits.
std::vector<std::uint64_t> landmarks(ElementType type);

/// Packed arguments of one operation.
class Arguments {
 public:
  Arguments(Function function, ElementType type) : function_(function), type_(type) {}

  void add(std::initializer_list<std::uint64_t> bits);
  std::int64_t count() const { return static_cast<std::int64_t>(bits_[0].size()); }
  std::vector<Bits> spans();  ///< valid until the next call of a member that is not const
  std::vector<Real> decoded(std::int64_t index) const;

  Function function() const { return function_; }
  ElementType type() const { return type_; }

 private:
  Function function_;
  ElementType type_;
  std::vector<std::uint64_t> bits_[3];
  ElementArray packed_[3];
};

/// Landmarks in all combinations or many, random patterns, arguments whose result is at or next to
/// a value of `to` or half-way between two of them, exact powers and roots, powers near 1 and near
/// the ends of the range, and the hardest arguments of f32 that a search of all 2^32 found.
Arguments adversarial(Function function, ElementType from, ElementType to);

}  // namespace assay::numerics
