// SPDX-License-Identifier: Apache-2.0
// Windows of accumulators, and windows that accumulators are put into.
#include "reference/ops/accumulator/drained_windows.hpp"

#include <array>
#include <span>

#include "reference/ops/accumulator/drained.hpp"
#include "reference/ops/accumulator/quantised.hpp"
#include "reference/ops/movement/insertion.hpp"
#include "reference/ops/movement/shared/window.hpp"
#include "reference/ops/movement/store_view.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {
namespace {

/// Element (row, col) of a tile, and the scalar that counts everywhere.
Value value_of(const Evaluation& inputs, const std::string& operand, std::int64_t row,
               std::int64_t col) {
  const ElementArray& elements = inputs.of(operand);
  if (!inputs.call.is_tile(operand)) return {elements.type(), elements[0]};
  return {elements.type(), elements[row * inputs.call.tile(operand).cols() + col]};
}

/// What element (row, col) of src becomes, in an element of dst that held `old`.
Acceptable drained_element(const Evaluation& inputs, const ElementFunction& element,
                           std::int64_t row, std::int64_t col) {
  std::array<Value, 2> arguments{value_of(inputs, "src", row, col), {}};
  std::size_t count = 1;
  for (const Operand* more : {&descriptors_of_columns, &descriptor_of_all}) {
    if (inputs.call.form->has(more->name)) {
      arguments.at(count++) = value_of(inputs, more->name, 0, col);
    }
  }
  return element({inputs.call, inputs.call.tile("dst").type.element, 0,
                  std::span(arguments).first(count), inputs.tolerance, row, col});
}

}  // namespace

Result extracted_through(ElementFunction element) {
  Result result{.operand = "dst"};
  result.semantics = [element = std::move(element)](const Evaluation& inputs) -> Expected {
    const TileSpec& out = inputs.call.tile("dst");
    const std::int64_t top = row_index(inputs.call), left = col_index(inputs.call);
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      put_acceptable(expected, index, drained_element(inputs, element, row + top, col + left));
    });
    return expected;
  };
  return result;
}

Result inserted_through(ElementFunction element) {
  return inserted_as(
      [element = std::move(element)](const Evaluation& inputs, std::int64_t row, std::int64_t col) {
        return drained_element(inputs, element, row, col);
      });
}

std::vector<Ambiguity> window_of_accumulator_ambiguities() {
  std::vector<Ambiguity> all = quantiser_ambiguities();
  all.push_back({"the page does not say whether columns of descriptors are those of src or of dst",
                 "decision 131: of src, which they describe"});
  all.push_back({"the page of TEXTRACT has no path from accumulators on A2A3, and headers have one",
                 "decision 131: Acc to Mat is legal, and no refusal is promised there"});
  return all;
}

}  // namespace assay::ops
