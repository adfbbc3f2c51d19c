// SPDX-License-Identifier: Apache-2.0
// Value plans that are mixtures of patterns.
#include <algorithm>

#include "generators/values/bit_patterns.hpp"
#include "generators/values/plans.hpp"

namespace assay::generators {
namespace {

std::vector<Pattern> single(std::uint64_t bits) { return {{bits, 0}}; }

/// Numbers [first, last], one pattern each.
std::vector<Pattern> each(std::uint64_t first, std::uint64_t last) {
  return ranges(first, last, 0);
}

std::vector<Pattern> joined(std::vector<Pattern> a, const std::vector<Pattern>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// The patterns with `bits` set or, where they are free, as they are.
std::vector<Pattern> with_bits(std::vector<Pattern> patterns, std::uint64_t bits) {
  for (Pattern& pattern : patterns) pattern.fixed |= bits & ~pattern.free;
  return patterns;
}

/// The patterns with `bits` free.
std::vector<Pattern> with_free(std::vector<Pattern> patterns, std::uint64_t bits) {
  for (Pattern& pattern : patterns) {
    pattern.fixed &= ~bits;
    pattern.free |= bits;
  }
  return patterns;
}

}  // namespace

Mixture codes(const ElementFormat& format) {
  const std::uint64_t mask = mask_of(format.type);
  const std::uint64_t sign = sign_bit(format);
  std::vector<Pattern> often_special;
  for (const std::uint64_t code :
       {std::uint64_t{0}, sign, mask, mask - 1, mask >> 1, (mask >> 1) - 1, std::uint64_t{1}}) {
    often_special.push_back({code, 0});
  }
  often_special.push_back({sign | 1, 0});
  return {{3, {{0, mask}}}, {1, often_special}};
}

namespace floats {
namespace {

std::vector<Pattern> with_signs(const ElementFormat& format, std::vector<Pattern> patterns) {
  return with_free(std::move(patterns), sign_bit(format));
}

std::vector<Pattern> fractions(const ElementFormat& format, std::uint64_t first,
                               std::uint64_t last) {
  return with_signs(format, ranges(first, last));
}

/// All values of the binades [first, last], of either sign.
std::vector<Pattern> binades(const ElementFormat& format, std::uint64_t first, std::uint64_t last,
                             int most_free = 0) {
  std::vector<Pattern> patterns = ranges(first, last, most_free);
  for (Pattern& pattern : patterns) {
    pattern.fixed <<= fraction_bits(format);
    pattern.free = (pattern.free << fraction_bits(format)) | fraction_mask(format);
  }
  return with_signs(format, std::move(patterns));
}

/// Values within four binades of 1.
std::vector<Pattern> near_one(const ElementFormat& format) {
  const int highest = static_cast<int>(top_exponent(format)) - 1;
  const auto bounded = [&](int exponent) {
    return static_cast<std::uint64_t>(std::clamp(exponent, 1, highest));
  };
  return binades(format, bounded(format.bias - 4), bounded(format.bias + 4));
}

}  // namespace

Mixture uniform(const ElementFormat& format) { return {{1, {{0, mask_of(format.type)}}}}; }

Mixture exponent(const ElementFormat& format) {
  const std::uint64_t top = top_exponent(format);
  // Wide formats have more binades than a table has slots: two binades share one there.
  const int most_free = format.exponent_bits > 8 ? 1 : 0;
  if (format.has_infinity) return {{1, binades(format, 0, top, most_free)}};
  // The pattern of all ones is a NaN.
  const std::vector<Pattern> last =
      with_bits(fractions(format, 0, fraction_mask(format) - 1), assemble(format, false, top, 0));
  const auto others = static_cast<unsigned>(top);
  return {{others, binades(format, 0, top - 1, most_free)}, {1, last}};
}

Mixture specials(const ElementFormat& format) {
  const std::uint64_t mask = fraction_mask(format);
  const std::uint64_t quiet = (mask >> 1) + 1;
  const std::uint64_t nan = assemble(format, false, exponent_mask(format), 0);
  Mixture mixture{
      {2, with_signs(format, single(0))},
      {2, fractions(format, 1, mask)},
      {2, with_signs(format, joined(single(1), single(mask)))},
      {2, with_signs(format, single(assemble(format, false, 1, 0)))},
      {2, with_signs(format, single(largest(format, false)))},
      {2, with_signs(format, single(infinite(format, false)))},
      {10, near_one(format)},
  };
  if (!format.has_infinity) {
    mixture.push_back({2, with_signs(format, single(not_a_number(format, false, 0)))});
    return mixture;
  }
  mixture.push_back({2, with_signs(format, {{nan | quiet, quiet - 1}})});
  mixture.push_back({2, with_bits(fractions(format, 1, quiet - 1), nan)});
  return mixture;
}

Mixture extremes(const ElementFormat& format) {
  const std::uint64_t top = top_exponent(format);
  const std::uint64_t last = largest(format, false);
  const std::uint64_t smallest_normal = assemble(format, false, 1, 0);
  return {
      {2, with_signs(format, each(last - 3, last))},
      {1, with_signs(format, each(smallest_normal, smallest_normal + 2))},
      {1, with_signs(format, each(1, 3))},
      {1, binades(format, top - 1, top - 1)},
      {1, near_one(format)},
  };
}

Mixture ones(const ElementFormat& format) {
  std::vector<Pattern> whole;
  for (std::uint64_t n = 1; n <= 9; ++n) {
    whole.push_back({from_ratio(format, false, Ratio{n, 1}), 0});
  }
  return {{7, whole}, {1, with_bits(whole, sign_bit(format))}};
}

}  // namespace floats

namespace integers {
namespace {

std::uint64_t smallest(const ElementFormat& format) {
  return format.kind == ElementKind::signed_integer ? sign_bit(format) : 0;
}

std::uint64_t greatest(const ElementFormat& format) {
  const std::uint64_t mask = mask_of(format.type);
  return format.kind == ElementKind::signed_integer ? mask >> 1 : mask;
}

/// Every length of binary number from 0 to the width.
std::vector<Pattern> lengths(const ElementFormat& format) {
  std::vector<Pattern> patterns = single(0);
  for (int length = 1; length <= format.bits; ++length) {
    const std::uint64_t top = std::uint64_t{1} << (length - 1);
    patterns.push_back({top, top - 1});
  }
  return patterns;
}

/// -1 - x for every x of the patterns.
std::vector<Pattern> complements(const ElementFormat& format, std::vector<Pattern> patterns) {
  for (Pattern& pattern : patterns) {
    pattern.fixed = ~(pattern.fixed | pattern.free) & mask_of(format.type);
  }
  return patterns;
}

/// Half of them negative where the format has a sign.
std::vector<Pattern> of_either_sign(const ElementFormat& format, std::vector<Pattern> patterns) {
  if (format.kind != ElementKind::signed_integer) return patterns;
  return joined(patterns, complements(format, patterns));
}

}  // namespace

Mixture uniform(const ElementFormat& format) { return {{1, {{0, mask_of(format.type)}}}}; }

Mixture exponent(const ElementFormat& format) {
  return {{1, of_either_sign(format, lengths(format))}};
}

Mixture specials(const ElementFormat& format) {
  const bool is_signed = format.kind == ElementKind::signed_integer;
  return {
      {1, single(0)},
      {1, is_signed ? joined(single(1), single(mask_of(format.type))) : single(1)},
      {1, single(greatest(format))},
      {1, single(smallest(format))},
      {4, of_either_sign(format, lengths(format))},
  };
}

Mixture extremes(const ElementFormat& format) {
  const std::uint64_t sign = sign_bit(format);
  return {
      {1, single(greatest(format))},
      {1, each(greatest(format) - 2, greatest(format))},
      {1, single(smallest(format))},
      {1, each(smallest(format), smallest(format) + 2)},
      {1, {{sign, sign - 1}}},
      {1, single(sign - 1)},
      {1, each(0, 2)},
      {1, single(mask_of(format.type))},
  };
}

Mixture ones(const ElementFormat& format) {
  return {{1, each(1, std::min<std::uint64_t>(9, mask_of(format.type)))}};
}

}  // namespace integers
}  // namespace assay::generators
