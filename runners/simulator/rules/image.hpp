// SPDX-License-Identifier: Apache-2.0
// The rules of images that become columns of a matrix.
#pragma once

#include <cstdint>

#include "runners/simulator/rules/window.hpp"

namespace assay::simulator {

/// The positions of the numbers of a call among its operands, after dst and src.
enum ImageOperand : std::size_t {
  first_row_operand = 2,
  first_col_operand,
  filter_rows_operand,
  filter_cols_operand,
  row_dilation_operand,
  col_dilation_operand,
  row_stride_operand,
  col_stride_operand,
  left_pad_operand,
  right_pad_operand,
  top_pad_operand,
  bottom_pad_operand,
  channels_operand,
  pad_value_operand,
  image_operands
};

constexpr bool is_image_form(const Request& request) {
  if (request.form != "plain" || request.operands.size() != image_operands) return false;
  for (std::size_t i = 0; i < image_operands; ++i) {
    const bool scalar = request[i].kind == ASSAY_SCALAR;
    if (scalar != (i >= first_row_operand)) return false;
  }
  return request[0].kind == ASSAY_TILE && request[1].kind == ASSAY_TILE;
}

constexpr std::int64_t image_number(const Request& request, ImageOperand operand) {
  const assay_operand& scalar = request[operand];
  const std::uint64_t kept = width_of(scalar.element) == 8 ? 0xFF : 0xFFFF;
  return static_cast<std::int64_t>(scalar.scalar_bits & kept);
}

/// Room left in the padded image if the filter lies at its beginning; negative if it does not
/// fit.
struct Slack {
  std::int64_t down, across;
};
constexpr Slack slack_of(const Request& request) {
  const assay_operand& src = request[1];
  const auto number = [&](ImageOperand operand) { return image_number(request, operand); };
  const std::int64_t height = src.shape[src.rank - 3], width = src.shape[src.rank - 2];
  return {height + number(top_pad_operand) + number(bottom_pad_operand) - 1 -
              (number(filter_rows_operand) - 1) * number(row_dilation_operand),
          width + number(left_pad_operand) + number(right_pad_operand) - 1 -
              (number(filter_cols_operand) - 1) * number(col_dilation_operand)};
}

constexpr bool has_image_type(Machine machine, std::uint32_t element) {
  if (one_of(element, {ASSAY_I8, ASSAY_F16, ASSAY_BF16, ASSAY_F32})) return true;
  return machine != Machine::a2a3 &&
         one_of(element, {ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32});
}

constexpr void image_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  rules.tile(dst);
  rules.conv_tile(src);
  if (rules.status() != ASSAY_DONE) return;
  rules.type(has_image_type(request.machine, dst.element), "images have no such element type");
  rules.type(src.element == dst.element, "both tiles must have one element type");
  rules.type(request[pad_value_operand].element == dst.element, "the pad is an element");
  rules.type(dst.location == ASSAY_LEFT, "dst must be in Left");
  rules.type(src.location == ASSAY_MAT, "src must be in Mat");
  rules.type(is_operand(request.machine, dst), "dst must lie as a left operand does");
  const bool flat = src.layout == ASSAY_NC1HWC0 && src.rank == 5;
  const bool deep = src.layout == ASSAY_NDC1HWC0 && src.rank == 6;
  rules.type(flat || deep, "src must be NC1HWC0 or NDC1HWC0");
  if (rules.types_alone() || rules.status() != ASSAY_DONE) return;
  const auto number = [&](ImageOperand operand) { return image_number(request, operand); };
  bool positive = number(channels_operand) > 0;
  for (std::size_t i = filter_rows_operand; i <= col_stride_operand; ++i) {
    positive = positive && number(static_cast<ImageOperand>(i)) > 0;
  }
  rules.covered(positive, "an image without a filter, steps or channels is not simulated");
  const Slack slack = slack_of(request);
  rules.covered(slack.down >= 0 && slack.across >= 0, "the filter must have room in the image");
}

}  // namespace assay::simulator
