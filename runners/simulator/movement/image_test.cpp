// SPDX-License-Identifier: Apache-2.0
// Images as columns and images that are loaded: places, and what is refused.
#include "runners/simulator/rules/image.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

using Settings = std::map<ImageOperand, std::uint64_t>;

/// An NZ tile in Left of 16 x 64 elements of 16 bits.
assay_operand& matrix(Bench& bench, std::int64_t rows, std::int64_t cols) {
  assay_operand& dst = bench.tile(ASSAY_U16, 2, 16, 64, rows, cols);
  dst.location = ASSAY_LEFT;
  dst.block_layout = ASSAY_COL_MAJOR;
  dst.box_layout = ASSAY_BOX_ROW_MAJOR;
  return dst;
}

/// `flags` are those of pads and their value.
void set(Bench& bench, const Settings& settings, std::uint32_t flags = 0) {
  for (std::size_t i = first_row_operand; i < image_operands; ++i) {
    const auto operand = static_cast<ImageOperand>(i);
    const bool byte = i >= row_dilation_operand && i <= bottom_pad_operand;
    const bool one = i >= filter_rows_operand && i <= col_stride_operand;
    const auto given = settings.find(operand);
    assay_operand& scalar =
        bench.scalar(byte ? ASSAY_U8 : ASSAY_U16, given != settings.end() ? given->second
                                                  : one                   ? 1U
                                                                          : 0U);
    if (i >= left_pad_operand && i != channels_operand) scalar.flags = flags;
  }
}

/// Element (row, col) of what an image of 1 x C1 x 3 x 4 x 16 becomes, whose element i is i.
struct Unfolded {
  Unfolded(std::int64_t blocks, const Settings& settings, const char* target = "a5")
      : dst(matrix(bench, 6, 64)) {
    const auto& src = bench.conv(ASSAY_U16, 2, ASSAY_NC1HWC0, {1, blocks, 3, 4, 16});
    count_up<std::uint16_t>(src);
    set(bench, settings);
    status = bench.run(*make(), "TIMG2COL", "plain", target);
  }
  std::uint16_t at(std::int64_t row, std::int64_t col) const {
    return simulator::at<std::uint16_t>(dst, col / 16 * 16 * 16 + row * 16 + col % 16);
  }
  Bench bench;
  const assay_operand& dst;
  assay_status status = ASSAY_BROKEN;
};

TEST(ImageColumns, AreWhatTheFilterSees) {
  const Unfolded made(1,
                      {{filter_rows_operand, 2}, {filter_cols_operand, 2}, {channels_operand, 16}});
  EXPECT_EQ(made.status, ASSAY_DONE) << made.bench.message;
  EXPECT_EQ(made.at(0, 0), 0);
  EXPECT_EQ(made.at(0, 17), 17);
  EXPECT_EQ(made.at(0, 32), 4 * 16);
  EXPECT_EQ(made.at(1, 0), 16);
  EXPECT_EQ(made.at(3, 0), 4 * 16);
  EXPECT_EQ(made.at(5, 63), (2 * 4 + 3) * 16 + 15);
}

/// A call that leaves a pad on the left, and its value, in registers.
void leave(const char* op, const char* mode, std::uint64_t pad, std::uint64_t value) {
  Bench bench;
  bench.conv(ASSAY_U16, 2, ASSAY_NC1HWC0, {1, 1, 3, 4, 16});
  for (const std::uint64_t side : {pad, std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{0}}) {
    bench.scalar(ASSAY_U8, side);
  }
  bench.scalar(ASSAY_U16, value);
  bench.attributes = {{"FmatrixMode", mode}};
  EXPECT_EQ(bench.run(*make(), op, "plain", "a5"), ASSAY_DONE) << bench.message;
}

/// The first two elements of the first column, of a call whose pads an earlier call left.
std::array<std::uint16_t, 2> found(const char* mode) {
  Bench bench;
  const assay_operand& dst = matrix(bench, 2, 16);
  count_up<std::uint16_t>(bench.conv(ASSAY_U16, 2, ASSAY_NC1HWC0, {1, 1, 3, 4, 16}));
  set(bench, {{channels_operand, 16}}, ASSAY_SET_BEFORE | ASSAY_LEFT_BEFORE);
  bench.attributes = {{"FmatrixMode", mode}};
  EXPECT_EQ(bench.run(*make(), "TIMG2COL", "plain", "a5"), ASSAY_DONE) << bench.message;
  return {at<std::uint16_t>(dst, 0), at<std::uint16_t>(dst, 16)};
}

TEST(ImageColumns, HavePadsThatCallsLeftInRegisters) {
  using Two = std::array<std::uint16_t, 2>;
  leave("SETFMATRIX", "FMATRIX_A_MANUAL", 1, 0);
  leave("SET_IMG2COL_PADDING", "FMATRIX_A_MANUAL", 1, 99);
  leave("SETFMATRIX", "FMATRIX_B_MANUAL", 2, 0);
  leave("SET_IMG2COL_PADDING", "FMATRIX_B_MANUAL", 2, 77);
  leave("SETFMATRIX", "FMATRIX_A_AUTO", 3, 0);
  leave("SET_IMG2COL_PADDING", "FMATRIX_A_AUTO", 3, 55);
  leave("SET_IMG2COL_RPT", "FMATRIX_A_MANUAL", 3, 55);
  EXPECT_EQ(found("FMATRIX_A_MANUAL"), (Two{99, 0}));
  EXPECT_EQ(found("FMATRIX_B_MANUAL"), (Two{77, 77}));
  leave("SETFMATRIX", "FMATRIX_A_MANUAL", 0, 0);
  EXPECT_EQ(found("FMATRIX_A_MANUAL"), (Two{0, 16}));
}

TEST(ImageColumns, HavePadsAroundAndBehindTheChannels) {
  const Unfolded made(2, {{left_pad_operand, 1},
                          {top_pad_operand, 1},
                          {first_row_operand, 4},
                          {first_col_operand, 8},
                          {channels_operand, 20},
                          {pad_value_operand, 0xBEEF}});
  EXPECT_EQ(made.status, ASSAY_DONE) << made.bench.message;
  EXPECT_EQ(made.at(0, 0), 0xBEEF);           // the last place of the row above
  EXPECT_EQ(made.at(1, 0), 0xBEEF);           // left of the first row
  EXPECT_EQ(made.at(2, 0), 8);                // its first place
  EXPECT_EQ(made.at(2, 8), 3 * 4 * 16);       // of the second block
  EXPECT_EQ(made.at(2, 8 + 3), 12 * 16 + 3);  // channel 19
  EXPECT_EQ(made.at(2, 8 + 4), 0xBEEF);       // there is no channel 20
}

TEST(ImageColumns, AreRefusedInOtherLayoutsAndTypes) {
  const Settings plain{{channels_operand, 16}};
  EXPECT_EQ(Unfolded(1, plain, "cpu").status, ASSAY_DONE);
  EXPECT_EQ(Unfolded(1, plain, "a2a3").status, ASSAY_REJECTED);
  EXPECT_EQ(Unfolded(1, {{channels_operand, 16}, {filter_cols_operand, 5}}).status,
            ASSAY_UNSUPPORTED);
  Bench bench;
  matrix(bench, 6, 64);
  bench.conv(ASSAY_U16, 2, ASSAY_FRACTAL_Z, {1, 1, 3, 4, 16});
  set(bench, plain);
  EXPECT_EQ(bench.run(*make(), "TIMG2COL", "plain", "a5"), ASSAY_REJECTED);
}

TEST(LoadedImages, KeepTheOrderOfMemory) {
  Bench bench;
  const auto& dst = bench.conv(ASSAY_U16, 2, ASSAY_NC1HWC0, {2, 1, 3, 4, 16});
  const auto& src =
      bench.global(ASSAY_U16, 2, ASSAY_NC1HWC0, {2, 1, 3, 4, 16}, {192, 192, 64, 16, 1}, 5);
  count_up<std::uint16_t>(src);
  EXPECT_EQ(bench.run(*make(), "TLOAD", "image", "a2a3"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::uint16_t>(dst, 0), 0);
  EXPECT_EQ(at<std::uint16_t>(dst, 383), 383);
  Bench gaps;
  gaps.conv(ASSAY_U16, 2, ASSAY_NC1HWC0, {2, 1, 3, 4, 16});
  gaps.global(ASSAY_U16, 2, ASSAY_NC1HWC0, {2, 1, 3, 4, 16}, {256, 192, 64, 16, 1});
  EXPECT_EQ(gaps.run(*make(), "TLOAD", "image", "a5"), ASSAY_UNSUPPORTED);
}

}  // namespace
}  // namespace assay::simulator
