// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "reference/judge/judge.hpp"
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Bits = std::vector<std::uint64_t>;

constexpr std::uint64_t minus_zero = 0x8000, one = 0x3C00, two = 0x4000, half_nan = 0x7E00;

/// Halves with an index each, in one row.
struct Row {
  Bits values, indices;
};

Call call_of(ElementType type, std::int64_t count, Target target = Target::cpu) {
  const std::int64_t whole = (count + 31) / 32 * 32, step = type == f32 ? 2 : 4;
  return {&form_of("TSORT32", "tmp"),
          target,
          {tile(type, 1, step * whole, 1, step * count), tile(type, 1, whole, 1, count),
           tile(u32, 1, whole, 1, count), tile(type, 1, whole, 1, whole)},
          {}};
}

std::vector<ElementArray> contents_of(const Call& call, const Row& row) {
  std::vector<ElementArray> made;
  for (const char* name : {"dst", "src", "idx", "tmp"}) {
    const TileType& type = call.tile(name).type;
    made.push_back(filled(type.element, type.elements(), 0x55));
  }
  for (std::size_t i = 0; i < row.values.size(); ++i) {
    made[1].set(static_cast<std::int64_t>(i), row.values[i]);
    made[2].set(static_cast<std::int64_t>(i), row.indices[i]);
  }
  return made;
}

ExpectedTile sorted(ElementType type, const Row& row,
                    const ToleranceLookup& granted = reading(Choice::zeros_in_searches,
                                                             equal_zeros)) {
  const Call call = call_of(type, std::ssize(row.values));
  return expected_tile(call, contents_of(call, row), granted);
}

Bits first(const ExpectedTile& expected, std::int64_t count) {
  Bits bits;
  for (std::int64_t i = 0; i < count; ++i) bits.push_back(expected.value[i]);
  return bits;
}

TEST(SortedBlocks, OfHalfHaveAZeroAndBothHalvesOfTheIndex) {
  const auto expected = sorted(f16, {{one, two}, {0x00020001, 0x12345678}});
  EXPECT_EQ(first(expected, 8), (Bits{two, 0, 0x5678, 0x1234, one, 0, 1, 2}));
  EXPECT_EQ(accept_at(expected, 1), Accept::exact);
  EXPECT_EQ(accept_at(expected, 8), Accept::unspecified);
}

// The second index is a NaN as a float, and is compared as it is.
TEST(SortedBlocks, OfFloatHaveTheIndexAsItIs) {
  const auto expected = sorted(f32, {{0xBF800000, 0x3F800000, 0xFF800000}, {7, 0x7FC00001, 0}});
  EXPECT_EQ(first(expected, 6), (Bits{0x3F800000, 0x7FC00001, 0xBF800000, 7, 0xFF800000, 0}));
  EXPECT_EQ(accept_at(expected, 1), Accept::exact);
}

TEST(SortedBlocks, TakeTheSmallerIndexOfEqualValues) {
  const auto expected = sorted(f32, {{5, 5, 5}, {9, 3, 0x80000000}});
  EXPECT_EQ(first(expected, 6), (Bits{5, 3, 5, 9, 5, 0x80000000}));
}

TEST(SortedBlocks, HaveZerosOfBothSignsInOneOfTwoOrders) {
  const Row zeros{{minus_zero, 0, minus_zero}, {1, 2, 3}};
  EXPECT_EQ(first(sorted(f16, zeros), 12),
            (Bits{minus_zero, 0, 1, 0, 0, 0, 2, 0, minus_zero, 0, 3, 0}));
  EXPECT_EQ(first(sorted(f16, zeros, reading(Choice::zeros_in_searches, zeros_apart)), 12),
            (Bits{0, 0, 2, 0, minus_zero, 0, 1, 0, minus_zero, 0, 3, 0}));
  const auto tied = sorted(f16, {{minus_zero, 0}, {4, 4}});
  EXPECT_EQ(accept_at(tied, 0), Accept::any_of);
  EXPECT_EQ(accept_at(tied, 2), Accept::exact);
}

TEST(SortedBlocks, AreIndependentOfEachOtherAndHaveTheirNaNAtOneEnd) {
  Row row;
  for (std::uint64_t i = 0; i < 34; ++i) {
    row.values.push_back(0x3C00 + i);
    row.indices.push_back(i);
  }
  const auto numbers = sorted(f16, row);
  EXPECT_EQ(numbers.value[0], 0x3C1FU);
  EXPECT_EQ(numbers.value[124], 0x3C00U);
  EXPECT_EQ(numbers.value[128], 0x3C21U);
  EXPECT_EQ(numbers.value[134], 32U);
  row.values[33] = half_nan;
  const auto last = sorted(f16, row);
  EXPECT_EQ(last.value[128], 0x3C20U);
  EXPECT_EQ(last.value[132], half_nan);
  EXPECT_EQ(accept_at(last, 132), Accept::exact);
  const auto by_sign = sorted(f16, row, reading(Choice::nan_in_sorts, nan_comes_by_sign));
  EXPECT_EQ(by_sign.value[128], half_nan);
  EXPECT_EQ(by_sign.value[132], 0x3C20U);
}

TEST(SortedBlocks, EndWithTheirNegativeNaNs) {
  const Row row{{half_nan | minus_zero, 0xFC00, half_nan | minus_zero, one}, {7, 8, 7, 9}};
  const auto last = sorted(f16, row);
  EXPECT_EQ(first(last, 8), (Bits{one, 0, 9, 0, 0xFC00, 0, 8, 0}));
  EXPECT_EQ(accept_at(last, 8), Accept::exact);  // both NaNs have the same record
  Row other = row;
  other.indices[2] = 6;
  EXPECT_EQ(accept_at(sorted(f16, other), 4), Accept::exact);
  EXPECT_EQ(accept_at(sorted(f16, other), 8), Accept::exact);
  EXPECT_EQ(accept_at(sorted(f16, other), 10), Accept::target_defined);
  other.values[0] = half_nan;
  EXPECT_EQ(accept_at(sorted(f16, other), 8), Accept::target_defined);
  const auto by_sign = sorted(f16, other, reading(Choice::nan_in_sorts, nan_comes_by_sign));
  EXPECT_EQ(first(by_sign, 8), (Bits{half_nan, 0, 7, 0, one, 0, 9, 0}));
  EXPECT_EQ(accept_at(by_sign, 12), Accept::exact);
}

Call rows_of(const char* form, std::int64_t cols, std::int64_t index_rows) {
  Call call{&form_of("TSORT32", form),
            Target::a5,
            {tile(f32, 2, 128, 2, 2 * cols), tile(f32, 2, 64, 2, cols),
             tile(u32, index_rows, 64, index_rows, cols)},
            {}};
  if (call.form->has("tmp")) call.operands.emplace_back(tile(f32, 1, 32, 1, 32));
  return call;
}

TEST(SortedBlocks, NameWhatACallBreaks) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(broken_constraints(rows_of("plain", 32, 2)), Names{});
  EXPECT_EQ(broken_constraints(rows_of("plain", 64, 1)), Names{});
  EXPECT_EQ(broken_constraints(rows_of("plain", 33, 2)), Names{"src.whole_blocks"});
  EXPECT_EQ(broken_constraints(rows_of("tmp", 31, 2)), Names{});
  EXPECT_EQ(broken_constraints(rows_of("tmp", 33, 2)), Names{"tmp.tail"});
  EXPECT_EQ(broken_constraints(rows_of("plain", 32, 3)), Names{"idx.fits"});
}

/// Records of halves: the value, nothing, the index, nothing.
Sample& with_record(Sample& sample, std::int64_t place, std::uint64_t value, std::uint64_t index) {
  return sample.gives(4 * place, value)
      .gives(4 * place + 1, 0)
      .gives(4 * place + 2, index)
      .gives(4 * place + 3, 0);
}

Samples of_sorted_blocks() {
  Row many;
  for (std::uint64_t i = 0; i < 33; ++i) {
    many.values.push_back(0x3C00 + i);
    many.indices.push_back(i);
  }
  // The record of the second block replaces that of the 17th value of the first.
  Sample halfway("E-TSORT32-003", call_of(f16, 33), contents_of(call_of(f16, 33), many));
  for (std::int64_t i = 0; i < 32; ++i) {
    const auto index = static_cast<std::uint64_t>(i == 16 ? 32 : 31 - i);
    with_record(halfway, i, 0x3C00 + index, index);
  }
  const Row row{{half_nan | minus_zero, one}, {1, 2}};
  Sample unordered("E-TSORT32-004", call_of(f16, 2), contents_of(call_of(f16, 2), row));
  for (const std::size_t i : {0U, 1U}) {
    with_record(unordered, static_cast<std::int64_t>(i), row.values[i], row.indices[i]);
  }
  // One row of indices, and nothing is sorted.
  Call one_row = rows_of("plain", 32, 1);
  one_row.target = Target::cpu;
  Call apart = rows_of("plain", 32, 2);
  apart.target = Target::cpu;
  const Sample alike = Sample("E-TSORT32-001", apart).is_refused("stride");
  apart.tile("idx").type.cols *= 2;
  return {halfway, unordered,
          Sample("E-TSORT32-002", one_row).holds("src", 0x56).holds("idx", 0x57),
          Sample(alike).is_another(), Sample("E-TSORT32-001", apart).is_refused("stride")};
}

const SamplesOf samples_of_sorted_blocks{of_sorted_blocks};

}  // namespace
}  // namespace assay::ops
