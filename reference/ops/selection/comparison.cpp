// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/selection/comparison.hpp"

#include <algorithm>

#include "reference/numerics/classify.hpp"
#include "reference/ops/selection/selection_constraints.hpp"

namespace assay::ops {
namespace {

constexpr const char* attribute_name = "CmpMode";
const std::vector<std::string>& mode_names() {
  static const std::vector<std::string> names{"EQ", "NE", "LT", "LE", "GT", "GE"};
  return names;
}

/// The value that lane (row, col) of src0 is compared with; nothing if there is no such lane.
std::optional<std::uint64_t> right_of(const Call& call, std::vector<ElementArray>& contents,
                                      bool first, std::int64_t row, std::int64_t col) {
  if (!call.form->has("src1")) return scalar_as(call, "src0");
  const TileSpec& tile = call.tile("src1");
  ElementArray& elements = contents[call.form->index_of("src1")];
  if (elements.size() == 0 || elements.type() != call.tile("src0").type.element) return {};
  const std::int64_t index = row * tile.cols() + col;
  const bool inside = row < tile.valid_rows && col < tile.valid_cols && index < elements.size();
  if (first && inside) elements.set(index, elements[0]);
  if (first) return elements[0];
  return inside ? std::optional(elements[index]) : std::nullopt;
}

/// Which lane of eight is made equal: the first, unless equality makes the first bit a zero.
std::int64_t equal_lane(CmpMode mode) {
  return mode == CmpMode::eq || mode == CmpMode::le || mode == CmpMode::ge ? 0 : 5;
}

/// All of a mask is valid where a row of the source fills its blocks of 32 bytes.
Scenario whole_mask(const std::vector<ElementType>& of_a2a3) {
  return {.name = "whole mask",
          .text = "rows of 256 elements or twice as many, whose mask is valid throughout",
          .apply = [of_a2a3](Call& call, Draw& draw) {
            const ElementType mask = masks_of_comparison(call, of_a2a3).front();
            const std::int64_t rows = draw.integer(2, 12);
            const std::int64_t cols = 256 * draw.integer(1, 2);
            for (std::size_t i = 0; i < call.operands.size(); ++i) {
              auto* tile = std::get_if<TileSpec>(&call.operands[i]);
              if (tile == nullptr) continue;
              const bool is_mask = call.form->operands[i].name == "dst";
              if (is_mask) tile->type.element = mask;
              tile->type.rows = tile->valid_rows = rows;
              tile->type.cols = tile->valid_cols = is_mask ? cols / bits_of(mask) : cols;
              tile->type.dynamic_valid_rows = tile->type.dynamic_valid_cols = true;
            }
          }};
}

}  // namespace

Attribute cmp_mode_attribute() { return {attribute_name, mode_names()}; }

CmpMode cmp_mode_of(const Call& call) {
  const auto found = std::ranges::find(mode_names(), call.attribute(attribute_name));
  return static_cast<CmpMode>(found - mode_names().begin());
}

std::vector<Scenario> scenarios_of_comparisons(const std::vector<ElementType>& of_a2a3) {
  std::vector<Scenario> scenarios;
  for (std::size_t mode = 0; mode < mode_names().size(); ++mode) {
    scenarios.push_back(
        {.name = "mode " + mode_names()[mode],
         .text = "CmpMode is " + mode_names()[mode],
         .apply = [mode](Call& call, Draw&) { call.attributes.at(0) = static_cast<int>(mode); }});
  }
  scenarios.push_back(whole_mask(of_a2a3));
  return scenarios;
}

std::function<void(const Call&, std::vector<ElementArray>&)> with_equal_lanes(bool first) {
  return [first](const Call& call, std::vector<ElementArray>& contents) {
    const TileSpec& tile = call.tile("src0");
    ElementArray& elements = contents[call.form->index_of("src0")];
    const std::int64_t lane = equal_lane(cmp_mode_of(call));
    for_each_valid(tile, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      if ((3 * row + col) % 8 != lane || index >= elements.size()) return;
      const auto right = right_of(call, contents, first, row, col);
      if (right) elements.set(index, *right);
    });
  };
}

bool related(CmpMode mode, ElementType type, std::uint64_t a, std::uint64_t b) {
  if (numerics::is_nan(type, a) || numerics::is_nan(type, b)) return mode == CmpMode::ne;
  const bool zeros = numerics::is_zero(type, a) && numerics::is_zero(type, b);
  const std::int64_t left = zeros ? 0 : numerics::order_key(type, a);
  const std::int64_t right = zeros ? 0 : numerics::order_key(type, b);
  switch (mode) {
    case CmpMode::eq:
      return left == right;
    case CmpMode::ne:
      return left != right;
    case CmpMode::lt:
      return left < right;
    case CmpMode::le:
      return left <= right;
    case CmpMode::gt:
      return left > right;
    case CmpMode::ge:
      return left >= right;
  }
  return false;
}

}  // namespace assay::ops
