// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/reduction.hpp"
#include "reference/ops/reduce_expand/shared/replication.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* page = "TROWEXPAND page";

bool is_one_column(const TileSpec& tile) {
  return tile.type.blayout == BLayout::row_major || tile.cols() == 1;
}

/// A5 steps a column-major source by its Cols for each row, which is right for one column alone.
Constraint one_column_if_column_major() {
  return constraint(
             "src.one_column", "a column-major src has one column",
             [](const Call& call) { return is_one_column(call.tile("src")); },
             [](Call& call, Draw&) {
               TileSpec& tile = call.tile("src");
               tile.type.cols = tile.valid_cols = 1;
             },
             [](Call& call, Draw& draw) {
               TileSpec& tile = call.tile("src");
               tile.type.blayout = BLayout::col_major;
               tile.type.slayout = SLayout::none_box;
               tile.type.cols = draw.integer(2, 4);
               tile.valid_cols = 1;
               make_well_formed(tile.type);
             })
      .on({a5})
      .unchecked_on({a5})
      .from("A5 header", "a column-major src is stepped by Cols");
}

Constraint static_column() {
  return constraint(
             "src.static_valid_columns", "ValidCol of src is 1 or dynamic",
             [](const Call& call) {
               const TileSpec& tile = call.tile("src");
               return tile.type.dynamic_valid_cols || tile.valid_cols == 1;
             },
             [](Call& call, Draw&) { call.tile("src").type.dynamic_valid_cols = true; },
             [](Call& call, Draw& draw) {
               TileSpec& tile = call.tile("src");
               tile.type.dynamic_valid_cols = false;
               set_valid(tile, tile.valid_rows,
                         draw.integer(2, std::max<std::int64_t>(2, tile.cols())));
             })
      .on({a5})
      .unchecked_on({a5})
      .from("A5 header", "compile-time check of ValidCol");
}

/// The page has A2A3 return early.
Scenario empty_source() {
  return {.name = "empty",
          .text = "src without a valid column",
          .targets = {a2a3},
          .apply = [](Call& call, Draw&) {
            TileSpec& tile = call.tile("src");
            tile.type.dynamic_valid_cols = true;
            tile.valid_cols = 0;
          }};
}

bool is_empty(const Call& call) {
  const auto empty = [](const TileSpec& tile) {
    return tile.valid_rows == 0 || tile.valid_cols == 0;
  };
  return empty(call.tile("src")) || empty(call.tile("dst"));
}

Result replicated_if_any() {
  Result made = replicated(Placement::column_vector);
  made.semantics = [inner = made.semantics](const Evaluation& inputs) -> Expected {
    if (!is_empty(inputs.call)) return inner(inputs);
    const TileSpec& out = inputs.call.tile("dst");
    return untouched({out.type.element, out.rows(), out.cols()});
  };
  return made;
}

std::vector<Erratum> errata() {
  std::vector<Erratum> all = errata_of_replication("TROWEXPAND", Placement::column_vector);
  all.push_back({.number = "E-TROWEXPAND-002",
                 .title = "an extent of zero is asserted against",
                 .implementation = "pto-a2a3",
                 .source = "include/pto/npu/a2a3/TRowExpand.hpp",
                 .severity = Severity::minor,
                 .targets = {a2a3},
                 .where = "a valid region without rows or columns",
                 .among = is_empty,
                 .effect = ErratumEffect::refusal});
  return all;
}

Constraints all_constraints() {
  return joined(replication_types(page),
                Constraints{layout_is("src", {TileLayout::ND, TileLayout::DN})
                                .on(devices)
                                .from(page, "src is ND; a column may be DN"),
                            one_column_if_column_major(), static_column(),
                            equal_rows("src", "dst", page, devices),
                            region_not_empty("src", page, {.on = {a5}, .refused = {a5}})});
}

}  // namespace

OpSpec TROWEXPAND() {
  return {
      .mnemonic = "TROWEXPAND",
      .summary = "First element of every source row in all of the row.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src},
          .lead = "dst",
          .constraints = all_constraints(),
          .results = {replicated_if_any()},
          .scenarios = {wide_copies(), empty_source()},
      }},
      .decisions = {"002-outside-the-valid-region", "036-replication"},
      .ambiguities =
          {{"the page wants src row-major, headers take column-major as well",
            "constraint src.layout: both; src.one_column on a5"},
           {"the page says that A2A3 returns early where an extent is zero, its header asserts",
            "nothing is written on a2a3; erratum E-TROWEXPAND-002"},
           {"A5 alone has a compile-time rule that ValidCol of src is 1 or dynamic",
            "constraint src.static_valid_columns on a5"},
           {"a second page lists no 64-bit types for A5",
            "constraint dst.element on a5: the page's; erratum E-TROWEXPAND-001 from column 64 "
            "on"}},
      .notes =
          {"a2a3: one-byte elements are written in pairs, so an odd number of columns reaches one "
           "byte further",
           "a2a3: a row-major [1, M] source with dst [M, 32 bytes] is coded as a shortcut that the "
           "rule on equal rows forbids unless M is 1",
           "cpu: returns without a word where dst is empty; converts between types"},
      .errata = errata(),
  };
}

}  // namespace assay::ops
