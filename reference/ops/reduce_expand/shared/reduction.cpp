// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/reduction.hpp"

#include "reference/numerics/classify.hpp"
#include "reference/numerics/integer.hpp"

namespace assay::ops {
namespace {

using numerics::Terms;
using numerics::Wide;

Terms line_of(Axis axis, const TileSpec& tile, const ElementArray& elements, std::int64_t index) {
  const std::int64_t pitch = tile.cols();
  if (axis == Axis::rows) {
    return {elements.type(), elements.bytes(), tile.valid_cols, index * pitch, 1};
  }
  return {elements.type(), elements.bytes(), tile.valid_rows, index, pitch};
}

std::int64_t lines_of(Axis axis, const TileSpec& tile) {
  return axis == Axis::rows ? tile.valid_rows : tile.valid_cols;
}

Wide magnitude(const Terms& terms, std::int64_t i) {
  const Wide value = numerics::integer_value(terms.type, terms[i]);
  return value < 0 ? -value : value;
}

/// Products are not followed beyond it: no 32-bit type reaches it, and 64 bits wrap.
constexpr Wide beyond = Wide{1} << 36;

/// Can no order of additions leave the range of `to`?
bool sum_stays_inside(const Terms& terms, ElementType to) {
  Wide total = 0;
  for (std::int64_t i = 0; i < terms.count; ++i) total += magnitude(terms, i);
  return numerics::fits(to, total);
}

bool product_stays_inside(const Terms& terms, ElementType to) {
  Wide total = 1;
  for (std::int64_t i = 0; i < terms.count; ++i) {
    const Wide factor = magnitude(terms, i);
    if (factor > 1) total *= factor;
    if (total >= beyond) return false;
  }
  return numerics::fits(to, total);
}

/// The CPU wraps, and so does the carry arithmetic of 64 bits.
bool wraps(const Line& line) { return line.call.target == cpu || bits_of(line.to) == 64; }

/// Where nothing says that results wrap, only what no order can carry beyond its type is promised.
void expect_integer(const Line& line, ExpectedTile& expected, std::int64_t place,
                    std::uint64_t wrapped, bool inside) {
  expected.set_exact(place, wrapped);
  if (!inside && !wraps(line)) expected.set_accept(place, Accept::target_defined);
}

void sum_with(const Line& line, ExpectedTile& expected, std::int64_t place,
              ElementType accumulator) {
  if (is_float(line.to)) {
    numerics::expect(expected, place,
                     numerics::sum_in_any_order(line.terms, {accumulator, line.to}));
    return;
  }
  expect_integer(line, expected, place, numerics::wrapped_sum(line.terms, line.to),
                 sum_stays_inside(line.terms, line.to));
}

// ---- extremes ----

/// Converted to the type of the destination where the CPU allows another one.
std::uint64_t converted(const Line& line, std::uint64_t bits) {
  if (line.terms.type == line.to) return bits;
  return numerics::convert(line.terms.type, bits, line.to).value_or(0);
}

bool precedes(const Terms& terms, std::uint64_t a, std::uint64_t b, bool largest) {
  const bool both_zero = numerics::is_zero(terms.type, a) && numerics::is_zero(terms.type, b);
  if (both_zero || numerics::is_nan(terms.type, a) || numerics::is_nan(terms.type, b)) return false;
  const auto x = numerics::order_key(terms.type, a), y = numerics::order_key(terms.type, b);
  return largest ? x < y : y < x;
}

/// The last element that replaced its predecessor in a scan from the first one on.
std::uint64_t scanned(const Terms& terms, bool largest) {
  std::uint64_t best = terms[0];
  for (std::int64_t i = 1; i < terms.count; ++i) {
    if (precedes(terms, best, terms[i], largest)) best = terms[i];
  }
  return best;
}

void extreme_of(const Line& line, ExpectedTile& expected, std::int64_t place, bool largest) {
  const Terms& terms = line.terms;
  const std::uint64_t best = scanned(terms, largest);
  expected.set_exact(place, converted(line, best));
  if (line.call.target == cpu) {
    // A NaN that changes its format keeps no promised payload.
    const bool changed = terms.type != line.to && numerics::is_nan(terms.type, best);
    if (changed) expected.set_accept(place, Accept::any_nan);
    return;
  }
  bool nan = false, other_zero = false;
  for (std::int64_t i = 0; i < terms.count; ++i) {
    nan = nan || numerics::is_nan(terms.type, terms[i]);
    other_zero = other_zero || (numerics::is_zero(terms.type, best) && terms[i] != best &&
                                numerics::is_zero(terms.type, terms[i]));
  }
  if (nan) {
    expected.set_accept(place, Accept::target_defined);
  } else if (other_zero) {
    const std::uint64_t sign = std::uint64_t{1} << (bits_of(terms.type) - 1);
    expected.set_any_of(place, best, best ^ sign);
  }
}

}  // namespace

Result reduction(Axis axis, Reduce reduce) {
  return {.operand = "dst",
          .semantics = [axis, reduce = std::move(reduce)](const Evaluation& inputs) {
            const TileSpec& out = inputs.call.tile("dst");
            const TileSpec& in = inputs.call.tile("src");
            ExpectedTile expected(out.type.element, out.rows(), out.cols());
            for (std::int64_t i = 0; i < lines_of(axis, in); ++i) {
              const Line line{inputs.call, line_of(axis, in, inputs.of("src"), i), out.type.element,
                              i, in};
              reduce(line, expected, axis == Axis::rows ? i * out.cols() : i);
            }
            return Expected(expected);
          }};
}

void sum_of(const Line& line, ExpectedTile& expected, std::int64_t place) {
  sum_with(line, expected, place, line.to);
}

void sum_of_row(const Line& line, ExpectedTile& expected, std::int64_t place) {
  if (line.call.target == a5 && line.to == i16) {
    expected.set_exact(place, numerics::wrapped_sum(line.terms, line.to));
    return;
  }
  sum_with(line, expected, place, line.call.target == cpu ? f32 : line.to);
}

void product_of(const Line& line, ExpectedTile& expected, std::int64_t place) {
  if (is_float(line.to)) {
    numerics::expect(expected, place,
                     numerics::product_in_any_order(line.terms, {line.to, line.to}));
    return;
  }
  bool zero = false;
  for (std::int64_t i = 0; i < line.terms.count; ++i) zero = zero || magnitude(line.terms, i) == 0;
  expect_integer(line, expected, place, numerics::wrapped_product(line.terms, line.to),
                 zero || product_stays_inside(line.terms, line.to));
}

void largest_of(const Line& line, ExpectedTile& expected, std::int64_t place) {
  extreme_of(line, expected, place, true);
}

void smallest_of(const Line& line, ExpectedTile& expected, std::int64_t place) {
  extreme_of(line, expected, place, false);
}

Reduce first_64_on_a5(Axis axis, Reduce reduce) {
  return [axis, reduce = std::move(reduce)](const Line& line, ExpectedTile& expected,
                                            std::int64_t place) {
    reduce(line, expected, place);
    const std::int64_t reach = axis == Axis::rows ? line.terms.count : line.index + 1;
    if (line.call.target == a5 && bits_of(line.to) == 64 && reach > 64) {
      expected.set_accept(place, Accept::target_defined);
    }
  };
}

}  // namespace assay::ops
