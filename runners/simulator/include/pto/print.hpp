// SPDX-License-Identifier: Apache-2.0
// Printing to the standard output.
#pragma once

#include "runners/simulator/include/pto/call.hpp"

namespace pto {

namespace detail {

inline constexpr const char* print_names[] = {"Width8_Precision4", "Width8_Precision2",
                                              "Width10_Precision6"};

constexpr assay_attribute named(PrintFormat format) {
  return {"format", print_names[static_cast<unsigned>(format)]};
}

}  // namespace detail

template <PrintFormat Format = PrintFormat::Width8_Precision4, typename Src>
void TPRINT(Src& src) {
  if constexpr (Src::description.kind == ASSAY_GLOBAL) {
    detail::call_as<"TPRINT", "global">("global", {detail::named(Format)}, src);
  } else {
    detail::call_as<"TPRINT", "tile">("tile", {detail::named(Format)}, src);
  }
}

template <PrintFormat Format = PrintFormat::Width8_Precision4, typename Src, typename Tmp>
void TPRINT(Src& src, Tmp& tmp) {
  detail::call_as<"TPRINT", "scratch">("scratch", {detail::named(Format)}, src, tmp);
}

}  // namespace pto
