// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/ops/tile_scalar/scalar_constraints.hpp"

namespace assay::ops {
namespace {

constexpr const char* page = "TSUBS page";

/// A2A3 is reported to negate the scalar as a float; nothing where that float has no integer.
std::optional<numerics::Wide> subtrahend_through_f32(const ElementContext& cell) {
  const auto bits = *numerics::convert(cell.to, cell.arguments[1].bits, f32);
  const auto back = numerics::convert(f32, bits ^ 0x80000000U, cell.to);
  if (!back) return std::nullopt;
  return -numerics::integer_value(cell.to, *back);
}

/// What `difference` accepts and what the rounded scalar gives; nothing is promised where these are
/// more than three patterns.
Acceptable with_rounded_scalar(const ElementContext& cell, const Acceptable& difference,
                               numerics::Wide subtrahend) {
  const auto minuend = numerics::integer_value(cell.to, cell.arguments[0].bits);
  const Acceptable rounded_one = overflowing(cell, minuend - subtrahend);
  std::vector<std::uint64_t> bits{difference.value};
  const auto add = [&](const Acceptable& more) {
    for (const std::uint64_t one :
         {more.value, more.accept == Accept::any_of ? more.low : more.value}) {
      if (std::ranges::find(bits, one) == bits.end()) bits.push_back(one);
    }
  };
  add(difference);
  add(rounded_one);
  if (bits.size() > 3) return left_to_target(difference.value);
  return either(bits[0], bits[bits.size() > 1 ? 1 : 0], bits.back());
}

Acceptable difference(const ElementContext& cell) {
  const Acceptable exact = integer_difference(cell);
  if (cell.call.target != a2a3) return exact;
  const auto subtrahend = subtrahend_through_f32(cell);
  if (!subtrahend) return left_to_target(exact.value);
  return with_rounded_scalar(cell, exact, *subtrahend);
}

Result result() {
  return with_scalar(by_kind(
      rounded(
          {.function = Function::subtract, .arguments = {"src", "scalar"}, .accuracy = "subtract"}),
      per_element({{"src"}, {"scalar"}}, or_untouched_from_column_64(difference))));
}

}  // namespace

OpSpec TSUBS() {
  return {
      .mnemonic = "TSUBS",
      .family = "tile_scalar",
      .summary = "Every element less a scalar.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src, scalar},
          .lead = "src",
          .constraints = joined(
              type_lists("src", page, {.a2a3 = {i16, i32, f16, f32}, .a5 = arithmetic_elements}),
              dst_has_type_of("src", page),
              tiles_with_scalar("src", page, {.dst_in_vec = {a5, cpu}}),
              regions_with_scalar("src", page), scalar_argument()),
          .results = {result()},
          .scenarios = {inexact_scalar()},
          .plans = {"cancellation", "nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow", "020-scalar-arguments",
                    "039-one-layout-with-a-scalar"},
      .ambiguities =
          {{"A2A3 is reported to negate the scalar as a float, which loses bits above 2^24",
            "decision 020: the difference with the rounded scalar is accepted as well on a2a3; "
            "target-defined where the negated float has no integer"},
           {"no source asks for row-major tiles here, though the sum's pages do and devices "
            "address "
            "rows",
            "constraints src.row_major and dst.row_major: kept on devices, no promised refusal"},
           overflow_is_open()},
      .notes =
          {"a5: up to 32 bits the negated scalar is added, 64 bits are subtracted in halves, 64 "
           "columns of a row at most",
           "a2a3: the location of dst is not asserted"},
  };
}

}  // namespace assay::ops
