// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/alteration.hpp"

#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using numerics::NumberClass;

constexpr std::uint64_t one = 0x3C00, tiny = 0x8001, nan = 0x7E00;

/// dst = -src over a row of 1, -2^-24 and NaN, altered; dst held 0x5555.
ExpectedTile negated(const AlteredBy& how) {
  const Form& form = form_of("TNEG", "plain");
  const Call call{&form, Target::a5, {tile(f16, 1, 16, 1, 3), tile(f16, 1, 16, 1, 3)}, {}};
  std::vector<ElementArray> before{filled(f16, 16, 0x5555), filled(f16, 16, one)};
  before[1].set(1, tiny);
  before[1].set(2, nan);
  return std::get<ExpectedTile>(
      altered(form.results.front(), how).semantics({call, before, Tolerance{}}));
}

TEST(Altered, ChangesWhatThePageSpeaksOfAndNothingElse) {
  const ExpectedTile zero = negated({Alteration::zero});
  for (std::int64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(accept_at(zero, i), Accept::exact);
    EXPECT_EQ(zero.value[i], 0U);
  }
  EXPECT_EQ(accept_at(zero, 3), Accept::unspecified);
  EXPECT_EQ(accept_at(negated({Alteration::unchanged}), 0), Accept::preserved);
  EXPECT_EQ(accept_at(negated({Alteration::anything}), 0), Accept::target_defined);
  EXPECT_EQ(accept_at(negated({Alteration::nan}), 0), Accept::any_nan);
}

TEST(Altered, FlushesSubnormalResultsToAZeroOfEitherSign) {
  const ExpectedTile flushed = negated({Alteration::flushed});
  EXPECT_EQ(flushed.value[0], 0xBC00U);
  EXPECT_EQ(accept_at(flushed, 1), Accept::any_of);
  EXPECT_EQ(flushed.value[1], 0U);  // the promised one is +2^-24
  EXPECT_EQ(flushed.low[1] | flushed.high[1], 0x8000U);
}

TEST(Altered, HoldsForElementsWithSuchAnInputAlone) {
  const ExpectedTile at_nan = negated({Alteration::zero, NumberClass::nan, {}});
  EXPECT_EQ(at_nan.value[0], 0xBC00U);
  EXPECT_EQ(at_nan.value[1], 0x0001U);
  EXPECT_EQ(at_nan.value[2], 0U);
  EXPECT_EQ(accept_at(at_nan, 2), Accept::exact);
  EXPECT_EQ(negated({Alteration::zero, NumberClass::subnormal, {}}).value[1], 0U);
}

TEST(Altered, WidensAnInterval) {
  const Form& form = form_of("TSQRT", "plain");
  const Call call{&form, Target::a5, {tile(f32, 1, 8, 1, 8), tile(f32, 1, 8, 1, 8)}, {}};
  const std::vector<ElementArray> before{filled(f32, 8, 0), filled(f32, 8, 0x40000000)};
  const AlteredBy how{Alteration::within, {}, {Tolerance::Kind::ulp, 8, {}}};
  const auto wide = std::get<ExpectedTile>(
      altered(form.results.front(), how).semantics({call, before, Tolerance{}}));
  ASSERT_EQ(accept_at(wide, 0), Accept::interval);
  // The root of 2 lies between 0x3FB504F3 and its successor.
  EXPECT_EQ(wide.low[0], 0x3FB504F3U - 7);
  EXPECT_EQ(wide.high[0], 0x3FB504F3U + 8);
}

TEST(Alteration, HasANameForEach) {
  for (int i = 0; i <= static_cast<int>(last_alteration); ++i) {
    EXPECT_EQ(alteration_named(name_of(static_cast<Alteration>(i))), static_cast<Alteration>(i));
  }
  EXPECT_FALSE(alteration_named("zeros"));
}

}  // namespace
}  // namespace assay::ops
