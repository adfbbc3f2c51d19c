// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/pair_sums.hpp"

#include <algorithm>

#include "reference/isa/spec/vocabulary.hpp"
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
  Result result{.operand = "dst", .accuracy = "add", .choices = {Choice::subnormals}};
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

Constraint some_column() {
  Constraint made = vocabulary::constraint(
      "src0.columns", "a row of src0 has a valid column",
      [](const Call& call) { return call.tile("src0").valid_cols > 0; },
      [](Call& call, Draw&) {
        TileSpec& tile = call.tile("src0");
        tile.valid_cols = std::max<std::int64_t>(tile.valid_cols, 1);
      });
  return vocabulary::invariant(std::move(made))
      .at(Stage::launch)
      .from("decision 156", "an empty axis");
}

}  // namespace assay::ops
