// SPDX-License-Identifier: Apache-2.0
// The rules of settings that a convolution tile gives to registers.
#pragma once

#include "runners/simulator/rules/image.hpp"

namespace assay::simulator {

/// The positions of the numbers of such a call, after the tile.
inline constexpr std::size_t first_setting = 1, value_setting = 5, setting_operands = 6;

constexpr bool is_setting_form(const Request& request) {
  return is_form(
      request, "plain",
      {ASSAY_TILE, ASSAY_SCALAR, ASSAY_SCALAR, ASSAY_SCALAR, ASSAY_SCALAR, ASSAY_SCALAR});
}

constexpr void setting_rules(Rules& rules, const Request& request) {
  const assay_operand& src = request[0];
  rules.conv_tile(src);
  if (rules.status() != ASSAY_DONE) return;
  rules.covered(has_image_type(request.machine, src.element), "images have no such element type");
  rules.covered(src.location == ASSAY_MAT, "settings of a tile that is not in Mat");
  rules.covered(src.layout == ASSAY_NC1HWC0 || src.layout == ASSAY_NDC1HWC0,
                "settings of a tile that is no image");
  rules.covered(request[value_setting].element == src.element, "the pad is an element");
}

constexpr bool is_descriptor_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE});
}
constexpr void descriptor_rules(Rules& rules, const Request& request) {
  rules.tile(request[0]);
  rules.type(request[0].location == ASSAY_SCALING, "descriptors must be in Scaling");
}

}  // namespace assay::simulator
