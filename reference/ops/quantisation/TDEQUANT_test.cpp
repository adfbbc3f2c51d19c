// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

constexpr std::uint64_t one_and_half = 0x3FC00000, two = 0x40000000, minus_two = 0xC0000000;

/// Codes of 2 x 3, and `parameters` for scale and offset.
Call dequantise(Target target, ElementType codes, const TileSpec& parameters) {
  const std::int64_t cols = 32 / size_of(codes);
  return {&form_of("TDEQUANT", "plain"),
          target,
          {tile(f32, 2, 8, 2, 3), tile(codes, 2, cols, 2, 3), parameters, parameters},
          {}};
}

TileSpec column() {
  TileSpec made = tile(f32, 8, 1, 2, 1);
  made.type.blayout = BLayout::col_major;
  return made;
}

/// The parameters of two rows, `pitch` elements apart.
ElementArray two_rows(std::uint64_t first, std::uint64_t second, std::int64_t pitch) {
  ElementArray made = filled(f32, 8 * pitch, 0x7FC00000);
  made.set(0, first);
  made.set(pitch, second);
  return made;
}

TEST(Dequantisation, SubtractsTheOffsetOfARowAndMultipliesByItsScale) {
  const Call call = dequantise(Target::cpu, i8, column());
  EXPECT_EQ(broken_constraints(call), Names{});
  ElementArray codes(i8, 64);
  codes.set(0, 0x80);  // -128
  codes.set(2, 127);
  codes.set(32, 5);  // of row 1
  const auto expected = expected_tile(
      call,
      {filled(f32, 16, 0), codes, two_rows(two, one_and_half, 1), two_rows(minus_two, two, 1)});
  EXPECT_EQ(expected.value[0], 0xC37C0000U);  // -252
  EXPECT_EQ(expected.value[2], 0x43810000U);  // 258
  EXPECT_EQ(expected.value[8], 0x40900000U);  // 4.5
  EXPECT_EQ(accept_at(expected, 8), Accept::exact);
  EXPECT_EQ(accept_at(expected, 3), Accept::unspecified);
}

// 1 + 2^-24 is 1 in float; times 1.5 at once it would round to the neighbour of 1.5.
TEST(Dequantisation, RoundsTheDifferenceFirst) {
  const Call call = dequantise(Target::a5, i16, column());
  const auto expected =
      expected_tile(call, {filled(f32, 16, 0), filled(i16, 32, 1), two_rows(one_and_half, two, 1),
                           two_rows(0xB3800000, 0x7F800000, 1)});
  EXPECT_EQ(expected.value[0], one_and_half);
  EXPECT_EQ(accept_at(expected, 0), Accept::exact);
  EXPECT_EQ(expected.value[8], 0xFF800000U);
}

TEST(Dequantisation, MayFlushADifferenceBelowTheNormalNumbers) {
  const Call call = dequantise(Target::a5, i16, column());
  const std::vector<ElementArray> before{filled(f32, 16, 0), filled(i16, 32, 0),
                                         two_rows(0x4B800000, 0x4B800000, 1),  // 2^24
                                         two_rows(0x00400000, 0x00800000, 1)};
  EXPECT_EQ(expected_tile(call, before).value[0], 0x8C000000U);
  const auto flushed = expected_tile(call, before, reading(Choice::subnormals, subnormals_flushed));
  EXPECT_EQ(flushed.value[0] & 0x7FFFFFFFU, 0U);
}

TEST(Dequantisation, FindsARowOfParametersAtTheDistanceOfRows) {
  const Call call = dequantise(Target::a2a3, i8, tile(f32, 8, 16, 2, 1));
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto expected =
      expected_tile(call, {filled(f32, 16, 0), filled(i8, 64, 1), two_rows(two, one_and_half, 16),
                           two_rows(0, minus_two, 16)});
  EXPECT_EQ(expected.value[1], two);
  EXPECT_EQ(expected.value[9], 0x40900000U);  // 4.5
}

TEST(Dequantisation, OfSeveralColumnsOfParametersHasTwoReadings) {
  const Call call = dequantise(Target::cpu, i8, tile(f32, 8, 8, 2, 2));
  EXPECT_EQ(broken_constraints(call), Names{});
  ElementArray scale = filled(f32, 64, one_and_half);
  scale.set(1, two);
  const std::vector<ElementArray> before{filled(f32, 16, 0), filled(i8, 64, 1), scale,
                                         filled(f32, 64, 0)};
  const auto of_columns = expected_tile(call, before);
  const auto of_the_first =
      expected_tile(call, before, reading(Choice::parameter_columns, parameters_of_the_first));
  EXPECT_EQ(of_columns.value[0], one_and_half);
  for (const std::int64_t at : {1, 2}) {  // the last one for all columns after it
    EXPECT_EQ(accept_at(of_columns, at), Accept::exact);
    EXPECT_EQ(of_columns.value[at], two);
    EXPECT_EQ(of_the_first.value[at], one_and_half);
  }
}

/// Missing checks, each on its targets.
Samples of_unchecked_parameters() {
  const auto changed = [](const char* number, Target target, const char* operand,
                          const char* constraint, void (*change)(TileSpec&)) {
    return Sample(number, dequantise(target, i8, column()))
        .where(operand, change)
        .breaks(constraint);
  };
  const auto offset = [=](const char* number, Target target) {
    return changed(number, target, "offset", "offset.same_valid_rows",
                   [](TileSpec& tile) { tile.valid_rows = 1; });
  };
  using enum Target;
  return {changed("E-TDEQUANT-001", cpu, "src", "src.element",
                  [](TileSpec& tile) { tile.type.element = u8; }),
          changed("E-TDEQUANT-002", cpu, "dst", "dst.row_major",
                  [](TileSpec& tile) { tile.type.blayout = BLayout::col_major; }),
          changed("E-TDEQUANT-003", cpu, "src", "src.same_valid_region",
                  [](TileSpec& tile) { tile.valid_cols = 4; }),
          offset("E-TDEQUANT-004", cpu),
          offset("E-TDEQUANT-005", a2a3),
          offset("E-TDEQUANT-005", a5).is_unknown()};
}

const SamplesOf samples_of_unchecked_parameters{of_unchecked_parameters};

Samples of_last_rows() {
  const auto wide = [](std::int64_t cols, std::int64_t valid_cols) {
    Call call = dequantise(Target::a5, i16, column());
    call.tile("dst") = tile(f32, 2, cols, 2, valid_cols);
    call.tile("src") = tile(i16, 2, 128, 2, valid_cols);
    return Sample("E-TDEQUANT-006", call).gives(0, two);
  };
  return {wide(72, 65), wide(128, 65).is_another()};
}

const SamplesOf samples_of_last_rows{of_last_rows};

}  // namespace
}  // namespace assay::ops
