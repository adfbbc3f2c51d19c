// SPDX-License-Identifier: Apache-2.0
// Tiles that are put side by side.
#include "reference/judge/judge.hpp"
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

Call join(Target target, const TileSpec& dst, const TileSpec& src0, const TileSpec& src1) {
  return {&form_of("TCONCAT", "plain"), target, {dst, src0, src1}, {}};
}

// Of which five columns of the first and three of the second are valid.
TEST(Joining, BeginsTheSecondTileBehindWhatIsValidInTheFirst) {
  const Call call =
      join(Target::a2a3, tile(i16, 2, 16, 2, 8), tile(i16, 3, 16, 2, 5), tile(i16, 2, 32, 2, 3));
  std::vector<ElementArray> before{filled(i16, 32, 0), filled(i16, 48, 0), filled(i16, 64, 0)};
  for (std::int64_t at = 0; at < 48; ++at) before[1].set(at, 100 + at);
  for (std::int64_t at = 0; at < 64; ++at) before[2].set(at, 200 + at);
  const auto expected = expected_tile(call, before);
  EXPECT_EQ(expected.value[0], 100U);
  EXPECT_EQ(expected.value[4], 104U);
  EXPECT_EQ(expected.value[5], 200U);
  EXPECT_EQ(expected.value[7], 202U);
  EXPECT_EQ(expected.value[16 + 4], 120U);
  EXPECT_EQ(expected.value[16 + 5], 232U);
  EXPECT_EQ(accept_at(expected, 16 + 7), Accept::exact);
  EXPECT_EQ(accept_at(expected, 8), Accept::unspecified);
}

// Of a2a3, where Cols alone bounds the columns of both sources.
TEST(Joining, EndsWithTheColumnsOfBothAndOfTheResult) {
  const auto accepts = [](std::int64_t valid, std::int64_t place) {
    const Call call = join(Target::a2a3, tile(i16, 1, 16, 1, valid), tile(i16, 1, 16, 1, 5),
                           tile(i16, 1, 16, 1, 3));
    return accept_at(
        expected_tile(call, {filled(i16, 16, 0), filled(i16, 16, 1), filled(i16, 16, 2)}), place);
  };
  EXPECT_EQ(accepts(10, 7), Accept::exact);
  EXPECT_EQ(accepts(10, 8), Accept::unspecified);
  EXPECT_EQ(accepts(6, 5), Accept::exact);
  EXPECT_EQ(accepts(6, 6), Accept::unspecified);
}

TEST(Joining, NamesWhatATargetBreaks) {
  const auto broken = [](Target target, std::int64_t valid, std::int64_t second) {
    return broken_constraints(join(target, tile(f32, 2, 16, 2, valid), tile(f32, 2, 8, 2, 5),
                                   tile(f32, 2, 16, 2, second)));
  };
  EXPECT_EQ(broken(Target::a2a3, 8, 3), Names{});
  EXPECT_EQ(broken(Target::a5, 8, 3), Names{});
  EXPECT_EQ(broken(Target::a5, 9, 3), Names{"dst.joined"});
  EXPECT_EQ(broken(Target::cpu, 9, 3), Names{"dst.joined"});
  EXPECT_EQ(broken(Target::a2a3, 9, 3), Names{});
  EXPECT_EQ(broken(Target::a2a3, 2, 3), Names{});
  EXPECT_EQ(broken(Target::a2a3, 16, 11), Names{});
  EXPECT_EQ(broken(Target::a2a3, 16, 12), Names{"dst.capacity"});
  EXPECT_EQ(broken(Target::a5, 16, 12), Names{"dst.joined"});
}

TEST(Joining, NamesRowsAndTypesThatDiffer) {
  const auto broken = [](const TileSpec& dst, const TileSpec& second) {
    return broken_constraints(join(Target::a5, dst, tile(f32, 2, 8, 2, 5), second));
  };
  const TileSpec dst = tile(f32, 2, 16, 2, 8), second = tile(f32, 2, 8, 2, 3);
  EXPECT_EQ(broken(dst, tile(f32, 2, 8, 1, 3)), Names{"src1.same_valid_rows"});
  EXPECT_EQ(broken(dst, tile(f32, 3, 8, 3, 3)), Names{"src1.same_valid_rows"});
  EXPECT_EQ(broken(tile(f32, 2, 16, 1, 8), second), Names{"dst.same_valid_rows"});
  EXPECT_EQ(broken(dst, tile(u32, 2, 8, 2, 3)), Names{"src1.same_element"});
  EXPECT_EQ(broken(tile(i32, 2, 16, 2, 8), second), Names{"dst.same_element"});
}

/// Missing checks, each on its targets.
Samples of_unchecked_sources() {
  const auto joined = [](const char* number, Target target, const char* constraint) {
    Sample made(number,
                join(target, tile(f32, 8, 8, 2, 6), tile(f32, 8, 8, 2, 3), tile(f32, 8, 8, 2, 3)));
    return made.breaks(constraint);
  };
  const auto down = [&](const char* number, Target target) {
    return joined(number, target, "src1.row_major").where("src1", [](TileSpec& tile) {
      tile.type.blayout = BLayout::col_major;
    });
  };
  const auto elsewhere = [&](const char* number, Target target) {
    return joined(number, target, "src1.location").where("src1", [](TileSpec& tile) {
      tile.type.location = Location::mat;
    });
  };
  using enum Target;
  return {down("E-TCONCAT-001", cpu), down("E-TCONCAT-002", a2a3),
          down("E-TCONCAT-002", a5).is_unknown(), elsewhere("E-TCONCAT-003", a5),
          elsewhere("E-TCONCAT-003", cpu).is_unknown()};
}

const SamplesOf samples_of_unchecked_sources{of_unchecked_sources};

// Rows of a source of five columns and one of three; elements of two bytes.
Call join_by_counts(const char* form, std::int64_t valid_cols) {
  const TileSpec counts = tile(i16, 2, 16, 2, 1);
  Call call{&form_of("TCONCAT", form),
            Target::a5,
            {tile(f16, 2, 16, 2, valid_cols), tile(f16, 2, 16, 2, 5), tile(f16, 2, 16, 2, 3)},
            {}};
  if (std::string_view(form) == "counted") call.operands.emplace_back(tile(i16, 2, 16, 1, 1));
  call.operands.emplace_back(counts);
  call.operands.emplace_back(counts);
  return call;
}

/// Contents whose rows take `first` and `second` columns; element i of a source is 100 + i, 200 +
/// i.
std::vector<ElementArray> with_counts(const Call& call, const std::vector<std::uint64_t>& first,
                                      const std::vector<std::uint64_t>& second) {
  std::vector<ElementArray> before;
  for (const OperandValue& value : call.operands) {
    before.push_back(filled(element_of(value), 32, 0));
  }
  for (std::int64_t at = 0; at < 32; ++at) {
    before[1].set(at, 100 + static_cast<std::uint64_t>(at));
    before[2].set(at, 200 + static_cast<std::uint64_t>(at));
  }
  for (std::size_t row = 0; row < 2; ++row) {
    before[before.size() - 2].set(static_cast<std::int64_t>(row) * 16, 2 * first[row]);
    before[before.size() - 1].set(static_cast<std::int64_t>(row) * 16, 2 * second[row]);
  }
  return before;
}

TEST(JoiningByCounts, TakesAsManyColumnsAsEachRowSays) {
  const Call call = join_by_counts("counted", 8);
  EXPECT_EQ(broken_constraints(call), Names{});
  const std::vector<ElementArray> before = with_counts(call, {4, 0}, {1, 3});
  const auto expected = expected_tile(call, before);
  EXPECT_EQ(expected.value[3], 103U);
  EXPECT_EQ(expected.value[4], 200U);
  EXPECT_EQ(accept_at(expected, 5), Accept::unspecified);
  EXPECT_EQ(expected.value[16], 216U);  // row 1 has none of the first
  EXPECT_EQ(expected.value[16 + 2], 218U);
  EXPECT_EQ(accept_at(expected, 16 + 3), Accept::unspecified);
  const auto sums = expected_tile(call, before, 1);
  EXPECT_EQ(sums.value[0], 10U);  // bytes of row 0
  EXPECT_EQ(accept_at(sums, 0), Accept::exact);
  EXPECT_EQ(sums.value[16], 6U);  // and of row 1, below the valid one
  EXPECT_EQ(accept_at(sums, 16), Accept::exact);
  EXPECT_EQ(accept_at(sums, 17), Accept::unspecified);
}

TEST(JoiningByCounts, EndsWithTheValidColumnsOfTheResult) {
  const Call call = join_by_counts("counted", 4);
  const std::vector<ElementArray> before = with_counts(call, {5, 3}, {3, 3});
  const auto expected = expected_tile(call, before);
  EXPECT_EQ(expected.value[3], 103U);
  EXPECT_EQ(expected.value[16 + 3], 216U);
  EXPECT_EQ(accept_at(expected, 4), Accept::unspecified);
  EXPECT_EQ(expected_tile(call, before, 1).value[0], 8U);
}

TEST(JoiningByCounts, SaysNothingOfARowThatIsNotThere) {
  Call call = join_by_counts("counted", 8);
  const std::vector<ElementArray> before = with_counts(call, {4, 0}, {1, 3});
  for (const char* name : {"dst", "src0", "src1", "src0Idx", "src1Idx"}) {
    call.tile(name).valid_rows = 0;
  }
  EXPECT_EQ(broken_constraints(call), Names{});
  EXPECT_EQ(accept_at(expected_tile(call, before, 1), 0), Accept::unspecified);
}

TEST(JoiningByCounts, HasCountsThatTheSourcesHaveColumnsFor) {
  const Call call = join_by_counts("indexed", 8);
  std::vector<ElementArray> contents = with_counts(call, {5, 1}, {3, 2});
  const std::vector<ElementArray> legal = contents;
  call.form->admit(call, contents);
  EXPECT_EQ(contents[3][16], legal[3][16]);
  EXPECT_EQ(contents[4][0], legal[4][0]);
  for (const std::uint64_t other : {3U, 7U, 12U, 0x7FFFU, 0xFFFEU}) {
    contents[3].set(0, other);
    call.form->admit(call, contents);
    EXPECT_EQ(contents[3][0] % 2, 0U);
    EXPECT_LE(contents[3][0], 10U);
  }
}

/// The call whose index tiles have elements of `element`.
Call join_by_counts_of(ElementType element) {
  Call call = join_by_counts("counted", 8);
  for (const char* name : {"dstIdx", "src0Idx", "src1Idx"}) {
    call.tile(name).type.element = element;
  }
  return call;
}

// Bytes of an index or of an element: 8 and 4 bytes are 2 and 1 or 4 and 2 columns.
TEST(JoiningByCounts, OfAnotherWidthHaveTwoReadings) {
  const Call call = join_by_counts_of(i32);
  EXPECT_EQ(broken_constraints(call), Names{});
  std::vector<ElementArray> before = with_counts(call, {4, 0}, {2, 0});
  const auto by_index = expected_tile(call, before);
  EXPECT_EQ(by_index.value[1], 101U);
  EXPECT_EQ(by_index.value[2], 200U);
  EXPECT_EQ(accept_at(by_index, 2), Accept::exact);
  EXPECT_EQ(accept_at(by_index, 3), Accept::unspecified);
  const auto by_element =
      expected_tile(call, before, reading(Choice::count_units, units_of_element));
  EXPECT_EQ(by_element.value[2], 102U);
  EXPECT_EQ(by_element.value[3], 103U);
  EXPECT_EQ(by_element.value[5], 201U);
  EXPECT_EQ(accept_at(by_element, 6), Accept::unspecified);
  EXPECT_EQ(expected_tile(call, before, 1).value[0], 12U);  // as bytes they are one
  EXPECT_EQ(accept_at(expected_tile(call, before, 1), 0), Accept::exact);
  before[4].set(0, 6);  // no whole number of indices
  EXPECT_EQ(accept_at(expected_tile(call, before), 0), Accept::unspecified);
  before[4].set(0, 7);
  call.form->admit(call, before);
  EXPECT_EQ(before[4][0] % 4, 0U);
}

TEST(JoiningByCounts, NamesWhatItBreaks) {
  const auto broken = [](const char* name, ElementType element, std::int64_t rows) {
    Call call = join_by_counts("counted", 8);
    call.tile(name).type.element = element;
    call.tile(name).valid_rows = rows;
    return broken_constraints(call);
  };
  EXPECT_EQ(broken("dstIdx", i16, 2), Names{"dstIdx.valid_rows"});
  EXPECT_EQ(broken("src0Idx", i16, 1), Names{"src0Idx.rows"});
  EXPECT_EQ(broken("src1Idx", f16, 2), (Names{"counts.integer", "src1Idx.same_element"}));
}

Samples of_counted_columns() {
  const auto refused = [](std::int64_t valid_cols) {
    Call call = join_by_counts("indexed", valid_cols);
    call.target = Target::cpu;
    return Sample("E-TCONCAT-004", call, with_counts(call, {1, 1}, {1, 1}))
        .is_refused("Valid cols should be the same");
  };
  return {refused(7), refused(8).is_unknown()};
}

const SamplesOf samples_of_counted_columns{of_counted_columns};

}  // namespace
}  // namespace assay::ops
