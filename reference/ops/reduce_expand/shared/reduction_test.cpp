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

TEST(RowReduction, PromisesIntegersThatNoOrderCarriesBeyondTheirType) {
  // 0x7FFF + 1 - 1 passes through 0x8000 in some order; 0x7FFE + 1 + 0 does not.
  const auto on_a2a3 =
      Reduction{"TROWSUM", Target::a2a3, i16}.of({0x7FFF, 1, 0xFFFF}, {0x7FFE, 1, 0});
  EXPECT_EQ(accept_at(on_a2a3, 0), Accept::target_defined);
  EXPECT_EQ(accept_at(on_a2a3, 16), Accept::exact);
  EXPECT_EQ(on_a2a3.value[16], 0x7FFFU);
  const auto on_a5 = Reduction{"TROWSUM", Target::a5, i16}.of({0x7FFF, 1, 1}, {1, 1, 1});
  EXPECT_EQ(accept_at(on_a5, 0), Accept::exact);
  EXPECT_EQ(on_a5.value[0], 0x8001U);
}

TEST(RowReduction, ScansForExtremesOnTheCpu) {
  const auto greatest = Reduction{"TROWMAX", Target::cpu}.of({nan, two, three}, {two, nan, three});
  EXPECT_EQ(greatest.value[0], nan);
  EXPECT_EQ(accept_at(greatest, 0), Accept::exact);
  EXPECT_EQ(greatest.value[8], three);
  const auto on_device = Reduction{"TROWMAX", Target::a5}.of({nan, two, three}, {0, minus_zero, 0});
  EXPECT_EQ(accept_at(on_device, 0), Accept::target_defined);
  EXPECT_EQ(accept_at(on_device, 8), Accept::any_of);
}

TEST(ColumnReduction, FindsTheSmallest) {
  const auto least = Reduction{"TCOLMIN", Target::a5, i8}.of({0xFF, 5, 0x80}, {0, 4, 0x7F});
  EXPECT_EQ(least.value[0], 0xFFU);
  EXPECT_EQ(least.value[1], 4U);
  EXPECT_EQ(least.value[2], 0x80U);
}

TEST(RowSearch, TakesTheFirstOfEqualsOnTheCpuAndAnyOnDevices) {
  const auto on_cpu = Reduction{"TROWARGMAX", Target::cpu}.of({one, three, three}, {two, one, one});
  EXPECT_EQ(on_cpu.value[0], 1U);
  EXPECT_EQ(accept_at(on_cpu, 0), Accept::exact);
  const auto on_a5 = Reduction{"TROWARGMAX", Target::a5}.of({one, three, three}, {two, one, one});
  EXPECT_EQ(accept_at(on_a5, 0), Accept::any_of);
  EXPECT_EQ(on_a5.value[0], 1U);
  EXPECT_EQ(on_a5.high[0], 2U);
  EXPECT_EQ(on_a5.value[8], 0U);
}

TEST(ColumnSearch, FindsTheRowOfTheSmallest) {
  const auto rows = Reduction{"TCOLARGMIN", Target::a5}.of({one, three, two}, {two, one, two});
  EXPECT_EQ(rows.value[0], 0U);
  EXPECT_EQ(rows.value[1], 1U);
  EXPECT_EQ(rows.value[2], 0U);
}

// Source: the CPU header asserts it of the tile of indices alone.
TEST(RowSearch, PromisesARefusalOfBoxesForIndicesAndNotForValues) {
  int found = 0;
  for (const Constraint& constraint : form_of("TROWARGMAX", "value_index").constraints) {
    if (constraint.name != "dst.unboxed" && constraint.name != "dst_val.unboxed") continue;
    EXPECT_EQ(constraint.enforced.contains(Target::cpu), constraint.name == "dst.unboxed")
        << constraint.name;
    ++found;
  }
  EXPECT_EQ(found, 2);
}

}  // namespace
}  // namespace assay::ops
