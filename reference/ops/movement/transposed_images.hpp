// SPDX-License-Identifier: Apache-2.0
// Convolution tiles that TTRANS converts from one layout to another (decision 107).
#pragma once

#include <string>

#include "reference/isa/spec/op_spec.hpp"
#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// The form "image": src and dst are convolution tiles in Vec. Element (g, n, c, d, h, w) keeps its
/// bits; what pads blocks of channels, and images to 16, is open. `page` is the name of the page,
/// and `types` are its constraints of the element type of src.
Form transposed_images(const std::string& page, Constraints types);
/// Its result.
Result converted_images();

}  // namespace assay::ops
