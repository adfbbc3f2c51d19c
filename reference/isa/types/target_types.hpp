// SPDX-License-Identifier: Apache-2.0
// Which element types the toolchain of a target knows.
#pragma once

#include "reference/isa/types/element_type.hpp"
#include "reference/isa/types/target.hpp"

namespace assay {

/// Whether an operand on the target can have the type: A2A3 knows no float of 8 or 4 bits and is
/// alone in knowing i4 (MODEL 1.1); f64 is a type of scalar arguments only.
constexpr bool has_type(Target target, ElementType type) {
  const bool is_small_float = is_float(type) && bits_of(type) <= 8;
  if (type == ElementType::f64) return false;
  if (type == ElementType::i4) return target == Target::a2a3;
  return target != Target::a2a3 || !is_small_float;
}

}  // namespace assay
