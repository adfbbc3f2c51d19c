// SPDX-License-Identifier: Apache-2.0
// Tiles made from a few numbers: which elements, and what is refused.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

struct Triangle {
  const char* target;
  const char* side;
  std::int32_t diagonal;
};

/// A triangle of int16 in 3 x 4 valid elements, rows apart.
std::string triangle(const Triangle& wanted, const char* fault = "") {
  Bench bench;
  const auto& dst = bench.tile(ASSAY_I16, 2, 4, 16, 3, 4);
  bench.scalar(ASSAY_I32, bits_of<std::int32_t>(wanted.diagonal));
  bench.attributes = {{"isUpperOrLower", wanted.side}};
  const assay_status status = bench.run(*make(fault), "TTRI", "plain", wanted.target);
  if (status != ASSAY_DONE) return bench.message;
  std::string text;
  for (int row = 0; row < 4; ++row) {
    for (int col = 0; col < 5; ++col) {
      const auto value = at<std::uint16_t>(dst, row * 16 + col);
      text += value == 0xA5A5 ? '.' : static_cast<char>('0' + value);
    }
    if (row < 3) text += ' ';
  }
  return text;
}

TEST(Triangles, HaveTheirDiagonal) {
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    EXPECT_EQ(triangle({target, "0", 0}), "1000. 1100. 1110. .....");
    EXPECT_EQ(triangle({target, "1", 1}), "0111. 0011. 0001. .....");
    EXPECT_EQ(triangle({target, "0", -2}), "0000. 0000. 1000. .....");
    EXPECT_EQ(triangle({target, "0", INT32_MAX}), "1111. 1111. 1111. .....");
    EXPECT_EQ(triangle({target, "1", INT32_MIN}), "1111. 1111. 1111. .....");
    EXPECT_NE(triangle({target, "2", 0}).find("must be 0 or 1"), std::string::npos);
  }
}

TEST(Triangles, LoseTheirDiagonalByAFault) {
  EXPECT_EQ(triangle({"a5", "0", 0}, "diagonal_lost"), "0000. 1000. 1100. .....");
  EXPECT_EQ(triangle({"a5", "1", -1}, "diagonal_from_corner"), "1111. 0111. 0011. .....");
}

/// Some elements of a sequence of 300.
template <typename Element>
std::vector<Element> sequence(assay_element type, Element start, const char* down,
                              const char* fault = "") {
  Bench bench;
  const auto& dst = bench.tile(type, sizeof(Element), 1, 512, 1, 300);
  bench.scalar(type, bits_of<Element>(start));
  bench.attributes = {{"descending", down}};
  EXPECT_EQ(bench.run(*make(fault), "TCI", "plain", "a2a3"), ASSAY_DONE);
  std::vector<Element> values;
  for (const int col : {0, 1, 2, 255, 257, 299}) values.push_back(at<Element>(dst, col));
  return values;
}

TEST(Sequences, CountAndWrap) {
  using Numbers = std::vector<std::int16_t>;
  EXPECT_EQ(sequence<std::int16_t>(ASSAY_I16, 32767, "0"),
            (Numbers{32767, -32768, -32767, -32514, -32512, -32470}));
  EXPECT_EQ(sequence<std::int16_t>(ASSAY_I16, 5, "1"), (Numbers{5, 4, 3, -250, -252, -294}));
  EXPECT_EQ(sequence<float>(ASSAY_F32, 0.5F, "1").back(), -298.5F);
  // 257 is a tie between 256 and 258, and far less than a bit of 64 digits more is above it.
  EXPECT_EQ(sequence<std::uint16_t>(ASSAY_BF16, 0, "0").at(4), 0x4380);
  EXPECT_EQ(sequence<std::uint16_t>(ASSAY_BF16, 0x0100, "0").at(4), 0x4381);
  EXPECT_EQ(sequence<std::int16_t>(ASSAY_I16, 5, "1", "sequence_negated").at(1), -6);
  EXPECT_EQ(sequence<std::int16_t>(ASSAY_I16, 5, "0", "sequence_restarts").at(4), 6);
}

TEST(Counts, MatchTheUpperByteOfTheRow) {
  for (const std::string fault : {"", "match_of_first_row", "bins_accumulate"}) {
    Bench bench;
    const auto& dst = bench.tile(ASSAY_U32, 4, 2, 256, 2, 256);
    const auto& src = bench.tile(ASSAY_U16, 2, 2, 16, 2, 3);
    auto& idx = bench.tile(ASSAY_U8, 1, 32, 1, 2, 1);
    idx.block_layout = ASSAY_COL_MAJOR;
    const std::uint16_t rows[] = {0x1203, 0x1204, 0x1303, 0x1204, 0x1303, 0x1303};
    for (int i = 0; i < 6; ++i) at<std::uint16_t>(src, i / 3 * 16 + i % 3) = rows[i];
    at<std::uint8_t>(idx, 0) = 0x12;
    at<std::uint8_t>(idx, 1) = 0x13;
    bench.attributes = {{"byte", "BYTE_0"}};
    EXPECT_EQ(bench.run(*make(fault), "THISTOGRAM", "plain", "a5"), ASSAY_DONE) << bench.message;
    EXPECT_EQ(at<std::uint32_t>(dst, 3), 1U);
    EXPECT_EQ(at<std::uint32_t>(dst, 4), fault == "bins_accumulate" ? 2U : 1U);
    EXPECT_EQ(at<std::uint32_t>(dst, 256 + 3), fault == "match_of_first_row" ? 0U : 2U);
  }
}

/// Elements 0, 1 and 4 with a key of 1 and 2.
std::vector<std::uint32_t> random_words(std::uint32_t first, const char* rounds,
                                        const char* fault = "") {
  Bench bench;
  const auto& dst = bench.tile(ASSAY_U32, 4, 1, 8, 1, 8);
  for (const std::uint32_t word : {1U, 2U, first, 0U, 0U, 0U}) bench.scalar(ASSAY_U32, word);
  bench.attributes = {{"Rounds", rounds}};
  EXPECT_EQ(bench.run(*make(fault), "TRANDOM", "plain", "cpu"), ASSAY_DONE) << bench.message;
  return {at<std::uint32_t>(dst, 0), at<std::uint32_t>(dst, 1), at<std::uint32_t>(dst, 4)};
}

TEST(RandomNumbers, AreThoseOfPhilox) {
  EXPECT_EQ(random_words(0, "10"),
            (std::vector<std::uint32_t>{0x0598DE3A, 0x98D2802E, 0x5F027B1E}));
  EXPECT_EQ(random_words(0, "7").front(), 0x38081A3FU);
  EXPECT_EQ(random_words(0, "7", "rounds_of_the_default").front(), 0x0598DE3AU);
  EXPECT_NE(random_words(0xFFFFFFFF, "10"), random_words(0xFFFFFFFF, "10", "counter_carry_lost"));
  EXPECT_EQ(random_words(0, "10"), random_words(0, "10", "counter_carry_lost"));
}

}  // namespace
}  // namespace assay::simulator
