// SPDX-License-Identifier: Apache-2.0
// Laws of contents: plans inside, poison outside.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "generators/draw/choices.hpp"
#include "generators/draw/poison.hpp"
#include "generators/draw/random_operand.hpp"
#include "generators/generate.hpp"
#include "generators/law_test.hpp"
#include "generators/test/sample_page.hpp"
#include "reference/ops/op_index.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::generators {
namespace {

Case sample_case(std::size_t form, Target target, ElementType lead, std::uint32_t key) {
  const OpSpec& op = sample_page();
  return draw(recipes(op, op.forms[form], target, lead).front(), key);
}

TEST(Fill, KeepsElementsWhenTheRegionGrows) {
  Case small = sample_case(0, Target::a5, ElementType::f32, 77);
  TileSpec& src = small.call.tile("src");
  src.type.rows = 8;
  src.type.cols = 16;
  src.valid_rows = 5;
  src.valid_cols = 16;
  Case large = small;
  large.call.tile("src").type.rows = 32;
  large.call.tile("src").valid_rows = 20;
  const ElementArray few = fill(small, Poison::first)[1];
  const ElementArray many = fill(large, Poison::first)[1];
  for (std::int64_t i = 0; i < std::int64_t{5} * 16; ++i)
    EXPECT_EQ(few[i], many[i]) << "element " << i;
}

TEST(Fill, DependsOnTheKeyAndOnTheOperand) {
  Case test_case = sample_case(0, Target::a5, ElementType::f32, 77);
  const ElementArray first = fill(test_case, Poison::first)[1];
  EXPECT_EQ(fill(test_case, Poison::first)[1], first);
  test_case.key += 1;
  EXPECT_NE(fill(test_case, Poison::first)[1], first);
}

TEST(Fill, DiffersBetweenPoisonsExactlyOutsideTheValidRegion) {
  const Among among{.form = "unary", .target = Target::a5, .lead = ElementType::f16};
  expect_law(60, [cases = legal_case(sample_page(), among)] {
    const Case test_case = *cases;
    const auto first = fill(test_case, Poison::first);
    const auto second = fill(test_case, Poison::second);
    const TileSpec& src = test_case.call.tile("src");
    for (std::int64_t i = 0; i < first[1].size(); ++i) {
      const bool valid = src.is_valid(i / src.cols(), i % src.cols());
      RC_ASSERT((first[1][i] == second[1][i]) == valid);
    }
    for (const std::size_t written : {std::size_t{0}, std::size_t{2}}) {
      for (std::int64_t i = 0; i < first[written].size(); ++i) {
        RC_ASSERT(first[written][i] != second[written][i]);
      }
    }
  });
}

TEST(Fill, PoisonsGapsOfGlobalMemoryAndNothingElse) {
  bool gaps = false;
  const Among among{.form = "move", .target = Target::a5, .lead = ElementType::i16};
  expect_law(60, [&gaps, cases = legal_case(sample_page(), among)] {
    const Case test_case = *cases;
    const GlobalSpec& src = test_case.call.global("src");
    const ElementArray first = fill(test_case, Poison::first)[1];
    const ElementArray second = fill(test_case, Poison::second)[1];
    RC_ASSERT(first.size() == src.allocation());
    std::int64_t equal = 0;
    for (std::int64_t i = 0; i < first.size(); ++i) equal += first[i] == second[i] ? 1 : 0;
    RC_ASSERT(equal == src.elements());
    gaps = gaps || equal < first.size();
  });
  EXPECT_TRUE(gaps);
}

/// Elements of which a page promises no result show nothing: some are there, and not half.
TEST(Fill, IsSeldomOutsideTheDomainOfAFunction) {
  for (const char* mnemonic : {"TRSQRT", "TSQRT", "TLOG"}) {
    std::int64_t outside = 0, all = 0;
    for (const Form& form : find_op(mnemonic)->forms) {
      for (const ElementType lead : {ElementType::f16, ElementType::f32}) {
        const auto every = recipes(*find_op(mnemonic), form, Target::a5, lead);
        for (std::uint32_t key = 0; key < 60; ++key) {
          const Recipe& recipe = every[key % every.size()];
          if (recipe.intent.kind == Intent::Kind::outside) continue;
          const Case test_case = draw(recipe, key);
          const ElementArray src = fill(test_case, Poison::first)[form.index_of("src")];
          ops::for_each_valid(
              test_case.call.tile("src"), [&](std::int64_t index, std::int64_t, std::int64_t) {
                const std::uint64_t bits = src[index];
                all += 1;
                outside += form.results.front().promised(src.type(), {&bits, 1}) ? 0 : 1;
              });
        }
      }
    }
    ASSERT_GT(all, 1000) << mnemonic;
    EXPECT_GT(outside * 100, all) << mnemonic;
    EXPECT_LT(outside * 5, all) << mnemonic;
  }
}

TEST(Fill, ShowsFiniteNumbersOfFewDigitsWhereACallPrintsThem) {
  Case test_case = sample_case(0, Target::a5, ElementType::f32, 3);
  Form printing = *test_case.call.form;
  printing.reads_invalid_region = true;
  test_case.call.form = &printing;
  for (const Poison poison : {Poison::first, Poison::second}) {
    const ElementArray output = fill(test_case, poison)[0];
    for (std::int64_t i = 0; i < output.size(); ++i) {
      EXPECT_EQ(output[i] >> 23U & 0xffU, 127U + 9U);  // magnitudes in [512, 1024)
    }
  }
}

TEST(View, OverlapsWhereTwoIndicesShareAnAddress) {
  GlobalSpec view;
  view.shape = {1, 1, 2, 3, 4};
  view.stride = {99, 99, 12, 4, 1};
  EXPECT_FALSE(overlaps(view));
  view.stride = {0, 0, 1, 2, 6};
  EXPECT_FALSE(overlaps(view));
  view.stride = {99, 99, 12, 3, 1};
  EXPECT_TRUE(overlaps(view));
  view.stride = {99, 99, 0, 4, 1};
  EXPECT_TRUE(overlaps(view));
}

TEST(View, GivesEveryIndexAnAddressOfItsOwnHoweverDrawn) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Choices draw(seed);
    GlobalSpec view = random_global(draw, ElementType::f16, 512);
    redraw_launch(draw, view, 512);
    std::set<std::int64_t> addresses;
    Dims5 position{};
    for (std::int64_t i = 0; i < view.elements(); ++i) {
      std::int64_t rest = i;
      for (std::size_t dim = 5; dim-- > 0;) {
        position.at(dim) = rest % view.shape.at(dim);
        rest /= view.shape.at(dim);
      }
      addresses.insert(view.offset(position));
    }
    EXPECT_EQ(static_cast<std::int64_t>(addresses.size()), view.elements()) << "seed " << seed;
  }
}

TEST(Fill, GivesAScalarItsBits) {
  const Case test_case = sample_case(2, Target::cpu, ElementType::f32, 3);
  const ElementArray scalar = fill(test_case, Poison::second)[1];
  ASSERT_EQ(scalar.size(), 1);
  EXPECT_EQ(scalar[0], test_case.call.scalar("scalar").bits);
  EXPECT_EQ(scalar.type(), test_case.call.scalar("scalar").element);
}

using Patterns = std::array<Pattern, 2> (*)(ElementType type, Poison poison);

std::uint64_t poisoned(Patterns patterns, ElementType type, Poison poison, const Counter& counter) {
  return patterns(type, poison).at(counter.index & 1).with(counter.word(0));
}

TEST(Poison, NeverEqualsTheOtherAndNeverItsNeighbour) {
  for (const ElementFormat& format : all_formats()) {
    for (std::uint64_t i = 0; i < 500; ++i) {
      const Counter here{1, 0, i};
      const Counter next{1, 0, i + 1};
      for (const Patterns bits : {poison_patterns, printable_poison_patterns}) {
        const std::uint64_t first = poisoned(bits, format.type, Poison::first, here);
        const std::uint64_t second = poisoned(bits, format.type, Poison::second, here);
        EXPECT_NE(first, second) << format.name;
        EXPECT_LE(std::max(first, second), mask_of(format.type)) << format.name;
        EXPECT_NE(first, poisoned(bits, format.type, Poison::first, next)) << format.name;
        EXPECT_NE(second, poisoned(bits, format.type, Poison::second, next)) << format.name;
      }
    }
  }
}

TEST(Poison, IsPositiveFiniteAndLargeFirstAndNegativeThen) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    const Counter counter{2, 1, i};
    const std::uint64_t first = poisoned(poison_patterns, ElementType::f16, Poison::first, counter);
    EXPECT_GE(first, 0x7800U);  // 32768
    EXPECT_LT(first, 0x7c00U);  // infinity
    const std::uint64_t second =
        poisoned(poison_patterns, ElementType::f16, Poison::second, counter);
    EXPECT_GE(second, 0xf800U);
    const std::uint64_t shown =
        poisoned(printable_poison_patterns, ElementType::f16, Poison::second, counter);
    EXPECT_GE(shown, 0xe000U);  // -512
    EXPECT_LT(shown, 0xe400U);  // -1024
  }
}

TEST(Fill, MakesTheSameOfOperandsThatAreWantedAlone) {
  for (std::uint32_t key = 1; key < 9; ++key) {
    const Case test_case = sample_case(0, Target::a5, ElementType::f32, key);
    const std::vector<ElementArray> all = fill(test_case, Poison::second);
    for (const std::size_t alone : {0U, 1U}) {
      std::vector<bool> wanted(all.size());
      wanted[alone] = true;
      const std::vector<ElementArray> some = fill_wanted(test_case, Poison::second, wanted);
      ASSERT_EQ(some.size(), all.size());
      EXPECT_EQ(some[alone], all[alone]);
      EXPECT_EQ(some[1 - alone].size(), 0);
    }
  }
}

}  // namespace
}  // namespace assay::generators
