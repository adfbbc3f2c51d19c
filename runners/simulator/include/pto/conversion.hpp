// SPDX-License-Identifier: Apache-2.0
// Conversions of elements.
#pragma once

#include "runners/simulator/include/pto/call.hpp"

namespace pto {

namespace detail {

inline constexpr const char* round_names[] = {"CAST_NONE", "CAST_RINT",  "CAST_ROUND", "CAST_FLOOR",
                                              "CAST_CEIL", "CAST_TRUNC", "CAST_ODD"};

constexpr assay_attribute named(RoundMode mode) {
  return {"RoundMode", round_names[static_cast<unsigned>(mode)]};
}

constexpr assay_attribute named(SaturationMode mode) {
  return {"SaturationMode", mode == SaturationMode::ON ? "ON" : "OFF"};
}

}  // namespace detail

/// Without NeedSetCtrl the saturation is what the machine was left with.
template <bool NeedSetCtrl = true, typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TCVT(Dst& dst, Src& src, RoundMode mode, Events&...) {
  constexpr const char* form = NeedSetCtrl ? "plain" : "ambient";
  return detail::call_as<"TCVT", "plain">(form, {detail::named(mode)}, dst, src);
}

template <bool NeedSetCtrl = true, typename Dst, typename Src, detail::IsEvent... Events>
RecordEvent TCVT(Dst& dst, Src& src, RoundMode mode, SaturationMode saturation, Events&...) {
  return detail::call_as<"TCVT", "saturation">(
      "saturation", {detail::named(mode), detail::named(saturation)}, dst, src);
}

template <bool NeedSetCtrl = true, typename Dst, typename Src, typename Tmp,
          detail::IsEvent... Events>
RecordEvent TCVT(Dst& dst, Src& src, Tmp& tmp, RoundMode mode, Events&...) {
  return detail::call_as<"TCVT", "tmp">("tmp", {detail::named(mode)}, dst, src, tmp);
}

template <bool NeedSetCtrl = true, typename Dst, typename Src, typename Tmp,
          detail::IsEvent... Events>
RecordEvent TCVT(Dst& dst, Src& src, Tmp& tmp, RoundMode mode, SaturationMode saturation,
                 Events&...) {
  return detail::call_as<"TCVT", "tmp_saturation">(
      "tmp_saturation", {detail::named(mode), detail::named(saturation)}, dst, src, tmp);
}

}  // namespace pto
