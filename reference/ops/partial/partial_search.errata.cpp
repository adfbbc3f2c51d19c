// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of selections that carry an index.
#include "reference/ops/partial/partial_search.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/numerics/classify.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"

namespace assay::ops {
namespace {

constexpr std::int64_t half_register = 64;

/// Operands of a value and its index.
struct Pair {
  const char *value, *index;
};
constexpr Pair pairs[]{{"dstVal", "dstIdx"}, {"src0Val", "src0Idx"}, {"src1Val", "src1Idx"}};

/// Whether the first of two values is greater, or smaller, than the second.
bool is_ahead(ElementType type, std::uint64_t first, std::uint64_t second, bool largest) {
  if (numerics::is_nan(type, first) || numerics::is_nan(type, second)) return false;
  if (numerics::is_zero(type, first) && numerics::is_zero(type, second)) return false;
  const std::int64_t x = numerics::order_key(type, first), y = numerics::order_key(type, second);
  return largest ? x > y : x < y;
}

// ---- what devices select ----

/// Of equal values that of src0; else as promised.
Result taking_the_first_of_equals(const Result& promised, bool index) {
  Result made = promised;
  made.semantics = [=](const Evaluation& inputs) -> Expected {
    auto expected = std::get<ExpectedTile>(promised.semantics(inputs));
    const Call& call = inputs.call;
    const auto at = [&](const char* operand, std::int64_t row, std::int64_t col) {
      return inputs.of(operand)[row * call.tile(operand).cols() + col];
    };
    const ElementType type = call.tile("dstVal").type.element;
    const TileSpec &first = call.tile(value_tiles.first), &second = call.tile(value_tiles.second);
    for_each_valid(call.tile(promised.operand),
                   [&](std::int64_t place, std::int64_t row, std::int64_t col) {
                     if (covered(first, second, row, col) != Covered::by_both) return;
                     const std::uint64_t a = at("src0Val", row, col), b = at("src1Val", row, col);
                     const bool zeros = numerics::is_zero(type, a) && numerics::is_zero(type, b);
                     if (numerics::is_nan(type, a) || (a != b && !zeros)) return;
                     expected.set_exact(place, at(index ? "src0Idx" : "src0Val", row, col));
                   });
    return expected;
  };
  return made;
}

Erratum ties(Target target, std::string number, const std::string& file, bool largest) {
  return giving(giving(of_headers(target, std::move(number), file,
                                  "of equal values that of src0 is taken, with its index"),
                       taking_the_first_of_equals(selected_value(largest), false)),
                taking_the_first_of_equals(selected_index(largest), true));
}

bool has_wide_indices(const Call& call) {
  return bits_of(element_of(call, "dstVal")) == 16 && bits_of(element_of(call, "dstIdx")) == 32 &&
         call.tile("dstVal").valid_cols > half_register;
}

bool is_empty(const Call& call) {
  return call.tile("dstVal").valid_rows == 0 || call.tile("dstVal").valid_cols == 0;
}

// ---- where the CPU looks for an index ----

bool has_other_pitch(const Call& call) {
  return std::ranges::any_of(pairs, [&](const Pair& pair) {
    return call.tile(pair.value).cols() != call.tile(pair.index).cols();
  });
}

bool leaves_its_tile(const Call& call) {
  return std::ranges::any_of(pairs, [&](const Pair& pair) {
    const TileSpec &value = call.tile(pair.value), &index = call.tile(pair.index);
    const bool in_rows = value.type.blayout == BLayout::row_major;
    const std::int64_t end = in_rows ? (value.valid_rows - 1) * value.cols() + value.valid_cols
                                     : (value.valid_cols - 1) * value.rows() + value.valid_rows;
    const bool halved = bits_of(index.type.element) < 8;  // of which the CPU writes bytes
    return end > index.type.elements() / (halved ? 2 : 1);
  });
}

/// Indices lie where values do in their tile.
Result indices_at_places_of_values(bool largest) {
  Result made = selected_index(largest);
  made.flow = {};
  made.semantics = [=](const Evaluation& inputs) -> Expected {
    const Call& call = inputs.call;
    const TileSpec &out = call.tile("dstIdx"), &values = call.tile("dstVal");
    const TileSpec &left = call.tile(value_tiles.first), &right = call.tile(value_tiles.second);
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    std::ranges::fill(expected.accept, Accept::preserved);
    for_each_valid(values, [&](std::int64_t place, std::int64_t row, std::int64_t col) {
      const auto at = [&](const char* operand, const char* value) {
        return inputs.of(operand)[row * call.tile(value).cols() + col];
      };
      const Covered by = covered(left, right, row, col);
      const bool first = by == Covered::by_both
                             ? is_ahead(values.type.element, at("src0Val", "src0Val"),
                                        at("src1Val", "src1Val"), largest)
                             : by == Covered::by_first;
      expected.set_exact(place, first ? at("src0Idx", "src0Val") : at("src1Idx", "src1Val"));
    });
    return expected;
  };
  return made;
}

}  // namespace

std::vector<Erratum> search_errata(const std::string& op, bool largest) {
  const auto numbered = [&](int number) { return fmt::format("E-{}-{:03}", op, number); };
  const std::string common = "TPartOp.hpp";
  // Of legal calls, and of illegal ones that nothing has to refuse.
  const auto beyond = [&](int number, const std::string& title, const std::string& constraint) {
    Erratum made = of_headers(cpu, numbered(number), common, title);
    made.effect = ErratumEffect::anything;
    made.severity = Severity::critical;
    made.constraint = constraint;
    return among(std::move(made), "values that lie where the tile of indices has no room",
                 leaves_its_tile);
  };
  Erratum pitch = giving(of_headers(cpu, numbered(4), common,
                                    "indices lie where values do, whatever Cols of their tile are"),
                         indices_at_places_of_values(largest));
  pitch.reads_more = true;
  Erratum lanes =
      of_headers(a2a3, numbered(3), "TPartArgOp.hpp",
                 "of half with 32-bit indices every second 64 columns are not selected");
  lanes.effect = ErratumEffect::anything;
  return {beyond(9, "an index lies outside of its tile", ""),
          beyond(10, "an index lies outside of its tile in an illegal call", "*"),
          among(std::move(pitch), "other Cols of values than of indices", has_other_pitch),
          among(std::move(lanes), "half with 32-bit indices, beyond 64 columns", has_wide_indices),
          among(refusing(of_headers(a2a3, numbered(5), "TPartArgOp.hpp",
                                    "debug builds refuse a dst without a valid element"),
                         {}, {"must be non zero"}),
                "no valid element of dst", is_empty),
          ties(a2a3, numbered(1), "TPartArgOp.hpp", largest),
          ties(a5, numbered(2), "TPartArgBinOps.hpp", largest),
          unchecked(cpu, numbered(6), common, "src1Idx.same_element"),
          unchecked(cpu, numbered(7), common, "*Idx.same_valid_region"),
          unchecked(cpu, numbered(8), common, "dstVal.covered")};
}

}  // namespace assay::ops
