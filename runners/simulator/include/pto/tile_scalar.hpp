// SPDX-License-Identifier: Apache-2.0
// A tile with a scalar.
#pragma once

#include "runners/simulator/include/pto/call.hpp"

namespace pto {

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TADDS(Dst& dst, Src& src, typename Src::DType scalar, Events&...) {
  return detail::call<"TADDS", "plain">(dst, src, scalar);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TSUBS(Dst& dst, Src& src, typename Src::DType scalar, Events&...) {
  return detail::call<"TSUBS", "plain">(dst, src, scalar);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TMULS(Dst& dst, Src& src, typename Src::DType scalar, Events&...) {
  return detail::call<"TMULS", "plain">(dst, src, scalar);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TMINS(Dst& dst, Src& src, typename Src::DType scalar, Events&...) {
  return detail::call<"TMINS", "plain">(dst, src, scalar);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TMAXS(Dst& dst, Src& src, typename Src::DType scalar, Events&...) {
  return detail::call<"TMAXS", "plain">(dst, src, scalar);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TLRELU(Dst& dst, Src& src, typename Src::DType scalar, Events&...) {
  return detail::call<"TLRELU", "plain">(dst, src, scalar);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TAXPY(Dst& dst, Src& src, typename Src::DType scalar, Events&...) {
  return detail::call<"TAXPY", "plain">(dst, src, scalar);
}

template <auto PrecisionType = DivAlgorithm::DEFAULT, typename Dst, typename Src,
          detail::IsEvent... Events>
RecordEvent TDIVS(Dst& dst, Src& src, typename Src::DType scalar, Events&...) {
  return detail::call_at<"TDIVS", PrecisionType>(dst, src, scalar);
}

template <auto PrecisionType = DivAlgorithm::DEFAULT, typename Dst, typename Src,
          detail::IsEvent... Events>
RecordEvent TDIVS(Dst& dst, typename Dst::DType scalar, Src& src, Events&...) {
  if constexpr (detail::is_precise<PrecisionType>) {
    return detail::call<"TDIVS", "scalar_first_precise">(dst, scalar, src);
  } else {
    return detail::call<"TDIVS", "scalar_first">(dst, scalar, src);
  }
}

template <auto PrecisionType = FmodSAlgorithm::DEFAULT, typename Dst, typename Src,
          detail::IsEvent... Events>
RecordEvent TFMODS(Dst& dst, Src& src, typename Src::DType scalar, Events&...) {
  return detail::call_at<"TFMODS", PrecisionType>(dst, src, scalar);
}

/// A2A3 converts int32 sources in place.
template <auto PrecisionType = RemSAlgorithm::DEFAULT, typename Dst, typename Src, typename Tmp,
          detail::IsEvent... Events>
RecordEvent TREMS(Dst& dst, Src& src, typename Src::DType scalar, Tmp& tmp, Events&...) {
  if constexpr (detail::consumes<Dst>()) {
    return detail::call<"TREMS", "consuming">(dst, src, scalar, tmp);
  } else {
    return detail::call_at<"TREMS", PrecisionType>(dst, src, scalar, tmp);
  }
}

template <auto PrecisionType = PowAlgorithm::DEFAULT, typename Dst, typename Base, typename Tmp,
          detail::IsEvent... Events>
RecordEvent TPOWS(Dst& dst, Base& base, typename Dst::DType exp, Tmp& tmp, Events&...) {
  return detail::call_at<"TPOWS", PrecisionType>(dst, base, exp, tmp);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TADDSC(Dst& dst, Src0& src0, typename Src0::DType scalar, Src1& src1, Events&...) {
  return detail::call<"TADDSC", "plain">(dst, src0, scalar, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TSUBSC(Dst& dst, Src0& src0, typename Src0::DType scalar, Src1& src1, Events&...) {
  return detail::call<"TSUBSC", "plain">(dst, src0, scalar, src1);
}

/// Fills a tile or a convolution tile.
template <typename Dst, detail::IsEvent... Events>
RecordEvent TEXPANDS(Dst& dst, typename Dst::DType scalar, Events&...) {
  if constexpr ((Dst::description.flags & ASSAY_CONV_TILE) != 0) {
    return detail::call<"TEXPANDS", "conv">(dst, scalar);
  } else {
    return detail::call<"TEXPANDS", "tile">(dst, scalar);
  }
}

}  // namespace pto
