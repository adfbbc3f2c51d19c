// SPDX-License-Identifier: Apache-2.0
// The template instantiation that a call needs, as one line of text.
#include "runners/sdk/source/signature.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <vector>

#include "reference/isa/types/element_type.hpp"

namespace assay::runners::sdk {
namespace {

std::string_view element_name(std::uint32_t element) {
  return name_of(static_cast<ElementType>(element));
}

/// A size that the type fixes, or "?" for one that is known at launch.
std::string fixed(std::int64_t size, bool dynamic) { return dynamic ? "?" : fmt::to_string(size); }

std::string tile_signature(const assay_operand& tile) {
  const std::string common = fmt::format(
      "tile:{},{},{},{},{},pad{}:{:x},compact{}", element_name(tile.element), tile.location,
      tile.block_layout, tile.box_layout, tile.fractal_size, tile.pad, tile.pad_bits, tile.compact);
  if ((tile.flags & ASSAY_CONV_TILE) != 0) {
    return fmt::format("{},conv{}:{}", common, tile.layout,
                       fmt::join(std::span(tile.shape, tile.rank), "x"));
  }
  return fmt::format("{},{}x{},v{}x{}", common, tile.rows, tile.cols,
                     fixed(tile.valid_rows, (tile.flags & ASSAY_DYNAMIC_VALID_ROWS) != 0),
                     fixed(tile.valid_cols, (tile.flags & ASSAY_DYNAMIC_VALID_COLS) != 0));
}

std::string global_signature(const assay_operand& global) {
  std::vector<std::string> shape;
  std::vector<std::string> stride;
  for (unsigned dim = 0; dim < 5; ++dim) {
    shape.push_back(fixed(global.shape[dim], (global.flags & ASSAY_DYNAMIC_SHAPE(dim)) != 0));
    stride.push_back(fixed(global.stride[dim], (global.flags & ASSAY_DYNAMIC_STRIDE) != 0));
  }
  return fmt::format("global:{},{},{}/{}", element_name(global.element), global.layout,
                     fmt::join(shape, "x"), fmt::join(stride, "x"));
}

std::string form_of(const assay_call& call) {
  return fmt::format("{}/{}/{}", call.op, call.form, call.target);
}

std::span<const assay_operand> operands_of(const assay_call& call) {
  return {call.operands, call.operand_count};
}

std::string operand_signature(const assay_operand& operand) {
  if (operand.kind == ASSAY_TILE) return tile_signature(operand);
  if (operand.kind == ASSAY_GLOBAL) return global_signature(operand);
  return fmt::format("scalar:{}", element_name(operand.element));
}

}  // namespace

std::string signature_of(const assay_call& call) {
  std::string text = form_of(call);
  for (const assay_attribute& one : std::span(call.attributes, call.attribute_count)) {
    text += fmt::format(" {}={}", one.name, one.value);
  }
  for (const assay_operand& operand : operands_of(call)) {
    text += fmt::format(" {}={}", operand.name, operand_signature(operand));
  }
  return text;
}

std::string signature_class_of(const assay_call& call) {
  std::string text = form_of(call);
  for (const assay_operand& operand : operands_of(call)) {
    text += fmt::format(" {}={}", operand.name, element_name(operand.element));
  }
  return text;
}

}  // namespace assay::runners::sdk
