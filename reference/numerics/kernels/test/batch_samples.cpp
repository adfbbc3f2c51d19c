// SPDX-License-Identifier: Apache-2.0
// Results first: a boundary of the target format is chosen and the function is solved for an
// argument, roughly, in double; its neighbours in the source format lie around the boundary.
#include "reference/numerics/kernels/test/batch_samples.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "reference/numerics/classify.hpp"

namespace assay::numerics {
namespace {

std::uint64_t nearest_to(ElementType type, double value) {
  return encode(type, Real(value), RoundMode::nearest_even);
}

/// The code `steps` further in the order of the format, or the same code at its ends.
std::uint64_t moved(ElementType type, std::uint64_t code, int steps) {
  if (is_nan(type, code)) return code;
  const bool has_infinity = infinity(type, false) != 0;
  const auto last = [&](bool negative) {
    return order_key(type,
                     has_infinity ? infinity(type, negative) : largest_finite(type, negative));
  };
  const std::int64_t lowest = type == ElementType::e8m0 ? order_key(type, 0) : last(true);
  const std::int64_t key = order_key(type, code);
  const bool beyond = steps < 0 ? key < lowest - steps : key > last(false) - steps;
  return beyond ? code : from_order_key(type, key + steps);
}

/// A value of `to`, or the middle between it and the next, where a double holds that.
double boundary(ElementType to, Dice& dice) {
  std::uint64_t code = dice.of(to);
  if (bits_of(to) > 8 && dice.below(2) == 0) {
    code = nearest_to(to, std::ldexp(1.0 + dice.below(4096) / 4096.0, dice.between(-12, 12)));
  }
  if (is_nan(to, code)) code = nearest_to(to, 1);
  const double low = decode(to, code).to_double();
  if (dice.below(2) == 0) return low;
  const double middle = low + (decode(to, moved(to, code, 1)).to_double() - low) / 2;
  return std::isnan(middle) ? low : middle;
}

/// First argument that gives about `result`, with others that are given.
double solved(Function function, double result, double b, double c) {
  switch (function) {
    case Function::identity:
      return result;
    case Function::add:
      return result - b;
    case Function::subtract:
      return result + b;
    case Function::multiply:
      return result / b;
    case Function::divide:
      return result * b;
    case Function::fused_multiply_add:
      return (result - c) / b;
    case Function::square_root:
      return result * result;
    case Function::reciprocal_square_root:
      return 1 / (result * result);
    case Function::reciprocal:
      return 1 / result;
    case Function::exponential:
      return std::log(result);
    case Function::logarithm:
      return std::exp(result);
    case Function::power:
      return std::pow(std::fabs(result), 1 / b);
    case Function::truncated_remainder:
    case Function::floored_remainder:
    case Function::nearest_remainder:
      return result + b * std::trunc(c);
  }
  return result;
}

/// Second and third arguments: of the size of a small number, as a rule.
std::uint64_t companion(ElementType from, Dice& dice) {
  if (dice.below(4) == 0) return dice.of(from);
  const double size = std::ldexp(1 + dice.below(512) / 512.0, dice.between(-8, 8));
  return nearest_to(
      from, dice.below(4) == 0 ? dice.between(-9, 9) / 2.0 : (dice.below(2) == 0 ? size : -size));
}

void add_boundaries(Arguments& arguments, ElementType to, int count, Dice& dice) {
  const ElementType from = arguments.type();
  for (int i = 0; i < count; ++i) {
    const std::uint64_t b = companion(from, dice);
    const std::uint64_t c = companion(from, dice);
    const double first = solved(arguments.function(), boundary(to, dice),
                                decode(from, b).to_double(), decode(from, c).to_double());
    const std::uint64_t a = nearest_to(from, first);
    for (const int steps : {0, -1, 1}) arguments.add({moved(from, a, steps), b, c});
  }
}

/// Powers with short exact results and roots, ties of f32, f16 and bf16 among them.
void add_exact_powers(Arguments& arguments, Dice& dice) {
  constexpr std::array exponents{-4.0, -3.0, -2.0, -1.0, -0.5, 0.25, 0.5, 0.75, 1.0,
                                 1.5,  2.0,  2.5,  3.0,  4.0,  5.0,  7.0, 8.0,  15.0};
  const ElementType from = arguments.type();
  const auto add = [&](double a, double b) {
    arguments.add({nearest_to(from, a), nearest_to(from, b), 0});
  };
  for (int i = 0; i < 160; ++i) {
    const double b = exponents[static_cast<std::size_t>(dice.below(exponents.size()))];
    const double n = 2 * dice.below(dice.below(2) == 0 ? 16 : 4096) + 1;
    const double base = std::ldexp(b == std::trunc(b) ? n : n * n, 2 * dice.between(-4, 4));
    add(dice.below(4) == 0 ? -base : base, b);
    // Near 1, and near both ends of the range of doubles and of f32.
    const double beside = 1 + dice.between(-8, 8) * std::ldexp(1.0, dice.between(-24, -4));
    add(beside, std::ldexp(dice.below(64) - 32, dice.between(-24, 24)));
    const double x = std::ldexp(1 + dice.below(512) / 512.0, dice.between(-20, 20));
    constexpr std::array ends{-1074.0, -1000.0, -149.0, -126.0, 128.0, 1000.0, 1024.0};
    add(x, ends[static_cast<std::size_t>(dice.below(ends.size()))] / std::log2(x));
  }
}

/// Among the hardest of all 2^32 for nearest even and directed rounding to f32.
constexpr std::uint64_t hard_roots[] = {0x002F7E2A, 0x00BDF8A8, 0x0155B7BD, 0x01BDF8A8, 0x0255B7BD};
constexpr std::uint64_t hard_exponents[] = {
    0xC16912CD, 0x33FFFFFF, 0x347FFFFE, 0x34FFFFFC, 0x357FFFF8, 0x35BFFFF7, 0x363FFFEE,
    0x36DFFFCF, 0x371FFFCE, 0x3AB13D4F, 0xB4800001, 0xB5000002, 0xB5C00009, 0xB6C00024};
constexpr std::uint64_t hard_logarithms[] = {
    0x111C87F8, 0x29E6126B, 0x29FD22F8, 0x2C4C24B7, 0x464D5B2B, 0x4665A9A6, 0x4C5D65A5,
    0x4E85F412, 0x5EE8984E, 0x65D890D3, 0x66A8C860, 0x66ABBD63, 0x6F31A8EC, 0x79E7EC37,
    0x0212E5B3, 0x1B7679FF, 0x1E88452D, 0x22C096E2, 0x277A8E47, 0x2A1BDF74, 0x4D003F2C,
    0x500FFB03, 0x58F19E31, 0x5CD69E88, 0x665E7CA6, 0x7A17F30A};
constexpr std::uint64_t hard_powers[][2] = {
    {0x415A74AD, 0x3FD1A079}, {0x40242A0B, 0x40F46D31}, {0x3F99376C, 0xBEE7D456},
    {0x40B1E29B, 0x3FFD239E}, {0x4072B1DB, 0xBF0FE0B3}, {0x3F7BB456, 0x409D71F5},
    {0x4072F444, 0xBF14F984}, {0x412DEBB6, 0x3F75049C}, {0x41559DBD, 0x3E63EB48},
    {0x41DD3C92, 0x3E66B655}, {0x40452DC9, 0x3ED7C543}, {0x414F292D, 0x405F2ADA},
    {0x3F383DEF, 0x40C9ECAC}};

/// a * 2^32 / b differs from an integer of 32 bits by less than 2^-55, relative: below it, above it
/// in the last two.
constexpr double hard_quotients[][2] = {
    {8750049, 9447365}, {9399032, 12667957}, {13829605, 15929817}, {9060101, 16311569}};

void add_hardest(Arguments& arguments) {
  const Function function = arguments.function();
  if (function == Function::power) {
    for (const auto& [a, b] : hard_powers) arguments.add({a, b, 0});
  }
  if (function == Function::divide) {
    for (const auto& [a, b] : hard_quotients) {
      arguments.add({nearest_to(ElementType::f32, a * 0x1p32), nearest_to(ElementType::f32, b), 0});
    }
  }
  std::vector<std::uint64_t> unary;
  if (function == Function::reciprocal_square_root) {
    unary.assign(std::begin(hard_roots), std::end(hard_roots));
  } else if (function == Function::exponential) {
    unary.assign(std::begin(hard_exponents), std::end(hard_exponents));
  } else if (function == Function::logarithm) {
    unary.assign(std::begin(hard_logarithms), std::end(hard_logarithms));
  }
  for (const std::uint64_t a : unary) arguments.add({a, 0, 0});
}

void add_landmarks(Arguments& arguments, Dice& dice) {
  const auto marks = landmarks(arguments.type());
  const auto any = [&] {
    return marks[static_cast<std::size_t>(dice.below(static_cast<int>(marks.size())))];
  };
  for (const std::uint64_t a : marks) arguments.add({a, any(), any()});
  if (arity(arguments.function()) == 1) return;
  for (int i = 0; i < 300; ++i) arguments.add({any(), any(), any()});
}

}  // namespace

std::uint64_t Dice::bits() {
  state_ += 0x9E3779B97F4A7C15U;
  std::uint64_t n = state_;
  n = (n ^ n >> 30) * 0xBF58476D1CE4E5B9U;
  n = (n ^ n >> 27) * 0x94D049BB133111EBU;
  return n ^ n >> 31;
}

int Dice::below(int n) { return static_cast<int>((bits() >> 33) % static_cast<std::uint64_t>(n)); }
int Dice::between(int a, int b) { return a + below(b - a + 1); }
std::uint64_t Dice::of(ElementType type) { return bits() & mask_of(type); }

std::vector<std::uint64_t> landmarks(ElementType type) {
  std::vector<std::uint64_t> marks;
  if (bits_of(type) <= 8) {
    for (std::uint64_t bits = 0; bits <= mask_of(type); ++bits) marks.push_back(bits);
    return marks;
  }
  const auto add_around = [&](double value, int reach) {
    for (int steps = -reach; steps <= reach; ++steps) {
      marks.push_back(moved(type, nearest_to(type, value), steps));
      marks.push_back(moved(type, nearest_to(type, -value), steps));
    }
  };
  marks = {quiet_nan(type), quiet_nan(type) | 1, infinity(type, false), infinity(type, true)};
  if (is_float(type)) marks.push_back(quiet_nan(type) | ((mask_of(type) >> 1) + 1));
  for (const bool negative : {false, true}) marks.push_back(largest_finite(type, negative));
  for (const double value : {0.0, 1.0, decode(type, smallest_normal(type)).to_double()}) {
    add_around(value, 2);
  }
  for (int exponent = -150; exponent <= 128; exponent += 7) add_around(std::ldexp(1, exponent), 1);
  for (const double end : {88.72, 87.34, 103.97, 11.09, 17.33, 692.9, 709.8}) add_around(end, 1);
  return marks;
}

void Arguments::add(std::initializer_list<std::uint64_t> bits) {
  std::size_t number = 0;
  for (const std::uint64_t pattern : bits) bits_[number++].push_back(pattern & mask_of(type_));
}

std::vector<Bits> Arguments::spans() {
  std::vector<Bits> spans;
  for (int number = 0; number < arity(function_); ++number) {
    packed_[number] = ElementArray(type_, count());
    for (std::int64_t i = 0; i < count(); ++i) {
      packed_[number].set(i, bits_[number][static_cast<std::size_t>(i)]);
    }
    spans.push_back(std::as_const(packed_[number]).bytes());
  }
  return spans;
}

std::vector<Real> Arguments::decoded(std::int64_t index) const {
  std::vector<Real> values;
  values.reserve(static_cast<std::size_t>(arity(function_)));
  for (int number = 0; number < arity(function_); ++number) {
    values.push_back(decode(type_, bits_[number][static_cast<std::size_t>(index)]));
  }
  return values;
}

Arguments adversarial(Function function, ElementType from, ElementType to) {
  Dice dice(static_cast<std::uint64_t>(function) * 1000 + static_cast<std::uint64_t>(from) * 32 +
            static_cast<std::uint64_t>(to));
  Arguments arguments(function, from);
  add_landmarks(arguments, dice);
  add_boundaries(arguments, to, 60, dice);
  for (int i = 0; i < 60; ++i) arguments.add({dice.of(from), dice.of(from), dice.of(from)});
  if (function == Function::power) add_exact_powers(arguments, dice);
  if (from == ElementType::f32) add_hardest(arguments);
  return arguments;
}

}  // namespace assay::numerics
