// SPDX-License-Identifier: Apache-2.0
// Grids from the ladder of a format, and the choice of loops by type.
#include "reference/numerics/kernels/formats.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "reference/isa/call/contents.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/kernels/tapered.hpp"
#include "reference/numerics/ladder.hpp"
#include "reference/numerics/real.hpp"

namespace assay::numerics::kernels {
namespace {

using enum ElementType;
constexpr double infinity_of_double = std::numeric_limits<double>::infinity();

bool is_tapered(ElementType type) { return type == e8m0 || type == hif8; }

Decode loop_of(const Kernels& kernels, ElementType type) {
  switch (type) {
    case f32:
      return kernels.decode_f32;
    case f16:
      return kernels.decode_f16;
    case bf16:
      return kernels.decode_bf16;
    case i8:
      return kernels.decode_i8;
    case u8:
      return kernels.decode_u8;
    case i16:
      return kernels.decode_i16;
    case u16:
      return kernels.decode_u16;
    case i32:
      return kernels.decode_i32;
    case u32:
      return kernels.decode_u32;
    default:
      return nullptr;
  }
}

using Table = std::array<double, 256>;

Table make_table(ElementType type) {
  Table table{};
  for (std::uint64_t bits = 0; bits <= mask_of(type); ++bits) {
    table[bits] = numerics::decode(type, bits).to_double();
  }
  return table;
}

/// Values of the codes of a type with 4 or 8 bits; null for other types.
const Table* table_of(ElementType type) {
  if (bits_of(type) > 8) return nullptr;
  static const std::array tables{make_table(e4m3), make_table(e5m2), make_table(e8m0),
                                 make_table(hif8), make_table(e2m1), make_table(e1m2),
                                 make_table(i4)};
  static constexpr std::array types{e4m3, e5m2, e8m0, hif8, e2m1, e1m2, i4};
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (types[i] == type) return &tables[i];
  }
  return nullptr;
}

/// Magnitude as a double rounded to odd: 53 bits, the last of them or-ed with what was cut off.
double odd_double(std::uint64_t magnitude) {
  const int cut = 11 - std::countl_zero(magnitude | 1);
  if (cut <= 0) return static_cast<double>(magnitude);
  const std::uint64_t kept = magnitude >> cut;
  const bool rest = kept << cut != magnitude;
  return static_cast<double>((kept | (rest ? 1U : 0U)) << cut);
}

double decode_wide(ElementType type, std::uint64_t bits) {
  if (type == f64) return std::bit_cast<double>(bits);
  const bool negative = is_negative(type, bits);
  const double size = odd_double(negative ? 0 - bits : bits);
  return negative ? -size : size;
}

void set_ends(Grid& grid, ElementType type) {
  const bool has_infinity = format_of(type).has_infinity;
  grid.top = has_infinity ? 2 * grid.highest
                          : numerics::decode(type, largest_finite(type, false)).to_double();
  grid.bottom =
      has_infinity ? -grid.top : numerics::decode(type, largest_finite(type, true)).to_double();
  grid.infinite_from = infinity_of_double;
  if (has_infinity) grid.infinite_from = grid.top;
}

Grid integer_grid(ElementType type) {
  Grid grid;
  grid.largest_positive = largest_finite(type, false);
  grid.largest_negative = is_signed(type) ? grid.largest_positive + 1 : 0;
  grid.clamp = 0x1p40;  // beyond all of them
  grid.limit = static_cast<double>(grid.largest_positive) + 2;
  grid.mask = mask_of(type);
  return grid;
}

Grid float_grid(ElementType type) {
  const ElementFormat& format = format_of(type);
  Grid grid;
  grid.precision = format.precision;
  grid.lowest = std::ldexp(1.0, ladder::lowest_binade(type));
  grid.highest = std::ldexp(1.0, ladder::highest_binade(type));
  const double largest = numerics::decode(type, largest_finite(type, false)).to_double();
  const double quantum = std::ldexp(grid.highest, 1 - format.precision);
  // Above the largest value and its midpoint with an infinity: overflow in every mode.
  grid.clamp = format.has_infinity ? largest + 0.75 * quantum : largest;
  grid.limit = format.has_infinity ? infinity_of_double : largest + 0.125 * quantum;
  grid.infinite = format.has_infinity ? infinity(type, false) : largest_finite(type, false);
  grid.sign = largest_finite(type, true) & ~largest_finite(type, false);
  grid.nan = quiet_nan(type);
  return grid;
}

}  // namespace

bool is_short(ElementType type) { return is_float(type) ? type != f64 : bits_of(type) <= 16; }

Source::Source(const Kernels& kernels, ElementType type)
    : type_(type), loop_(loop_of(kernels, type)), table_(table_of(type)) {}

void Source::decode(std::span<const std::byte> elements, std::int64_t first, int count,
                    double* to) const {
  if (loop_ != nullptr) {
    loop_(elements.data() + first * size_of(type_), count, to);
    return;
  }
  for (int i = 0; i < count; ++i) {
    const std::uint64_t bits = load_element(elements, type_, first + i);
    to[i] = table_ != nullptr ? (*table_)[bits] : decode_wide(type_, bits);
  }
}

Target::Target(const Kernels& kernels, ElementType type)
    : kernels_(kernels),
      type_(type),
      grid_(is_float(type) ? float_grid(type) : integer_grid(type)) {
  set_ends(grid_, type);
}

bool Target::exists(ElementType type) { return bits_of(type) <= 32; }

bool Target::encode(RoundMode mode, const double* y, int count, double bound, Codes& codes) const {
  if (is_tapered(type_)) return encode_tapered(mode, y, count, bound, codes);
  const auto index = static_cast<std::size_t>(mode);
  Encode loop = is_float(type_) ? kernels_.encode_float[index] : kernels_.encode_integer[index];
  if (type_ == f32 && mode == RoundMode::nearest_even) loop = kernels_.encode_f32_nearest;
  return loop(y, count, grid_, bound, codes.code.data(), codes.undecided.data()) != 0;
}

bool Target::encode_tapered(RoundMode mode, const double* y, int count, double bound,
                            Codes& codes) const {
  bool any = false;
  for (int i = 0; i < count; ++i) {
    const auto place = static_cast<std::size_t>(i);
    const bool inexact = std::bit_cast<std::uint64_t>(y[i]) % 2 != 0;
    const double error = inexact ? bound : 0;
    codes.code[place] = kernels::encode_tapered(type_, y[i] * (1 - error), mode);
    const bool unsure =
        error > 0 && codes.code[place] != kernels::encode_tapered(type_, y[i] * (1 + error), mode);
    codes.undecided[place] = unsure ? 1 : 0;
    any = any || unsure;
  }
  return any;
}

void Target::store(const std::uint32_t* codes, std::int64_t first, int count,
                   std::span<std::byte> elements) const {
  const auto place = static_cast<std::size_t>(first * size_of(type_));
  switch (bits_of(type_)) {
    case 32:
      std::memcpy(elements.data() + place, codes, static_cast<std::size_t>(count) * 4);
      return;
    case 16:
      kernels_.narrow_to_16(codes, count, elements.data() + place);
      return;
    case 8:
      kernels_.narrow_to_8(codes, count, elements.data() + place);
      return;
    default:
      for (int i = 0; i < count; ++i) store_element(elements, type_, first + i, codes[i]);
  }
}

std::int64_t Target::order(std::uint32_t code) const {
  if (is_tapered(type_) || is_integer(type_)) return order_key(type_, code);
  const std::uint64_t size = code & ~grid_.sign;
  return size == code ? static_cast<std::int64_t>(size) : -static_cast<std::int64_t>(size) - 1;
}

}  // namespace assay::numerics::kernels
