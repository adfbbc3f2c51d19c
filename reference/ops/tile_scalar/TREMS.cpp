// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/remainder.hpp"
#include "reference/ops/tile_scalar/division.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* trems_page = "TREMS page";

const Operand restored{"src", Role::in_out, OperandKind::tile};

Acceptable floating(const ElementContext& cell) { return float_remainder(cell, Quotient::floored); }

Result remainder() {
  const std::vector<Argument> arguments{{"src"}, {"scalar"}};
  return with_floored_choices(with_scalar(by_kind(
      per_element(arguments, floating), per_element(arguments, integer_floored_remainder))));
}

/// The valid region stays as it was. Over a scalar of zero that is all that is promised.
Result kept(const std::string& operand) {
  return {.operand = operand, .semantics = [operand](const Evaluation& inputs) -> Expected {
            const TileSpec& tile = inputs.call.tile(operand);
            ExpectedTile expected(tile.type.element, tile.rows(), tile.cols());
            for_each_valid(tile, [&](std::int64_t index, std::int64_t, std::int64_t) {
              expected.set_accept(index, Accept::preserved);
            });
            return expected;
          }};
}

Erratum lost_upon_src() {
  Erratum made = giving(of_headers(a2a3, "E-TREMS-006", "TRemS.hpp",
                                   "in place of src, which is read again after the first write"),
                        lost_upon(remainder(), {"src"}));
  made.forms = {"plain", "precise"};
  return made;
}

Constraints scratch_constraints() {
  return joined(
      scratch(trems_page),
      Constraints{
          same_element("tmp", "dst").on({a2a3}).from(trems_page, "A2A3: tmp has the type of dst"),
          a_valid_row_of_tmp().at(launch).on({a2a3}).from(trems_page, "run time: a row of tmp"),
          columns_of_signs().at(launch).on({a2a3}).from(trems_page, "run time: tmp columns")});
}

Constraints all_constraints(const Elements& a2a3_elements, const Elements& of_other_form) {
  return joined(type_lists("src", trems_page,
                           {.a2a3 = a2a3_elements,
                            .a5 = {i16, u16, i32, u32, i64, u64, f16, f32},
                            .a2a3_undrawn = of_other_form}),
                dst_has_type_of("src", trems_page, every_target),
                tiles_with_scalar("src", trems_page, {.row_major = {a2a3}}),
                regions_with_scalar("src", trems_page), scalar_argument(), scratch_constraints());
}

/// A scenario in which tmp is like dst in all, for headers that require one Tile type for both.
Scenario with_one_type(Scenario made) {
  made.text += ", tmp of the Tile type of dst";
  made.apply = [apply = made.apply](Call& call, Draw& draw) {
    apply(call, draw);
    if (call.target == cpu) call.tile("tmp") = call.tile("dst");
  };
  return made;
}

std::vector<Form> all_forms() {
  std::vector<Form> forms = plain_and_precise({
      .operands = {dst, src, scalar, tmp},
      .lead = "src",
      .constraints = all_constraints({f32}, {i32}),
      .results = {remainder()},
      .scenarios = {with_one_type(scalar_of_zero()), with_one_type(scalar_of_minus_one()),
                    many_with_one_type()},
      .plans = {"multiples", "moderate", "ones"},
      .admit = admit_lowest,
  });
  Form restoring = forms.front();
  restoring.name = "consuming";
  restoring.operands = {dst, restored, scalar, tmp};
  restoring.targets = {a2a3};
  restoring.constraints = all_constraints({i32}, {f32});
  restoring.results.push_back(kept("src"));
  forms.push_back(std::move(restoring));
  return forms;
}

}  // namespace

OpSpec TREMS() {
  return {
      .mnemonic = "TREMS",
      .summary = "Remainder of every element over a scalar, with the sign of the scalar.",
      .precision = "RemSAlgorithm",
      .forms = all_forms(),
      .may_refuse = {zero_scalars_on_cpu(is_scalar_of_zero)},
      .decisions = {"002-outside-the-valid-region", "015-division-and-remainder",
                    "020-scalar-arguments"},
      .ambiguities =
          {{"pages say modulo or remainder and give no rule for the sign; code follows the divisor "
            "but for 64 bits on A5",
            "decision 015: the sign of the scalar, and either on a5 for 64 bits"},
           {"tmp has the valid columns of dst (English page, header) or Cols + 2 ceil(Cols / 64) "
            "(Chinese page)",
            "constraint tmp.columns on a2a3: legal cases satisfy both, a breach is below the "
            "header's size"},
           {"the CPU wants tmp to have the type of dst",
            "the page has a parameter for it; erratum E-TREMS-004"},
           {"A2A3 works on dst before it is done with src, so they must not be one tile; no "
            "document says so",
            "decision 165: calls in place are promised, and drawn"},
           {"A2A3 corrects signs with the mask of the first 64 columns, it seems, in all of them",
            "decision 020: from column 64 on target-defined on a2a3"},
           {"golden data of the sources truncate for 64 bits and floor for 16 and 32",
            "decision 015: either for 64 bits on a5, floored elsewhere"}},
      .notes =
          {"open: the page leaves a remainder over zero to the target",
           ("signs of zeros by choice remainder_zeros, a remainder by an infinity of the other "
            "sign by choice remainder_by_infinity"),
           ("a2a3: int32 beyond 2^24 passes through float and is target-defined; src is "
            "overwritten and restored from float, so that it is in-out in form consuming"),
           "a5, cpu: tmp is accepted and ignored",
           "a5: half and float are not corrected with DEFAULT, the quotient alone is floored",
           "a5: bf16 passes the check of the size; erratum E-TREMS-007",
           "a2a3, cpu: PrecisionType is accepted and ignored"},
      .errata = followed(trems_errata(), {lost_upon_src()}),
  };
}

}  // namespace assay::ops
