// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/ops/elementwise/functions.hpp"
#include "reference/ops/reduce_expand/shared/expansion.hpp"

namespace assay::ops {
namespace {

using Arguments = std::vector<Argument>;

Result rounded_once(Function function, const Arguments& arguments, std::string accuracy) {
  Elementwise formula{.function = function, .arguments = {}, .accuracy = std::move(accuracy)};
  for (const Argument& argument : arguments) {
    formula.arguments.push_back(argument.operand);
    formula.placements.push_back(argument.placement);
  }
  return rounded(std::move(formula));
}

Acceptable exponential_of(const ElementContext& cell, const numerics::Real& difference) {
  return within(cell.to, numerics::exponential(difference), cell.tolerance);
}

Acceptable exponential_of_difference(const ElementContext& cell) {
  const numerics::Real exact = cell.arguments[0].real() - cell.arguments[1].real();
  const auto bits = numerics::encode(cell.to, exact, numerics::RoundMode::nearest_even);
  return exponential_of(cell, numerics::decode(cell.to, bits));
}

Acceptable exponential_of_exact_difference(const ElementContext& cell) {
  return exponential_of(cell, cell.arguments[0].real() - cell.arguments[1].real());
}

}  // namespace

Result spread_sum(const Arguments& arguments) {
  return by_kind(rounded_once(Function::add, arguments, "add"),
                 per_element(arguments, integer_sum));
}

Result spread_difference(const Arguments& arguments) {
  return by_kind(rounded_once(Function::subtract, arguments, "subtract"),
                 per_element(arguments, integer_difference));
}

Result spread_product(const Arguments& arguments) {
  return by_kind(rounded_once(Function::multiply, arguments, "multiply"),
                 per_element(arguments, integer_product));
}

Result spread_quotient(const Arguments& arguments) {
  return by_kind(rounded_once(Function::divide, arguments, "divide"),
                 per_element(arguments, integer_quotient));
}

Result spread_larger(const Arguments& arguments) { return per_element(arguments, larger); }

Result spread_smaller(const Arguments& arguments) { return per_element(arguments, smaller); }

Result spread_exponential(const Arguments& arguments) {
  return subnormal_or_zero(per_element(arguments, exponential_of_difference, "exponential"));
}

Result spread_fused_exponential(const Arguments& arguments) {
  return subnormal_or_zero(per_element(arguments, exponential_of_exact_difference, "exponential"));
}

}  // namespace assay::ops
