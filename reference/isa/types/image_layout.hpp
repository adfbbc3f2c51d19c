// SPDX-License-Identifier: Apache-2.0
// Layouts of images whose channels are in no blocks, and of groups: only convolution tiles in Vec
// have them, which TTRANS converts. They continue the numbers of GlobalLayout.
#pragma once

#include "reference/isa/types/global_layout.hpp"

namespace assay::image_layout {

inline constexpr GlobalLayout nchw{13};
inline constexpr GlobalLayout gnchw{14};
inline constexpr GlobalLayout gnc1hwc0{15};
inline constexpr GlobalLayout ncdhw{16};

}  // namespace assay::image_layout
