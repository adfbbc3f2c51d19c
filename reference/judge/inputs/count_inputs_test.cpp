// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/inputs/count_inputs.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace assay {
namespace {

/// A function of one f16: what is promised of eight inputs, and what came back.
class CountInputs : public ::testing::Test {
 protected:
  CountInputs() {
    const std::uint64_t arguments[] = {0x3c00, 0x3c01, 0x4000, 0x0001,
                                       0x7e00, 0xbc00, 0x3c02, 0x3c02};
    for (std::int64_t i = 0; i < 8; ++i) {
      argument_.set(i, arguments[i]);
      wanted_.push_back(static_cast<std::uint32_t>(arguments[i]));
    }
    expected_ = ExpectedTile(ElementType::f16, 1, 8);
    for (std::int64_t i = 0; i < 8; ++i) put(i, 0x3c00, 0x3bff, 0x3c00, 1.0, 0x3c00);
    put(1, 0x3c00, 0x3bff, 0x3c01, 1.0 + 0x1p-12, 0x3c01);  // 0.75 ulp away
    put(3, 0x3c00, 0x3c00, 0x3c00, 1.0, 0x3c03);            // wrong by 3
  }

  void put(std::int64_t i, std::uint64_t value, std::uint64_t low, std::uint64_t high, double exact,
           std::uint64_t got) {
    const auto k = static_cast<std::size_t>(i);
    expected_.accept[k] = Accept::interval;
    expected_.value.set(i, value);
    expected_.low.set(i, low);
    expected_.high.set(i, high);
    expected_.exact[k] = exact;
    got_.set(i, got);
  }
  void accept(std::int64_t i, Accept how) { expected_.accept[static_cast<std::size_t>(i)] = how; }

  InputErrors counted(std::size_t count = 8) const {
    return count_inputs({.names = {"src"},
                         .arguments = {&argument_},
                         .wanted = {wanted_},
                         .result = "dst",
                         .expected = &expected_,
                         .before = &before_,
                         .got = &got_,
                         .count = count});
  }

  ElementArray argument_{ElementType::f16, 8}, before_{ElementType::f16, 8},
      got_{ElementType::f16, 8};
  std::vector<std::uint32_t> wanted_;
  ExpectedTile expected_;
};

const ColumnErrors& column(const InputErrors& errors, const std::string& name) {
  for (const ColumnErrors& one : errors.columns) {
    if (name_of(one.column) == name) return one;
  }
  throw std::out_of_range(name);
}

TEST_F(CountInputs, CountsErrorsByExponentOfTheArgument) {
  const InputErrors errors = counted();
  EXPECT_EQ(errors.compared, 8U);
  EXPECT_EQ(errors.wrong, 1U);
  EXPECT_DOUBLE_EQ(errors.ulp_sum, 3.75);
  EXPECT_EQ(column(errors, "+2^0").counts, (std::vector<std::uint64_t>{3, 0, 0, 1}));
  EXPECT_EQ(column(errors, "+2^0").max_ulp, 0.75);
  EXPECT_EQ(column(errors, "+2^-24").wrong, 1U);
  EXPECT_EQ(column(errors, "-2^0").inputs(), 1U);
  EXPECT_EQ(column(errors, "+nan").inputs(), 1U);
}

TEST_F(CountInputs, KeepsTheWorstInput) {
  const InputErrors errors = counted();
  ASSERT_EQ(errors.worst.size(), 1U);
  const InputError& worst = errors.worst[0];
  EXPECT_TRUE(worst.is_wrong());
  EXPECT_EQ(worst.arguments, std::vector<std::uint64_t>{0x0001});
  EXPECT_EQ(worst.got, 0x3c03U);
  EXPECT_EQ(worst.ulp, 3);
  got_.set(3, 0x3c00);
  const InputErrors right = counted();
  EXPECT_FALSE(right.worst.at(0).is_wrong());
  EXPECT_EQ(right.worst.at(0).arguments, std::vector<std::uint64_t>{0x3c01});
}

TEST_F(CountInputs, LeavesOpenResultsAndRepeatsOut) {
  accept(0, Accept::target_defined);
  accept(2, Accept::unspecified);
  const InputErrors errors = counted(6);
  EXPECT_EQ(errors.inputs, 6U);
  EXPECT_EQ(errors.target_defined, 2U);
  EXPECT_EQ(errors.compared, 4U);
  std::uint64_t open = 0, compared = 0;
  for (const ClassCounts& one : errors.classes) {
    open += one.target_defined;
    compared += one.compared;
  }
  EXPECT_EQ(open, 2U);
  EXPECT_EQ(compared, 4U);
}

TEST_F(CountInputs, ThatThePageReplacedAreWithheld) {
  wanted_[4] = 0x7c00;
  const InputErrors errors = counted();
  EXPECT_EQ(errors.withheld, 1U);
  EXPECT_EQ(errors.compared, 7U);
}

TEST_F(CountInputs, MeasuresWrongSingleValuesAndNoNaN) {
  accept(3, Accept::exact);
  EXPECT_EQ(counted().worst.at(0).ulp, 3);
  accept(5, Accept::any_nan);
  const InputErrors errors = counted();
  EXPECT_EQ(errors.wrong, 2U);
  EXPECT_EQ(errors.measured, 7U);
  EXPECT_TRUE(std::isinf(errors.worst.at(0).ulp));
  EXPECT_EQ(column(errors, "-2^0").counts.size(), ulp_bins);
  got_.set(5, 0x7e00);
  EXPECT_EQ(counted().wrong, 1U);
}

TEST_F(CountInputs, OfSeveralArgumentsAreByTheExpectedResult) {
  const InputErrors errors = count_inputs({.names = {"a", "b"},
                                           .arguments = {&argument_, &argument_},
                                           .wanted = {wanted_, wanted_},
                                           .result = "dst",
                                           .expected = &expected_,
                                           .before = &before_,
                                           .got = &got_,
                                           .count = 8});
  ASSERT_EQ(errors.columns.size(), 1U);
  EXPECT_EQ(name_of(errors.columns[0].column), "+2^0");
  EXPECT_EQ(errors.worst.at(0).arguments, (std::vector<std::uint64_t>{1, 1}));
}

}  // namespace
}  // namespace assay
