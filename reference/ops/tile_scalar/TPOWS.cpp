// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/power.hpp"
#include "reference/ops/tile_scalar/scalar_constraints.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tpows_page = "TPOWS page";

const Operand base{"base", Role::input, OperandKind::tile};
const Operand exponent{"exp", Role::input, OperandKind::scalar};
const ScalarOf the_exponent{.tile = "dst", .name = "exp"};

const Elements to_32_bits{i8, u8, i16, u16, i32, u32};

Result power_of_base() {
  const std::vector<Argument> arguments{{"base"}, {"exp"}};
  return with_scalar(
      by_kind(per_element(arguments, float_power, "power"), per_element(arguments, integer_power)),
      the_exponent);
}

bool uses_tmp(const Call& call) { return is_float(call.tile("dst").type.element); }

/// Exactly as large as dst, or a column more or less.
bool size_tmp(Call& call, Edge side) {
  const TileSpec& out = call.tile("dst");
  if (!uses_tmp(call) || side == Edge::largest) return false;
  const std::int64_t change = side == Edge::below ? -1 : side == Edge::above ? 1 : 0;
  TileSpec& tile = call.tile("tmp");
  tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
  set_valid(tile, out.valid_rows, out.valid_cols + change);
  return true;
}

Constraint tmp_region() {
  Constraint made = same_valid_region("tmp", "dst");
  made.text += " where elements are floats";
  made.holds = [holds = made.holds](const Call& call) { return !uses_tmp(call) || holds(call); };
  made.edge = [](Call& call, Draw&, Edge side) { return size_tmp(call, side); };
  return std::move(made).at(launch).on({a2a3}).from(tpows_page, "run time: tmp as large as dst");
}

Constraint tmp_element() {
  Constraint made = same_element("tmp", "dst");
  made.text += " where elements are floats";
  made.holds = [holds = made.holds](const Call& call) { return !uses_tmp(call) || holds(call); };
  return std::move(made).on({a2a3}).unchecked_on({a2a3}).from(tpows_page,
                                                              "A2A3: tmp has the type of dst");
}

Constraints all_constraints(const Elements& a5_elements, const Elements& a5_undrawn) {
  Elements a2a3_elements = to_32_bits;
  a2a3_elements.push_back(f32);
  return joined(
      joined(type_lists("base", tpows_page,
                        {.a2a3 = a2a3_elements, .a5 = a5_elements, .a5_undrawn = a5_undrawn}),
             dst_has_type_of("base", tpows_page, every_target),
             tiles_with_scalar("base", tpows_page, in_vec_everywhere(every_target)),
             regions_with_scalar(
                 "base", tpows_page,
                 {.rows = every_target, .columns = every_target, .not_empty_on_a2a3 = false}),
             scalar_argument(the_exponent)),
      scratch(tpows_page), Constraints{tmp_element(), tmp_region()});
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

OpSpec TPOWS() {
  return {
      .mnemonic = "TPOWS",
      .summary = "Every element to the power of a scalar.",
      .precision = "PowAlgorithm",
      .forms = all_forms(),
      .decisions = {"002-outside-the-valid-region", "017-accuracy-of-functions", "019-powers",
                    "020-scalar-arguments", "039-row-major-on-the-cpu"},
      .ambiguities =
          {{"the CPU wraps powers with an exponent tile and computes those with a scalar exponent "
            "in double",
            "decision 020: the wrapped power; erratum E-TPOWS-001"},
           {"bf16 with DEFAULT, the size of tmp, unsigned exponents of 32 bits and special values: "
            "contradicted as for the power with an exponent tile",
            "constraints base.element on a5 and tmp.same_valid_region on a2a3; decision 019: "
            "either reading of large exponents on a2a3, and its own special values there"}},
      .notes = {"a5, cpu: tmp is accepted and ignored",
                "a2a3, cpu: PrecisionType is accepted and ignored",
                "a5: half and bf16 are computed in float and rounded once",
                "a2a3: tmp is used for float alone"},
      .errata = tpows_errata(),
  };
}

}  // namespace assay::ops
