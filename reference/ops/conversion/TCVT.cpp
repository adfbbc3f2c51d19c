// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/case/seen_operands.hpp"
#include "reference/ops/conversion/conversion_choice.hpp"
#include "reference/ops/conversion/conversion_constraints.hpp"
#include "reference/ops/manual_examples.hpp"
#include "reference/ops/page.hpp"
#include "reference/ops/selection/selection_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tcvt_page = "TCVT page";

Expected converted_elements(const Evaluation& inputs) {
  const Conversion way = conversion_of(inputs.call, inputs.readings);
  const auto element = [&](const auto& cell) { return converted(way, cell.arguments[0].bits); };
  return per_element({{"src"}}, element).semantics(inputs);
}

Constraints element_constraints() {
  return {
      element_is("src", sources(a2a3))
          .on({a2a3})
          .unchecked_on({a2a3})
          .from(tcvt_page, "A2A3 types"),
      element_is("src", sources(a5)).on({a5}).unchecked_on({a5}).from(tcvt_page, "A5 types"),
      invariant(element_is("src", sources(cpu))).on({cpu}).from(tcvt_page, "types of both devices"),
      known_pair().on(devices).unchecked_on(devices).from(tcvt_page, "pairs of types"),
      invariant(known_pair()).on({cpu}).from(tcvt_page, "pairs of both devices"),
      whole_rows("dst").on(devices).unchecked_on(devices).from("MODEL 1.2",
                                                               "rows of packed elements"),
      whole_rows("src").on(devices).unchecked_on(devices).from("MODEL 1.2",
                                                               "rows of packed elements"),
  };
}

Constraints place_constraints(const std::string& operand) {
  return placed(operand, tcvt_page, devices, devices, {no_target, no_target});
}

Constraints common_constraints() {
  return joined(element_constraints(), place_constraints("dst"), place_constraints("src"),
                Constraints{equal_valid_region("dst", "src", "decision 027", no_target)});
}

Constraints constraints_with_tmp() {
  return joined(common_constraints(), place_constraints("tmp"),
                Constraints{enough_scratch().on({a2a3}).unchecked_on({a2a3}).from(
                    tcvt_page, "A2A3: size of tmp")});
}

std::vector<MayRefuse> saturation_on_cpu() {
  return {{.text = "conversions with an explicit SaturationMode",
           .targets = {cpu},
           .source = {tcvt_page, "on CPU, only the form without explicit SaturationMode"}}};
}

Form form_of(std::string name, bool with_tmp, std::vector<Attribute> further) {
  std::vector<Attribute> attributes{round_mode_attribute()};
  attributes.insert(attributes.end(), further.begin(), further.end());
  const bool is_saturated = !further.empty() && further[0].values.size() > 1;
  const bool usual = !with_tmp && (further.empty() || is_saturated);
  return {
      .name = std::move(name),
      .operands = with_tmp ? std::vector{dst, src, tmp} : std::vector{dst, src},
      .lead = "src",
      .attributes = std::move(attributes),
      .targets = usual ? every_target : devices,
      .constraints = with_tmp ? constraints_with_tmp() : common_constraints(),
      .may_refuse = usual && !further.empty() ? saturation_on_cpu() : std::vector<MayRefuse>{},
      .results = {seeing_only({"src"}, Seen::valid,
                              {.operand = "dst",
                               .semantics = converted_elements,
                               .flow = {.in_place = {"src"}, .grows = true},
                               .choices = {Choice::subnormals_elsewhere, Choice::directed_overflow,
                                           Choice::default_saturation, Choice::hif8_ties}})},
      .scenarios = every_destination(is_saturated),
      .plans = {"conversion"},
      .admit = seldom_beyond,
      .seldom = true,
  };
}

/// float to half, to nearest even.
void rounded_to_half(Call& call) {
  const Pair pair = pair_of(call);
  declare(call.tile("src"), pair.from, 16, 16);
  declare(call.tile("dst"), pair.from == f32 ? f16 : pair.to, 16, 16);
  call.attributes.at(0) = static_cast<int>(CastMode::rint);
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
  all[0].scenarios.push_back(manual_example(rounded_to_half));
  return all;
}

std::vector<Ambiguity> ambiguities() {
  return {
      {"the page has no form with an explicit SaturationMode on the CPU, whose header has one",
       "may_refuse: such calls may be refused there, and what is executed must be right"},
      {"pages say that an explicit SaturationMode is forwarded; without tmp A2A3 replaces OFF by "
       "ON for all but six pairs",
       "decision 026: as given; erratum E-TCVT-011"},
      {"saturation is ON by default for most pairs on devices and OFF for all on the CPU, whose ON "
       "clamps in the type of the source",
       "decision 026: the default is the target's, either; the end of the type, errata E-TCVT-004 "
       "and E-TCVT-005"},
      {"the CPU ignores RoundMode for float to half, to bfloat16 and to float, and for integers to "
       "float; float to float is the identity there and rounds to whole numbers on devices",
       "decision 025: the given policy; errata E-TCVT-001, 002, 010 and 017"},
      {"CAST_ODD is rounding to odd by the enumeration, nearest with ties to odd on the CPU, "
       "honoured for float to half alone on devices, and missing in a table of modes as CAST_NONE "
       "is",
       "decision 025: to odd; errata E-TCVT-003, 008 and 014"},
      {"the chapter of types reinterprets bits between half and bfloat16_t, the page converts the "
       "number",
       "the page"},
      {"upstream golden data of CAST_ROUND have ties to even",
       "decision 025: ties away from zero, as the mode is defined"},
      {"A5 with OFF takes float to int16 and half to int16 and int8 another way for contiguous "
       "tiles than for others",
       "decision 026: low bits; NaN and infinities erratum E-TCVT-019"},
      {"A5 comments give the control bit of saturation two opposite polarities",
       "decision 026: ON clamps and OFF cuts, as the enumeration says"},
      {"e1m2 ends at 1.75 in golden data of A5 and at -4 and 3.5 on the CPU, which also rounds to "
       "whole numbers before it packs 4 bits",
       "decision 027: 1.75; no page says how the cpu packs 4-bit elements, which are not tried "
       "there"},
      {"golden data of A5 drop the last half byte of an odd number of packed columns when writing "
       "and keep it when reading",
       "decision 027: kept; erratum E-TCVT-013"},
      {"devices go over the valid region of dst, the CPU over that of src",
       "constraint dst.same_valid_region, no promised refusal"},
  };
}

}  // namespace

OpSpec TCVT() {
  return {
      .mnemonic = "TCVT",
      .summary = "Converts the elements of a tile to another type, rounded and saturated as asked.",
      .forms = forms(),
      .decisions = {"002-outside-the-valid-region", "025-conversion-rounding",
                    "026-conversion-range", "027-conversion-matrix"},
      .ambiguities = ambiguities(),
      .notes = {"form ambient is NeedSetCtrl = false: the caller's control bits decide",
                "open: without SaturationMode the target chooses it for the pair, and then what ON "
                "and what OFF gives is accepted; with OFF the page leaves floats that no int32 "
                "holds",
                "a5: tmp is accepted and not used; cpu: forms with tmp are not tried",
                "cpu: the pairs of a2a3 and a5; elements of 4 bits are not tried there, since no "
                "page says whether two of them share a byte"},
      .errata = tcvt_errata(),
  };
}

}  // namespace assay::ops
