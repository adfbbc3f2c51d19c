// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/selection/branches.hpp"
#include "reference/ops/selection/compared.hpp"
#include "reference/ops/selection/selection_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tcmp_page = "TCMP page";

const Operand mask_out{"dst", Role::output, OperandKind::tile};

const Elements narrow_sources{i32, f16, f32};
const Elements a5_sources{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};

Constraints element_constraints() {
  return {
      element_is("src0", narrow_sources).on({a2a3}).from(tcmp_page, "A2A3 types"),
      element_is("src0", a5_sources).on({a5}).from(tcmp_page, "A5 types"),
      element_is("src0", a5_sources)
          .on({cpu})
          .unchecked_on({cpu})
          .from(tcmp_page, "types of the pages"),
      same_element("src1", "src0").from(tcmp_page, "one type for both sources"),
      mask_of_comparison(narrow_sources)
          .unchecked_on({cpu})
          .from(tcmp_page, "A2A3: the mask is of uint8; A5: of uint32"),
  };
}

Constraints place_constraints(const std::string& operand) {
  return placed(operand, tcmp_page, every_target, devices, {.layout = {a5}});
}

Constraints region_constraints() {
  return {
      same_valid_region("src1", "src0")
          .at(launch)
          .unchecked_on(every_target)
          .from(tcmp_page, "src1 is read where dst is valid, and not checked"),
      same_valid_rows("dst", "src0").unchecked_on({a5, cpu}).from(tcmp_page, "A2A3: equal rows"),
      packed_columns("dst", "src0")
          .unchecked_on(every_target)
          .from(tcmp_page, "examples: valid columns of a mask are packed units"),
  };
}

}  // namespace

OpSpec TCMP() {
  return {
      .mnemonic = "TCMP",
      .summary = "Compares two tiles, element by element, into a mask of packed bits.",
      .forms = {{
          .name = "plain",
          .operands = {mask_out, src0, src1},
          .lead = "src0",
          .attributes = {cmp_mode_attribute()},
          .constraints =
              joined(element_constraints(), place_constraints("dst"), place_constraints("src0"),
                     place_constraints("src1"), region_constraints()),
          .results = {{.operand = "dst", .semantics = compared, .branches = compared_branches}},
          .scenarios = scenarios_of_comparisons(narrow_sources),
          .plans = {"ties", "twins"},
          .admit = with_equal_lanes(false),
      }},
      .decisions = {"002-outside-the-valid-region", "028-packed-masks"},
      .ambiguities =
          {{"pages want masks of uint8 (A2A3) or uint32 (A5), their examples have uint8 of float "
            "and name no target; device headers do not check it",
            "constraint dst.element by target, no breach of it on A5 is of uint8 for types of "
            "A2A3; "
            "errata E-TCMP-005 and E-TCMP-006"},
           {"pages take the valid region of dst as the domain and want equal columns, headers go "
            "over src0 and never compare columns",
            "decision 028: the domain is that of src0; constraint dst.packed_columns, no promised "
            "refusal"},
           {"pages say that src1 is not checked, headers check it",
            "constraint src1.same_valid_region: no refusal is promised, and none forbidden"},
           {"A2A3 int32 is compared for equality whatever the mode, but the header inverts the "
            "result for NE",
            "decision 028: equality on a2a3; erratum E-TCMP-001"},
           {"bits after the last valid column are zero on A5 and the CPU and follow the padding "
            "on A2A3",
            "decision 028: these bits are free on every target"},
           {"pages forbid to rely on an encoding of masks, one of them gives it, and the draft its "
            "order of bits",
            "decision 028: one bit per lane, lowest first, rows by the rows of the mask"},
           {"the page compares 64-bit elements on A5, a later table and the CPU do not",
            "constraint src0.element: all types of the page; erratum E-TCMP-002"}},
      .notes = {"a CmpMode outside the enumeration acts as EQ (as GE for 8-byte types on a5)"},
      .errata = tcmp_errata(),
  };
}

}  // namespace assay::ops
