// SPDX-License-Identifier: Apache-2.0
// Conversions from the wide element types to every type, in every mode; narrow_test.cpp has all
// codes of the others.
#include "reference/second_oracle/agreement/agreement_test.hpp"

namespace assay::agreement {
namespace {

using enum ElementType;

class Conversions : public testing::TestWithParam<ElementType> {};

TEST_P(Conversions, ToEveryTypeAreTheSameInBothOracles) {
  const ElementType from = GetParam();
  for (const ElementType to : every_type()) {
    const std::int64_t count = is_slow(from) || is_slow(to) ? 1 << 15 : 1 << 17;
    EXPECT_TRUE(agree({Function::identity, from, to}, count, patterns(from)));
  }
}

INSTANTIATE_TEST_SUITE_P(From, Conversions, testing::Values(f32, i32, u32, i64, u64, f64),
                         [](const auto& it) { return instance_name(it); });

}  // namespace
}  // namespace assay::agreement
