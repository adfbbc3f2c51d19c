// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/selection/comparison.hpp"
#include "reference/ops/selection/comparison_constraints.hpp"
#include "reference/ops/selection/masks.hpp"
#include "reference/ops/selection/selection_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* page = "TCMP page";
constexpr const char* header = "TCMP header";

const Operand mask_out{"dst", Role::output, OperandKind::tile};

const Elements narrow_sources{i32, f16, f32};
const Elements a5_sources{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};
const Elements cpu_sources{i8, u8, i16, u16, i32, u32, f16, bf16, f32};

// ---- what is compared ----

/// A2A3 compares int32 for equality alone. Page and header differ about NE only (decision 028).
std::vector<CmpMode> readings_of(const Call& call) {
  const CmpMode asked = cmp_mode_of(call);
  const bool equality_only = call.target == a2a3 && call.tile("src0").type.element == i32;
  if (!equality_only || asked == CmpMode::eq) return {asked};
  if (asked == CmpMode::ne) return {CmpMode::ne, CmpMode::eq};
  return {CmpMode::eq, asked};
}

/// Bits behind the last lane: zeros on the CPU; on devices a comparison of what lies behind the
/// valid region, or all ones, is as good (decision 028).
MaskReading reading_of(const Evaluation& inputs, CmpMode mode) {
  const TileSpec& left = inputs.call.tile("src0");
  const TileSpec& right = inputs.call.tile("src1");
  const ElementArray& a = inputs.of("src0");
  const ElementArray& b = inputs.of("src1");
  MaskReading reading{[=, &left, &right, &a, &b](std::int64_t row, std::int64_t col) {
    return col < left.cols() && col < right.cols() &&
           related(mode, left.type.element, a[row * left.cols() + col],
                   b[row * right.cols() + col]);
  }};
  if (inputs.call.target != cpu) {
    reading.tails = {reading.lanes, [](std::int64_t, std::int64_t) { return true; }};
  }
  return reading;
}

Expected compared(const Evaluation& inputs) {
  const TileSpec& left = inputs.call.tile("src0");
  PackedMask packed{left.valid_rows, left.valid_cols};
  for (const CmpMode mode : readings_of(inputs.call))
    packed.readings.push_back(reading_of(inputs, mode));
  return expected_mask(inputs.call.tile("dst"), packed);
}

Constraints element_constraints() {
  return {
      element_is("src0", narrow_sources).on({a2a3}).from(page, "A2A3 types"),
      element_is("src0", a5_sources).on({a5}).from(page, "A5 types"),
      element_is("src0", cpu_sources)
          .on({cpu})
          .unchecked_on({cpu})
          .from(header, "CPU: source types, none of 64 bits"),
      same_element("src1", "src0").from(page, "one type for both sources"),
      element_is("dst", {u8}, {u32}).on({a2a3}).unchecked_on(devices).from(page, "A2A3 mask type"),
      element_is("dst", {u8, u32}).on({a5}).unchecked_on(devices).from(page, "A5 mask type"),
      element_is("dst", {u8, u32}).on({cpu}).from(header, "CPU mask types"),
      wide_mask().on({cpu}).unchecked_on({cpu}).from(header, "CPU: source types by mask type"),
  };
}

Constraints place_constraints(const std::string& operand) {
  return placed(operand, page, every_target, devices, {.layout = {a5}});
}

Constraints region_constraints() {
  return {
      equal_pitch().on({a5}).unchecked_on({a5}).from(header, "A5: one row stride for both sources"),
      equal_valid_region("src1", "src0", header, {a2a3}),
      same_valid_rows("dst", "src0").unchecked_on({a5, cpu}).from(header, "A2A3: equal rows"),
      packed_columns("dst", "src0")
          .unchecked_on(every_target)
          .from(page, "valid columns of a mask are packed units"),
      at_most_columns("src0", 64, 8)
          .on({a5})
          .unchecked_on({a5})
          .from(header, "A5: one word of 64 lanes for 8-byte elements"),
  };
}

}  // namespace

OpSpec TCMP() {
  return {
      .mnemonic = "TCMP",
      .family = "selection",
      .summary = "Compares two tiles, element by element, into a mask of packed bits.",
      .forms = {{
          .name = "plain",
          .operands = {mask_out, src0, src1},
          .lead = "src0",
          .attributes = {cmp_mode_attribute()},
          .constraints =
              joined(element_constraints(), place_constraints("dst"), place_constraints("src0"),
                     place_constraints("src1"), region_constraints()),
          .results = {{.operand = "dst", .semantics = compared}},
          .scenarios = every_cmp_mode(),
          .plans = {"ties", "twins"},
          .admit = with_equal_lanes(false),
      }},
      .decisions = {"002-outside-the-valid-region", "028-packed-masks"},
      .ambiguities =
          {{"pages want masks of uint8 (A2A3) or uint32 (A5), device headers do not check it and "
            "upstream tests of A5 use uint8",
            "constraint dst.element by target: uint8 on a2a3, both on a5, no promised refusal"},
           {"pages take the valid region of dst as the domain and want equal columns, headers go "
            "over src0 and never compare columns",
            "decision 028: the domain is that of src0; constraint dst.packed_columns, no promised "
            "refusal"},
           {"pages say that src1 is not checked, the A2A3 header checks it",
            "constraint src1.same_valid_region: refusal promised on a2a3 alone"},
           {"A2A3 int32 is compared for equality whatever the mode, but the header inverts the "
            "result for NE",
            "decision 028: equality or what was asked for, either on a2a3"},
           {"bits behind the last valid column are zero on A5 and the CPU and follow the padding "
            "on "
            "A2A3",
            "decision 028: zeros on cpu; zeros, ones or a comparison of the padding on devices"},
           {"pages forbid to rely on an encoding of masks, yet all targets pack one bit per lane, "
            "lowest first",
            "decision 028: that packing is the promise"},
           {"the CPU stores at most as many mask words as dst has valid columns",
            "constraint dst.packed_columns: dst has exactly as many as are needed"}},
      .notes = {"a CmpMode outside the enumeration acts as EQ (as GE for 8-byte types on a5)",
                "a2a3 compares whole repeats of 256 bytes; NE inverts all bytes of the rows of dst",
                "cpu zeroes the whole mask tile first", "source pitches are taken from Cols"},
  };
}

}  // namespace assay::ops
