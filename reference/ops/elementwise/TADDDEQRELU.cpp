// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;
using numerics::Real;
using numerics::RoundMode;
using numerics::Wide;

constexpr const char* page = "TADDDEQRELU page";

const Operand scale{"deqScale", Role::input, OperandKind::scalar};
const Operand consumed0{"src0", Role::in_out, OperandKind::tile};
const Operand consumed1{"src1", Role::in_out, OperandKind::tile};

Real in_f32(const Real& x) {
  return numerics::decode(f32, numerics::encode(f32, x, RoundMode::nearest_even));
}

/// ((sum * 2^-17) * scale) * 2^17, each step in f32: as devices scale.
Real staged(Wide sum, const Real& factor) {
  const Real first = in_f32(Real(static_cast<std::int64_t>(sum))) * Real(0x1p-17);
  return in_f32(in_f32(first * factor) * Real(0x1p17));
}

Real multiplied_once(Wide sum, const Real& factor) {
  return in_f32(in_f32(Real(static_cast<std::int64_t>(sum))) * factor);
}

std::uint64_t clamped_half(const ElementContext& cell, const Real& value) {
  if (value.is_nan() || value.is_negative()) return 0;
  const std::uint64_t bits = numerics::encode(cell.to, value, RoundMode::nearest_even);
  const bool saturates = cell.call.target != cpu && numerics::is_infinite(cell.to, bits);
  return saturates ? numerics::largest_finite(cell.to, false) : bits;
}

Acceptable dequantised(const ElementContext& cell) {
  const Wide exact = numerics::integer_value(i32, cell.arguments[0].bits) +
                     numerics::integer_value(i32, cell.arguments[1].bits);
  const Wide sum = numerics::integer_value(i32, numerics::wrapped(i32, exact));
  const Real factor = cell.arguments[2].real();
  if (cell.call.target == cpu) return exactly(clamped_half(cell, multiplied_once(sum, factor)));
  if (factor.is_nan() || factor.is_infinite()) return left_to_target(0);
  const std::uint64_t first = clamped_half(cell, staged(sum, factor));
  // Decision 014: the sum may stop at the end of int32 on a device.
  const Wide limit = numerics::integer_value(i32, numerics::saturated(i32, exact));
  if (sum == 0 && factor.is_negative()) {
    return either(0, 0x8000, limit != exact ? clamped_half(cell, staged(limit, factor)) : 0);
  }
  if (limit != exact) return either(first, clamped_half(cell, staged(limit, factor)));
  return either(first, clamped_half(cell, multiplied_once(sum, factor)));
}

/// Element type of an operand: checked on devices, documented alone on the CPU.
Constraint element(const std::string& operand, ElementType type) {
  return element_is(operand, {type}).unchecked_on({cpu}).from(page, "element types");
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
  const TileConstraints tile{.page = page, .in_vec = {}, .row_major = {}};
  return joined(
      Constraints{element("src0", i32), element("src1", i32), element("dst", f16),
                  invariant(element_is("deqScale", {f32})).from(page, "a float by value"),
                  element_is("tmp", {i32}).on({a2a3}).from(page, "element types")},
      checked_tile("dst", tile), checked_tile("src0", tile), checked_tile("src1", tile),
      scratch(page, {a2a3}),
      Constraints{
          region_not_empty("src0", page, {.on = devices, .refused = devices}),
          equal_region("src0", "dst", page, devices), equal_region("src1", "dst", page, devices),
          tmp_covers_dst().at(launch).on({a2a3}).from(page, "run time: tmp at least as large")});
}

std::vector<Form> all_forms() {
  Form plain{
      .name = "plain",
      .operands = {dst, src0, src1, scale, tmp},
      .lead = "src0",
      .targets = {a5, cpu},
      .constraints = all_constraints(),
      .results = {per_element({{"src0"}, {"src1"}, {"deqScale"}}, dequantised)},
      .plans = {"moderate", "nearties", "ones"},
  };
  Form consuming = plain;
  consuming.name = "consuming";
  consuming.operands = {dst, consumed0, consumed1, scale, tmp};
  consuming.targets = {a2a3};
  return {std::move(plain), std::move(consuming)};
}

}  // namespace

OpSpec TADDDEQRELU() {
  return {
      .mnemonic = "TADDDEQRELU",
      .family = "elementwise",
      .summary = "Sum of two int32 tiles, scaled, clamped at zero and narrowed to half.",
      .forms = all_forms(),
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow", "018-steps-and-clamps"},
      .ambiguities =
          {{"A2A3 overwrites src0 and src1, though documents call them inputs",
            "form consuming on a2a3: the sources are in-out and what they hold afterwards is open"},
           {"a result beyond half: documents saturate, the CPU gives infinity",
            "decision 018: 65504 on devices, infinity on cpu"},
           {"type and shape of tmp are asserted on A2A3 alone",
            "constraints tmp.element and tmp.covers_dst on a2a3"}},
      .notes = {"a2a3, a5: scale by 2^-17, deqScale and 2^17 in turn; cpu: once by deqScale",
                "a5, cpu: tmp is accepted and ignored", "cpu: checks nothing"},
  };
}

}  // namespace assay::ops
