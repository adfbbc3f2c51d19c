// SPDX-License-Identifier: Apache-2.0
// Comparisons of bounds against comparisons of every number within them.
#include "reference/ops/selection/branches.hpp"

#include "reference/numerics/classify.hpp"
#include "reference/ops/page_test.hpp"
#include "reference/ops/selection/comparison.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

/// From `first` on so many numbers of f16 in their order; around zero these are -0 and 0 as well.
KnownElements bounds(std::int64_t first, std::int64_t count) {
  KnownElements known = nothing_of(f16, 16);
  const std::uint64_t low = numerics::from_order_key(f16, first);
  const std::uint64_t high = numerics::from_order_key(f16, first + count - 1);
  known.set(0, count == 1 ? BoundKind::exact : BoundKind::range, low, high);
  return known;
}

struct Seen {
  bool yes = false, no = false;
};

Seen all_of(CmpMode mode, std::int64_t a, std::int64_t b, std::int64_t count) {
  Seen seen;
  for (std::int64_t i = a; i < a + count; ++i) {
    for (std::int64_t k = b; k < b + count; ++k) {
      const bool is =
          related(mode, f16, numerics::from_order_key(f16, i), numerics::from_order_key(f16, k));
      (is ? seen.yes : seen.no) = true;
    }
  }
  return seen;
}

TEST(ComparedBranches, AreTheOutcomesOfAllNumbersWithinTheBounds) {
  const TileSpec lanes = tile(f16, 1, 16, 1, 1), mask = tile(u8, 1, 32, 1, 1);
  std::int64_t straddled = 0;
  for (int mode = 0; mode < 6; ++mode) {
    const Call call{&form_of("TCMP", "plain"), Target::a5, {mask, lanes, lanes}, {mode}};
    for (std::int64_t a = -4; a <= 3; ++a) {
      for (std::int64_t b = -4; b <= 3; ++b) {
        for (std::int64_t count = 1; count <= 4; ++count) {
          const std::vector<KnownElements> before{nothing_of(u8, 32), bounds(a, count),
                                                  bounds(b, count)};
          const KnownElements known = compared_branches(call, before);
          const Seen seen = all_of(static_cast<CmpMode>(mode), a, b, count);
          ASSERT_EQ((known.low[0] & 1) != 0, !seen.no) << mode << " " << a << " " << b;
          ASSERT_EQ((known.high[0] & 1) != 0, seen.yes) << mode << " " << a << " " << b;
          straddled += seen.yes && seen.no ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(straddled, 300);
}

}  // namespace
}  // namespace assay::ops
