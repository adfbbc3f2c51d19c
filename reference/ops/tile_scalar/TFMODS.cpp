// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/remainder.hpp"
#include "reference/ops/tile_scalar/division.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* tfmods_page = "TFMODS page";

Acceptable floating(const ElementContext& cell) {
  return float_remainder(cell, Quotient::truncated);
}

}  // namespace

OpSpec TFMODS() {
  const std::vector<Argument> arguments{{"src"}, {"scalar"}};
  return {
      .mnemonic = "TFMODS",
      .summary = "Remainder of every element over a scalar, with the sign of the element.",
      .precision = "FmodSAlgorithm",
      .forms = plain_and_precise({
          .operands = {dst, src, scalar},
          .lead = "src",
          .constraints = joined(joined(
              type_lists(
                  "src", tfmods_page,
                  {.a2a3 = {f32}, .a5 = {i16, u16, i32, u32, f16, f32}, .a5_undrawn = {bf16}}),
              dst_has_type_of("src", tfmods_page, every_target),
              tiles_with_scalar("src", tfmods_page, {.row_major = {a2a3}}),
              regions_with_scalar("src", tfmods_page), scalar_argument())),
          .results = {with_scalar(by_kind(per_element(arguments, floating),
                                          per_element(arguments, integer_truncated_remainder)))},
          .scenarios = {scalar_of_zero(), scalar_of_minus_one()},
          .plans = {"multiples", "moderate", "ones"},
          .admit = admit_lowest,
      }),
      .may_refuse = {zero_scalars_on_cpu(is_scalar_of_zero)},
      .decisions = {"002-outside-the-valid-region", "015-division-and-remainder",
                    "020-scalar-arguments"},
      .ambiguities =
          {{"the English title calls it a floor operation, the formula is that of fmod",
            "decision 015: truncated, with the sign of the element"},
           {"documents give A5 no list of types but sizes of 2 and 4, which bf16 passes",
            "constraint src.element on a5: integers and floats of these sizes; bf16 is never "
            "tried, other sizes must be refused"}},
      .notes = {"open: the page leaves a remainder over zero to the target",
                "a2a3, cpu: PrecisionType is accepted and ignored; a5: it counts for float alone",
                "a2a3: dst must not be src"},
      .errata = {overflows_on_cpu("E-TFMODS-001"),
                 giving(of_headers(a2a3, "E-TFMODS-002", "TFmodS.hpp",
                                   "in place of src, which is read again after the first write"),
                        lost_upon(with_scalar(per_element(arguments, floating)), {"src"}))},
  };
}

}  // namespace assay::ops
