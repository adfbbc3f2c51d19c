// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/selection/branches.hpp"
#include "reference/ops/selection/compared.hpp"
#include "reference/ops/selection/selection_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tcmps_page = "TCMPS page";

const Elements a2a3_sources{i16, u16, i32, f16, f32};
const Elements eleven{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};

Constraints shared_constraints() {
  return joined(
      Constraints{
          element_is("src0", a2a3_sources).on({a2a3}).from(tcmps_page, "A2A3 types"),
          element_is("src0", eleven).on({a5}).from(tcmps_page, "A5 types"),
          invariant(element_is("src0", eleven)).on({cpu}).from(tcmps_page, "types of the page"),
          mask_of_comparison(a2a3_sources)
              .unchecked_on(every_target)
              .from("TCMPS later page", "A2A3: uint8 of 8 lanes; A5: uint32 of 32 lanes"),
      },
      placed("dst", tcmps_page, every_target, devices, {}),
      placed("src0", tcmps_page, every_target, devices, {}),
      Constraints{
          same_valid_rows("dst", "src0").from(tcmps_page, "run time: equal rows"),
          packed_columns("dst", "src0")
              .unchecked_on(every_target)
              .from(tcmps_page, "examples: valid columns of a mask are packed units"),
      });
}

Constraints scalar_constraints() {
  return joined(Constraints{scalar_type()}, shared_constraints(),
                Constraints{scalar_converts("src0")});
}

Constraints tile_constraints() {
  return joined(
      Constraints{same_element("src1", "src0").from(tcmps_page, "one type for both tiles")},
      shared_constraints(), placed("src1", tcmps_page, every_target, devices, {}));
}

std::vector<Ambiguity> ambiguities() {
  return {
      {"pages and device headers compare with the first element of a second tile, A5 64-bit code "
       "lane by lane, and the CPU has that body in an overload that does not compile",
       "the first element on every target; errata E-TCMPS-004 and E-TCMPS-007"},
      {"A2A3 is documented to compare int16 and uint16 but compares their patterns as half",
       "integers; erratum E-TCMPS-001"},
      {"A2A3 int32 is documented to fall back to EQ, the header inverts for NE",
       "decision 028: equality on a2a3; erratum E-TCMPS-002"},
      {"pages want equal valid rows and columns of src0 and dst, headers compare rows alone",
       "constraints dst.same_valid_rows and dst.packed_columns"},
      {"one page takes dst as the domain, the other and the code src0", "decision 028: src0"},
      {"the page leaves the type of a mask to implementations, a later one has uint8 on A2A3 and "
       "uint32 on A5, the examples have uint8",
       "constraint dst.element by target, its breach is free"},
      {"the CPU packs differently where dst is not uint8 or its valid width is not Cols / 8",
       "decision 028: as everywhere; erratum E-TCMPS-005"}};
}

}  // namespace

OpSpec TCMPS() {
  return {
      .mnemonic = "TCMPS",
      .summary = "Compares a tile with one value into a mask of packed bits.",
      .forms = {{
                    .name = "scalar",
                    .operands = {dst, src0, scalar},
                    .lead = "src0",
                    .attributes = {cmp_mode_attribute()},
                    .constraints = scalar_constraints(),
                    .results =
                        {{.operand = "dst", .semantics = compared, .branches = compared_branches}},
                    .scenarios = scenarios_of_comparisons(a2a3_sources),
                    .plans = {"ones"},
                    .admit = with_equal_lanes(false),
                },
                {
                    .name = "tile",
                    .operands = {dst, src0, src1},
                    .lead = "src0",
                    .attributes = {cmp_mode_attribute()},
                    .constraints = tile_constraints(),
                    .results =
                        {{.operand = "dst", .semantics = compared, .branches = compared_branches}},
                    .scenarios = scenarios_of_comparisons(a2a3_sources),
                    .plans = {"ties", "twins"},
                    .admit = with_equal_lanes(true),
                }},
      .decisions = {"002-outside-the-valid-region", "028-packed-masks", "029-loose-comparisons"},
      .ambiguities = ambiguities(),
      .notes = {"a5: the pitch of the mask is its row in bytes, whatever its element type"},
      .errata = tcmps_errata(),
  };
}

}  // namespace assay::ops
