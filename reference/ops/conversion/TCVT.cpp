// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/conversion/conversion_constraints.hpp"
#include "reference/ops/conversion/settled.hpp"
#include "reference/ops/page.hpp"
#include "reference/ops/selection/selection_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* page = "TCVT page";
constexpr const char* header = "TCVT header";

/// Golden data of A5 drop the last half byte of an odd row when they are written.
bool is_half_a_byte(const ElementContext& cell) {
  const TileSpec& out = cell.call.tile("dst");
  const bool last = cell.col == out.valid_cols - 1 && out.valid_cols % 2 != 0;
  return cell.call.target == a5 && bits_of(cell.to) == 4 && last;
}

Expected converted_elements(const Evaluation& inputs) {
  const Conversion conversion = conversion_of(inputs.call);
  const Result each = per_element({{"src"}}, [&](const ElementContext& element) {
    const Acceptable result = converted(conversion, element.arguments[0].bits);
    return is_half_a_byte(element) ? left_to_target(result.value) : result;
  });
  return each.semantics(inputs);
}

Constraints element_constraints() {
  return {
      element_is("src", sources(a2a3)).on({a2a3}).unchecked_on({a2a3}).from(page, "A2A3 types"),
      element_is("src", sources(a5)).on({a5}).from(header, "A5 types"),
      invariant(element_is("src", sources(cpu))).on({cpu}).from("decision 027", "CPU types"),
      known_pair().on(devices).unchecked_on({a2a3}).from(header, "pairs of types"),
      invariant(known_pair()).on({cpu}).from("decision 027", "CPU types"),
      whole_rows("dst").on(devices).unchecked_on(devices).from("MODEL 1.2",
                                                               "rows of packed elements"),
      whole_rows("src").on(devices).unchecked_on(devices).from("MODEL 1.2",
                                                               "rows of packed elements"),
  };
}

Constraints place_constraints(const std::string& operand) {
  return placed(operand, page, devices, devices, {no_target, no_target});
}

Constraints common_constraints() {
  return joined(element_constraints(), place_constraints("dst"), place_constraints("src"),
                Constraints{equal_valid_region("dst", "src", "decision 027", no_target)});
}

Constraints conversion_constraintss() {
  return joined(common_constraints(), place_constraints("tmp"),
                Constraints{enough_scratch().on({a2a3}).unchecked_on({a2a3}).from(
                    "TCVT header", "A2A3: size of tmp")});
}

Form form_of(std::string name, bool with_tmp, std::vector<Attribute> further) {
  std::vector<Attribute> attributes{round_mode_attribute()};
  attributes.insert(attributes.end(), further.begin(), further.end());
  const bool usual = !with_tmp && (further.empty() || further[0].values.size() > 1);
  return {
      .name = std::move(name),
      .operands = with_tmp ? std::vector{dst, src, tmp} : std::vector{dst, src},
      .lead = "src",
      .attributes = std::move(attributes),
      .targets = usual ? every_target : devices,
      .constraints = with_tmp ? conversion_constraintss() : common_constraints(),
      .results = {{.operand = "dst", .semantics = converted_elements}},
      .scenarios = every_destination(),
      .plans = {"conversion"},
  };
}

std::vector<Form> forms() {
  std::vector<Form> all{
      form_of("plain", false, {}),
      form_of("saturation", false, {saturation_mode_attribute()}),
      form_of("tmp", true, {}),
      form_of("tmp_saturation", true, {saturation_mode_attribute()}),
      form_of("ambient", false, {unset_control_attribute()}),
  };
  for (const Scenario& mode : every_round_mode()) all[0].scenarios.push_back(mode);
  return all;
}

std::vector<Ambiguity> ambiguities() {
  return {
      {"pages say that an explicit SaturationMode is forwarded; without tmp A2A3 replaces OFF by "
       "ON "
       "for all but six pairs",
       "decision 026: clamped or cut there, either"},
      {"saturation is ON by default for most pairs on devices and OFF for all on the CPU, whose ON "
       "clamps in the type of the source",
       "decision 026: the default by target; the end of the type, errata E-TCVT-004 and "
       "E-TCVT-005"},
      {"the CPU ignores RoundMode for float to half, to bfloat16 and to float, and for integers to "
       "float; float to float is the identity there and rounds to whole numbers on devices",
       "decision 025: the given policy; errata E-TCVT-001 and E-TCVT-002"},
      {"CAST_ODD is rounding to odd by the enumeration, nearest with ties to odd on the CPU, "
       "honoured "
       "for float to half alone on devices, and missing in a table of modes as CAST_NONE is",
       "decision 025: to odd on cpu, erratum E-TCVT-003; where not honoured on devices the default "
       "of the pair"},
      {"upstream golden data of CAST_ROUND have ties to even",
       "decision 025: ties away from zero, as the mode is defined"},
      {"A5 with OFF takes float to int16 and half to int16 and int8 another way for contiguous "
       "tiles "
       "than for others",
       "decision 026: low bits or the limit, either; infinities and NaN left to the target"},
      {"A5 comments give the control bit of saturation two opposite polarities",
       "decision 026: ON clamps and OFF cuts, as the enumeration and the code say"},
      {"e1m2 ends at 1.75 in golden data of A5 and at -4 and 3.5 on the CPU, which also rounds to "
       "whole numbers before it packs 4 bits",
       "decision 027: 1.75 on a5; 4-bit types are not tried on the cpu"},
      {"golden data of A5 drop the last half byte of an odd number of packed columns when writing "
       "and "
       "keep it when reading",
       "decision 027: the last element of an odd packed row is left to a5 when written, exact when "
       "read"},
      {"devices go over the valid region of dst, the CPU over that of src",
       "constraint dst.same_valid_region, no promised refusal"},
  };
}

}  // namespace

OpSpec TCVT() {
  return {
      .mnemonic = "TCVT",
      .family = "conversion",
      .summary = "Converts the elements of a tile to another type, rounded and saturated as asked.",
      .forms = forms(),
      .decisions = {"002-outside-the-valid-region", "025-conversion-rounding",
                    "026-conversion-range", "027-conversion-matrix"},
      .ambiguities = ambiguities(),
      .notes =
          {"form ambient is NeedSetCtrl = false: the caller's control bits decide",
           "a5: tmp is accepted and not used; cpu: forms with tmp are declared and not defined",
           "a5: bfloat16 to 4 bits first fills validRows * Cols / 2 bytes of dst with zeros",
           "a5: fp8 goes to nearest even and HiFloat8 to nearest away whatever the mode",
           "cpu: 4- and 8-bit floats and int4 are accepted and known to be wrong; they are not "
           "tried"},
      .errata = tcvt_errata(),
  };
}

}  // namespace assay::ops
