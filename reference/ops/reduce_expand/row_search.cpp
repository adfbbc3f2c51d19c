// SPDX-License-Identifier: Apache-2.0
// Rules of the searches in rows.
#include <algorithm>

#include "reference/ops/reduce_expand/arg_reduction.hpp"
#include "reference/ops/reduce_expand/reduction.hpp"

namespace assay::ops {
namespace {

using namespace rules;

const Elements a2a3_sources{f16, f32, i32, i16};
const Elements a5_sources{i16, u16, i32, u32, f16, f32};

std::int64_t over(std::int64_t count, std::int64_t per) { return (count + per - 1) / per; }

/// Elements of a row of tmp on A2A3: best values and places of every 256 bytes of a row, and of
/// every 256 bytes of these. The last region is longer than the page says, by what the header
/// writes.
std::int64_t levels(std::int64_t cols, std::int64_t repeat, std::int64_t block) {
  const std::int64_t first = over(cols, repeat);
  const std::int64_t pairs = over(2 * first, block) * block;
  const std::int64_t places = over(first, block) * block;
  if (cols <= repeat * repeat) return pairs + places;
  const std::int64_t second = over(first, repeat);
  return std::max(pairs + first, places + over(2 * second, block) * block + second);
}

Room room_of(const Call& call) {
  const TileSpec& in = call.tile("src");
  const std::int64_t size = size_of(in.type.element);
  if (in.valid_cols > repeat_of(in)) {
    return {in.valid_rows, levels(in.valid_cols, repeat_of(in), 32 / size) * size};
  }
  return call.form->has("dst_val") ? Room{in.valid_rows, 2 * size} : Room{};
}

Rules source_rules(const std::string& page, bool index_only) {
  Constraint on_a5 =
      element_is("src", a5_sources, {bf16}).on({a5}).from(page, "A5: two- and four-byte sources");
  if (index_only) on_a5 = std::move(on_a5).unchecked_on({a5});
  return {
      element_is("src", a2a3_sources).on({a2a3}).from(page, "A2A3 source types"),
      std::move(on_a5),
      invariant(element_is("src", ordered_elements)).on({cpu}).from("CPU header", "source types"),
      located_in("src", {Location::vec}).from(page, "tiles lie in Vec"),
      nd_layout("src").from(page, "src is row-major without boxes"),
      plain_fractal("src"),
      valid_within_shape("src").from("Tile class", "static valid bounds"),
      region_not_empty("src", page, {.on = every_target, .refused = devices}),
  };
}

Rules result_rules(const std::string& page, const std::string& out) {
  // The CPU header asserts it of the indices alone.
  const TargetSet unasserted = out == "dst_val" ? TargetSet{cpu} : no_target;
  return {
      located_in(out, {Location::vec}).from(page, "tiles lie in Vec"),
      column_of_results(out, page),
      unboxed(out).on({cpu}).unchecked_on(unasserted).from("CPU header", "dst has no boxes"),
      whole_boxes(out),
      plain_fractal(out),
      valid_within_shape(out).from("Tile class", "static valid bounds"),
      equal_rows(out, "src", page, devices),
  };
}

Rules all_rules(const std::string& page, bool index_only) {
  const Rules types =
      index_only ? Rules{element_is("dst", {u32, i32}).from(page, "index types")}
                 : joined(Rules{index_of_source_width(false, page),
                                same_element("dst_val", "src").from(page, "type of the value")},
                          result_rules(page, "dst_val"));
  return joined(source_rules(page, index_only), types, result_rules(page, "dst"),
                row_scratch(page,
                            "a row of tmp for every row of src, with room for the levels of the "
                            "search where a row exceeds 256 bytes and for a pair of elements where "
                            "it does not and a value is asked for",
                            room_of));
}

std::vector<Ambiguity> contradictions() {
  return {
      {"index types of the value form: 32 bits alone, 16 bits for half, or all four for two-byte "
       "sources; the CPU takes 32 bits alone",
       "constraint dst.element: all four on devices, 32 bits on cpu"},
      {"ties and NaN are in no document",
       "decision 033: the lowest column on cpu, any equal one on devices; NaN target-defined"},
      {"a page wants one valid column in dst, headers never look",
       "no constraint: what is outside column 0 is unspecified"},
      {"the CPU header asserts that the tile of indices has no boxes and says nothing of the "
       "values'",
       "constraint dst_val.unboxed: kept by legal cases, no promised refusal"},
      {"a sample declares a value tile and reuses the name of the index",
       "form value_index: dst_val comes first"},
      {"forms of three and four operands have one name", "forms index and value_index"}};
}

}  // namespace

OpSpec row_search(const std::string& mnemonic, const std::string& summary, bool largest) {
  const Search search{Axis::rows, largest};
  const std::string page = mnemonic + " page";
  const std::vector<std::string> plans{"ties", "rising"};
  return {
      .mnemonic = mnemonic,
      .family = "reduce_expand",
      .summary = summary,
      .forms = {{
                    .name = "index",
                    .operands = {dst, src, tmp},
                    .lead = "src",
                    .constraints = all_rules(page, true),
                    .results = {indices_of(search)},
                    .scenarios = {wide_rows()},
                    .plans = plans,
                    .usual_rows = 2,
                },
                {
                    .name = "value_index",
                    .operands = {dst_val, dst, src, tmp},
                    .lead = "src",
                    .constraints = all_rules(page, false),
                    .results = {values_of(search), indices_of(search)},
                    .scenarios = {wide_rows()},
                    .plans = plans,
                    .usual_rows = 2,
                }},
      .decisions = {"002-outside-the-valid-region", "033-ties-along-rows"},
      .ambiguities = contradictions(),
      .notes = {"a2a3: no document says how the search handles integers, which the header lists",
                "a5: starts from the end of the type with index 0", "a5, cpu: tmp is not used",
                "a5: 8- and 64-bit sources have no path"},
  };
}

}  // namespace assay::ops
