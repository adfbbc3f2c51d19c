// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "reference/judge/judge.hpp"
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Bits = std::vector<std::uint64_t>;

struct Counted {
  ElementType element;
  int byte;
  std::int64_t rows, cols;
  Bits src, idx;

  /// The elements lie one after the other, each row in 32 columns.
  Call call(Target target = Target::a5) const {
    TileSpec filter = tile(u8, 32, 1, rows, 1);
    filter.type.blayout = BLayout::col_major;
    const std::int64_t bytes = std::max(3 - byte, 1);
    if (element == u32) filter = tile(u8, bytes, 32, bytes, cols);
    return {&form_of("THISTOGRAM", "plain"),
            target,
            {tile(u32, rows, 256, rows, 256), tile(element, rows, 32, rows, cols), filter},
            {byte}};
  }

  std::vector<ElementArray> before() const {
    ElementArray source = filled(element, rows * 32, 0xABABABAB & mask_of(element));
    for (std::int64_t i = 0; i < std::ssize(src); ++i) {
      source.set(i / cols * 32 + i % cols, src[static_cast<std::size_t>(i)]);
    }
    const std::int64_t step = element == u16 ? 1 : 32;
    ElementArray filter = filled(u8, call().tile("idx").type.elements(), 0xCD);
    for (std::int64_t i = 0; i < std::ssize(idx); ++i) {
      filter.set(i * step, idx[static_cast<std::size_t>(i)]);
    }
    return {filled(u32, rows * 256, 0x55), source, filter};
  }

  /// Bins that are not zero.
  std::map<int, std::uint64_t> bins(std::int64_t row = 0) const {
    const ExpectedTile expected = expected_tile(call(), before());
    std::map<int, std::uint64_t> found;
    for (int bin = 0; bin < 256; ++bin) {
      EXPECT_EQ(accept_at(expected, expected.at(row, bin)), Accept::exact);
      const std::uint64_t count = expected.value[expected.at(row, bin)];
      if (count != 0) found[bin] = count;
    }
    return found;
  }
};

using Bins = std::map<int, std::uint64_t>;

TEST(Thistogram, CountsAByteOfEachElement) {
  const Bits halves{0x1203, 0x1204, 0x1303, 0xFF03};
  EXPECT_EQ((Counted{u16, 1, 1, 4, halves, {}}.bins()), (Bins{{0x12, 2}, {0x13, 1}, {0xFF, 1}}));
  EXPECT_EQ((Counted{u32, 3, 1, 2, {0x01020304, 0x01FFFFFF}, {}}.bins()), (Bins{{1, 2}}));
}

TEST(Thistogram, MatchesTheUpperByteOfARow) {
  const Counted two{u16, 0, 2, 3, {0x1203, 0x1204, 0x1303, 0x1203, 0x1304, 0x1304}, {0x12, 0x13}};
  EXPECT_EQ(two.bins(0), (Bins{{3, 1}, {4, 1}}));
  EXPECT_EQ(two.bins(1), (Bins{{4, 2}}));
}

TEST(Thistogram, FiltersByAllBytesAbove) {
  const Bits words{0x11223344, 0x11223355, 0x11229944, 0x11993344, 0x99223344, 0x11223344};
  EXPECT_EQ((Counted{u32, 0, 1, 6, words, {0x11, 0x22, 0x33}}.bins()),
            (Bins{{0x44, 2}, {0x55, 1}}));
  EXPECT_EQ((Counted{u32, 1, 1, 6, words, {0x11, 0x22}}.bins()), (Bins{{0x33, 3}, {0x99, 1}}));
  EXPECT_EQ((Counted{u32, 2, 1, 6, words, {0x11}}.bins()), (Bins{{0x22, 4}, {0x99, 1}}));
}

TEST(Thistogram, HasTwoBytesOfHalves) {
  const Counted legal{u16, 1, 1, 2, {1, 2}, {}};
  EXPECT_TRUE(broken_constraints(legal.call()).empty());
  Call call = legal.call();
  call.attributes = {2};
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"byte.of_source"});
}

Samples of_counts_that_are_added() {
  Samples made;
  for (const auto& [target, number] :
       {std::pair{Target::cpu, "E-THISTOGRAM-001"}, std::pair{Target::a5, "E-THISTOGRAM-002"}}) {
    const Counted counted{u16, 1, 1, 3, {0x0203, 0x0204, 0x0503}, {}};
    Sample one(number, counted.call(target), counted.before());
    for (int bin = 0; bin < 256; ++bin) one.gives(bin, bin < 2 ? 0 : bin < 5 ? 2 : 3);
    made.push_back(one);
  }
  return made;
}

const SamplesOf samples_of_counts{of_counts_that_are_added};

}  // namespace
}  // namespace assay::ops
