// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/quantisation/quantise_groups.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "runners/simulator/conversion/conversion_formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/rules/quantisation.hpp"

namespace assay::simulator {
namespace {

constexpr int scale_bias = 127, scale_nan = 255;

/// Codes of dst; those of 8 bits are e4m3, which the public spelling calls int8_t.
struct Codes {
  std::uint32_t element;
  int top;  ///< exponent of the greatest one
};
Codes codes_of(const Request& request) {
  if (request[0].element == ASSAY_E2M1) return {ASSAY_E2M1, 2};
  return {ASSAY_E4M3, 8};
}

/// One group on its way: the numbers of it, where they lie, and where the exponent goes.
struct Group {
  std::array<Place, group_size> places;
  std::array<std::uint64_t, group_size> bits;
  Place exponent;
};

/// The exponent that a group shares.
int exponent_of(const Request& request, const Group& group) {
  long double most = 0;
  for (const std::uint64_t bits : group.bits) {
    const long double size = std::fabs(number_of(request[1].element, bits));
    if (std::isnan(size)) return scale_nan;
    most = std::max(most, size);
  }
  if (most == 0) return 0;
  if (std::isinf(most)) return scale_nan - 1;
  return std::max(0, binade_of(most) + scale_bias - codes_of(request).top);
}

/// The nearest code, of two the even one; the greatest one beyond.
std::uint64_t code_of(const Codes& codes, long double number) {
  if (std::isnan(number)) return pattern_of(ASSAY_E4M3, number) & ones(width_of(codes.element));
  const long double most = largest_of(codes.element);
  const long double cut = std::clamp(number, -most, most);
  if (cut == 0) return pattern_of(codes.element, cut);
  const int binade = binade_of(cut);
  const Grid grid = grid_of(codes.element, binade);
  const long double step = power(std::max(binade + 1 - grid.digits, grid.lowest));
  return pattern_of(codes.element, std::copysign(std::nearbyint(cut / step) * step, cut));
}

/// Where number `number` of group `group` of a row or column lies.
Place place_of(bool along_rows, std::int64_t line, std::int64_t group, std::int64_t number) {
  const std::int64_t along = group * group_size + number;
  return along_rows ? Place{line, along} : Place{along, line};
}

Place place_of_exponent(const Request& request, std::int64_t line, std::int64_t group) {
  if (has_groups_of_columns(request)) return {line, group};
  if (request.form == "mx_rows") return {group, line};
  return {group / 2, 2 * line + group % 2};
}

}  // namespace

void run_groups(const Request& request, const Hooks& hooks) {
  const bool along_rows = has_groups_of_columns(request);
  const Region worked = worked_region(request, hooks, request[1]);
  const Codes codes = codes_of(request);
  Output dst(request, request[0], hooks), exponents(request, request[2], hooks);
  Tile numbers(request[1], hooks);
  const std::int64_t lines = along_rows ? worked.rows : worked.cols;
  const std::int64_t groups = (along_rows ? worked.cols : worked.rows) / group_size;
  for (std::int64_t line = 0; line < lines; ++line) {
    for (std::int64_t at = 0; at < groups; ++at) {
      Group group{.places = {}, .bits = {}, .exponent = place_of_exponent(request, line, at)};
      for (std::size_t i = 0; i < group_size; ++i) {
        group.places.at(i) = place_of(along_rows, line, at, static_cast<std::int64_t>(i));
        group.bits.at(i) = read_lane(hooks, numbers, worked, group.places.at(i));
      }
      const int exponent = exponent_of(request, group);
      exponents.put(group.exponent, static_cast<std::uint64_t>(exponent), group.bits);
      for (std::size_t i = 0; i < group_size; ++i) {
        const long double scaled =
            number_of(request[1].element, group.bits.at(i)) * power(scale_bias - exponent);
        dst.put(group.places.at(i), code_of(codes, scaled), std::span(group.bits).subspan(i, 1));
      }
    }
  }
  dst.finish();
  exponents.finish();
  hooks.spent(request, numbers);
}

}  // namespace assay::simulator
