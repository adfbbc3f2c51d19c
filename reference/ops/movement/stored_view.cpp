// SPDX-License-Identifier: Apache-2.0
// What a store leaves in global memory: every element of the allocation is promised.
#include "reference/numerics/evaluate.hpp"
#include "reference/ops/arithmetic.hpp"
#include "reference/ops/movement/load_view.hpp"
#include "reference/ops/movement/store_view.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {
namespace {

void put(ExpectedTile& expected, std::int64_t place, const Acceptable& one) {
  expected.set_accept(place, one.accept);
  expected.value.set(place, one.value);
  expected.low.set(place, one.low);
  expected.high.set(place, one.high);
  expected.exact[static_cast<std::size_t>(place)] = one.exact;
}

}  // namespace

Result stored(ElementFunction element, std::string accuracy) {
  Result result{.operand = "dst", .accuracy = std::move(accuracy)};
  result.semantics = [element = std::move(element)](const Evaluation& inputs) -> Expected {
    const GlobalSpec& view = inputs.call.global("dst");
    const TileSpec& tile = inputs.call.tile("src");
    const ElementArray &memory = inputs.of("dst"), &contents = inputs.of("src");
    ExpectedTile expected(view.element, 1, memory.size());
    for (std::int64_t i = 0; i < memory.size(); ++i) expected.set_accept(i, Accept::preserved);
    for_each_valid(tile, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const std::int64_t place = view.offset(view_index(view, row, col));
      const Value from{view.element, contents[index]};
      put(expected, place,
          element(
              {inputs.call, view.element, memory[place], {&from, 1}, inputs.tolerance, row, col}));
    });
    return expected;
  };
  return result;
}

Acceptable copied(const ElementContext& cell) { return exactly(cell.arguments[0].bits); }

Acceptable added(const ElementContext& cell) {
  const Value terms[] = {{cell.to, cell.old}, cell.arguments[0]};
  if (is_float(cell.to)) {
    using numerics::operator+;
    return within(cell.to, terms[0].real() + terms[1].real(), cell.tolerance);
  }
  return integer_sum({cell.call, cell.to, cell.old, terms, cell.tolerance, cell.row, cell.col});
}

}  // namespace assay::ops
