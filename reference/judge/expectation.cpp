// SPDX-License-Identifier: Apache-2.0
// What pages accept of a call, and how much that says.
#include <algorithm>

#include "reference/isa/seen_operands.hpp"
#include "reference/judge/judge_parts.hpp"

namespace assay {
namespace {

/// The element type a result is rounded to: that of its operand, or of the lead for text.
ElementType result_element(const Call& call, const Result& result) {
  const std::string& operand = call.form->has(result.operand) ? result.operand : call.form->lead;
  return element_of(call.operands[call.form->index_of(operand)]);
}

Evaluation evaluation_of(const Call& call, const Result& result,
                         std::span<const ElementArray> before, const ToleranceLookup& tolerances) {
  require_evaluable(call, before);
  Tolerance tolerance{.kind = Tolerance::Kind::exact, .bound = 0, .reason = {}};
  if (!result.accuracy.empty()) {
    tolerance = tolerances({.accuracy = result.accuracy,
                            .op = call.form->op,
                            .form = call.form->name,
                            .target = call.target,
                            .element = result_element(call, result)});
  }
  return {call, before, tolerance};
}

}  // namespace

// What errata have instead may follow from more than what they replace.
Expected expect(const Call& call, const Result& result, std::span<const ElementArray> before,
                const ToleranceLookup& tolerances) {
  return result.semantics(evaluation_of(call, result, before, tolerances));
}

std::vector<Expected> expect(const Call& call, std::span<const ElementArray> before,
                             const ToleranceLookup& tolerances) {
  std::vector<Expected> expected;
  for (const Result& result : call.form->results) {
    expected.push_back(evaluated(result, evaluation_of(call, result, before, tolerances)));
  }
  return expected;
}

std::int64_t compared_of(std::span<const Expected> expected) {
  std::int64_t count = 0;
  for (const Expected& one : expected) {
    const auto* tile = std::get_if<ExpectedTile>(&one);
    count += tile == nullptr ? 1 : std::ranges::count_if(tile->accept, [](Accept accept) {
      return accept != Accept::unspecified && accept != Accept::target_defined;
    });
  }
  return count;
}

bool depends_on_arguments_alone(const Call& call) {
  const Form& form = *call.form;
  const auto covers = [&](const TileSpec& out, const std::string& argument) {
    const OperandValue& value = call.operands[form.index_of(argument)];
    const auto* tile = std::get_if<TileSpec>(&value);
    return tile == nullptr ||
           (tile->valid_rows >= out.valid_rows && tile->valid_cols >= out.valid_cols);
  };
  return std::ranges::all_of(form.results, [&](const Result& result) {
    if (!result.function) return false;
    const TileSpec& out = call.tile(result.operand);
    return is_float(out.type.element) &&
           std::ranges::all_of(result.arguments,
                               [&](const std::string& name) { return covers(out, name); });
  });
}

}  // namespace assay
