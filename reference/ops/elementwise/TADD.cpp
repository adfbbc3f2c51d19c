// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/integer.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace rules;

constexpr const char* page = "TADD page";

const Elements a2a3_elements{i16, i32, f16, f32};
const Elements a5_elements{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};

Rules element_rules() {
  return {
      element_is("src0", a2a3_elements, {bf16}).on({a2a3}).from(page, "A2A3 types"),
      element_is("src0", a5_elements).on({a5}).from(page, "A5 types"),
      invariant(element_is("src0", a5_elements)).on({cpu}).from("CPU header", "arithmetic types"),
      same_element("src1", "src0").from(page, "one type for all tiles"),
      same_element("dst", "src0").from(page, "one type for all tiles"),
  };
}

Rules region_rules() {
  return {
      equal_valid_region("src0", "dst", page, devices),
      equal_valid_region("src1", "dst", page, devices),
  };
}

/// Decision 014: what happens beyond the range of an integer is known for 64 bits on A5 and for the
/// CPU; elsewhere wrapping and saturating are both legal.
Acceptable integer_sum(const ElementContext& at) {
  const auto sum = numerics::integer_value(at.to, at.arguments[0].bits) +
                   numerics::integer_value(at.to, at.arguments[1].bits);
  const bool wraps = at.call.target == cpu || bits_of(at.to) == 64;
  const std::uint64_t wrapped = numerics::wrapped(at.to, sum);
  return wraps ? exactly(wrapped) : either(wrapped, numerics::saturated(at.to, sum));
}

Result sum() {
  return by_kind(
      rounded({.function = Function::add, .arguments = {"src0", "src1"}, .accuracy = "add"}),
      per_element({{"src0"}, {"src1"}}, integer_sum));
}

}  // namespace

OpSpec TADD() {
  return {
      .mnemonic = "TADD",
      .family = "elementwise",
      .summary = "Sum of two tiles, element by element.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1},
          .lead = "src0",
          .constraints =
              joined(element_rules(), vector_tile("dst", page), vector_tile("src0", page),
                     vector_tile("src1", page), region_rules()),
          .results = {sum()},
          .plans = {"cancellation", "nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow"},
      .ambiguities = {},
      .notes = {},
  };
}

}  // namespace assay::ops
