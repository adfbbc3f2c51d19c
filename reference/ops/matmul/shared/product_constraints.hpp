// SPDX-License-Identifier: Apache-2.0
// Constraints of matrix products.
#pragma once

#include <string>

#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {

/// A page's part about its product, and the targets on which it promises that a breach is refused.
struct ProductPage {
  std::string page = {};
  std::string c = "cMatrix";    ///< the operand that takes the product
  bool one_row = false;         ///< M is 1, and K is that of bMatrix
  TargetSet statics = devices;  ///< locations and shapes
  TargetSet extents = devices;  ///< M, K and N when the call runs
  bool lists_shapes = true;     ///< whether shapes are among the statics that it lists
  bool scaled = false;  ///< inputs of 8 or 4 bits with scales, for which A5 takes whole groups
};

/// Where a page promises that shapes are refused which do not go together.
inline TargetSet shapes_refused(const ProductPage& page) {
  return page.lists_shapes ? page.statics : no_target;
}

/// Element types of both inputs and of the result, target by target.
Constraints types_of_product(const ProductPage& page);

/// Locations and layouts of the three tiles (decision 112), as the Tile class requires them.
Constraints tiles_of_product(const ProductPage& page);

/// Rows and Cols that go together; all tiles fit in the memories of devices.
Constraints shapes_of_product(const ProductPage& page);

/// Both tiles of scales: their type, place, layout and shape, of which `page.statics` refuses
/// breaches, and a valid scale for every row or column and 32 elements of K (decision 113).
Constraints scales_of_product(const ProductPage& page);

/// M, K and N within [1, 4095]; valid regions that go together.
Constraints extents_of_product(const ProductPage& page);

/// All of these.
Constraints constraints_of_product(const ProductPage& page);

/// cInMatrix has the Tile type and the valid region of `page.c`: both are one TileRes.
Constraints accumulator_like_result(const ProductPage& page);

/// biasData is a row in Bias of the type of `page.c`, with a valid bias for each of N columns;
/// `refused` as for the statics of a page.
Constraints row_of_biases(const ProductPage& page, TargetSet refused);
/// It is row-major without boxes, which is checked on `checked`.
Constraints layout_of_biases(const ProductPage& page, TargetSet checked);

}  // namespace assay::ops
