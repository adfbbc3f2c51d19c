// SPDX-License-Identifier: Apache-2.0
// More than a million sums, as many dot products and products, and elements of matrix products in
// every legal order. Minutes long: ctest label `campaign`.
#include <gtest/gtest.h>

#include <iostream>

#include "reference/numerics/summation_laws.hpp"

namespace assay::numerics::orders {
namespace {

void expect_no_alarm(std::string_view what, const Tally& tally) {
  std::cout << what << ": " << tally.evaluations << " evaluations, " << tally.false_alarms
            << " false alarms\n";
  EXPECT_GT(tally.evaluations, 1'000'000);
  EXPECT_EQ(tally.false_alarms, 0) << tally.first_alarm;
}

TEST(SumCampaign, AcceptsAMillionCorrectSums) { expect_no_alarm("sums", tally_sums(101, 300)); }

TEST(SumCampaign, AcceptsAMillionCorrectDotProducts) {
  expect_no_alarm("dot products", tally_dots(102, 350));
}

TEST(SumCampaign, AcceptsAMillionCorrectProducts) {
  expect_no_alarm("products", tally_products(103, 300));
}

TEST(SumCampaign, AcceptsAMillionCorrectElementsOfMatrixProducts) {
  expect_no_alarm("elements of matrix products", tally_matrices(104, 30));
}

}  // namespace
}  // namespace assay::numerics::orders
