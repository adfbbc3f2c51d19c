// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/selection/branches.hpp"
#include "reference/ops/selection/masks.hpp"
#include "reference/ops/selection/selection_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tsel_page = "TSEL page";

const Operand bits{"mask", Role::input, OperandKind::tile};

const Elements a2a3_elements{i16, u16, i32, u32, f16, bf16, f32};
const Elements eleven{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};

Expected selected(const Evaluation& inputs) {
  const TileSpec& mask = inputs.call.tile("mask");
  const ElementArray& contents = inputs.of("mask");
  const Result each = per_element({{"src0"}, {"src1"}}, [&](const ElementContext& element) {
    const bool set = mask_bit(mask, contents, element.row, element.col);
    return exactly(element.arguments[set ? 0 : 1].bits);
  });
  return each.semantics(inputs);
}

// ---- constraints ----

Constraint unchecked_region(const std::string& operand) {
  return same_valid_region(operand, "dst")
      .at(launch)
      .unchecked_on(every_target)
      .from(tsel_page, "the domain is the valid region of dst");
}

Constraints element_constraints() {
  return {
      element_is("dst", a2a3_elements).on({a2a3}).from(tsel_page, "A2A3 types"),
      element_is("dst", eleven).on({a5, cpu}).unchecked_on({cpu}).from(tsel_page, "A5 types"),
      element_is("mask", {u8}, {u16, u32, u64})
          .on({a2a3})
          .unchecked_on(every_target)
          .from("TCMP page", "A2A3: a mask of uint8"),
      element_is("mask", {u8, u32}, {u16, u64})
          .on({a5, cpu})
          .unchecked_on(every_target)
          .from("TCMP page", "the mask of the examples, and the one that A5 writes"),
      element_is("tmp", {u32, u8}, {i8, u16, i16, i32, f16, f32})
          .unchecked_on(every_target)
          .from(tsel_page, "tmp is uint32; upstream tests pass uint8"),
      same_tile_type("src0", "dst").from(tsel_page, "intrinsic: one tile type for dst and sources"),
      same_tile_type("src1", "dst").from(tsel_page, "intrinsic: one tile type for dst and sources"),
  };
}

/// The sources have the type of dst and with it its place and layout.
Constraints place_constraints() {
  Constraints of_dst = placed("dst", tsel_page, devices, devices, {.location = no_target});
  of_dst.back() = std::move(of_dst.back()).implied("the bounds of all three tiles break together");
  return joined(of_dst, placed("mask", tsel_page, devices, devices, {no_target, no_target}),
                placed("tmp", tsel_page, devices, devices, {no_target, no_target}));
}

Constraints size_constraints() {
  return {
      unchecked_region("src0"),
      unchecked_region("src1"),
      covering_bits("mask", "dst")
          .unchecked_on(every_target)
          .from(tsel_page, "one bit for every lane"),
      at_least_bytes("tmp", 16)
          .on({a2a3})
          .implied("a row of a tile has 32 bytes or more")
          .from(tsel_page, "A2A3: 16 bytes for 2-byte data, 8 for 4-byte data"),
  };
}

Scenario many_columns() {
  return {.name = "many columns",
          .text = "more columns than a register has lanes",
          .apply = [](Call& call, Draw& draw) {
            TileSpec& tile = call.tile("dst");
            tile.type.rows = tile.valid_rows = draw.integer(1, 6);
            const bool bytes = size_of(tile.type.element) == 1;  // a register has 256 of them
            tile.type.cols = (bytes ? draw.integer(9, 12) : draw.integer(3, 6)) * 32;
            tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
            tile.valid_cols = tile.type.cols - draw.integer(0, 9);
          }};
}

}  // namespace

OpSpec TSEL() {
  return {
      .mnemonic = "TSEL",
      .summary = "Chooses between the elements of two tiles by the bits of a mask.",
      .forms = {{
          .name = "plain",
          .operands = {dst, bits, src0, src1, tmp},
          .lead = "dst",
          .constraints = joined(element_constraints(), place_constraints(), size_constraints()),
          .results = {{.operand = "dst", .semantics = selected, .branches = selected_branches}},
          .scenarios = {many_columns()},
      }},
      .decisions = {"002-outside-the-valid-region", "028-packed-masks"},
      .ambiguities =
          {{"the CPU continues the bits of a mask over its rows, devices begin each row anew",
            "decision 028: the bits of a row are in the row of the mask; erratum E-TSEL-001"},
           {"the uint32 masks that A5 documents for comparisons are not safe to select by on A5 or "
            "the CPU",
            "constraint mask.element: legal there; errata E-TSEL-001 and E-TSEL-002"},
           {"the header checks that dst has the type of one source or the other, where both are "
            "meant",
            "constraints src0.same_type and src1.same_type: the signature has one type for all"},
           {"an overview lists (dst, mask, src0, src1); the intrinsic has tmp at the end",
            "the form has the operands of the intrinsic"},
           {"pages want tmp of uint32, upstream tests pass uint8",
            "constraint tmp.element: either, no promised refusal"}},
      .notes = {"the valid region of the mask is not consulted on devices",
                "a5, cpu: tmp is accepted and not used",
                "a2a3: tmp receives the address of the mask row"},
      .errata = tsel_errata(),
  };
}

}  // namespace assay::ops
