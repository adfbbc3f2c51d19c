// SPDX-License-Identifier: Apache-2.0
// Results whose elements are those of other operands, bit by bit.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::ops {

/// An element of a tile.
struct Origin {
  const char* operand;
  std::int64_t row;
  std::int64_t col;
};

/// Where an element of the destination comes from.
using OriginOf = std::function<Origin(std::int64_t row, std::int64_t col)>;
using OriginsIn = std::function<OriginOf(const Call& call)>;

/// Elements of src from this place on.
OriginOf from_corner(std::int64_t top, std::int64_t left);

/// The valid region of the destination is made of the elements that `origins_in` names; the rest of
/// it is unspecified.
Result moved(OriginsIn origins_in, std::string destination = "dst");

}  // namespace assay::ops
