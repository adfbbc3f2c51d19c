// SPDX-License-Identifier: Apache-2.0
// Wide arguments: f32 to results of every type, types of 16 bits and more in functions of two and
// three arguments, types of 64 bits. Samples are as many as the slower oracle allows.
#include "reference/second_oracle/agreement/agreement_test.hpp"

namespace assay::agreement {
namespace {

using enum ElementType;

constexpr std::int64_t many = 1 << 15;
constexpr std::int64_t few = 1 << 10;  // for the definitions of the first oracle

class WideArguments : public testing::TestWithParam<Subject> {};

TEST_P(WideArguments, HaveOneResultOfEveryTypeInBothOracles) {
  const auto [function, from] = GetParam();
  if (from != f32) {
    for (const ElementType to : {from, f64, f32, f16, hif8, i8}) {
      EXPECT_TRUE(agree({function, from, to}, few, patterns(from)));
    }
    return;
  }
  for (const ElementType to : every_type()) {
    EXPECT_TRUE(agree({function, from, to}, is_slow(to) ? few : many, patterns(from)));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Unary, WideArguments,
    testing::Combine(testing::Values(Function::square_root, Function::reciprocal_square_root,
                                     Function::reciprocal, Function::exponential,
                                     Function::logarithm),
                     testing::Values(f32, f64, i32, u32, i64, u64)),
    [](const auto& it) { return subject_name(it); });

class RelatedArguments : public testing::TestWithParam<Subject> {};

TEST_P(RelatedArguments, HaveOneResultInBothOracles) {
  const auto [function, from] = GetParam();
  const bool slow = bits_of(from) > 16 && from != f32;
  for (const ElementType to : {f32, f16, bf16, e5m2, hif8, i8, i32, f64}) {
    const std::int64_t count = slow || is_slow(to) ? few : many;
    EXPECT_TRUE(agree({function, from, to}, count, related(function, from)));
  }
  EXPECT_TRUE(agree({function, from, from}, slow ? 4 * few : 4 * many, related(function, from)));
}

INSTANTIATE_TEST_SUITE_P(
    Related, RelatedArguments,
    testing::Combine(testing::Values(Function::add, Function::subtract, Function::multiply,
                                     Function::divide, Function::fused_multiply_add,
                                     Function::power, Function::truncated_remainder,
                                     Function::floored_remainder, Function::nearest_remainder),
                     testing::Values(f32, f16, bf16, f64, i16, u16, i32, u32, i64, u64)),
    [](const auto& it) { return subject_name(it); });

}  // namespace
}  // namespace assay::agreement
