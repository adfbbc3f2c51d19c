// SPDX-License-Identifier: Apache-2.0
// Views of global memory.
#pragma once

#include <array>
#include <cstdint>

#include "reference/isa/types/element_type.hpp"
#include "reference/isa/types/global_layout.hpp"

namespace assay {

using Dims5 = std::array<std::int64_t, 5>;

/// A GlobalTensor: a 5-D view of one allocation. Shape, strides and base count elements.
struct GlobalSpec {
  ElementType element = ElementType::f32;
  GlobalLayout layout = GlobalLayout::ND;
  Dims5 shape{1, 1, 1, 1, 1};
  Dims5 stride{1, 1, 1, 1, 1};
  std::array<bool, 5> dynamic_shape{};  ///< dimension is -1 in the Shape type
  bool dynamic_stride = true;           ///< all strides are -1 in the Stride type
  std::int64_t base = 0;                ///< elements of the allocation before element (0,0,0,0,0)
  friend bool operator==(const GlobalSpec&, const GlobalSpec&) = default;

  std::int64_t offset(const Dims5& index) const;  ///< from the start of the allocation, in elements
  std::int64_t elements() const;                  ///< product of the shape
  std::int64_t allocation() const;  ///< elements from the start to the last one of the view
};

/// Rows and columns of the two-dimensional view that a layout defines (MODEL 4.2), which a tile
/// that is loaded from it must match.
struct ViewShape {
  std::int64_t rows;
  std::int64_t cols;
};
ViewShape view_of(const GlobalSpec& global);

}  // namespace assay
