// SPDX-License-Identifier: Apache-2.0
// Windows of accumulators, and windows that accumulators are put into.
#include "reference/ops/movement/accumulator/accumulator_windows.hpp"

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "reference/isa/case/seen_operands.hpp"
#include "reference/ops/movement/accumulator/accumulator_store.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/movement/shared/window.hpp"
#include "reference/ops/movement/store/insertion.hpp"
#include "reference/ops/movement/store/store_view.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {
namespace {

/// Elements of an operand by row and column, or the scalar that counts everywhere.
class OperandElements {
 public:
  OperandElements(const Evaluation& inputs, const std::string& operand)
      : elements_(&inputs.of(operand)),
        tile_(inputs.call.is_tile(operand) ? &inputs.call.tile(operand) : nullptr) {}

  Value at(std::int64_t row, std::int64_t col) const {
    return {elements_->type(), (*elements_)[tile_ == nullptr ? 0 : row * tile_->cols() + col]};
  }

 private:
  const ElementArray* elements_;
  const TileSpec* tile_;
};

/// The results for elements of src, with the descriptors of the form.
class AccumulatorStore {
 public:
  AccumulatorStore(const Evaluation& inputs, const ElementFunction& element)
      : inputs_(inputs),
        element_(element),
        to_(inputs.call.tile("dst").type.element),
        src_(inputs, "src") {
    for (const Operand* more : {&descriptors_of_columns, &descriptor_of_all}) {
      if (inputs.call.form->has(more->name)) descriptors_.emplace_back(inputs, more->name);
    }
  }

  /// Of element (row, col).
  Acceptable operator()(std::int64_t row, std::int64_t col) const {
    std::array<Value, 3> arguments{src_.at(row, col), {}, {}};
    std::size_t count = 1;
    for (const OperandElements& one : descriptors_) arguments.at(count++) = one.at(0, col);
    return element_({inputs_.call, to_, 0, std::span(arguments).first(count), inputs_.tolerance,
                     row, col, inputs_.readings});
  }

 private:
  const Evaluation& inputs_;
  const ElementFunction& element_;
  ElementType to_;
  OperandElements src_;
  std::vector<OperandElements> descriptors_;
};

}  // namespace

Result extracted_through(ElementFunction element) {
  Result result = with_accumulator_choices(no_arithmetic({.operand = "dst"}));
  result.semantics = [element = std::move(element)](const Evaluation& inputs) -> Expected {
    const TileSpec& out = inputs.call.tile("dst");
    const std::int64_t top = row_index(inputs.call), left = col_index(inputs.call);
    const AccumulatorStore store(inputs, element);
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      put_acceptable(expected, index, store(row + top, col + left));
    });
    return expected;
  };
  return seeing_only({"src", descriptors_of_columns.name, descriptor_of_all.name}, Seen::whole,
                     std::move(result));
}

Result inserted_through(ElementFunction element) {
  return with_accumulator_choices(
      no_arithmetic(inserted_as([element = std::move(element)](const Evaluation& inputs) {
        return [store = AccumulatorStore(inputs, element)](std::int64_t row, std::int64_t col) {
          return store(row, col);
        };
      })));
}

std::vector<Ambiguity> window_of_accumulator_ambiguities() {
  std::vector<Ambiguity> all = quantiser_ambiguities();
  all.push_back({"the page does not say whether columns of descriptors are those of src or of dst",
                 "decision 131: of src, which they describe"});
  all.push_back(
      {"the page of TEXTRACT has no path from accumulators on A2A3, and one below tile/ops "
       "has Acc to Mat",
       "decision 131: Acc to Mat is legal there, and may be refused"});
  return all;
}

}  // namespace assay::ops
