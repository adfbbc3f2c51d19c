// SPDX-License-Identifier: Apache-2.0
// Matrix products on memory that is laid out by hand.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

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

assay_status run(const char* op, const char* target, std::vector<Memory*> memories,
                 const char* form = "plain") {
  const std::unique_ptr<Simulator> simulator = make();
  std::vector<assay_operand> operands;
  for (Memory* one : memories) operands.push_back(one->bound());
  assay_call call{};
  call.struct_size = sizeof call;
  call.op = op;
  call.form = form;
  call.target = target;
  call.operands = operands.data();
  call.operand_count = static_cast<std::uint32_t>(operands.size());
  return simulator->backend().execute(simulator->backend().state, &call);
}

constexpr std::uint32_t half_one = 0x3C00, half_two = 0x4000, half_three = 0x4200;
constexpr std::uint32_t five = 0x40A00000;

/// Two rows of Left, one column behind the first box of K: elements by their places in memory.
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
