// SPDX-License-Identifier: Apache-2.0
// TSTORE: layout pairs, strides, sums and what is refused.
#include <gtest/gtest.h>

#include <string_view>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

assay_status store(Bench& bench, const char* target, const char* form = "tile") {
  return bench.run(*make(), "TSTORE", form, target);
}

TEST(Store, FollowsTheStridesOfAnNdViewAndKeepsTheRest) {
  Bench bench;
  const auto& dst = bench.global(ASSAY_I32, 4, ASSAY_ND, {1, 1, 2, 2, 2}, {99, 99, 12, 5, 1});
  const auto& src = bench.tile(ASSAY_I32, 4, 4, 8, 4, 2);
  count_up<std::int32_t>(src);
  EXPECT_EQ(store(bench, "a2a3"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::int32_t>(dst, 1), 1);
  EXPECT_EQ(at<std::int32_t>(dst, 5), 8);
  EXPECT_EQ(at<std::int32_t>(dst, 12), 16);
  EXPECT_EQ(at<std::int32_t>(dst, 18), 25);
  for (const int gap : {2, 4, 7, 11, 14, 16}) EXPECT_EQ(at<std::uint32_t>(dst, gap), 0xA5A5A5A5U);
}

TEST(Store, PutsBoxesOfNzIntoBlocks) {
  Bench bench;
  auto& dst = bench.global(ASSAY_F16, 2, ASSAY_NZ, {1, 2, 1, 16, 16}, {600, 300, 256, 16, 1});
  auto& src = bench.tile(ASSAY_F16, 2, 16, 32, 16, 32);
  src.block_layout = ASSAY_COL_MAJOR;
  src.box_layout = ASSAY_BOX_ROW_MAJOR;
  count_up<std::uint16_t>(src);
  EXPECT_EQ(store(bench, "a5"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::uint16_t>(dst, 17), 17);
  EXPECT_EQ(at<std::uint16_t>(dst, 300 + 33), 256 + 33);
  EXPECT_EQ(at<std::uint16_t>(dst, 256), 0xA5A5U);
}

TEST(Store, AddsToWhatIsThere) {
  Bench bench;
  const auto& dst = bench.global(ASSAY_I8, 1, ASSAY_ND, {1, 1, 1, 1, 3}, {3, 3, 3, 3, 1});
  const auto& src = bench.tile(ASSAY_I8, 1, 1, 32, 1, 3);
  for (int i = 0; i < 3; ++i) at<std::uint8_t>(dst, i) = 0x7F;
  for (int i = 0; i < 32; ++i) at<std::uint8_t>(src, i) = static_cast<std::uint8_t>(i);
  EXPECT_EQ(store(bench, "a5", "atomic"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::uint8_t>(dst, 0), 0x7F);
  EXPECT_EQ(at<std::uint8_t>(dst, 1), 0x80);
  EXPECT_EQ(at<std::uint8_t>(dst, 2), 0x81);
}

TEST(Store, RefusesOtherPairsPlacesAndTypes) {
  const auto pair = [](assay_layout layout, std::int64_t rows, const char* target,
                       assay_location where = ASSAY_VEC) {
    Bench bench;
    bench.global(ASSAY_U32, 4, layout, {1, 1, 1, rows, 8}, {64, 64, 64, 8, 1});
    bench.tile(ASSAY_U32, 4, rows, 8, rows, 8).location = where;
    return store(bench, target);
  };
  EXPECT_EQ(pair(ASSAY_ND, 2, "a5"), ASSAY_DONE);
  EXPECT_EQ(pair(ASSAY_DN, 1, "a5"), ASSAY_DONE);
  EXPECT_EQ(pair(ASSAY_DN, 2, "a5"), ASSAY_REJECTED);
  EXPECT_EQ(pair(ASSAY_ND, 2, "a5", ASSAY_MAT), ASSAY_REJECTED);
  EXPECT_EQ(pair(ASSAY_ND, 2, "a2a3", ASSAY_MAT), ASSAY_DONE);
  EXPECT_EQ(pair(ASSAY_ND, 2, "a2a3", ASSAY_LEFT), ASSAY_REJECTED);
  EXPECT_EQ(pair(ASSAY_ND, 2, "a2a3", ASSAY_ACC), ASSAY_UNSUPPORTED);
  Bench sums;
  sums.global(ASSAY_U32, 4, ASSAY_ND, {1, 1, 1, 2, 8}, {64, 64, 64, 8, 1});
  sums.tile(ASSAY_U32, 4, 2, 8, 2, 8);
  EXPECT_EQ(store(sums, "a5", "atomic"), ASSAY_REJECTED);
}

/// Two elements of an accumulator, the first scaled by one half and moved by 3, the second by 2.
assay_status drain(Bench& bench, assay_element to, int bytes, const char* target) {
  bench.global(to, bytes, ASSAY_ND, {1, 1, 1, 1, 2}, {64, 64, 64, 64, 1});
  assay_operand& src = bench.tile(ASSAY_F32, 4, 16, 16, 1, 2);
  src.location = ASSAY_ACC;
  src.block_layout = ASSAY_COL_MAJOR;
  src.box_layout = ASSAY_BOX_ROW_MAJOR;
  src.fractal_size = 1024;
  at<float>(src, 0) = 5;
  at<float>(src, 1) = -100;
  assay_operand& fp = bench.tile(ASSAY_U64, 8, 1, 16, 1, 2);
  fp.location = ASSAY_SCALING;
  at<std::uint64_t>(fp, 0) = 0x3F000000U | std::uint64_t{3} << 37U;
  at<std::uint64_t>(fp, 1) = 0x40000000U;
  return bench.run(*make(), "TSTORE_FP", "plain", target);
}

TEST(QuantiserSpec, ScalesRoundsMovesAndSaturates) {
  Bench bench;
  EXPECT_EQ(drain(bench, ASSAY_I8, 1, "a2a3"), ASSAY_DONE) << bench.message;
  const std::string all = bench.everything();
  EXPECT_EQ(all[guard_bytes], 5);  // 2.5 to even, and 3
  EXPECT_EQ(all[guard_bytes + 1], '\x80');
  Bench rectified;
  rectified.attributes = {{"ReluPreMode", "NormalRelu"}};
  EXPECT_EQ(drain(rectified, ASSAY_I8, 1, "a5"), ASSAY_DONE) << rectified.message;
  EXPECT_EQ(rectified.everything()[guard_bytes + 1], 0);
}

TEST(QuantiserSpec, ShiftsDownAndSaturates) {
  Bench bench;
  for (const assay_element element : {ASSAY_I16, ASSAY_I32}) {
    assay_operand& tile = bench.tile(element, element == ASSAY_I16 ? 2 : 4, 16, 16, 1, 2);
    tile.location = element == ASSAY_I16 ? ASSAY_MAT : ASSAY_ACC;
    tile.block_layout = ASSAY_COL_MAJOR;
    tile.box_layout = ASSAY_BOX_ROW_MAJOR;
    tile.fractal_size = element == ASSAY_I16 ? 512 : 1024;
    if (element == ASSAY_I16) continue;
    at<std::int32_t>(tile, 0) = -7;
    at<std::int32_t>(tile, 1) = 1 << 20;
  }
  assay_operand& fp = bench.tile(ASSAY_U64, 8, 1, 16, 1, 2);
  fp.location = ASSAY_SCALING;
  at<std::uint64_t>(fp, 0) = 0;
  at<std::uint64_t>(fp, 1) = std::uint64_t{3} << 32U;
  EXPECT_EQ(bench.run(*make(), "TMOV_FP", "plain", "a2a3"), ASSAY_DONE) << bench.message;
  const std::string all = bench.everything();
  EXPECT_EQ(all.substr(guard_bytes, 4), "\xFC\xFF\xFF\x7F");
  EXPECT_EQ(bench.run(*make(), "TMOV_FP", "plain", "a5"), ASSAY_UNSUPPORTED);
}

/// 1 x 2 elements at (16, 16) of an accumulator of ones, whose columns are scaled by their numbers.
TEST(QuantiserSpec, TakesAWindowWithItsDescriptors) {
  Bench bench;
  assay_operand& dst = bench.tile(ASSAY_F16, 2, 16, 16, 1, 2);
  assay_operand& src = bench.tile(ASSAY_I32, 4, 32, 32, 32, 32);
  for (assay_operand* tile : {&dst, &src}) {
    tile->location = tile == &src ? ASSAY_ACC : ASSAY_MAT;
    tile->block_layout = ASSAY_COL_MAJOR;
    tile->box_layout = ASSAY_BOX_ROW_MAJOR;
    tile->fractal_size = tile == &src ? 1024 : 512;
  }
  for (int i = 0; i < 1024; ++i) at<std::int32_t>(src, i) = 1;
  assay_operand& fp = bench.tile(ASSAY_U64, 8, 1, 32, 1, 32);
  fp.location = ASSAY_SCALING;
  for (int col = 0; col < 32; ++col) {
    at<std::uint64_t>(fp, col) = bits_of<float>(col);
  }
  assay_operand& row = bench.scalar(ASSAY_U16, 16);
  bench.scalar(ASSAY_U16, 16);
  EXPECT_EQ(bench.run(*make(), "TEXTRACT_FP", "plain", "cpu"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::uint16_t>(dst, 0), 0x4C00);
  EXPECT_EQ(at<std::uint16_t>(dst, 1), 0x4C40);
  row.scalar_bits = 32;
  EXPECT_EQ(bench.run(*make(), "TEXTRACT_FP", "plain", "cpu"), ASSAY_REJECTED);
}

TEST(QuantiserSpec, RefusesWhatNoAccumulatorIsConvertedTo) {
  Bench floats, halves;
  EXPECT_EQ(drain(halves, ASSAY_F16, 2, "a2a3"), ASSAY_REJECTED);
  EXPECT_EQ(drain(floats, ASSAY_F16, 2, "a5"), ASSAY_DONE) << floats.message;
  Bench words;
  EXPECT_EQ(drain(words, ASSAY_I16, 2, "cpu"), ASSAY_REJECTED);
}

assay_operand& accumulator(Bench& bench, assay_element element) {
  assay_operand& src = bench.tile(element, 4, 16, 16, 1, 16);
  src.location = ASSAY_ACC;
  src.block_layout = ASSAY_COL_MAJOR;
  src.box_layout = ASSAY_BOX_ROW_MAJOR;
  src.fractal_size = 1024;
  return src;
}

constexpr std::array<std::int64_t, 5> one_row{1, 1, 1, 1, 16}, steps{16, 16, 16, 16, 1};

TEST(StoreOfAccumulators, RoundsToEvenAndAddsWhatIsRounded) {
  Bench bench;
  const auto& dst = bench.global(ASSAY_F16, 2, ASSAY_ND, one_row, steps);
  at<float>(accumulator(bench, ASSAY_F32), 0) = 1.0F + 3 * 0x1p-11F;
  EXPECT_EQ(store(bench, "a2a3", "acc"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::uint16_t>(dst, 0), 0x3C02U);
  Bench sums;
  const auto& sum = sums.global(ASSAY_F16, 2, ASSAY_ND, one_row, steps);
  at<std::uint16_t>(sum, 0) = 0x6800;
  at<float>(accumulator(sums, ASSAY_F32), 0) = 1.0002F;
  EXPECT_EQ(store(sums, "a5", "acc_atomic"), ASSAY_DONE) << sums.message;
  EXPECT_EQ(at<std::uint16_t>(sum, 0), 0x6800U);
}

TEST(StoreOfAccumulators, TakesOneDescriptorForAllColumns) {
  constexpr std::uint64_t half = 0x3F000000, three = std::uint64_t{3} << 37U;
  for (const char* form : {"scalar", "scalar_atomic"}) {
    Bench bench;
    const auto& dst = bench.global(ASSAY_I8, 1, ASSAY_ND, one_row, steps);
    auto& src = accumulator(bench, ASSAY_I32);
    bench.scalar(ASSAY_U64, half | three | std::uint64_t{1} << 46U);
    for (int i = 0; i < 256; ++i) at<std::int32_t>(src, i) = 7;
    for (int i = 0; i < 16; ++i) at<std::int8_t>(dst, i) = 100;
    EXPECT_EQ(store(bench, "cpu", form), ASSAY_DONE) << bench.message;
    const int kept = std::string_view(form) == "scalar" ? 0 : 100;
    EXPECT_EQ(at<std::int8_t>(dst, 15), kept + 7);
  }
}

TEST(StoreOfAccumulators, RefusesOtherPairsOfTypes) {
  const auto pair = [](assay_element to, int bytes, assay_element from, const char* form) {
    Bench bench;
    bench.global(to, bytes, ASSAY_ND, one_row, steps);
    accumulator(bench, from);
    return store(bench, "a5", form);
  };
  EXPECT_EQ(pair(ASSAY_F16, 2, ASSAY_F32, "acc"), ASSAY_DONE);
  EXPECT_EQ(pair(ASSAY_F16, 2, ASSAY_I32, "acc"), ASSAY_REJECTED);
  EXPECT_EQ(pair(ASSAY_I8, 1, ASSAY_F32, "acc"), ASSAY_REJECTED);
  EXPECT_EQ(pair(ASSAY_BF16, 2, ASSAY_F32, "acc_atomic"), ASSAY_DONE);
}

}  // namespace
}  // namespace assay::simulator
