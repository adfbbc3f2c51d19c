// SPDX-License-Identifier: Apache-2.0
// Numbers that are converted where patterns should be copied.
#pragma once

#include <cmath>
#include <cstdint>

#include "runners/simulator/conversion/conversion.hpp"
#include "runners/simulator/conversion/conversion_formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/faults/plants.hpp"

namespace assay::simulator::bends {

/// Whether the numbers of two types have different patterns.
inline bool are_other_numbers(std::uint32_t to, std::uint32_t from) {
  return to != from && !(is_integer(from) && is_integer(to));
}

inline bool is_fp8(std::uint32_t element) { return one_of(element, {ASSAY_E4M3, ASSAY_E5M2}); }

/// The fields of an f32 cut to those of a smaller format.
inline std::uint64_t cut_to_fp8(std::uint32_t to, std::uint64_t f32) {
  const std::uint64_t size = f32 & 0x7FFFFFFF, sign = f32 >> 24 & 0x80;
  if (size == 0) return 0;
  const int kept = to == ASSAY_E4M3 ? 3 : 2;
  const int bias = to == ASSAY_E4M3 ? 7 : 15;
  const std::uint64_t quiet = size > 0x7F800000 ? 0x400000 : 0;
  const std::uint64_t digits = ((f32 | quiet) & 0x7FFFFF) >> (23 - kept);
  const int field = static_cast<int>(size >> 23);
  const int exponent = field == 255 ? 1024 : field - 127;
  const int code = exponent + bias;
  if (code >= 0) return sign | ((static_cast<std::uint64_t>(code) << kept | digits) & 0x7F);
  const int shift = 1 - code;
  return sign | (shift > kept ? 0 : (digits | 1ULL << kept) >> shift);
}

/// Specials are numbers, and there is one zero.
inline long double in_fp8(std::uint32_t from, std::uint64_t code) {
  if ((code & 0x7F) == 0) return 0;
  const long double x = number_of(from, code);
  if (std::isfinite(x)) return x;
  const long double size = from == ASSAY_E5M2 ? 65536 * (1 + (code & 3) / 4.0L) : 480;
  return code >= 0x80 ? -size : size;
}

/// What the CPU's table of HiFloat8 holds: below 4 its steps are not those of the format.
inline long double in_table(std::uint64_t code) {
  const std::uint64_t size = code & 0x7F;
  const long double sign = code >= 0x80 ? -1 : 1;
  if (size >= 0x10 && size < 0x20) return sign * static_cast<long double>(size) / 8;
  if (size >= 0x08 && size < 0x10) return sign * static_cast<long double>(size + 24) / 32;
  return number_of(ASSAY_HIF8, code);
}

/// The code for it; the smaller number of two that are as near.
inline std::uint64_t nearest_in_table(long double x) {
  if (!(x > -HUGE_VALL)) return 0xEF;
  if (std::fabs(x) > 32768) return x > 0 ? 0x6E : 0xEE;
  std::uint64_t found = 0xEE;
  for (std::uint64_t code = 0; code < 256; ++code) {
    const long double here = in_table(code), best = in_table(found);
    if (!std::isfinite(here)) continue;
    const long double far = std::fabs(here - x), least = std::fabs(best - x);
    if (far < least || (far == least && here < best)) found = code;
  }
  return found;
}

/// What a pattern is worth where numbers are converted.
inline long double worth_of(std::uint32_t from, std::uint64_t bits) {
  if (from == ASSAY_HIF8) return in_table(bits);
  return is_fp8(from) ? in_fp8(from, bits) : number_of(from, bits);
}

/// The pattern of the number that `bits` is. Types that no conversion knows get another pattern.
inline std::uint64_t numbered(std::uint32_t to, std::uint32_t from, const Seams& seams,
                              std::uint64_t bits) {
  const auto is_unknown = [](std::uint32_t type) {
    return type == ASSAY_E8M0 || width_of(type) == 4;
  };
  if (is_unknown(to) || is_unknown(from)) return bits ^ 1U;
  const long double x = worth_of(from, bits);
  if (to == ASSAY_HIF8) return nearest_in_table(x);
  if (is_fp8(to)) return cut_to_fp8(to, pattern_of(ASSAY_F32, x));
  const Cast mode = is_integer(to) ? Cast::trunc : Cast::rint;
  const bool clamps = is_integer(to) && !is_integer(from);
  return convert_number({Machine::cpu, from, to, mode, clamps}, seams, x);
}

/// The same of all elements of dst that are valid in `moved`.
inline void number_elements(const Request& request, const assay_operand& moved, const Seams& seams,
                            Tile& dst) {
  for (std::int64_t row = 0; row < moved.valid_rows; ++row) {
    for (std::int64_t col = 0; col < moved.valid_cols; ++col) {
      dst.set(row, col, numbered(request[0].element, request[1].element, seams, dst.get(row, col)));
    }
  }
}

/// E-TLOAD-003, E-TTRANS-001, E-TFILLPAD-005, E-TFILLPAD_EXPAND-005,
/// E-TFILLPAD_INPLACE-008: of the operand `Moved` all
/// that is valid.
template <Op op, std::size_t Moved>
struct NumbersMoved : Bend {
  using Bend::Bend;
  void finished(const Request& request, Tile& dst) const override {
    if (request.on_device() || !op.is(request) || Moved >= request.operands.size()) return;
    if (!are_other_numbers(request[0].element, request[1].element)) return;
    number_elements(request, request[Moved], *this, dst);
  }
};

}  // namespace assay::simulator::bends
