// SPDX-License-Identifier: Apache-2.0
// Results whose elements are those of other operands, bit by bit.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "reference/isa/op_spec.hpp"

namespace assay::ops {

/// An element of a tile.
struct Origin {
  const char* operand;
  std::int64_t row;
  std::int64_t col;
};

/// Where an element of the destination comes from; nothing where it keeps what it held.
using OriginOf =
    std::function<std::optional<Origin>(const Call& call, std::int64_t row, std::int64_t col)>;

/// The valid region of the destination is made of the elements that `origin_of` names; the rest of
/// it is unspecified.
Result moved(OriginOf origin_of, std::string destination = "dst");

}  // namespace assay::ops
