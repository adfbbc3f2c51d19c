// SPDX-License-Identifier: Apache-2.0
// Stratified samples of f32 for every function of one argument, and of related arguments of every
// type of 16 bits and more for those of two and three, in every mode.
#include "reference/second_oracle/agreement/agreement_test.hpp"

namespace assay::agreement {
namespace {

using enum ElementType;

class StratifiedF32 : public testing::TestWithParam<Function> {};

TEST_P(StratifiedF32, HasOneResultInBothOracles) {
  const Draw draw = [](std::int64_t index) -> Arguments {
    // One of each run of samples, so that every stratum is met.
    const auto offset = static_cast<std::int64_t>(mixed(static_cast<std::uint64_t>(index)) %
                                                  std::uint64_t{f32_stride});
    return {stratified_f32(index * f32_stride + offset)};
  };
  EXPECT_TRUE(agree({GetParam(), f32, f32}, f32_samples / f32_stride, draw));
  for (const ElementType to : {f16, bf16, e4m3, hif8, i16, f64}) {
    const Draw few = [&](std::int64_t index) { return draw(index * 64 + index % 64); };
    EXPECT_TRUE(agree({GetParam(), f32, to}, f32_samples / f32_stride / 64, few));
  }
}

INSTANTIATE_TEST_SUITE_P(Unary, StratifiedF32,
                         testing::Values(Function::identity, Function::square_root,
                                         Function::reciprocal_square_root, Function::reciprocal,
                                         Function::exponential, Function::logarithm),
                         [](const auto& it) { return instance_name(it); });

class RelatedArguments : public testing::TestWithParam<Subject> {};

TEST_P(RelatedArguments, HaveOneResultInBothOracles) {
  const auto [function, from] = GetParam();
  const Draw draw = related(function, from);
  const std::int64_t count = from == f32 ? pairs : pairs / 8;
  EXPECT_TRUE(agree({function, from, from}, count, draw));
  for (const ElementType to : {f32, f16, e5m2, i32, f64}) {
    EXPECT_TRUE(agree({function, from, to}, count / 8, draw));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Related, RelatedArguments,
    testing::Combine(testing::Values(Function::add, Function::subtract, Function::multiply,
                                     Function::divide, Function::fused_multiply_add,
                                     Function::power, Function::truncated_remainder,
                                     Function::floored_remainder, Function::nearest_remainder),
                     testing::Values(f32, f16, bf16, f64, i16, i32, u32, i64, u64)),
    subject_name);

class WideArguments : public testing::TestWithParam<Subject> {};

TEST_P(WideArguments, HaveOneResultInBothOracles) {
  const auto [function, from] = GetParam();
  for (const ElementType to : {f64, f32, u64, e5m2}) {
    EXPECT_TRUE(agree({function, from, to}, pairs / 32, patterns(from)));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Unary, WideArguments,
    testing::Combine(testing::Values(Function::square_root, Function::reciprocal_square_root,
                                     Function::reciprocal, Function::exponential,
                                     Function::logarithm),
                     testing::Values(f64, i32, u32, i64, u64)),
    subject_name);

}  // namespace
}  // namespace assay::agreement
