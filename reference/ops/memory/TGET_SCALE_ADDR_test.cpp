// SPDX-License-Identifier: Apache-2.0
// TGET_SCALE_ADDR: which scales belong to the address of a factor.
#include <algorithm>

#include "reference/judge/judge.hpp"
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

TileSpec in(TileSpec made, Location location) {
  made.type.location = location;
  return made;
}

/// All scales that a row of bytes shows.
TileSpec memory_of_scales(Location location, std::int64_t bytes) {
  TileSpec memory = in(tile(u8, 1, bytes, 1, bytes), location);
  memory.type.dynamic_valid_rows = memory.type.dynamic_valid_cols = false;
  return memory;
}

/// Scales of a factor at an address; their memory has 4096 bytes.
Call scales_at(Target target, std::uint64_t address) {
  return {&form_of("TGET_SCALE_ADDR", "plain"),
          target,
          {in(tile(e8m0, 2, 32, 2, 31), Location::scale_left),
           in(tile(e4m3, 2, 32, 2, 32), Location::left),
           memory_of_scales(Location::scale_left, 4096), ScalarSpec{u64, address}},
          {}};
}

/// Byte i of 4096 identifies its block of 32.
ElementArray blocks() {
  ElementArray made(u8, 4096);
  for (std::int64_t i = 0; i < 4096; ++i) made.set(i, static_cast<std::uint64_t>(i / 32));
  return made;
}

std::vector<ElementArray> before(std::uint64_t address) {
  return {filled(e8m0, 64, 0), filled(e4m3, 64, 0xAA), blocks(), elements(u64, {address})};
}

// A factor of 32 bytes has a scale: of four bits 32 take 16 bytes, and Left has 16 times the bytes
// of ScaleLeft.
TEST(ScaleAddress, IsASixteenthOfThatOfTheFactor) {
  for (const Target target : {Target::a5, Target::cpu}) {
    const Call call = scales_at(target, 1536);
    EXPECT_EQ(broken_constraints(call), Names{});
    const auto expected = expected_tile(call, before(1536));
    EXPECT_EQ(expected.value[0], 3U);  // byte 96
    EXPECT_EQ(expected.value[32], 4U);
    EXPECT_EQ(accept_at(expected, 30), Accept::exact);
    EXPECT_EQ(accept_at(expected, 31), Accept::unspecified);
  }
}

TEST(ScaleAddress, ReachesTheEndOfBothMemories) {
  const Call call = scales_at(Target::a5, 64512);
  EXPECT_EQ(broken_constraints(call), Names{});
  EXPECT_EQ(expected_tile(call, before(64512)).value[32], 127U);
  EXPECT_EQ(broken_constraints(scales_at(Target::a5, 65024)), Names{"srcAddress.place"});
  EXPECT_EQ(broken_constraints(scales_at(Target::a5, 256)), Names{"srcAddress.place"});
}

TEST(ScaleAddress, PairsMemoriesAndDoesNotExistOnA2A3) {
  Call call = scales_at(Target::a5, 0);
  call.tile("src").type.location = Location::right;
  EXPECT_EQ(broken_constraints(call), Names{"src.location"});
  EXPECT_FALSE(form_of("TGET_SCALE_ADDR", "plain").targets.contains(Target::a2a3));
}

/// The factor itself is shown on the CPU.
Samples of_scale_addresses() {
  const auto shown = [](Target target, std::uint64_t bits) {
    Sample made("E-TGET_SCALE_ADDR-001", scales_at(target, 1536), before(1536));
    for (std::int64_t i = 0; i < 64; ++i) {
      made.gives(i, static_cast<std::uint64_t>(3 + i / 32), bits);
    }
    return made;
  };
  return {shown(Target::cpu, 0xAA), shown(Target::cpu, 0xAB).is_another(),
          shown(Target::a5, 0xAA).is_unknown()};
}

const SamplesOf samples_of_scale_addresses{of_scale_addresses};

TEST(ScaleAddressErrata, SayNothingOfWhatStandsBehindTheFactor) {
  const Erratum known = find_op("TGET_SCALE_ADDR")->errata.front();
  Call call = scales_at(Target::cpu, 0);
  call.tile("src") = in(tile(e4m3, 1, 32, 1, 8), Location::left);
  const std::vector<ElementArray> contents{filled(e8m0, 64, 0), filled(e4m3, 32, 0xAA), blocks(),
                                           elements(u64, {0})};
  const auto seen = std::get<ExpectedTile>(known.results.front().semantics({call, contents, {}}));
  EXPECT_EQ(accept_at(seen, 30), Accept::exact);  // beyond the valid region, and in the tile
  EXPECT_EQ(accept_at(seen, 32), Accept::target_defined);
}

/// The ends of all ranges.
class Ends final : public Draw {
 public:
  explicit Ends(bool highest) : highest_(highest) {}
  std::int64_t integer(std::int64_t low, std::int64_t high) override {
    return highest_ ? high : low;
  }

 private:
  bool highest_;
};

TEST(ScaleAddress, HasATileOfBoxesInBothDirections) {
  const OpSpec* page = find_op("TGET_SCALE_ADDR");
  const auto boxes = std::ranges::find(page->forms[0].scenarios, "boxes", &Scenario::name);
  ASSERT_NE(boxes, page->forms[0].scenarios.end());
  for (const bool highest : {false, true}) {
    Ends draw(highest);
    Call call = scales_at(Target::cpu, 0);
    boxes->apply(call, draw);
    const TileType& made = call.tile("dst").type;
    const BoxShape box = box_of(made);
    EXPECT_TRUE(made.is_boxed());
    EXPECT_EQ(made.rows / box.rows * (made.cols / box.cols), 6);
    EXPECT_EQ(broken_constraints(call), Names{});
  }
}

}  // namespace
}  // namespace assay::ops
