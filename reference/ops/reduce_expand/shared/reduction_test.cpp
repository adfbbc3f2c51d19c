// SPDX-License-Identifier: Apache-2.0
// Expected values are worked out by hand.
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

constexpr std::uint64_t one = 0x3F800000, two = 0x40000000, three = 0x40400000, six = 0x40C00000,
                        nan = 0x7FC00000, minus_zero = 0x80000000;

/// A reduction of two rows of three valid elements.
struct Reduction {
  const char* op;
  Target target;
  ElementType type = f32;

  ExpectedTile of(const std::vector<std::uint64_t>& first, const std::vector<std::uint64_t>& second,
                  std::size_t result = 0) const {
    const std::int64_t cols = 256 / bits_of(type);
    const bool by_rows = std::string_view(op).starts_with("TROW");
    const bool search = std::string_view(op).find("ARG") != std::string_view::npos;
    const TileSpec src = tile(type, 2, cols, 2, 3);
    const TileSpec dst = by_rows ? tile(search ? u32 : type, 2, cols, 2, 1)
                                 : tile(search ? u32 : type, 1, cols, 1, 3);
    Call call{&form_of(op, search ? "index" : "plain"), target, {dst, src}, {}};
    std::vector<ElementArray> before{filled(dst.type.element, dst.type.elements(), 0)};
    std::vector<std::uint64_t> bits(static_cast<std::size_t>(2 * cols), 0);
    std::ranges::copy(first, bits.begin());
    std::ranges::copy(second, bits.begin() + cols);
    before.push_back(elements(type, bits));
    if (call.form->has("tmp")) {
      call.operands.emplace_back(tile(type, 2, cols, 2, cols));
      before.push_back(filled(type, 2 * cols, 0));
    }
    return expected_tile(call, before, result);
  }
};

TEST(RowReduction, GivesOneElementForEachRow) {
  const auto sums = Reduction{"TROWSUM", Target::a5}.of({one, two, three}, {two, two, two});
  EXPECT_EQ(sums.value[0], six);
  EXPECT_EQ(sums.low[0], six);
  EXPECT_EQ(sums.high[0], six);
  EXPECT_EQ(sums.value[8], six);
  EXPECT_EQ(accept_at(sums, 1), Accept::unspecified);
}

TEST(ColumnReduction, GivesOneElementForEachColumn) {
  const auto products =
      Reduction{"TCOLPROD", Target::a2a3}.of({one, two, three}, {two, three, two});
  EXPECT_EQ(products.value[0], two);
  EXPECT_EQ(products.value[1], six);
  EXPECT_EQ(products.value[2], six);
  EXPECT_EQ(accept_at(products, 3), Accept::unspecified);
}

TEST(RowReduction, WrapsIntegersOnEveryTarget) {
  for (const Target target : {Target::a2a3, Target::a5, Target::cpu}) {
    const auto sums = Reduction{"TROWSUM", target, i16}.of({0x7FFF, 1, 1}, {0x7FFF, 1, 0xFFFF});
    EXPECT_EQ(accept_at(sums, 0), Accept::exact);
    EXPECT_EQ(sums.value[0], 0x8001U);
    EXPECT_EQ(accept_at(sums, 16), Accept::exact);
    EXPECT_EQ(sums.value[16], 0x7FFFU);
    const auto products = Reduction{"TROWPROD", target, i16}.of({0x100, 0x101, 1}, {2, 3, 4});
    EXPECT_EQ(accept_at(products, 0), Accept::exact);
    EXPECT_EQ(products.value[0], 0x0100U);
  }
}

TEST(RowReduction, TakesTheExtremeOfTheNumbersOnEveryTarget) {
  for (const Target target : {Target::a2a3, Target::a5, Target::cpu}) {
    const auto greatest = Reduction{"TROWMAX", target}.of({nan, two, three}, {minus_zero, 0, nan});
    EXPECT_EQ(accept_at(greatest, 0), Accept::exact);
    EXPECT_EQ(greatest.value[0], three);
    EXPECT_EQ(accept_at(greatest, 8), Accept::exact);
    EXPECT_EQ(greatest.value[8], 0U);
    const auto least = Reduction{"TCOLMIN", target}.of({nan, 0, nan}, {three, minus_zero, nan});
    EXPECT_EQ(least.value[0], three);
    EXPECT_EQ(least.value[1], minus_zero);
    EXPECT_EQ(accept_at(least, 2), Accept::any_nan);
  }
}

TEST(ColumnReduction, WritesNothingWithoutAValidRowOrColumn) {
  for (const char* op : {"TCOLMAX", "TCOLMIN", "TCOLSUM", "TCOLPROD"}) {
    for (const auto& [rows, cols] : {std::pair{0, 8}, std::pair{2, 0}}) {
      const Call call{&form_of(op, "plain"),
                      Target::a5,
                      {tile(f32, 1, 8, 1, cols), tile(f32, 2, 8, rows, cols)},
                      {}};
      const auto result = expected_tile(call, {filled(f32, 8, 1), filled(f32, 16, one)});
      for (std::int64_t i = 0; i < 8; ++i) EXPECT_EQ(accept_at(result, i), Accept::preserved) << op;
    }
  }
}

TEST(ColumnReduction, TakesEveryColumnOfEightByteElements) {
  const Call call{&form_of("TCOLMAX", "plain"),
                  Target::a5,
                  {tile(i64, 1, 68, 1, 66), tile(i64, 2, 68, 2, 66)},
                  {}};
  const auto result = expected_tile(call, {filled(i64, 68, 0), filled(i64, 136, 7)});
  EXPECT_EQ(accept_at(result, 65), Accept::exact);
  EXPECT_EQ(result.value[65], 7U);
}

TEST(ColumnReduction, FindsTheSmallest) {
  const auto least = Reduction{"TCOLMIN", Target::a5, i8}.of({0xFF, 5, 0x80}, {0, 4, 0x7F});
  EXPECT_EQ(least.value[0], 0xFFU);
  EXPECT_EQ(least.value[1], 4U);
  EXPECT_EQ(least.value[2], 0x80U);
}

TEST(RowSearch, TakesTheFirstOfEqualsAndNoNan) {
  for (const Target target : {Target::a2a3, Target::a5, Target::cpu}) {
    const auto columns = Reduction{"TROWARGMAX", target}.of({one, three, three}, {nan, one, nan});
    EXPECT_EQ(accept_at(columns, 0), Accept::exact);
    EXPECT_EQ(columns.value[0], 1U);
    EXPECT_EQ(accept_at(columns, 8), Accept::exact);
    EXPECT_EQ(columns.value[8], 1U);
  }
}

TEST(RowSearch, TakesBfloat16OnA5AndOneValidColumnOfResults) {
  Call call{&form_of("TROWARGMAX", "index"),
            Target::a5,
            {tile(u32, 2, 8, 2, 1), tile(bf16, 2, 16, 2, 3), tile(bf16, 2, 16, 2, 16)},
            {}};
  EXPECT_TRUE(broken_constraints(call).empty());
  call.tile("dst").valid_cols = 2;
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"dst.one_valid_column"});
}

TEST(ColumnSearch, FindsTheRowOfTheSmallest) {
  const auto rows = Reduction{"TCOLARGMIN", Target::a5}.of({one, three, two}, {two, one, two});
  EXPECT_EQ(rows.value[0], 0U);
  EXPECT_EQ(rows.value[1], 1U);
  EXPECT_EQ(rows.value[2], 0U);
}

// The page lists it for every target.
TEST(RowSearch, GivesColumnsOrRowMajorTilesAndPromisesRefusalsOnEveryTarget) {
  int found = 0;
  for (const Constraint& constraint : form_of("TROWARGMAX", "value_index").constraints) {
    if (constraint.name != "dst.column" && constraint.name != "dst_val.column") continue;
    EXPECT_EQ(constraint.targets, every_target) << constraint.name;
    EXPECT_EQ(constraint.enforced, every_target) << constraint.name;
    ++found;
  }
  EXPECT_EQ(found, 2);
}

}  // namespace
}  // namespace assay::ops
