// SPDX-License-Identifier: Apache-2.0
// Descriptors and elements of which something is left after the conversion.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>

#include "reference/numerics/as_double.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

/// Exponents of two, both included.
struct Exponents {
  int lowest;
  int highest;

  std::uint64_t count() const {
    return static_cast<std::uint64_t>(std::int64_t{highest} - lowest + 1);
  }
};

/// The smallest normal scale, with which few products are not near zero.
constexpr int least_exponent = -126;

/// Scales of a few columns: the smallest normal one and, where zeros have no sign, zero.
std::uint64_t of_least_scale(ElementType to) {
  return descriptor_bits(std::uint32_t{1} << 23, 0, is_signed(to) && !is_float(to));
}
std::uint64_t of_no_scale(ElementType to) { return descriptor_bits(0, 0, is_signed(to)); }

bool is_edge(ElementType from, ElementType to, std::uint64_t descriptor) {
  if (from != f32 || to == i16) return false;
  return descriptor == of_least_scale(to) || (!is_float(to) && descriptor == of_no_scale(to));
}

Exponents of_scale(ElementType from, ElementType to) {
  if (from == f32) return {-8, 8};
  // The least integers times the least scales are subnormal halves.
  return is_float(to) ? Exponents{-26, 4} : Exponents{-22, 1};
}

/// Of results, a binade beyond both ends of small formats.
Exponents of_result(ElementType to) {
  switch (to) {
    case e4m3:
      return {-11, 9};
    case hif8:
      return {-24, 16};
    default:
      return {-27, 16};
  }
}

/// Bits that follow from others but look unrelated.
std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9U;
  bits = (bits ^ bits >> 27) * 0x94D049BB133111EBU;
  return bits ^ bits >> 31;
}

std::uint64_t below(std::uint64_t word, int shift, std::uint64_t count) {
  return (word >> shift & 0xFFFFFF) % count;
}

double value_of(ElementType from, std::uint64_t bits) {
  const auto word = static_cast<std::uint32_t>(bits);
  if (from == f32) return static_cast<double>(std::bit_cast<float>(word));
  return std::bit_cast<std::int32_t>(word);
}

/// The factor with which a descriptor multiplies an element.
double factor_of(ElementType to, std::uint64_t descriptor) {
  const Descriptor seen = descriptor_of(descriptor);
  return to == i16 ? std::ldexp(1.0, -seen.shift) : seen.scale;
}

/// How an element of a column is converted.
struct Aim {
  ElementType to;
  double scale;
  int offset;
  bool rectified;
  bool within;  ///< the range of `to`, where sources agree on what comes out

  bool is_byte() const { return !is_float(to) && to != i16; }
  bool is_least() const { return scale == std::ldexp(1.0, least_exponent); }
};

struct Range {
  double least;
  double most;
};

/// Products of a byte that stay within, offset and all, and are not rectified.
Range products_of(const Aim& aim) {
  const double least = is_signed(aim.to) ? -128 : 0, most = is_signed(aim.to) ? 127 : 255;
  const double offset = aim.offset;
  if (aim.rectified) return {std::max(0.0, -offset), most - offset};
  return {std::max(-256.0, least - offset), std::min(255.0, most - offset)};
}

/// Products with the smallest scale are below four, as floats end at 2^128.
double reached(const Aim& aim, double product) {
  return aim.is_least() ? std::fmod(product, 4.0) : product;
}

bool tells(const Aim& aim, double product) {
  if (aim.is_least() && std::fabs(product) < 0.5) return false;
  if (aim.to == i16) return std::fabs(product) <= 40000;
  if (aim.is_byte()) {
    const auto [least, most] = products_of(aim);
    return aim.within ? product >= least && product <= most : std::fabs(product) <= 300;
  }
  if (aim.within && aim.rectified && product <= 0) return false;
  const auto [lowest, highest] = of_result(aim.to);
  return product == 0 || (std::fabs(product) >= std::ldexp(1.0, lowest - 1) &&
                          std::fabs(product) <= std::ldexp(1.0, highest + 2));
}

/// A product within: a whole one, one halfway between two, or near one.
double wanted_within(const Aim& aim, std::uint64_t word) {
  constexpr double parts[] = {0, 0.5, 0.5, 0.25};
  const auto [least, most] = products_of(aim);
  const auto count = static_cast<std::uint64_t>(most - least) + 1;
  const double product = least + static_cast<double>(below(word, 0, count));
  return product < most ? product + parts[word >> 32 & 3] : product;
}

/// One of this number of floats is the largest, which an implementation may make an infinity.
constexpr std::uint64_t between_largest = 32;

/// A value of dst, or one halfway between two, or near one.
double wanted(const Aim& aim, std::uint64_t word) {
  const bool negative = (word >> 63) != 0 && !(aim.within && aim.rectified);
  if (aim.is_byte() && aim.within) return wanted_within(aim, word);
  if (!is_float(aim.to)) {
    constexpr double parts[] = {0, 0.5, 0.5, 0.25};
    const std::uint64_t most = aim.to == i16 ? 36000 : 260;
    const double size = static_cast<double>(below(word, 0, most)) + parts[word >> 32 & 3];
    return (word >> 63) != 0 ? -size : size;
  }
  if (below(word, 40, between_largest) == 0) {
    return numerics::as_double(aim.to, numerics::largest_finite(aim.to, negative));
  }
  const Exponents exponents = of_result(aim.to);
  const int exponent = exponents.lowest + static_cast<int>(below(word, 0, exponents.count()));
  const int digits = format_of(aim.to).precision;
  const std::uint64_t fraction = word >> 26 & ((std::uint64_t{1} << digits) - 1);
  const double size =
      std::ldexp(1.0 + std::ldexp(static_cast<double>(fraction), -digits), exponent);
  return negative ? -size : size;
}

std::uint64_t element_near(ElementType from, double value) {
  if (from == f32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  const double whole = std::clamp(std::floor(value + 0.5), -2147483648.0, 2147483647.0);
  return std::bit_cast<std::uint32_t>(static_cast<std::int32_t>(whole));
}

/// Where an element is its own scale, of `rare` ones.
constexpr std::int64_t place_of_equals = 31;

/// A descriptor of nothing but a scale, which is that float as well.
bool is_number_of(ElementType from, std::uint64_t descriptor) {
  return from == f32 && descriptor >> 32 == 0;
}

using DescriptorOf = std::function<std::optional<std::uint64_t>(std::int64_t col)>;

/// The same float, but among the largest: if its product is none, a smaller one discriminates less.
std::uint64_t enlarged(std::uint64_t bits) {
  constexpr std::uint64_t exponents = 0x7F800000, largest = 0x7F000000;
  return (bits & ~exponents) | largest;
}

/// Most elements of src such that their products with the scale of their column are near values of
/// dst. Of `period` elements one is left as it is, and one may be beyond dst.
void bring_near(const Call& call, ElementArray& elements, ElementType to,
                const DescriptorOf& descriptor, std::int64_t period) {
  const ElementType from = elements.type();
  const bool rectified = rectifies(call);
  for_each_valid(call.tile("src"), [&](std::int64_t index, std::int64_t, std::int64_t col) {
    const std::optional<std::uint64_t> scales = descriptor(col);
    if (index % period == 7 || index >= elements.size() || !scales) return;
    if (is_edge(from, to, *scales) && *scales == of_no_scale(to)) {
      elements.set(index, enlarged(elements[index]));
      return;
    }
    const Aim aim{to, factor_of(to, *scales), descriptor_of(*scales).offset, rectified,
                  index % period != 15};
    if (index % period == place_of_equals && is_number_of(from, *scales) &&
        tells(aim, aim.scale * aim.scale)) {
      elements.set(index, *scales);
    }
    const std::uint64_t bits = elements[index];
    if (tells(aim, value_of(from, bits) * aim.scale)) return;
    const std::uint64_t word = mixed(bits + static_cast<std::uint64_t>(index));
    double value = reached(aim, wanted(aim, word)) / aim.scale;
    // For the smallest numbers an integer other than zero, since a zero shows no sign.
    if (is_float(to) && from == i32 && std::fabs(value) < 1) {
      value = std::copysign(1.0 + static_cast<double>(below(word, 40, 8)), value);
    }
    elements.set(index, element_near(from, value));
  });
}

/// One of this number of elements is left as drawn, if other forms show the result of that.
constexpr std::int64_t rare = 64;

bool is_of_accumulators(ElementType type) { return type == f32 || type == i32; }

}  // namespace

std::uint64_t legal_descriptor(ElementType from, ElementType to, std::uint64_t word) {
  if (to == i16) return shift_bits(1 + static_cast<int>(word & 15));
  const std::uint64_t edge = word >> 34 & 0x3F;
  if (from == f32 && edge == 0) return of_least_scale(to);
  if (from == f32 && edge == 1 && !is_float(to)) return of_no_scale(to);
  const Exponents exponents = of_scale(from, to);
  const auto exponent = static_cast<std::uint32_t>(127 + exponents.lowest) +
                        static_cast<std::uint32_t>(below(word, 0, exponents.count()));
  const auto fraction = static_cast<std::uint32_t>(word >> 24 & 0x3FF);
  const auto code = static_cast<int>(word >> 40 & 0xFF);
  const int offset = is_float(to) ? 0 : code - (is_signed(to) ? 128 : 0);
  return descriptor_bits(exponent << 23 | fraction << 13, offset, is_signed(to) && !is_float(to));
}

bool is_legal_descriptor(ElementType from, ElementType to, std::uint64_t bits) {
  const Descriptor seen = descriptor_of(bits);
  if (to == i16) return bits == shift_bits(seen.shift);
  if (is_edge(from, to, bits)) return true;
  if (!(seen.scale > 0) || std::isinf(seen.scale)) return false;
  const int exponent = std::ilogb(seen.scale);
  const auto [lowest, highest] = of_scale(from, to);
  if (exponent < lowest || exponent > highest) return false;
  const int least = is_float(to) || !is_signed(to) ? 0 : -128;
  const int most = is_float(to) ? 0 : is_signed(to) ? 127 : 255;
  if (seen.offset < least || seen.offset > most) return false;
  const auto scale = std::bit_cast<std::uint32_t>(static_cast<float>(seen.scale));
  return bits == descriptor_bits(scale, seen.offset, is_signed(to) && !is_float(to));
}

namespace {

/// Descriptors in fp, and elements that suit them.
void make_row(const Call& call, std::vector<ElementArray>& contents, std::int64_t period) {
  const ElementType to = contents[call.form->index_of("dst")].type();
  ElementArray& elements = contents[call.form->index_of("src")];
  ElementArray& scales = contents[call.form->index_of("fp")];
  const ElementType from = elements.type();
  if (!is_of_accumulators(from)) return;
  const std::int64_t columns = std::min(call.tile("fp").valid_cols, scales.size());
  for (std::int64_t col = 0; col < columns; ++col) {
    if (is_legal_descriptor(from, to, scales[col])) continue;
    const auto place = static_cast<std::uint64_t>(col);
    scales.set(col, legal_descriptor(from, to, mixed(scales[col] + place)));
  }
  const DescriptorOf descriptor = [&](std::int64_t col) -> std::optional<std::uint64_t> {
    if (col >= columns) return std::nullopt;
    return scales[col];
  };
  bring_near(call, elements, to, descriptor, period);
}

}  // namespace

void make_descriptors(const Call& call, std::vector<ElementArray>& contents) {
  make_row(call, contents, 16);
}
void make_descriptors_of_sums(const Call& call, std::vector<ElementArray>& contents) {
  make_row(call, contents, rare);
}

void make_scaled(const Call& call, std::vector<ElementArray>& contents) {
  ElementArray& elements = contents[call.form->index_of("src")];
  if (!is_of_accumulators(elements.type())) return;
  const std::uint64_t all = call.scalar("preQuantScalar").bits;
  const ElementType to = contents[call.form->index_of("dst")].type();
  bring_near(
      call, elements, to, [=](std::int64_t) { return all; }, rare);
}

void make_converted(const Call& call, std::vector<ElementArray>& contents) {
  const ElementType to = contents[call.form->index_of("dst")].type();
  ElementArray& elements = contents[call.form->index_of("src")];
  if (elements.type() != f32 || to != f16) return;
  const std::uint64_t one = descriptor_bits(std::bit_cast<std::uint32_t>(1.0F), 0, false);
  bring_near(
      call, elements, to, [=](std::int64_t) { return one; }, rare);
}

}  // namespace assay::ops
