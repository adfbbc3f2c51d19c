// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/runs/determinacy.hpp"

#include <gtest/gtest.h>

namespace assay {
namespace {

ExpectedTile tile_of(std::vector<Accept> accept) {
  ExpectedTile tile(ElementType::f16, 1, std::ssize(accept));
  tile.accept = std::move(accept);
  return tile;
}

TEST(Determinacy, CountsEachElementOnceByWhatIsAcceptable) {
  using enum Accept;
  ExpectedTile tile = tile_of({exact, preserved, interval, interval, interval_or_zero, any_nan,
                               any_of, target_defined, unspecified});
  const auto range = [&](std::int64_t at, std::uint64_t low, std::uint64_t value,
                         std::uint64_t high) {
    tile.low.set(at, low);
    tile.value.set(at, value);
    tile.high.set(at, high);
  };
  range(2, 0x3BFE, 0x3C00, 0x3C02);
  range(3, 0x3C00, 0x3C00, 0x3C03);
  range(4, 0x8002, 0x8001, 0x0001);  // from -2 to +1 smallest steps, through both zeros
  Determinacy pinned;
  pinned.add(std::vector<Expected>{tile});
  EXPECT_EQ(pinned.elements(), 8);
  EXPECT_EQ(pinned.exact, 2);
  EXPECT_EQ(pinned.tight, 2);
  EXPECT_EQ(pinned.wide, 1);
  EXPECT_EQ(pinned.widest, 3);
  EXPECT_EQ(pinned.any_nan, 1);
  EXPECT_EQ(pinned.any_of, 1);
  EXPECT_EQ(pinned.open, 1);
  EXPECT_DOUBLE_EQ(pinned.share(), 5.0 / 8);
}

TEST(Determinacy, CallsACaseIdleInWhichEverythingIsOpen) {
  Determinacy pinned;
  pinned.add(std::vector<Expected>{tile_of({Accept::target_defined, Accept::unspecified})});
  pinned.add(std::vector<Expected>{tile_of({Accept::target_defined, Accept::exact})});
  pinned.add(std::vector<Expected>{tile_of({Accept::unspecified})});
  EXPECT_EQ(pinned.cases, 3);
  EXPECT_EQ(pinned.idle_cases, 1);
}

TEST(Determinacy, TakesATextOfSeveralReadingsForAnyOfThem) {
  Determinacy pinned;
  pinned.add(std::vector<Expected>{ExpectedText{.readings = {{"1", 8}}, .capacity = 0},
                                   ExpectedText{.readings = {{"1", 8}, {"2", 8}}, .capacity = 0}});
  EXPECT_EQ(pinned.exact, 1);
  EXPECT_EQ(pinned.any_of, 1);
}

}  // namespace
}  // namespace assay
