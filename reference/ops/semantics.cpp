// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/semantics.hpp"

#include "reference/numerics/classify.hpp"

namespace assay::ops {

void for_each_valid(const TileSpec& tile,
                    const std::function<void(std::int64_t, std::int64_t, std::int64_t)>& visit) {
  for (std::int64_t row = 0; row < tile.valid_rows; ++row) {
    for (std::int64_t col = 0; col < tile.valid_cols; ++col) {
      visit(row * tile.cols() + col, row, col);
    }
  }
}

std::function<Expected(const Evaluation&)> per_element(RealFunction function, std::string source,
                                                       std::string destination) {
  return [=](const Evaluation& at) -> Expected {
    const TileSpec& out = at.call.tile(destination);
    const TileSpec& in = at.call.tile(source);
    const ElementType element = out.type.element;
    const ElementArray& inputs = at.of(source);
    ExpectedTile expected(element, out.rows(), out.cols());
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const auto x = numerics::decode(in.type.element, inputs[row * in.cols() + col]);
      const auto y = function.value(x);
      const auto range = numerics::accepted(element, y, at.tolerance);
      expected.set_any_of(index, range.value, range.high);
      expected.low.set(index, range.low);
      expected.set_accept(index, function.promised(x) ? Accept::interval : Accept::target_defined);
      expected.exact[static_cast<std::size_t>(index)] = y.to_double();
    });
    return expected;
  };
}

std::uint64_t pad_bits(const Pad& pad, ElementType element) {
  const bool ordinary = bits_of(element) >= 8 && bits_of(element) <= 32 &&
                        (is_integer(element) || format_of(element).bits >= 16);
  const bool has_extremes = ordinary && element != ElementType::f64;
  switch (pad.kind) {
    case PadKind::null:
    case PadKind::zero:
      return 0;
    case PadKind::custom:
      return pad.custom_bits & mask_of(element);
    case PadKind::max:
    case PadKind::min:
      break;
  }
  if (!has_extremes) return 0;
  const bool lowest = pad.kind == PadKind::min;
  return is_float(element) ? numerics::infinity(element, lowest)
                           : numerics::largest_finite(element, lowest);
}

}  // namespace assay::ops
