// SPDX-License-Identifier: Apache-2.0
// One sorted table of magnitudes for each of the two formats.
#include "reference/numerics/kernels/tapered.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/ladder.hpp"

namespace assay::numerics::kernels {
namespace {

/// The values of a format in the form that a search uses.
struct Scale {
  std::vector<double> magnitudes;  ///< by rung, and the one that would follow the largest
  bool has_zero;

  explicit Scale(ElementType type) : has_zero(type == ElementType::hif8) {
    const std::int64_t largest = ladder::largest_rung(type);
    for (std::int64_t rung = 0; rung <= largest; ++rung) {
      const ladder::Scaled scaled = ladder::value_of_rung(type, rung);
      magnitudes.push_back(std::ldexp(static_cast<double>(scaled.n), scaled.quantum));
    }
    const auto last = ladder::binade(type, ladder::highest_binade(type));
    magnitudes.push_back(magnitudes.back() + std::ldexp(1.0, static_cast<int>(last.quantum)));
  }
};

const Scale& scale_of(ElementType type) {
  static const Scale e8m0(ElementType::e8m0);
  static const Scale hif8(ElementType::hif8);
  return type == ElementType::hif8 ? hif8 : e8m0;
}

bool takes_upper(RoundMode mode, bool negative, bool lower_is_odd, double size, double low,
                 double high) {
  const double middle = low + (high - low) / 2;
  switch (mode) {
    case RoundMode::nearest_even:
      return size > middle || (size == middle && lower_is_odd);
    case RoundMode::nearest_away:
      return size >= middle;
    case RoundMode::floor:
      return negative;
    case RoundMode::ceil:
      return !negative;
    case RoundMode::toward_zero:
      return false;
    case RoundMode::odd:
      return !lower_is_odd;
  }
  return false;
}

}  // namespace

std::uint32_t encode_tapered(ElementType type, double value, RoundMode mode) {
  if (std::isnan(value)) return static_cast<std::uint32_t>(quiet_nan(type));
  const Scale& scale = scale_of(type);
  const bool negative = std::signbit(value);
  const double size = std::fabs(value);
  if (!scale.has_zero && (negative || size < scale.magnitudes.front())) return 0;
  const bool has_infinity = infinity(type, false) != 0;
  const auto largest = static_cast<std::int64_t>(scale.magnitudes.size()) - 2;
  std::int64_t rung = largest + 1;
  if (!std::isinf(size)) {
    const auto above = std::ranges::upper_bound(scale.magnitudes, size);
    rung = std::min<std::int64_t>(above - scale.magnitudes.begin() - 1, largest);
    const auto place = static_cast<std::size_t>(rung);
    const double low = scale.magnitudes[place];
    const double high = scale.magnitudes[place + 1];
    const bool up = size != low && takes_upper(mode, negative, rung % 2 != 0, size, low, high);
    if (up && !(mode == RoundMode::odd && rung == largest)) ++rung;  // odd never overflows
  }
  if (rung > largest && !has_infinity) rung = largest;
  const std::uint64_t bits = ladder::bits_of_rung(type, rung);
  const bool keeps_sign = negative && rung != 0;  // HiFloat8 has one zero
  return static_cast<std::uint32_t>(bits | (keeps_sign ? 0x80U : 0U));
}

}  // namespace assay::numerics::kernels
