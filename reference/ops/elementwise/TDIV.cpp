// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {
namespace {

constexpr const char* page = "TDIV page";

bool divides_by_zero(const ElementContext& cell) {
  const Value& divisor = cell.arguments[1];
  return cell.call.target != cpu && !is_refined(cell.call) &&
         numerics::is_zero(divisor.type, divisor.bits);
}

bool divisor_is_not_zero(ElementType type, std::span<const std::uint64_t> arguments) {
  return !numerics::is_zero(type, arguments[1]);
}

Result quotient() {
  const std::vector<std::string> sources{"src0", "src1"};
  Result floating =
      left_open(rounded({.function = Function::divide, .arguments = sources, .accuracy = "divide"}),
                {{"src0"}, {"src1"}}, divides_by_zero);
  floating.promised = divisor_is_not_zero;
  return by_kind(floating,
                 per_element({{"src0"}, {"src1"}}, first_64_columns_on_a5(integer_quotient)));
}

}  // namespace

OpSpec TDIV() {
  return {
      .mnemonic = "TDIV",
      .family = "elementwise",
      .summary = "Quotient of two tiles, element by element.",
      .precision = "DivAlgorithm",
      .forms = plain_and_precise({
          .operands = {dst, src0, src1},
          .lead = "src0",
          .constraints = joined(
              element_types("src0", page,
                            {.a2a3 = {f16, f32}, .a5 = {i16, u16, i32, u32, i64, u64, f16, f32}}),
              one_element_type({"src1", "dst"}, "src0", page, {a5, cpu}),
              vec_tiles({"dst", "src0", "src1"}, page),
              equal_regions({"src0", "src1"}, page, devices)),
          .results = {quotient()},
          .plans = {"multiples", "nearties", "ones"},
          .admit = without_traps({.dividend = "src0", .divisor = "src1"}),
      }),
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow",
                    "015-division-and-remainder", "017-accuracy-of-functions"},
      .ambiguities =
          {{"an integer over zero stops the process on the CPU, gives 0 for 64 bits on A5 and is "
            "open "
            "elsewhere",
            "decision 015: no zero divisor on cpu, 0 for 64 bits on a5, target-defined otherwise"},
           {"documents list 64-bit integers for A5, the header divides the first 64 columns of "
            "each "
            "row alone",
            "decision 015: from column 64 on target-defined"},
           {"a tile page leaves 64-bit integers out for A5",
            "constraint src0.element on a5: the header's list"}},
      .notes = {"a2a3, cpu: PrecisionType is accepted and ignored",
                "a2a3: equality of the three element types is not asserted",
                "a2a3, a5: Vec is documented and not asserted"},
  };
}

}  // namespace assay::ops
