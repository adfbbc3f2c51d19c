// SPDX-License-Identifier: Apache-2.0
// Accepted ranges of every table of kernels are those of the definition.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/kernels/run.hpp"
#include "reference/numerics/kernels/test/batch_samples.hpp"

namespace assay::numerics {
namespace {

using enum ElementType;
using Kind = Tolerance::Kind;

struct Ranges {
  ElementArray value, low, high;
  std::vector<double> exact;

  Ranges(ElementType type, std::int64_t count)
      : value(type, count),
        low(type, count),
        high(type, count),
        exact(static_cast<std::size_t>(count)) {}
  AcceptedArrays arrays() { return {value.bytes(), low.bytes(), high.bytes(), exact}; }
};

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

void expect_close(double got, const Real& exact) {
  const double want = exact.to_double();
  if (std::isnan(want)) {
    EXPECT_TRUE(std::isnan(got));
  } else if (exact.is_zero() || std::isinf(want)) {
    EXPECT_EQ(got, want);
    EXPECT_EQ(std::signbit(got), std::signbit(want));
  } else {
    EXPECT_LE(std::fabs(got - want), std::fabs(want) * 0x1p-43 + 0x1p-1074);
  }
}

/// All tables agree to the last bit, and the first with the definition.
void expect_defined(const Operation& operation, Arguments& arguments,
                    const std::vector<Real>& exact, const Tolerance& tolerance) {
  const std::int64_t count = arguments.count();
  const auto spans = arguments.spans();
  Ranges first(operation.to, count);
  for (const kernels::Kernels* table : kernels::available()) {
    Ranges ranges(operation.to, count);
    kernels::accept_with(*table, operation, spans, count, tolerance, ranges.arrays());
    if (table == kernels::available().front()) first = ranges;
    ASSERT_EQ(ranges.value, first.value) << table->name;
    ASSERT_EQ(ranges.low, first.low) << table->name;
    ASSERT_EQ(ranges.high, first.high) << table->name;
    ASSERT_TRUE(same_bits(ranges.exact, first.exact)) << table->name;
  }
  for (std::int64_t i = 0; i < count; ++i) {
    const Real& value = exact[static_cast<std::size_t>(i)];
    SCOPED_TRACE(testing::Message()
                 << name_of(operation.function) << " " << name_of(operation.from) << " -> "
                 << name_of(operation.to) << ", tolerance " << static_cast<int>(tolerance.kind)
                 << " " << tolerance.bound << ", element " << i << " near " << std::hexfloat
                 << value.to_double());
    const Accepted want = accepted(operation.to, value, tolerance);
    ASSERT_EQ(first.value[i], want.value);
    ASSERT_EQ(first.low[i], want.low);
    ASSERT_EQ(first.high[i], want.high);
    ASSERT_NO_FATAL_FAILURE(expect_close(first.exact[static_cast<std::size_t>(i)], value));
  }
}

class BatchAccept : public testing::TestWithParam<Function> {};

TEST_P(BatchAccept, GivesTheDefinedRangesInEveryTableAndFormat) {
  const Tolerance tolerances[] = {{Kind::correctly_rounded, 0, ""}, {Kind::ulp, 0, ""},
                                  {Kind::ulp, 0.501, ""},           {Kind::ulp, 2, ""},
                                  {Kind::ulp, 1000.25, ""},         {Kind::relative, 1e-4, ""},
                                  {Kind::relative, 0x1p-10, ""},    {Kind::relative, 3, ""}};
  for (const ElementType to : {f32, bf16, e4m3, e5m2, e8m0, e2m1, i8, u32}) {
    const ElementType from = to == bf16 ? f16 : f32;
    Arguments arguments = adversarial(GetParam(), from, to);
    std::vector<Real> exact;
    for (std::int64_t i = 0; i < arguments.count(); ++i) {
      exact.push_back(evaluate(GetParam(), arguments.decoded(i)));
    }
    for (const Tolerance& tolerance : tolerances) {
      ASSERT_NO_FATAL_FAILURE(expect_defined({GetParam(), from, to}, arguments, exact, tolerance));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, BatchAccept,
                         testing::Values(Function::identity, Function::add,
                                         Function::fused_multiply_add, Function::divide,
                                         Function::square_root, Function::reciprocal_square_root,
                                         Function::exponential, Function::logarithm,
                                         Function::power, Function::floored_remainder),
                         [](const auto& of) { return std::string(name_of(of.param)); });

}  // namespace
}  // namespace assay::numerics
