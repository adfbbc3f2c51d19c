// SPDX-License-Identifier: Apache-2.0
// Matrix products on memory that is laid out by hand.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "runners/simulator/faults/faults.hpp"
#include "runners/simulator/rules/elements.hpp"
#include "runners/simulator/simulator.hpp"

namespace assay::simulator {
namespace {

/// A tile of 4-byte patterns; narrower ones use the low bytes of its memory.
struct Memory {
  std::vector<unsigned char> bytes;
  assay_operand operand{};

  Memory(std::uint32_t element, assay_location where, std::int64_t rows, std::int64_t cols)
      : bytes(static_cast<std::size_t>(rows * cols * size_of(element))) {
    operand.struct_size = sizeof operand;
    operand.kind = ASSAY_TILE;
    operand.element = element;
    operand.location = where;
    operand.fractal_size = where == ASSAY_ACC ? 1024 : 512;
    operand.flags = ASSAY_DYNAMIC_VALID_ROWS | ASSAY_DYNAMIC_VALID_COLS;
    operand.rows = rows;
    operand.cols = cols;
    const bool boxed = where != ASSAY_BIAS;
    const bool right = where == ASSAY_RIGHT;
    operand.block_layout = boxed && !right ? ASSAY_COL_MAJOR : ASSAY_ROW_MAJOR;
    operand.box_layout = right ? ASSAY_BOX_COL_MAJOR : ASSAY_BOX_ROW_MAJOR;
    if (!boxed) operand.box_layout = ASSAY_NONE_BOX;
    const bool scales = where == ASSAY_SCALE_LEFT || where == ASSAY_SCALE_RIGHT;
    if (!scales) return;
    operand.fractal_size = 32;
    operand.block_layout = where == ASSAY_SCALE_LEFT ? ASSAY_ROW_MAJOR : ASSAY_COL_MAJOR;
    operand.box_layout = where == ASSAY_SCALE_LEFT ? ASSAY_BOX_ROW_MAJOR : ASSAY_BOX_COL_MAJOR;
  }
  Memory& valid(std::int64_t rows, std::int64_t cols) {
    operand.valid_rows = rows;
    operand.valid_cols = cols;
    return *this;
  }
  /// An element by its number in memory.
  void set(std::size_t at, std::uint32_t bits) {
    const auto size = static_cast<std::size_t>(size_of(operand.element));
    for (std::size_t i = 0; i < size; ++i) {
      bytes[at * size + i] = static_cast<unsigned char>(bits >> (8 * i));
    }
  }
  std::uint32_t word(std::size_t at) const {
    std::uint32_t bits = 0;
    for (std::size_t i = 4; i-- > 0;) bits = bits << 8U | bytes[at * 4 + i];
    return bits;
  }
  const assay_operand& bound() {
    operand.data = bytes.data();
    operand.byte_size = bytes.size();
    return operand;
  }
};

assay_status run(const char* op, const char* target, const std::vector<Memory*>& memories,
                 const char* form = "plain", std::string_view fault = {},
                 const std::vector<assay_attribute>& attributes = {}) {
  const std::unique_ptr<Simulator> simulator = make(fault);
  std::vector<assay_operand> operands;
  operands.reserve(memories.size());
  for (Memory* one : memories) operands.push_back(one->bound());
  assay_call call{};
  call.struct_size = sizeof call;
  call.op = op;
  call.form = form;
  call.target = target;
  call.operands = operands.data();
  call.operand_count = static_cast<std::uint32_t>(operands.size());
  call.attributes = attributes.data();
  call.attribute_count = static_cast<std::uint32_t>(attributes.size());
  return simulator->backend().execute(simulator->backend().state, &call);
}

constexpr std::uint32_t half_one = 0x3C00, half_two = 0x4000, half_three = 0x4200;
constexpr std::uint32_t five = 0x40A00000;

/// Two rows of Left, one column after the first box of K: elements by their places in memory.
struct Small {
  Memory c{ASSAY_F32, ASSAY_ACC, 16, 32}, a{ASSAY_F16, ASSAY_LEFT, 16, 32},
      b{ASSAY_F16, ASSAY_RIGHT, 32, 32};
  Small() {
    c.valid(2, 17);
    a.valid(2, 18);
    b.valid(18, 17);
    a.set(1, half_one);             // (0, 1): first row of the first box
    a.set(256 + 1, half_two);       // (0, 17): NZ, the second box is the one to the right
    a.set(16 + 1, half_three);      // (1, 1)
    b.set(16 * 0 + 1, half_three);  // (1, 0): ZN, columns of a box follow each other
    b.set(512 + 1, half_one);       // (17, 0): second row of boxes
    b.set(256 + 1, half_one);       // (1, 16): second box of the first row
  }
};

TEST(Product, IsSummedOverBoxes) {
  for (const char* target : {"cpu", "a5"}) {
    Small small;
    ASSERT_EQ(run("TMATMUL", target, {&small.c, &small.a, &small.b}), ASSAY_DONE);
    EXPECT_EQ(small.c.word(0), five) << target;                // 1 * 3 + 2 * 1
    EXPECT_EQ(small.c.word(16), 0x41100000U) << target;        // (1, 0): 3 * 3
    EXPECT_EQ(small.c.word(256), 0x3F800000U) << target;       // (0, 16): 1 * 1
    EXPECT_EQ(small.c.word(256 + 16), 0x40400000U) << target;  // (1, 16): 3 * 1
    EXPECT_EQ(small.c.word(1), 0U) << target;
  }
}

TEST(Product, OfA2a3HasRowsOfBoxesInLeft) {
  Memory c(ASSAY_F32, ASSAY_ACC, 32, 16), a(ASSAY_F16, ASSAY_LEFT, 32, 32),
      b(ASSAY_F16, ASSAY_RIGHT, 32, 16);
  a.operand.block_layout = ASSAY_ROW_MAJOR;
  c.valid(17, 1);
  a.valid(17, 17);
  b.valid(17, 1);
  a.set(256, half_two);    // (0, 16): the second box is the one to the right
  a.set(512, half_three);  // (16, 0): boxes of the second row
  b.set(0, half_one);      // (0, 0)
  b.set(256, half_three);  // (16, 0)
  ASSERT_EQ(run("TMATMUL", "a2a3", {&c, &a, &b}), ASSAY_DONE);
  EXPECT_EQ(c.word(0), 0x40C00000U);    // 2 * 3
  EXPECT_EQ(c.word(256), 0x40400000U);  // (16, 0): 3 * 1
  a.operand.block_layout = ASSAY_COL_MAJOR;
  EXPECT_EQ(run("TMATMUL", "a2a3", {&c, &a, &b}), ASSAY_REJECTED);
}

TEST(Product, OfIntegersIsExact) {
  Memory c(ASSAY_I32, ASSAY_ACC, 16, 16), a(ASSAY_I8, ASSAY_LEFT, 16, 32),
      b(ASSAY_I8, ASSAY_RIGHT, 32, 16);
  c.valid(1, 1);
  a.valid(1, 2);
  b.valid(2, 1);
  a.set(0, 0x80);  // -128
  a.set(1, 3);
  b.set(0, 0x80);
  b.set(1, 0xFF);
  ASSERT_EQ(run("TMATMUL", "cpu", {&c, &a, &b}), ASSAY_DONE);
  EXPECT_EQ(c.word(0), 16381U);  // 16384 - 3
}

/// A row of 64 elements times two columns, and their scales.
struct Scaled {
  Memory c{ASSAY_F32, ASSAY_ACC, 16, 16}, a, b, of_a{ASSAY_E8M0, ASSAY_SCALE_LEFT, 16, 2},
      of_b{ASSAY_E8M0, ASSAY_SCALE_RIGHT, 2, 16};
  Scaled(std::uint32_t left, std::uint32_t right)
      : a(left, ASSAY_LEFT, 16, 64), b(right, ASSAY_RIGHT, 64, 16) {
    c.valid(1, 2);
    a.valid(1, 64);
    b.valid(64, 2);
    of_a.valid(1, 2);
    of_b.valid(2, 2);
    of_a.bytes.assign(32, 127);
    of_b.bytes.assign(32, 127);
  }
  assay_status run_on(const char* target) {
    return run("TMATMUL_MX", target, {&c, &a, &of_a, &b, &of_b});
  }
};

TEST(Product, CountsGroupsTimesTheirScales) {
  for (const char* target : {"cpu", "a5"}) {
    Scaled all(ASSAY_E4M3, ASSAY_E5M2);
    all.a.set(0, 0x40);         // (0, 0): 2
    all.a.set(512, 0x38);       // (0, 32): 1, in the second box
    all.b.set(0, 0x3C);         // (0, 0): 1
    all.b.set(512, 0x42);       // (32, 0): 3
    all.b.set(512 + 32, 0x3C);  // (32, 1): 1
    all.of_a.set(0, 128);       // (0, 0): 2
    all.of_a.set(1, 126);       // (0, 1): 1/2
    all.of_b.set(1, 130);       // (1, 0): 8
    ASSERT_EQ(all.run_on(target), ASSAY_DONE) << target;
    EXPECT_EQ(all.c.word(0), 0x41800000U) << target;  // 2 * 2 + 3 / 2 * 8
    EXPECT_EQ(all.c.word(1), 0x3F000000U) << target;  // 1 / 2
    all.of_a.set(1, 0xFF);
    ASSERT_EQ(all.run_on(target), ASSAY_DONE);
    EXPECT_EQ(all.c.word(0) & 0x7F800000U, 0x7F800000U) << target;
  }
  EXPECT_EQ(Scaled(ASSAY_E4M3, ASSAY_E4M3).run_on("a2a3"), ASSAY_REJECTED);
  EXPECT_EQ(Scaled(ASSAY_E4M3, ASSAY_E2M1).run_on("a5"), ASSAY_REJECTED);
}

TEST(Product, FindsPackedFactorsInBoxesOf64) {
  Scaled all(ASSAY_E2M1, ASSAY_E1M2);
  all.a.bytes.assign(512, 0);
  all.b.bytes.assign(512, 0);
  all.a.set(16, 0x70);  // (0, 33): 6, the upper half of a byte
  all.b.set(16, 0x70);  // (33, 0): 1.75
  ASSERT_EQ(all.run_on("a5"), ASSAY_DONE);
  EXPECT_EQ(all.c.word(0), 0x41280000U);  // 10.5
  EXPECT_EQ(all.c.word(1), 0U);
}

TEST(Product, RefusesScalesThatAreNone) {
  const auto status = [](auto change) {
    Scaled all(ASSAY_E4M3, ASSAY_E4M3);
    change(all);
    return all.run_on("a5");
  };
  EXPECT_EQ(status([](Scaled&) {}), ASSAY_DONE);
  EXPECT_EQ(status([](Scaled& all) { all.of_a.operand.element = ASSAY_U8; }), ASSAY_REJECTED);
  EXPECT_EQ(status([](Scaled& all) { all.of_b.operand.location = ASSAY_MAT; }), ASSAY_REJECTED);
  EXPECT_EQ(status([](Scaled& all) { all.of_a.operand.block_layout = ASSAY_COL_MAJOR; }),
            ASSAY_REJECTED);
  EXPECT_EQ(status([](Scaled& all) { all.of_b.operand.valid_rows = 1; }), ASSAY_REJECTED);
}

// 1 + 2^-13 is 1 in TF32.
constexpr std::uint32_t more_than_one = 0x3F800400, two = 0x40000000, more_than_two = 0x40000400;
constexpr std::uint32_t three = 0x40400000, unit = 0x200;  // 2^-13

/// 1 + 2^-13 times 2, onto 1 + 2^-13 where the op adds something.
std::uint32_t sum_behind_mode(std::string_view op, const char* target, const char* enabled,
                              std::string_view fault = {}) {
  const bool in_place = op == "in place";
  const bool bias = op.ends_with("_BIAS"), adds = op.ends_with("_ACC");
  Memory c(ASSAY_F32, ASSAY_ACC, 16, 16), a(ASSAY_F32, ASSAY_LEFT, 16, 16),
      b(ASSAY_F32, ASSAY_RIGHT, 16, 16),
      more(ASSAY_F32, bias ? ASSAY_BIAS : ASSAY_ACC, bias ? 1 : 16, 16);
  if (std::string_view(target) == "a2a3") a.operand.block_layout = ASSAY_ROW_MAJOR;
  for (Memory* one : {&c, &a, &b, &more}) one->valid(1, 1);
  a.set(0, more_than_one);
  b.set(0, two);
  more.set(0, more_than_one);
  if (in_place) c.set(0, more_than_one);
  std::vector<Memory*> memories{&c, &a, &b};
  if (bias) memories.push_back(&more);
  if (adds) memories.insert(memories.begin() + 1, &more);
  const assay_status status = run(in_place ? "TMATMUL_ACC" : op.data(), target, memories,
                                  in_place ? "tf32_in_place" : "tf32", fault,
                                  {{"isEnable", enabled}, {"tf32TransMode", "CAST_ROUND"}});
  EXPECT_EQ(status, ASSAY_DONE) << op;
  return c.word(0);
}

constexpr const char* sums_in_tf32[] = {"in place", "TMATMUL_ACC", "TMATMUL_BIAS", "TGEMV_ACC",
                                        "TGEMV_BIAS"};

TEST(Product, RoundsFactorsAndNothingElseBehindAMode) {
  for (const char* op : {"TMATMUL", "TGEMV"}) {
    EXPECT_EQ(sum_behind_mode(op, "a5", "true"), two) << op;
    EXPECT_EQ(sum_behind_mode(op, "a5", "false"), more_than_two) << op;
    for (const char* target : {"a2a3", "cpu"}) {
      EXPECT_EQ(sum_behind_mode(op, target, "true"), more_than_two) << op << target;
    }
  }
  for (const char* op : sums_in_tf32) {
    EXPECT_EQ(sum_behind_mode(op, "a5", "true"), three + unit) << op;
    EXPECT_EQ(sum_behind_mode(op, "a5", "false"), three + 3 * unit) << op;
    for (const char* target : {"a2a3", "cpu"}) {
      EXPECT_EQ(sum_behind_mode(op, target, "true"), three + 3 * unit) << op << target;
    }
  }
}

TEST(Product, OfFaultyModesIsAnother) {
  for (const char* op : sums_in_tf32) {
    EXPECT_EQ(sum_behind_mode(op, "a5", "true", "start_in_tf32"), three) << op;
    EXPECT_EQ(sum_behind_mode(op, "a5", "false", "start_in_tf32"), three + 3 * unit) << op;
    EXPECT_EQ(sum_behind_mode(op, "a5", "true", "tf32_ignored"), three + 3 * unit) << op;
    EXPECT_EQ(sum_behind_mode(op, "a5", "false", "tf32_stays"), three + unit) << op;
    EXPECT_EQ(sum_behind_mode(op, "cpu", "true", "tf32_everywhere"), three + unit) << op;
    EXPECT_EQ(sum_behind_mode(op, "a2a3", "false", "tf32_everywhere"), three + 3 * unit) << op;
  }
}

TEST(Product, RefusesWhatDoesNotGoTogether) {
  const auto status = [](auto change) {
    Small small;
    change(small);
    return run("TMATMUL", "a5", {&small.c, &small.a, &small.b});
  };
  EXPECT_EQ(status([](Small&) {}), ASSAY_DONE);
  EXPECT_EQ(status([](Small& all) { all.a.operand.valid_cols = 17; }), ASSAY_REJECTED);
  EXPECT_EQ(status([](Small& all) { all.c.operand.valid_rows = 1; }), ASSAY_REJECTED);
  EXPECT_EQ(status([](Small& all) { all.a.operand.element = ASSAY_BF16; }), ASSAY_REJECTED);
  EXPECT_EQ(status([](Small& all) { all.c.operand.element = ASSAY_I32; }), ASSAY_REJECTED);
  EXPECT_EQ(status([](Small& all) { all.b.operand.location = ASSAY_MAT; }), ASSAY_REJECTED);
  EXPECT_EQ(status([](Small& all) { all.c.operand.rows = 32; }), ASSAY_REJECTED);
}

}  // namespace
}  // namespace assay::simulator
