// SPDX-License-Identifier: Apache-2.0
// The elements of the inputs that belong to one element of an output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/case/case.hpp"

namespace assay::reports {

/// What an input has for one element of an output.
struct ElementInput {
  std::size_t operand = 0;
  std::string place;  ///< "(0, 5)", "row 3", "column 5, rows 0 to 3"
  std::string value;  ///< "1.5", "1, 2", or of many "65 elements in [1 .. 3.5], NaN"
};

/// The inputs of each of `elements` (row * columns + column) of a tile that a call writes: the
/// parts of the tiles that are read on which the page's result depends there. `before` has the
/// contents of every operand before the call. A tile on which an element does not depend has no
/// entry, and neither has global memory or a scalar.
std::vector<std::vector<ElementInput>> inputs_of(const Case& test_case, std::string_view output,
                                                 std::span<const std::int64_t> elements,
                                                 std::span<const ElementArray> before);

/// The same of one element. Nothing for an output that is no tile.
std::vector<ElementInput> inputs_of(const Case& test_case, std::string_view output,
                                    std::int64_t row, std::int64_t col,
                                    std::span<const ElementArray> before);

}  // namespace assay::reports
