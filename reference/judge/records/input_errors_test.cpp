// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/records/input_errors.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace assay {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

InputErrors part(std::int64_t exponent, std::uint64_t wrong, double ulp) {
  InputErrors errors;
  errors.arguments = {"src"};
  errors.result = "dst";
  errors.from = ElementType::f16;
  errors.to = ElementType::f32;
  errors.inputs = errors.compared = 2;
  errors.wrong = wrong;
  errors.measured = 1;
  errors.ulp_sum = ulp;
  errors.columns = {{{ColumnKind::finite, -1, exponent}, wrong, ulp, {1, 1}}};
  errors.classes = {{0, PatternClass{7}, PatternClass{2}, 2, 0}};
  errors.worst = {{.arguments = {1}, .wrong = wrong, .ulp = ulp}};
  return errors;
}

TEST(InputErrors, AreAddedByColumnAndClass) {
  InputErrors whole;
  add(whole, part(3, 0, 0.25));
  add(whole, part(5, 1, 2));
  add(whole, part(3, 0, 0.5));
  EXPECT_EQ(whole.arguments, std::vector<std::string>{"src"});
  EXPECT_EQ(whole.to, ElementType::f32);
  EXPECT_EQ(whole.inputs, 6U);
  EXPECT_EQ(whole.wrong, 1U);
  EXPECT_DOUBLE_EQ(whole.mean_ulp(), 2.75 / 3);
  EXPECT_EQ(whole.max_ulp(), 2);
  ASSERT_EQ(whole.columns.size(), 2U);
  EXPECT_EQ(name_of(whole.columns[0].column), "-2^5");  // the larger of negative numbers first
  EXPECT_EQ(whole.columns[1].counts, (std::vector<std::uint64_t>{2, 2}));
  EXPECT_EQ(whole.columns[1].max_ulp, 0.5);
  ASSERT_EQ(whole.classes.size(), 1U);
  EXPECT_EQ(whole.classes[0].compared, 6U);
}

TEST(InputErrors, KeepTheWorstInputsWrongOnesFirst) {
  InputErrors whole;
  for (int k = 0; k < 40; ++k) add(whole, part(0, k % 20 == 0 ? 1U : 0U, k));
  ASSERT_EQ(whole.worst.size(), most_worst_inputs);
  EXPECT_EQ(whole.worst[0].ulp, 20);
  EXPECT_EQ(whole.worst[1].ulp, 0);
  EXPECT_EQ(whole.worst[2].ulp, 39);
  EXPECT_EQ(whole.worst.back().ulp, 26);
}

TEST(InputErrors, FallIntoBinsUpToTheirEdge) {
  EXPECT_EQ(ulp_bin(0), 0U);
  EXPECT_EQ(ulp_bin_name(ulp_bin(0.5)), "<=0.5");
  EXPECT_EQ(ulp_bin_name(ulp_bin(0.5005)), "<=0.501");
  EXPECT_EQ(ulp_bin_name(ulp_bin(65536)), "<=65536");
  EXPECT_EQ(ulp_bin_name(ulp_bin(65537)), ">65536");
  EXPECT_EQ(ulp_bin(infinity), nan_bin);
  EXPECT_EQ(ulp_bin_name(nan_bin), "nan");
}

TEST(InputErrors, HaveNamedColumnsInOrder) {
  const std::vector<NumberColumn> ordered{
      {ColumnKind::nan, -1, 0},     {ColumnKind::infinity, -1, 0}, {ColumnKind::finite, -1, 4},
      {ColumnKind::finite, -1, -4}, {ColumnKind::zero, -1, 0},     {ColumnKind::zero, 1, 0},
      {ColumnKind::finite, 1, -4},  {ColumnKind::finite, 1, 4},    {ColumnKind::infinity, 1, 0},
      {ColumnKind::nan, 1, 0}};
  for (std::size_t k = 1; k < ordered.size(); ++k) {
    EXPECT_TRUE(comes_before(ordered[k - 1], ordered[k])) << k;
    EXPECT_FALSE(comes_before(ordered[k], ordered[k - 1])) << k;
  }
  EXPECT_EQ(name_of(ordered[0]), "-nan");
  EXPECT_EQ(name_of(ordered[5]), "+0");
  EXPECT_EQ(name_of(ordered[6]), "+2^-4");
  EXPECT_EQ(name_of(ordered[8]), "+infinity");
  EXPECT_EQ(name_of(PatternClass{6}), "-subnormal");
}

}  // namespace
}  // namespace assay
