// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"

#include <algorithm>
#include <variant>

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

MayRefuse windows_of_accumulators() {
  return {.text = "windows of accumulators",
          .targets = {Target::a2a3},
          .source = {"TEXTRACT page", "A2A3: Destination must be Left or Right"}};
}

}  // namespace assay::ops
