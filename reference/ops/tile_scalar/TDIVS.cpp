// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/ops/tile_scalar/division.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* tdivs_page = "TDIVS page";

using Names = std::vector<std::string>;

/// A document computes A5 tile over scalar by the reciprocal, which must be an ordinary number to
/// be as good as a division.
bool is_reciprocal_poor(const ElementContext& cell) {
  const Value& divisor = cell.arguments[1];
  const numerics::Real reciprocal = numerics::Real(1.0) / divisor.real();
  const std::uint64_t bits =
      numerics::encode(cell.to, reciprocal, numerics::RoundMode::nearest_even);
  return numerics::is_infinite(cell.to, bits) || numerics::is_subnormal(cell.to, bits) ||
         numerics::is_zero(cell.to, bits);
}

bool is_open(const ElementContext& cell) {
  const Value& divisor = cell.arguments[1];
  if (numerics::is_zero(divisor.type, divisor.bits)) return true;
  const bool by_reciprocal = cell.call.target == a5 && cell.call.form->name == "plain";
  return by_reciprocal && is_reciprocal_poor(cell);
}

Result quotient(const Names& order) {
  const std::vector<Argument> arguments{{order[0]}, {order[1]}};
  Result floating =
      left_open(rounded({.function = Function::divide, .arguments = order, .accuracy = "divide"}),
                arguments, is_open);
  return with_scalar(by_kind(floating, per_element(arguments, integer_quotient)));
}

Constraints of_operands() {
  return joined(type_lists("src", tdivs_page,
                           {
                               .a2a3 = {i16, i32, f16, f32},
                               .a5 = {i16, u16, i32, u32, i64, u64, f16, f32},
                           }),
                dst_has_type_of("src", tdivs_page),
                tiles_with_scalar("src", tdivs_page, {.row_major = devices}),
                regions_with_scalar("src", tdivs_page), scalar_argument());
}

/// The header of A5 has no list of types where the scalar comes first.
Erratum any_type_over_tiles() {
  Erratum made = unchecked(a5, "E-TDIVS-005", "TDivS.hpp", "src.element");
  made.forms = {"scalar_first", "scalar_first_precise"};
  return made;
}

/// A2A3 in place of src, recognized by what dst held; only calls of floats meet `open` there.
Erratum open_upon_src(Erratum made, const Names& order, const std::vector<std::string>& forms,
                      std::size_t src, const std::function<bool(const ElementContext&)>& open) {
  made.forms = forms;
  made.among = [](const Call& call) { return is_float(call.tile("src").type.element); };
  const auto upon = [=](const ElementContext& cell) {
    return cell.old == cell.arguments[src].bits && open(cell);
  };
  return giving(made, left_open(quotient(order), {{order[0]}, {order[1]}}, upon));
}

std::vector<Erratum> in_place_on_a2a3() {
  const auto every_element = [](const ElementContext&) { return true; };
  return {
      open_upon_src(of_headers(a2a3, "E-TDIVS-007", "TDivS.hpp",
                               "in place of src, which the scalar replaces before it is read"),
                    {"scalar", "src"}, {"scalar_first", "scalar_first_precise"}, 1, every_element),
      open_upon_src(of_headers(a2a3, "E-TDIVS-008", "TDivS.hpp",
                               "in place of src, by a reciprocal that is no ordinary number"),
                    {"src", "scalar"}, {"plain", "precise"}, 0, is_reciprocal_poor)};
}

std::vector<Form> tile_first() {
  return plain_and_precise({
      .operands = {dst, src, scalar},
      .lead = "src",
      .constraints = of_operands(),
      .results = {quotient({"src", "scalar"})},
      .scenarios = {inexact_scalar(), scalar_of_zero(), neutral_scalar(Neutral::one)},
      .copies_in = {neutral_name},
      .plans = {"multiples", "nearties", "ones"},
  });
}

std::vector<Form> scalar_first() {
  std::vector<Form> forms = plain_and_precise({
      .operands = {dst, scalar, src},
      .lead = "src",
      .constraints = of_operands(),
      .results = {quotient({"scalar", "src"})},
      .scenarios = {inexact_scalar()},
      .plans = {"multiples", "nearties", "ones"},
      .admit = bring_divisors_below,
  });
  forms.front().name = "scalar_first";
  forms.back().name = "scalar_first_precise";
  return forms;
}

std::vector<Form> all_forms() {
  std::vector<Form> forms = tile_first();
  for (Form& form : scalar_first()) forms.push_back(std::move(form));
  return forms;
}

}  // namespace

OpSpec TDIVS() {
  return {
      .mnemonic = "TDIVS",
      .summary = "Every element over a scalar, or a scalar over every element.",
      .precision = "DivAlgorithm",
      .forms = all_forms(),
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow",
                    "015-division-and-remainder", "017-accuracy-of-functions",
                    "020-scalar-arguments"},
      .ambiguities =
          {{"documents let A5 multiply by the reciprocal, which makes everything over zero "
            "infinite; its header divides",
            "decision 015: a zero divisor is open; on a5 with DEFAULT a scalar whose reciprocal is "
            "infinite or subnormal as well, since the page multiplies by it"},
           {"A2A3 multiplies by the reciprocal where dst is src, and divides where it is not",
            "decision 165: calls in place are drawn; the 2 ulp of the profile hold for both, but "
            "where the reciprocal is no ordinary number: erratum E-TDIVS-008"},
           {"an older page lists 8-bit integers for A5, the header refuses them; another page adds "
            "64 bits",
            "constraint src.element on a5: the header's list"},
           {"the header of A5 has no list of types where the scalar comes first",
            "constraint src.element of the scalar_first forms: the same list; erratum "
            "E-TDIVS-005"}},
      .notes = {"open: the page leaves what is over zero to the target; decision 015: the lowest "
                "integer over -1",
                "a2a3, cpu: PrecisionType is accepted and ignored",
                "a2a3: with the scalar first dst of floats is filled with it before (erratum "
                "E-TDIVS-007)",
                "a2a3, a5: integers up to 32 bits are divided in a scalar loop"},
      .errata = followed(
          followed(tdivs_errata(), in_place_on_a2a3()),
          {unchecked(a2a3, "E-TDIVS-003", "TDivS.hpp", "*.row_major"),
           unchecked(a5, "E-TDIVS-004", "TDivS.hpp", "*.row_major"), any_type_over_tiles()}),
  };
}

}  // namespace assay::ops
