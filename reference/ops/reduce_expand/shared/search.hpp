// SPDX-License-Identifier: Apache-2.0
// Which searches there are for the extreme of a line.
#pragma once

#include "reference/ops/reduce_expand/shared/reduction.hpp"

namespace assay::ops {

/// Which line is searched for what.
struct Search {
  Axis axis;
  bool largest;
};

}  // namespace assay::ops
