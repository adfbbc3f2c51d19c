// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/reduction.hpp"
#include "reference/ops/reduce_expand/reduction_rules.hpp"

namespace assay::ops {
namespace {

constexpr const char* page = "TCOLSUM page";

Reduced tiles() {
  Reduced tiles;
  tiles.page = page;
  tiles.types = {.a2a3 = {f16, f32, i32, i16},
                 .a5 = {f16, f32, bf16, i8, u8, i16, u16, i32, u32, i64, u64},
                 .cpu = {f16, bf16, f32},
                 .listed = every_target};
  tiles.cpu_pairs = {{f16, f16}, {bf16, bf16}, {bf16, f32}, {f16, f32}, {f32, f32}};
  tiles.cpu_cols = true;
  return tiles;
}

Rules rules_of_both() { return column_reduction_rules(tiles()); }

/// Sums of pairs of rows, then of pairs of these: as many rows of tmp as there are pairs.
Constraint room_for_pairs() {
  const auto is_binary = [](const Call& call) { return call.attribute("isBinary") == "true"; };
  const auto needed = [](const Call& call) {
    return std::max<std::int64_t>(1, call.tile("src").valid_rows / 2);
  };
  Constraint made = rules::rule(
      "tmp.pairs", "with isBinary tmp has half as many rows as src, rounded down, and at least one",
      [=](const Call& call) { return !is_binary(call) || call.tile("tmp").rows() >= needed(call); },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile("tmp");
        tile.type.rows = std::max<std::int64_t>(1, call.tile("src").rows() / 2);
      },
      [=](Call& call, Draw&) {
        call.attributes.front() = 1;
        TileSpec& in = call.tile("src");
        in.type.dynamic_valid_rows = false;
        set_valid(in, std::max<std::int64_t>(in.valid_rows, 4), in.valid_cols);
        call.tile("tmp").type.rows = needed(call) - 1;
      });
  made.edge = [=](Call& call, Draw&, Edge side) {
    if (side != Edge::smallest && side != Edge::below) return false;
    call.attributes.front() = 1;
    TileSpec& in = call.tile("src");
    in.type.dynamic_valid_rows = false;
    set_valid(in, std::max<std::int64_t>(in.valid_rows, 4), in.valid_cols);
    call.tile("tmp").type.rows = needed(call) - (side == Edge::below ? 1 : 0);
    return true;
  };
  return std::move(made).on(devices).unchecked_on(devices).from(page, "size of tmp");
}

/// At launch a row of tmp holds the valid columns of src.
Constraint width_for_pairs() {
  const auto holds = [](const Call& call) {
    return call.attribute("isBinary") != "true" ||
           call.tile("tmp").cols() >= call.tile("src").valid_cols;
  };
  return rules::rule(
             "tmp.width", "with isBinary a row of tmp holds the valid columns of src", holds,
             [](Call& call, Draw&) { call.tile("tmp").type.cols = call.tile("src").type.cols; },
             [](Call& call, Draw&) {
               call.attributes.front() = 1;
               TileSpec& in = call.tile("src");
               const std::int64_t block = 32 / size_of(in.type.element);
               set_valid(in, in.valid_rows, std::max(in.valid_cols, 2 * block + 1));
               call.tile("dst").valid_cols = in.valid_cols;
               call.tile("tmp").type.cols = block;
             })
      .at(launch)
      .on(devices)
      .from(page, "run time: valid columns fit in a row of tmp");
}

Rules scratch_rules() {
  return {
      rules::same_element("tmp", "src")
          .unchecked_on(every_target)
          .from(page, "tmp has the type of src"),
      rules::located_in("tmp", {Location::vec}).on({a2a3}).from(page, "tmp lies in Vec"),
      rules::nd_layout("tmp").on({a2a3}).from(page, "tmp is row-major without boxes"),
      rules::invariant(rules::nd_layout("tmp"))
          .named("tmp.plain_layout")
          .on({a5, cpu})
          .from(page, "tmp is row-major"),
      rules::plain_fractal("tmp"),
      rules::valid_within_shape("tmp").from("Tile class", "static valid bounds"),
      room_for_pairs(),
      width_for_pairs(),
  };
}

/// With tmp A5 has no path for 8-byte elements.
void sum_with_tmp(const Line& line, ExpectedTile& expected, std::int64_t at) {
  sum_of(line, expected, at);
  if (line.call.target == a5 && bits_of(line.to) == 64) {
    expected.set_accept(at, Accept::target_defined);
  }
}

}  // namespace

OpSpec TCOLSUM() {
  return {
      .mnemonic = "TCOLSUM",
      .family = "reduce_expand",
      .summary = "Sum of the valid elements of every column.",
      .forms = {{.name = "plain",
                 .operands = {dst, src},
                 .lead = "src",
                 .constraints = rules_of_both(),
                 .results = {reduction(Axis::columns, first_64_on_a5(Axis::columns, sum_of))},
                 .plans = {"ones", "cancellation", "foursomes"},
                 .usual_rows = 2},
                {.name = "tmp",
                 .operands = {dst, src, tmp},
                 .lead = "src",
                 .attributes = {{"isBinary", {"false", "true"}}},
                 .constraints = joined(rules_of_both(), scratch_rules()),
                 .results = {reduction(Axis::columns, sum_with_tmp)},
                 .plans = {"ones", "cancellation", "foursomes"},
                 .usual_rows = 3}},
      .decisions = {"002-outside-the-valid-region", "030-reductions-in-any-order",
                    "032-reach-of-64-bit-reductions"},
      .ambiguities =
          {{"the CPU refuses integers, which devices take", "constraint src.element on cpu"},
           {"with an odd number of rows A2A3 adds the last one to the first pair, A5 to the last",
            "decision 030: every order is accepted"},
           {"documents ask for half the rows in tmp rounded up, headers use them rounded down",
            "constraint tmp.pairs: rounded down"},
           {"on A5 the form with tmp has no path for 8-byte types, which its check lets through",
            "decision 032: target-defined"},
           {"documents call no valid row an error, devices return without a word",
            "constraint src.non_empty: no promised refusal"},
           {"the CPU adds half in half here and in float by rows",
            "decision 030: in the type of dst or wider"},
           {"A2A3 seeds its result with whole blocks, so that dst changes up to the end of a block",
            "decision 002: unspecified outside the valid region"}},
      .notes = {"isBinary is an argument at run time; the page has it as an attribute",
                "a5: rows are Cols apart",
                "cpu: isBinary and tmp are ignored; counts rows in 16 bits"},
  };
}

}  // namespace assay::ops
