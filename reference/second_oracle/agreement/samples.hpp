// SPDX-License-Identifier: Apache-2.0
// Where two ways to round could differ: every exponent, every kind of significand, the
// neighbourhood of ties and of powers of two, cancellation, exact powers.
#pragma once

#include <cstdint>

#include "reference/isa/types/element_type.hpp"
#include "reference/isa/types/function.hpp"
#include "reference/second_oracle/agreement/agreement.hpp"

namespace assay::agreement {

/// A pseudo-random function of its argument.
std::uint64_t mixed(std::uint64_t n);

/// One sample of the 2^24 of f32: each of the 512 signs and exponents, with 2^14 significands one
/// in each of as many equal intervals, 2^12 just above the power of two, 2^12 just below the next,
/// and 2^13 prefixes followed by the pattern of a tie or a near tie.
std::uint64_t stratified_f32(std::int64_t index);

/// Bits of any type for a random key: all codes of narrow types; for wide floats a uniform exponent
/// or one near 0, and a random prefix of the significand followed by random bits or the pattern of
/// a tie or a near tie, and specials; for integers the same with the top bit set anywhere.
std::uint64_t pattern(ElementType type, std::uint64_t key);

/// Arguments of a function of two or three: related, unrelated, nearly equal, with special pairs.
Draw related(Function function, ElementType type);

/// 2^24 samples of a function of f32: the first argument goes through all of stratified_f32(), the
/// others are related to it; every second sample of power is one of related().
inline constexpr std::int64_t stratified_count = 1 << 24;
Draw stratified(Function function);

/// The same argument patterns one at a time.
Draw patterns(ElementType type);

/// Every code of a type, every pair of codes, every triple.
Draw every_code();
Draw every_pair(ElementType type);
Draw every_triple(ElementType type);

/// Samples first, first + step, first + 2 * step and so on of a draw.
Draw strided(const Draw& draw, std::int64_t step, std::int64_t first);

}  // namespace assay::agreement
