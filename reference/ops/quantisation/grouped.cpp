// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/quantisation/grouped.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using numerics::Real;
using numerics::RoundMode;

constexpr int bias_of_scales = 127;
constexpr int greatest_exponent_of_e4m3 = 8, greatest_exponent_of_e2m1 = 2;
constexpr double greatest_e4m3 = 448, greatest_e2m1 = 6;

/// Codes of 8 bits are declared as int8_t.
ElementType codes_of(const Call& call) {
  return bits_of(call.tile("dst").type.element) == 4 ? e2m1 : e4m3;
}

/// The element of src with that number in a group.
std::int64_t place_in_source(const Call& call, Grouping grouping, std::int64_t line,
                             std::int64_t group, std::int64_t number) {
  const std::int64_t along = group * numbers_of_group + number;
  const std::int64_t cols = call.tile("src").cols();
  return grouping == Grouping::columns ? line * cols + along : along * cols + line;
}

/// What a group has in common.
struct Group {
  bool open = true;   ///< nothing is promised of its exponent
  bool zero = false;  ///< all of its numbers are zero
  int exponent = 0;   ///< as e8m0
};

/// Fields of the pattern of a number.
int exponent_field(ElementType type, std::uint64_t bits) {
  const ElementFormat& format = format_of(type);
  const std::uint64_t mask = (std::uint64_t{1} << format.exponent_bits) - 1;
  return static_cast<int>(bits >> (format.precision - 1) & mask);
}

/// The greatest size has a normal number's exponent, and that of the group fits its byte.
Group the_group_of(const Evaluation& inputs, Grouping grouping, std::int64_t line,
                   std::int64_t number) {
  const ElementArray& source = inputs.of("src");
  const numerics::ElementClasses& classes = numerics::classes_of(source.type());
  std::uint64_t greatest = 0;
  for (std::int64_t i = 0; i < numbers_of_group; ++i) {
    const std::uint64_t bits =
        source[place_in_source(inputs.call, grouping, line, number, i)] & classes.magnitude;
    if (bits >= classes.infinity) return {};
    greatest = std::max(greatest, bits);
  }
  const int field = exponent_field(source.type(), greatest);
  const int subtrahend =
      codes_of(inputs.call) == e4m3 ? greatest_exponent_of_e4m3 : greatest_exponent_of_e2m1;
  const int exponent = field - format_of(source.type()).bias + bias_of_scales - subtrahend;
  return {field == 0 || exponent < 0, greatest == 0, exponent};
}

Acceptable code_of(ElementType codes, ElementType from, std::uint64_t bits, const Group& group) {
  const numerics::ElementClasses& classes = numerics::classes_of(from);
  const std::uint64_t sign = (bits & classes.sign) != 0 ? mask_of(codes) ^ mask_of(codes) >> 1 : 0;
  if (group.zero) return exactly(sign);
  if (group.open) return left_to_target(0);
  const double limit = codes == e4m3 ? greatest_e4m3 : greatest_e2m1;
  const double scaled =
      std::ldexp(numerics::decode(from, bits).to_double(), bias_of_scales - group.exponent);
  const Real cut(std::clamp(scaled, -limit, limit));
  const std::uint64_t below = numerics::encode(codes, cut, RoundMode::floor);
  const std::uint64_t above = numerics::encode(codes, cut, RoundMode::ceil);
  return either(below, above);
}

void store(ExpectedTile& expected, std::int64_t index, const Acceptable& one) {
  expected.set_accept(index, one.accept);
  expected.value.set(index, one.value);
  expected.low.set(index, one.low);
  expected.high.set(index, one.high);
}

/// Calls `visit(line, group)` for the groups of a call.
template <typename Visit>
void for_each_group(const Call& call, Grouping grouping, const Visit& visit) {
  const TileSpec& matrix = call.tile("src");
  const bool by_columns = grouping == Grouping::columns;
  const std::int64_t lines = by_columns ? matrix.valid_rows : matrix.valid_cols;
  const std::int64_t along = by_columns ? matrix.valid_cols : matrix.valid_rows;
  for (std::int64_t line = 0; line < lines; ++line) {
    for (std::int64_t group = 0; group < along / numbers_of_group; ++group) visit(line, group);
  }
}

std::int64_t place_of_exponent(const Call& call, Grouping grouping, std::int64_t line,
                               std::int64_t group) {
  const std::int64_t cols = call.tile("exp").cols();
  if (grouping == Grouping::columns) return line * cols + group;
  if (grouping == Grouping::rows) return group * cols + line;
  return group / 2 * cols + 2 * line + group % 2;
}

/// The exponent of a number becomes one below `around`, or that itself, and where the group is
/// `exact` as many digits stay as a code has. Zeros stay.
std::uint64_t of_common_size(ElementType type, std::uint64_t bits, int around, ElementType codes,
                             bool exact) {
  const ElementFormat& format = format_of(type);
  const int fraction = format.precision - 1;
  const std::uint64_t mask = ((std::uint64_t{1} << format.exponent_bits) - 1) << fraction;
  if ((bits & numerics::classes_of(type).magnitude) == 0) return bits;
  const int less = static_cast<int>(bits >> 2 & 15) % (codes == e4m3 ? 12 : 3);
  const std::uint64_t sized = (bits & ~mask) | static_cast<std::uint64_t>(around - less)
                                                   << fraction;
  const int dropped = exact ? fraction - (format_of(codes).precision - 1) : 0;
  return sized >> dropped << dropped;
}

}  // namespace

Result shared_exponents(Grouping grouping) {
  return {.operand = "exp", .semantics = [=](const Evaluation& inputs) -> Expected {
            const TileSpec& out = inputs.call.tile("exp");
            ExpectedTile expected(u8, out.rows(), out.cols());
            for_each_group(inputs.call, grouping, [&](std::int64_t line, std::int64_t number) {
              const Group group = the_group_of(inputs, grouping, line, number);
              const auto bits = static_cast<std::uint64_t>(group.open ? 0 : group.exponent);
              store(expected, place_of_exponent(inputs.call, grouping, line, number),
                    group.open ? left_to_target(bits) : exactly(bits));
            });
            return expected;
          }};
}

Result grouped_codes(Grouping grouping) {
  const auto codes = [=](const Evaluation& inputs) -> Expected {
    const Call& call = inputs.call;
    const TileSpec &out = call.tile("dst"), &matrix = call.tile("src");
    const ElementArray& source = inputs.of("src");
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for_each_group(call, grouping, [&](std::int64_t line, std::int64_t number) {
      const Group group = the_group_of(inputs, grouping, line, number);
      for (std::int64_t i = 0; i < numbers_of_group; ++i) {
        const std::int64_t at = place_in_source(call, grouping, line, number, i);
        const std::int64_t to = at / matrix.cols() * out.cols() + at % matrix.cols();
        store(expected, to, code_of(codes_of(call), source.type(), source[at], group));
      }
    });
    return expected;
  };
  return no_arithmetic({.operand = "dst", .semantics = codes});
}

void admit_groups(const Call& call, std::vector<ElementArray>& contents, Grouping grouping) {
  ElementArray& numbers = contents[call.form->index_of("src")];
  const ElementType type = numbers.type();
  if (type != f32 && type != f16 && type != bf16) return;
  const int last = (1 << format_of(type).exponent_bits) - 2;
  std::int64_t count = 0;
  for_each_group(call, grouping, [&](std::int64_t line, std::int64_t group) {
    const std::int64_t first = place_in_source(call, grouping, line, group, 0);
    const std::int64_t turn = count++ % 16;
    if (turn == 15 || first >= numbers.size()) return;
    const bool exact = turn != 7 || (numbers[first] & 2) != 0;
    const bool as_drawn = !exact && (numbers[first] & 1) != 0;
    const int around = std::clamp(exponent_field(type, numbers[first]), last / 2, last);
    for (std::int64_t i = 0; i < numbers_of_group; ++i) {
      const std::int64_t at = place_in_source(call, grouping, line, group, i);
      if (at >= numbers.size()) return;
      const numerics::ElementClasses& classes = numerics::classes_of(type);
      if (as_drawn && (numbers[at] & classes.magnitude) < classes.infinity) continue;
      numbers.set(at, of_common_size(type, numbers[at], around, codes_of(call), exact));
    }
  });
}

}  // namespace assay::ops
