// SPDX-License-Identifier: Apache-2.0
// Rows and columns reduced to one value each.
#pragma once

#include "runners/simulator/include/pto/call.hpp"

namespace pto {

template <typename Dst, typename Src, typename Tmp, detail::IsEvent... Events>
RecordEvent TROWSUM(Dst& dst, Src& src, Tmp& tmp, Events&...) {
  return detail::call<"TROWSUM", "plain">(dst, src, tmp);
}

template <typename Dst, typename Src, typename Tmp, detail::IsEvent... Events>
RecordEvent TROWMAX(Dst& dst, Src& src, Tmp& tmp, Events&...) {
  return detail::call<"TROWMAX", "plain">(dst, src, tmp);
}

template <typename Dst, typename Src, typename Tmp, detail::IsEvent... Events>
RecordEvent TROWMIN(Dst& dst, Src& src, Tmp& tmp, Events&...) {
  return detail::call<"TROWMIN", "plain">(dst, src, tmp);
}

template <typename Dst, typename Src, typename Tmp, detail::IsEvent... Events>
RecordEvent TROWPROD(Dst& dst, Src& src, Tmp& tmp, Events&...) {
  return detail::call<"TROWPROD", "plain">(dst, src, tmp);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TCOLSUM(Dst& dst, Src& src, Events&...) {
  return detail::call<"TCOLSUM", "plain">(dst, src);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TCOLMAX(Dst& dst, Src& src, Events&...) {
  return detail::call<"TCOLMAX", "plain">(dst, src);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TCOLMIN(Dst& dst, Src& src, Events&...) {
  return detail::call<"TCOLMIN", "plain">(dst, src);
}

template <typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TCOLPROD(Dst& dst, Src& src, Events&...) {
  return detail::call<"TCOLPROD", "plain">(dst, src);
}

/// In steps of pairs where isBinary says so.
template <typename Dst, typename Src, typename Tmp, detail::IsEvent... Events>
RecordEvent TCOLSUM(Dst& dst, Src& src, Tmp& tmp, bool isBinary, Events&...) {
  const assay_attribute steps{"isBinary", isBinary ? "true" : "false"};
  return detail::call_as<"TCOLSUM", "tmp">("tmp", {steps}, dst, src, tmp);
}

template <typename Dst, typename Src, typename Tmp, detail::IsEvent... Events>
RecordEvent TROWARGMAX(Dst& dst, Src& src, Tmp& tmp, Events&...) {
  return detail::call<"TROWARGMAX", "index">(dst, src, tmp);
}

template <typename Value, typename Dst, typename Src, detail::IsOperand Tmp,
          detail::IsEvent... Events>
RecordEvent TROWARGMAX(Value& value, Dst& dst, Src& src, Tmp& tmp, Events&...) {
  return detail::call<"TROWARGMAX", "value_index">(value, dst, src, tmp);
}

template <typename Dst, typename Src, typename Tmp, detail::IsEvent... Events>
RecordEvent TROWARGMIN(Dst& dst, Src& src, Tmp& tmp, Events&...) {
  return detail::call<"TROWARGMIN", "index">(dst, src, tmp);
}

template <typename Value, typename Dst, typename Src, detail::IsOperand Tmp,
          detail::IsEvent... Events>
RecordEvent TROWARGMIN(Value& value, Dst& dst, Src& src, Tmp& tmp, Events&...) {
  return detail::call<"TROWARGMIN", "value_index">(value, dst, src, tmp);
}

template <typename Dst, typename Src, typename Tmp, detail::IsEvent... Events>
RecordEvent TCOLARGMAX(Dst& dst, Src& src, Tmp& tmp, Events&...) {
  return detail::call<"TCOLARGMAX", "index">(dst, src, tmp);
}

template <typename Value, typename Dst, typename Src, detail::IsOperand Tmp,
          detail::IsEvent... Events>
RecordEvent TCOLARGMAX(Value& value, Dst& dst, Src& src, Tmp& tmp, Events&...) {
  return detail::call<"TCOLARGMAX", "value_index">(value, dst, src, tmp);
}

template <typename Dst, typename Src, typename Tmp, detail::IsEvent... Events>
RecordEvent TCOLARGMIN(Dst& dst, Src& src, Tmp& tmp, Events&...) {
  return detail::call<"TCOLARGMIN", "index">(dst, src, tmp);
}

template <typename Value, typename Dst, typename Src, detail::IsOperand Tmp,
          detail::IsEvent... Events>
RecordEvent TCOLARGMIN(Value& value, Dst& dst, Src& src, Tmp& tmp, Events&...) {
  return detail::call<"TCOLARGMIN", "value_index">(value, dst, src, tmp);
}

}  // namespace pto
