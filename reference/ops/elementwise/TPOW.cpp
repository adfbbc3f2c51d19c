// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"
#include "reference/ops/power.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tpow_page = "TPOW page";

const Operand base{"base", Role::input, OperandKind::tile};
const Operand exponent{"exp", Role::input, OperandKind::tile};

const Elements to_32_bits{i8, u8, i16, u16, i32, u32};

Result power_of_base() {
  return by_kind(per_element({{"base"}, {"exp"}}, float_power, "power"),
                 per_element({{"base"}, {"exp"}}, integer_power));
}

bool is_float_tile(const Call& call) { return is_float(call.tile("dst").type.element); }

/// A constraint of tmp counts for floats alone.
Constraint for_floats(Constraint constraint) {
  constraint.text += " where elements are floats";
  constraint.holds = [holds = constraint.holds](const Call& call) {
    return !is_float_tile(call) || holds(call);
  };
  return constraint;
}

/// tmp is exactly as large as dst, or has one row or column more or less.
Constraint tmp_region() {
  Constraint made = for_floats(same_valid_region("tmp", "dst"));
  made.edge = [](Call& call, Draw&, Edge side) {
    const TileSpec& out = call.tile("dst");
    if (!is_float_tile(call) || side == Edge::largest) return false;
    const std::int64_t change = side == Edge::below ? -1 : side == Edge::above ? 1 : 0;
    if (out.valid_cols + change < 1) return false;
    TileSpec& tile = call.tile("tmp");
    tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
    set_valid(tile, out.valid_rows, out.valid_cols + change);
    return true;
  };
  return made;
}

Constraints all_constraints(const Elements& a5_elements, const Elements& a5_undrawn) {
  Elements a2a3_elements = to_32_bits;
  a2a3_elements.push_back(f32);
  return joined(element_types("base", tpow_page,
                              {.a2a3 = a2a3_elements, .a5 = a5_elements, .a5_undrawn = a5_undrawn}),
                one_element_type({"exp", "dst"}, "base", tpow_page),
                vec_tiles({"dst", "base", "exp"}, tpow_page,
                          {.in_vec = every_target, .row_major = every_target}),
                equal_regions({"base", "exp"}, tpow_page, every_target), scratch(tpow_page),
                Constraints{for_floats(same_element("tmp", "dst"))
                                .on({a2a3})
                                .unchecked_on({a2a3})
                                .from(tpow_page, "A2A3: tmp has the type of dst"),
                            tmp_region().at(launch).on({a2a3}).from(
                                tpow_page, "run time: tmp as large as dst")});
}

std::vector<Form> all_forms() {
  Elements plain = to_32_bits;
  plain.insert(plain.end(), {f16, f32});
  std::vector<Form> forms = plain_and_precise({
      .operands = {dst, base, exponent, tmp},
      .lead = "base",
      .constraints = all_constraints(plain, {bf16}),
      .results = {power_of_base()},
      .plans = {"moderate", "ones"},
  });
  forms.back().constraints = all_constraints({f16, bf16, f32}, {});
  return forms;
}

}  // namespace

OpSpec TPOW() {
  return {
      .mnemonic = "TPOW",
      .summary = "One tile to the power of another, element by element.",
      .precision = "PowAlgorithm",
      .forms = all_forms(),
      .decisions = {"002-outside-the-valid-region", "017-accuracy-of-functions", "019-powers"},
      .ambiguities =
          {{"the instruction's page lists bf16 with PrecisionType DEFAULT on A5; header and tile "
            "page want HIGH_PRECISION for it",
            "constraint base.element on a5: not tried in form plain, legal in form precise"},
           {"a tile page calls powers an A5 instruction; page and headers have A2A3, and a CPU "
            "version exists",
            "all targets have it"},
           {"tmp on A2A3: equal to dst among the checks, at least as large in the section on "
            "scratch; the header wants equality, for floats alone",
            "constraint tmp.same_valid_region on a2a3"},
           {"A2A3 takes unsigned 32-bit numbers for signed ones and has special values of its own",
            "decision 019: the true wrapped power, IEEE 754; errata E-TPOW-001 and E-TPOW-002"},
           {"A2A3 writes dst before it reads base and exp again, so they must not be one tile; no "
            "document says so",
            "decision 165: calls in place are promised, and drawn"},
           {"the header compares tmp for floats alone, documents always",
            "constraint tmp.same_valid_region on a2a3: floats alone"}},
      .notes = {"a5, cpu: tmp is accepted and ignored",
                "a2a3, cpu: PrecisionType is accepted and ignored",
                "a5: half and bf16 are computed in float and rounded once", "cpu: checks nothing"},
      .errata = tpow_errata(),
  };
}

}  // namespace assay::ops
