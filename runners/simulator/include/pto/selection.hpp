// SPDX-License-Identifier: Apache-2.0
// Comparisons into masks of packed bits, and selections by them.
#pragma once

#include "runners/simulator/include/pto/call.hpp"

namespace pto {

namespace detail {

inline constexpr const char* compare_names[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};

constexpr assay_attribute named(CmpMode mode) {
  return {"CmpMode", compare_names[static_cast<unsigned>(mode)]};
}

}  // namespace detail

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TCMP(Dst& dst, Src0& src0, Src1& src1, CmpMode mode, Events&...) {
  return detail::call_as<"TCMP", "plain">("plain", {detail::named(mode)}, dst, src0, src1);
}

template <typename Dst, typename Src0, detail::IsEvent... Events>
RecordEvent TCMPS(Dst& dst, Src0& src0, typename Src0::DType scalar, CmpMode mode, Events&...) {
  return detail::call_as<"TCMPS", "scalar">("scalar", {detail::named(mode)}, dst, src0, scalar);
}

template <typename Dst, typename Src0, detail::IsOperand Src1, detail::IsEvent... Events>
RecordEvent TCMPS(Dst& dst, Src0& src0, Src1& src1, CmpMode mode, Events&...) {
  return detail::call_as<"TCMPS", "tile">("tile", {detail::named(mode)}, dst, src0, src1);
}

template <typename Dst, typename Mask, typename Src0, typename Src1, typename Tmp,
          detail::IsEvent... Events>
RecordEvent TSEL(Dst& dst, Mask& mask, Src0& src0, Src1& src1, Tmp& tmp, Events&...) {
  return detail::call<"TSEL", "plain">(dst, mask, src0, src1, tmp);
}

template <typename Dst, typename Mask, typename Src, typename Tmp, detail::IsEvent... Events>
RecordEvent TSELS(Dst& dst, Mask& mask, Src& src, Tmp& tmp, typename Src::DType scalar,
                  Events&...) {
  return detail::call<"TSELS", "plain">(dst, mask, src, tmp, scalar);
}

}  // namespace pto
