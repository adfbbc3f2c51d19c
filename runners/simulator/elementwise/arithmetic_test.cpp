// SPDX-License-Identifier: Apache-2.0
// Arithmetic of tiles on one row of lanes computed by hand.
#include <gtest/gtest.h>

#include <vector>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

using Patterns = std::vector<std::uint64_t>;

int bytes_of(assay_element element) {
  switch (element) {
    case ASSAY_I8:
    case ASSAY_U8:
      return 1;
    case ASSAY_I16:
    case ASSAY_U16:
    case ASSAY_F16:
    case ASSAY_BF16:
      return 2;
    case ASSAY_I64:
    case ASSAY_U64:
      return 8;
    default:
      return 4;
  }
}

void put(const assay_operand& tile, int bytes, const Patterns& bits) {
  auto* data = static_cast<unsigned char*>(tile.data);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    std::memcpy(data + i * static_cast<std::size_t>(bytes), &bits[i],
                static_cast<std::size_t>(bytes));
  }
}

std::uint64_t get(const assay_operand& tile, int bytes, std::size_t index) {
  std::uint64_t bits = 0;
  const auto* data = static_cast<const unsigned char*>(tile.data);
  std::memcpy(&bits, data + index * static_cast<std::size_t>(bytes),
              static_cast<std::size_t>(bytes));
  return bits;
}

/// A call on tiles of one row of 32 elements.
struct Row {
  std::unique_ptr<Simulator> sim = make();
  Bench bench;
  std::vector<const assay_operand*> tiles;
  std::vector<int> bytes;

  assay_operand& tile(assay_element element, const Patterns& bits, std::int64_t valid) {
    bytes.push_back(bytes_of(element));
    assay_operand& made = bench.tile(element, bytes.back(), 1, 32, 1, valid);
    put(made, bytes.back(), bits);
    tiles.push_back(&made);
    return made;
  }
  std::uint64_t at(std::size_t tile, std::size_t lane) const {
    return get(*tiles[tile], bytes[tile], lane);
  }
};

struct Op {
  const char* op;
  const char* target;
  const char* form = "plain";
};

/// The results of two sources; `old` is what dst held.
Patterns results(const Op& op, assay_element element, const Patterns& a, const Patterns& b,
                 const Patterns& old = {}, bool scratch = false) {
  Row row;
  const auto valid = static_cast<std::int64_t>(a.size());
  row.tile(element, old, valid);
  row.tile(element, a, valid);
  if (!b.empty()) row.tile(element, b, valid);
  if (scratch) row.tile(element, {}, valid);
  EXPECT_EQ(row.bench.run(*row.sim, op.op, op.form, op.target), ASSAY_DONE) << row.bench.message;
  Patterns found;
  for (std::size_t i = 0; i < a.size(); ++i) found.push_back(row.at(0, i));
  return found;
}

// Patterns of f32.
constexpr std::uint64_t one = 0x3F800000, two = 0x40000000, three = 0x40400000, seven = 0x40E00000,
                        minus_one = 0xBF800000, minus_two = 0xC0000000, minus_three = 0xC0400000,
                        minus_seven = 0xC0E00000, minus_zero = 0x80000000, inf_f32 = 0x7F800000;

TEST(IntegerLanes, CarryBorrowWrapAndTruncate) {
  EXPECT_EQ(results({"TADD", "a5"}, ASSAY_U64, {0xFFFFFFFF}, {1}), Patterns{0x100000000});
  EXPECT_EQ(results({"TSUB", "a5"}, ASSAY_I64, {0x100000000}, {1}), Patterns{0xFFFFFFFF});
  EXPECT_EQ(results({"TADD", "a2a3"}, ASSAY_I16, {0x7FFF}, {1}), Patterns{0x8000});
  EXPECT_EQ(results({"TMUL", "cpu"}, ASSAY_U16, {0xFFFF}, {0xFFFF}), Patterns{1});
  EXPECT_EQ(results({"TDIV", "a5"}, ASSAY_I32, {0xFFFFFFF9, 9}, {2, 0}), (Patterns{0xFFFFFFFD, 0}));
  EXPECT_EQ(results({"TDIV", "a5"}, ASSAY_I64, {1ULL << 63}, {~0ULL}), Patterns{1ULL << 63});
  EXPECT_EQ(results({"TNEG", "a5"}, ASSAY_U16, {1}, {}), Patterns{0xFFFF});
  EXPECT_EQ(results({"TABS", "a5"}, ASSAY_I8, {0xFB, 0x80}, {}), (Patterns{5, 0x80}));
}

TEST(IntegerLanes, CompareByTheSignOfTheType) {
  EXPECT_EQ(results({"TMIN", "a5"}, ASSAY_I8, {0xFF}, {1}), Patterns{0xFF});
  EXPECT_EQ(results({"TMIN", "a5"}, ASSAY_U8, {0xFF}, {1}), Patterns{1});
  EXPECT_EQ(results({"TMAX", "a5"}, ASSAY_U64, {1ULL << 63}, {1}), Patterns{1ULL << 63});
}

TEST(IntegerRemainders, HaveTheSignOfTheirDivisorOrDividend) {
  const Patterns a{7, 0xFFFFFFF9, 7, 0xFFFFFFF9}, b{3, 3, 0xFFFFFFFD, 0xFFFFFFFD};
  const Patterns floored{1, 2, 0xFFFFFFFE, 0xFFFFFFFF}, truncated{1, 0xFFFFFFFF, 1, 0xFFFFFFFF};
  EXPECT_EQ(results({"TREM", "a5"}, ASSAY_I32, a, b, {}, true), floored);
  EXPECT_EQ(results({"TREM", "cpu"}, ASSAY_I32, a, b, {}, true), floored);
  EXPECT_EQ(results({"TFMOD", "a5"}, ASSAY_I32, a, b), truncated);
  EXPECT_EQ(results({"TREM", "a5"}, ASSAY_I64, {~0ULL - 6}, {3}, {}, true), Patterns{2});
  EXPECT_EQ(results({"TREM", "cpu"}, ASSAY_I64, {~0ULL - 6}, {3}, {}, true), Patterns{2});
}

TEST(FloatRemainders, HaveTheSignOfTheirDivisorOrDividend) {
  const Patterns a{seven, minus_seven, seven, minus_seven},
      b{three, three, minus_three, minus_three};
  for (const char* target : {"a5", "cpu"}) {
    EXPECT_EQ(results({"TREM", target}, ASSAY_F32, a, b, {}, true),
              (Patterns{one, two, minus_two, minus_one}));
    EXPECT_EQ(results({"TFMOD", target}, ASSAY_F32, a, b),
              (Patterns{one, minus_one, one, minus_one}));
  }
}

TEST(FloatLanes, PickTheNumberAndKnowZeros) {
  const std::uint64_t nan = 0x7FC00001;
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    EXPECT_EQ(results({"TMIN", target}, ASSAY_F32, {nan, one, 0}, {one, nan, minus_zero}),
              (Patterns{one, one, minus_zero}));
    EXPECT_EQ(results({"TMAX", target}, ASSAY_F32, {nan, one, minus_zero}, {one, nan, 0}),
              (Patterns{one, one, 0}));
    EXPECT_EQ(results({"TRELU", target}, ASSAY_F32, {nan, minus_zero, minus_one}, {}),
              (Patterns{nan, 0, 0}));
    EXPECT_EQ(results({"TABS", target}, ASSAY_F32, {minus_zero, minus_one}, {}),
              (Patterns{0, one}));
  }
}

TEST(Powers, WrapAndAreThoseOfIeee) {
  EXPECT_EQ(results({"TPOW", "a5"}, ASSAY_I8, {2, 0xFE, 5, 0xFF}, {7, 3, 0xFF, 0xFE}, {}, true),
            (Patterns{0x80, 0xF8, 0, 1}));
  for (const char* target : {"a2a3", "a5"}) {
    EXPECT_EQ(results({"TPOW", target}, ASSAY_U32, {3}, {0xFFFFFFFF}, {}, true),
              Patterns{0xAAAAAAAB});
    EXPECT_EQ(
        results({"TPOW", target}, ASSAY_F32, {minus_zero, minus_two}, {three, three}, {}, true),
        (Patterns{minus_zero, 0xC1000000}));
  }
}

TEST(FusedProducts, RoundOnce) {
  // (1 + 2^-12)^2 - 1 = 2^-11 + 2^-24.
  const Patterns a{0x3F800800}, old{minus_one};
  for (const char* target : {"a5", "cpu"}) {
    EXPECT_EQ(results({"TMULADDDST", target}, ASSAY_F32, a, a, old), Patterns{0x3A000400});
  }
}

TEST(FusedProducts, KnowWhichFactorIsTheDestination) {
  EXPECT_EQ(results({"TMULADDDST", "a2a3"}, ASSAY_F32, {two}, {one}, {three}),
            Patterns{0x40A00000});
  EXPECT_EQ(results({"TFUSEDMULADD", "a2a3"}, ASSAY_F32, {two}, {one}, {three}), Patterns{seven});
  EXPECT_EQ(results({"TFUSEDMULADDRELU", "a2a3"}, ASSAY_F32, {two}, {minus_seven}, {three}),
            Patterns{0});
}

TEST(SumsOfThree, GoFromLeftToRight) {
  Row row;
  row.tile(ASSAY_F32, {}, 1);
  row.tile(ASSAY_F32, {one}, 1);
  row.tile(ASSAY_F32, {two}, 1);
  row.tile(ASSAY_F32, {three}, 1);
  EXPECT_EQ(row.bench.run(*row.sim, "TSUBC", "plain", "cpu"), ASSAY_DONE);
  EXPECT_EQ(row.at(0, 0), two);
  EXPECT_EQ(row.bench.run(*row.sim, "TSUBC", "plain", "a5"), ASSAY_REJECTED);
}

TEST(NarrowingSums, ClampRoundToEvenAndSaturate) {
  const auto narrowed = [](const Op& op, assay_element from, assay_element to, const Patterns& a,
                           const Patterns& b) {
    Row row;
    const auto valid = static_cast<std::int64_t>(a.size());
    row.tile(to, {}, valid);
    row.tile(from, a, valid);
    row.tile(from, b, valid);
    EXPECT_EQ(row.bench.run(*row.sim, op.op, op.form, op.target), ASSAY_DONE);
    Patterns found;
    for (std::size_t i = 0; i < a.size(); ++i) found.push_back(row.at(0, i));
    return found;
  };
  EXPECT_EQ(narrowed({"TADDRELUCONV", "a5"}, ASSAY_F32, ASSAY_F16,
                     {0x3F801000, 0x48000000, minus_two, minus_zero}, {0, 0, one, minus_zero}),
            (Patterns{0x3C00, 0x7BFF, 0, 0}));
  EXPECT_EQ(
      narrowed({"TADDRELUCONV", "a2a3"}, ASSAY_F16, ASSAY_I8, {0x4100, 0x5CB0, 0xC500}, {0, 0, 0}),
      (Patterns{2, 127, 0}));
  EXPECT_EQ(narrowed({"TSUBRELUCONV", "a2a3"}, ASSAY_I16, ASSAY_I8, {9, 300, 3}, {4, 0, 5}),
            (Patterns{5, 127, 0}));
  EXPECT_EQ(narrowed({"TADDRELUCONV", "a2a3"}, ASSAY_I16, ASSAY_I8, {0x7FFF}, {1}), Patterns{127});
  EXPECT_EQ(narrowed({"TADDRELUCONV", "a5"}, ASSAY_I16, ASSAY_I8, {0x7FFF}, {1}), Patterns{0});
}

/// (src0 + src1) * scale as half.
struct ScaledSum : Row {
  ScaledSum(const Patterns& a, const Patterns& b, std::uint64_t scale) {
    tile(ASSAY_F16, {}, 2);
    tile(ASSAY_I32, a, 2);
    tile(ASSAY_I32, b, 2);
    bench.scalar(ASSAY_F32, scale);
    tile(ASSAY_I32, {}, 2);
  }
};

TEST(ScaledSums, Saturate) {
  for (const char* target : {"a5", "cpu"}) {
    ScaledSum sum({3, 65535}, {4, 1}, one);
    EXPECT_EQ(sum.bench.run(*sum.sim, "TADDDEQRELU", "plain", target), ASSAY_DONE);
    EXPECT_EQ(sum.at(0, 0), 0x4700U);
    EXPECT_EQ(sum.at(0, 1), 0x7BFFU);
  }
}

TEST(ScaledSums, LeaveTheirSources) {
  ScaledSum sum({3, 0xFFFFFFF6}, {4, 3}, 0x3F000000);
  EXPECT_EQ(sum.bench.run(*sum.sim, "TADDDEQRELU", "consuming", "a2a3"), ASSAY_DONE);
  EXPECT_EQ(sum.at(0, 0), 0x4300U);
  EXPECT_EQ(sum.at(0, 1), 0U);
  EXPECT_EQ(sum.at(1, 1), 0xFFFFFFF6U);
  EXPECT_EQ(sum.at(2, 1), 3U);
}

/// int32 remainders with scratch of `columns` valid columns.
struct WholeRemainder : Row {
  explicit WholeRemainder(std::int64_t columns) {
    tile(ASSAY_I32, {}, 2);
    tile(ASSAY_I32, {0xFFFFFFF9, 0x01000001}, 2);
    tile(ASSAY_I32, {3, 1}, 2);
    bench.tile(ASSAY_I32, 4, 2, 64, 1, columns);
  }
};

TEST(WholeRemaindersOfA2a3, LeaveTheirSources) {
  WholeRemainder call(34);
  EXPECT_EQ(call.bench.run(*call.sim, "TREM", "consuming", "a2a3"), ASSAY_DONE);
  EXPECT_EQ(call.at(0, 0), 2U);
  EXPECT_EQ(call.at(1, 0), 0xFFFFFFF9U);
  EXPECT_EQ(call.at(1, 1), 0x01000001U);
  EXPECT_EQ(call.at(2, 0), 3U);
}

TEST(WholeRemaindersOfA2a3, WantScratchForARowAndItsMask) {
  WholeRemainder call(33);
  EXPECT_EQ(call.bench.run(*call.sim, "TREM", "consuming", "a2a3"), ASSAY_REJECTED);
  EXPECT_EQ(call.bench.run(*call.sim, "TREM", "plain", "a5"), ASSAY_DONE);
}

TEST(ArithmeticRules, AreThoseOfTheMachine) {
  Row row;
  assay_operand& dst = row.tile(ASSAY_F32, {}, 4);
  row.tile(ASSAY_F32, {one}, 4);
  row.tile(ASSAY_F32, {one}, 4);
  const auto run = [&](const char* op, const char* target) {
    return row.bench.run(*row.sim, op, "plain", target);
  };
  EXPECT_EQ(run("TADD", "a5"), ASSAY_DONE);
  dst.valid_cols = 3;
  EXPECT_EQ(run("TADD", "a5"), ASSAY_REJECTED);
  EXPECT_EQ(run("TADD", "cpu"), ASSAY_DONE);  // a debug check that is never active
  EXPECT_EQ(run("TMIN", "cpu"), ASSAY_REJECTED);
  dst.valid_cols = 4;
  dst.pad = ASSAY_PAD_ZERO;
  EXPECT_EQ(run("TADD", "cpu"), ASSAY_DONE);
  EXPECT_EQ(run("TSUB", "cpu"), ASSAY_DONE);
  dst.element = ASSAY_I32;
  EXPECT_EQ(run("TMUL", "a2a3"), ASSAY_REJECTED);
}

TEST(SlopedClamps, WantAByteMaskOnA2a3Alone) {
  Row row;
  row.tile(ASSAY_F32, {}, 2);
  row.tile(ASSAY_F32, {minus_two, two}, 2);
  row.tile(ASSAY_F32, {three, three}, 2);
  assay_operand& mask = row.bench.tile(ASSAY_U8, 1, 2, 32, 2, 2);
  EXPECT_EQ(row.bench.run(*row.sim, "TPRELU", "plain", "a2a3"), ASSAY_DONE);
  EXPECT_EQ(row.at(0, 0), 0xC0C00000U);  // -6
  EXPECT_EQ(row.at(0, 1), two);
  mask.element = ASSAY_I8;
  EXPECT_EQ(row.bench.run(*row.sim, "TPRELU", "plain", "a2a3"), ASSAY_REJECTED);
  EXPECT_EQ(row.bench.run(*row.sim, "TPRELU", "plain", "a5"), ASSAY_DONE);
}

}  // namespace
}  // namespace assay::simulator
