// SPDX-License-Identifier: Apache-2.0
// The part of an input that an element of an output depends on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reference/isa/call/call.hpp"
#include "reference/isa/call/contents.hpp"
#include "reference/isa/spec/result.hpp"

namespace assay::reports {

/// Rows and columns of a tile, first and count.
struct InputPart {
  std::int64_t row = 0;
  std::int64_t col = 0;
  std::int64_t rows = 1;
  std::int64_t cols = 1;
  friend bool operator==(const InputPart&, const InputPart&) = default;
};

/// For each of `elements` (row * columns + column) of the output tile of `result`, the part of the
/// tile `operand` that the page's result depends on. Either the page says that it follows in place
/// (Flow::in_place), or the result is evaluated with changed inputs and compared. Then `operand`
/// holds ones and other operands of floats small numbers, so that no NaN or zero hides an element;
/// masks, counts and scalars keep what they hold, because they select elements. The part is the
/// smallest aligned one. Nothing for an element that does not depend on the operand, and for tiles
/// that would take too long.
std::vector<std::optional<InputPart>> input_parts(const Call& call, const Result& result,
                                                  std::size_t operand,
                                                  std::span<const std::int64_t> elements,
                                                  std::span<const ElementArray> before);

}  // namespace assay::reports
