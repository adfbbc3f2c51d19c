// SPDX-License-Identifier: Apache-2.0
// Values that carry an index, of which the greater or smaller one is selected (decision 195), and
// what implementations are known to select instead. Computed by hand.
#include <string>
#include <vector>

#include "reference/judge/judge.hpp"
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;
constexpr std::uint64_t one = 0x3C00, two = 0x4000, nan = 0x7E01, minus_zero = 0x8000;
using Patterns = std::vector<std::uint64_t>;

/// A row of halves with int32 indices: dst and src0 have four columns, src1 has `fewer`.
struct Pairs {
  Call call;
  std::vector<ElementArray> before;

  Pairs(const std::string& op, Target target, Patterns first, Patterns second,
        std::int64_t fewer = 3)
      : call{&form_of(op, "plain"), target, {}, {}} {
    for (const ElementType type : {f16, i32}) {
      for (const std::int64_t valid : {std::int64_t{4}, std::int64_t{4}, fewer}) {
        call.operands.emplace_back(tile(type, 1, 16, 1, valid));
      }
    }
    first.resize(16, 0x1111);
    second.resize(16, 0x7800);
    Patterns of_first, of_second;  // the greater index belongs to src0
    for (std::uint64_t i = 0; i < 16; ++i) {
      of_first.push_back(900 - i);
      of_second.push_back(100 + i);
    }
    before = {filled(f16, 16, 0x5555), elements(f16, first),    elements(f16, second),
              filled(i32, 16, 0x55),   elements(i32, of_first), elements(i32, of_second)};
  }
  ExpectedTile value() const { return expected_tile(call, before, 0); }
  ExpectedTile index() const { return expected_tile(call, before, 1); }
};

void expect_pair(const Pairs& pairs, std::int64_t col, std::uint64_t value, std::uint64_t index) {
  EXPECT_EQ(accept_at(pairs.value(), col), Accept::exact);
  EXPECT_EQ(pairs.value().value[col], value);
  EXPECT_EQ(accept_at(pairs.index(), col), Accept::exact);
  EXPECT_EQ(pairs.index().value[col], index);
}

TEST(PartialSearch, TakesTheBetterValueWithItsIndex) {
  for (const Target target : {a2a3, a5, cpu}) {
    const Pairs greatest("TPARTARGMAX", target, {two, one, one, nan}, {one, two, one});
    expect_pair(greatest, 0, two, 900);
    expect_pair(greatest, 1, two, 101);
    expect_pair(greatest, 2, one, 102);  // equal: the second
    expect_pair(greatest, 3, nan, 897);  // alone
    const Pairs smallest("TPARTARGMIN", target, {two, one, minus_zero, one}, {one, two, 0});
    expect_pair(smallest, 0, one, 100);
    expect_pair(smallest, 1, one, 899);
    expect_pair(smallest, 2, 0, 102);  // zeros are equal
    expect_pair(smallest, 3, one, 897);
  }
}

TEST(PartialSearch, LeavesNanToTheMachine) {
  const Pairs pairs("TPARTARGMAX", a5, {nan, one, one}, {one, nan, one});
  for (const std::int64_t col : {0, 1}) {
    EXPECT_EQ(accept_at(pairs.value(), col), Accept::any_of) << col;
    EXPECT_EQ(accept_at(pairs.index(), col), Accept::any_of) << col;
  }
  expect_pair(pairs, 2, one, 102);
}

TEST(PartialSearch, TakesTheSecondOfSubnormalNumbersThatAreFlushed) {
  const Pairs pairs("TPARTARGMAX", a5, {2, 1, 2}, {1, 2, one});
  expect_pair(pairs, 0, 2, 900);
  expect_pair(pairs, 1, 2, 101);
  const auto flushed =
      expect(pairs.call, pairs.before, reading(Choice::subnormals_elsewhere, subnormals_flushed));
  const auto& values = std::get<ExpectedTile>(flushed.at(0));
  const auto& indices = std::get<ExpectedTile>(flushed.at(1));
  EXPECT_EQ(values.value[0], 0U);
  EXPECT_EQ(indices.value[0], 100U);
  EXPECT_EQ(accept_at(indices, 0), Accept::exact);
  EXPECT_EQ(values.value[2], one);
  EXPECT_EQ(indices.value[2], 102U);
}

TEST(PartialSearch, HasPairsOfTypesAndRegions) {
  Pairs pairs("TPARTARGMAX", a2a3, {}, {});
  EXPECT_EQ(broken_constraints(pairs.call), std::vector<std::string>());
  for (const char* name : {"dstVal", "src0Val", "src1Val"})
    pairs.call.tile(name).type.element = f32;
  for (const char* name : {"dstIdx", "src0Idx", "src1Idx"})
    pairs.call.tile(name).type.element = i16;
  EXPECT_EQ(broken_constraints(pairs.call), std::vector<std::string>{"dstIdx.pair"});
  Pairs apart("TPARTARGMAX", a5, {}, {});
  apart.call.tile("src1Idx").valid_cols = 4;
  EXPECT_EQ(broken_constraints(apart.call), std::vector<std::string>{"src1Idx.same_valid_region"});
}

/// Of equals devices take the first.
Samples of_equals() {
  Samples made;
  for (const std::string op : {"TPARTARGMAX", "TPARTARGMIN"}) {
    for (const auto& [target, number] : {std::pair{a2a3, "-001"}, std::pair{a5, "-002"}}) {
      const Pairs pairs(op, target, {one, minus_zero, one, one}, {one, 0, one});
      Sample first("E-" + op + number, pairs.call, pairs.before);
      first.in("dstIdx");
      for (std::int64_t col = 0; col < 4; ++col) first.gives(col, pairs.before[4][col]);
      made.push_back(first);
      made.push_back(first.gives(1, 102).is_another());
    }
  }
  return made;
}

/// Two rows, of which indices lie in tiles of 8 columns.
Pairs with_other_pitches(const std::string& op, std::int64_t rows_of_indices) {
  Pairs pairs(op, cpu, {one, one, one, one}, {one, one, one});
  for (std::size_t i = 0; i < 6; ++i) {
    auto& made = std::get<TileSpec>(pairs.call.operands[i]);
    if (i >= 3) made.type = tile(i32, rows_of_indices, 8, 1, 1).type;
    if (i < 3) made.type.rows = 2;
    made.valid_rows = 2;
    pairs.before[i] = filled(made.type.element, made.type.elements(), i < 3 ? one : 0);
  }
  return pairs;
}

/// Of other pitches the CPU misses indices, which may lie beyond their tile.
Samples of_other_pitches() {
  Samples made;
  for (const std::string op : {"TPARTARGMAX", "TPARTARGMIN"}) {
    Pairs pairs = with_other_pitches(op, 4);
    for (std::size_t i = 4; i < 6; ++i) {
      for (std::int64_t k = 0; k < 32; ++k) {
        pairs.before[i].set(k, static_cast<std::uint64_t>(100 * static_cast<int>(i) + k));
      }
    }
    Sample missed("E-" + op + "-004", pairs.call, pairs.before);
    missed.in("dstIdx");
    for (const std::int64_t row : {0, 1}) {
      for (std::int64_t col = 0; col < 4; ++col) {
        missed.gives(row * 16 + col,
                     (col < 3 ? 500U : 400U) + static_cast<std::uint64_t>(row * 16 + col));
      }
    }
    made.push_back(missed);
    made.push_back(missed.gives(8, 1).is_another());  // what dst held there stays
    const Pairs beyond = with_other_pitches(op, 2);
    made.push_back(
        Sample("E-" + op + "-009", beyond.call, beyond.before).overruns("dstIdx", 64, 64));
    made.push_back(Sample("E-" + op + "-010", beyond.call, beyond.before)
                       .breaks("dstIdx.location")
                       .overruns("dstIdx", 64, 64));
  }
  return made;
}

/// Missing checks, lanes of wide indices that are not selected, and refusals of no element.
Samples of_other_searches() {
  Samples made;
  for (const std::string op : {"TPARTARGMAX", "TPARTARGMIN"}) {
    const std::string number = "E-" + op + "-00";
    const Call call = Pairs(op, cpu, {}, {}).call;
    made.push_back(Sample(number + "6", call).breaks("src1Idx.same_element"));
    made.push_back(Sample(number + "7", call).breaks("src0Idx.same_valid_region"));
    made.push_back(Sample(number + "8", call).breaks("dstVal.covered"));
    const auto wide = [&](std::int64_t valid) {
      const TileSpec value = tile(f16, 1, 128, 1, valid), index = tile(i32, 1, 128, 1, valid);
      return Sample(number + "3", sample_call(number + "3", "plain", a2a3,
                                              {value, value, value, index, index, index}))
          .gives(0, one);
    };
    const auto empty = [&](std::int64_t valid) {
      const TileSpec value = tile(f16, 1, 16, 1, valid), index = tile(i32, 1, 16, 1, valid);
      return Sample(number + "5", sample_call(number + "5", "plain", a2a3,
                                              {value, value, value, index, index, index}))
          .is_refused("must be non zero");
    };
    made.push_back(wide(65));
    made.push_back(wide(64).is_another());
    made.push_back(empty(0));
    made.push_back(empty(1).is_another());
  }
  return made;
}

const SamplesOf samples_of_partial_searches{of_equals, of_other_pitches, of_other_searches};

}  // namespace
}  // namespace assay::ops
