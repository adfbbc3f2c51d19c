// SPDX-License-Identifier: Apache-2.0
// No legal evaluation is called wrong: every order over data chosen to strain every part of the
// bounds. The campaign does the same at length.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>
#include <vector>

#include "reference/numerics/sums/test/laws.hpp"

namespace assay::numerics::orders {
namespace {

void expect_no_alarm(const Alarms& alarms, std::int64_t at_least) {
  EXPECT_GE(alarms.evaluations, at_least);
  EXPECT_EQ(alarms.false_alarms, 0) << alarms.first_alarm;
}

TEST(Orders, AreMoreThanTwentyAndAllDiffer) {
  EXPECT_GE(legal_orders().size() - fused_orders, 20U);
  Random random(5);
  const auto factor = [&] {
    const int exponent = static_cast<int>(random() % 16);
    return std::ldexp(static_cast<double>(random() >> 40) - 0x1p23, exponent - 31);
  };
  std::vector<std::vector<Leaf>> data{{{-0.0}}};  // +0 if the sum starts from it
  while (data.size() < 8) {
    std::vector<Leaf> leaves;
    leaves.reserve(1000);
    for (int i = 0; i < 1000; ++i) leaves.push_back({factor(), factor()});
    data.push_back(leaves);
  }
  std::set<std::string_view> names;
  std::set<std::vector<std::uint64_t>> results;
  for (const Order& order : legal_orders()) {
    std::vector<std::uint64_t> of_this;
    for (const auto& leaves : data) {
      const double sum = evaluate(order, leaves, {ElementType::f32, ElementType::f64}, random);
      of_this.push_back(std::bit_cast<std::uint64_t>(sum));
    }
    names.insert(order.name);
    EXPECT_TRUE(results.insert(of_this).second) << order.name << " is like one before";
  }
  EXPECT_EQ(names.size(), legal_orders().size());
}

TEST(Sum, EnclosesEveryLegalOrder) { expect_no_alarm(alarms_of_sums(1, 10), 40'000); }

TEST(Dot, EnclosesEveryLegalOrderFusedOrNot) { expect_no_alarm(alarms_of_dots(2, 10), 30'000); }

TEST(Product, EnclosesEveryLegalOrder) { expect_no_alarm(alarms_of_products(3, 10), 40'000); }

TEST(MatrixProduct, EnclosesEveryLegalOrderOfEveryElement) {
  expect_no_alarm(alarms_of_matrices(4, 2), 60'000);
}

}  // namespace
}  // namespace assay::numerics::orders
