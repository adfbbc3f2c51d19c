// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* tdiv_page = "TDIV page";

bool divisor_is_not_zero(ElementType type, std::span<const std::uint64_t> arguments) {
  return !numerics::is_zero(type, arguments[1]);
}

Result quotient() {
  return by_kind(rounded({.function = Function::divide,
                          .arguments = {"src0", "src1"},
                          .accuracy = "divide",
                          .promised = divisor_is_not_zero}),
                 per_element({{"src0"}, {"src1"}}, integer_quotient));
}

}  // namespace

OpSpec TDIV() {
  return {
      .mnemonic = "TDIV",
      .summary = "Quotient of two tiles, element by element.",
      .precision = "DivAlgorithm",
      .forms = plain_and_precise({
          .operands = {dst, src0, src1},
          .lead = "src0",
          .constraints = joined(
              element_types("src0", tdiv_page,
                            {.a2a3 = {f16, f32}, .a5 = {i16, u16, i32, u32, i64, u64, f16, f32}}),
              one_element_type({"src1", "dst"}, "src0", tdiv_page, {a5, cpu}),
              vec_tiles({"dst", "src0", "src1"}, tdiv_page, {.in_vec = devices}),
              equal_regions({"src0", "src1"}, tdiv_page, devices)),
          .results = {quotient()},
          .plans = {"multiples", "nearties", "ones"},
          .admit = seldom_open({.dividend = "src0", .divisor = "src1"}),
      }),
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow",
                    "015-division-and-remainder", "017-accuracy-of-functions"},
      .ambiguities =
          {{"the page leaves division by zero to the target; an integer over zero stops the "
            "process "
            "on the CPU",
            "decision 015: the result is open, a call that dies is erratum E-TDIV-001"},
           {"no source says what the lowest integer over -1 gives, which stops the process on the "
            "CPU",
            "decision 015: the result is open, a call that dies is erratum E-TDIV-002"},
           {"documents list 64-bit integers for A5, the header divides the first 64 columns of "
            "each "
            "row alone",
            "decision 015: all columns; erratum E-TDIV-003"},
           {"a tile page leaves 64-bit integers out for A5",
            "constraint src0.element on a5: the header's list"}},
      .notes = {"open: the page leaves what is over zero to the target; decision 015: the lowest "
                "integer over -1",
                "a2a3, cpu: PrecisionType is accepted and ignored",
                "a2a3: equality of the three element types is not asserted"},
      .errata = tdiv_errata(),
  };
}

}  // namespace assay::ops
