// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/integer.hpp"
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/generation/generation.hpp"
#include "reference/ops/manual_examples.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tci_page = "TCI page";

const Operand start{"start", Role::input, OperandKind::scalar};
const Attribute direction{"descending", {"0", "1"}};

bool descends(const Call& call) { return call.attribute(direction.name) == "1"; }

Constraint one_row() {
  return constraint(
      "dst.one_row", "Rows of dst is 1",
      [](const Call& call) { return call.tile("dst").rows() == 1; },
      [](Call& call, Draw&) {
        TileSpec& tile = call.tile("dst");
        tile.type.rows = tile.valid_rows = 1;
        make_well_formed(tile.type);
      },
      [](Call& call, Draw& draw) { call.tile("dst").type.rows = draw.integer(2, 16); });
}

/// What the vectorized way of A2A3 needs, by the width of an element.
Constraint room_for_sequence() {
  const auto room = [](const Call& call) {
    return at_least_bytes("tmp", bits_of(call.tile("dst").type.element) == 16 ? 1792 : 768);
  };
  Constraint made = constraint(
      "tmp.bytes", "tmp holds at least 1792 bytes for 2-byte elements and 768 for 4-byte ones",
      [=](const Call& call) { return room(call).holds(call); },
      [=](Call& call, Draw& draw) { room(call).impose(call, draw); });
  made.edge = [=](Call& call, Draw& draw, Edge side) { return room(call).edge(call, draw, side); };
  return made;
}

Constraints of_sequence() {
  return joined(
      element_types("dst", tci_page,
                    {.a2a3 = {i16, u16, i32, u32, f16, bf16, f32}, .a5 = {i16, u16, i32, u32}}),
      Constraints{
          located_in("dst", {Location::vec}).unchecked_on(every_target).from(tci_page, "examples"),
          invariant(row_major("dst")).from("Tile class", "one row is no whole block of columns"),
          invariant(unboxed("dst")).from("MODEL 11", "boxed row-major Vec tiles are open"),
          plain_fractal("dst"), one_row().unchecked_on({cpu}).from(tci_page, "Rows is 1"),
          invariant(valid_rows_are("dst", 1))
              .from(tci_page, "the valid elements; the valid rows are not consulted"),
          valid_within_shape("dst").from("Tile class", "static valid bounds"),
          same_element("start", "dst").unchecked_on({cpu}).from(tci_page, "DType is T")});
}

Constraints of_scratch() {
  return joined(Constraints{element_is("tmp", {f32, i32, u32})
                                .on({a2a3})
                                .unchecked_on(every_target)
                                .from(tci_page, "a 4-byte type")},
                scratch(tci_page),
                Constraints{room_for_sequence()
                                .at(launch)
                                .on({a2a3})
                                .unchecked_on(every_target)
                                .from(tci_page, "minimum sizes of tmp")});
}

/// Integers wrap (decision 014); of floats the sum is rounded once (decision 197).
Result sequence() {
  const auto floating = [](const ElementContext& cell) {
    const numerics::Real first = cell.arguments[0].real(), count(cell.col);
    return within(cell.to, descends(cell.call) ? first - count : first + count, cell.tolerance);
  };
  const auto integer = [](const ElementContext& cell) {
    const Value& given = cell.arguments[0];
    const numerics::Wide first = numerics::integer_value(given.type, given.bits);
    return overflowing(cell, descends(cell.call) ? first - cell.col : first + cell.col);
  };
  return by_kind(per_element({{"start"}}, floating, "add"),
                 with_overflow(per_element({{"start"}}, integer)));
}

/// The column after which a sequence passes something: often the first, one of the later ones, or
/// the last that has a column after it.
std::int64_t passed_column(const TileSpec& tile, Draw& draw) {
  const std::int64_t last = std::max<std::int64_t>(tile.cols() - 2, 0);
  return draw.pick<std::int64_t>(
      {0, draw.integer(0, last), draw.integer(0, last), draw.integer(last / 2, last), last});
}

/// From which the sequence passes zero, and so has both signs.
Scenario passing_zero() {
  return {.name = "passing zero",
          .text = "a start from which the sequence passes zero",
          .apply = [](Call& call, Draw& draw) {
            TileSpec& tile = call.tile("dst");
            if (draw.chance(50)) tile.type.cols = draw.integer(4, 8) * 64;
            set_valid(tile, 1, tile.cols());
            const ElementType type = tile.type.element;
            const std::int64_t away = std::min<std::int64_t>(passed_column(tile, draw), 250);
            const std::int64_t first = descends(call) ? away : -away;
            call.scalar("start") = {type, is_float(type)
                                              ? integer_in(type, first)
                                              : static_cast<std::uint64_t>(first) & mask_of(type)};
          }};
}

/// From which the sequence passes an end of an integer type, or of the whole numbers of a float.
Scenario passing_an_end() {
  return {.name = "passing an end",
          .text =
              "a start from which the sequence passes an end of its type, or of the whole "
              "numbers that a float has",
          .apply = [](Call& call, Draw& draw) {
            TileSpec& tile = call.tile("dst");
            if (draw.chance(50)) tile.type.cols = draw.integer(4, 8) * 64;
            set_valid(tile, 1, tile.cols());
            const ElementType type = tile.type.element;
            const std::int64_t away = passed_column(tile, draw);
            const bool down = descends(call);
            if (!is_float(type)) {
              const std::uint64_t end = numerics::largest_finite(type, down);
              const auto step = static_cast<std::uint64_t>(away);
              call.scalar("start") = {type, (down ? end + step : end - step) & mask_of(type)};
              return;
            }
            const std::int64_t last = std::int64_t{1} << format_of(type).precision;
            call.scalar("start") = {type, integer_in(type, down ? away - last : last - away)};
          }};
}

Scenario long_sequence() {
  return {.name = "long",
          .text = "more columns than a repeat of the vector unit has elements",
          .apply = [](Call& call, Draw& draw) {
            TileSpec& tile = call.tile("dst");
            tile.type.cols = (draw.chance(50) ? draw.integer(33, 65) : draw.integer(258, 270)) * 64;
            set_valid(tile, 1, tile.cols() - draw.integer(0, 20));
          }};
}

/// The sequences of the examples: 0, 1, 2 and so on, and 100, 99, 98 and so on.
void example(Call& call) {
  const ElementType type = call.tile("dst").type.element;
  declare(call.tile("dst"), type, 1, 16);
  call.scalar("start") = {type, integer_in(type, descends(call) ? 100 : 0)};
  if (call.form->has("tmp")) declare(call.tile("tmp"), f32, 1, 512);
}

Form form(const std::string& name) {
  Form made{
      .name = name,
      .operands = {dst, start},
      .lead = "dst",
      .attributes = {direction},
      .constraints = of_sequence(),
      .results = {sequence()},
      .scenarios = {passing_an_end(), passing_zero(), long_sequence(), manual_example(example)}};
  if (name != "tmp") return made;
  made.operands.push_back(tmp);
  made.constraints = joined(made.constraints, of_scratch());
  return made;
}

}  // namespace

OpSpec TCI() {
  return {
      .mnemonic = "TCI",
      .summary = "Counts up or down from a number along a row.",
      .forms = {form("plain"), form("tmp")},
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow", "197-generated-tiles"},
      .ambiguities =
          {{"the page below tile/ops has four integer types and wants Cols other than 1, the page "
            "floats on A2A3 and Rows of 1",
            "constraints dst.element and dst.one_row: the page"},
           {"the sequence is over the valid elements, and its length does not depend on valid rows",
            "constraint dst.valid_rows: one valid row, where both are the same"},
           {"the sizes of tmp are for integers, and floats are among the types of both forms",
            "constraint tmp.bytes: by the width of an element"},
           {"no page says how a sum beyond an integer type ends, or when one of floats is rounded",
            "decisions 014 and 197: it wraps; it is rounded once; errata E-TCI-004 and E-TCI-005"}},
      .notes = {"a5: tmp is ignored"},
      .errata = tci_errata(),
  };
}

}  // namespace assay::ops
