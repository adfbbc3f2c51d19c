// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"
#include "reference/ops/elementwise/scaled_sum.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tadddeqrelu_page = "TADDDEQRELU page";

const Operand scale{"deqScale", Role::input, OperandKind::scalar};
const Operand consumed0{"src0", Role::in_out, OperandKind::tile};
const Operand consumed1{"src1", Role::in_out, OperandKind::tile};

Constraint element(const std::string& operand, ElementType type) {
  return element_is(operand, {type}).from(tadddeqrelu_page, "element types");
}

Constraint tmp_covers_dst() {
  const auto fit = [](Call& call, std::int64_t rows, std::int64_t cols) {
    TileSpec& tile = call.tile("tmp");
    tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
    set_valid(tile, rows, cols);
    make_well_formed(tile.type);
  };
  Constraint made = constraint(
      "tmp.covers_dst", "the valid region of tmp covers that of dst",
      [](const Call& call) {
        const TileSpec& tile = call.tile("tmp");
        const TileSpec& out = call.tile("dst");
        return tile.valid_rows >= out.valid_rows && tile.valid_cols >= out.valid_cols;
      },
      [=](Call& call, Draw&) {
        const TileSpec& out = call.tile("dst");
        const TileSpec& tile = call.tile("tmp");
        fit(call, std::max(tile.valid_rows, out.valid_rows),
            std::max(tile.valid_cols, out.valid_cols));
      },
      [=](Call& call, Draw& draw) {
        const TileSpec& out = call.tile("dst");
        const bool rows = out.valid_cols == 1 || (out.valid_rows > 1 && draw.chance(50));
        fit(call, out.valid_rows - (rows ? 1 : 0), out.valid_cols - (rows ? 0 : 1));
      });
  made.edge = [=](Call& call, Draw&, Edge side) {
    const TileSpec& out = call.tile("dst");
    const std::int64_t less = side == Edge::below ? 1 : 0;
    if ((side != Edge::smallest && side != Edge::below) || out.valid_cols <= less) return false;
    fit(call, out.valid_rows, out.valid_cols - less);
    return true;
  };
  return made;
}

Constraints all_constraints() {
  const Checked everywhere{.on = every_target, .refused = every_target};
  const TileConstraints tile{
      .page = tadddeqrelu_page, .in_vec = everywhere, .row_major = everywhere};
  return joined(
      Constraints{
          element("src0", i32), element("src1", i32), element("dst", f16),
          invariant(element_is("deqScale", {f32})).from(tadddeqrelu_page, "a float by value"),
          element("tmp", i32)},
      checked_tile("dst", tile), checked_tile("src0", tile), checked_tile("src1", tile),
      scratch(tadddeqrelu_page, every_target),
      Constraints{
          region_not_empty("src0", tadddeqrelu_page, everywhere),
          equal_region("src0", "dst", tadddeqrelu_page, every_target),
          equal_region("src1", "dst", tadddeqrelu_page, every_target),
          tmp_covers_dst().at(launch).from(tadddeqrelu_page, "run time: tmp at least as large")});
}

std::vector<Form> all_forms() {
  Form plain{
      .name = "plain",
      .operands = {dst, src0, src1, scale, tmp},
      .lead = "src0",
      .targets = {a5, cpu},
      .constraints = all_constraints(),
      .results = {depending_on({Choice::scaled_sums},
                               per_element({{"src0"}, {"src1"}, {"deqScale"}}, scaled_sum))},
      .plans = {"moderate", "nearties", "ones"},
  };
  Form consuming = plain;
  consuming.name = "consuming";
  consuming.operands = {dst, consumed0, consumed1, scale, tmp};
  consuming.targets = {a2a3};
  for (const char* source : {"src0", "src1"}) consuming.results.push_back(unchanged(source));
  return {std::move(plain), std::move(consuming)};
}

}  // namespace

OpSpec TADDDEQRELU() {
  return {
      .mnemonic = "TADDDEQRELU",
      .summary = "Sum of two int32 tiles, scaled, clamped at zero and narrowed to half.",
      .forms = all_forms(),
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow", "018-steps-and-clamps"},
      .ambiguities =
          {{"A2A3 overwrites src0 and src1, though documents call them inputs",
            "form consuming on a2a3: the sources stay as they were; erratum E-TADDDEQRELU-002"},
           {"a result beyond half: documents saturate, the CPU gives infinity",
            "decision 018: 65504; erratum E-TADDDEQRELU-001"},
           {"the page asks type, place, layout and size of tmp of every target and has A5 not use "
            "it; "
            "headers assert them on A2A3 alone",
            "constraints of tmp on every target; errata E-TADDDEQRELU-009 and others of the CPU"}},
      .notes = {"scaled by 2^-17, deqScale and 2^17 in turn, or once by deqScale",
                "a5, cpu: tmp is not used"},
      .errata = tadddeqrelu_errata(),
  };
}

}  // namespace assay::ops
