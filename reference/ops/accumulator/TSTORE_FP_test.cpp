// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>

#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

std::uint64_t scaled_by(float scale, int offset = 0, bool has_sign = false) {
  return descriptor_bits(std::bit_cast<std::uint32_t>(scale), offset, has_sign);
}
std::uint64_t float_bits(float value) { return std::bit_cast<std::uint32_t>(value); }

/// A store of one row of 16 columns.
Call row_of(ElementType to, ElementType from, bool rectified = false, Target target = Target::a5) {
  GlobalSpec dst;
  dst.element = to;
  dst.shape = {1, 1, 1, 1, 16};
  dst.stride = {16, 16, 16, 16, 1};
  TileSpec src = tile(from, 16, 16, 1, 16), fp = tile(u64, 1, 16, 1, 16);
  src.type.location = Location::acc;
  src.type.blayout = BLayout::col_major;
  src.type.slayout = SLayout::row_major;
  src.type.fractal = 1024;
  fp.type.location = Location::scaling;
  return {&form_of("TSTORE_FP", "plain"), target, {dst, src, fp}, {rectified ? 1 : 0}};
}

/// The acceptable results for element 0 of the row; column 1 has another descriptor.
ExpectedTile stored(const Call& call, std::uint64_t bits, std::uint64_t descriptor,
                    const ToleranceLookup& granted = correctly_rounded) {
  const ElementType from = call.tile("src").type.element, to = call.global("dst").element;
  ElementArray fp = filled(u64, 16, scaled_by(1));
  fp.set(0, descriptor);
  return expected_tile(call, {filled(to, 16, 0x77), filled(from, 256, bits), fp}, granted);
}

using Bits = std::vector<std::uint64_t>;

/// The one result for element 0.
Bits readings(const ExpectedTile& expected) {
  EXPECT_EQ(accept_at(expected, 0), Accept::exact);
  return {expected.value[0]};
}
/// The result by each reading of a choice.
Bits readings(Choice choice, const Call& call, std::uint64_t bits, std::uint64_t descriptor) {
  Bits all;
  for (std::size_t k = 0; k < text_of(choice).readings.size(); ++k) {
    const ToleranceLookup taken = reading(choice, static_cast<std::uint8_t>(k));
    all.push_back(stored(call, bits, descriptor, taken).value[0]);
  }
  return all;
}

TEST(TstoreFp, ReadsTheFieldsOfADescriptor) {
  const Descriptor seen = descriptor_of(scaled_by(0.375F, -3, true) | 0x1FFF);
  EXPECT_EQ(seen.scale, 0.375);
  EXPECT_EQ(seen.offset, -3);
  EXPECT_EQ(seen.offset_unsigned, 509);
  EXPECT_TRUE(seen.has_sign);
  EXPECT_FALSE(descriptor_of(scaled_by(-2, 255)).has_sign);
  EXPECT_EQ(descriptor_of(scaled_by(-2, 255)).offset, 255);
}

TEST(TstoreFp, RoundsTheProductToEvenAndAddsTheOffset) {
  const Call call = row_of(i8, f32);
  EXPECT_EQ(readings(stored(call, float_bits(3), scaled_by(2, -1, true))), Bits{5});
  EXPECT_EQ(readings(stored(call, float_bits(5), scaled_by(0.5F, 1, true))), Bits{3});
  EXPECT_EQ(readings(stored(call, float_bits(-7), scaled_by(0.5F, 0, true))), Bits{0xFC});
  // 2^25 + 1 times 2^-26 is above a half, and as a float it is not.
  const Call wide = row_of(u8, i32);
  EXPECT_EQ(readings(stored(wide, (1U << 25) + 1, scaled_by(0x1p-26F))), Bits{1});
  EXPECT_EQ(readings(stored(wide, 1U << 25, scaled_by(0x1p-26F))), Bits{0});
}

TEST(TstoreFp, SaturatesOrWraps) {
  const Choice choice = Choice::accumulator_overflow;
  EXPECT_EQ(readings(choice, row_of(i8, f32), float_bits(70), scaled_by(2, 0, true)),
            (Bits{0x7F, 0x8C, 0x8C}));
  EXPECT_EQ(readings(choice, row_of(u8, f32), float_bits(-70), scaled_by(2, 10)),
            (Bits{0, 0x7E, 0x7E}));
}

TEST(TstoreFp, RectifiesBeforeOrAfterTheOffset) {
  const Call call = row_of(i8, f32, true);
  const Choice choice = Choice::accumulator_relu;
  EXPECT_EQ(readings(choice, call, float_bits(-4), scaled_by(2, 10, true)), (Bits{2, 2, 10}));
  EXPECT_EQ(readings(stored(call, float_bits(-4), scaled_by(2, 0, true))), Bits{0});
  EXPECT_EQ(readings(stored(call, float_bits(4), scaled_by(2, 1, true))), Bits{9});
  const Call halves = row_of(f16, f32, true);
  EXPECT_EQ(readings(choice, halves, float_bits(-4), scaled_by(2)), (Bits{0, 0, 0x8000}));
  EXPECT_EQ(readings(stored(halves, float_bits(4), scaled_by(2))), Bits{0x4800});
}

TEST(TstoreFp, RoundsFloatsOnce) {
  EXPECT_EQ(readings(stored(row_of(f16, i32), 4099, scaled_by(0.5F))), Bits{0x6801});
  const Choice choice = Choice::accumulator_overflow;
  EXPECT_EQ(readings(choice, row_of(f16, i32), 131072, scaled_by(1)),
            (Bits{0x7BFF, 0x7C00, 0x7C00}));
  EXPECT_EQ(readings(choice, row_of(f16, i32), 65510, scaled_by(1)),
            (Bits{0x7BFF, 0x7BFF, 0x7BFF}));
  EXPECT_EQ(readings(choice, row_of(e4m3, f32), float_bits(449), scaled_by(1)),
            (Bits{0x7E, 0x7F, 0x7E}));
  EXPECT_EQ(readings(choice, row_of(e4m3, f32), float_bits(465), scaled_by(1)),
            (Bits{0x7E, 0x7F, 0x7F}));
  EXPECT_EQ(readings(choice, row_of(hif8, f32), float_bits(40000), scaled_by(1)),
            (Bits{0x6E, 0x6F, 0x6E}));
  EXPECT_EQ(readings(choice, row_of(hif8, f32), float_bits(-41000), scaled_by(1)),
            (Bits{0xEE, 0xEF, 0xEF}));
  EXPECT_EQ(readings(choice, row_of(f32, f32), float_bits(0x1p127F), scaled_by(2)),
            (Bits{0x7F7FFFFF, 0x7F800000, 0x7F800000}));
  const ExpectedTile endless = stored(row_of(f32, f32), 0x7F800000, scaled_by(2));
  EXPECT_EQ(accept_at(endless, 0), Accept::any_of);
  EXPECT_EQ(endless.value[0], 0x7F7FFFFFU);
  EXPECT_EQ(endless.high[0], 0x7F800000U);
  EXPECT_EQ(readings(stored(row_of(f32, f32), float_bits(1.5F), scaled_by(0.5F))),
            Bits{float_bits(0.75F)});
  EXPECT_EQ(accept_at(stored(row_of(bf16, f32), 0x7FC00000, scaled_by(1)), 0),
            Accept::target_defined);
  EXPECT_EQ(accept_at(stored(row_of(u8, f32), 0x7F800000, scaled_by(1)), 0),
            Accept::target_defined);
}

TEST(TstoreFp, TakesTheDescriptorOfTheColumn) {
  const auto expected = stored(row_of(f16, f32), float_bits(1), scaled_by(2));
  EXPECT_EQ(expected.value[0], 0x4000U);
  EXPECT_EQ(expected.value[1], 0x3C00U);
  EXPECT_EQ(expected.value[15], 0x3C00U);
}

TEST(TstoreFp, NamesWhatAnIllegalCallBreaks) {
  EXPECT_EQ(broken_constraints(row_of(i8, f32, false, Target::a2a3)), Names{});
  EXPECT_EQ(broken_constraints(row_of(f16, f32, false, Target::a2a3)), Names{"dst.pair"});
  EXPECT_EQ(broken_constraints(row_of(f16, f32)), Names{});
  EXPECT_EQ(broken_constraints(row_of(e4m3, i32)), Names{"dst.pair"});
  Call call = row_of(i8, i32);
  call.tile("src").type.location = Location::vec;
  EXPECT_EQ(broken_constraints(call), Names{"src.location"});
  call = row_of(i8, i32);
  call.global("dst").layout = GlobalLayout::NZ;
  EXPECT_EQ(broken_constraints(call).front(), "dst.blocks");
  call = row_of(i8, i32);
  call.tile("src").type.cols = 4096;
  EXPECT_EQ(broken_constraints(call), Names{"src.cols"});
  call = row_of(i8, i32);
  call.tile("fp").valid_cols = 15;
  EXPECT_EQ(broken_constraints(call), Names{"fp.columns"});
}

TEST(TstoreFp, DescriptorsAreLegalAndStayAsTheyAre) {
  for (const ElementType to : {i8, u8, f16, e4m3}) {
    const Call call = row_of(to, f32);
    std::vector<ElementArray> contents{filled(to, 16, 0), filled(f32, 256, 0x7FC00000),
                                       filled(u64, 16, 0xDEADBEEF12345678)};
    make_descriptors(call, contents);
    const Descriptor first = descriptor_of(contents[2][0]);
    EXPECT_GT(first.scale, 0);
    EXPECT_EQ(first.has_sign, to == i8);
    EXPECT_EQ(contents[1][7], 0x7FC00000U);
    EXPECT_NE(contents[1][0], 0x7FC00000U);
    const std::vector<ElementArray> once = contents;
    make_descriptors(call, contents);
    EXPECT_EQ(contents, once);
  }
}

// The word has six bits that choose a scale of an edge; a float of 2^30 is near nothing then.
TEST(TstoreFp, EdgesOfScalesHaveElementsThatShowThem) {
  constexpr std::uint64_t least = 0, none = std::uint64_t{1} << 34;
  EXPECT_EQ(descriptor_of(legal_descriptor(f32, i8, least)).scale, 0x1p-126);
  EXPECT_EQ(descriptor_of(legal_descriptor(f32, f16, least)).scale, 0x1p-126);
  EXPECT_EQ(descriptor_of(legal_descriptor(f32, i8, none)).scale, 0.0);
  EXPECT_GT(descriptor_of(legal_descriptor(f32, f16, none)).scale, 0.0);
  EXPECT_GT(descriptor_of(legal_descriptor(i32, i8, least)).scale, 0x1p-126);
  for (const std::uint64_t word : {least, none}) {
    const std::uint64_t scale = legal_descriptor(f32, i8, word);
    EXPECT_TRUE(is_legal_descriptor(f32, i8, scale));
    std::vector<ElementArray> contents{filled(i8, 16, 0), filled(f32, 256, 0x4E800000),
                                       filled(u64, 16, scale)};
    make_descriptors(row_of(i8, f32), contents);
    for (const std::int64_t col : {0, 1, 2}) {
      EXPECT_EQ(contents[2][col], scale);
      const auto bits = static_cast<std::uint32_t>(contents[1][col]);
      const float size = std::fabs(std::bit_cast<float>(bits));
      EXPECT_TRUE(size == 0 || (size >= 0x1p125F && std::isfinite(size))) << size;
    }
  }
}

}  // namespace
}  // namespace assay::ops
