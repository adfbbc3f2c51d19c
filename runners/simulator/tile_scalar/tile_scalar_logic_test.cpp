// SPDX-License-Identifier: Apache-2.0
// Bitwise logic and shifts of tiles: what machines make of bits, amounts and odd columns.
#include <gtest/gtest.h>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

/// dst, src0 and src1 of one row with `cols` columns, the first three of them valid.
template <typename T>
struct Trio {
  explicit Trio(assay_element element, std::size_t tiles = 3) {
    for (std::size_t i = 0; i < tiles; ++i)
      operand[i] = &bench.tile(element, sizeof(T), 1, 32, 1, 3);
  }
  void put(std::size_t which, std::array<T, 4> values) {
    for (int i = 0; i < 4; ++i) at<T>(*operand[which], i) = values[static_cast<std::size_t>(i)];
  }
  std::array<T, 4> result() const {
    return {at<T>(*operand[0], 0), at<T>(*operand[0], 1), at<T>(*operand[0], 2),
            at<T>(*operand[0], 3)};
  }
  assay_status run(const char* op, const char* target, const char* form = "plain",
                   std::string_view fault = {}) {
    return bench.run(fault.empty() ? *make() : *make(fault), op, form, target);
  }

  Bench bench;
  std::array<assay_operand*, 4> operand{};
};

using Bytes = std::array<std::uint8_t, 4>;
using Words = std::array<std::int32_t, 4>;
using Longs = std::array<std::uint64_t, 4>;

Bytes combined(const char* op, const char* target) {
  const bool with_tmp = std::string_view(op) == "TXOR";
  Trio<std::uint8_t> call(ASSAY_U8, with_tmp ? 4 : 3);
  call.put(1, {0xCC, 0xFF, 0x00, 0x0F});
  call.put(2, {0xAA, 0x81, 0x81, 0x3C});
  EXPECT_EQ(call.run(op, target, with_tmp ? "tmp" : "plain"), ASSAY_DONE);
  return call.result();
}

TEST(Logic, CombinesBitByBit) {
  for (const char* target : {"a5", "cpu"}) {
    EXPECT_EQ(combined("TAND", target), (Bytes{0x88, 0x81, 0x00, 0xA5}));
    EXPECT_EQ(combined("TOR", target), (Bytes{0xEE, 0xFF, 0x81, 0xA5}));
    EXPECT_EQ(combined("TXOR", target), (Bytes{0x66, 0x7E, 0x81, 0xA5}));
  }
}

TEST(Logic, OfBytesTakesOneMoreAfterOddColumnsOnTheFirstGeneration) {
  EXPECT_EQ(combined("TAND", "a2a3"), (Bytes{0x88, 0x81, 0x00, 0x0C}));
  EXPECT_EQ(combined("TXOR", "a2a3"), (Bytes{0x66, 0x7E, 0x81, 0x33}));
  Trio<std::uint8_t> call(ASSAY_U8, 2);
  call.put(1, {0, 1, 0x80, 0xFF});
  EXPECT_EQ(call.run("TNOT", "a2a3"), ASSAY_DONE);
  EXPECT_EQ(call.result(), (Bytes{0xFF, 0xFE, 0x7F, 0}));
}

TEST(Logic, KnowsTheTypesOfEachMachine) {
  const auto status = [](const char* target, assay_element element) {
    return Trio<std::uint64_t>(element).run("TOR", target);
  };
  EXPECT_EQ(status("a5", ASSAY_U64), ASSAY_REJECTED);
  EXPECT_EQ(status("a2a3", ASSAY_I64), ASSAY_REJECTED);
  EXPECT_EQ(status("cpu", ASSAY_I64), ASSAY_DONE);
  EXPECT_EQ(status("a5", ASSAY_F32), ASSAY_REJECTED);
  EXPECT_EQ(status("a5", ASSAY_U32), ASSAY_DONE);
}

TEST(Logic, WantsAScratchTileLikeTheResultOnTheFirstGenerationAlone) {
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    Trio<std::uint8_t> call(ASSAY_U8, 4);
    call.operand[3]->valid_cols = 2;
    const bool refused = std::string_view(target) == "a2a3";
    EXPECT_EQ(call.run("TXOR", target, "tmp"), refused ? ASSAY_REJECTED : ASSAY_DONE);
  }
}

template <typename T>
std::array<T, 4> shifted(const char* op, const char* target, assay_element element,
                         std::array<T, 4> values, std::array<T, 4> amounts,
                         std::string_view fault = {}) {
  Trio<T> call(element);
  call.put(1, values);
  call.put(2, amounts);
  EXPECT_EQ(call.run(op, target, "plain", fault), ASSAY_DONE);
  std::array<T, 4> result = call.result();
  result[3] = 0;
  return result;
}

TEST(Shifts, FillWithTheSignOrWithZeros) {
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    EXPECT_EQ(shifted<std::int32_t>("TSHR", target, ASSAY_I32, {-8, 8, -1, 0}, {2, 2, 31, 0}),
              (Words{-2, 2, -1, 0}));
    EXPECT_EQ(shifted<std::int32_t>("TSHR", target, ASSAY_U32, {-8, 8, -1, 0}, {2, 2, 31, 0}),
              (Words{0x3FFFFFFE, 2, 1, 0}));
    EXPECT_EQ(shifted<std::int32_t>("TSHL", target, ASSAY_I32, {3, -1, 5, 0}, {31, 4, 0, 0}),
              (Words{INT32_MIN, -16, 5, 0}));
  }
}

TEST(Shifts, PromoteBytesWhereOperatorsDoTheWork) {
  for (const char* target : {"a2a3", "cpu"}) {
    EXPECT_EQ(shifted<std::uint8_t>("TSHR", target, ASSAY_I8, {0x80, 0x80, 0x80}, {7, 8, 31}),
              (Bytes{0xFF, 0xFF, 0xFF, 0}));
    EXPECT_EQ(shifted<std::uint8_t>("TSHL", target, ASSAY_U8, {1, 1, 1}, {7, 8, 31}),
              (Bytes{0x80, 0, 0, 0}));
  }
}

TEST(Shifts, Of64BitsMaskTheAmountOnA5) {
  EXPECT_EQ(shifted<std::uint64_t>("TSHR", "a5", ASSAY_U64, {1ULL << 63, 1ULL << 63, 1ULL << 40},
                                   {64, 127, 36}),
            (Longs{1ULL << 63, 1, 16, 0}));
  EXPECT_EQ(
      shifted<std::uint64_t>("TSHL", "a5", ASSAY_U64, {0x40000000, 0x80000000, 3}, {4, 4, 62}),
      (Longs{0x400000000, 0x800000000, 3ULL << 62, 0}));
  EXPECT_EQ(
      shifted<std::uint64_t>("TSHR", "a5", ASSAY_I64, {1ULL << 63, 1ULL << 63, 5}, {63, 4, 0}),
      (Longs{~0ULL, 0xF800000000000000, 5, 0}));
}

TEST(Shifts, ShowTheirFaults) {
  const Bytes amounts{8, 1, 9, 0}, values{0x80, 0x80, 0x80, 0};
  EXPECT_EQ(shifted("TSHR", "cpu", ASSAY_I8, values, amounts, "shift_masked"),
            (Bytes{0x80, 0xC0, 0xC0, 0}));
  EXPECT_EQ(shifted("TSHR", "cpu", ASSAY_I8, values, amounts, "shift_logical"),
            (Bytes{0, 0x40, 0, 0}));
  EXPECT_EQ(
      shifted<std::uint64_t>("TSHL", "a5", ASSAY_U64, {1, 1, 1}, {63, 64, 65}, "shift_unmasked"),
      (Longs{1ULL << 63, 0, 0, 0}));
}

TEST(Shifts, Of64BitsAreRefusedOnTheFirstGeneration) {
  EXPECT_EQ(Trio<std::uint64_t>(ASSAY_U64).run("TSHL", "a2a3"), ASSAY_REJECTED);
  EXPECT_EQ(Trio<std::uint64_t>(ASSAY_U64).run("TSHL", "a5"), ASSAY_DONE);
}

}  // namespace
}  // namespace assay::simulator
