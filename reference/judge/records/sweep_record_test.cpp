// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/records/sweep_record.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace assay {
namespace {

using testing::ElementsAre;

constexpr double infinity = std::numeric_limits<double>::infinity();

SweepInput input(std::uint64_t index, double ulp) {
  SweepInput one;
  one.index = index;
  one.ulp = ulp;
  return one;
}

SweepColumn column(bool negative, SweepColumn::Kind kind, int exponent) {
  SweepColumn one;
  one.negative = negative;
  one.kind = kind;
  one.exponent = exponent;
  return one;
}

/// One compared input with an error; wrong where the error is above 1.
SweepPart part_with(std::uint64_t index, double ulp) {
  SweepPart part;
  part.inputs = part.compared = 1;
  part.compared_classes.resize(1);
  part.compared_classes[0][2][2] = 1;
  part.columns = {column(false, SweepColumn::Kind::finite, static_cast<int>(index % 7))};
  part.columns[0].counts[ulp_bin(ulp)] = 1;
  if (std::isfinite(ulp)) {
    part.measured = 1;
    part.ulp_sum = ulp;
    part.columns[0].max_ulp = ulp;
  }
  part.worst = {input(index, ulp)};
  if (ulp > 1) {
    part.wrong = 1;
    part.wrong_classes[2] = 1;
    part.wrong_inputs = part.worst;
  }
  return part;
}

TEST(UlpBin, HoldsWhatItsNameSays) {
  EXPECT_EQ(ulp_bin_name(ulp_bin(0)), "0");
  EXPECT_EQ(ulp_bin_name(ulp_bin(1e-300)), "<=0.5");
  EXPECT_EQ(ulp_bin_name(ulp_bin(0.5)), "<=0.5");
  EXPECT_EQ(ulp_bin_name(ulp_bin(std::nextafter(0.5, 1))), "<=0.501");
  EXPECT_EQ(ulp_bin_name(ulp_bin(0.502)), "<=1");
  EXPECT_EQ(ulp_bin_name(ulp_bin(4)), "<=4");
  EXPECT_EQ(ulp_bin_name(ulp_bin(65536)), "<=65536");
  EXPECT_EQ(ulp_bin_name(ulp_bin(65537)), ">65536");
  EXPECT_EQ(ulp_bin_name(ulp_bin(infinity)), "nan");
  EXPECT_EQ(ulp_bin_name(ulp_bin(std::nan(""))), "nan");
}

TEST(SweepColumns, StandInTheOrderOfTheNumbers) {
  using Kind = SweepColumn::Kind;
  const std::vector<SweepColumn> order{
      column(true, Kind::nan, 0),       column(true, Kind::infinity, 0),
      column(true, Kind::finite, 3),    column(true, Kind::finite, -4),
      column(true, Kind::zero, 0),      column(false, Kind::zero, 0),
      column(false, Kind::finite, -4),  column(false, Kind::finite, 3),
      column(false, Kind::infinity, 0), column(false, Kind::nan, 0)};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = 0; j < order.size(); ++j) {
      EXPECT_EQ(column_before(order[i], order[j]), i < j) << i << ' ' << j;
    }
  }
  EXPECT_EQ(name_of(order[2]), "-2^3");
  EXPECT_EQ(name_of(order[5]), "+0");
  EXPECT_EQ(name_of(order[9]), "+nan");
}

TEST(SweepAppend, GivesTheSameWhereverTheInputsAreDivided) {
  const std::vector<double> errors{0.5,   3,  0,        infinity, 0.25,  3,
                                   0.125, 17, infinity, 0.5,      0.375, 2};
  SweepPart at_once;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    SweepPart part = part_with(i, errors[i]);
    append(at_once, part);
  }
  EXPECT_EQ(at_once.inputs, errors.size());
  EXPECT_EQ(at_once.wrong, 6U);
  EXPECT_EQ(at_once.measured, 10U);
  EXPECT_EQ(at_once.ulp_sum, 26.75);
  for (std::size_t cut = 0; cut <= errors.size(); ++cut) {
    SweepPart first, second;
    for (std::size_t i = 0; i < errors.size(); ++i) {
      SweepPart part = part_with(i, errors[i]);
      append(i < cut ? first : second, part);
    }
    append(first, second);
    EXPECT_EQ(first, at_once) << cut;
  }
}

TEST(SweepAppend, KeepsTheLargestErrorsAndOfEqualsTheFirst) {
  SweepPart whole;
  for (std::uint64_t i = 0; i < 40; ++i) {
    SweepPart part = part_with(i, i == 30 ? infinity : static_cast<double>(i % 4));
    append(whole, part);
  }
  ASSERT_EQ(whole.worst.size(), most_worst_inputs);
  std::vector<std::uint64_t> indices;
  for (const SweepInput& one : whole.worst) indices.push_back(one.index);
  EXPECT_THAT(indices, ElementsAre(30, 3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 2, 6, 10, 14, 18));
}

TEST(SweepAppend, LeavesInAPartOnlyWhatItGaveToTheWhole) {
  SweepPart whole;
  for (std::uint64_t i = 0; i < most_wrong_inputs + 5; ++i) {
    SweepPart part = part_with(i, 2);
    append(whole, part);
    EXPECT_EQ(part.wrong_inputs.size(), i < most_wrong_inputs ? 1U : 0U) << i;
    EXPECT_EQ(part.worst.size(), i < most_worst_inputs ? 1U : 0U) << i;
  }
  EXPECT_EQ(whole.wrong_inputs.size(), most_wrong_inputs);
  EXPECT_EQ(whole.wrong, most_wrong_inputs + 5);
  EXPECT_EQ(whole.wrong_inputs.back().index, most_wrong_inputs - 1);
}

TEST(SweepVerdict, IsAboutValuesThenCallsThenWhetherAnythingWasCompared) {
  SweepRecord record;
  EXPECT_EQ(verdict_of(record), VerdictKind::target_defined);
  SweepPart part = part_with(0, 0.5);
  append(record.found, part);
  EXPECT_EQ(verdict_of(record), VerdictKind::conforms);
  record.found.incidents.push_back({.kind = VerdictKind::crashed, .message = "it fell"});
  EXPECT_EQ(verdict_of(record), VerdictKind::crashed);
  part = part_with(1, 2);
  append(record.found, part);
  EXPECT_EQ(verdict_of(record), VerdictKind::deviates);
}

TEST(SweepErrors, AreFiniteWhateverWasNaN) {
  SweepRecord record;
  for (const double ulp : {0.25, infinity, 0.75}) {
    SweepPart part = part_with(0, ulp);
    append(record.found, part);
  }
  EXPECT_EQ(record.max_ulp(), 0.75);
  EXPECT_EQ(record.mean_ulp(), 0.5);
}

}  // namespace
}  // namespace assay
