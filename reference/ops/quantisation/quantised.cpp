// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/quantisation/quantised.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/integer.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using numerics::Real;
using numerics::RoundMode;
using numerics::Wide;

constexpr std::uint64_t exponent_bits = 0xFF;
constexpr int fraction = 23;
constexpr std::uint64_t fraction_mask = (std::uint64_t{1} << fraction) - 1;
constexpr std::int64_t codes = 256;

std::uint64_t exponent_of(std::uint64_t bits) { return bits >> fraction & exponent_bits; }

/// A finite number that is no zero and not subnormal.
bool is_normal(std::uint64_t bits) {
  return exponent_of(bits) != 0 && exponent_of(bits) != exponent_bits;
}

/// The nearest whole number, of two the even one; beyond 32 bits the end of their range.
Wide whole(const Real& number) {
  return numerics::integer_value(i32, numerics::encode(i32, number, RoundMode::nearest_even));
}

/// The quotient that is made whole before the offset is added, or the product that is made whole
/// with it.
Acceptable code_of(const ElementContext& cell) {
  const Value &number = cell.arguments[0], &scale = cell.arguments[1];
  if (numerics::is_nan(f32, number.bits) || !is_normal(scale.bits)) return left_to_target(0);
  const bool in_float = cell.readings.of(Choice::quantiser_steps) == quantised_in_float;
  const auto step = [=](const Real& exact) {
    return in_float ? numerics::decode(f32, numerics::encode(f32, exact, RoundMode::nearest_even))
                    : exact;
  };
  const Real offset = cell.arguments.size() > 2 ? cell.arguments[2].real() : Real(0.0);
  if (cell.readings.of(Choice::quantiser_scale) == scale_is_divisor) {
    const Real quotient = step(number.real() / scale.real());
    return exactly(numerics::saturated(cell.to, whole(quotient) + whole(offset)));
  }
  const Real sum = step(step(number.real() * scale.real()) + offset);
  if (sum.is_nan()) return left_to_target(0);
  return exactly(numerics::saturated(cell.to, whole(sum)));
}

/// The greatest exponent of the finite elements of a row of src.
std::uint64_t exponent_of_row(const Call& call, const ElementArray& numbers, std::int64_t row) {
  const TileSpec& tile = call.tile("src");
  std::uint64_t greatest = 0;
  for (std::int64_t col = 0; col < tile.valid_cols; ++col) {
    const std::int64_t at = row * tile.cols() + col;
    if (at >= numbers.size()) break;
    const std::uint64_t exponent = exponent_of(numbers[at]);
    if (exponent != exponent_bits) greatest = std::max(greatest, exponent);
  }
  return greatest;
}

std::uint64_t float_bits(double number) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(number));
}

/// Every fifth element of a row is halfway between two multiples of `scale`, a power of two.
void set_ties(const TileSpec& tile, std::int64_t row, double scale, ElementArray& numbers) {
  for (std::int64_t col = row % 5; col < tile.valid_cols; col += 5) {
    const std::int64_t at = row * tile.cols() + col;
    if (at >= numbers.size()) return;
    const auto steps = static_cast<std::int64_t>(numbers[at] >> 3 & 0x1FF) - codes;
    numbers.set(at, float_bits((static_cast<double>(steps) + 0.5) * scale));
  }
}

/// With such an exponent the greatest quotient of a row has this many bits before the point.
std::uint64_t scale_exponent(std::uint64_t of_row, std::uint64_t bits_of_codes) {
  constexpr std::uint64_t least = 27, greatest = 227;
  return std::clamp(of_row, least + bits_of_codes, greatest) - bits_of_codes;
}

}  // namespace

Result codes_of_rows(bool with_offset) {
  std::vector<Argument> arguments{{"src"}, {"scale", Placement::column_vector}};
  if (with_offset) arguments.push_back({"offset", Placement::column_vector});
  return depending_on({Choice::quantiser_scale, Choice::quantiser_steps},
                      per_element(std::move(arguments), code_of));
}

void admit_scales(const Call& call, std::vector<ElementArray>& contents) {
  const Form& form = *call.form;
  ElementArray& numbers = contents[form.index_of("src")];
  ElementArray& scales = contents[form.index_of("scale")];
  const TileSpec &matrix = call.tile("src"), &tile = call.tile("scale");
  if (numbers.type() != f32 || scales.type() != f32) return;
  const auto place = [](const TileSpec& of, std::int64_t row) { return row * of.cols(); };
  for (std::int64_t row = 0; row < std::min(tile.valid_rows, matrix.valid_rows); ++row) {
    if (place(tile, row) >= scales.size()) break;
    const std::uint64_t drawn = scales[place(tile, row)];
    const std::uint64_t exponent =
        scale_exponent(exponent_of_row(call, numbers, row), (drawn + row) % 10);
    const bool power = row % 4 == 3 || (matrix.valid_rows == 1 && (drawn & 1) != 0);
    const std::uint64_t scale = exponent << fraction | (power ? 0 : drawn & fraction_mask);
    scales.set(place(tile, row), scale);
    if (power) set_ties(matrix, row, numerics::decode(f32, scale).to_double(), numbers);
  }
  if (!form.has("offset")) return;
  ElementArray& offsets = contents[form.index_of("offset")];
  for (std::int64_t row = 0; row < tile.valid_rows; ++row) {
    if (place(tile, row) >= offsets.size()) break;
    const std::uint64_t drawn = offsets[place(tile, row)];
    offsets.set(place(tile, row), float_bits(static_cast<double>(drawn % codes)));
  }
}

}  // namespace assay::ops
