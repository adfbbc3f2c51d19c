// SPDX-License-Identifier: Apache-2.0
#include "runners/run/tile_keeper.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "reference/support/hash.hpp"

namespace assay::runners {
namespace {

using Candidate = TileKeeper::Candidate;

std::vector<Candidate> candidates() {
  std::vector<Candidate> all;
  for (std::uint64_t i = 0; i < 400; ++i) {
    all.push_back({i % 3 != 0, "case " + std::to_string(i), i, 10 + i * 7 % 90});
  }
  return all;
}

TileKeeper keeper_of(const std::vector<Candidate>& offered, std::optional<std::uint64_t> budget) {
  TileKeeper keeper(budget);
  for (const Candidate& one : offered) keeper.offer(one);
  return keeper;
}

std::vector<std::uint64_t> kept_of(const TileKeeper& keeper, const std::vector<Candidate>& all) {
  std::vector<std::uint64_t> kept;
  for (const Candidate& one : all) {
    if (keeper.keeps(one.passing, one.name, one.index)) kept.push_back(one.index);
  }
  return kept;
}

TEST(TileKeeper, KeepsFailingCasesFirstAndStopsWhereTheBudgetIsUsedUp) {
  const TileKeeper keeper =
      keeper_of({{true, "a", 0, 60}, {false, "b", 1, 60}, {true, "c", 2, 60}}, 100);
  EXPECT_TRUE(keeper.keeps(false, "b", 1));
  EXPECT_EQ(keeper.counts(), (TileCounts{1, 1, 0, 1}));
  EXPECT_EQ(keeper_of({{true, "a", 0, 60}, {false, "b", 1, 60}, {false, "c", 2, 60}}, 60).counts(),
            (TileCounts{2, 0, 0, 1}));
}

TEST(TileKeeper, WithoutABudgetKeepsEverything) {
  EXPECT_EQ(keeper_of(candidates(), std::nullopt).counts(), (TileCounts{134, 266, 0, 0}));
}

TEST(TileKeeper, KeepsTheSameInWhateverOrderCasesCome) {
  for (const std::uint64_t budget : {1U, 500U, 3000U, 7000U, 12000U}) {
    std::vector<Candidate> offered = candidates();
    const TileKeeper first = keeper_of(offered, budget);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      std::ranges::sort(offered, {},
                        [&](const Candidate& one) { return support::combine(seed, one.index); });
      const TileKeeper other = keeper_of(offered, budget);
      EXPECT_EQ(kept_of(other, candidates()), kept_of(first, candidates()));
      EXPECT_EQ(other.counts(), first.counts());
    }
  }
}

TEST(TileKeeper, KeepsOfWhatShardsKeepWhatItKeepsOfAll) {
  const std::vector<Candidate> all = candidates();
  for (const std::uint64_t budget : {1U, 500U, 3000U, 7000U, 12000U}) {
    std::vector<Candidate> kept;
    for (std::uint64_t shard = 0; shard < 3; ++shard) {
      std::vector<Candidate> part;
      std::ranges::copy_if(all, std::back_inserter(part),
                           [&](const Candidate& one) { return one.index % 3 == shard; });
      const TileKeeper keeper = keeper_of(part, budget);
      std::ranges::copy_if(part, std::back_inserter(kept), [&](const Candidate& one) {
        return keeper.keeps(one.passing, one.name, one.index);
      });
    }
    EXPECT_EQ(kept_of(keeper_of(kept, budget), all), kept_of(keeper_of(all, budget), all));
  }
}

}  // namespace
}  // namespace assay::runners
