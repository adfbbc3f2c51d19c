// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/expansion.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "reference/numerics/classify.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

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

/// The same with blocks in a tile that is wider than they are.
Scenario wide_block(const std::string& spread) {
  return {.name = "wide_block",
          .text = "32 bytes for each row in wider rows",
          .apply = [=](Call& call, Draw&) {
            TileSpec& tile = call.tile(spread);
            const std::int64_t block = 32 / size_of(tile.type.element);
            tile.type.slayout = SLayout::none_box;
            tile.type.blayout = BLayout::row_major;
            tile.type.rows = std::max<std::int64_t>(tile.type.rows, 3);
            tile.type.cols = 2 * block;
            tile.type.dynamic_valid_cols = true;
            tile.valid_cols = block;
            TileSpec& out = call.tile("dst");
            out.type.dynamic_valid_rows = true;
            out.type.rows = std::max<std::int64_t>(out.type.rows, 3);
            out.valid_rows = out.type.rows;
          }};
}

/// A whole dst of one block of columns, and a full operand of two.
Scenario narrow_beside_wide(const Roles& roles) {
  return {.name = "narrow",
          .text = "dst one block wide and whole, the full operand wider",
          .apply = [=](Call& call, Draw&) {
            TileSpec &out = call.tile("dst"), &full = call.tile(roles.full);
            const std::int64_t block = 32 / size_of(full.type.element);
            out.type.blayout = full.type.blayout = BLayout::row_major;
            out.type.slayout = full.type.slayout = SLayout::none_box;
            out.type.rows = full.type.rows = std::max<std::int64_t>(full.type.rows, 3);
            out.valid_rows = full.valid_rows = full.type.rows;
            out.type.cols = out.valid_cols = full.valid_cols = block;
            full.type.cols = 2 * block;
            full.type.dynamic_valid_cols = true;
          }};
}

Form precise(Form form, const std::string& name) {
  form.name = name;
  form.attributes.push_back(precision_type("HIGH_PRECISION"));
  return form;
}

}  // namespace

std::vector<Argument> arguments_of(const Roles& roles, Placement placement) {
  const auto placed = [&](const std::string& name) {
    return Argument{name, name == roles.spread ? placement : Placement::same};
  };
  return {placed("src0"), placed("src1")};
}

std::vector<Scenario> value_and_block(const Roles& roles, TargetSet blocks) {
  std::vector<Scenario> both{shaped(roles.spread, "column", "one value for each row", true),
                             shaped(roles.spread, "block", "32 bytes for each row", false)};
  both.back().targets = blocks;
  both.push_back(wide_block(roles.spread));
  both.back().targets = blocks;
  both.push_back(narrow_beside_wide(roles));
  return both;
}

Scenario more_than_255_rows() {
  return {.name = "tall",
          .text = "more than 255 rows of a fixed whole width",
          .apply = [](Call& call, Draw& draw) {
            TileSpec &out = call.tile("dst"), &full = call.tile("src0");
            const std::int64_t rows = draw.integer(256, 300);
            for (TileSpec* tile : {&out, &full}) {
              tile->type.rows = tile->valid_rows = rows;
              tile->type.cols = tile->valid_cols = 32 / size_of(full.type.element);
              tile->type.dynamic_valid_rows = true;
              tile->type.dynamic_valid_cols = false;
            }
          }};
}

// ---- constraints ----

Constraints tile_in_vec(const std::string& operand, const std::string& page, Checked row_major) {
  return checked_tile(
      operand, {.page = page, .in_vec = {.on = devices, .refused = {}}, .row_major = row_major});
}

Constraints full_operand(const Roles& roles, const std::string& page, TargetSet listed) {
  Constraints tile = tile_in_vec(roles.full, page, {.on = {}, .refused = listed});
  for (Constraint& one : tile) {  // which operand is the full one shows when the call runs
    if (one.name.ends_with(".row_major")) one.stage = launch;
  }
  return joined(std::move(tile),
                Constraints{row_major(roles.full)
                                .on(devices)
                                .at(launch)
                                .from(page, "run time: the full operand is row-major"),
                            equal_region(roles.full, "dst", page, listed)});
}

Constraints spread_operand(const Roles& roles, const std::string& page) {
  return {
      located_in(roles.spread, {Location::vec})
          .on(devices)
          .unchecked_on(every_target)
          .from(page, "tiles lie in Vec"),
      invariant(unboxed(roles.spread))
          .from("MODEL 11", "one value or block for each row, no boxes"),
      plain_fractal(roles.spread),
      valid_within_shape(roles.spread).from("Tile class", "static valid bounds"),
      equal_rows(roles.spread, "dst", page, every_target),
  };
}

Constraints value_or_block(const Roles& roles, const std::string& page, TargetSet where) {
  Constraints list{one_value_or_block(roles.spread, page).on(where)};
  if (roles.spread == "src0") list.push_back(not_like_dst(roles.spread, page));
  return list;
}

Constraints tiles_by_rows(const Roles& roles, const Types& types, const std::string& page,
                          TargetSet listed) {
  return joined(expansion_types_constraints(roles, types, page, every_target),
                tile_in_vec("dst", page, {.on = every_target, .refused = every_target}),
                full_operand(roles, page, listed), spread_operand(roles, page));
}

std::vector<Form> each_also_with_tmp(FormOf form, const Types& types, const std::string& page,
                                     TargetSet listed) {
  std::vector<Form> forms;
  for (const auto& [plain, with_tmp, roles] :
       {std::tuple{"plain", "tmp", src1_is_spread},
        std::tuple{"swapped", "swapped_tmp", src0_is_spread}}) {
    forms.push_back(form(plain, roles));
    Form made = form(with_tmp, roles);
    made.operands.push_back(tmp);
    made.constraints = joined(
        tiles_by_rows(roles, types, page, listed), value_or_block(roles, page, {a5, cpu}),
        scratch(page), Constraints{one_value_with_tmp(roles.spread, page), room_for_rows(page)});
    made.scenarios = value_and_block(roles, {a5, cpu});
    forms.push_back(std::move(made));
  }
  return forms;
}

Constraints tiles_by_columns(const Types& types, const std::string& page) {
  const Roles& roles = src1_is_spread;
  const Checked layout{.on = every_target, .refused = no_target};
  return joined(expansion_types_constraints(roles, types, page, no_target),
                tile_in_vec("dst", page, {.on = every_target, .refused = every_target}),
                tile_in_vec(roles.full, page, layout), tile_in_vec(roles.spread, page, layout),
                Constraints{as_large_as_dst(roles.full, page),
                            one_value_for_each_column(roles.spread, page)});
}

// ---- quotients ----

void divide_seldom_by_zero(const Call& call, std::vector<ElementArray>& contents) {
  ElementArray& below = contents[call.form->index_of("src1")];
  ElementArray& above = contents[call.form->index_of("src0")];
  const ElementType type = below.type();
  std::uint64_t mixed = 0;
  const auto each_divisor = [&](const auto& visit) {
    for_each_valid(call.tile("src1"), [&](std::int64_t index, std::int64_t, std::int64_t) {
      if (index < below.size()) visit(index);
    });
  };
  each_divisor([&](std::int64_t index) { mixed += below[index]; });
  if (mixed % 8 == 3) return;
  const std::uint64_t one = is_float(type) ? numerics::encode(type, numerics::Real(1.0),
                                                              numerics::RoundMode::nearest_even)
                                           : 1;
  each_divisor([&](std::int64_t index) {
    if (numerics::is_zero(type, below[index])) below.set(index, one);
  });
  if (is_float(type) || !is_signed(type)) return;
  if (mixed % 8 == 7 && above.size() > 0 && below.size() > 0) {
    above.set(0, std::uint64_t{1} << (bits_of(type) - 1));
    below.set(0, mask_of(type));
    return;
  }
  const std::uint64_t lowest = std::uint64_t{1} << (bits_of(type) - 1);
  for (std::int64_t i = 0; i < above.size(); ++i) {
    if (above[i] == lowest) above.set(i, lowest + 1);
  }
}

std::vector<Form> each_also_precise(std::vector<Form> forms) {
  std::vector<Form> both;
  for (Form& form : forms) {
    Form high = precise(form, form.name == "plain" ? "precise" : "precise_" + form.name);
    form.attributes.push_back(precision_type("DEFAULT"));
    both.push_back(std::move(form));
    both.push_back(std::move(high));
  }
  return both;
}

// ---- what several pages have in common ----

std::vector<Ambiguity> ambiguities_of_rows(std::vector<Ambiguity> further) {
  further.insert(
      further.begin(),
      {{"the instruction's page lets either operand be spread, a summary page src1 alone",
        "decision 035: forms swapped and swapped_tmp; src0 stays the first argument"},
       {"devices read blocks as if they were packed, the CPU by the width of the tile",
        "by the width of the tile; errata 001 and 002"},
       {"where dst is whole and narrow A5 reads the full operand as if it were packed like dst",
        "by the width of the tile; erratum 003"},
       {"with tmp A2A3 refuses blocks in debug builds, A5 and the CPU take them",
        "constraint one_value on a2a3"}});
  return further;
}

std::vector<std::string> notes_of_rows(std::vector<std::string> first) {
  first.insert(first.end(),
               {"a2a3: without tmp a reserved 8 KiB of UB serves as scratch",
                "a2a3: from 256 rows on, where ceil(rows/8) is a multiple of 30 and rows % 240 "
                "is not 0, up to 7 rows past the valid ones are reported to be written",
                "a5, cpu: tmp is accepted and not used"});
  return first;
}

std::vector<Ambiguity> ambiguities_of_columns(std::vector<Ambiguity> further) {
  further.insert(
      further.begin(),
      {{"where dst has one row both operands have its shape and src0 counts as the full one",
        "decision 035: the result is the same either way"}});
  return further;
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
      "has one fused instruction; the page has a subtraction followed by an exponential",
      "decision 037: rounded first; errata of float on a5"};
}

Ambiguity quotient_types_differ() {
  return {
      "a second page lists int16 and int32 for A2A3, the header takes half and float alone; A5 "
      "takes integers and says nothing of rounding",
      "constraint element on a2a3: half and float; int16 and int32, about which the pages "
      "contradict each other, are not tried; decision 015: toward zero"};
}

Ambiguity precise_quotient() {
  return {"HIGH_PRECISION changes half and float on A5 alone",
          "forms plain and precise differ on a5; the other targets ignore PrecisionType"};
}

}  // namespace assay::ops
