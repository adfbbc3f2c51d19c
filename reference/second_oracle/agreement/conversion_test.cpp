// SPDX-License-Identifier: Apache-2.0
// Conversions between every pair of element types, in every mode: all codes of up to 16 bits,
// samples of the wide ones.
#include "reference/second_oracle/agreement/agreement_test.hpp"

namespace assay::agreement {
namespace {

class Conversions : public testing::TestWithParam<ElementType> {};

TEST_P(Conversions, ToEveryTypeAreTheSameInBothOracles) {
  const ElementType from = GetParam();
  const bool wide = bits_of(from) > 16;
  for (const ElementFormat& to : all_formats()) {
    const Question question{Function::identity, from, to.type};
    const std::int64_t count = wide ? wide_conversions : std::int64_t{1} << bits_of(from);
    EXPECT_TRUE(agree(question, count, wide ? patterns(from) : every_code()));
  }
}

std::vector<ElementType> every_type() {
  std::vector<ElementType> types;
  for (const ElementFormat& format : all_formats()) types.push_back(format.type);
  return types;
}

INSTANTIATE_TEST_SUITE_P(From, Conversions, testing::ValuesIn(every_type()),
                         [](const auto& it) { return instance_name(it); });

}  // namespace
}  // namespace assay::agreement
