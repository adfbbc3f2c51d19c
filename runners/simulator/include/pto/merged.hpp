// SPDX-License-Identifier: Apache-2.0
// What a merge of sorted lists counts.
#pragma once

#include <cstdint>

#include "runners/backend.h"

namespace pto {

/// Records that were taken from each list, if the merge stopped as one ended. To the C ABI a view
/// of four numbers.
struct MrgSortExecutedNumList {
  std::uint16_t mrgSortList0, mrgSortList1, mrgSortList2, mrgSortList3;

  const MrgSortExecutedNumList* data() const { return this; }

  static constexpr assay_operand description = [] {
    assay_operand out{};
    out.struct_size = sizeof out;
    out.kind = ASSAY_GLOBAL;
    out.element = ASSAY_U16;
    out.rank = 5;
    for (int dim = 0; dim < 5; ++dim) {
      out.shape[dim] = dim == 4 ? 4 : 1;
      out.stride[dim] = dim == 4 ? 1 : 4;
    }
    return out;
  }();
};

}  // namespace pto
