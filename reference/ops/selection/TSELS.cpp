// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/ops/selection/branches.hpp"
#include "reference/ops/selection/masks.hpp"
#include "reference/ops/selection/selection_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tsels_page = "TSELS page";

const Operand bits{"mask", Role::input, OperandKind::tile};

const Elements a2a3_elements{i16, u16, i32, u32, f16, bf16, f32};
const Elements a5_elements{i8, u8, i16, u16, i32, u32, i64, u64, f16, f32};
const Elements cpu_elements{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};

/// A NaN scalar that changes its format keeps no promised payload.
Acceptable value_of_scalar(const Call& call, ElementType to) {
  const std::uint64_t value = scalar_as(call, "dst").value_or(0);
  const bool changes = call.scalar("scalar").element != to;
  return changes && numerics::is_nan(to, value) ? any_nan(to) : exactly(value);
}

Expected selected(const Evaluation& inputs) {
  const TileSpec& mask = inputs.call.tile("mask");
  const ElementArray& contents = inputs.of("mask");
  const Acceptable other = value_of_scalar(inputs.call, inputs.call.tile("dst").type.element);
  const Result each = per_element({{"src"}}, [&](const ElementContext& element) {
    return mask_bit(mask, contents, element.row, element.col) ? exactly(element.arguments[0].bits)
                                                              : other;
  });
  return each.semantics(inputs);
}

Constraints element_constraints() {
  return {
      scalar_type(),
      element_is("dst", a2a3_elements).on({a2a3}).from(tsels_page, "A2A3 types"),
      element_is("dst", a5_elements).on({a5}).from(tsels_page, "A5 types"),
      invariant(element_is("dst", cpu_elements)).on({cpu}).from(tsels_page, "types of the page"),
      same_element("src", "dst").from(tsels_page, "one type for dst and src"),
      element_is("mask", {u8}, {i8, i16, u16, i32, u32, i64, u64})
          .on({a2a3})
          .unchecked_on(every_target)
          .from("TCMP page", "A2A3: a mask of uint8"),
      element_is("mask", {u8, u32}, {i8, i16, u16, i32, i64, u64})
          .on({a5, cpu})
          .unchecked_on(every_target)
          .from("TCMP page", "the mask of the examples, and the one that A5 writes"),
      same_element("tmp", "src")
          .on({a2a3})
          .unchecked_on({a2a3})
          .from(tsels_page, "A2A3: the first element of tmp receives the scalar"),
  };
}

Constraints place_constraints() {
  return joined(
      placed("dst", tsels_page, devices, devices, {.location = no_target}),
      placed("src", tsels_page, devices, devices, {.location = no_target}),
      placed("mask", tsels_page, devices, devices, {.location = no_target, .layout = {a5}}),
      placed("tmp", tsels_page, devices, devices, {no_target, no_target}));
}

Constraints size_constraints() {
  return {
      equal_valid_region("src", "dst", tsels_page),
      covering_bits("mask", "dst")
          .unchecked_on(every_target)
          .from(tsels_page, "one bit for every lane"),
      scalar_converts("dst"),
  };
}

/// Elements of 8 bytes that need more than a pair of vector registers.
Scenario beyond_a_pair() {
  return {
      .name = "wide", .text = "more than 64 valid columns", .apply = [](Call& call, Draw& draw) {
        TileSpec& tile = call.tile("dst");
        tile.type.cols = 96;
        make_well_formed(tile.type);
        set_valid(tile, tile.valid_rows, draw.integer(65, 96));
      }};
}

}  // namespace

OpSpec TSELS() {
  return {
      .mnemonic = "TSELS",
      .summary = "Chooses between the elements of a tile and one value by the bits of a mask.",
      .forms = {{
          .name = "plain",
          .operands = {dst, bits, src, tmp, scalar},
          .lead = "dst",
          .constraints = joined(element_constraints(), place_constraints(), size_constraints()),
          .results = {{.operand = "dst", .semantics = selected, .branches = selected_branches}},
          .scenarios = {beyond_a_pair()},
      }},
      .decisions = {"002-outside-the-valid-region", "028-packed-masks"},
      .ambiguities =
          {{"A2A3 takes bfloat16 by its size, the list of A5 leaves it out",
            "constraint dst.element by target"},
           {"the CPU begins the mask anew for every row here, but not where two tiles are chosen "
            "from",
            "decision 028: the bits of a row are in the row of the mask, exactly so here"},
           {"an older snapshot has no tmp and the scalar in fourth place",
            "the form has the operands of the present intrinsic"}},
      .notes = {"a5, cpu: tmp is accepted and not used",
                "a5: the pitch of the mask is its row in bytes",
                "cpu: small float types are accepted too; scalars of them are not tried"},
      .errata = tsels_errata(),
  };
}

}  // namespace assay::ops
