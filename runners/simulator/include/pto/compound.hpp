// SPDX-License-Identifier: Apache-2.0
// Arithmetic of tiles in several steps or with scratch.
#pragma once

#include "runners/simulator/include/pto/call.hpp"

namespace pto {

template <typename Dst, typename Src0, typename Src1, typename Src2, detail::IsEvent... Events>
RecordEvent TADDC(Dst& dst, Src0& src0, Src1& src1, Src2& src2, Events&...) {
  return detail::call<"TADDC", "plain">(dst, src0, src1, src2);
}

template <typename Dst, typename Src0, typename Src1, typename Src2, detail::IsEvent... Events>
RecordEvent TSUBC(Dst& dst, Src0& src0, Src1& src1, Src2& src2, Events&...) {
  return detail::call<"TSUBC", "plain">(dst, src0, src1, src2);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TMULADDDST(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::call<"TMULADDDST", "plain">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TFUSEDMULADD(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::call<"TFUSEDMULADD", "plain">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TFUSEDMULADDRELU(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::call<"TFUSEDMULADDRELU", "plain">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TSUBRELU(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::call<"TSUBRELU", "plain">(dst, src0, src1);
}

/// A2A3 converts int32 sources in place.
template <auto PrecisionType = RemAlgorithm::DEFAULT, typename Dst, typename Src0, typename Src1,
          typename Tmp, detail::IsEvent... Events>
RecordEvent TREM(Dst& dst, Src0& src0, Src1& src1, Tmp& tmp, Events&...) {
  if constexpr (detail::consumes<Dst>()) {
    return detail::call<"TREM", "consuming">(dst, src0, src1, tmp);
  } else {
    return detail::call_at<"TREM", PrecisionType>(dst, src0, src1, tmp);
  }
}

template <auto PrecisionType = PowAlgorithm::DEFAULT, typename Dst, typename Base, typename Exp,
          typename Tmp, detail::IsEvent... Events>
RecordEvent TPOW(Dst& dst, Base& base, Exp& exp, Tmp& tmp, Events&...) {
  return detail::call_at<"TPOW", PrecisionType>(dst, base, exp, tmp);
}

template <typename Dst, typename Src0, typename Src1, typename Tmp, detail::IsEvent... Events>
RecordEvent TPRELU(Dst& dst, Src0& src0, Src1& src1, Tmp& tmp, Events&...) {
  return detail::call<"TPRELU", "plain">(dst, src0, src1, tmp);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TADDRELUCONV(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::call<"TADDRELUCONV", "plain">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TSUBRELUCONV(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::call<"TSUBRELUCONV", "plain">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, typename Tmp, detail::IsEvent... Events>
RecordEvent TADDDEQRELU(Dst& dst, Src0& src0, Src1& src1, float deqScale, Tmp& tmp, Events&...) {
  if constexpr (detail::is_target("a2a3")) {
    return detail::call<"TADDDEQRELU", "consuming">(dst, src0, src1, deqScale, tmp);
  } else {
    return detail::call<"TADDDEQRELU", "plain">(dst, src0, src1, deqScale, tmp);
  }
}

}  // namespace pto
