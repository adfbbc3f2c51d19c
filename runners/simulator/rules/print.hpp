// SPDX-License-Identifier: Apache-2.0
// Rules of printing.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "runners/simulator/rules/row.hpp"

namespace assay::simulator {

/// Least characters of an element, and digits after its point.
struct PrintStyle {
  int width;
  int precision;
};

/// Nothing for a format that does not exist.
constexpr std::optional<PrintStyle> print_style(const Request& request) {
  const std::string_view name = request.attribute("format");
  if (name.empty() || name == "Width8_Precision4") return PrintStyle{8, 4};
  if (name == "Width8_Precision2") return PrintStyle{8, 2};
  if (name == "Width10_Precision6") return PrintStyle{10, 6};
  return std::nullopt;
}

constexpr bool printable(std::uint32_t element) {
  return one_of(element, {ASSAY_F32, ASSAY_F16, ASSAY_I8, ASSAY_I16, ASSAY_I32, ASSAY_U8, ASSAY_U16,
                          ASSAY_U32});
}

constexpr bool is_print_form(const Request& request) {
  return is_form(request, "tile", {ASSAY_TILE}) || is_form(request, "global", {ASSAY_GLOBAL}) ||
         is_form(request, "scratch", {ASSAY_TILE, ASSAY_GLOBAL});
}
constexpr std::string_view print_form(const Spelled& spelled) {
  if (spelled.call.operands.size() > 1) return "scratch";
  return spelled.call[0].kind == ASSAY_GLOBAL ? "global" : "tile";
}

/// Room in the scratch of a print through global memory, at launch.
void scratch_rules(Rules& rules, const Request& request);

constexpr void print_rules(Rules& rules, const Request& request) {
  const assay_operand& src = request[0];
  rules.type(printable(src.element), "elements must be float, half or integers of 8 to 32 bits");
  rules.type(print_style(request).has_value(), "the format is none of the three that exist");
  if (request.form == "global") {
    rules.global(src);
    rules.type(src.layout <= ASSAY_NZ, "global memory must be ND, DN or NZ");
    return;
  }
  rules.tile(src);
  if (request.form == "scratch" && !rules.types_alone()) scratch_rules(rules, request);
  if (!request.on_device()) return;
  if (request.form == "tile") {
    rules.type(src.location == ASSAY_VEC, "only Vec tiles are printed without scratch");
    rules.type(src.block_layout == ASSAY_ROW_MAJOR || src.box_layout != ASSAY_BOX_COL_MAJOR,
               "NN tiles are not printed");
    return;
  }
  rules.type(
      src.location == ASSAY_ACC || (src.location == ASSAY_MAT && request.machine == Machine::a2a3),
      "only Acc tiles, and Mat tiles on a2a3, are printed through scratch");
}

}  // namespace assay::simulator
