// SPDX-License-Identifier: Apache-2.0
// More than a million sums, as many dot products and products, and elements of matrix products in
// every legal order. Minutes long: ctest label `campaign`.
#include <gtest/gtest.h>

#include <iostream>

#include "reference/numerics/sums/test/laws.hpp"

namespace assay::numerics::orders {
namespace {

void expect_no_alarm(std::string_view what, const Alarms& alarms) {
  std::cout << what << ": " << alarms.evaluations << " evaluations, " << alarms.false_alarms
            << " false alarms\n";
  EXPECT_GT(alarms.evaluations, 1'000'000);
  EXPECT_EQ(alarms.false_alarms, 0) << alarms.first_alarm;
}

TEST(SumCampaign, AcceptsAMillionCorrectSums) { expect_no_alarm("sums", alarms_of_sums(101, 300)); }

TEST(SumCampaign, AcceptsAMillionCorrectDotProducts) {
  expect_no_alarm("dot products", alarms_of_dots(102, 350));
}

TEST(SumCampaign, AcceptsAMillionCorrectProducts) {
  expect_no_alarm("products", alarms_of_products(103, 300));
}

TEST(SumCampaign, AcceptsAMillionCorrectElementsOfMatrixProducts) {
  expect_no_alarm("elements of matrix products", alarms_of_matrices(104, 30));
}

}  // namespace
}  // namespace assay::numerics::orders
