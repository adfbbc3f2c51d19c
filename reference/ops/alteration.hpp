// SPDX-License-Identifier: Apache-2.0
// Results that replace a promised one and can be described in a few words: for errata that users
// write in files, without a function.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "reference/isa/spec/result.hpp"
#include "reference/numerics/classify.hpp"

namespace assay::ops {

enum class Alteration : std::uint8_t {
  anything,   ///< any bits
  unchanged,  ///< what the destination held
  zero,       ///< +0
  nan,        ///< any NaN; floats alone
  flushed,    ///< a zero of either sign where the promised value is subnormal; floats alone
  within,     ///< the exact result within another tolerance
};
inline constexpr Alteration last_alteration = Alteration::within;

std::string_view name_of(Alteration alteration);
std::optional<Alteration> alteration_named(std::string_view name);

/// How a promised result is altered, and where.
struct AlteredBy {
  Alteration alteration = Alteration::anything;
  /// Only elements of which an input at the same place, or a scalar, is of this class. Inputs of
  /// another shape than the destination do not count.
  std::optional<numerics::NumberClass> inputs = {};
  Tolerance tolerance = {};  ///< of `within`
};

/// Elements that `promise` does not define stay so. A result that is a text stays as promised.
Result altered(const Result& promise, const AlteredBy& how);

}  // namespace assay::ops
