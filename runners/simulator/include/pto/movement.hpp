// SPDX-License-Identifier: Apache-2.0
// Between global memory and tiles.
#pragma once

#include "runners/simulator/include/pto/call.hpp"

namespace pto {

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TLOAD(Dst& dst, Src& src, Events&...) {
  return detail::call<"TLOAD", "tile">(dst, src);
}

/// Not among the instructions under test; for units that bring results out by themselves.
template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TSTORE(Dst& dst, Src& src, Events&...) {
  static_assert(sizeof(typename Dst::DType) == sizeof(typename Src::DType),
                "PTO: TSTORE: elements of the tile and of the view must have equal sizes");
  const assay_operand view = detail::operand_of(dst), tile = detail::operand_of(src);
  detail::assay_pto_store(&view, &tile);
  return {};
}

}  // namespace pto
