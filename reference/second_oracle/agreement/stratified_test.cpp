// SPDX-License-Identifier: Apache-2.0
// 2^24 stratified samples of f32 for every function, in every mode.
#include "reference/second_oracle/agreement/agreement_test.hpp"

namespace assay::agreement {
namespace {

class StratifiedF32 : public testing::TestWithParam<Function> {};

TEST_P(StratifiedF32, HasOneResultInBothOracles) {
  const Question question{GetParam(), ElementType::f32, ElementType::f32};
  EXPECT_TRUE(agree(question, stratified_count, stratified(GetParam())));
}

std::vector<Function> every_function() {
  std::vector<Function> functions;
  functions.reserve(function_count);
  for (int i = 0; i < function_count; ++i) functions.push_back(Function(i));
  return functions;
}

INSTANTIATE_TEST_SUITE_P(Every, StratifiedF32, testing::ValuesIn(every_function()),
                         [](const auto& it) { return instance_name(it); });

}  // namespace
}  // namespace assay::agreement
