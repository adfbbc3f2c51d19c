// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/accumulator/quantised.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "reference/numerics/as_double.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/integer.hpp"
#include "reference/ops/arithmetic.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using numerics::Real;
using numerics::Wide;
using numerics::operator*;
using numerics::operator+;
using numerics::operator-;

constexpr std::uint64_t scale_bits = 0xFFFFE000;
constexpr int first_of_shift = 32;
constexpr int first_of_offset = 37;
constexpr int bits_of_offset = 9;
constexpr int place_of_sign = 46;
/// Ends of the number that an offset is added to.
constexpr Wide least_sum = -256;
constexpr Wide most_sum = 255;
constexpr HostQuantiser all_deviations{.by_float = true, .unsigned_offset = true};

/// Patterns that an element may become by one reading, the one to be recorded first.
class QuantisedBits {
 public:
  void add(std::uint64_t bits) {
    if (std::ranges::find(this->bits(), bits) == this->bits().end()) all_.at(size_++) = bits;
  }
  std::span<const std::uint64_t> bits() const { return std::span(all_).first(size_); }

  Acceptable acceptable() const {
    if (size_ > 3) return left_to_target(all_.front());
    return either(all_.front(), all_.at(size_ / 2), all_.at(size_ - 1));
  }

 private:
  std::array<std::uint64_t, 8> all_{};
  std::size_t size_ = 0;
};

Real float_of(const Real& x) {
  return numerics::decode(f32, numerics::encode(f32, x, RoundMode::nearest_even));
}

/// The nearest whole number, ties to even; beyond 64 bits the end of them.
Wide whole(const Real& x) {
  return numerics::integer_value(i64, numerics::encode(i64, x, RoundMode::nearest_even));
}

// ---- integers ----

bool saturates(const ElementContext& cell) {
  return cell.readings.of(Choice::accumulator_overflow) == accumulator_saturates;
}

/// Saturated, or the low bits: no operand selects one.
std::uint64_t to_integer(const ElementContext& cell, const Real& product, int offset) {
  const Wide sum = std::clamp(whole(product), least_sum, most_sum) + offset;
  return saturates(cell) ? numerics::saturated(cell.to, sum) : numerics::wrapped(cell.to, sum);
}

/// After the offset, or as a scale of zero for negative elements.
std::uint64_t rectified_integer(const ElementContext& cell, bool negative, const Real& product,
                                int offset) {
  if (cell.readings.of(Choice::accumulator_relu) == relu_comes_before) {
    return to_integer(cell, negative ? Real(0.0) : product, offset);
  }
  const std::uint64_t bits = to_integer(cell, product, offset);
  return numerics::integer_value(cell.to, bits) < 0 ? 0 : bits;
}

// ---- floats ----

bool is_zero_of(ElementType to, std::uint64_t bits) { return numerics::decode(to, bits).is_zero(); }

/// Formats of one byte whose sources differ in where they end.
bool ends_in_two_ways(ElementType to) { return to == e4m3 || to == hif8; }

/// How ties are rounded. HiFloat8 has no fraction from 2^-22 to 2^-16.
RoundMode mode_of(const ElementContext& cell, const Real& product) {
  const std::uint8_t taken = cell.readings.of(Choice::accumulator_ties);
  if (cell.to != hif8 || taken == accumulator_even) return RoundMode::nearest_even;
  const double size = std::fabs(product.to_double());
  const bool has_fraction = size < 0x1p-22 || size > 0x1p-16;
  const bool even = taken == accumulator_even_or_larger && has_fraction;
  return even ? RoundMode::nearest_even : RoundMode::nearest_away;
}

/// Whether a number above the largest one rounds to that.
bool rounds_to_largest(const ElementContext& cell, const Real& product) {
  const ElementType to = cell.to;
  const double size = std::fabs(product.to_double());
  const double largest = numerics::as_double(to, numerics::largest_finite(to, false));
  // HiFloat8 ends with the first number of a binade, which has one digit after the point.
  const double step =
      to == hif8 ? largest / 2
                 : largest - numerics::as_double(to, numerics::largest_finite(to, false) - 1);
  const bool tie_stays = numerics::largest_finite(to, false) % 2 == 0 &&
                         mode_of(cell, product) == RoundMode::nearest_even;
  return size < largest + step / 2 || (size == largest + step / 2 && tie_stays);
}

/// Above the largest number: that, or an infinity, or a NaN if there is none.
Acceptable beyond(const ElementContext& cell, const Real& product) {
  const ElementType to = cell.to;
  const ElementFormat& format = format_of(to);
  const bool negative = product.is_negative();
  const std::uint64_t largest = numerics::largest_finite(to, negative);
  if (saturates(cell)) {
    // Where dst has every number of src, nothing says whether an infinity is saturated.
    const bool either_way = product.is_infinite() && to == f32;
    return either_way ? either(largest, numerics::infinity(to, negative)) : exactly(largest);
  }
  const bool anyway =
      product.is_infinite() ||
      (ends_in_two_ways(to) && cell.readings.of(Choice::accumulator_overflow) == accumulator_cuts);
  if (!anyway && rounds_to_largest(cell, product)) return exactly(largest);
  if (format.has_infinity) return exactly(numerics::infinity(to, negative));
  return format.has_nan ? any_nan(to) : exactly(largest);
}

/// A zero of dst. HiFloat8 has one alone.
std::uint64_t zero_with_sign(const ElementContext& cell, bool negative) {
  const bool positive =
      cell.to == hif8 ||
      (cell.to == e4m3 && cell.readings.of(Choice::e4m3_zeros) == e4m3_zeros_positive);
  return negative && !positive ? mask_of(cell.to) / 2 + 1 : 0;
}

Acceptable to_float(const ElementContext& cell, const Real& product) {
  const bool negative = product.is_negative();
  const Real largest = numerics::decode(cell.to, numerics::largest_finite(cell.to, negative));
  const int above = numerics::compare(product, largest);
  if (product.is_infinite() || (negative ? above < 0 : above > 0)) return beyond(cell, product);
  const std::uint64_t bits = numerics::encode(cell.to, product, mode_of(cell, product));
  return exactly(is_zero_of(cell.to, bits) ? zero_with_sign(cell, negative) : bits);
}

/// What relu makes of an element that is negative or zero.
Acceptable rectified_float(const ElementContext& cell, const Real& product) {
  const bool has_scale = cell.arguments.size() > 1;
  bool keeps_sign = false;
  switch (cell.readings.of(Choice::accumulator_relu)) {
    case relu_keeps_zeros:
      keeps_sign = is_zero_of(cell.to, numerics::encode(cell.to, product, mode_of(cell, product)));
      break;
    case relu_comes_before:
      keeps_sign = has_scale || product.is_zero();
      break;
    default:
      break;
  }
  return exactly(zero_with_sign(cell, keeps_sign && product.is_negative()));
}

Acceptable quantised_float(const ElementContext& cell, const Real& product) {
  const bool rectified = rectifies(cell.call);
  if (product.is_nan() || (rectified && product.is_infinite())) {
    return left_to_target(numerics::quiet_nan(cell.to));
  }
  const bool positive = !product.is_negative() && !product.is_zero();
  return rectified && !positive ? rectified_float(cell, product) : to_float(cell, product);
}

/// Without a conversion; relu of a float that is not positive gives a zero.
Acceptable kept_or_rectified(const ElementContext& cell) {
  const Value& element = cell.arguments[0];
  if (!rectifies(cell.call)) return exactly(element.bits);
  if (!is_float(cell.to)) {
    return exactly(numerics::integer_value(cell.to, element.bits) < 0 ? 0 : element.bits);
  }
  const Real x = element.real();
  if (x.is_nan()) return left_to_target(element.bits);
  return x.is_negative() || x.is_zero() ? rectified_float(cell, x) : exactly(element.bits);
}

/// One reading of what is added to what dst held.
Acceptable sum_with(const ElementContext& cell, std::uint64_t bits) {
  const Value terms[] = {{cell.to, cell.old}, {cell.to, bits}};
  if (!is_float(cell.to)) {
    return integer_sum(
        {cell.call, cell.to, cell.old, terms, cell.tolerance, cell.row, cell.col, cell.readings});
  }
  return within(cell.to, terms[0].real() + terms[1].real(), cell.tolerance);
}

/// The values that are added: by readings that flush results a subnormal number may be a zero, too.
QuantisedBits terms_of(const ElementContext& cell, const Acceptable& one) {
  QuantisedBits terms;
  const bool several = one.accept == Accept::any_of;
  terms.add(one.value);
  if (several) terms.add(one.low);
  if (several) terms.add(one.high);
  if (bits_of(cell.to) < 16 || !flushes_results(cell.readings)) return terms;
  const QuantisedBits kept = terms;
  for (const std::uint64_t bits : kept.bits()) {
    if (is_float(cell.to) && numerics::is_subnormal(cell.to, bits)) {
      terms.add(bits & numerics::classes_of(cell.to).sign);
    }
  }
  return terms;
}

/// Shifted down, and always saturated.
Acceptable shifted(const ElementContext& cell, int shift) {
  const Wide value = numerics::integer_value(i32, cell.arguments[0].bits) >> shift;
  return exactly(
      numerics::saturated(cell.to, rectifies(cell.call) ? std::max<Wide>(value, 0) : value));
}

std::uint64_t host_bits(const ElementContext& cell, HostQuantiser deviations) {
  const Descriptor descriptor = descriptor_of(cell.arguments[1].bits);
  const bool rectified = rectifies(cell.call);
  const auto kept = [&](const Real& x) { return deviations.by_float ? float_of(x) : x; };
  Real value = kept(kept(cell.arguments[0].real()) * Real(descriptor.scale));
  if (value.is_nan()) return 0;
  if (is_float(cell.to)) {
    const Real largest(65504.0);
    if (numerics::compare(value, largest) > 0) value = largest;
    if (numerics::compare(value, -largest) < 0) value = -largest;
    if (rectified && value.is_negative()) return 0;
    return numerics::encode(cell.to, value, RoundMode::nearest_even);
  }
  const int offset = deviations.unsigned_offset ? descriptor.offset_unsigned : descriptor.offset;
  if (deviations.by_float) value = float_of(value + Real(static_cast<std::int64_t>(offset)));
  const Wide least = descriptor.has_sign ? -128 : 0, most = descriptor.has_sign ? 127 : 255;
  const Wide sum =
      deviations.by_float ? whole(value) : std::clamp(whole(value), least_sum, most_sum) + offset;
  const Wide clamped = std::clamp(sum, least, most);
  return numerics::wrapped(cell.to, rectified ? std::max<Wide>(clamped, 0) : clamped);
}

}  // namespace

Descriptor descriptor_of(std::uint64_t bits) {
  Descriptor made;
  made.scale = numerics::as_double(f32, bits & scale_bits);
  const std::uint64_t field = bits >> first_of_offset & ((1U << bits_of_offset) - 1);
  made.shift = static_cast<int>(bits >> first_of_shift & 15) + 1;
  made.offset_unsigned = static_cast<int>(field);
  made.offset = made.offset_unsigned - (made.offset_unsigned > most_sum ? 1 << bits_of_offset : 0);
  made.has_sign = (bits >> place_of_sign & 1) != 0;
  return made;
}

std::uint64_t descriptor_bits(std::uint32_t scale, int offset, bool has_sign) {
  const std::uint64_t field = static_cast<std::uint64_t>(offset) & ((1U << bits_of_offset) - 1);
  return scale | field << first_of_offset | std::uint64_t{has_sign} << place_of_sign;
}

std::uint64_t shift_bits(int shift) {
  return static_cast<std::uint64_t>(shift - 1) << first_of_shift;
}

Attribute add_atomically() { return {"AtomicType", {"AtomicAdd"}}; }
Attribute relu_pre_mode() { return {"ReluPreMode", {"NoRelu", "NormalRelu"}}; }

bool rectifies(const Call& call) {
  return std::ranges::count(call.form->attributes, "ReluPreMode", &Attribute::name) != 0 &&
         call.attribute("ReluPreMode") == "NormalRelu";
}

Acceptable quantised(const ElementContext& cell) {
  const Descriptor descriptor = descriptor_of(cell.arguments[1].bits);
  if (cell.to == i16) return shifted(cell, descriptor.shift);
  // 32 bits times 11, of which no exponent leaves the range: a double holds every product.
  const double x = numerics::as_double(cell.arguments[0].type, cell.arguments[0].bits);
  const Real product(x * descriptor.scale);
  if (is_float(cell.to)) return quantised_float(cell, product);
  if (product.is_nan() || product.is_infinite()) return left_to_target(0);
  if (!rectifies(cell.call)) return exactly(to_integer(cell, product, descriptor.offset));
  return exactly(rectified_integer(cell, std::signbit(x), product, descriptor.offset));
}

Acceptable converted_accumulator(const ElementContext& cell) {
  const Value& element = cell.arguments[0];
  if (element.type == cell.to) return kept_or_rectified(cell);
  return quantised_float(cell, element.real());
}

Result with_accumulator_choices(Result result) {
  return depending_on({Choice::accumulator_overflow, Choice::accumulator_relu,
                       Choice::accumulator_ties, Choice::e4m3_zeros},
                      std::move(result));
}

ElementFunction summed(ElementFunction element) {
  return [element = std::move(element)](const ElementContext& cell) {
    const Acceptable one = element(cell);
    if (one.accept != Accept::exact && one.accept != Accept::any_of) return one;
    const QuantisedBits terms = terms_of(cell, one);
    if (terms.bits().size() == 1) return sum_with(cell, one.value);
    QuantisedBits sums;
    for (const std::uint64_t bits : terms.bits()) {
      const Acceptable sum = sum_with(cell, bits);
      if (sum.accept == Accept::any_nan) return left_to_target(sum.value);
      sums.add(sum.value);
    }
    return sums.acceptable();
  };
}

Acceptable quantised_by_host(const ElementContext& cell) {
  const Acceptable promised = quantised(cell);
  if (promised.accept == Accept::target_defined) return promised;
  QuantisedBits all;
  all.add(host_bits(cell, all_deviations));
  all.add(promised.value);
  if (promised.accept == Accept::any_of) {
    all.add(promised.low);
    all.add(promised.high);
  }
  return all.acceptable();
}

ElementFunction quantised_with(HostQuantiser deviations) {
  return [=](const ElementContext& cell) {
    const Acceptable promised = quantised(cell);
    const std::uint64_t alone = host_bits(cell, deviations);
    const bool open = promised.accept == Accept::target_defined;
    const bool several = promised.accept == Accept::any_of;
    if (open || alone == promised.value ||
        (several && (alone == promised.low || alone == promised.high))) {
      return promised;
    }
    return either(alone, host_bits(cell, all_deviations));
  };
}

std::vector<Ambiguity> quantiser_ambiguities() {
  return {
      {"pages leave the conversion to fp, whose 64 bits no page describes but for bit 46; the "
       "formal draft has scale, shift and offset at the places that the CPU reads",
       "decision 130: scale in bits 13 to 31, offset in 37 to 45, sign in 46; cases have all other "
       "bits zero"},
      {"the offset has a sign in the draft and none on the CPU", "decision 130: it has one"},
      {"the draft has exact products, the CPU products in float",
       "decision 130: exact products, rounded once"},
      {"relu is a second step in the pages of the cube and on the CPU, and a scale of zero for "
       "negative elements in one text of the draft",
       "choice accumulator_relu (191)"},
      {"saturation of what leaves an accumulator is optional in the pages of the cube, and no "
       "operand here chooses it",
       "choice accumulator_overflow (191); NaN is left to the target, as infinities are for "
       "integers"},
      {"no page says how ties of HiFloat8 are rounded, or whether a zero of e4m3 has a sign",
       "choices accumulator_ties and e4m3_zeros (191)"}};
}

}  // namespace assay::ops
