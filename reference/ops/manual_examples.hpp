// SPDX-License-Identifier: Apache-2.0
// The examples of manual pages as scenarios: cases with just their types and shapes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::ops {

/// Declares a tile as examples do: an unboxed row-major Vec tile of constant size, wholly valid.
void declare(TileSpec& tile, ElementType element, std::int64_t rows, std::int64_t cols);
/// Declares a view of constant size, one matrix in rows of `pitch` elements.
void declare(GlobalSpec& view, ElementType element, std::int64_t rows, std::int64_t cols,
             std::int64_t pitch);

/// Scenario "manual example": `apply` sets the call. A lead of another element type than the
/// example's shows the same with that.
Scenario manual_example(std::function<void(Call&)> apply);

/// The same of tiles of 16 x 16 elements of one type.
Scenario example_of(std::vector<std::string> tiles);

}  // namespace assay::ops
