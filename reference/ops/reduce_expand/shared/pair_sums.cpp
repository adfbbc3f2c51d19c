// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/pair_sums.hpp"

#include "reference/numerics/evaluate.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {

Acceptable pair_sum(const Evaluation& inputs, std::int64_t row, std::int64_t pair) {
  const TileSpec& in = inputs.call.tile("src0");
  const ElementType type = in.type.element;
  const std::int64_t first = row * in.cols() + 2 * pair;
  const auto number = [&](std::int64_t place) {
    return numerics::decode(type, inputs.of("src0")[place]);
  };
  const bool alone = 2 * pair + 1 >= in.valid_cols;
  const numerics::Real second = alone ? numerics::Real(0.0) : number(first + 1);
  return within(type, number(first) + second, inputs.tolerance);
}

void set(ExpectedTile& expected, std::int64_t index, const Acceptable& acceptable) {
  expected.set_accept(index, acceptable.accept);
  expected.value.set(index, acceptable.value);
  expected.low.set(index, acceptable.low);
  expected.high.set(index, acceptable.high);
  expected.exact[static_cast<std::size_t>(index)] = acceptable.exact;
}

Result pair_sums() {
  Result result{.operand = "dst", .accuracy = "add"};
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec& out = inputs.call.tile("dst");
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const bool sum = 2 * col < out.valid_cols;
      set(expected, index, sum ? pair_sum(inputs, row, col) : exactly(0));
    });
    return expected;
  };
  return result;
}

}  // namespace assay::ops
