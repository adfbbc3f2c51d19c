// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "reference/ops/header_errata.hpp"

namespace assay::ops {
namespace {

bool is_small_float(const OperandValue& value) {
  const ElementType element = element_of(value);
  return !std::holds_alternative<ScalarSpec>(value) && is_float(element) && bits_of(element) <= 8;
}

}  // namespace

MayRefuse small_floats_on_cpu(const std::string& table) {
  return {
      .text = "floats of 8 and 4 bits",
      .targets = {Target::cpu},
      .source = {table, "Type Support by Target Profile: CPU Simulator"},
      .among = [](const Call& call) { return std::ranges::any_of(call.operands, is_small_float); }};
}

MayRefuse atomic_stores_on_cpu() {
  return {.text = "atomic stores",
          .targets = {Target::cpu},
          .source = {table_of_memory, "Cases That Are Not Allowed: CPU simulator"}};
}

namespace {

MayRefuse zero_divisors(const char* text, std::string operand,
                        std::function<bool(const Evaluation&)> when) {
  return {.text = text,
          .targets = {Target::cpu},
          .source = {"page, Division-by-zero", "the CPU simulator asserts in debug builds"},
          .when = std::move(when),
          .zeros_in = std::move(operand),
          .choice = Choice::zero_divisors};
}

}  // namespace

MayRefuse zero_divisors_on_cpu(const std::string& operand) {
  return zero_divisors("zero divisors", operand, zero_in(operand));
}

MayRefuse zero_scalars_on_cpu(std::function<bool(const Call&)> is_zero) {
  return zero_divisors(
      "scalars of zero", "scalar",
      [is_zero = std::move(is_zero)](const Evaluation& inputs) { return is_zero(inputs.call); });
}

MayRefuse windows_of_accumulators() {
  return {.text = "windows of accumulators",
          .targets = {Target::a2a3},
          .source = {"TEXTRACT page", "A2A3: Destination must be Left or Right"}};
}

}  // namespace assay::ops
