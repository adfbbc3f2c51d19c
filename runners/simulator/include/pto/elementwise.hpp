// SPDX-License-Identifier: Apache-2.0
// Arithmetic of tiles, element by element.
#pragma once

#include "runners/simulator/include/pto/call.hpp"

namespace pto {

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TADD(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::call<"TADD", "plain">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TSUB(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::call<"TSUB", "plain">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TMUL(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::call<"TMUL", "plain">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TMIN(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::call<"TMIN", "plain">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TMAX(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::call<"TMAX", "plain">(dst, src0, src1);
}

template <auto PrecisionType = DivAlgorithm::DEFAULT, typename Dst, typename Src0, typename Src1,
          detail::IsEvent... Events>
RecordEvent TDIV(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::call_at<"TDIV", PrecisionType>(dst, src0, src1);
}

template <auto PrecisionType = FmodAlgorithm::DEFAULT, typename Dst, typename Src0, typename Src1,
          detail::IsEvent... Events>
RecordEvent TFMOD(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::call_at<"TFMOD", PrecisionType>(dst, src0, src1);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TABS(Dst& dst, Src& src, Events&...) {
  return detail::call<"TABS", "plain">(dst, src);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TNEG(Dst& dst, Src& src, Events&...) {
  return detail::call<"TNEG", "plain">(dst, src);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TRELU(Dst& dst, Src& src, Events&...) {
  return detail::call<"TRELU", "plain">(dst, src);
}

template <auto PrecisionType = ExpAlgorithm::DEFAULT, typename Dst, typename Src,
          detail::IsEvent... Events>
RecordEvent TEXP(Dst& dst, Src& src, Events&...) {
  return detail::call_at<"TEXP", PrecisionType>(dst, src);
}

template <auto PrecisionType = LogAlgorithm::DEFAULT, typename Dst, typename Src,
          detail::IsEvent... Events>
RecordEvent TLOG(Dst& dst, Src& src, Events&...) {
  return detail::call_at<"TLOG", PrecisionType>(dst, src);
}

template <auto PrecisionType = SqrtAlgorithm::DEFAULT, typename Dst, typename Src,
          detail::IsEvent... Events>
RecordEvent TSQRT(Dst& dst, Src& src, Events&...) {
  return detail::call_at<"TSQRT", PrecisionType>(dst, src);
}

template <auto PrecisionType = RecipAlgorithm::DEFAULT, typename Dst, typename Src,
          detail::IsEvent... Events>
RecordEvent TRECIP(Dst& dst, Src& src, Events&...) {
  return detail::call_at<"TRECIP", PrecisionType>(dst, src);
}

/// No form of its own belongs to HIGH_PRECISION.
template <auto PrecisionType = RsqrtAlgorithm::DEFAULT, typename Dst, typename Src,
          detail::IsEvent... Events>
RecordEvent TRSQRT(Dst& dst, Src& src, Events&...) {
  return detail::call<"TRSQRT", "plain">(dst, src);
}

template <auto PrecisionType = RsqrtAlgorithm::DEFAULT, typename Dst, typename Src,
          detail::IsOperand Tmp, detail::IsEvent... Events>
RecordEvent TRSQRT(Dst& dst, Src& src, Tmp& tmp, Events&...) {
  return detail::call<"TRSQRT", "tmp">(dst, src, tmp);
}

}  // namespace pto
