// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of TCI.
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

/// 300 columns.
Sample sequence(const char* number, const char* form, Target target, ElementType element,
                std::uint64_t start, int down = 0, ElementType scratch = f32) {
  std::vector<OperandValue> operands{tile(element, 1, 512, 1, 300), ScalarSpec{element, start}};
  if (std::string(form) == "tmp") operands.emplace_back(tile(scratch, 1, 512, 1, 512));
  return {number, sample_call(number, form, target, operands, {down})};
}

Samples sequences() {
  Sample negated = sequence("E-TCI-004", "tmp", a2a3, i32, 5, 1);
  for (int col = 0; col < 300; ++col) {
    negated.gives(col, static_cast<std::uint32_t>(5 - col), static_cast<std::uint32_t>(-5 - col));
  }
  return {sequence("E-TCI-001", "tmp", a2a3, i32, 0, 0, u32).is_refused(),
          sequence("E-TCI-002", "tmp", a2a3, u16, 0).is_refused(),
          sequence("E-TCI-003", "tmp", a2a3, f16, 0x3C00).gives_all(0x55), negated,
          // 0.0078125 and 257, which is rounded to 256, instead of 258.
          sequence("E-TCI-005", "plain", cpu, bf16, 0x3C00).gives(257, 0x4380)};
}

const SamplesOf samples_of_sequences{sequences};

}  // namespace
}  // namespace assay::ops
