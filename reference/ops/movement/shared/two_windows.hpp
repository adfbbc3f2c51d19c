// SPDX-License-Identifier: Apache-2.0
// Two windows that are taken out of one tile at once.
#pragma once

#include "reference/isa/spec/op_spec.hpp"

namespace assay::ops {

/// dst0 and dst1, boxed tiles in NZ, are windows of src, which has no boxes; each begins at its own
/// indices.
Form two_windows();

}  // namespace assay::ops
