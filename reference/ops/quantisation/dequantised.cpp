// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/quantisation/dequantised.hpp"

#include <algorithm>

#include "reference/ops/elementwise/fused.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

/// The element of a parameter tile in its own layout.
Value parameter(const Evaluation& inputs, const std::string& operand, std::int64_t row,
                std::int64_t col) {
  return {f32, inputs.of(operand)[row * inputs.call.tile(operand).cols() + col]};
}

}  // namespace

Result dequantised() {
  Result result = per_element({{"src"}}, [](const ElementContext&) { return exactly(0); });
  result.flow.in_place.clear();
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const Call& call = inputs.call;
    const TileSpec& out = call.tile("dst");
    const ElementArray &codes = inputs.of("src"), &old = inputs.of("dst");
    const std::int64_t last = call.tile("scale").valid_cols - 1;
    const bool of_columns = inputs.readings.of(Choice::parameter_columns) == parameters_of_columns;
    ExpectedTile expected(f32, out.rows(), out.cols());
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const Value code{codes.type(), codes[row * call.tile("src").cols() + col]};
      const ElementContext cell{call, f32, old[index],     {}, inputs.tolerance,
                                row,  col, inputs.readings};
      const std::int64_t from = of_columns ? std::min(col, last) : 0;
      const Acceptable one =
          any_reading(cell, subtract_multiply(cell, code, parameter(inputs, "offset", row, from),
                                              parameter(inputs, "scale", row, from)));
      expected.set_accept(index, one.accept);
      expected.value.set(index, one.value);
      expected.low.set(index, one.low);
      expected.high.set(index, one.high);
    });
    return expected;
  };
  result.choices.push_back(Choice::parameter_columns);
  return in_steps(std::move(result));
}

}  // namespace assay::ops
