// SPDX-License-Identifier: Apache-2.0
// Many distances of one type: ulp_distance() without arbitrary precision where doubles do.
#pragma once

#include <cstdint>
#include <optional>

#include "reference/isa/element_type.hpp"

namespace assay::numerics {

/// ulp_distance(type, got, exact) for one type, to the last bit. In binary formats of at most 24
/// significant bits with infinities a difference to a double is rounded once, and the division by
/// the ulp, a power of two, is exact; the others go by the definition.
class UlpMeter {
 public:
  explicit UlpMeter(ElementType type);

  /// Nothing for NaN.
  std::optional<double> operator()(std::uint64_t got, double exact) const;

 private:
  double value_of(std::uint64_t got) const;

  ElementType type_;
  bool direct_;
  std::uint64_t sign_ = 0;  ///< the bit
  int fraction_bits_ = 0;
  int exponent_mask_ = 0;
  int bias_ = 0;
  double end_ = 0;  ///< what an infinity counts as
};

}  // namespace assay::numerics
