// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/sums/tree.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <stdexcept>

namespace assay::numerics {
namespace {

using enum ElementType;

/// Terms of f32.
struct Line {
  explicit Line(std::vector<float> values) : numbers(std::move(values)) {}
  Terms terms() const {
    return {f32, std::as_bytes(std::span(numbers)), static_cast<std::int64_t>(numbers.size())};
  }
  std::vector<float> numbers;
};

float sum(const SumTree& tree, const Line& line, const PartialSum& partial = {}) {
  return std::bit_cast<float>(
      static_cast<std::uint32_t>(tree.sum(line.terms(), partial, ElementType::f32)));
}

constexpr float huge = 0x1p24F;  // 1 more is lost, 2 are not

TEST(SumTree, AddsInItsOrder) {
  const Line line({huge, 1, 1, -huge});
  EXPECT_EQ(sum(SumTree::left_to_right(4), line), 0);
  EXPECT_EQ(sum(SumTree::parse("(0 (1 2) 3)"), line), 2);
  EXPECT_EQ(sum(SumTree::parse("((0 3) (1 2))"), line), 2);
  EXPECT_EQ(sum(SumTree::parse("((0 1) (2 3))"), line), 1);  // 2^24, and 1 - 2^24
  EXPECT_EQ(sum(SumTree::parse("((0 (1 2)) 3)"), line), 2);
  EXPECT_EQ(sum(SumTree::fused(4), line), 2);
}

TEST(SumTree, KeepsPartialSumsAsItIsTold) {
  const Line line({huge, 1, -huge});
  const SumTree tree = SumTree::left_to_right(3);
  EXPECT_EQ(sum(tree, line, {f64, RoundMode::nearest_even, false}), 1);
  EXPECT_EQ(sum(tree, line, {f32, RoundMode::ceil, false}), 2);
  EXPECT_EQ(sum(tree, line, {f32, RoundMode::nearest_away, false}), 2);
  EXPECT_EQ(sum(tree, line, {f32, RoundMode::toward_zero, false}), 0);
  const Line tiny({0x1p-126F, -0x1.8p-126F, 0x1p-126F});
  EXPECT_EQ(sum(tree, tiny), 0x1p-127F);
  EXPECT_EQ(sum(tree, tiny, {f32, RoundMode::nearest_even, true}), 0x1p-126F);
  // Sums are flushed, terms are not.
  const Line small({0x1p-130F, 0x1p-126F, 0});
  EXPECT_EQ(sum(tree, small, {f32, RoundMode::nearest_even, true}), 0x1p-126F + 0x1p-130F);
}

TEST(SumTree, KeepsWideNodesWider) {
  const Line line({huge, 1, -huge, 1});
  const PartialSum partial;
  EXPECT_EQ(sum(SumTree::parse("(((0 1) 2) 3)"), line, partial), 1);
  EXPECT_EQ(sum(SumTree::parse("([[0 1] 2] 3)"), line, partial), 2);
  EXPECT_EQ(sum(SumTree::parse("([(0 1) 2] 3)"), line, partial), 1);
  EXPECT_EQ(sum(SumTree::parse("(([0 1] 2) 3)"), line, partial), 2);
  const SumTree tree = SumTree::parse("(([0 1] 2) [3 4])");
  EXPECT_EQ(tree.text(), "(([0 1] 2) [3 4])");
  EXPECT_EQ(tree.wide_nodes(), 2U);
  EXPECT_EQ(SumTree::parse("(((0 1) 2) (3 4))").with_wide({true, false, true, false}), tree);
}

TEST(SumTree, RoundsTermsOrDoesNot) {
  const auto sum_of = [](double one, double other, TermRounding which) {
    const std::vector<double> numbers{one, other, -1, 0};
    const Terms terms{f64, std::as_bytes(std::span(numbers)), 4};
    return std::bit_cast<float>(static_cast<std::uint32_t>(
        SumTree::parse("((0 1) (2 3))").sum(terms, {.type = f32, .terms = which}, f32)));
  };
  constexpr double tie = 0x1p-24;
  EXPECT_EQ(sum_of(1 + tie, tie, TermRounding::all), 0);
  EXPECT_EQ(sum_of(1 + tie, tie, TermRounding::first), 0);
  EXPECT_EQ(sum_of(1 + tie, tie, TermRounding::none), 2 * tie);
  EXPECT_EQ(sum_of(tie, 1 + tie, TermRounding::all), 0);
  EXPECT_EQ(sum_of(tie, 1 + tie, TermRounding::first), 2 * tie);
}

TEST(SumTree, HasAWitnessForEachNode) {
  const SumTree tree = SumTree::parse("((0 1 2) ((3 5) 4))");
  std::string text;
  for (const auto& [one, other, above] : tree.witnesses()) {
    text += std::to_string(one) + std::to_string(other) + std::to_string(above) + " ";
  }
  EXPECT_EQ(text, "013 354 340 030 ");
}

/// Units that are added to a huge number before its opposite are lost.
std::size_t lost_units(const SumTree& tree, std::size_t i, std::size_t j) {
  std::size_t lost = 2;
  for (std::size_t k = 0; k < tree.terms(); ++k) {
    std::vector<float> values(tree.terms(), 0);
    values[k] = 1;
    values[i] = 0x1p100F;
    values[j] = -0x1p100F;
    if (k != i && k != j && sum(tree, Line(values)) == 0) ++lost;
  }
  return lost;
}

TEST(SumTree, IsFoundAgainFromTheSizesOfPairs) {
  for (const char* text :
       {"0", "(0 1)", "(((0 1) 2) 3)", "((0 1) (2 3))", "((0 2) (1 3))", "(((0 3) 2) 1)",
        "(((0 4) (2 6)) ((1 5) (3 7)))", "((0 ((1 2) (3 (4 5)))) 6)", "(0 1 2 3)", "((0 1 2) 3 4)",
        "((0 1) (2 3) (4 5))", "(((0 4 5) 1 2) 3)"}) {
    const SumTree tree = SumTree::parse(text);
    EXPECT_EQ(tree.text(), text);
    const auto found = SumTree::of_sizes(
        tree.terms(), [&](std::size_t i, std::size_t j) { return lost_units(tree, i, j); });
    ASSERT_TRUE(found) << text;
    EXPECT_EQ(found->text(), text);
  }
}

TEST(SumTree, OfSeveralAtOnceIsFoundFromSizes) {
  // (0 1 2 3) at once, then 4 and 5 at once with it.
  const auto size = [](std::size_t i, std::size_t j) {
    return std::max(i, j) < 4 ? std::size_t{4} : std::size_t{6};
  };
  const auto found = SumTree::of_sizes(6, size);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->text(), "((0 1 2 3) 4 5)");
  EXPECT_EQ(found->depth(), 2U);
}

TEST(SumTree, IsNotMadeFromSizesThatNoTreeHas) {
  EXPECT_FALSE(SumTree::of_sizes(3, [](std::size_t, std::size_t) { return std::size_t{1}; }));
  EXPECT_FALSE(SumTree::of_sizes(4, [](std::size_t, std::size_t) { return std::size_t{3}; }));
}

TEST(SumTree, RefusesTextsThatAreNone) {
  for (const char* text :
       {"", "(", ")", "(0)", "(0 1", "(0 1))", "(0 0)", "(0 2)", "(0 -1)", "(0 x)", "(0 1) 2",
        "[0 1", "[0 1)", "(0 1]", "[0]", "(0 99999999999999999999)"}) {
    EXPECT_THROW(SumTree::parse(text), std::invalid_argument) << text;
  }
}

}  // namespace
}  // namespace assay::numerics
