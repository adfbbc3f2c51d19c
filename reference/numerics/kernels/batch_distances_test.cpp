// SPDX-License-Identifier: Apache-2.0
// Distances in ulp against the ranges that the definition accepts: with d the true distance, a
// tolerance a little above d accepts the candidate and one a little below does not.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/kernels/run.hpp"
#include "reference/numerics/kernels/test/batch_samples.hpp"

namespace assay::numerics {
namespace {

using enum ElementType;
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double error = 1e-3;  // of a distance, in ulp

/// Both zeros of a float count as one.
std::int64_t position(ElementType type, std::uint64_t bits) {
  return is_float(type) && is_zero(type, bits) ? 0 : order_key(type, bits);
}

bool accepts(ElementType type, const Real& exact, std::uint64_t got, double reach) {
  const Accepted range = accepted(type, exact, {Tolerance::Kind::ulp, reach, ""});
  return position(type, range.low) <= position(type, got) &&
         position(type, got) <= position(type, range.high);
}

/// Finite results that are not zero. The correctly rounded value is accepted whatever its distance.
void expect_true(ElementType type, const Real& exact, std::uint64_t got, double distance) {
  const double slack = std::fmax(error, distance * 1e-6);
  EXPECT_TRUE(accepts(type, exact, got, distance + slack));
  const std::uint64_t nearest = encode(type, exact, RoundMode::nearest_even);
  if (distance > slack && position(type, got) != position(type, nearest)) {
    EXPECT_FALSE(accepts(type, exact, got, distance - slack));
  }
}

/// If `accepted` has no range: an exact zero, an infinity, NaN, and what no double holds.
void expect_special(ElementType type, const Real& exact, std::uint64_t got, double distance) {
  if (exact.is_nan() || is_nan(type, got)) {
    EXPECT_EQ(distance, exact.is_nan() && is_nan(type, got) ? 0 : inf);
    return;
  }
  EXPECT_EQ(distance, ulp_distance(type, got, exact).value());
}

/// Candidates next to the correct result, at the ends of the format, and anywhere.
std::uint64_t candidate(ElementType type, const Real& exact, Dice& dice) {
  const std::uint64_t nearest = encode(type, exact, RoundMode::nearest_even);
  switch (dice.below(6)) {
    case 0:
      return dice.of(type);
    case 1:
      return dice.below(2) == 0 ? largest_finite(type, dice.below(2) == 0)
                                : infinity(type, dice.below(2) == 0);
    case 2:
      return nearest;
    default:
      return (nearest + static_cast<std::uint64_t>(dice.between(-4, 4))) & mask_of(type);
  }
}

/// The function that gives values and distances gives the same as the two separate functions.
void expect_both_at_once(const kernels::Kernels& table, Operation operation,
                         std::span<const Bits> arguments, const ElementArray& got,
                         std::span<const double> distances) {
  const std::int64_t count = got.size();
  for (const RoundMode mode : {RoundMode::nearest_even, RoundMode::floor}) {
    operation.mode = mode;
    ElementArray want(operation.to, count);
    ElementArray values(operation.to, count);
    std::vector<double> ulp(distances.size());
    kernels::round_with(table, operation, arguments, count, want.bytes());
    kernels::round_and_distances_with(table, operation, arguments, count, values.bytes(),
                                      got.bytes(), ulp);
    for (std::int64_t i = 0; i < count; ++i) {
      const auto place = static_cast<std::size_t>(i);
      ASSERT_TRUE(values[i] == want[i] && ulp[place] == distances[place])
          << table.name << ": " << name_of(operation.function) << " " << name_of(operation.from)
          << " -> " << name_of(operation.to) << " " << name_of(mode) << ", element " << i
          << ", got code " << got[i] << ": code " << values[i] << " for " << want[i]
          << ", distance " << ulp[place] << " for " << distances[place];
    }
  }
}

void expect_true_distances(Arguments& arguments, ElementType to) {
  const Function function = arguments.function();
  const std::int64_t count = arguments.count();
  Dice dice(17);
  std::vector<Real> exact;
  ElementArray got(to, count);
  for (std::int64_t i = 0; i < count; ++i) {
    exact.push_back(evaluate(function, arguments.decoded(i)));
    got.set(i, candidate(to, exact.back(), dice));
  }
  const auto spans = arguments.spans();
  std::vector<double> first;
  for (const kernels::Kernels* table : kernels::available()) {
    std::vector<double> ulp(static_cast<std::size_t>(count));
    kernels::distances_with(*table, {function, arguments.type(), to}, spans, count,
                            std::as_const(got).bytes(), ulp);
    if (first.empty()) first = ulp;
    ASSERT_EQ(std::memcmp(ulp.data(), first.data(), ulp.size() * sizeof(double)), 0) << table->name;
    expect_both_at_once(*table, {function, arguments.type(), to}, spans, got, first);
    if (testing::Test::HasFailure()) return;
  }
  for (std::int64_t i = 0; i < count; ++i) {
    const Real& value = exact[static_cast<std::size_t>(i)];
    const double distance = first[static_cast<std::size_t>(i)];
    SCOPED_TRACE(testing::Message()
                 << name_of(function) << " " << name_of(arguments.type()) << " -> " << name_of(to)
                 << ", element " << i << " near " << std::hexfloat << value.to_double()
                 << ", got code " << got[i] << ", distance " << std::defaultfloat << distance);
    const bool special = value.is_zero() || !std::isfinite(value.to_double());
    special || is_nan(to, got[i]) ? expect_special(to, value, got[i], distance)
                                  : expect_true(to, value, got[i], distance);
    if (testing::Test::HasFailure()) return;
  }
}

class BatchDistances : public testing::TestWithParam<Function> {};

TEST_P(BatchDistances, AreTrueToAThousandthOfAnUlpInEveryTableAndFormat) {
  for (const ElementType from : {f32, f16, bf16}) {
    for (const ElementFormat& to : all_formats()) {
      Arguments arguments = adversarial(GetParam(), from, to.type);
      expect_true_distances(arguments, to.type);
      if (HasFailure()) return;
    }
  }
}

std::vector<Function> every_function() {
  std::vector<Function> functions;
  functions.reserve(function_count);
  for (int i = 0; i < function_count; ++i) functions.push_back(static_cast<Function>(i));
  return functions;
}
INSTANTIATE_TEST_SUITE_P(Of, BatchDistances, testing::ValuesIn(every_function()),
                         [](const auto& of) { return std::string(name_of(of.param)); });

}  // namespace
}  // namespace assay::numerics
