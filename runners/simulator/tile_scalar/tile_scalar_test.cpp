// SPDX-License-Identifier: Apache-2.0
// Tile with scalar: how the scalar arrives, what machines make of it, and what they refuse.
#include <gtest/gtest.h>

#include <functional>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

constexpr float tiny = 0x1p-24F;

struct Machine {
  const char* name = "a5";
  std::string_view fault = {};
};

assay_status run(Bench& bench, const char* op, const char* form, const Machine& machine) {
  return bench.run(machine.fault.empty() ? *make() : *make(machine.fault), op, form, machine.name);
}

/// The first element of op(src, scalar), all of `element`; the destination held `old`.
template <typename T>
struct Cell {
  assay_element element;
  T src;
  T old = {};

  template <typename S>
  T with(const char* op, assay_element type, S scalar, const Machine& machine,
         const char* form = "plain") const {
    Bench bench;
    const bool first = std::string_view(form) == "scalar_first";
    auto& dst = bench.tile(element, sizeof(T), 1, 32, 1, 1);
    if (first) bench.scalar(type, bits_of<S>(scalar));
    auto& tile = bench.tile(element, sizeof(T), 1, 32, 1, 1);
    if (!first) bench.scalar(type, bits_of<S>(scalar));
    const bool scratch = std::string_view(form) == "tmp" || std::string_view(op) == "TREMS" ||
                         std::string_view(op) == "TPOWS";
    if (scratch) bench.tile(element, sizeof(T), 1, 32, 1, 1);
    at<T>(tile, 0) = src;
    at<T>(dst, 0) = old;
    EXPECT_EQ(run(bench, op, form, machine), ASSAY_DONE) << bench.message;
    return at<T>(dst, 0);
  }
};

using Half = Cell<std::uint16_t>;
using Word = Cell<std::int32_t>;
using Single = Cell<float>;

TEST(Scalar, IsConvertedOnceLikeAnArgument) {
  const double above = 1.0 + 0x1p-11 + 0x1p-20;
  const Half minus_one{ASSAY_F16, 0xBC00};
  EXPECT_EQ(minus_one.with("TADDS", ASSAY_F64, above, {}), 0x1400);
  EXPECT_EQ(minus_one.with("TADDS", ASSAY_F64, above, {"a5", "scalar_truncated"}), 0);
  const float rounded = 1.0F + 0x1p-11F + 0x1p-20F;
  EXPECT_EQ(minus_one.with("TADDS", ASSAY_F32, rounded, {"a5", "scalar_unrounded"}), 0x1002);
  EXPECT_EQ((Word{ASSAY_I32, 5}.with("TADDS", ASSAY_F32, -2.9F, {})), 3);
}

TEST(Scalar, IsSubtractedExactly) {
  const Word zero{ASSAY_I32, 0};
  const std::int32_t beyond = (1 << 24) + 1;
  for (const char* machine : {"a2a3", "a5", "cpu"}) {
    EXPECT_EQ(zero.with("TSUBS", ASSAY_I32, beyond, {machine}), -beyond);
  }
}

TEST(Scalar, ComesFirstOrLastInAQuotient) {
  const Word seven{ASSAY_I32, -7};
  for (const char* machine : {"a2a3", "a5", "cpu"}) {
    EXPECT_EQ(seven.with("TDIVS", ASSAY_I32, 2, {machine}), -3);
    EXPECT_EQ(seven.with("TDIVS", ASSAY_I32, 15, {machine}, "scalar_first"), -2);
  }
  EXPECT_EQ(seven.with("TDIVS", ASSAY_I32, 15, {"a5", "division_reversed"}), -2);
}

TEST(Scalar, GivesRemaindersTheirSign) {
  const Word minus_seven{ASSAY_I32, -7};
  EXPECT_EQ(minus_seven.with("TFMODS", ASSAY_I32, 3, {"a5"}), -1);
  EXPECT_EQ(minus_seven.with("TREMS", ASSAY_I32, 3, {"a5"}), 2);
  const Cell<std::int64_t> wide{ASSAY_I64, -7};
  EXPECT_EQ(wide.with("TREMS", ASSAY_I64, std::int64_t{3}, {"a5"}), 2);
}

TEST(Scalar, IsASlope) {
  EXPECT_EQ((Single{ASSAY_F32, -1}.with("TLRELU", ASSAY_F32, 2.0F, {})), -2.0F);
  EXPECT_EQ((Single{ASSAY_F32, 1}.with("TLRELU", ASSAY_F32, 2.0F, {})), 1.0F);
  EXPECT_EQ((Single{ASSAY_F32, -1}.with("TLRELU", ASSAY_F32, 2.0F, {"a5", "leaky_by_maximum"})),
            -1.0F);
}

TEST(Scalar, IsAnExponent) {
  const Cell<std::int8_t> two{ASSAY_I8, 2};
  EXPECT_EQ(two.with("TPOWS", ASSAY_I32, 7, {"a5"}), -128);
  EXPECT_EQ(two.with("TPOWS", ASSAY_I32, 7, {"cpu"}), -128);
  EXPECT_EQ((Single{ASSAY_F32, 3}.with("TPOWS", ASSAY_I32, 2, {"cpu"})), 9.0F);
}

TEST(Scalar, ShiftsByItsAmount) {
  const Cell<std::int16_t> low{ASSAY_I16, -32768};
  EXPECT_EQ(low.with("TSHRS", ASSAY_I32, 15, {"a2a3"}), -1);
  EXPECT_EQ(low.with("TSHLS", ASSAY_I32, 1, {"a5"}), 0);
}

TEST(Scalar, CombinesBits) {
  const Cell<std::uint8_t> bits{ASSAY_U8, 0xCC};
  for (const char* machine : {"a2a3", "a5", "cpu"}) {
    EXPECT_EQ(bits.with("TANDS", ASSAY_I32, 0x1AA, {machine}), 0x88);
    EXPECT_EQ(bits.with("TORS", ASSAY_I32, 0x1AA, {machine}), 0xEE);
    EXPECT_EQ(bits.with("TXORS", ASSAY_I32, 0x1AA, {machine}, "tmp"), 0x66);
  }
}

TEST(Scalar, ScalesWhatIsAccumulated) {
  const Single above{ASSAY_F32, 1.0F + 0x1p-12F, -(1.0F + 0x1p-11F)};
  const float factor = 1.0F + 0x1p-12F;
  EXPECT_EQ(above.with("TAXPY", ASSAY_F32, factor, {"a5"}), tiny);
  EXPECT_EQ(above.with("TAXPY", ASSAY_F32, factor, {"cpu"}), tiny);
  const Single two{ASSAY_F32, 2, 5};
  EXPECT_EQ(two.with("TAXPY", ASSAY_F32, 3.0F, {}), 11.0F);
  EXPECT_EQ(two.with("TAXPY", ASSAY_F32, 3.0F, {"a5", "accumulator_ignored"}), 6.0F);
}

TEST(Scalar, ReachesEveryColumnOf64Bits) {
  for (const char* machine : {"a5", "cpu"}) {
    Bench bench;
    const auto& dst = bench.tile(ASSAY_I64, 8, 1, 128, 1, 70);
    count_up<std::int64_t>(bench.tile(ASSAY_I64, 8, 1, 128, 1, 70));
    bench.scalar(ASSAY_I32, 1);
    EXPECT_EQ(run(bench, "TADDS", "plain", {machine}), ASSAY_DONE);
    EXPECT_EQ(at<std::int64_t>(dst, 63), 64);
    EXPECT_EQ(at<std::int64_t>(dst, 64), 65);
  }
}

assay_status sum(const char* machine,
                 const std::function<void(assay_operand&, assay_operand&)>& change,
                 const char* op = "TADDS", assay_element element = ASSAY_I32) {
  Bench bench;
  auto& dst = bench.tile(element, 4, 8, 32, 8, 8);
  auto& src = bench.tile(element, 4, 8, 32, 8, 8);
  bench.scalar(ASSAY_I32, 1);
  change(dst, src);
  return run(bench, op, "plain", {machine});
}

TEST(Scalar, OpsCheckWhatTheirPagesList) {
  const auto moved_dst = [](assay_operand& dst, assay_operand&) { dst.location = ASSAY_MAT; };
  EXPECT_EQ(sum("a2a3", moved_dst), ASSAY_REJECTED);
  EXPECT_EQ(sum("a5", moved_dst), ASSAY_REJECTED);
  EXPECT_EQ(sum("cpu", moved_dst), ASSAY_REJECTED);
  const auto fewer_rows = [](assay_operand&, assay_operand& src) { src.valid_rows = 7; };
  EXPECT_EQ(sum("a5", fewer_rows), ASSAY_REJECTED);
  EXPECT_EQ(sum("a5", fewer_rows, "TMULS"), ASSAY_DONE);
  EXPECT_EQ(sum("a2a3", fewer_rows, "TMULS"), ASSAY_REJECTED);
  const auto empty = [](assay_operand& dst, assay_operand& src) {
    dst.valid_rows = src.valid_rows = 0;
  };
  EXPECT_EQ(sum("a2a3", empty), ASSAY_REJECTED);
  EXPECT_EQ(sum("a5", empty), ASSAY_DONE);
  const auto oblong = [](assay_operand& dst, assay_operand& src) {
    dst.valid_rows = src.valid_rows = 4;
  };
  EXPECT_EQ(sum("a2a3", oblong, "TSHLS"), ASSAY_DONE);
  EXPECT_EQ(sum("a2a3", fewer_rows, "TSHLS"), ASSAY_REJECTED);
  EXPECT_EQ(sum("a5", oblong, "TSHLS"), ASSAY_DONE);
  const auto nothing = [](assay_operand&, assay_operand&) {};
  EXPECT_EQ(sum("a2a3", nothing, "TADDS", ASSAY_U32), ASSAY_REJECTED);
  EXPECT_EQ(sum("a5", nothing, "TADDS", ASSAY_U32), ASSAY_DONE);
}

}  // namespace
}  // namespace assay::simulator
