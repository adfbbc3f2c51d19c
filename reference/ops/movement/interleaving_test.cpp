// SPDX-License-Identifier: Apache-2.0
// Pages that weave streams and take them apart.
#include "reference/judge/judge.hpp"
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

const TileSpec row_of_four = tile(i32, 1, 8, 1, 4);

ElementArray row(std::vector<std::uint64_t> bits) {
  bits.resize(8, 0x77);
  return elements(i32, bits);
}

using Bits = std::vector<std::uint64_t>;

/// The first elements of a result.
Bits first(const Call& call, const std::vector<ElementArray>& before, std::size_t result) {
  const auto expected = expected_tile(call, before, result);
  const TileSpec& out = call.tile(call.form->results[result].operand);
  Bits found;
  for (std::int64_t i = 0; i < out.valid_cols; ++i) {
    EXPECT_EQ(accept_at(expected, i), Accept::exact);
    found.push_back(expected.value[i]);
  }
  EXPECT_EQ(accept_at(expected, out.valid_cols), Accept::unspecified);
  return found;
}

// Results are in the order of operands, the high half first.
TEST(Weaving, AlternatesAndSplitsInTheMiddle) {
  const Call call{&form_of("TINTERLEAVE", "plain"),
                  Target::a5,
                  {row_of_four, row_of_four, row_of_four, row_of_four},
                  {}};
  const std::vector<ElementArray> before{row({}), row({}), row({21, 22, 23, 24}),
                                         row({11, 12, 13, 14})};
  EXPECT_EQ(first(call, before, 0), (Bits{13, 23, 14, 24}));
  EXPECT_EQ(first(call, before, 1), (Bits{11, 21, 12, 22}));
}

TEST(Weaving, IsUndoneByTakingApart) {
  const Call call{&form_of("TDEINTERLEAVE", "two"),
                  Target::cpu,
                  {row_of_four, row_of_four, row_of_four, row_of_four},
                  {}};
  const std::vector<ElementArray> before{row({}), row({}), row({13, 23, 14, 24}),
                                         row({11, 21, 12, 22})};
  EXPECT_EQ(first(call, before, 0), (Bits{21, 22, 23, 24}));
  EXPECT_EQ(first(call, before, 1), (Bits{11, 12, 13, 14}));
}

TEST(Weaving, TakesOneTileApart) {
  const TileSpec src = tile(i32, 1, 8, 1, 6), half = tile(i32, 1, 8, 1, 3);
  const Call call{&form_of("TDEINTERLEAVE", "one"), Target::cpu, {half, half, src}, {}};
  const std::vector<ElementArray> before{row({}), row({}), row({1, 2, 3, 4, 5, 6})};
  EXPECT_EQ(first(call, before, 0), (Bits{2, 4, 6}));
  EXPECT_EQ(first(call, before, 1), (Bits{1, 3, 5}));
}

TEST(Weaving, NamesWhatAnIllegalCallBreaks) {
  using Names = std::vector<std::string>;
  const auto broken = [](TileSpec dst1, TileSpec dst0, TileSpec src1, TileSpec src0) {
    return broken_constraints(
        {&form_of("TINTERLEAVE", "plain"), Target::a5, {dst1, dst0, src1, src0}, {}});
  };
  const TileSpec& four = row_of_four;
  TileSpec three = four;
  three.valid_cols = 3;
  EXPECT_EQ(broken(four, four, four, four), Names{});
  EXPECT_EQ(broken(three, three, three, three), Names{"dst0.even"});
  EXPECT_EQ(broken(four, four, three, four), Names{"src1.same_valid_region"});
  const TileSpec other = tile(f32, 1, 8, 1, 4);
  EXPECT_EQ(broken(four, four, other, other), Names{"src0.same_element"});
  const TileSpec wide = tile(f32, 1, 128, 1, 6), half = tile(f32, 1, 8, 1, 3);
  const auto parted = [](TileSpec dst, TileSpec src) {
    return broken_constraints({&form_of("TDEINTERLEAVE", "one"), Target::a5, {dst, dst, src}, {}});
  };
  EXPECT_EQ(parted(half, wide), Names{});
  EXPECT_EQ(parted(half, tile(f32, 1, 120, 1, 6)), Names{"src.registers"});
}

Samples of_odd_halves() {
  const auto refused = [](Target target, std::int64_t half) {
    const TileSpec out = tile(i32, 1, 8, 1, half), in = tile(i32, 1, 128, 1, 2 * half);
    return Sample("E-TDEINTERLEAVE-001",
                  sample_call("E-TDEINTERLEAVE-001", "one", target, {out, out, in}))
        .is_refused("no");
  };
  return {refused(Target::cpu, 3), refused(Target::cpu, 2).is_unknown(),
          refused(Target::a5, 3).is_unknown()};
}

const SamplesOf samples_of_odd_halves{of_odd_halves};

}  // namespace
}  // namespace assay::ops
