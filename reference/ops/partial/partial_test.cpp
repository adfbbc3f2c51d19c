// SPDX-License-Identifier: Apache-2.0
// Two tiles of which one is smaller (decision 195), with values computed by hand.
#include <string>
#include <vector>

#include "reference/judge/programs/known_results.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;
constexpr std::uint64_t nan = 0x7E01, minus_zero = 0x8000, least = 1, one = 0x3C00, two = 0x4000;

/// A call of two sources: dst is 2 x 3 of 4 x 16, and so is the larger source; the smaller one is
/// 1 x 2 of 1 x 32.
struct Partial {
  Call call;
  std::vector<ElementArray> before;

  Partial(const std::string& op, Target target, bool first_is_smaller)
      : call{&form_of(op, "plain"), target, {}, {}} {
    const TileSpec larger = tile(f16, 4, 16, 2, 3), smaller = tile(f16, 1, 32, 1, 2);
    call.operands = {larger, first_is_smaller ? smaller : larger,
                     first_is_smaller ? larger : smaller};
    ElementArray of_larger = filled(f16, 64, 0x7777), of_smaller = filled(f16, 32, 0x6666);
    const std::vector<std::uint64_t> rows[]{{one, least, nan}, {minus_zero, least, two}};
    for (std::int64_t row = 0; row < 2; ++row) {
      for (std::int64_t col = 0; col < 3; ++col) {
        of_larger.set(row * 16 + col, rows[row].at(static_cast<std::size_t>(col)));
      }
    }
    of_smaller.set(0, two);
    of_smaller.set(1, least);
    before = {filled(f16, 64, 0x5555), first_is_smaller ? of_smaller : of_larger,
              first_is_smaller ? of_larger : of_smaller};
  }
  ExpectedTile expected() const { return expected_tile(call, before); }
};

/// Whether these bits and no others are accepted.
bool is_just(const ExpectedTile& tile, std::int64_t index, std::uint64_t bits) {
  const Accept accept = accept_at(tile, index);
  const bool lone = accept == Accept::exact ||
                    (has_interval(accept) && tile.low[index] == bits && tile.high[index] == bits);
  return lone && tile.value[index] == bits;
}

void expect_copies(const ExpectedTile& tile, const std::string& op) {
  EXPECT_TRUE(is_just(tile, 2, nan)) << op;
  EXPECT_TRUE(is_just(tile, 16, minus_zero)) << op;
  EXPECT_TRUE(is_just(tile, 17, least)) << op;
  EXPECT_TRUE(is_just(tile, 18, two)) << op;
}

TEST(Partial, SourcesAreCombinedWhereBothAreAndCopiedElsewhere) {
  const std::pair<const char*, std::vector<std::uint64_t>> combined[]{
      {"TPARTADD", {0x4200, 2 * least}},
      {"TPARTMUL", {two, 0}},
      {"TPARTMAX", {two, least}},
      {"TPARTMIN", {one, least}}};
  for (const auto& [op, values] : combined) {
    for (const Target target : {a2a3, a5, cpu}) {
      for (const bool first : {false, true}) {
        const ExpectedTile tile = Partial(op, target, first).expected();
        EXPECT_TRUE(is_just(tile, 0, values[0])) << op;
        EXPECT_TRUE(is_just(tile, 1, values[1])) << op;
        expect_copies(tile, op);
        for (const std::int64_t outside : {3, 32}) {
          EXPECT_EQ(accept_at(tile, outside), Accept::unspecified) << op;
        }
      }
    }
  }
}

TEST(Partial, CopiesAreNotFlushedWhereSumsAre) {
  for (const std::uint8_t taken : {subnormals_flushed, results_flushed}) {
    const Partial sum("TPARTADD", a5, false);
    const ExpectedTile tile =
        expected_tile(sum.call, sum.before, reading(Choice::subnormals, taken));
    EXPECT_EQ(tile.value[1], 0U);
    EXPECT_FALSE(is_just(tile, 1, 2 * least));
    expect_copies(tile, "TPARTADD");
  }
}

TEST(Partial, AnEmptySourceLeavesCopiesAndAnEmptyResultAll) {
  Partial sum("TPARTADD", a2a3, false);
  sum.call.tile("src1").valid_cols = 0;
  EXPECT_EQ(broken_constraints(sum.call), std::vector<std::string>());
  EXPECT_TRUE(is_just(sum.expected(), 0, one));
  expect_copies(sum.expected(), "TPARTADD");
  for (const char* name : {"dst", "src0"}) sum.call.tile(name).valid_rows = 0;
  for (const std::int64_t index : {0, 17, 63}) {
    EXPECT_EQ(accept_at(sum.expected(), index), Accept::preserved);
  }
}

TEST(Partial, OneSourceHasTheRegionOfTheResultAndNoneMore) {
  const auto broken = [](std::int64_t rows0, std::int64_t cols0, std::int64_t rows1,
                         std::int64_t cols1) {
    Partial sum("TPARTADD", a5, false);
    sum.call.operands = {tile(f32, 4, 16, 2, 3), tile(f32, 4, 16, rows0, cols0),
                         tile(f32, 4, 16, rows1, cols1)};
    return broken_constraints(sum.call);
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(broken(2, 3, 2, 3), Names());
  EXPECT_EQ(broken(2, 1, 2, 3), Names());
  EXPECT_EQ(broken(2, 3, 3, 3), Names{"src1.within"});
  EXPECT_EQ(broken(1, 4, 2, 3), Names{"src0.within"});
  EXPECT_EQ(broken(2, 2, 1, 3), Names{"dst.covered"});
}

TEST(Partial, BoundsOfACopyAreThoseOfItsSource) {
  const Partial sum("TPARTADD", a5, false);
  std::vector<KnownElements> before;
  for (const ElementArray& elements : sum.before) {
    KnownElements known{elements, elements,
                        std::vector<BoundKind>(static_cast<std::size_t>(elements.size()))};
    for (std::int64_t i = 0; i < elements.size(); ++i) {
      known.set(i, BoundKind::exact, elements[i], elements[i]);
    }
    before.push_back(known);
  }
  before[1].set(16, BoundKind::range, one, two);  // where src1 has no row
  const KnownElements known = known_results(sum.call, before, correctly_rounded).front();
  EXPECT_EQ(known.of(16), BoundKind::range);
  EXPECT_EQ(known.low[16], one);
  EXPECT_EQ(known.high[16], two);
  EXPECT_EQ(known.of(0), BoundKind::exact);
}

}  // namespace
}  // namespace assay::ops
