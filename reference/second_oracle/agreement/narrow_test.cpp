// SPDX-License-Identifier: Apache-2.0
// Every input of 4, 8 and 16 bits of every function of one argument, every pair of 4- and 8-bit
// inputs of every function of two and every triple of 4-bit inputs of that of three, in every mode.
#include "reference/second_oracle/agreement/agreement_test.hpp"

namespace assay::agreement {
namespace {

using enum ElementType;

class NarrowInputs : public testing::TestWithParam<Subject> {};
class PairsOfCodes : public testing::TestWithParam<Subject> {};
class TriplesOfCodes : public testing::TestWithParam<ElementType> {};

/// Every code to one of the types of 64 bits in one mode.
void expect_agreement_about_slow_types(Function function, ElementType from) {
  const std::vector<ElementType> targets{f64, i64, u64};
  const std::int64_t codes = std::int64_t{1} << bits_of(from);
  const auto step = static_cast<std::int64_t>(targets.size() * all_modes.size());
  std::int64_t first = 0;
  for (const ElementType to : targets) {
    for (const RoundMode mode : all_modes) {
      const Question question{function, from, to, {mode}};
      const std::int64_t count = (codes - first + step - 1) / step;
      EXPECT_TRUE(agree(question, count, strided(every_code(), step, first)));
      ++first;
    }
  }
}

TEST_P(NarrowInputs, HaveOneResultInBothOracles) {
  const auto [function, from] = GetParam();
  const bool quick = bits_of(from) <= 8 || function == Function::identity;
  for (const ElementType to : every_type()) {
    if (is_slow(to) && !quick) continue;
    const Question question{function, from, to};
    EXPECT_TRUE(agree(question, std::int64_t{1} << bits_of(from), every_code()));
  }
  if (!quick) expect_agreement_about_slow_types(function, from);
}

INSTANTIATE_TEST_SUITE_P(Unary, NarrowInputs,
                         testing::Combine(testing::ValuesIn(functions_of(1)),
                                          testing::Values(f16, bf16, e4m3, e5m2, e8m0, hif8, e2m1,
                                                          e1m2, i4, i8, u8, i16, u16)),
                         [](const auto& it) { return subject_name(it); });

TEST_P(PairsOfCodes, HaveOneResultInBothOracles) {
  const auto [function, from] = GetParam();
  for (const ElementType to : {from, f32, f16, bf16, hif8, i8}) {
    const Question question{function, from, to};
    EXPECT_TRUE(agree(question, std::int64_t{1} << 2 * bits_of(from), every_pair(from)));
  }
}

INSTANTIATE_TEST_SUITE_P(Binary, PairsOfCodes,
                         testing::Combine(testing::ValuesIn(functions_of(2)),
                                          testing::Values(e4m3, e5m2, e8m0, hif8, e2m1, e1m2, i4,
                                                          i8, u8)),
                         [](const auto& it) { return subject_name(it); });

TEST_P(TriplesOfCodes, HaveOneResultInBothOracles) {
  const ElementType from = GetParam();
  for (const ElementType to : every_type()) {
    const Question question{Function::fused_multiply_add, from, to};
    EXPECT_TRUE(agree(question, std::int64_t{1} << 3 * bits_of(from), every_triple(from)));
  }
}

INSTANTIATE_TEST_SUITE_P(Ternary, TriplesOfCodes, testing::Values(e2m1, e1m2, i4),
                         [](const auto& it) { return instance_name(it); });

}  // namespace
}  // namespace assay::agreement
