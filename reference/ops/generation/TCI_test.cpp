// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

Call sequence(ElementType element, std::uint64_t start, bool down, std::int64_t columns,
              Target target = Target::a2a3) {
  return {&form_of("TCI", "plain"),
          target,
          {tile(element, 1, (columns + 31) / 32 * 32, 1, columns), ScalarSpec{element, start}},
          {down ? 1 : 0}};
}

ExpectedTile expected_of(const Call& call) {
  const TileSpec& dst = call.tile("dst");
  return expected_tile(call, {filled(dst.type.element, dst.type.elements(), 0x55),
                              elements(dst.type.element, {call.scalar("start").bits})});
}

/// Elements of a sequence.
std::vector<std::uint64_t> values(const Call& call) {
  const ExpectedTile expected = expected_of(call);
  std::vector<std::uint64_t> list;
  for (std::int64_t col = 0; col < call.tile("dst").valid_cols; ++col) {
    list.push_back(expected.value[col]);
  }
  return list;
}

using List = std::vector<std::uint64_t>;

TEST(Tci, CountsUpAndDown) {
  EXPECT_EQ(values(sequence(i32, 7, false, 4)), (List{7, 8, 9, 10}));
  EXPECT_EQ(values(sequence(u16, 7, true, 4)), (List{7, 6, 5, 4}));
  EXPECT_EQ(accept_at(expected_of(sequence(i32, 7, false, 4)), 3), Accept::exact);
  EXPECT_EQ(accept_at(expected_of(sequence(i32, 7, false, 4)), 4), Accept::unspecified);
}

TEST(Tci, WrapsAtTheEndsOfItsType) {
  EXPECT_EQ(values(sequence(i16, 0x7FFE, false, 3)), (List{0x7FFE, 0x7FFF, 0x8000}));
  EXPECT_EQ(values(sequence(u16, 0xFFFF, false, 2)), (List{0xFFFF, 0}));
  EXPECT_EQ(values(sequence(u32, 1, true, 3)), (List{1, 0, 0xFFFFFFFF}));
  EXPECT_EQ(values(sequence(i32, 0x80000000, true, 2)), (List{0x80000000, 0x7FFFFFFF}));
}

TEST(Tci, RoundsASumOfFloatsOnce) {
  // 1.5, 2.5 and 3.5; 0.5, -0.5 and -1.5.
  EXPECT_EQ(values(sequence(f32, 0x3FC00000, false, 3)),
            (List{0x3FC00000, 0x40200000, 0x40600000}));
  EXPECT_EQ(values(sequence(f16, 0x3800, true, 3)), (List{0x3800, 0xB800, 0xBE00}));
  // A bfloat16_t has whole numbers up to 256: 256 + 1 is a tie, and 0.0078125 + 257 is above it.
  EXPECT_EQ(values(sequence(bf16, 0x4380, false, 2)), (List{0x4380, 0x4380}));
  EXPECT_EQ(values(sequence(bf16, 0x3C00, false, 258)).back(), 0x4381U);
  // The sum of 0 and -0 is 0.
  EXPECT_EQ(values(sequence(f32, 0x80000000, false, 1)), (List{0}));
  EXPECT_EQ(values(sequence(f32, 0x80000000, true, 1)), (List{0x80000000}));
}

TEST(Tci, HasOneRowAndScratchByWidth) {
  Call call = sequence(i32, 0, false, 4);
  call.tile("dst").type.rows = 2;
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"dst.one_row"});
  call = sequence(i16, 0, false, 4);
  call.form = &form_of("TCI", "tmp");
  call.operands.emplace_back(tile(f32, 1, 448, 1, 448));
  EXPECT_TRUE(broken_constraints(call).empty());  // 1792 bytes
  call.tile("tmp").type.cols = call.tile("tmp").valid_cols = 440;
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"tmp.bytes"});
  call.target = Target::a5;
  EXPECT_TRUE(broken_constraints(call).empty());
}

}  // namespace
}  // namespace assay::ops
