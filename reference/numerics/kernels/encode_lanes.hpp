// SPDX-License-Identifier: Apache-2.0
// Doubles to correctly rounded element codes, straight from the bits of the double: adding
// 1.5 * 2^52 quanta makes the processor round to a multiple of the quantum, to nearest even, also
// below the smallest normal; what was cut off is exact and gives the other modes.
#pragma once

#include "reference/numerics/kernels/kernels.hpp"
#include "reference/numerics/kernels/lanes.hpp"

namespace assay::numerics::kernels {
namespace {

/// Spacing of the values in [1, 2), if the format has that binade.
inline double quantum_of_one(const Grid& grid) {
  return number(bits_of(1.0) - (static_cast<Word>(grid.precision - 1) << 52));
}

/// A magnitude in quanta, rounded to nearest even, and what that left: magnitude - quanta *
/// quantum.
struct Rounded {
  Word quanta;
  double left;
};
inline Rounded to_multiple(double size, double quantum) {
  const double shift = quantum * to_integer;
  const double sum = size + shift;
  return {bits_of(sum) - bits_of(shift), size - (sum - shift)};
}

/// Nearest even corrected to the mode. Neighbouring codes differ by one, also across binades.
template <RoundMode mode>
inline Word corrected(Word code, double left, double half, Mask negative) {
  if (mode == RoundMode::nearest_even) return code;
  if (mode == RoundMode::nearest_away) return code - equal(left, half);
  const Word below = code + less(left, 0);
  const Word inexact = ~equal(left, 0) & 1;
  if (mode == RoundMode::floor) return below + (inexact & negative);
  if (mode == RoundMode::ceil) return below + (inexact & ~negative);
  return mode == RoundMode::odd ? below | inexact : below;
}

/// Whether the true value of an inexact result can be on the other side of a rounding boundary.
template <RoundMode mode>
inline Mask near_boundary(double left, double half, double error) {
  constexpr bool nearest = mode == RoundMode::nearest_even || mode == RoundMode::nearest_away;
  const double size = magnitude(left);
  return ~less(error, nearest ? magnitude(half - size) : size);
}

template <RoundMode mode>
std::uint32_t encode_float(const double* __restrict y, int count, const Grid& grid, double bound,
                           std::uint32_t* __restrict codes, std::uint32_t* __restrict undecided) {
  const Grid g = grid;  // a copy that no store can change
  const double to_quantum = quantum_of_one(g);
  const int to_rung = 53 - g.precision;
  std::uint32_t any = 0;
  for (int i = 0; i < count; ++i) {
    const double whole_size = magnitude(y[i]);
    const double size = smaller(whole_size, g.clamp);
    const double power = larger(power_of_two_of(size), g.lowest);
    const double quantum = power * to_quantum;
    const auto [quanta, left] = to_multiple(size, quantum);
    const Word rung = quanta + ((bits_of(power) - bits_of(g.lowest)) >> to_rung);
    const Mask negative = is_negative(y[i]);
    const double half = 0.5 * quantum;
    const Word finite = corrected<mode>(rung, left, half, negative);
    const Word code = choose(equal(whole_size, infinite), g.infinite, finite) | (negative & g.sign);
    codes[i] = static_cast<std::uint32_t>(choose(is_nan(y[i]), g.nan, code));
    const Mask unsure =
        is_marked(y[i]) & less(whole_size, g.limit) & near_boundary<mode>(left, half, bound * size);
    undecided[i] = static_cast<std::uint32_t>(unsure);
    any |= static_cast<std::uint32_t>(unsure);
  }
  return any;
}

/// Nearest even f32, where the processor can do it: both ends of the enclosure must round alike.
/// The code is that of y itself, which is between them: an exact y can be a tie.
std::uint32_t encode_f32_nearest(const double* __restrict y, int count, const Grid&, double bound,
                                 std::uint32_t* __restrict codes,
                                 std::uint32_t* __restrict undecided) {
  const double inwards = 1 - bound;
  const double outwards = 1 + bound;
  std::uint32_t any = 0;
  for (int i = 0; i < count; ++i) {
    const auto low = __builtin_bit_cast(std::uint32_t, static_cast<float>(y[i] * inwards));
    const auto high = __builtin_bit_cast(std::uint32_t, static_cast<float>(y[i] * outwards));
    const std::uint32_t unsure =
        std::uint32_t{low != high} & static_cast<std::uint32_t>(bits_of(y[i]));
    const auto code = __builtin_bit_cast(std::uint32_t, static_cast<float>(y[i]));
    codes[i] = y[i] == y[i] ? code : 0x7FC00000;
    undecided[i] = unsure;
    any |= unsure;
  }
  return any;
}

/// Integers: one quantum for all magnitudes, and saturation instead of an infinity.
template <RoundMode mode>
std::uint32_t encode_integer(const double* __restrict y, int count, const Grid& grid, double bound,
                             std::uint32_t* __restrict codes, std::uint32_t* __restrict undecided) {
  const Grid g = grid;
  std::uint32_t any = 0;
  for (int i = 0; i < count; ++i) {
    const double whole_size = magnitude(y[i]);
    const double size = smaller(whole_size, g.clamp);
    const auto [quanta, left] = to_multiple(size, 1);
    const Mask negative = is_negative(y[i]);
    const Word whole = corrected<mode>(quanta, left, 0.5, negative);
    const Word last = choose(negative, g.largest_negative, g.largest_positive);
    const Word code = choose(less_word(last, whole), last, whole);
    const Word complement = (code ^ negative) - negative;
    codes[i] = static_cast<std::uint32_t>(complement & g.mask & ~is_nan(y[i]));
    const Mask unsure =
        is_marked(y[i]) & less(whole_size, g.limit) & near_boundary<mode>(left, 0.5, bound * size);
    undecided[i] = static_cast<std::uint32_t>(unsure);
    any |= static_cast<std::uint32_t>(unsure);
  }
  return any;
}

template <typename Element>
void narrow(const std::uint32_t* __restrict codes, int count, std::byte* __restrict to) {
  auto* elements = reinterpret_cast<typename Packed<Element>::Type*>(to);
  for (int i = 0; i < count; ++i) elements[i] = static_cast<Element>(codes[i]);
}

}  // namespace
}  // namespace assay::numerics::kernels
