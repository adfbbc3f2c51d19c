// SPDX-License-Identifier: Apache-2.0
// Loads of images: convolution tiles from views of the same layout, shape and type (decision 046).
#pragma once

#include <string>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// The form "image": dst is an NC1HWC0 tile in Mat whose last dimension is a block of 32 bytes, src
/// a view of its layout and shape, all of whose elements are neighbours, with constant sizes. The
/// result is an exact copy. `source` names where such calls are shown.
Form loaded_images(const std::string& source);

}  // namespace assay::ops
