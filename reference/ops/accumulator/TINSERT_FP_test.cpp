// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "reference/judge/judge.hpp"
#include "reference/ops/errata_samples_test.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

/// 2 x 3 elements into 64 x 64, of which `valid` rows and columns are valid.
Call window(std::uint64_t row, std::uint64_t col, Target target = Target::a5,
            std::int64_t valid = 64) {
  TileSpec out = tile(i8, 64, 64, valid, valid), in = tile(i32, 32, 32, 2, 3);
  TileSpec fp = tile(u64, 1, 16, 1, 3);
  for (TileSpec* one : {&out, &in}) {
    one->type.location = one == &in ? Location::acc : Location::mat;
    one->type.blayout = BLayout::col_major;
    one->type.slayout = SLayout::row_major;
  }
  in.type.fractal = 1024;
  fp.type.location = Location::scaling;
  return {&form_of("TINSERT_FP", "plain"),
          target,
          {out, in, fp, ScalarSpec{u16, row}, ScalarSpec{u16, col}},
          {0}};
}

std::vector<ElementArray> ones() {
  std::vector<ElementArray> before{filled(i8, 4096, 0x77), filled(i32, 1024, 1), filled(u64, 16, 0),
                                   elements(u16, {32}), elements(u16, {32})};
  for (std::int64_t col = 0; col < 3; ++col) {
    const auto scale = std::bit_cast<std::uint32_t>(static_cast<float>(col + 1));
    before[2].set(col, descriptor_bits(scale, 0, true));
  }
  return before;
}

TEST(TinsertFp, PutsElementsByDescriptorsOfSrc) {
  const auto expected = expected_tile(window(32, 32), ones());
  EXPECT_EQ(expected.value[32 * 64 + 32], 1U);
  EXPECT_EQ(expected.value[33 * 64 + 34], 3U);
  EXPECT_EQ(accept_at(expected, 32 * 64 + 35), Accept::unspecified);  // the box is written whole
  EXPECT_EQ(accept_at(expected, 0), Accept::preserved);
}

TEST(TinsertFp, NamesWhatAnIllegalCallBreaks) {
  EXPECT_EQ(broken_constraints(window(32, 32)), Names{});
  EXPECT_EQ(broken_constraints(window(64, 0)), Names{"window.bounds"});
  EXPECT_EQ(broken_constraints(window(0, 16)), Names{"window.boxes"});
  Call call = window(32, 32);
  call.tile("fp").type.location = Location::mat;
  EXPECT_EQ(broken_constraints(call), Names{"fp.location"});
}

Samples of_windows_that_end_in_padding() {
  const auto refused = [](Target target, std::int64_t valid) {
    return Sample("E-TINSERT_FP-003", window(32, 32, target, valid), ones()).is_refused();
  };
  return {refused(Target::cpu, 33), refused(Target::cpu, 64).is_unknown(),
          refused(Target::a5, 33).is_unknown()};
}

const SamplesOf samples_of_padded_windows{of_windows_that_end_in_padding};

}  // namespace
}  // namespace assay::ops
