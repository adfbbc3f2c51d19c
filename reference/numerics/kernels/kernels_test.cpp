// SPDX-License-Identifier: Apache-2.0
// The claims of decision 011 about double arithmetic: its error, how seldom it does not decide, and
// that it refuses to run where its proofs do not hold.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/kernels/environment.hpp"
#include "reference/numerics/kernels/run.hpp"
#include "reference/numerics/kernels/test/batch_samples.hpp"

namespace assay::numerics::kernels {
namespace {

using enum ElementType;

/// Arguments with ordinary results, near 1 and far from it.
Arguments ordinary(Function function, int count) {
  Dice dice(static_cast<std::uint64_t>(function));
  Arguments arguments(function, f32);
  const auto bits = [](double value) { return encode(f32, Real(value), RoundMode::nearest_even); };
  for (int i = 0; i < count; ++i) {
    const double size = std::ldexp(1 + dice.below(1 << 23) * 0x1p-23, dice.between(-126, 127));
    const double near = 1 + dice.between(-4096, 4096) * std::ldexp(1.0, dice.between(-23, -13));
    const double a = dice.below(3) == 0 ? near : size;
    const double y = dice.between(-3000, 3000) / 16.0 / std::fmax(1, std::fabs(std::log2(a)));
    const double exponent =
        dice.between(-1 << 23, 1 << 23) * std::ldexp(1.0, dice.between(-40, -17));
    arguments.add({bits(function == Function::exponential ? exponent : a), bits(y), 0});
  }
  return arguments;
}

/// y of every element; every table must give the same bits except for NaN.
std::vector<double> computed(Arguments& arguments) {
  const auto spans = arguments.spans();
  std::vector<double> first;
  for (const Kernels* table : available()) {
    std::vector<double> all;
    Results results(*table, {arguments.function(), f32, f32}, spans);
    for_blocks(arguments.count(), [&](std::int64_t begin, int count) {
      results.compute(begin, count);
      all.insert(all.end(), results.y(), results.y() + count);
    });
    if (first.empty()) first = all;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool both_nan = std::isnan(all[i]) && std::isnan(first[i]);
      EXPECT_TRUE(both_nan ||
                  std::bit_cast<std::uint64_t>(all[i]) == std::bit_cast<std::uint64_t>(first[i]))
          << table->name << ": " << name_of(arguments.function()) << ", element " << i;
    }
  }
  return first;
}

bool is_marked(double y) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &y, sizeof(y));
  return bits % 2 != 0;
}

/// |y - t| / |y| below the bound, and on the right side of 1.
void expect_enclosed(const ErrorBound& error_bound, double y, const Real& exact) {
  if (!is_marked(y)) {
    EXPECT_EQ(compare(Real(y), exact), 0) << "not marked and not exact";
  } else if (error_bound.near_one && std::fabs(y - 1) < nearness) {
    EXPECT_EQ(compare(exact, Real(1.0)), y < 1 ? -1 : 1);
  } else if (std::fabs(y) > 0x1p-998 && std::fabs(y) < 0x1p998) {
    const double relative = absolute((Real(y) - exact) / Real(y)).to_double();
    EXPECT_LT(relative, error_bound.error > 0 ? error_bound.error : 0x1p-52);
  }
}

class KernelResults : public testing::TestWithParam<Function> {};

TEST_P(KernelResults, AreTheSameInEveryTableAndWithinTheProvedBound) {
  Arguments arguments = ordinary(GetParam(), 1 << 13);
  const std::vector<double> y = computed(arguments);
  for (std::int64_t i = 0; i < arguments.count(); ++i) {
    const Real exact = evaluate(GetParam(), arguments.decoded(i));
    if (exact.is_nan() || exact.is_infinite() || exact.is_zero()) continue;
    SCOPED_TRACE(testing::Message() << "element " << i << " near " << exact.to_double());
    expect_enclosed(error_bound_of(GetParam()), y[static_cast<std::size_t>(i)], exact);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, KernelResults,
                         testing::Values(Function::add, Function::subtract, Function::multiply,
                                         Function::divide, Function::fused_multiply_add,
                                         Function::square_root, Function::reciprocal,
                                         Function::reciprocal_square_root, Function::exponential,
                                         Function::logarithm, Function::power,
                                         Function::floored_remainder),
                         [](const auto& of) { return std::string(name_of(of.param)); });

/// One bit pattern in each of `count` equal intervals of all 2^32.
std::vector<std::uint32_t> stratified(std::uint64_t count) {
  Dice dice(3);
  std::vector<std::uint32_t> bits;
  const std::uint64_t width = (std::uint64_t{1} << 32) / count;
  for (std::uint64_t i = 0; i < count; ++i) {
    bits.push_back(static_cast<std::uint32_t>(i * width + dice.bits() % width));
  }
  return bits;
}

class Escalations : public testing::TestWithParam<Function> {};

TEST_P(Escalations, AreAtMostOneInAHundredThousandFloats) {
  constexpr std::int64_t count = 1 << 22;
  const auto arguments = stratified(count);
  const Bits bits = std::as_bytes(std::span(arguments));
  std::vector<std::byte> values(4 * count);
  const BatchCounts counts = round({GetParam(), f32, f32}, {&bits, 1}, count, values);
  EXPECT_EQ(counts.elements, count);
  EXPECT_LE(counts.escalated, count / 100'000);
}

TEST_P(Escalations, AreRareInEveryModeFormatAndUse) {
  constexpr std::int64_t count = 1 << 18;
  const auto arguments = stratified(count);
  const Bits bits = std::as_bytes(std::span(arguments));
  for (const ElementType to : {f32, f16, bf16}) {
    ElementArray values(to, count);
    for (const RoundMode mode : every_round_mode) {
      EXPECT_LE(round({GetParam(), f32, to, mode}, {&bits, 1}, count, values.bytes()).escalated, 3)
          << name_of(to) << " " << name_of(mode);
    }
    std::vector<double> ulp(count);
    const Operation operation{GetParam(), f32, to};
    const Bits got = std::as_const(values).bytes();
    EXPECT_LE(distances(operation, {&bits, 1}, count, got, ulp).escalated, 3) << name_of(to);
    ElementArray low(to, count);
    ElementArray high(to, count);
    EXPECT_LE(accept(operation, {&bits, 1}, count, {Tolerance::Kind::ulp, 2, ""},
                     {values.bytes(), low.bytes(), high.bytes(), ulp})
                  .escalated,
              3)
        << name_of(to);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Escalations,
                         testing::Values(Function::square_root, Function::reciprocal_square_root,
                                         Function::reciprocal, Function::exponential,
                                         Function::logarithm),
                         [](const auto& of) { return std::string(name_of(of.param)); });

/// Puts the floating-point environment back however the test ends.
class Environment : public testing::Test {
 protected:
  Environment() { std::fegetenv(&before_); }
  ~Environment() override { std::fesetenv(&before_); }

  static void expect_refused() {
    EXPECT_THROW(require_ieee_arithmetic(), std::runtime_error);
    std::array<std::byte, 4> value{};
    const Bits argument(value);
    EXPECT_THROW(round({Function::exponential, f32, f32}, {&argument, 1}, 1, value),
                 std::runtime_error);
    double ulp = 0;
    EXPECT_THROW(distances({Function::exponential, f32, f32}, {&argument, 1}, 1, value, {&ulp, 1}),
                 std::runtime_error);
  }

 private:
  std::fenv_t before_;
};

TEST_F(Environment, IsAcceptedAsTheStandardHasIt) { EXPECT_NO_THROW(require_ieee_arithmetic()); }

TEST_F(Environment, ThatRoundsAnotherWayIsRefused) {
  for (const int direction : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
    std::fesetround(direction);
    expect_refused();
  }
}

#if defined(__x86_64__)
TEST_F(Environment, ThatFlushesSubnormalsIsRefused) {
  constexpr unsigned flush_to_zero = 0x8000;
  constexpr unsigned denormals_are_zero = 0x0040;
  const unsigned ieee = __builtin_ia32_stmxcsr();
  for (const unsigned bit : {flush_to_zero, denormals_are_zero}) {
    __builtin_ia32_ldmxcsr(ieee | bit);
    expect_refused();
    __builtin_ia32_ldmxcsr(ieee);
  }
}
#endif

}  // namespace
}  // namespace assay::numerics::kernels
