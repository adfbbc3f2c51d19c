// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/drawn_lines.hpp"

#include <cmath>
#include <cstdint>

#include "reference/numerics/real.hpp"
#include "reference/support/hash.hpp"

namespace assay::runners {
namespace {

using numerics::RoundMode;

constexpr std::uint64_t seed_of_lines = 0x6f72646572;

class Numbers {
 public:
  std::uint64_t next() { return state_ = support::mix(state_); }
  double sign() { return next() % 2 == 0 ? 1 : -1; }
  /// 0 to most.
  int up_to(int most) { return static_cast<int>(next() % static_cast<std::uint64_t>(most + 1)); }

 private:
  std::uint64_t state_ = seed_of_lines;
};

class Drawn {
 public:
  explicit Drawn(const LineCall& call) : call_(call) {}

  Line line(std::size_t number) {
    Line drawn;
    for (std::size_t term = 0; term < call_.terms(); ++term) {
      const bool alone = !call_.multiplies() || (call_.starts() && term == 0);
      const double sign = numbers_.sign();
      const Part part = alone ? part_of(number, false) : part_of(number, true);
      const double left = sign * std::ldexp(part.fraction, part.exponent);
      if (alone) {
        drawn.push_back({rounded(term, left), 1});
        continue;
      }
      const int half = part.exponent / 2;
      const double right = std::ldexp(part_of(number, true).fraction, part.exponent - half);
      drawn.push_back(
          {rounded(term, std::ldexp(left, half - part.exponent)), rounded(term, right)});
    }
    return drawn;
  }

 private:
  struct Part {
    double fraction;
    int exponent;
  };

  Part part_of(std::size_t number, bool factor) {
    const ElementType type = call_.type();
    const int digits = format_of(call_.result()).precision;
    if (number % 3 == 0) {
      const double fraction = 1 + static_cast<double>(numbers_.next() >> 11U) * 0x1p-53;
      return {fraction, numbers_.up_to(6) - 3};
    }
    if (number % 3 == 1) {
      const double fraction = 1 + numbers_.up_to(1);
      return {fraction, numbers_.up_to(digits) - digits};
    }
    const double fraction = 1 + numbers_.up_to(14);
    const bool wide = type == ElementType::f32 || type == ElementType::bf16;
    const int lowest = wide ? -149 : factor ? -20 : -24;
    return {fraction, lowest + numbers_.up_to(3)};
  }

  double rounded(std::size_t term, double number) const {
    const ElementType type = call_.type_of(term);
    return numerics::decode(type,
                            numerics::encode(type, numerics::Real(number), RoundMode::nearest_even))
        .to_double();
  }

  const LineCall& call_;
  Numbers numbers_;
};

}  // namespace

std::vector<Line> drawn_lines(const LineCall& call, std::size_t count) {
  Drawn drawn(call);
  std::vector<Line> lines;
  lines.reserve(count);
  for (std::size_t number = 0; number < count; ++number) lines.push_back(drawn.line(number));
  return lines;
}

}  // namespace assay::runners
