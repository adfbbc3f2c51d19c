// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/scalar_constraints.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {
namespace {

bool differs_in_rows_alone(const Call& call) {
  const TileSpec &out = call.tile("dst"), &in = call.tile("src");
  return out.valid_cols == in.valid_cols && out.valid_rows != in.valid_rows;
}

}  // namespace

OpSpec TMAXS() {
  constexpr const char* page = "TMAXS page";
  return {
      .mnemonic = "TMAXS",
      .summary = "Larger one of every element and a scalar.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src, scalar},
          .lead = "src",
          .constraints = joined(
              type_lists("src", page, {.a2a3 = {i16, i32, f16, f32}, .a5 = arithmetic_elements}),
              dst_has_type_of("src", page),
              tiles_with_scalar("src", page, in_vec_everywhere(devices)),
              regions_with_scalar("src", page, {.rows = every_target, .columns = every_target}),
              scalar_argument()),
          .results = {with_scalar(growing(extreme_of_two({{"src"}, {"scalar"}}, true)))},
          .scenarios = {beyond_64_columns()},
          .plans = {"ties"},
      }},
      .decisions = {"002-outside-the-valid-region", "016-nan-and-zero-of-selections",
                    "020-scalar-arguments", "039-row-major-on-the-cpu"},
      .ambiguities =
          {{"no page has a rule for NaN",
            "decision 016: the number, and of zeros the one that is not less; erratum E-TMAXS-004"},
           {"the A5 header compares columns alone, pages want rows and columns",
            "constraint src.same_valid_region: refused everywhere; erratum E-TMAXS-005"},
           {"row-major is documented for the maximum and not for the minimum, and asserted by no "
            "device header",
            "constraints src.row_major and dst.row_major: kept on devices, no promised refusal"}},
      .notes = {"a5: the element type of src is not compared with that of dst"},
      .errata = {untouched_from_column_64("E-TMAXS-001"),
                 unchecked(a2a3, "E-TMAXS-002", "TMaxS.hpp", "*.row_major"),
                 unchecked(a5, "E-TMAXS-003", "TMaxs.hpp", "*.row_major"),
                 picks_on_cpu("E-TMAXS-004", larger),
                 among(unchecked(a5, "E-TMAXS-005", "TMaxs.hpp", "src.same_valid_region"),
                       "unequal valid rows, but equal valid columns", differs_in_rows_alone),
                 unchecked(cpu, "E-TMAXS-006", "TBinSOps.hpp", "src.same_valid_region")},
  };
}

}  // namespace assay::ops
