// SPDX-License-Identifier: Apache-2.0
// Each erratum of the quantiser, seen where it is in effect and failing where it is not.
#include <bit>

#include "reference/judge/judge.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

struct Moved {
  std::uint64_t from;
  float scale;
  int offset;
  std::uint64_t became;
};

/// Elements of one column and their results on a host.
VerdictKind moved_as(ElementType to, const Moved& moved, const std::string& errata) {
  TileSpec dst = tile(to, 16, 32, 2, 1), src = tile(i32, 16, 32, 2, 1);
  for (TileSpec* one : {&dst, &src}) {
    one->type.location = one == &src ? Location::acc : Location::mat;
    one->type.blayout = BLayout::col_major;
    one->type.slayout = SLayout::row_major;
  }
  src.type.fractal = 1024;
  TileSpec fp = tile(u64, 1, 16, 1, 1);
  fp.type.location = Location::scaling;
  Case test_case;
  test_case.call = {&form_of("TMOV_FP", "plain"), Target::cpu, {dst, src, fp}, {0}};
  const auto scale = std::bit_cast<std::uint32_t>(moved.scale);
  Trial trial;
  trial.before = {filled(to, 512, 0x55), filled(i32, 512, moved.from),
                  filled(u64, 16, descriptor_bits(scale, moved.offset, to == i8))};
  trial.after = {filled(to, 512, moved.became), trial.before[1], trial.before[2]};
  return judge(test_case, std::vector{trial}, Standard{correctly_rounded, errata_choice_of(errata)})
      .kind;
}

TEST(QuantiserErrata, OffsetsHaveASignUnlessTheyHaveNone) {
  EXPECT_EQ(moved_as(i8, {20, 0.5F, -3, 7}, "none"), VerdictKind::conforms);
  EXPECT_EQ(moved_as(i8, {20, 0.5F, -3, 127}, "none"), VerdictKind::deviates);
  EXPECT_EQ(moved_as(i8, {20, 0.5F, -3, 127}, "E-TMOV_FP-001"), VerdictKind::known_deviation);
  EXPECT_EQ(moved_as(i8, {20, 0.5F, 3, 127}, "all"), VerdictKind::deviates);
}

TEST(QuantiserErrata, ProductsAreRoundedOnceUnlessTheyAreFloats) {
  const Moved exact{(1U << 25) + 1, 0x1p-26F, 4, 5}, twice{(1U << 25) + 1, 0x1p-26F, 4, 4};
  EXPECT_EQ(moved_as(u8, exact, "none"), VerdictKind::conforms);
  EXPECT_EQ(moved_as(u8, twice, "none"), VerdictKind::deviates);
  EXPECT_EQ(moved_as(u8, twice, "E-TMOV_FP-002"), VerdictKind::known_deviation);
  EXPECT_EQ(moved_as(u8, {1U << 25, 0x1p-26F, 4, 5}, "all"), VerdictKind::deviates);
}

}  // namespace
}  // namespace assay::ops
