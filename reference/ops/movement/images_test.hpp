// SPDX-License-Identifier: Apache-2.0
// Convolution tiles of tests of TTRANS.
#pragma once

#include <algorithm>
#include <vector>

#include "reference/isa/types/image_layout.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {

/// A convolution tile in Vec with these dimensions, all of it valid.
inline TileSpec image(ElementType element, GlobalLayout layout,
                      const std::vector<std::int64_t>& dims) {
  TileSpec made = tile(element, 1, 1, 1, 1);
  ConvShape shape{layout, static_cast<int>(dims.size()), {1, 1, 1, 1, 1, 1}};
  std::ranges::copy(dims, shape.dims.begin());
  made.type.conv = shape;
  made.type.dynamic_valid_rows = made.type.dynamic_valid_cols = false;
  made.valid_cols = shape.elements();
  return made;
}

}  // namespace assay::ops
