// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/arg_reduction.hpp"
#include "reference/ops/reduce_expand/shared/search_errata.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tcolargmin_page = "TCOLARGMIN manual page";
constexpr const char* tcolargmin_later = "TCOLARGMIN later page";
constexpr Search search{Axis::columns, false};

Constraints source(const Elements& on_a5, const char* where) {
  return joined(Constraints{
      element_is("src", {f16, f32, u16, u32}).on({a2a3}).from(tcolargmin_page, "A2A3 source types"),
      element_is("src", on_a5).on({a5}).from(where, "A5 source types"),
      invariant(element_is("src", on_a5))
          .on({cpu})
          .from(where, "source types; conventions: the CPU has a subset"),
      located_in("src", {Location::vec}).from(tcolargmin_page, "dst and src lie in Vec"),
      nd_layout("src").on(devices).unchecked_on(devices).from(tcolargmin_page, "src is ND"),
      unboxed("src").on({cpu}).from(tcolargmin_later, "src is ND or DN"),
      plain_fractal("src"),
      valid_within_shape("src").from("Tile class", "static valid bounds"),
      non_empty("src").at(launch).from(tcolargmin_page, "srcValidCol and srcValidRow != 0"),
  });
}

Constraints row_of_results(const std::string& out) {
  return {
      located_in(out, {Location::vec}).from(tcolargmin_page, "dst and src lie in Vec"),
      nd_layout(out).from(tcolargmin_page, "dst is ND"),
      plain_fractal(out),
      valid_within_shape(out).from("Tile class", "static valid bounds"),
      valid_rows_are(out, 1).at(launch).from(tcolargmin_page, "dstValidRow == 1"),
      same_valid_columns(out, "src").at(launch).from(tcolargmin_page, "srcValidCol == dstValidCol"),
  };
}

Constraints scratch() {
  return {
      same_element("tmp", "src").on({a2a3}).from(tcolargmin_page, "tmp has the type of src"),
      invariant(located_in("tmp", {Location::vec})).from(tcolargmin_page, "tmp is a Vec tile"),
      invariant(nd_layout("tmp")).from(tcolargmin_page, "tmp is a row"),
      plain_fractal("tmp"),
      stride_of_tmp().on({a2a3}).unchecked_on({a2a3}).from(tcolargmin_page, "A2A3 tmp: stride"),
  };
}

Constraints index_form() {
  return joined(source({i8, u8, i16, u16, i32, u32, f16, f32}, tcolargmin_page),
                Constraints{element_is("dst", {u32, i32}).from(tcolargmin_page, "index types")},
                row_of_results("dst"), scratch());
}

Constraints value_form() {
  return joined(
      source({i16, u16, i32, u32, f16, f32}, tcolargmin_later),
      Constraints{index_of_source_width(true, tcolargmin_later),
                  same_element("dst_val", "src").from(tcolargmin_later, "type of the value")},
      row_of_results("dst"), row_of_results("dst_val"), scratch());
}

}  // namespace

OpSpec TCOLARGMIN() {
  return {
      .mnemonic = "TCOLARGMIN",
      .summary = "Row of the smallest element of every column, on request with its value.",
      .forms = {{.name = "index",
                 .operands = {dst, src, tmp},
                 .lead = "src",
                 .constraints = index_form(),
                 .results = {indices_of(search)},
                 .scenarios = {tall(), manual_example(), lines_of_one_row()},
                 .copies_in = {"single_row"},
                 .plans = {"ends", "ties", "falling"},
                 .usual_rows = 2},
                {.name = "value_index",
                 .operands = {dst_val, dst, src, tmp},
                 .lead = "src",
                 .constraints = value_form(),
                 .results = {values_of(search), indices_of(search)},
                 .scenarios = {tall(), manual_example(), lines_of_one_row()},
                 .plans = {"ends", "ties", "falling"},
                 .usual_rows = 2}},
      .decisions = {"002-outside-the-valid-region", "004-argmax-ties-and-nan", "005-index-width"},
      .ambiguities = ambiguities_of_column_searches("TCOLARGMIN"),
      .notes = {"a5: tmp is accepted and not used", "a5: int16 row counters end at 32767"},
      .errata = errata_of_column_search("TCOLARGMIN", false),
  };
}

}  // namespace assay::ops
