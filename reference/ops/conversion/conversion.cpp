// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/conversion/conversion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <optional>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/integer.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using numerics::Real;
using numerics::Wide;

constexpr Wide one = 1;

/// Different patterns, in order; of more than four the first four, since three are the most that
/// can be said.
class Patterns {
 public:
  Patterns(std::initializer_list<std::uint64_t> all) {
    for (const std::uint64_t bits : all) add(bits);
  }
  void add(std::uint64_t bits) {
    if (size_ < all_.size() && std::find(begin(), end(), bits) == end()) all_.at(size_++) = bits;
  }
  const std::uint64_t* begin() const { return all_.data(); }
  const std::uint64_t* end() const { return all_.data() + size_; }
  std::size_t size() const { return size_; }
  std::uint64_t operator[](std::size_t i) const { return all_.at(i); }

 private:
  std::array<std::uint64_t, 4> all_{};
  std::size_t size_ = 0;
};

/// Patterns that a value may become, the promised one first.
struct ConvertedBits {
  Patterns bits = {};
  bool open = false;  ///< left to the target; the patterns are what is recorded
};

ConvertedBits open_as(std::uint64_t bits) { return {{bits}, true}; }

void add(ConvertedBits& all, const ConvertedBits& more) {
  all.open = all.open || more.open;
  for (const std::uint64_t bits : more.bits) all.bits.add(bits);
}

/// A conversion with one saturation.
struct ConversionSpec {
  ConversionSpec(const Conversion& all, Saturation chosen)
      : pair(all.pair),
        rounding(all.rounding),
        as_is(all.as_is),
        narrowing(all.narrowing),
        deviations(all.deviations),
        hif8_ties(all.hif8_ties),
        directed_overflow(all.directed_overflow),
        saturation(chosen) {}

  Pair pair;
  Rounding rounding;
  bool as_is;
  Narrowing narrowing;
  HostDeviations deviations;
  Side hif8_ties;
  Side directed_overflow;
  Saturation saturation;

  bool saturates() const { return saturation == Saturation::on; }
};

bool is_directed(Rounding rounding) {
  return rounding != Rounding::nearest_even && rounding != Rounding::nearest_away &&
         rounding != Rounding::nearest_odd;
}

std::uint64_t encoded(ElementType to, const Real& x, Rounding rounding) {
  return numerics::encode(to, x, static_cast<RoundMode>(rounding));
}

// ---- to integers ----

/// x as a whole number. Beyond 2^100 the number there, with the sign of x: it fits no type.
Wide whole(const Real& x, Rounding rounding) {
  const double size = x.to_double();
  if (std::fabs(size) >= 0x1p100) return size < 0 ? -(one << 100) : one << 100;
  if (std::fabs(size) >= 0x1p53) return static_cast<Wide>(size);
  if (rounding != Rounding::nearest_odd) {
    return numerics::integer_value(i64, encoded(i64, x, rounding));
  }
  const Wide below = numerics::integer_value(i64, encoded(i64, x, Rounding::floor));
  const bool tie = numerics::compare(x + x, Real(static_cast<std::int64_t>(2 * below + 1))) == 0;
  if (tie) return below % 2 != 0 ? below : below + 1;
  return numerics::integer_value(i64, encoded(i64, x, Rounding::nearest_even));
}

/// Whether the largest value of an integer type is a value of a float type.
bool holds_largest(ElementType from, ElementType to) {
  const int digits = bits_of(to) - (is_signed(to) ? 1 : 0);
  return digits <= format_of(from).precision;
}

constexpr Wide largest_half = 65504;

/// Clamped in the type of the source the limit may be lost, where that does not hold it.
ConvertedBits clamped(const ConversionSpec& way, Wide value) {
  const ElementType to = way.pair.to;
  const std::uint64_t limit = numerics::saturated(to, value);
  const bool beyond_half = way.pair.from == f16 && bits_of(to) > 16 && (value > 0 || is_signed(to));
  if (way.deviations.source_limits && beyond_half) {
    return {{numerics::wrapped(to, value > 0 ? largest_half : -largest_half)}};
  }
  const bool lost = way.deviations.source_limits && value > 0 && !holds_largest(way.pair.from, to);
  if (!lost) return {{limit}};
  if (!is_signed(to)) return open_as(limit);
  return {{numerics::largest_finite(to, true)}};
}

/// Low bits, as far as 32 bits hold the value and the destination is narrower.
ConvertedBits cut(const ConversionSpec& way, Wide value) {
  const ElementType to = way.pair.to;
  const std::uint64_t low = numerics::wrapped(to, value);
  if (bits_of(to) >= 32 || !numerics::fits(i32, value)) return open_as(low);
  if (way.narrowing == Narrowing::native) return {{low, numerics::saturated(to, value)}};
  return {{low}};
}

/// NaN or an infinity without saturation: the indefinite value.
ConvertedBits indefinite(const ConversionSpec& way, const Real& x) {
  const ElementType to = way.pair.to;
  const std::uint64_t bits = is_signed(to) ? numerics::largest_finite(to, true) : mask_of(to);
  if (way.deviations.undefined_cast) return open_as(bits);
  if (way.deviations.zero_for_special) {
    const bool by_int32 = narrows_by_int32(way.pair) && x.is_infinite() && !x.is_negative();
    return by_int32 ? ConvertedBits{{0, mask_of(to)}} : ConvertedBits{{0}};
  }
  return {{bits}, way.narrowing != Narrowing::low_bits};
}

ConvertedBits float_to_integer(const ConversionSpec& way, const Real& x) {
  const ElementType to = way.pair.to;
  const bool special = x.is_nan() || x.is_infinite();
  if (special && !way.saturates()) return indefinite(way, x);
  if (x.is_nan() && !way.deviations.source_limits) return {{0}};
  if (special) return clamped(way, x.is_negative() ? -(one << 100) : one << 100);
  const Wide value = whole(x, way.rounding);
  if (numerics::fits(to, value)) return {{numerics::wrapped(to, value)}};
  return way.saturates() ? clamped(way, value) : cut(way, value);
}

double largest_of(ElementType type);

double lowest_of(ElementType type) {
  if (is_float(type)) return -largest_of(type);
  return is_signed(type) ? -std::ldexp(1.0, bits_of(type) - 1) : 0;
}

/// A 64-bit integer as it comes back from double, to which it and, with saturation, the limits of
/// both types are rounded. Nothing where the type does not hold that: C++ leaves the way back open.
std::optional<Wide> back_from_double(const ConversionSpec& way, const Real& x) {
  const auto [target, from, to] = way.pair;
  double value = x.to_double();
  if (way.saturates()) {
    value = std::min(value, std::min(largest_of(from), largest_of(to)));
    value = std::max(value, std::max(lowest_of(from), lowest_of(to)));
  }
  const auto whole = static_cast<Wide>(value);
  return numerics::fits(from, whole) ? std::optional(whole) : std::nullopt;
}

bool goes_by_double(const ConversionSpec& way) {
  const bool wide = is_integer(way.pair.from) && bits_of(way.pair.from) == 64;
  return way.deviations.by_double && wide && (way.saturates() || is_float(way.pair.to));
}

ConvertedBits integer_to_integer(const ConversionSpec& way, const Real& x, Wide value) {
  const ElementType to = way.pair.to;
  if (goes_by_double(way)) {
    const std::optional<Wide> back = back_from_double(way, x);
    return back ? ConvertedBits{{numerics::wrapped(to, *back)}}
                : open_as(numerics::saturated(to, value));
  }
  return {{way.saturates() ? numerics::saturated(to, value) : numerics::wrapped(to, value)}};
}

// ---- to floats ----

/// A finite value made whole that stays a float; a zero keeps the sign of what it was.
ConvertedBits whole_float(const ConversionSpec& way, const Real& x) {
  const bool large = std::fabs(x.to_double()) >= 0x1p24;
  if (large) return {{encoded(f32, x, Rounding::nearest_even)}};
  const auto value = static_cast<std::int64_t>(whole(x, way.rounding));
  if (value == 0) return {{x.is_negative() ? 0x80000000U : 0U}};
  return {{encoded(f32, Real(value), Rounding::nearest_even)}};
}

/// Whole numbers above 2^53 lose digits on the way to double, but no limit is near them.
double largest_of(ElementType type) {
  static const std::vector<double> all = [] {
    std::vector<double> made;
    for (const ElementFormat& format : all_formats()) {
      const std::uint64_t bits = numerics::largest_finite(format.type, false);
      made.push_back(numerics::decode(format.type, bits).to_double());
    }
    return made;
  }();
  return all.at(static_cast<std::size_t>(type));
}

/// Without saturation: an infinity, or NaN of either sign in the format that has no other.
ConvertedBits overflowed(ElementType to, bool negative) {
  if (format_of(to).has_infinity) return {{numerics::infinity(to, negative)}};
  if (!format_of(to).has_nan) return {{numerics::largest_finite(to, negative)}};
  const std::uint64_t nan = numerics::quiet_nan(to);
  return {{nan, nan ^ (mask_of(to) / 2 + 1)}};
}

/// Whether x, which is beyond the largest finite value, does not round to it.
bool rounds_beyond(ElementType to, const Real& x, Rounding rounding) {
  if (format_of(to).has_infinity) {
    return numerics::is_infinite(to, encoded(to, x, rounding));
  }
  if (!format_of(to).has_nan) return false;
  // The one format with NaN and no infinity: its largest value is even, and 464 is halfway from it
  // to what would follow.
  const double size = std::fabs(x.to_double());
  switch (rounding) {
    case Rounding::nearest_even:
      return size > 464;
    case Rounding::nearest_away:
    case Rounding::nearest_odd:
      return size >= 464;
    case Rounding::floor:
      return x.is_negative();
    case Rounding::ceil:
      return !x.is_negative();
    case Rounding::toward_zero:
      return false;
    case Rounding::odd:
      return true;
  }
  return false;
}

/// Whether |x| is no less than what would follow the largest finite value if exponents went on: in
/// every direction it rounds beyond that value.
bool is_beyond_next(const ConversionSpec& way, const Real& x) {
  const ElementType to = way.pair.to;
  const std::uint64_t bits = numerics::largest_finite(to, false);
  if (way.rounding == Rounding::odd && bits % 2 == 0) return true;  // the next one is odd
  const double largest = numerics::decode(to, bits).to_double();
  // HiFloat8 ends with the first number of a binade, which has one digit after the point.
  const double step =
      to == hif8 ? largest / 2 : largest - numerics::decode(to, bits - 1).to_double();
  return std::fabs(x.to_double()) >= largest + step;
}

/// |x| is larger than every finite value of the destination.
ConvertedBits beyond(const ConversionSpec& way, const Real& x) {
  const ElementType to = way.pair.to;
  const std::uint64_t largest = numerics::largest_finite(to, x.is_negative());
  if (way.saturates()) {
    // A limit held in the type of the source may be larger there.
    const bool lost = way.deviations.source_limits && way.pair.from == bf16 && to == f16;
    return {{lost ? numerics::infinity(to, x.is_negative()) : largest}};
  }
  ConvertedBits result = rounds_beyond(to, x, way.rounding) ? overflowed(to, x.is_negative())
                                                            : ConvertedBits{{largest}};
  if (!is_directed(way.rounding) || way.directed_overflow == Side::first) return result;
  // IEEE 754 depends on the direction, the formal draft says infinity and does not name directions.
  if (way.directed_overflow == Side::second) {
    return is_beyond_next(way, x) ? overflowed(to, x.is_negative()) : result;
  }
  add(result, overflowed(to, x.is_negative()));
  return result;
}

/// The largest value of the narrower of both types, as the destination has it.
std::uint64_t narrower_limit(const Pair& pair, bool negative) {
  const ElementType limit = largest_of(pair.from) < largest_of(pair.to) ? pair.from : pair.to;
  Real largest = numerics::decode(limit, numerics::largest_finite(limit, negative));
  // It is held in the type of the source on the way.
  largest = numerics::decode(pair.from, encoded(pair.from, largest, Rounding::nearest_even));
  return encoded(pair.to, largest, Rounding::nearest_even);
}

/// Saturation ends at the largest value; where the destination has every value of the source,
/// nothing says whether it has anything to do.
ConvertedBits infinite(const ConversionSpec& way, bool negative) {
  const auto [target, from, to] = way.pair;
  ConvertedBits unbounded = overflowed(to, negative);
  if (!way.saturates()) return unbounded;
  if (way.deviations.source_limits) return {{narrower_limit(way.pair, negative)}};
  ConvertedBits result{{numerics::largest_finite(to, negative)}};
  if (largest_of(from) <= largest_of(to)) add(result, unbounded);
  return result;
}

ConvertedBits not_a_number(const ConversionSpec& way) {
  const ElementType to = way.pair.to;
  if (way.saturates() && way.deviations.source_limits) return {{narrower_limit(way.pair, false)}};
  return {{numerics::quiet_nan(to)}, !format_of(to).has_nan};
}

/// The rounding that has another result if neither neighbour is even: between the powers of two
/// that HiFloat8 holds without a fraction. By its code one is, by IEEE 754 the larger is taken.
Rounding without_parity(const ConversionSpec& way, const Real& x) {
  const double size = std::fabs(x.to_double());
  if (way.pair.to != hif8 || size < 0x1p-22 || size > 0x1p-16) return way.rounding;
  if (way.rounding == Rounding::nearest_even) return Rounding::nearest_away;
  return way.rounding == Rounding::odd ? Rounding::toward_zero : way.rounding;
}

ConvertedBits finite_to_float(const ConversionSpec& way, const Real& x) {
  const ElementType to = way.pair.to;
  if (std::fabs(x.to_double()) > largest_of(to)) return beyond(way, x);
  ConvertedBits result{{encoded(to, x, way.rounding)}};
  const Rounding other = without_parity(way, x);
  if (other == way.rounding || way.hif8_ties == Side::first) return result;
  if (way.hif8_ties == Side::second) return {{encoded(to, x, other)}};
  add(result, {{encoded(to, x, other)}});
  return result;
}

ConvertedBits float_to_float(const ConversionSpec& way, const Real& x) {
  if (x.is_nan()) return not_a_number(way);
  if (x.is_infinite()) return infinite(way, x.is_negative());
  const bool stays = way.pair.from == f32 && way.pair.to == f32;
  return stays && !way.as_is ? whole_float(way, x) : finite_to_float(way, x);
}

ConvertedBits integer_to_float(const ConversionSpec& way, const Real& exact) {
  const auto [target, from, to] = way.pair;
  Real x = exact;
  if (goes_by_double(way)) {
    const std::optional<Wide> back = back_from_double(way, exact);
    if (!back && way.saturates()) return open_as(encoded(to, exact, way.rounding));
    x = Real(exact.to_double());
  }
  const bool twice = way.deviations.by_f32 && bits_of(from) >= 32 && bits_of(to) == 16;
  const std::uint64_t first = twice ? encoded(f32, x, Rounding::nearest_even) : 0;
  return finite_to_float(way, twice ? numerics::decode(f32, first) : x);
}

// ---- together ----

/// `x` is the number that `bits` are.
ConvertedBits readings_of(const ConversionSpec& way, const Real& x, std::uint64_t bits) {
  const auto [target, from, to] = way.pair;
  if (is_float(from)) return is_float(to) ? float_to_float(way, x) : float_to_integer(way, x);
  if (is_float(to)) return integer_to_float(way, x);
  return integer_to_integer(way, x, numerics::integer_value(from, bits));
}

Acceptable acceptable(ElementType to, const ConvertedBits& readings) {
  const Patterns& bits = readings.bits;
  const auto is_nan = [to](std::uint64_t pattern) { return numerics::is_nan(to, pattern); };
  if (readings.open || bits.size() > 3) return left_to_target(bits[0]);
  if (std::ranges::all_of(bits, is_nan)) return any_nan(to);
  if (bits.size() == 1) return exactly(bits[0]);
  return either(bits[0], bits[1], bits[bits.size() - 1]);
}

}  // namespace

Acceptable converted(std::span<const Conversion> conversions, std::uint64_t bits) {
  ConvertedBits all;
  const Real x = numerics::decode(conversions.front().pair.from, bits);
  for (const Conversion& one : conversions) {
    for (const Saturation saturation : one.saturations) {
      add(all, readings_of({one, saturation}, x, bits));
    }
  }
  return acceptable(conversions.front().pair.to, all);
}

Acceptable converted(const Conversion& conversion, std::uint64_t bits) {
  return converted(std::span(&conversion, 1), bits);
}

}  // namespace assay::ops
