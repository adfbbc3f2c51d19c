// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/arg_reduction.hpp"
#include "reference/ops/reduce_expand/shared/search_errata.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* trowargmin_page = "TROWARGMIN page";
constexpr Search search{Axis::rows, false};

Constraints source(TargetSet unlisted_on_a5) {
  return {
      element_is("src", {f16, f32, i32, i16}).on({a2a3}).from(trowargmin_page, "A2A3 source types"),
      element_is("src", {i16, u16, i32, u32, f16, bf16, f32})
          .on({a5})
          .unchecked_on(unlisted_on_a5)
          .from(trowargmin_page, "A5: two- and four-byte sources"),
      invariant(element_is("src", {i16, u16, i32, u32, f16, bf16, f32}))
          .on({cpu})
          .from(trowargmin_page, "source types; conventions: the CPU has a subset"),
      located_in("src", {Location::vec}).from(trowargmin_page, "tiles lie in Vec"),
      nd_layout("src").from(trowargmin_page, "src is row-major without boxes"),
      plain_fractal("src"),
      valid_within_shape("src").from("Tile class", "static valid bounds"),
      region_not_empty("src", trowargmin_page, {.on = every_target, .refused = every_target}),
  };
}

Constraints column_of(const std::string& out) {
  return {
      located_in(out, {Location::vec}).from(trowargmin_page, "tiles lie in Vec"),
      column_of_results(out, trowargmin_page),
      plain_fractal(out),
      valid_within_shape(out).from("Tile class", "static valid bounds"),
      equal_rows(out, "src", trowargmin_page, every_target),
      one_valid_column(out)
          .at(launch)
          .unchecked_on(every_target)
          .from(trowargmin_page, "dst: valid column count 1"),
  };
}

Constraints scratch_of_search() {
  return row_scratch(trowargmin_page,
                     "a row of tmp for every row of src, with room for the levels of the search "
                     "where a row exceeds 256 bytes and for a pair of elements where it does not "
                     "and a value is asked for",
                     room_for_levels);
}

Constraints index_form() {
  return joined(source({a5}),
                Constraints{element_is("dst", {u32, i32}).from(trowargmin_page, "index types")},
                column_of("dst"), scratch_of_search());
}

Constraints value_form() {
  return joined(
      source(no_target),
      Constraints{index_of_source_width(false, trowargmin_page),
                  same_element("dst_val", "src").from(trowargmin_page, "type of the value")},
      column_of("dst_val"), column_of("dst"), scratch_of_search());
}

}  // namespace

OpSpec TROWARGMIN() {
  return {
      .mnemonic = "TROWARGMIN",
      .summary = "Column of the smallest element of every row, on request with its value.",
      .forms = {{.name = "index",
                 .operands = {dst, src, tmp},
                 .lead = "src",
                 .constraints = index_form(),
                 .results = {indices_of(search)},
                 .scenarios = lines_along_rows(),
                 .plans = {"ends", "ties", "falling"},
                 .usual_rows = 2},
                {.name = "value_index",
                 .operands = {dst_val, dst, src, tmp},
                 .lead = "src",
                 .constraints = value_form(),
                 .results = {values_of(search), indices_of(search)},
                 .scenarios = lines_along_rows(),
                 .plans = {"ends", "ties", "falling"},
                 .usual_rows = 2}},
      .decisions = {"002-outside-the-valid-region", "004-argmax-ties-and-nan",
                    "033-ties-along-rows"},
      .ambiguities = ambiguities_of_row_searches("TROWARGMIN"),
      .notes = {"a2a3: no document says how the search handles integers, which the header lists",
                "a5: starts from the end of the type with index 0", "a5, cpu: tmp is not used",
                "a5: 8- and 64-bit sources have no path"},
      .errata = errata_of_row_search("TROWARGMIN", false),
  };
}

}  // namespace assay::ops
