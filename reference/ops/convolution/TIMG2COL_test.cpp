// SPDX-License-Identifier: Apache-2.0
// TIMG2COL: rows are places of a filter, columns what it sees.
#include <map>

#include "reference/judge/judge.hpp"
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;
using Settings = std::map<std::string, std::uint64_t>;

TileSpec image(ElementType element, std::array<std::int64_t, 5> dims) {
  TileSpec made;
  made.type.element = element;
  made.type.location = Location::mat;
  made.type.conv =
      ConvShape{GlobalLayout::NC1HWC0, 5, {dims[0], dims[1], dims[2], dims[3], dims[4], 1}};
  made.type.dynamic_valid_rows = made.type.dynamic_valid_cols = false;
  made.valid_cols = made.cols();
  return made;
}

TileSpec matrix(ElementType element, std::int64_t rows, std::int64_t cols) {
  TileSpec made = tile(element, 16, 64, rows, cols);
  made.type.location = Location::left;
  made.type.blayout = BLayout::col_major;
  made.type.slayout = SLayout::row_major;
  return made;
}

ScalarSpec number(const std::string& name, ElementType element, const Settings& set) {
  constexpr std::string_view ones = "filterH filterW dilationH dilationW strideH strideW";
  const auto given = set.find(name);
  if (given != set.end()) return {element, given->second};
  return {element, ones.find(name) != std::string_view::npos ? 1U : 0U};
}

Call unfolding(TileSpec dst, TileSpec src, const Settings& set) {
  Call call{&form_of("TIMG2COL", "plain"), Target::a5, {dst, src}, {0}};
  for (std::size_t i = 2; i < call.form->operands.size(); ++i) {
    const std::string& name = call.form->operands[i].name;
    const bool byte = name.starts_with("stride") || name.starts_with("dilation") ||
                      (name.starts_with("pad") && name != "padValue");
    const ElementType element = byte ? u8 : name == "padValue" ? dst.type.element : u16;
    call.operands.emplace_back(number(name, element, set));
  }
  return call;
}

/// Element i of the image is i.
ExpectedTile of(const Call& call) {
  std::vector<ElementArray> before;
  for (const OperandValue& value : call.operands) {
    if (const auto* scalar = std::get_if<ScalarSpec>(&value)) {
      before.push_back(elements(scalar->element, {scalar->bits}));
      continue;
    }
    const auto& spec = std::get<TileSpec>(value);
    ElementArray counted(spec.type.element, spec.rows() * spec.cols());
    for (std::int64_t i = 0; i < counted.size(); ++i) {
      counted.set(i, static_cast<std::uint64_t>(i));
    }
    before.push_back(std::move(counted));
  }
  return expected_tile(call, before);
}

std::uint64_t at(const ExpectedTile& expected, std::int64_t row, std::int64_t col) {
  EXPECT_EQ(accept_at(expected, expected.at(row, col)), Accept::exact);
  return expected.value[expected.at(row, col)];
}

// An image of 3 x 4 places with 16 channels; 2 x 2 of the filter.
TEST(Unfolding, HasARowForEachPlaceAndAColumnForEachElementOfTheFilter) {
  const Call call = unfolding(matrix(u16, 6, 64), image(u16, {1, 1, 3, 4, 16}),
                              {{"filterH", 2}, {"filterW", 2}, {"channelSize", 16}});
  EXPECT_EQ(broken_constraints(call), Names{});
  const ExpectedTile expected = of(call);
  EXPECT_EQ(at(expected, 0, 0), 0U);
  EXPECT_EQ(at(expected, 0, 15), 15U);
  EXPECT_EQ(at(expected, 0, 16), 16U);      // the next column of the image
  EXPECT_EQ(at(expected, 0, 32), 4 * 16U);  // the next row of it
  EXPECT_EQ(at(expected, 1, 0), 16U);       // the filter one to the right
  EXPECT_EQ(at(expected, 3, 0), 4 * 16U);   // one down, after three places
  EXPECT_EQ(at(expected, 5, 63), (2 * 4 + 3) * 16 + 15U);
}

TEST(Unfolding, GoesInStridesAndLooksInDilations) {
  const Call call = unfolding(matrix(u16, 2, 64), image(u16, {1, 1, 4, 7, 16}),
                              {{"filterH", 2},
                               {"filterW", 2},
                               {"channelSize", 16},
                               {"dilationH", 3},
                               {"dilationW", 2},
                               {"strideH", 9},
                               {"strideW", 3}});
  EXPECT_EQ(broken_constraints(call), Names{});
  const ExpectedTile expected = of(call);
  EXPECT_EQ(at(expected, 0, 16), 2 * 16U);
  EXPECT_EQ(at(expected, 0, 32), 3 * 7 * 16U);
  EXPECT_EQ(at(expected, 1, 0), 3 * 16U);
}

TEST(Unfolding, HasThePadBesideTheImageAndBeyondTheChannels) {
  const Call call = unfolding(matrix(u16, 4, 16), image(u16, {1, 1, 1, 2, 16}),
                              {{"padLeft", 1},
                               {"padTop", 1},
                               {"padRight", 1},
                               {"padValue", 0xBEEF},
                               {"channelSize", 10},
                               {"posM", 4}});
  EXPECT_EQ(broken_constraints(call), Names{});
  const ExpectedTile expected = of(call);
  EXPECT_EQ(at(expected, 0, 0), 0xBEEFU);  // left of the row
  EXPECT_EQ(at(expected, 1, 9), 9U);
  EXPECT_EQ(at(expected, 1, 10), 0xBEEFU);  // there are ten channels
  EXPECT_EQ(at(expected, 2, 0), 16U);
  EXPECT_EQ(at(expected, 3, 0), 0xBEEFU);  // right of it
}

TEST(Unfolding, CountsDepthsBetweenImagesAndPlacesAndBlocksBeforeTheFilter) {
  TileSpec deep = image(u16, {2, 2, 1, 1, 16});
  deep.type.conv = ConvShape{GlobalLayout::NDC1HWC0, 6, {2, 2, 2, 1, 1, 16}};
  deep.valid_cols = deep.cols();
  const Call call =
      unfolding(matrix(u16, 2, 17), deep, {{"channelSize", 32}, {"posM", 1}, {"posK", 15}});
  EXPECT_EQ(broken_constraints(call), Names{});
  const ExpectedTile expected = of(call);
  EXPECT_EQ(at(expected, 0, 0), 2 * 16 + 15U);  // image 0, depth 1, block 0
  EXPECT_EQ(at(expected, 0, 1), 3 * 16U);       // block 1
  EXPECT_EQ(at(expected, 1, 0), 4 * 16 + 15U);  // image 1, depth 0
}

TEST(Unfolding, NamesWhatItBreaks) {
  const TileSpec map = image(f16, {1, 1, 3, 4, 16});
  const Settings plain{{"channelSize", 16}};
  EXPECT_EQ(broken_constraints(unfolding(matrix(f16, 12, 16), map, plain)), Names{});
  EXPECT_EQ(broken_constraints(unfolding(matrix(f16, 13, 16), map, plain)), Names{"window.rows"});
  EXPECT_EQ(broken_constraints(unfolding(matrix(f16, 12, 17), map, plain)), Names{"window.cols"});
  EXPECT_EQ(broken_constraints(unfolding(matrix(f16, 1, 16), map, {{"channelSize", 17}})),
            Names{"settings.image"});
  Call call = unfolding(matrix(f16, 1, 16), map, plain);
  call.tile("src").type.conv->layout = GlobalLayout::FRACTAL_Z;
  EXPECT_EQ(broken_constraints(call), Names{"src.layout"});
  call = unfolding(matrix(f16, 1, 16), map, plain);
  call.tile("dst").type.blayout = BLayout::row_major;
  EXPECT_EQ(broken_constraints(call), Names{"dst.layout"});
  call.target = Target::a2a3;
  EXPECT_EQ(broken_constraints(call), Names{});
}

/// Channels that do not count are seen by the CPU.
Samples of_channels() {
  const auto seen_beyond = [](std::uint64_t bits) {
    Call call = unfolding(matrix(u16, 1, 16), image(u16, {1, 1, 1, 1, 16}),
                          {{"channelSize", 15}, {"padValue", 7}});
    call.target = Target::cpu;
    Sample made("E-TIMG2COL-001", call);
    return made.holds("dst", 1).holds(call.form->operands[1].name, 5).gives(15, 7, bits);
  };
  return {seen_beyond(5), seen_beyond(6).is_another()};
}

const SamplesOf samples_of_channels{of_channels};

}  // namespace
}  // namespace assay::ops
