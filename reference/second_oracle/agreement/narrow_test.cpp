// SPDX-License-Identifier: Apache-2.0
// Every input of 4, 8 and 16 bits of every function of one argument, and every pair of 4- and 8-bit
// inputs of every function of two, in every mode.
#include "reference/second_oracle/agreement/agreement_test.hpp"

namespace assay::agreement {
namespace {

using enum ElementType;

class NarrowInputs : public testing::TestWithParam<Subject> {};
class PairsOfCodes : public testing::TestWithParam<Subject> {};

TEST_P(NarrowInputs, HaveOneResultInBothOracles) {
  const auto [function, from] = GetParam();
  std::vector<ElementType> targets{f32, f16, bf16, e5m2, hif8, i8};
  if (bits_of(from) < 16) targets.insert(targets.end(), {e4m3, e8m0, e2m1, u16, i64, f64});
  for (const ElementType to : targets) {
    const Question question{function, from, to};
    EXPECT_TRUE(agree(question, std::int64_t{1} << bits_of(from), every_code()));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Unary, NarrowInputs,
    testing::Combine(
        testing::Values(Function::square_root, Function::reciprocal_square_root,
                        Function::reciprocal, Function::exponential, Function::logarithm),
        testing::Values(f16, bf16, e4m3, e5m2, e8m0, hif8, e2m1, e1m2, i4, i8, u8, i16, u16)),
    subject_name);

TEST_P(PairsOfCodes, HaveOneResultInBothOracles) {
  const auto [function, from] = GetParam();
  for (const ElementType to : {from, f32, f16}) {
    const Question question{function, from, to};
    EXPECT_TRUE(agree(question, std::int64_t{1} << 2 * bits_of(from), every_pair(from)));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Binary, PairsOfCodes,
    testing::Combine(testing::Values(Function::add, Function::subtract, Function::multiply,
                                     Function::divide, Function::power,
                                     Function::truncated_remainder, Function::floored_remainder,
                                     Function::nearest_remainder),
                     testing::Values(e4m3, e5m2, e8m0, hif8, e2m1, e1m2, i4, i8, u8)),
    subject_name);

}  // namespace
}  // namespace assay::agreement
