// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/three_sources.hpp"

namespace assay::ops {

OpSpec TSUBC() {
  return three_sources("TSUBC", "src0 - src1 + src2, from left to right.", subtract_add);
}

}  // namespace assay::ops
