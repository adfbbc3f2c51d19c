// SPDX-License-Identifier: Apache-2.0
// Convolution tiles that TTRANS converts from one layout to another (decision 107).
#pragma once

#include <string>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::ops {

/// The form "image": src and dst are convolution tiles in Vec. Element (g, n, c, d, h, w) keeps its
/// bits; what pads blocks of channels, and images to 16, is open. `page` is the name of the page.
Form transposed_images(const std::string& page);
/// Its result.
Result converted_images();

}  // namespace assay::ops
