// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/selection/masks.hpp"
#include "reference/ops/selection/selection_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* page = "TSEL page";
constexpr const char* header = "TSEL header";

const Operand bits{"mask", Role::input, OperandKind::tile};

const Elements a2a3_elements{i16, u16, i32, u32, f16, bf16, f32};
const Elements whole_bytes{i8,  u8,   i16, u16,  i32,  u32,  i64, u64,
                           f16, bf16, f32, e4m3, e5m2, e8m0, hif8};

/// The CPU reads the mask as one stream of bits over all rows, wrapped at the valid columns of the
/// mask (decision 028).
bool streamed_bit(const TileSpec& mask, const ElementArray& contents, std::int64_t place) {
  const std::int64_t byte = place / 8;
  return mask_bit(mask, contents, byte / mask.valid_cols, byte % mask.valid_cols * 8 + place % 8);
}

Acceptable chosen(const ElementContext& cell, const TileSpec& mask, const ElementArray& contents) {
  const std::uint64_t first = cell.arguments[0].bits;
  const std::uint64_t second = cell.arguments[1].bits;
  const std::uint64_t promised = mask_bit(mask, contents, cell.row, cell.col) ? first : second;
  if (cell.call.target != cpu) return exactly(promised);
  const std::int64_t place = cell.row * cell.call.tile("dst").valid_cols + cell.col;
  return either(promised, streamed_bit(mask, contents, place) ? first : second);
}

Expected selected(const Evaluation& inputs) {
  const TileSpec& mask = inputs.call.tile("mask");
  const ElementArray& contents = inputs.of("mask");
  const Result each = per_element({{"src0"}, {"src1"}}, [&](const ElementContext& element) {
    return chosen(element, mask, contents);
  });
  return each.semantics(inputs);
}

// ---- constraints ----

/// A5 steps through a mask of wider elements with a pitch in bytes, unless the data have 8 bytes.
Constraint mask_type() {
  const auto wide_is_legal = [](const Call& call) {
    const int width = bits_of(call.tile("dst").type.element);
    return call.target == a2a3 || (call.target == a5 && width == 64);
  };
  const Constraint narrow = element_is("mask", {u8}, {u16, u32, u64});
  const Constraint wide = element_is("mask", {u8, u16, u32}, {u64});
  Constraint made = narrow;
  made.text =
      "the mask has the element type u8; u16 and u32 also on a2a3 and for 8-byte data on a5";
  made.holds = [=](const Call& call) { return (wide_is_legal(call) ? wide : narrow).holds(call); };
  made.impose = [=](Call& call, Draw& draw) {
    (wide_is_legal(call) ? wide : narrow).impose(call, draw);
  };
  made.breach = narrow.breach;
  return std::move(made).unchecked_on(every_target).from(header, "pitch of the mask");
}

Constraint unchecked_region(const std::string& operand) {
  return same_valid_region(operand, "dst")
      .at(launch)
      .unchecked_on(every_target)
      .from(page, "the domain is the valid region of dst");
}

Constraints element_constraints() {
  return {
      element_is("dst", a2a3_elements).on({a2a3}).from(header, "A2A3: sizeof is 2 or 4"),
      invariant(element_is("dst", whole_bytes))
          .on({a5, cpu})
          .from(header, "sizeof is 1, 2, 4 or 8"),
      mask_type(),
      element_is("tmp", {u32, u8}, {i8, u16, i16, i32, f16, f32})
          .unchecked_on(every_target)
          .from(page, "tmp is uint32; upstream tests pass uint8"),
      same_tile_type("src0", "dst").from(header, "one template parameter for dst and sources"),
      same_tile_type("src1", "dst").from(header, "one template parameter for dst and sources"),
  };
}

/// The sources have the type of dst and with it its place and layout.
Constraints place_constraints() {
  Constraints of_dst = placed("dst", page, devices, devices, {.location = no_target});
  of_dst.back() = std::move(of_dst.back()).implied("the bounds of all three tiles break together");
  return joined(of_dst, placed("mask", page, devices, devices, {no_target, no_target}),
                placed("tmp", page, devices, devices, {no_target, no_target}));
}

Constraints size_constraints() {
  return {
      unchecked_region("src0"),
      unchecked_region("src1"),
      covering_bits("mask", "dst").unchecked_on(every_target).from(page, "one bit for every lane"),
      at_least_bytes("tmp", 16)
          .on({a2a3})
          .implied("a row of a tile has 32 bytes or more")
          .from(header, "A2A3: 16 bytes for 2-byte data, 8 for 4-byte data"),
      at_most_columns("dst", 256, 1)
          .on({a5})
          .unchecked_on({a5})
          .from(header, "A5: the mask of 1-byte data moves on by 16 bytes for 256 lanes"),
      at_most_columns("dst", 64, 8)
          .on({a5})
          .unchecked_on({a5})
          .from(header, "A5: one word of 64 lanes for 8-byte data"),
  };
}

}  // namespace

OpSpec TSEL() {
  return {
      .mnemonic = "TSEL",
      .family = "selection",
      .summary = "Chooses between the elements of two tiles by the bits of a mask.",
      .forms = {{
          .name = "plain",
          .operands = {dst, bits, src0, src1, tmp},
          .lead = "dst",
          .constraints = joined(element_constraints(), place_constraints(), size_constraints()),
          .results = {{.operand = "dst", .semantics = selected}},
      }},
      .decisions = {"002-outside-the-valid-region", "028-packed-masks"},
      .ambiguities =
          {{"the CPU continues the bits of a mask over its rows, devices begin each row anew",
            "decision 028: the bits of a row are in the row of the mask; either on cpu"},
           {"the uint32 masks that A5 documents for comparisons are not safe to select by on A5 or "
            "the CPU",
            "constraint mask.element: uint8 there"},
           {"the header checks that dst has the type of one source or the other, where both are "
            "meant",
            "constraints src0.same_type and src1.same_type: the signature has one type for all"},
           {"an overview lists (dst, mask, src0, src1); the intrinsic has tmp at the end",
            "the form has the operands of the intrinsic"},
           {"pages want tmp of uint32, upstream tests pass uint8",
            "constraint tmp.element: either, no promised refusal"}},
      .notes = {"the valid region of the mask is not consulted on devices",
                "a5, cpu: tmp is accepted and not used",
                "a2a3: tmp receives the address of the mask row",
                "a5, cpu: tiles of packed 4-bit elements are not tried"},
  };
}

}  // namespace assay::ops
