// SPDX-License-Identifier: Apache-2.0
// Faults of sums are seen, on data made for it, in at least 99 of 100 sums.
#include <gtest/gtest.h>

#include <algorithm>

#include "reference/numerics/sums/test/laws.hpp"

namespace assay::numerics::orders {
namespace {

constexpr double enough = 0.99;

void expect_seen(Fault fault, const FaultPlan& plan, Reduction reduction, std::int64_t count,
                 Random& random) {
  reduction.count = count;
  const int tiles = static_cast<int>(std::min<std::int64_t>(25, 3200 / count));
  const Detection found = detect(fault, plan, reduction, tiles, random);
  EXPECT_GE(found.rate(), enough) << name_of(fault) << " of " << count << " "
                                  << name_of(reduction.term) << " in "
                                  << name_of(reduction.how.accumulator) << " (" << plan.name
                                  << "): " << found.seen << " of " << found.sums;
}

TEST(Faults, OfEveryKindAreSeenInTriplesThatCancel) {
  Random random(21);
  for (const Reduction& reduction : reductions()) {
    for (const Fault fault : every_fault) {
      if (!applies(fault, reduction)) continue;
      for (const std::int64_t count : {64, 128}) {
        expect_seen(fault, fault_plans()[0], reduction, count, random);
      }
    }
  }
}

TEST(Faults, OfSingleTermsAreSeenInWholeNumbers) {
  Random random(22);
  for (const Reduction& reduction : reductions()) {
    for (const Fault fault : {Fault::dropped, Fault::doubled}) {
      for (const std::int64_t count : {1, 2, 16, 200}) {
        expect_seen(fault, fault_plans()[1], reduction, count, random);
      }
    }
  }
}

/// Data on which the enclosure is wide: the bound is what limits the tests, not a fault of theirs.
TEST(Faults, OfTermsBelowTheBoundCannotBeSeen) {
  Random random(23);
  const Reduction reduction{ElementType::bf16, {ElementType::bf16, ElementType::bf16}, 1024};
  for (const FaultPlan& plan : fault_plans()) {
    EXPECT_EQ(detect(Fault::dropped, plan, reduction, 2, random).seen, 0) << plan.name;
  }
}

}  // namespace
}  // namespace assay::numerics::orders
