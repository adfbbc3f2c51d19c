// SPDX-License-Identifier: Apache-2.0
// Global memory after a store: every element of the allocation is promised.
#include "reference/numerics/evaluate.hpp"
#include "reference/ops/arithmetic.hpp"
#include "reference/ops/movement/load/view_offsets.hpp"
#include "reference/ops/movement/store/store_view.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {
namespace {

/// The element of a tile that belongs to element (row, col) of src; a scalar belongs to all.
Value value_of(const Evaluation& inputs, const Argument& argument, std::int64_t row,
               std::int64_t col) {
  const ElementArray& elements = inputs.of(argument.operand);
  if (!inputs.call.is_tile(argument.operand)) return {elements.type(), elements[0]};
  const TileSpec& tile = inputs.call.tile(argument.operand);
  const std::int64_t index = placed(argument.placement, tile.cols(), tile.valid_cols, row, col);
  return {elements.type(), elements[index]};
}

}  // namespace

void put_acceptable(ExpectedTile& expected, std::int64_t place, const Acceptable& one) {
  expected.set_accept(place, one.accept);
  expected.value.set(place, one.value);
  expected.low.set(place, one.low);
  expected.high.set(place, one.high);
  expected.exact[static_cast<std::size_t>(place)] = one.exact;
}

Result stored(ElementFunction element, std::string accuracy, std::vector<Argument> more) {
  Result result{.operand = "dst", .accuracy = std::move(accuracy), .choices = {Choice::subnormals}};
  result.semantics = [element = std::move(element),
                      more = std::move(more)](const Evaluation& inputs) -> Expected {
    const GlobalSpec& view = inputs.call.global("dst");
    const TileSpec& tile = inputs.call.tile("src");
    const ElementArray &memory = inputs.of("dst"), &contents = inputs.of("src");
    ExpectedTile expected(view.element, 1, memory.size());
    for (std::int64_t i = 0; i < memory.size(); ++i) expected.set_accept(i, Accept::preserved);
    const ViewOffsets places(view, tile.valid_rows, tile.valid_cols);
    std::vector<Value> from(1 + more.size());
    for_each_valid(tile, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const std::int64_t place = places.at(row, col);
      from[0] = {contents.type(), contents[index]};
      for (std::size_t i = 0; i < more.size(); ++i) {
        from[i + 1] = value_of(inputs, more[i], row, col);
      }
      put_acceptable(expected, place,
                     element({inputs.call, view.element, memory[place], from, inputs.tolerance, row,
                              col, inputs.readings}));
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
  return integer_sum(
      {cell.call, cell.to, cell.old, terms, cell.tolerance, cell.row, cell.col, cell.readings});
}

}  // namespace assay::ops
