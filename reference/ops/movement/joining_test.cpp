// SPDX-License-Identifier: Apache-2.0
// Tiles that are put side by side.
#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

Call join(Target target, const TileSpec& dst, const TileSpec& src0, const TileSpec& src1) {
  return {&form_of("TCONCAT", "plain"), target, {dst, src0, src1}, {}};
}

// Of which five columns of the first and three of the second are valid.
TEST(Joining, BeginsTheSecondTileBehindWhatIsValidInTheFirst) {
  const Call call =
      join(Target::a2a3, tile(i16, 2, 16, 2, 8), tile(i16, 3, 16, 2, 5), tile(i16, 2, 32, 2, 3));
  std::vector<ElementArray> before{filled(i16, 32, 0), filled(i16, 48, 0), filled(i16, 64, 0)};
  for (std::int64_t at = 0; at < 48; ++at) before[1].set(at, 100 + at);
  for (std::int64_t at = 0; at < 64; ++at) before[2].set(at, 200 + at);
  const auto expected = expected_tile(call, before);
  EXPECT_EQ(expected.value[0], 100U);
  EXPECT_EQ(expected.value[4], 104U);
  EXPECT_EQ(expected.value[5], 200U);
  EXPECT_EQ(expected.value[7], 202U);
  EXPECT_EQ(expected.value[16 + 4], 120U);
  EXPECT_EQ(expected.value[16 + 5], 232U);
  EXPECT_EQ(accept_at(expected, 16 + 7), Accept::exact);
  EXPECT_EQ(accept_at(expected, 8), Accept::unspecified);
}

TEST(Joining, NamesWhatATargetBreaks) {
  const auto broken = [](Target target, std::int64_t valid, std::int64_t second) {
    return broken_constraints(join(target, tile(f32, 2, 16, 2, valid), tile(f32, 2, 8, 2, 5),
                                   tile(f32, 2, 16, 2, second)));
  };
  EXPECT_EQ(broken(Target::a2a3, 8, 3), Names{});
  EXPECT_EQ(broken(Target::a5, 8, 3), Names{});
  EXPECT_EQ(broken(Target::a5, 9, 3), Names{"dst.joined"});
  EXPECT_EQ(broken(Target::a2a3, 9, 3), Names{"dst.joined"});
  EXPECT_EQ(broken(Target::a2a3, 16, 11), Names{});
  EXPECT_EQ(broken(Target::a2a3, 16, 12), Names{"dst.capacity"});
  EXPECT_EQ(broken(Target::a5, 16, 12), Names{"dst.joined"});
}

TEST(Joining, NamesRowsAndTypesThatDiffer) {
  const auto broken = [](const TileSpec& dst, const TileSpec& second) {
    return broken_constraints(join(Target::a5, dst, tile(f32, 2, 8, 2, 5), second));
  };
  const TileSpec dst = tile(f32, 2, 16, 2, 8), second = tile(f32, 2, 8, 2, 3);
  EXPECT_EQ(broken(dst, tile(f32, 2, 8, 1, 3)), Names{"src1.same_valid_rows"});
  EXPECT_EQ(broken(dst, tile(f32, 3, 8, 3, 3)), Names{"src1.same_valid_rows"});
  EXPECT_EQ(broken(tile(f32, 2, 16, 1, 8), second), Names{"dst.same_valid_rows"});
  EXPECT_EQ(broken(dst, tile(u32, 2, 8, 2, 3)), Names{"src1.same_element"});
  EXPECT_EQ(broken(tile(i32, 2, 16, 2, 8), second), Names{"dst.same_element"});
}

VerdictKind accepted(Target target, TileSpec second, const char* breaks,
                     const std::string& errata) {
  Case test;
  test.call = join(target, tile(f32, 8, 8, 2, 6), tile(f32, 8, 8, 2, 3), second);
  test.intent = {Intent::Kind::outside, breaks};
  Trial trial;
  trial.before = {filled(f32, 64, 1), filled(f32, 64, 2), filled(f32, 64, 3)};
  trial.after = trial.before;
  return judge(test, std::vector{trial}, Standard{rounded, errata_choice_of(errata)}).kind;
}

TEST(JoiningErrata, OfMissingChecksAreThoseOfTheirTargets) {
  TileSpec down = tile(f32, 8, 8, 2, 3), elsewhere = down;
  down.type.blayout = BLayout::col_major;
  elsewhere.type.location = Location::mat;
  const auto rows = [&](Target target, const std::string& errata) {
    return accepted(target, down, "src1.row_major", errata);
  };
  EXPECT_EQ(rows(Target::cpu, "none"), VerdictKind::accepted_invalid);
  EXPECT_EQ(rows(Target::cpu, "E-TCONCAT-001"), VerdictKind::known_deviation);
  EXPECT_EQ(rows(Target::a2a3, "E-TCONCAT-002"), VerdictKind::known_deviation);
  EXPECT_EQ(rows(Target::a5, "all"), VerdictKind::accepted_invalid);
  const auto places = [&](Target target, const std::string& errata) {
    return accepted(target, elsewhere, "src1.location", errata);
  };
  EXPECT_EQ(places(Target::a5, "none"), VerdictKind::accepted_invalid);
  EXPECT_EQ(places(Target::a5, "E-TCONCAT-003"), VerdictKind::known_deviation);
  EXPECT_EQ(places(Target::cpu, "all"), VerdictKind::accepted_invalid);
}

}  // namespace
}  // namespace assay::ops
