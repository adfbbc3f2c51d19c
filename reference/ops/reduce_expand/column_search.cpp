// SPDX-License-Identifier: Apache-2.0
// Rules of the searches in columns.
#include <algorithm>

#include "reference/ops/reduce_expand/arg_reduction.hpp"
#include "reference/ops/reduce_expand/reduction.hpp"

namespace assay::ops {
namespace {

using namespace rules;

/// The pages that rules are taken from: the manual's, and the one that later added a form.
struct Pages {
  std::string manual;
  std::string later;
};

const Elements a2a3_sources{f16, f32, u16, u32};
const Elements a5_sources{i8, u8, i16, u16, i32, u32, f16, f32};
// The A5 header judges other types by their size alone; the manual does not list them.
const Elements a5_by_size{bf16, e4m3, e5m2, e8m0, hif8, e2m1, e1m2, i4};

// ---- scratch ----

/// Elements of one of the regions of tmp on A2A3: a repeat of 256 bytes, or the valid columns of a
/// narrower source rounded up to blocks of 32 bytes.
std::int64_t region(const TileSpec& in) {
  const std::int64_t size = size_of(in.type.element);
  const std::int64_t repeat = 256 / size, block = 32 / size;
  if (in.valid_cols >= repeat) return repeat;
  return (in.valid_cols + block - 1) / block * block;
}

Constraint tmp_regions(const Pages& pages, std::int64_t regions) {
  const auto needed = [=](const Call& call) { return regions * region(call.tile("src")); };
  const auto resize = [](Call& call, std::int64_t cols) {
    TileSpec& tile = call.tile("tmp");
    tile.type.blayout = BLayout::row_major;
    tile.type.slayout = SLayout::none_box;
    tile.type.rows = 1;
    tile.type.cols = std::max<std::int64_t>(cols, 1);
    tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
    make_well_formed(tile.type);
    tile.valid_rows = 1;
    tile.valid_cols = tile.type.cols;
  };
  Constraint made = rule(
      "tmp.regions",
      "one row of tmp holds " + std::to_string(regions) +
          " regions of min(256 bytes, valid columns of src in whole blocks)",
      [=](const Call& call) { return call.tile("tmp").type.cols >= needed(call); },
      // A repeat for every region fits whatever the valid columns become at launch.
      [=](Call& call, Draw&) {
        resize(call, regions * 256 / size_of(call.tile("src").type.element));
      },
      [=](Call& call, Draw&) {
        resize(call, needed(call) - 32 / size_of(call.tile("src").type.element));
      });
  made.edge = [=](Call& call, Draw&, Edge side) {
    if (side != Edge::smallest && side != Edge::below) return false;
    call.tile("src").type.dynamic_valid_cols = false;
    call.tile("src").valid_cols = 1;
    const std::int64_t block = 32 / size_of(call.tile("src").type.element);
    resize(call, needed(call) - (side == Edge::below ? block : 0));
    return true;
  };
  return std::move(made).on({a2a3}).unchecked_on({a2a3}).from(pages.manual, "A2A3 tmp: three regions");
}

// ---- rules ----

Constraint static_columns(const Pages& pages) {
  return std::move(rule(
                       "src.static_valid_columns", "ValidCol of src is 1 or dynamic",
                       [](const Call& call) {
                         const TileSpec& tile = call.tile("src");
                         return tile.type.dynamic_valid_cols || tile.valid_cols == 1;
                       },
                       [](Call& call, Draw&) { call.tile("src").type.dynamic_valid_cols = true; },
                       [](Call& call, Draw& draw) {
                         TileSpec& tile = call.tile("src");
                         tile.type.dynamic_valid_cols = false;
                         tile.valid_cols = draw.integer(2, std::max<std::int64_t>(2, tile.cols()));
                       }))
      .on(devices)
      .unchecked_on(devices)
      .from(pages.manual, "compile-time check that later headers drop");
}

Rules source_rules(const Pages& pages, bool index_only) {
  return {
      element_is("src", a2a3_sources).on({a2a3}).from(pages.manual, "A2A3 source types"),
      index_only ? element_is("src", a5_sources, a5_by_size).on({a5}).from(pages.manual, "A5 source types")
                 : element_is("src", {i16, u16, i32, u32, f16, f32}, {bf16})
                       .on({a5})
                       .from(pages.later, "A5 value form: two- and four-byte sources"),
      invariant(element_is("src", ordered_elements)).on({cpu}).from("CPU header", "source types"),
      located_in("src", {Location::vec}).from(pages.manual, "dst and src lie in Vec"),
      nd_layout("src").on(devices).unchecked_on(devices).from(pages.manual, "src is ND"),
      index_only ? unboxed("src").on({cpu}).from("CPU header", "index form: src has no boxes")
                 : nd_layout("src").on({cpu}).from("CPU header", "value form: src is ND"),
      plain_fractal("src"),
      valid_within_shape("src").from("Tile class", "static valid bounds"),
      static_columns(pages),
      non_empty("src").at(launch).unchecked_on({cpu}).from(pages.manual,
                                                           "srcValidCol and srcValidRow != 0"),
  };
}

Rules row_rules(const Pages& pages, const std::string& out) {
  return {
      located_in(out, {Location::vec}).from(pages.manual, "dst and src lie in Vec"),
      nd_layout(out).on(devices).from(pages.manual, "dst is ND"),
      invariant(nd_layout(out))
          .named(out + ".layout.cpu")
          .on({cpu})
          .from("CPU header", "dst is ND"),
      plain_fractal(out),
      valid_within_shape(out).from("Tile class", "static valid bounds"),
      valid_rows_are(out, 1).at(launch).unchecked_on({cpu}).from(pages.manual, "dstValidRow == 1"),
      same_valid_columns(out, "src")
          .at(launch)
          .unchecked_on({cpu})
          .from(pages.manual, "srcValidCol == dstValidCol"),
  };
}

Rules tmp_rules(const Pages& pages, std::int64_t regions) {
  return {
      same_element("tmp", "src").on({a2a3}).from(pages.manual, "tmp has the type of src"),
      invariant(located_in("tmp", {Location::vec})).from(pages.manual, "tmp is a Vec tile"),
      invariant(nd_layout("tmp")).from(pages.manual, "tmp is a row"),
      plain_fractal("tmp"),
      tmp_regions(pages, regions),
  };
}

Rules index_rules(const Pages& pages) {
  return joined(source_rules(pages, true), Rules{element_is("dst", {u32, i32}).from(pages.manual, "index types")},
                row_rules(pages, "dst"), tmp_rules(pages, 3));
}

Rules value_rules(const Pages& pages) {
  return joined(source_rules(pages, false),
                Rules{index_of_source_width(true, pages.later),
                      same_element("dst_val", "src").from(pages.later, "type of the value")},
                row_rules(pages, "dst"), row_rules(pages, "dst_val"), tmp_rules(pages, 2));
}

// Row counters of half precision lose odd numbers above 2048.
const Scenario tall{.name = "tall",
                    .text = "more than 2048 rows, the maximum near the end",
                    .apply = [](Call& call, Draw& draw) {
                      TileSpec& tile = call.tile("src");
                      tile.type.rows = draw.integer(2049, 2600);
                      tile.type.cols = 256 / bits_of(tile.type.element);
                      tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
                      tile.valid_rows = tile.type.rows;
                      tile.valid_cols = tile.type.cols;
                    }};
const std::vector<std::string> plans{"ties", "rising"};

}  // namespace

OpSpec column_search(const std::string& mnemonic, const std::string& summary, bool largest) {
  const Search search{Axis::columns, largest};
  const Pages pages{mnemonic + " manual page", mnemonic + " later page"};
  return {
      .mnemonic = mnemonic,
      .family = "reduce_expand",
      .summary = summary,
      .forms = {{
                    .name = "index",
                    .operands = {dst, src, tmp},
                    .lead = "src",
                    .constraints = index_rules(pages),
                    .results = {indices_of(search)},
                    .scenarios = {tall},
                    .plans = plans,
                    .usual_rows = 2,
                },
                {
                    .name = "value_index",
                    .operands = {dst_val, dst, src, tmp},
                    .lead = "src",
                    .constraints = value_rules(pages),
                    .results = {values_of(search), indices_of(search)},
                    .scenarios = {tall},
                    .plans = plans,
                    .usual_rows = 2,
                }},
      .decisions = {"002-outside-the-valid-region", "004-argmax-ties-and-nan", "005-index-width"},
      .ambiguities =
          {{"A2A3 is reported to pass row numbers of two-byte sources through half precision",
            "decision 005: above row 2048 either number on a2a3"},
           {"A2A3 is reported to compare unsigned sources as half or float",
            "decision 004: either order on a2a3; a column with a NaN pattern is target-defined"},
           {"documents differ on the number of tmp regions",
            "constraint tmp.regions: three for index, two for value_index, no promised refusal"},
           {"the simulator's value form uses the row checker",
            "constraint dst.valid_rows: no promised refusal on cpu"},
           {"the simulator's value form forbids 16-bit indices, devices require them",
            "constraint dst.element by target"},
           {"DN sources pass static checks but devices address them as rows",
            "constraint src.layout: ND on devices, no promised refusal; either on cpu"},
           {"tie and NaN rules are undocumented", "decision 004"},
           {"only the manual has the rule on static valid columns of src",
            "constraint src.static_valid_columns: kept, no promised refusal"}},
      .notes = {"a5: tmp is accepted and not used", "a5: int16 row counters end at 32767"},
  };
}

}  // namespace assay::ops
