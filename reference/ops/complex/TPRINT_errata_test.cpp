// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of TPRINT.
#include <numeric>

#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

Sample printed(const char* number, const char* form, OperandValue operand) {
  return {number, sample_call(number, form, Target::cpu, {std::move(operand)})};
}

/// The valid part of a tile alone.
Samples of_valid_parts() {
  Bits numbers(16);
  std::iota(numbers.begin(), numbers.end(), 1);
  Sample part = printed("E-TPRINT-003", "tile", tile(i32, 2, 8, 1, 2)).holds_row("src", numbers);
  const char* const whole =
      "a title\n"
      "       1        2|        3        4        5        6        7        8\n"
      "|\n"
      "       9       10|       11       12       13       14       15       16\n";
  part.prints(whole, "TPRINT 1x2\n       1        2\n");
  return {part, Sample(part).prints(whole, "TPRINT 1x2\n       1        3\n").is_another()};
}

Samples of_refusals_to_print() {
  const auto halves = [](const char* number) {
    return printed(number, "tile", tile(f16, 1, 16, 1, 16)).is_refused("");
  };
  return {halves("E-TPRINT-001"), halves("E-TPRINT-002").is_another(),
          printed("E-TPRINT-002", "global", global_line(i32, 2)).is_refused("")};
}

const SamplesOf samples_of_prints{of_valid_parts, of_refusals_to_print};

}  // namespace
}  // namespace assay::ops
