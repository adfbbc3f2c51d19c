// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/three_sources.hpp"

namespace assay::ops {

OpSpec TADDC() {
  return three_sources("TADDC", "src0 + src1 + src2, from left to right.", add_add);
}

}  // namespace assay::ops
