// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "reference/isa/case/seen_operands.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/ops/elementwise/functions.hpp"
#include "reference/ops/reduce_expand/shared/expansion.hpp"

namespace assay::ops {
namespace {

using Arguments = std::vector<Argument>;

Acceptable exponential_of_exact_difference(const ElementContext& cell) {
  const numerics::Real difference = cell.arguments[0].real() - cell.arguments[1].real();
  return within(cell.to, numerics::exponential(difference), cell.tolerance);
}

/// The valid regions of the operands have every element that belongs to one of dst.
Result seeing_valid(const Arguments& arguments, Result result) {
  std::vector<std::string> names;
  for (const Argument& one : arguments) names.push_back(one.operand);
  return seeing_only(std::move(names), Seen::valid, std::move(result));
}

}  // namespace

Result spread_quotient(const Arguments& arguments) {
  return by_kind(rounded(Function::divide, arguments, "divide"),
                 per_element(arguments, integer_quotient));
}

Result spread_larger(const Arguments& arguments) { return extreme_of_two(arguments, true); }

Result spread_smaller(const Arguments& arguments) { return extreme_of_two(arguments, false); }

Result spread_exponential(const Arguments& arguments) {
  Elementwise formula{.function = Function::exponential,
                      .arguments = {},
                      .accuracy = "exponential",
                      .inner = Function::subtract};
  for (const Argument& argument : arguments) {
    formula.arguments.push_back(argument.operand);
    formula.placements.push_back(argument.placement);
  }
  return seeing_valid(arguments, subnormal_or_zero(rounded(std::move(formula))));
}

Result spread_fused_exponential(const Arguments& arguments) {
  return seeing_valid(arguments, subnormal_or_zero(per_element(
                                     arguments, exponential_of_exact_difference, "exponential")));
}

}  // namespace assay::ops
