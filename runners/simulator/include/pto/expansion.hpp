// SPDX-License-Identifier: Apache-2.0
// A row or a column of values spread over a tile.
#pragma once

#include "runners/simulator/include/pto/call.hpp"

namespace pto {

namespace detail {

/// Which source is spread shows when the call runs: the other one has the valid columns of dst.
template <typename Dst, typename Src0, typename Src1>
bool swaps_rows(const Dst& dst, const Src0& src0, const Src1& src1) {
  return src0.GetValidCol() != dst.GetValidCol() && src1.GetValidCol() == dst.GetValidCol();
}

/// The same, by rows.
template <typename Dst, typename Src0, typename Src1>
bool swaps_columns(const Dst& dst, const Src0& src0, const Src1& src1) {
  return src0.GetValidRow() != dst.GetValidRow() && src1.GetValidRow() == dst.GetValidRow();
}

/// Names of a form, as its sources lie and swapped.
struct SpreadForms {
  const char* usual;
  const char* swapped;
};

inline constexpr SpreadForms spread_plain{"plain", "swapped"};
inline constexpr SpreadForms spread_tmp{"tmp", "swapped_tmp"};

/// A division's, by its PrecisionType.
template <auto PrecisionType>
inline constexpr SpreadForms quotient_plain =
    is_precise<PrecisionType> ? SpreadForms{"precise", "precise_swapped"} : spread_plain;
template <auto PrecisionType>
inline constexpr SpreadForms quotient_tmp =
    is_precise<PrecisionType> ? SpreadForms{"precise_tmp", "precise_swapped_tmp"} : spread_tmp;

template <Name Op, typename Dst, typename Src0, typename Src1>
RecordEvent spread_rows(Dst& dst, Src0& src0, Src1& src1, SpreadForms forms = spread_plain) {
  const char* form = swaps_rows(dst, src0, src1) ? forms.swapped : forms.usual;
  return call_as<Op, "plain">(form, dst, src0, src1);
}

template <Name Op, typename Dst, typename Src0, typename Src1, typename Tmp>
RecordEvent spread_rows_with(Dst& dst, Src0& src0, Src1& src1, Tmp& tmp,
                             SpreadForms forms = spread_tmp) {
  const char* form = swaps_rows(dst, src0, src1) ? forms.swapped : forms.usual;
  return call_as<Op, "tmp">(form, dst, src0, src1, tmp);
}

template <Name Op, typename Dst, typename Src0, typename Src1>
RecordEvent spread_columns(Dst& dst, Src0& src0, Src1& src1, SpreadForms forms = spread_plain) {
  const char* form = swaps_columns(dst, src0, src1) ? forms.swapped : forms.usual;
  return call_as<Op, "plain">(form, dst, src0, src1);
}

}  // namespace detail

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TROWEXPAND(Dst& dst, Src& src, Events&...) {
  return detail::call<"TROWEXPAND", "plain">(dst, src);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TCOLEXPAND(Dst& dst, Src& src, Events&...) {
  return detail::call<"TCOLEXPAND", "plain">(dst, src);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TROWEXPANDADD(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::spread_rows<"TROWEXPANDADD">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsOperand Tmp,
          detail::IsEvent... Events>
RecordEvent TROWEXPANDADD(Dst& dst, Src0& src0, Src1& src1, Tmp& tmp, Events&...) {
  return detail::spread_rows_with<"TROWEXPANDADD">(dst, src0, src1, tmp);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TROWEXPANDSUB(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::spread_rows<"TROWEXPANDSUB">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsOperand Tmp,
          detail::IsEvent... Events>
RecordEvent TROWEXPANDSUB(Dst& dst, Src0& src0, Src1& src1, Tmp& tmp, Events&...) {
  return detail::spread_rows_with<"TROWEXPANDSUB">(dst, src0, src1, tmp);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TROWEXPANDMUL(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::spread_rows<"TROWEXPANDMUL">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsOperand Tmp,
          detail::IsEvent... Events>
RecordEvent TROWEXPANDMUL(Dst& dst, Src0& src0, Src1& src1, Tmp& tmp, Events&...) {
  return detail::spread_rows_with<"TROWEXPANDMUL">(dst, src0, src1, tmp);
}

template <auto PrecisionType = DivAlgorithm::DEFAULT, typename Dst, typename Src0, typename Src1,
          detail::IsEvent... Events>
RecordEvent TROWEXPANDDIV(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::spread_rows<"TROWEXPANDDIV">(dst, src0, src1,
                                              detail::quotient_plain<PrecisionType>);
}

template <auto PrecisionType = DivAlgorithm::DEFAULT, typename Dst, typename Src0, typename Src1,
          detail::IsOperand Tmp, detail::IsEvent... Events>
RecordEvent TROWEXPANDDIV(Dst& dst, Src0& src0, Src1& src1, Tmp& tmp, Events&...) {
  return detail::spread_rows_with<"TROWEXPANDDIV">(dst, src0, src1, tmp,
                                                   detail::quotient_tmp<PrecisionType>);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TROWEXPANDMAX(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::spread_rows<"TROWEXPANDMAX">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsOperand Tmp,
          detail::IsEvent... Events>
RecordEvent TROWEXPANDMAX(Dst& dst, Src0& src0, Src1& src1, Tmp& tmp, Events&...) {
  return detail::spread_rows_with<"TROWEXPANDMAX">(dst, src0, src1, tmp);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TROWEXPANDMIN(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::spread_rows<"TROWEXPANDMIN">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsOperand Tmp,
          detail::IsEvent... Events>
RecordEvent TROWEXPANDMIN(Dst& dst, Src0& src0, Src1& src1, Tmp& tmp, Events&...) {
  return detail::spread_rows_with<"TROWEXPANDMIN">(dst, src0, src1, tmp);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TROWEXPANDEXPDIF(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::spread_rows<"TROWEXPANDEXPDIF">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsOperand Tmp,
          detail::IsEvent... Events>
RecordEvent TROWEXPANDEXPDIF(Dst& dst, Src0& src0, Src1& src1, Tmp& tmp, Events&...) {
  return detail::spread_rows_with<"TROWEXPANDEXPDIF">(dst, src0, src1, tmp);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TCOLEXPANDADD(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::spread_columns<"TCOLEXPANDADD">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TCOLEXPANDSUB(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::spread_columns<"TCOLEXPANDSUB">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TCOLEXPANDMUL(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::spread_columns<"TCOLEXPANDMUL">(dst, src0, src1);
}

template <auto PrecisionType = DivAlgorithm::DEFAULT, typename Dst, typename Src0, typename Src1,
          detail::IsEvent... Events>
RecordEvent TCOLEXPANDDIV(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::spread_columns<"TCOLEXPANDDIV">(dst, src0, src1,
                                                 detail::quotient_plain<PrecisionType>);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TCOLEXPANDMAX(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::spread_columns<"TCOLEXPANDMAX">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TCOLEXPANDMIN(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::spread_columns<"TCOLEXPANDMIN">(dst, src0, src1);
}

template <typename Dst, typename Src0, typename Src1, detail::IsEvent... Events>
RecordEvent TCOLEXPANDEXPDIF(Dst& dst, Src0& src0, Src1& src1, Events&...) {
  return detail::spread_columns<"TCOLEXPANDEXPDIF">(dst, src0, src1);
}

}  // namespace pto
