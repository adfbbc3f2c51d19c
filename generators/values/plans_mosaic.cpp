// SPDX-License-Identifier: Apache-2.0
// Elements of many plans in one operand, and plans of nothing but ends.
#include <array>
#include <string_view>
#include <vector>

#include "generators/values/bit_patterns.hpp"
#include "generators/values/plans.hpp"

namespace assay::generators {
namespace {

/// So many neighbours are of one plan, so that what a plan does to neighbours is there.
constexpr std::uint64_t block_elements = 8;

/// None of them needs a whole line to be meaningful.
constexpr std::array<std::string_view, 16> pieces{
    "specials",   "specials",  "extremes", "extremes",     "uniform", "exponent",
    "ones",       "ties",      "nearties", "cancellation", "shifts",  "domain",
    "conversion", "multiples", "twins",    "moderate"};

using Planned = std::vector<PlannedValues>;  // by piece

/// Made when the first is needed, for every format.
const Planned& planned_pieces(const ElementFormat& format) {
  static const std::vector<Planned> all = [] {
    std::vector<Planned> made;
    for (const ElementFormat& one : all_formats()) {
      Planned& of_format = made.emplace_back();
      for (const std::string_view name : pieces) of_format.emplace_back(plan_named(name), one);
    }
    return made;
  }();
  return all.at(static_cast<std::size_t>(&format - all_formats().data()));
}

/// Elements of a block of `ends`: as many as a line of the narrowest tiles has.
constexpr std::uint64_t line_elements = 32;

/// Of every second operand whole blocks have one value.
Counter of_line(const Counter& c) {
  const bool in_lines = Counter{c.key, c.operand, 0}.below(2, 14) == 0;
  return in_lines ? Counter{c.key, c.operand, c.index / line_elements} : c;
}

std::uint64_t end_of(const ElementFormat& format, const Counter& c) {
  const bool negative = (c.word(1) & 1) != 0;
  const std::array<std::uint64_t, 8> values{assemble(format, negative, 0, 0),
                                            assemble(format, negative, 0, 1),
                                            assemble(format, negative, 0, fraction_mask(format)),
                                            assemble(format, negative, 1, 0),
                                            largest(format, negative),
                                            largest(format, negative) - 1,
                                            infinite(format, negative),
                                            c.below(2, 2) == 0
                                                ? not_a_number(format, negative, c.word(3))
                                                : power_of_two(format, negative, 0)};
  return values.at(c.below(values.size(), 0));
}

std::uint64_t end_of_integers(const ElementFormat& format, const Counter& c) {
  const std::uint64_t mask = mask_of(format.type);
  const bool has_sign = format.kind == ElementKind::signed_integer;
  const std::uint64_t most = has_sign ? mask >> 1 : mask;
  const std::array<std::uint64_t, 8> values{most, most - 1, most + 1, most + 2, 0, 1, mask, most};
  return values.at(c.below(values.size(), 0));
}

/// The same block of every operand is of the same plan; one block in five has ends alone.
std::uint64_t piece(const ElementFormat& format, const Counter& c,
                    std::uint64_t (*end)(const ElementFormat&, const Counter&)) {
  constexpr std::uint64_t blocks_of_ends = 4;
  const Counter block{c.key, 0, c.index / block_elements};
  const std::uint64_t number = block.below(pieces.size() + blocks_of_ends, 14);
  if (number >= pieces.size()) return end(format, c);
  return planned_pieces(format).at(number).at(c);
}

/// Of a product with an accumulator, the first two operands.
bool is_accumulator(const Counter& c) { return c.operand < 2; }

}  // namespace

std::uint64_t floats::ends(const ElementFormat& format, const Counter& c) {
  return end_of(format, of_line(c));
}

std::uint64_t integers::ends(const ElementFormat& format, const Counter& c) {
  return end_of_integers(format, of_line(c));
}

std::uint64_t floats::held(const ElementFormat& format, const Counter& c) {
  if (is_accumulator(c)) return end_of(format, c);
  const bool negative = (c.word(1) & 1) != 0;
  return c.below(8, 0) == 0 ? power_of_two(format, negative, 0) : assemble(format, negative, 0, 0);
}

std::uint64_t integers::held(const ElementFormat& format, const Counter& c) {
  if (format.bits != 32) return c.below(8, 0) / 7;  // factors are narrower than sums and biases
  const bool has_sign = format.kind == ElementKind::signed_integer;
  const std::uint64_t least = has_sign ? (mask_of(format.type) >> 1) + 1 : 0;
  return c.below(2, 2) == 0 ? least : end_of_integers(format, c);
}

std::uint64_t floats::mosaic(const ElementFormat& format, const Counter& c) {
  return piece(format, c, end_of);
}

std::uint64_t integers::mosaic(const ElementFormat& format, const Counter& c) {
  return piece(format, c, end_of_integers);
}

}  // namespace assay::generators
