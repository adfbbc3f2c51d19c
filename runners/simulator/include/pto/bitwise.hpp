// SPDX-License-Identifier: Apache-2.0
// Bitwise logic and shifts.
#pragma once

#include "runners/simulator/include/pto/call.hpp"

namespace pto {

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TAND(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::call<"TAND", "plain">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TOR(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::call<"TOR", "plain">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TSHL(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::call<"TSHL", "plain">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TSHR(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::call<"TSHR", "plain">(dst, src0, src1);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TNOT(Dst& dst, Src& src, Events&...) {
  return detail::call<"TNOT", "plain">(dst, src);
}

template <typename Dst, typename Src0, typename Src1, typename Tmp, detail::IsEvent... Events>
RecordEvent TXOR(Dst& dst, Src0& src0, Src1& src1, Tmp& tmp, Events&...) {
  return detail::call<"TXOR", "tmp">(dst, src0, src1, tmp);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TANDS(Dst& dst, Src& src, typename Dst::DType scalar, Events&...) {
  return detail::call<"TANDS", "plain">(dst, src, scalar);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TORS(Dst& dst, Src& src, typename Dst::DType scalar, Events&...) {
  return detail::call<"TORS", "plain">(dst, src, scalar);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TSHLS(Dst& dst, Src& src, typename Dst::DType scalar, Events&...) {
  return detail::call<"TSHLS", "plain">(dst, src, scalar);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TSHRS(Dst& dst, Src& src, typename Dst::DType scalar, Events&...) {
  return detail::call<"TSHRS", "plain">(dst, src, scalar);
}

template <typename Dst, typename Src, typename Tmp, detail::IsEvent... Events>
RecordEvent TXORS(Dst& dst, Src& src, typename Src::DType scalar, Tmp& tmp, Events&...) {
  return detail::call<"TXORS", "tmp">(dst, src, scalar, tmp);
}

}  // namespace pto
