// SPDX-License-Identifier: Apache-2.0
#include "generators/draw/simpler_bits.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace assay::generators {
namespace {

/// Fields of a format with sign, exponent and mantissa; formats without a sign or a mantissa are
/// treated as integers.
struct Fields {
  int mantissa_bits;
  std::uint64_t mantissa;
  std::uint64_t exponent;
  std::uint64_t sign;

  explicit Fields(const ElementFormat& format)
      : mantissa_bits(format.precision - 1),
        mantissa((std::uint64_t{1} << mantissa_bits) - 1),
        exponent(((std::uint64_t{1} << format.exponent_bits) - 1) << mantissa_bits),
        sign(std::uint64_t{1} << (format.bits - 1)) {}
};

bool splits_into_fields(const ElementFormat& format) {
  return format.kind == ElementKind::floating && format.precision > 1 && format.exponent_bits > 0 &&
         format.precision + format.exponent_bits == format.bits;
}

/// One step down; keeps the simpler pattern where it still fails.
class Descent {
 public:
  Descent(std::uint64_t bits, const StillFails& still_fails)
      : bits_(bits), still_fails_(still_fails) {}

  bool accept(std::uint64_t simpler) {
    if (simpler == bits_) return true;
    if (!still_fails_(simpler)) return false;
    bits_ = simpler;
    return true;
  }
  std::uint64_t bits() const { return bits_; }

 private:
  std::uint64_t bits_;
  const StillFails& still_fails_;
};

/// Keeps as few leading bits of the field as do, by halving.
void shorten(Descent& descent, std::uint64_t field, int width) {
  int fails = 0;  // that many leading bits are too few
  int holds = width;
  if (descent.accept(descent.bits() & ~field)) return;
  while (holds - fails > 1) {
    const int kept = (fails + holds) / 2;
    const std::uint64_t dropped = (std::uint64_t{1} << (width - kept)) - 1;
    if (descent.accept(descent.bits() & ~(field & dropped))) {
      holds = kept;
    } else {
      fails = kept;
    }
  }
}

void lower_exponent(Descent& descent, const Fields& fields, std::int64_t bias) {
  const auto with = [&](std::int64_t exponent) {
    return (descent.bits() & ~fields.exponent) |
           (static_cast<std::uint64_t>(exponent) << fields.mantissa_bits & fields.exponent);
  };
  auto far = static_cast<std::int64_t>((descent.bits() & fields.exponent) >> fields.mantissa_bits);
  if (descent.accept(with(bias))) return;
  std::int64_t near = bias;  // does not fail
  while (far - near > 1 || near - far > 1) {
    const std::int64_t middle = (near + far) / 2;
    if (descent.accept(with(middle))) {
      far = middle;
    } else {
      near = middle;
    }
  }
}

std::uint64_t simplest_float(const ElementFormat& format, std::uint64_t bits,
                             const StillFails& still_fails) {
  const Fields fields(format);
  Descent descent(bits, still_fails);
  for (const std::uint64_t value : neutral_values(format.type)) {
    if (descent.accept(value)) return value;
  }
  descent.accept(bits & ~fields.sign);
  lower_exponent(descent, fields, format.bias);
  shorten(descent, fields.mantissa, fields.mantissa_bits);
  return descent.bits();
}

std::uint64_t simplest_integer(const ElementFormat& format, std::uint64_t bits,
                               const StillFails& still_fails) {
  Descent descent(bits, still_fails);
  for (const std::uint64_t value : neutral_values(format.type)) {
    if (descent.accept(value)) return value;
  }
  // A single one at the place of the highest says most about width and sign.
  int highest = 0;
  while (highest + 1 < format.bits && (bits >> (highest + 1)) != 0) ++highest;
  if (descent.accept(std::uint64_t{1} << highest)) return descent.bits();
  for (int part = format.bits / 2; part >= std::max(1, format.bits / 8); part /= 2) {
    for (int lowest = 0; lowest < format.bits; lowest += part) {
      descent.accept(descent.bits() & ~(((std::uint64_t{1} << part) - 1) << lowest));
    }
  }
  return descent.bits();
}

}  // namespace

std::vector<std::uint64_t> neutral_values(ElementType type) {
  const ElementFormat& format = format_of(type);
  if (!splits_into_fields(format)) return {1, 0};
  return {static_cast<std::uint64_t>(format.bias) << (format.precision - 1), 0};
}

std::vector<std::uint64_t> extreme_values(ElementType type) {
  const ElementFormat& format = format_of(type);
  const std::uint64_t all = mask_of(type);
  const std::uint64_t sign = std::uint64_t{1} << (format.bits - 1);
  if (format.kind == ElementKind::unsigned_integer) return {0, all};
  if (format.kind == ElementKind::signed_integer || !splits_into_fields(format))
    return {sign, sign - 1};
  // One less than the exponent of infinity and NaN is finite in every format.
  const std::uint64_t large =
      Fields(format).exponent - (std::uint64_t{1} << (format.precision - 1));
  return {sign | large, large};
}

std::uint64_t simplest(ElementType type, std::uint64_t bits, const StillFails& still_fails) {
  const ElementFormat& format = format_of(type);
  return splits_into_fields(format) ? simplest_float(format, bits, still_fails)
                                    : simplest_integer(format, bits, still_fails);
}

std::vector<std::uint64_t> simpler_patterns(ElementType type, std::uint64_t bits) {
  std::vector<std::uint64_t> asked;
  simplest(type, bits, [&](std::uint64_t pattern) {
    asked.push_back(pattern);
    return false;
  });
  return asked;
}

Weight& Weight::operator+=(const Weight& other) {
  not_neutral += other.not_neutral;
  negative += other.negative;
  exponent += other.exponent;
  ones += other.ones;
  return *this;
}

Weight weight_of(ElementType type, std::uint64_t bits) {
  const ElementFormat& format = format_of(type);
  const std::vector<std::uint64_t> neutral = neutral_values(type);
  Weight weight;
  weight.not_neutral = std::ranges::find(neutral, bits) - neutral.begin();
  if (!splits_into_fields(format)) {
    weight.ones = std::popcount(bits);
    return weight;
  }
  const Fields fields(format);
  const auto exponent = static_cast<std::int64_t>((bits & fields.exponent) >> fields.mantissa_bits);
  weight.negative = (bits & fields.sign) != 0 ? 1 : 0;
  weight.exponent = std::abs(exponent - format.bias);
  weight.ones = std::popcount(bits & fields.mantissa);
  return weight;
}

}  // namespace assay::generators
