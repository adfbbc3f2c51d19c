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
  std::string place;  ///< "(0, 5)", "row 3", "column 5"
  std::string value;  ///< "1.5", or of a line "65 in [1 .. 3.5], NaN"
};

/// The inputs of the element (row, col) of a tile that a call writes, by valid rows and columns:
/// the element at the same place, or where a window is taken out or put in at the one that is moved
/// there; the one that is spread over the row or the column; the line that is reduced, or that a
/// product takes. `before` has the contents of every operand before the call. An input of which
/// none of this can be said has no entry, and neither has global memory or a scalar.
std::vector<ElementInput> inputs_of(const Case& test_case, std::string_view output,
                                    std::int64_t row, std::int64_t col,
                                    std::span<const ElementArray> before);

}  // namespace assay::reports
