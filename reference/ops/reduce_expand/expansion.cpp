// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/expansion.hpp"

#include "reference/ops/reduce_expand/expansion_rules.hpp"

namespace assay::ops {
namespace {

using namespace rules;

/// Both pages of every instruction here, and all headers, are cited under its name.
std::string page_of(const Expansion& page) { return page.mnemonic + " page"; }

Rules tile_of(const std::string& operand, const std::string& page, Checked row_major) {
  return checked_tile(
      operand, {.page = page, .in_vec = {.on = devices, .refused = {}}, .row_major = row_major});
}

/// A tile whose layout a rule of its own says.
Rules free_layout(const std::string& operand, const std::string& page) {
  return {
      located_in(operand, {Location::vec})
          .on(devices)
          .unchecked_on(every_target)
          .from(page, "tiles lie in Vec"),
      invariant(unboxed(operand)).from("MODEL 11", "one value or block for each row, no boxes"),
      plain_fractal(operand),
      valid_within_shape(operand).from("Tile class", "static valid bounds"),
  };
}

// ---- rows ----

Rules row_rules(const Expansion& page, const Roles& roles, bool with_tmp) {
  const std::string source = page_of(page);
  Rules list = joined(
      expansion_types_rules(roles, page.types, source, every_target),
      tile_of("dst", source, {.on = every_target, .refused = every_target}),
      checked_tile(
          roles.full,
          {.page = source, .in_vec = {.on = devices, .refused = {}}, .row_major = {.on = {}}}),
      Rules{row_major(roles.full)
                .at(launch)
                .unchecked_on({cpu})
                .from(source, "run time: the full operand is row-major"),
            equal_region(roles.full, "dst", source, devices)},
      free_layout(roles.spread, source),
      Rules{equal_rows(roles.spread, "dst", source, every_target), flat_like_dst(roles.full)});
  // On A2A3 a form with tmp has a narrower rule instead.
  const TargetSet blocks = with_tmp ? TargetSet{a5, cpu} : every_target;
  list.push_back(one_value_or_block(roles.spread, source).on(blocks));
  list.push_back(packed_blocks(roles.spread).on(with_tmp ? TargetSet{a5} : devices));
  if (roles.spread == "src0") list.push_back(not_like_dst(roles.spread, source));
  if (!with_tmp) return list;
  return joined(std::move(list), scratch(source),
                Rules{one_value_with_tmp(roles.spread, source), room_for_rows(source)});
}

std::vector<Argument> arguments_of(const Roles& roles, Placement placement) {
  const auto placed = [&](const std::string& name) {
    return Argument{name, name == roles.spread ? placement : Placement::same};
  };
  return {placed("src0"), placed("src1")};
}

/// The spread tile in one of its two shapes, whatever was drawn.
Scenario shaped(const std::string& spread, std::string name, std::string text, bool column) {
  return {.name = std::move(name), .text = std::move(text), .apply = [=](Call& call, Draw&) {
            TileSpec& tile = call.tile(spread);
            tile.type.slayout = SLayout::none_box;
            tile.type.blayout = column ? BLayout::col_major : BLayout::row_major;
            tile.type.cols = column ? 1 : 32 / size_of(tile.type.element);
            tile.valid_cols = tile.type.cols;
            make_well_formed(tile.type);
          }};
}

Form row_form(const Expansion& page, const Roles& roles, bool with_tmp) {
  Form form{.operands = {dst, src0, src1},
            .lead = roles.full,
            .constraints = row_rules(page, roles, with_tmp),
            .results = {page.combination(arguments_of(roles, Placement::row_blocks))},
            .scenarios = {shaped(roles.spread, "column", "one value for each row", true),
                          shaped(roles.spread, "block", "32 bytes for each row", false)},
            .plans = page.plans};
  if (with_tmp) {
    form.operands.push_back(tmp);
    form.scenarios.back().targets = {a5, cpu};
  }
  return form;
}

/// Zero divisors stop the process on the CPU, and so does the most negative integer over -1.
void make_divisible(const Call& call, std::vector<ElementArray>& contents) {
  without_traps({.dividend = {}, .divisor = "src1", .floats = true})(call, contents);
  ElementArray& above = contents[call.form->index_of("src0")];
  const ElementType type = above.type();
  if (call.target != cpu || is_float(type) || !is_signed(type)) return;
  const std::uint64_t lowest = std::uint64_t{1} << (bits_of(type) - 1);
  for (std::int64_t i = 0; i < above.size(); ++i) {
    if (above[i] == lowest) above.set(i, lowest + 1);
  }
}

std::vector<Form> finished(const Expansion& page, std::vector<Form> forms) {
  if (!page.divides) return forms;
  for (Form& form : forms) form.admit = make_divisible;
  std::vector<Form> both = plain_and_precise(forms.front());
  for (std::size_t i = 1; i < forms.size(); ++i) {
    Form precise = forms[i];
    precise.name = "precise_" + precise.name;
    precise.attributes.push_back(precision_type("HIGH_PRECISION"));
    forms[i].attributes.push_back(precision_type("DEFAULT"));
    both.push_back(std::move(forms[i]));
    both.push_back(std::move(precise));
  }
  return both;
}

Form named(Form form, std::string name) {
  form.name = std::move(name);
  return form;
}

// ---- columns ----

Rules column_rules(const Expansion& page, const Roles& roles) {
  const std::string source = page_of(page);
  const Checked layout{.on = every_target, .refused = {cpu}};
  return joined(
      expansion_types_rules(roles, page.types, source, {cpu}),
      tile_of("dst", source, {.on = every_target, .refused = every_target}),
      tile_of(roles.full, source, layout), tile_of(roles.spread, source, layout),
      Rules{equal_region(roles.full, "dst", source, no_target),
            equal_columns(roles.spread, "dst", source, no_target), eight_bit_repeats()},
      roles.spread == "src0"
          ? Rules{valid_rows_are("src0", 1)
                      .at(launch)
                      .unchecked_on(every_target)
                      .from(source, "the operand with the valid shape of dst is the full one")}
          : Rules{});
}

Form column_form(const Expansion& page, const Roles& roles, TargetSet targets) {
  return {.operands = {dst, src0, src1},
          .lead = roles.full,
          .targets = targets,
          .constraints = column_rules(page, roles),
          .results = {page.combination(arguments_of(roles, Placement::row_vector))},
          .plans = page.plans};
}

OpSpec spec_of(const Expansion& page, std::vector<Form> forms) {
  OpSpec spec{.mnemonic = page.mnemonic,
              .family = "reduce_expand",
              .summary = page.summary,
              .forms = finished(page, std::move(forms)),
              .decisions = {"002-outside-the-valid-region", "035-which-operand-is-spread"},
              .ambiguities = page.ambiguities};
  spec.decisions.insert(spec.decisions.end(), page.decisions.begin(), page.decisions.end());
  if (page.divides) spec.notes.emplace_back("a2a3, cpu: PrecisionType is accepted and ignored");
  return spec;
}

}  // namespace

OpSpec row_expansion(const Expansion& page) {
  const Roles plain{.full = "src0", .spread = "src1"};
  const Roles swapped{.full = "src1", .spread = "src0"};
  OpSpec spec = spec_of(page, {named(row_form(page, plain, false), "plain"),
                               named(row_form(page, plain, true), "tmp"),
                               named(row_form(page, swapped, false), "swapped"),
                               named(row_form(page, swapped, true), "swapped_tmp")});
  spec.ambiguities.insert(
      spec.ambiguities.begin(),
      {{"the instruction's page lets either operand be spread, a summary page src1 alone",
        "decision 035: forms swapped and swapped_tmp; src0 stays the first argument"},
       {"devices read blocks as if they were packed, the CPU by the width of the tile",
        "constraint packed: 32 bytes wide on devices, no promised refusal; free on cpu"},
       {"with tmp A2A3 refuses blocks in debug builds, A5 and the CPU take them",
        "constraint one_value on a2a3"}});
  spec.notes.insert(
      spec.notes.end(),
      {"a2a3: without tmp a reserved 8 KiB of UB serves as scratch",
       "a2a3: from 256 rows on, where ceil(rows/8) is a multiple of 30 and rows % 240 "
       "is not 0, up to 7 rows past the valid ones are reported to be written",
       "a5, cpu: tmp is accepted and not used"});
  return spec;
}

OpSpec column_expansion(const Expansion& page) {
  const Roles plain{.full = "src0", .spread = "src1"};
  const Roles swapped{.full = "src1", .spread = "src0"};
  OpSpec spec = spec_of(page, {named(column_form(page, plain, every_target), "plain"),
                               named(column_form(page, swapped, devices), "swapped")});
  spec.ambiguities.insert(
      spec.ambiguities.begin(),
      {{"src0 as the row works on devices, is in no document, and reads wrong elements on the CPU",
        "decision 035: form swapped, on a2a3 and a5 alone"},
       {"where dst has one row both operands have its shape and src0 counts as the full one",
        "decision 035: the result is the same either way"}});
  spec.notes.emplace_back("a2a3, a5: types, layouts and regions of sources are not checked");
  return spec;
}

Types expansion_types() {
  return {.a2a3 = {i16, i32, f16, f32},
          .a5 = {i8, u8, i16, u16, i32, u32, f16, bf16, f32},
          .cpu = {i16, u16, i32, u32, f16, f32},
          .listed = every_target};
}

Types quotient_types() {
  Types types = expansion_types();
  types.a2a3 = {f16, f32};
  types.a2a3_disputed = {i16, i32};
  return types;
}

Types exponential_types() {
  return {.a2a3 = {f16, f32}, .a5 = {f16, f32}, .cpu = {f16, f32}, .listed = every_target};
}

Ambiguity shortened_name() {
  return {"an overview prints a shortened intrinsic name; headers have the long one alone",
          "the mnemonic of this page is the long name"};
}

Ambiguity identity_of_tiles(const std::string& where) {
  return {
      "builds that place tiles automatically pick the full operand by the identity of its Tile "
      "type with dst (" +
          where + "), others by its valid shape",
      "decision 035: the full operand has the valid shape of dst; types may differ"};
}

Ambiguity types_of_second_page(const std::string& cpu_lacks) {
  return {
      "a second page lists uint16 and uint32 alone as extras of A5; the header also takes int8, "
      "uint8 and bfloat16, and the CPU takes no " +
          cpu_lacks,
      "constraints element by target: the headers' lists"};
}

Ambiguity rounding_of_difference() {
  return {
      "A2A3, half on A5 and the CPU round the difference to the type of the tile, float on A5 "
      "has one fused instruction",
      "decision 037: rounded first; for float on a5 either"};
}

Ambiguity quotient_types_differ() {
  return {
      "a second page lists int16 and int32 for A2A3, the header takes half and float alone; A5 "
      "takes integers and says nothing of rounding",
      "constraint element on a2a3: the header's list, the rest disputed; decision 015: toward "
      "zero"};
}

Ambiguity precise_quotient() {
  return {"HIGH_PRECISION changes half and float on A5 alone",
          "forms plain and precise differ on a5; the other targets ignore PrecisionType"};
}

}  // namespace assay::ops
