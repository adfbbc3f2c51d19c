// SPDX-License-Identifier: Apache-2.0
// Laws of RapidCheck's generators of cases.
#include "generators/gens.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "generators/draw/solve_constraints.hpp"
#include "generators/law_test.hpp"
#include "generators/shrink/smaller.hpp"
#include "generators/test/sample_page.hpp"

namespace assay::generators {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

std::int64_t rows_of(const Case& test_case) { return test_case.call.tile("src").valid_rows; }

std::int64_t edge_row(Edge edge) {
  return edge == Edge::smallest ? 1 : (edge == Edge::largest ? 48 : 49);
}

std::string refusal(const std::function<void()>& ask) {
  try {
    ask();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(LegalCase, BreaksNoRule) {
  expect_law(300, [cases = legal_case(sample_page())] {
    const Case test_case = *cases;
    RC_ASSERT(test_case.intent.kind == Intent::Kind::inside);
    RC_ASSERT(broken_constraints(test_case.call).empty());
  });
}

TEST(LegalCase, KeepsToTheFormTargetAndLeadThatWereAskedFor) {
  const Among among{.form = "unary", .target = Target::a5, .lead = ElementType::f16};
  std::set<std::string> plans;
  expect_law(200, [&, cases = legal_case(sample_page(), among)] {
    const Case test_case = *cases;
    RC_ASSERT(test_case.form().name == "unary");
    RC_ASSERT(test_case.call.target == Target::a5);
    RC_ASSERT(test_case.lead == ElementType::f16);
    plans.insert(test_case.plan + test_case.scenario);
  });
  EXPECT_EQ(plans.size(), 7U);  // all value plans, and a scenario
}

TEST(LegalCase, IsTakenFromAnyPageByAPropertyOfACase) {
  std::set<std::string> ops;
  expect_law(200, [&](const Case& test_case) {
    RC_ASSERT(broken_constraints(test_case.call).empty());
    ops.insert(test_case.form().op);
  });
  EXPECT_GT(ops.size(), 40U);
}

TEST(BoundaryCase, LiesAtTheEdgeOfItsRule) {
  std::set<Edge> edges;
  expect_law(200, [&, cases = boundary_case(sample_page())] {
    const Case test_case = *cases;
    RC_ASSERT(test_case.intent.kind == Intent::Kind::boundary);
    RC_ASSERT(rows_of(test_case) == edge_row(test_case.intent.edge));
    edges.insert(test_case.intent.edge);
  });
  EXPECT_EQ(edges.size(), 3U);
}

TEST(BreachingCase, BreaksExactlyTheRuleOfItsIntent) {
  std::set<std::string> constraints;
  expect_law(300, [&, cases = breaching_case(sample_page())] {
    const Case test_case = *cases;
    RC_ASSERT(broken_constraints(test_case.call) ==
              std::set<std::string>{test_case.intent.constraint});
    constraints.insert(test_case.intent.constraint);
  });
  EXPECT_GE(constraints.size(), 6U);
  expect_law(50, [cases = breaching_case(sample_page(), "src.rows")] {
    RC_ASSERT(broken_constraints((*cases).call) == std::set<std::string>{"src.rows"});
  });
}

TEST(CasesOfAnOp, AreRefusedWithTheReasonWhereThereAreNone) {
  EXPECT_THAT(refusal([] { legal_case("TNOTHING"); }), HasSubstr("no instruction 'TNOTHING'"));
  EXPECT_THAT(refusal([] { legal_case("TADD", {.form = "square"}); }),
              HasSubstr("TADD has no legal case among form 'square'"));
  EXPECT_THAT(refusal([] { breaching_case("TADD", "no.constraint"); }),
              HasSubstr("TADD has no case that breaks no.constraint"));
  EXPECT_EQ(refusal([] { legal_case("TADD", {.target = Target::a5}); }), "accepted");
}

TEST(CaseOf, DrawsOneRecipeWithAKeyThatFollowsFromTheSeed) {
  const OpSpec& op = sample_page();
  const Recipe recipe = recipes(op, op.forms[0], Target::a5, ElementType::f16).front();
  const Case first = case_of(recipe)(rc::Random(7)).value();
  EXPECT_EQ(first.name, draw(recipe, first.key).name);
  EXPECT_EQ(case_of(recipe)(rc::Random(7)).value().name, first.name);
  EXPECT_NE(case_of(recipe)(rc::Random(8)).value().name, first.name);
}

TEST(CaseOf, SaysInAPropertyThatAKeyHasNoCase) {
  const OpSpec& op = sample_page();
  Recipe recipe = recipes(op, op.forms[0], Target::a5, ElementType::f16).front();
  recipe.intent = Intent{Intent::Kind::outside, "tmp.bytes", Edge::smallest};
  int unreachable = 0;
  expect_law(10, [&, gen = case_of(recipe)] {
    try {
      *gen;
    } catch (const Unreachable&) {
      ++unreachable;
    }
  });
  EXPECT_EQ(unreachable, 10);
}

/// Follows up to `width` shrinks of each case down to those that have none.
template <typename T, typename Visit>
void walk_down(const rc::Shrinkable<T>& from, int width, const Visit& visit) {
  rc::Seq<rc::Shrinkable<T>> shrinks = from.shrinks();
  for (int i = 0; i < width; ++i) {
    const auto shrink = shrinks.next();
    if (!shrink) return;
    visit(from.value(), shrink->value());
    walk_down(*shrink, 1, visit);
  }
}

TEST(ShrunkCase, KeepsItsIntentAndIsSmallerOrPlainer) {
  int shrunk = 0;
  const auto law = [&](const rc::Gen<Case>& cases) {
    return [&shrunk, cases] {
      const rc::Random random(*rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>()));
      walk_down(cases(random), 50, [&](const Case& from, const Case& to) {
        ++shrunk;
        RC_ASSERT(to.intent == from.intent);
        RC_ASSERT(to.key == from.key);
        RC_ASSERT(elements_of(to.call) <= elements_of(from.call));
        const std::set<std::string> expected = to.intent.legal()
                                                   ? std::set<std::string>{}
                                                   : std::set<std::string>{to.intent.constraint};
        RC_ASSERT(broken_constraints(to.call) == expected);
        if (to.intent.kind == Intent::Kind::boundary) {
          RC_ASSERT(rows_of(to) == edge_row(to.intent.edge));
        }
        RC_ASSERT(to.name.find("/shrunk") != std::string::npos);
      });
    };
  };
  expect_law(20, law(legal_case(sample_page())));
  expect_law(20, law(boundary_case(sample_page())));
  expect_law(20, law(breaching_case(sample_page())));
  expect_law(20, law(any_legal_case()));
  EXPECT_GT(shrunk, 1000);
}

TEST(FalseLaw, IsShownWithTheNameOfTheSmallestCaseThatBreaksIt) {
  const auto narrow = [cases = legal_case("TADD", {.target = Target::a5})] {
    RC_ASSERT((*cases).call.tile("dst").valid_cols < 17);
  };
  EXPECT_THAT(counterexample(narrow), MatchesRegex("TADD/plain/a5/.*/v1x17/shrunk@[0-9a-f]{8}"));
  const auto short_edge = [cases = boundary_case(sample_page())] {
    RC_ASSERT(rows_of(*cases) < 48);
  };
  EXPECT_THAT(counterexample(short_edge),
              MatchesRegex("SAMPLE/unary/.*/v4[89]x1/shrunk\\+edge.src.rows.*"));
}

TEST(FalseLaw, IsShownWithTheLeastLengthThatBreaksItWhateverThatIs) {
  const auto cases = legal_case("TADD", {.target = Target::a5});
  for (std::int64_t least = 2; least < 40; ++least) {
    const auto shorter = [=] { RC_ASSERT((*cases).call.tile("dst").valid_cols < least); };
    EXPECT_THAT(counterexample(shorter), HasSubstr(fmt::format("/v1x{}/", least)));
  }
}

TEST(FalseLaw, ShrinksTilesAndViewsOfOtherForms) {
  const auto few_rows = [cases = legal_case(sample_page(), {.form = "spread"})] {
    RC_ASSERT((*cases).call.tile("dst").valid_rows < 3);
  };
  EXPECT_THAT(counterexample(few_rows), HasSubstr("/v3x1/"));
  const auto small_view = [cases = legal_case(sample_page(), {.form = "move"})] {
    RC_ASSERT((*cases).call.global("src").shape[4] < 9);
  };
  EXPECT_THAT(counterexample(small_view), HasSubstr("/1x1x1x1x9/"));
}

TEST(WithContents, DrawsWhatTheCaseDraws) {
  expect_law(50, [cases = with_contents(legal_case(sample_page()))] {
    const FilledCase drawn = *cases;
    RC_ASSERT(drawn.before == fill(drawn.test, Poison::first));
  });
}

TEST(WithContents, ShrinkToContentsThatTheCallCanHave) {
  int shrunk = 0;
  expect_law(15, [&shrunk, cases = with_contents(any_legal_case())] {
    const rc::Random random(*rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>()));
    walk_down(cases(random), 40, [&](const FilledCase&, const FilledCase& to) {
      ++shrunk;
      RC_ASSERT(broken_constraints(to.test.call).empty());
      for (std::size_t i = 0; i < to.before.size(); ++i) {
        const OperandValue& value = to.test.call.operands[i];
        const auto* tile = std::get_if<TileSpec>(&value);
        const auto* view = std::get_if<GlobalSpec>(&value);
        const auto* scalar = std::get_if<ScalarSpec>(&value);
        if (tile != nullptr) RC_ASSERT(to.before[i].size() == tile->rows() * tile->cols());
        if (view != nullptr) RC_ASSERT(to.before[i].size() == view->allocation());
        if (scalar != nullptr) RC_ASSERT(to.before[i][0] == scalar->bits);
      }
    });
  });
  EXPECT_GT(shrunk, 250);
}

TEST(WithContents, ShrinkToTheSimplestValuesThatBreakALaw) {
  const Among among{.target = Target::a5, .lead = ElementType::i32};
  const auto small = [cases = with_contents(legal_case("TADD", among))] {
    const FilledCase drawn = *cases;
    for (const Cell& cell : cells_of(drawn.test.call)) {
      RC_ASSERT(cell.operand != 2 || bits_of(drawn, cell) < 1000);
    }
  };
  EXPECT_THAT(counterexample(small),
              MatchesRegex("TADD/plain/a5/i32,i32,i32/1x8/v1x1/shrunk@[0-9a-f]{8}\n"
                           "  src1\\[0\\] = 0x[0-9a-f]{8}"));
}

}  // namespace
}  // namespace assay::generators
