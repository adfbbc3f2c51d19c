// SPDX-License-Identifier: Apache-2.0
// Arrays into an ExactSum: one integer for each exponent, so that an element costs one addition.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "reference/numerics/sums/exact.hpp"
#include "reference/numerics/sums/internal.hpp"

namespace assay::numerics {
namespace {

constexpr std::int64_t few = 96;  // below that the bins cost more than they save

constexpr int fraction_bits = 23;
constexpr std::uint32_t fraction_mask = (1U << fraction_bits) - 1;
constexpr std::uint32_t hidden = 1U << fraction_bits;
constexpr int lowest = -150;  // exponent of the last bit of a significand if the field were 0

template <typename Count, std::size_t bins>
using Tables = std::array<std::array<Count, bins>, 2>;

/// use(bin) for the bins that are not empty, and for some neighbours of theirs.
template <typename Count, std::size_t bins, typename Use>
void each_used(const Tables<Count, bins>& tables, Use use) {
  constexpr std::size_t group = 16;
  static_assert(bins % group == 0);
  for (std::size_t begin = 0; begin < bins; begin += group) {
    Count any = 0;
    for (std::size_t i = 0; i < group; ++i) any |= tables[0][begin + i] | tables[1][begin + i];
    for (std::size_t i = 0; any != 0 && i < group; ++i) use(begin + i);
  }
}

}  // namespace

/// For each sign and exponent the sum of the fractions, and above it how many there were.
/// Neighbours often share an exponent: two tables keep their additions independent.
class FloatBins {
 public:
  void add(std::span<const float> values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::uint32_t bits = std::bit_cast<std::uint32_t>(values[i]);
      tables_[i % 2][bits >> fraction_bits] += (bits & fraction_mask) | one;
    }
    filled_ += static_cast<std::int64_t>(values.size());
  }

  bool is_full() const { return filled_ > capacity - summation::block; }

  void empty_into(ExactSum& sum) {
    each_used(tables_, [&](std::size_t bin) { empty(bin, sum); });
    *this = {};
  }

 private:
  static constexpr int count_shift = 43;
  static constexpr std::uint64_t one = std::uint64_t{1} << count_shift;
  static constexpr std::int64_t capacity = 1 << (count_shift - fraction_bits);

  void empty(std::size_t bin, ExactSum& sum) const {
    const std::uint64_t count = (tables_[0][bin] >> count_shift) + (tables_[1][bin] >> count_shift);
    if (count == 0) return;
    const std::uint64_t fractions = (tables_[0][bin] & (one - 1)) + (tables_[1][bin] & (one - 1));
    const bool negative = bin >= 256;
    const int field = static_cast<int>(bin % 256);
    if (field == 255) {
      // A fraction is that of a NaN, and then it does not matter whether there are infinities too.
      sum.nan_ |= fractions != 0;
      (negative ? sum.minus_infinity_ : sum.plus_infinity_) = true;
      return;
    }
    const std::uint64_t magnitude = field == 0 ? fractions : fractions + count * hidden;
    sum.note(magnitude != 0 || !negative, magnitude != 0 || negative);
    sum.deposit(negative, magnitude, lowest + std::max(field, 1));
  }

  Tables<std::uint64_t, 512> tables_{};
  std::int64_t filled_ = 0;
};

/// For each exponent of a product the sum of the significands. A product of two significands has 48
/// bits: as a double it is exact, and its last 5 bits are zero.
class ProductBins {
 public:
  void add(std::span<const float> a, std::span<const float> b, ExactSum& sum) {
    if (has_special(a) || has_special(b)) {
      for (std::size_t i = 0; i < a.size(); ++i) {
        sum.add(static_cast<double>(a[i]) * static_cast<double>(b[i]));
      }
      return;
    }
    std::uint64_t any = 0, every = ~any;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double product = static_cast<double>(a[i]) * static_cast<double>(b[i]);
      const std::uint64_t bits = std::bit_cast<std::uint64_t>(product);
      const std::uint64_t nonzero = bits << 1 != 0 ? ~std::uint64_t{0} : 0;
      const std::int64_t flip = static_cast<std::int64_t>(bits) >> 63;  // 0 or ones
      const std::uint64_t significand = (bits << 11 | std::uint64_t{1} << 63) >> 16 & nonzero;
      tables_[i % 2][((bits >> 52 & 0x7FF) - first_field) & nonzero] +=
          (static_cast<std::int64_t>(significand) ^ flip) - flip;
      any |= bits;
      every &= bits;
    }
    const bool nonzero = any << 1 != 0;
    sum.note(nonzero || every >> 63 == 0, nonzero || any >> 63 != 0);
    filled_ += static_cast<std::int64_t>(a.size());
  }

  bool is_full() const { return filled_ > capacity - summation::block; }

  void empty_into(ExactSum& sum) {
    each_used(tables_, [&](std::size_t bin) {
      const std::int64_t total = tables_[0][bin] + tables_[1][bin];
      if (total == 0) return;
      const auto magnitude = static_cast<std::uint64_t>(total < 0 ? -total : total);
      sum.deposit(total < 0, magnitude, static_cast<int>(bin + first_field) - 1023 - 47);
    });
    *this = {};
  }

 private:
  static constexpr std::int64_t capacity = 1 << 14;
  static constexpr std::size_t first_field = 1023 - 2 * 149;  // of the smallest product, 2^-298

  static bool has_special(std::span<const float> values) {
    std::uint32_t largest = 0;
    for (const float value : values) {
      largest = std::max(largest, std::bit_cast<std::uint32_t>(value) << 1);
    }
    return largest >= 0xFF000000;
  }

  Tables<std::int64_t, 560> tables_{};  // to 2^256
  std::int64_t filled_ = 0;
};

void ExactSum::add(const Terms& terms) {
  if (terms.count < few) {
    for (std::int64_t i = 0; i < terms.count; ++i) add(terms.type, terms[i]);
    return;
  }
  FloatBins bins;
  summation::each_block(terms, [&](std::span<const float> values) {
    bins.add(values);
    if (bins.is_full()) bins.empty_into(*this);
  });
  bins.empty_into(*this);
}

void ExactSum::add_products(const Terms& a, const Terms& b) {
  summation::require_same_count(a, b);
  if (a.count < few) {
    for (std::int64_t i = 0; i < a.count; ++i) add_product(a.type, a[i], b.type, b[i]);
    return;
  }
  ProductBins bins;
  summation::each_block(a, b, [&](std::span<const float> x, std::span<const float> y) {
    bins.add(x, y, *this);
    if (bins.is_full()) bins.empty_into(*this);
  });
  bins.empty_into(*this);
}

}  // namespace assay::numerics
