// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"
#include "reference/ops/remainder.hpp"

namespace assay::ops {
namespace {

constexpr const char* tfmod_page = "TFMOD page";

Result remainder() {
  const ElementFunction floating = [](const ElementContext& cell) {
    return float_remainder(cell, Quotient::truncated);
  };
  return by_kind(per_element({{"src0"}, {"src1"}}, floating),
                 per_element({{"src0"}, {"src1"}}, integer_truncated_remainder));
}

}  // namespace

OpSpec TFMOD() {
  return {
      .mnemonic = "TFMOD",
      .summary = "Remainder of two tiles with the sign of the dividend.",
      .precision = "FmodAlgorithm",
      .forms = plain_and_precise({
          .operands = {dst, src0, src1},
          .lead = "src0",
          .constraints = joined(
              element_types(
                  "src0", tfmod_page,
                  {.a2a3 = {f32}, .a5 = {i16, u16, i32, u32, f16, f32}, .listed = no_target}),
              one_element_type({"src1", "dst"}, "src0", tfmod_page, {a5, cpu}),
              vec_tiles({"dst", "src0", "src1"}, tfmod_page),
              equal_regions({"src0", "src1"}, tfmod_page, no_target)),
          .results = {remainder()},
          .plans = {"multiples", "moderate", "ones"},
          .admit = seldom_open({.dividend = "src0", .divisor = "src1"}),
      }),
      .may_refuse = {zero_divisors_on_cpu("src1")},
      .decisions = {"002-outside-the-valid-region", "015-division-and-remainder"},
      .ambiguities =
          {{"the English pages call it a floor operation; formula, Chinese page and code truncate",
            "decision 015: truncated"},
           {"the instruction's page has no list of types",
            "constraint src0.element: the headers' lists, of which no refusal is promised"},
           {"the page leaves zero divisors to the target and says that the CPU simulator asserts "
            "in "
            "debug builds",
            "decision 191: choice zero_divisors; decision 015: the result is open; erratum "
            "E-TFMOD-002"},
           {"A2A3 and A5 round the steps to float",
            "decision 015: exact, rounded once; errata E-TFMOD-003 and E-TFMOD-004"},
           {"A2A3 keeps an intermediate result in dst, so that it must not be a source; no "
            "document "
            "says so",
            "decision 165: calls in place are promised, and drawn"}},
      .notes = {"open: the page leaves a remainder over zero to the target",
                "a2a3: equality of the three element types is not asserted",
                "a2a3, cpu: PrecisionType is accepted and ignored; a5: it counts for float alone",
                "a2a3, a5: Vec is documented and not asserted"},
      .errata = tfmod_errata(),
  };
}

}  // namespace assay::ops
