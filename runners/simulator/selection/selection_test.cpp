// SPDX-License-Identifier: Apache-2.0
// TCMP, TCMPS, TSEL and TSELS on tiny calls computed by hand.
#include <gtest/gtest.h>

#include "runners/simulator/bench_test.hpp"
#include "runners/simulator/errata/errata.hpp"

namespace assay::simulator {
namespace {

std::uint8_t byte(const assay_operand& operand, std::int64_t index) {
  return at<std::uint8_t>(operand, index);
}

/// A mask of uint8 and two sources of one row with `lanes` valid lanes, the rest of them 9.
struct Comparison {
  Comparison(assay_element type, int bytes, std::int64_t lanes)
      : dst(bench.tile(ASSAY_U8, 1, 1, 32, 1, (lanes + 7) / 8)),
        left(bench.tile(type, bytes, 1, 64, 1, lanes)),
        right(bench.tile(type, bytes, 1, 64, 1, lanes)) {}

  assay_status run(const char* op, const char* form, const char* target, const char* mode,
                   std::string_view fault = {}) {
    bench.attributes = {{"CmpMode", mode}};
    return bench.run(*make(fault), op, form, target);
  }

  Bench bench;
  assay_operand& dst;
  assay_operand& left;
  assay_operand& right;
};

void fill(Comparison& c) {
  for (int i = 0; i < 64; ++i) at<std::int32_t>(c.left, i) = i;
  for (int i = 0; i < 64; ++i) at<std::int32_t>(c.right, i) = i < 10 ? 5 : 12;
}

TEST(Compare, PacksTheFirstLaneIntoTheLowestBit) {
  Comparison c(ASSAY_I32, 4, 10);
  fill(c);
  EXPECT_EQ(c.run("TCMP", "plain", "a5", "LT"), ASSAY_DONE);
  EXPECT_EQ(byte(c.dst, 0), 0x1F);
  EXPECT_EQ(byte(c.dst, 1), 0x00);
  EXPECT_EQ(c.run("TCMP", "plain", "a5", "GE"), ASSAY_DONE);
  EXPECT_EQ(byte(c.dst, 0), 0xE0);
  EXPECT_EQ(byte(c.dst, 1), 0x03);
}

TEST(Compare, StoresTheBytesThatHoldLanesAndNoOthers) {
  Comparison c(ASSAY_I32, 4, 10);
  fill(c);
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    EXPECT_EQ(c.run("TCMP", "plain", target, "EQ"), ASSAY_DONE);
    EXPECT_EQ(byte(c.dst, 0), 0x20);
    EXPECT_EQ(byte(c.dst, 1), 0x00);
    EXPECT_EQ(byte(c.dst, 2), 0xA5);
  }
}

TEST(Compare, OnA2a3FindsIntegersEqualWhateverIsAsked) {
  Comparison c(ASSAY_I32, 4, 10);
  fill(c);
  for (const char* mode : {"EQ", "NE", "LT", "GE"}) {
    EXPECT_EQ(c.run("TCMP", "plain", "a2a3", mode), ASSAY_DONE);
    EXPECT_EQ(byte(c.dst, 0), 0x20);  // lane 5 alone
  }
  EXPECT_EQ(c.run("TCMP", "plain", "cpu", "GT"), ASSAY_DONE);
  EXPECT_EQ(byte(c.dst, 0), 0xC0);
  EXPECT_EQ(byte(c.dst, 1), 0x03);
}

TEST(Compare, HoldsNanDifferentAndZerosEqual) {
  Comparison c(ASSAY_F32, 4, 3);
  at<std::uint32_t>(c.left, 0) = at<std::uint32_t>(c.right, 0) = 0x7FC00001;
  at<float>(c.left, 1) = 0.0F;
  at<float>(c.right, 1) = -0.0F;
  at<float>(c.left, 2) = 1.0F;
  at<float>(c.right, 2) = 2.0F;
  const auto bits = [&](const char* mode, std::string_view fault = {}) {
    EXPECT_EQ(c.run("TCMP", "plain", "a5", mode, fault), ASSAY_DONE);
    return byte(c.dst, 0);
  };
  EXPECT_EQ(bits("EQ"), 0x02);
  EXPECT_EQ(bits("NE"), 0x05);
  EXPECT_EQ(bits("LT"), 0x04);
  EXPECT_EQ(bits("LE"), 0x06);
  EXPECT_EQ(bits("GT"), 0x00);
  EXPECT_EQ(bits("GE"), 0x02);
  EXPECT_EQ(bits("EQ", "compares_bits"), 0x01);
  EXPECT_EQ(bits("EQ", "mask_bits_reversed"), 0x40);
}

TEST(Compare, WithOneValueTakesTheFirstElement) {
  Comparison narrow(ASSAY_I32, 4, 4);
  Comparison wide(ASSAY_I64, 8, 4);
  for (int i = 0; i < 4; ++i) at<std::int32_t>(narrow.left, i) = i % 2;
  for (int i = 0; i < 4; ++i) at<std::int32_t>(narrow.right, i) = i;
  for (int i = 0; i < 4; ++i) at<std::int64_t>(wide.left, i) = i % 2;
  for (int i = 0; i < 4; ++i) at<std::int64_t>(wide.right, i) = i;
  for (const char* target : {"a5", "cpu"}) {
    EXPECT_EQ(narrow.run("TCMPS", "tile", target, "EQ"), ASSAY_DONE);
    EXPECT_EQ(byte(narrow.dst, 0), 0x05);
    EXPECT_EQ(wide.run("TCMPS", "tile", target, "EQ"), ASSAY_DONE);
    EXPECT_EQ(byte(wide.dst, 0), 0x05);
  }
}

TEST(Compare, WithAScalarConvertsItFirst) {
  Bench bench;
  const auto& dst = bench.tile(ASSAY_U8, 1, 1, 32, 1, 1);
  auto& src = bench.tile(ASSAY_F32, 4, 1, 8, 1, 8);
  bench.scalar(ASSAY_F64, bits_of<double>(0.1));
  for (int i = 0; i < 8; ++i) at<float>(src, i) = i == 3 ? 0.1F : 1.0F;
  bench.attributes = {{"CmpMode", "EQ"}};
  EXPECT_EQ(bench.run(*make(), "TCMPS", "scalar", "a5"), ASSAY_DONE);
  EXPECT_EQ(byte(dst, 0), 0x08);
}

TEST(Compare, IsExactOnEveryTarget) {
  Bench bench;
  const auto& dst = bench.tile(ASSAY_U8, 1, 1, 32, 1, 1);
  auto& src = bench.tile(ASSAY_F32, 4, 1, 8, 1, 8);
  bench.scalar(ASSAY_F32, 0);
  for (int i = 0; i < 8; ++i) at<float>(src, i) = 1.0F;
  at<float>(src, 2) = 0x1p-31F;
  at<float>(src, 4) = -0.0F;
  at<std::uint32_t>(src, 5) = 0x7FC00000U;
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    bench.attributes = {{"CmpMode", "EQ"}};
    EXPECT_EQ(bench.run(*make(), "TCMPS", "scalar", target), ASSAY_DONE);
    EXPECT_EQ(byte(dst, 0), 0x10);
    bench.attributes = {{"CmpMode", "NE"}};
    EXPECT_EQ(bench.run(*make(), "TCMPS", "scalar", target), ASSAY_DONE);
    EXPECT_EQ(byte(dst, 0), 0xEF);
  }
}

TEST(Compare, Takes16BitIntegersForIntegers) {
  Bench bench;
  const auto& dst = bench.tile(ASSAY_U8, 1, 1, 32, 1, 1);
  auto& src = bench.tile(ASSAY_I16, 2, 1, 16, 1, 8);
  bench.scalar(ASSAY_I32, 0xFFFFFFFF);
  for (int i = 0; i < 8; ++i) at<std::int16_t>(src, i) = -1;
  bench.attributes = {{"CmpMode", "EQ"}};
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    EXPECT_EQ(bench.run(*make(), "TCMPS", "scalar", target), ASSAY_DONE);
    EXPECT_EQ(byte(dst, 0), 0xFF);
  }
}

/// Two rows of five lanes; row 0 has the mask bits 0 and 4, row 1 bit 1.
struct Selection {
  Selection() {
    for (int i = 0; i < 64; ++i) byte_at(mask, i) = 0;
    byte_at(mask, 0) = 0x11;
    byte_at(mask, 32) = 0x02;
    for (int i = 0; i < 32; ++i)
      at<std::uint32_t>(first, i) = 0x7FC00000U + static_cast<unsigned>(i);
    for (int i = 0; i < 32; ++i) at<std::uint32_t>(second, i) = static_cast<unsigned>(i);
  }
  static std::uint8_t& byte_at(const assay_operand& operand, std::int64_t index) {
    return at<std::uint8_t>(operand, index);
  }

  Bench bench;
  assay_operand& dst = bench.tile(ASSAY_F32, 4, 2, 16, 2, 5);
  assay_operand& mask = bench.tile(ASSAY_U8, 1, 2, 32, 2, 1);
  assay_operand& first = bench.tile(ASSAY_F32, 4, 2, 16, 2, 5);
  assay_operand& second = bench.tile(ASSAY_F32, 4, 2, 16, 2, 5);
  assay_operand& scratch = bench.tile(ASSAY_U32, 4, 1, 8, 1, 8);
};

TEST(Select, CopiesBitsByTheMaskOfEachRow) {
  Selection s;
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    EXPECT_EQ(s.bench.run(*make(), "TSEL", "plain", target), ASSAY_DONE);
    EXPECT_EQ(at<std::uint32_t>(s.dst, 0), 0x7FC00000U);
    EXPECT_EQ(at<std::uint32_t>(s.dst, 1), 1U);
    EXPECT_EQ(at<std::uint32_t>(s.dst, 4), 0x7FC00004U);
    EXPECT_EQ(at<std::uint32_t>(s.dst, 16), 16U);
    EXPECT_EQ(at<std::uint32_t>(s.dst, 17), 0x7FC00011U);
    EXPECT_EQ(at<std::uint32_t>(s.dst, 5), 0xA5A5A5A5U);
  }
}

TEST(Select, ReadsTheMaskAsOneStreamWithThatErratum) {
  Selection s;
  // Bits 0 and 4 for row 0; row 1 has bits 5 to 9: bits 5 to 7 of byte 0, then byte 1 of the
  // stream, which is the first of row 1.
  EXPECT_EQ(s.bench.run(*make_erring("E-TSEL-001"), "TSEL", "plain", "cpu"), ASSAY_DONE);
  EXPECT_EQ(at<std::uint32_t>(s.dst, 4), 0x7FC00004U);
  EXPECT_EQ(at<std::uint32_t>(s.dst, 17), 17U);
  EXPECT_EQ(at<std::uint32_t>(s.dst, 19), 19U);
  EXPECT_EQ(at<std::uint32_t>(s.dst, 20), 0x7FC00014U);
}

TEST(Select, SwapsItsSourcesWithThatFault) {
  Selection s;
  EXPECT_EQ(s.bench.run(*make("select_swapped"), "TSEL", "plain", "a5"), ASSAY_DONE);
  EXPECT_EQ(at<std::uint32_t>(s.dst, 0), 0U);
  EXPECT_EQ(at<std::uint32_t>(s.dst, 1), 0x7FC00001U);
}

TEST(Select, RefusesElementsOfOneByteOnA2a3AndOtherTileTypes) {
  Bench bench;
  for (int i = 0; i < 4; ++i) bench.tile(i == 1 ? ASSAY_U8 : ASSAY_I8, 1, 1, 32, 1, 8);
  bench.tile(ASSAY_U32, 4, 1, 8, 1, 8);
  EXPECT_EQ(bench.run(*make(), "TSEL", "plain", "a2a3"), ASSAY_REJECTED);
  EXPECT_EQ(bench.run(*make(), "TSEL", "plain", "a5"), ASSAY_DONE);
  Selection s;
  s.second.pad = ASSAY_PAD_ZERO;
  EXPECT_EQ(s.bench.run(*make(), "TSEL", "plain", "a5"), ASSAY_REJECTED);
}

TEST(Select, TakesTheScalarWhereTheBitIsClear) {
  Bench bench;
  const auto& dst = bench.tile(ASSAY_I16, 2, 1, 32, 1, 20);
  const auto& mask = bench.tile(ASSAY_U16, 2, 1, 16, 1, 2);
  const auto& src = bench.tile(ASSAY_I16, 2, 1, 32, 1, 20);
  bench.tile(ASSAY_I16, 2, 1, 16, 1, 16);
  bench.scalar(ASSAY_F32, bits_of<float>(-2.5));
  for (int i = 0; i < 32; ++i) at<std::int16_t>(src, i) = static_cast<std::int16_t>(i);
  at<std::uint16_t>(mask, 0) = 0x8100;
  at<std::uint16_t>(mask, 1) = 0x0001;
  EXPECT_EQ(bench.run(*make(), "TSELS", "plain", "cpu"), ASSAY_DONE);
  EXPECT_EQ(at<std::int16_t>(dst, 0), -2);
  EXPECT_EQ(at<std::int16_t>(dst, 8), 8);
  EXPECT_EQ(at<std::int16_t>(dst, 15), 15);
  EXPECT_EQ(at<std::int16_t>(dst, 16), 16);
  EXPECT_EQ(at<std::int16_t>(dst, 19), -2);
}

}  // namespace
}  // namespace assay::simulator
