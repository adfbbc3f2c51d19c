// SPDX-License-Identifier: Apache-2.0
// What single pages leave open: a machine that follows one reading of a choice in all elements
// conforms, and one that follows two readings in one call does not.
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>

#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Bits = std::vector<std::uint64_t>;
using Contents = std::vector<ElementArray>;

/// A call, and what machines write at some places of its first operand, by one reading each.
struct OpenPoint {
  const char* text;
  Call call;
  Contents before;
  std::vector<std::int64_t> places;
  std::vector<Bits> machines;  ///< by place
};

/// The verdict on `written` at the places of the point. All else is as the page says.
VerdictKind verdict_on(const OpenPoint& point, const Bits& written) {
  Case test_case;
  test_case.call = point.call;
  Trial trial;
  trial.before = trial.after = point.before;
  const auto results = expect(point.call, point.before, correctly_rounded);
  for (std::size_t k = 0; k < results.size(); ++k) {
    const auto& expected = std::get<ExpectedTile>(results[k]);
    ElementArray& after =
        trial.after[point.call.form->index_of(point.call.form->results[k].operand)];
    for (std::int64_t i = 0; i < after.size(); ++i) {
      if (accept_at(expected, i) == Accept::exact) after.set(i, expected.value[i]);
    }
  }
  for (std::size_t k = 0; k < written.size(); ++k) trial.after[0].set(point.places[k], written[k]);
  return judge(test_case, std::vector<Trial>(3, trial), Standard{correctly_rounded}).kind;
}

/// Each machine conforms, and none that follows one in the first half of the places and another in
/// the second half, unless that is the same as a third.
void expect_one_reading(const OpenPoint& point) {
  const auto half = static_cast<std::ptrdiff_t>(point.places.size() / 2);
  for (const Bits& one : point.machines) {
    EXPECT_EQ(verdict_on(point, one), VerdictKind::conforms) << point.text;
    for (const Bits& other : point.machines) {
      Bits mixed = one;
      std::copy(other.begin() + half, other.end(), mixed.begin() + half);
      if (std::ranges::count(point.machines, mixed) != 0) continue;
      EXPECT_EQ(verdict_on(point, mixed), VerdictKind::deviates) << point.text;
    }
  }
}

// ---- pads ----

/// A row of three elements in a tile of 32 bytes.
OpenPoint loaded_with_pad(const char* text, ElementType element, PadKind pad, std::uint64_t one,
                          std::uint64_t other) {
  const std::int64_t block = 256 / bits_of(element);
  TileSpec dst = tile(element, 1, block, 1, 3);
  dst.type.pad.kind = pad;
  GlobalSpec src;
  src.element = element;
  src.shape = {1, 1, 1, 1, 3};
  src.stride = {3, 3, 3, 3, 1};
  return {text,
          {&form_of("TLOAD", "tile"), Target::a5, {dst, src}, {}},
          {filled(element, block, 0x55), elements(element, {1, 2, 3})},
          {3, block - 1},
          {{one, one}, {other, other}}};
}

TEST(ChoicesOfPages, APadHasOnePattern) {
  const PadKind most = PadKind::max, least = PadKind::min;
  expect_one_reading(loaded_with_pad("Max of bfloat16", bf16, most, 0x7F80, 0x7C00));
  expect_one_reading(loaded_with_pad("Min of bfloat16", bf16, least, 0xFF80, 0xFC00));
  expect_one_reading(loaded_with_pad("Max of uint8", u8, most, 0xFF, 0x7F));
  expect_one_reading(loaded_with_pad("Min of int8", i8, least, 0x80, 0xFF));
  expect_one_reading(loaded_with_pad("Min of e4m3, loaded", e4m3, least, 0xFE, 0x08));
  const TileSpec src = tile(e4m3, 1, 32, 1, 30);
  TileSpec dst = src;
  dst.type.pad.kind = least;
  expect_one_reading({"Min of e4m3, filled",
                      {&form_of("TFILLPAD", "vec"), Target::a5, {dst, src}, {}},
                      {filled(e4m3, 32, 0x55), filled(e4m3, 32, 0x3A)},
                      {30, 31},
                      {{0xFE, 0xFE}, {0x08, 0x08}}});
}

TEST(ChoicesOfPages, ALoadPadsFloatsOfOneByteWithTheirExtremes) {
  const OpenPoint most = loaded_with_pad("", e5m2, PadKind::max, 0x7C, 0x7C);
  EXPECT_EQ(verdict_on(most, {0x7C, 0x7C}), VerdictKind::conforms);
  EXPECT_EQ(verdict_on(most, {0x55, 0x55}), VerdictKind::conforms);  // what was there
  EXPECT_EQ(verdict_on(most, {0x7C, 0x00}), VerdictKind::deviates);
}

// ---- remainders ----

constexpr std::uint64_t one = 0x3F800000, minus_one = 0xBF800000, two = 0x40000000,
                        minus_two = 0xC0000000, four = 0x40800000, minus_four = 0xC0800000,
                        infinity = 0x7F800000, minus_infinity = 0xFF800000, nan = 0x7FC00000,
                        minus_zero = 0x80000000;

/// Remainders of tiles of f32, and after them others that no null output has.
OpenPoint remainders(const char* text, Bits dividends, Bits divisors, std::vector<Bits> machines) {
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < std::ssize(dividends); ++i) places.push_back(i);
  for (const std::uint64_t seven : {0x40E00000U, 0xC0E00000U}) {
    dividends.insert(dividends.end(), 4, seven);
    divisors.insert(divisors.end(), 4, 0x40400000);  // 3
  }
  const auto count = std::ssize(dividends);
  const TileSpec row = tile(f32, 1, count, 1, count);
  return {text,
          {&form_of("TREM", "plain"), Target::a5, {row, row, row, row}, {}},
          {filled(f32, count, 0x55), elements(f32, dividends), elements(f32, divisors),
           filled(f32, count, 0x55)},
          places,
          std::move(machines)};
}

TEST(ChoicesOfPages, RemaindersOfZeroHaveTheirSignsByOneRule) {
  const std::uint64_t minus = minus_zero;
  expect_one_reading(remainders("zeros", {four, minus_four, 0, minus, four, minus_four, 0, minus},
                                {two, two, two, two, minus_two, minus_two, minus_two, minus_two},
                                {{0, minus, 0, minus, 0, minus, 0, minus},
                                 {0, 0, 0, 0, minus, minus, minus, minus},
                                 {0, 0, 0, 0, 0, 0, 0, 0}}));
}

TEST(ChoicesOfPages, RemaindersByInfinityAreTheDivisorOrNan) {
  const OpenPoint point =
      remainders("infinities", {one, minus_one, two, minus_two},
                 {minus_infinity, infinity, minus_infinity, infinity},
                 {{minus_infinity, infinity, minus_infinity, infinity}, {nan, nan, nan, nan}});
  expect_one_reading(point);
  EXPECT_EQ(verdict_on(point, {one, minus_one, two, minus_two}), VerdictKind::deviates);
}

// ---- accumulators ----

std::uint64_t float_bits(float value) { return std::bit_cast<std::uint32_t>(value); }

/// A store of a row of `elements` by one descriptor for all columns.
OpenPoint stored_row(const char* text, ElementType to, bool rectified, std::vector<float> row,
                     std::uint64_t descriptor, std::vector<Bits> machines) {
  GlobalSpec dst;
  dst.element = to;
  dst.shape = {1, 1, 1, 1, 16};
  dst.stride = {16, 16, 16, 16, 1};
  TileSpec src = tile(f32, 16, 16, 1, 16), fp = tile(u64, 1, 16, 1, 16);
  src.type.location = Location::acc;
  src.type.blayout = BLayout::col_major;
  src.type.slayout = SLayout::row_major;
  src.type.fractal = 1024;
  fp.type.location = Location::scaling;
  ElementArray values = filled(f32, 256, float_bits(1));
  std::vector<std::int64_t> places;
  for (std::size_t i = 0; i < row.size(); ++i) {
    places.push_back(static_cast<std::int64_t>(i));
    values.set(places.back(), float_bits(row[i]));
  }
  return {text,
          {&form_of("TSTORE_FP", "plain"), Target::a5, {dst, src, fp}, {rectified ? 1 : 0}},
          {filled(to, 16, 0x55), values, filled(u64, 16, descriptor)},
          places,
          std::move(machines)};
}

std::uint64_t scaled_by(float scale, int offset = 0, bool has_sign = false) {
  return descriptor_bits(std::bit_cast<std::uint32_t>(scale), offset, has_sign);
}

/// A subnormal accumulator that bfloat16 rounds to a normal number, added to a subnormal one in
/// memory.
TEST(ChoicesOfPages, AnAccumulatorIsConvertedBeforeItIsFlushedOrAfterwards) {
  OpenPoint point = stored_row("atomic sum", bf16, false, {}, 0, {});
  point.call.form = &form_of("TSTORE", "acc_atomic");
  point.call.target = Target::a2a3;
  point.call.operands.pop_back();  // no descriptor
  point.call.attributes = {0};
  point.before.pop_back();
  point.before[0] = filled(bf16, 16, 0x0002);
  point.before[1] = filled(f32, 256, 0x007F8000);
  ASSERT_TRUE(broken_constraints(point.call).empty());
  const auto everywhere = [](std::uint64_t bits) { return Bits(16, bits); };
  point.places.resize(16);
  std::iota(point.places.begin(), point.places.end(), 0);
  EXPECT_EQ(verdict_on(point, everywhere(0x0082)), VerdictKind::conforms);  // nothing is flushed
  EXPECT_EQ(verdict_on(point, everywhere(0x0080)), VerdictKind::conforms);  // by the sum alone
  EXPECT_EQ(verdict_on(point, everywhere(0x0000)), VerdictKind::conforms);  // by both
  EXPECT_EQ(verdict_on(point, everywhere(0x0081)), VerdictKind::deviates);
}

TEST(ChoicesOfPages, AccumulatorsSaturateEverywhereOrNowhere) {
  expect_one_reading(stored_row("bytes", i8, false, {70, -70}, scaled_by(2, 0, true),
                                {{0x7F, 0x80}, {0x8C, 0x74}}));
  expect_one_reading(stored_row("halves", f16, false, {70000, -70000}, scaled_by(1),
                                {{0x7BFF, 0xFBFF}, {0x7C00, 0xFC00}}));
  // What is above 448 is NaN, or what rounds to more than that.
  expect_one_reading(stored_row("e4m3", e4m3, false, {449, 470}, scaled_by(1),
                                {{0x7E, 0x7E}, {0x7F, 0x7F}, {0x7E, 0x7F}}));
}

TEST(ChoicesOfPages, AccumulatorsAreRectifiedInOneWay) {
  expect_one_reading(
      stored_row("bytes", i8, true, {-4, -4}, scaled_by(2, 10, true), {{2, 2}, {10, 10}}));
  const float tiny = -0x1p-40F;
  expect_one_reading(stored_row("halves", f16, true, {-4, tiny, -0.0F, -4, tiny, -0.0F},
                                scaled_by(1),
                                {{0, 0, 0, 0, 0, 0},
                                 {0, 0x8000, 0x8000, 0, 0x8000, 0x8000},
                                 {0x8000, 0x8000, 0x8000, 0x8000, 0x8000, 0x8000}}));
}

TEST(ChoicesOfPages, AccumulatorsAreRoundedToHiFloat8InOneWay) {
  // A tie of 2^-19 and 2^-18, which have no fraction, and one of 1 and 1.125.
  expect_one_reading(
      stored_row("ties", hif8, false, {0x1.8p-19F, 1.0625F, 0x1.8p-19F, 1.0625F}, scaled_by(1),
                 {{0x04, 0x08, 0x04, 0x08}, {0x05, 0x08, 0x05, 0x08}, {0x05, 0x09, 0x05, 0x09}}));
}

TEST(ChoicesOfPages, AccumulatorsBecomeZerosOfE4m3WithOrWithoutTheirSign) {
  expect_one_reading(
      stored_row("zeros", e4m3, false, {-0x1p-20F, -0.0F}, scaled_by(1), {{0x80, 0x80}, {0, 0}}));
}

// ---- steps ----

/// A row of halves, of which the first two are `first` and all others `other` in each operand.
OpenPoint of_halves(const char* text, Call call, const Bits& first, std::uint64_t other,
                    std::vector<Bits> machines) {
  OpenPoint made{text, std::move(call), {}, {0, 1}, std::move(machines)};
  const std::int64_t count = 16;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const bool scalar = made.call.form->operands[i].kind == OperandKind::scalar;
    made.before.push_back(filled(f16, scalar ? 1 : count, first[i]));
    if (scalar) {
      made.call.operands.emplace_back(ScalarSpec{f16, first[i]});
      continue;
    }
    made.call.operands.emplace_back(tile(f16, 1, count, 1, count));
    for (std::int64_t place = 2; place < count; ++place) made.before.back().set(place, other);
  }
  return made;
}

TEST(ChoicesOfPages, AProductAndASumAreRoundedInOneWay) {
  const auto scaled = [](const char* text, const Bits& first, std::vector<Bits> machines) {
    return of_halves(text, {&form_of("TAXPY", "plain"), Target::a5, {}, {}}, first, 0x3C00,
                     std::move(machines));
  };
  // dst, src and the scalar; once or each step, once or in float.
  expect_one_reading(
      scaled("halves", {0x3E3F, 0x3E9E, 0x4285}, {{0x46F4, 0x46F4}, {0x46F5, 0x46F5}}));
  expect_one_reading(
      scaled("in float", {0xEF6E, 0x3CC4, 0x3EB7}, {{0xEF6D, 0xEF6D}, {0xEF6E, 0xEF6E}}));
}

TEST(ChoicesOfPages, SumsOfThreeAreRoundedInOneWay) {
  expect_one_reading(of_halves("sum", {&form_of("TADDC", "plain"), Target::cpu, {}, {}},
                               {0x5555, 0x40F2, 0x3E5B, 0xC352}, 0x3C00,
                               {{0x3670, 0x3670}, {0x366C, 0x366C}}));
}

TEST(ChoicesOfPages, SignallingNansBecomeQuietEverywhereOrNowhere) {
  expect_one_reading(of_halves("magnitude", {&form_of("TABS", "plain"), Target::a5, {}, {}},
                               {0x5555, 0xFC01}, 0xBC00, {{0x7C01, 0x7C01}, {0x7E01, 0x7E01}}));
}

// ---- codes ----

/// Integer codes of a row of numbers and infinities by one scale, with an offset if there is one.
OpenPoint codes_of(const char* text, std::vector<float> row, float scale,
                   std::optional<float> offset, std::vector<Bits> machines) {
  const ElementType codes = offset ? u8 : i8;
  const TileSpec parameter = tile(f32, 1, 8, 1, 1);
  OpenPoint made{
      text,
      {&form_of("TQUANT", offset ? "int8_asym" : "int8_sym"),
       Target::cpu,
       {tile(codes, 1, 32, 1, 32), tile(f32, 1, 32, 1, 32), parameter},
       {0}},
      {filled(codes, 32, 0x55), filled(f32, 32, infinity), filled(f32, 8, float_bits(scale))},
      {},
      std::move(machines)};
  for (std::size_t i = 0; i < row.size(); ++i) {
    made.places.push_back(static_cast<std::int64_t>(i));
    made.before[1].set(made.places.back(), float_bits(row[i]));
  }
  if (offset) {
    made.call.operands.emplace_back(parameter);
    made.before.push_back(filled(f32, 8, float_bits(*offset)));
  }
  return made;
}

TEST(ChoicesOfPages, AScaleOfCodesDividesOrMultiplies) {
  expect_one_reading(
      codes_of("scale", {5, 7, -5, 9}, 2, {}, {{2, 4, 0xFE, 4}, {10, 14, 0xF6, 18}}));
  expect_one_reading(codes_of("offset", {2.5F, 4.5F}, 1, 1, {{3, 5}, {4, 6}}));
}

TEST(ChoicesOfPages, CodesNextToATieAreThoseOfExactNumbersOrOfFloats) {
  // The quotient is 65.5 - 1.8e-7, of which 65.5 is the nearest float.
  const float number = std::nextafter(65.5F, 66.0F);
  expect_one_reading(
      codes_of("quotient", {number, -number}, 0x1.000002p0F, {}, {{65, 0xBF}, {66, 0xBE}}));
}

/// Halves of one group of 32 columns, the greatest of them the least normal number.
TEST(ChoicesOfPages, SubnormalNumbersOfAGroupHaveCodesOrCountAsZeros) {
  const TileSpec scratch = tile(f16, 16, 16, 16, 1);
  Call call{&form_of("TQUANT", "mx_columns"),
            Target::a5,
            {tile(i8, 16, 32, 16, 32), tile(f16, 16, 32, 16, 32), tile(u8, 16, 32, 16, 1), scratch,
             scratch},
            {0, 0}};
  ASSERT_TRUE(broken_constraints(call).empty());
  Contents before{filled(i8, 512, 0x55), filled(f16, 512, 0x0400), filled(u8, 512, 0x55),
                  filled(f16, 256, 0x55), filled(f16, 256, 0x55)};
  for (const std::int64_t place : {0, 1}) before[1].set(place, 1);  // 2^-24, scaled by 2^22
  expect_one_reading({"subnormal", call, before, {0, 1}, {{0x28, 0x28}, {0, 0}}});
}

// ---- sorts ----

TEST(ChoicesOfPages, ANaNWithoutASignComesFirstOrLast) {
  const std::uint64_t quiet = 0x7E00, number = 0x3C00, larger = 0x4000;
  Call call{&form_of("TSORT32", "tmp"),
            Target::a5,
            {tile(f16, 1, 128, 1, 12), tile(f16, 1, 32, 1, 3), tile(u32, 1, 32, 1, 3),
             tile(f16, 1, 32, 1, 32)},
            {}};
  ASSERT_TRUE(broken_constraints(call).empty());
  Contents before{filled(f16, 128, 0x55), filled(f16, 32, 0x55), filled(u32, 32, 0x55),
                  filled(f16, 32, 0x55)};
  const Bits values{quiet, number, larger};
  for (std::int64_t i = 0; i < 3; ++i) {
    before[1].set(i, values[static_cast<std::size_t>(i)]);
    before[2].set(i, 7 + static_cast<std::uint64_t>(i));
  }
  const OpenPoint point{"NaN",
                        call,
                        before,
                        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
                        {{larger, 0, 9, 0, number, 0, 8, 0, quiet, 0, 7, 0},
                         {quiet, 0, 7, 0, larger, 0, 9, 0, number, 0, 8, 0}}};
  expect_one_reading(point);
  EXPECT_EQ(verdict_on(point, {larger, 0, 9, 0, quiet, 0, 7, 0, number, 0, 8, 0}),
            VerdictKind::deviates);
}

// ---- counts ----

TEST(ChoicesOfPages, CountsAreOfIndicesOrOfElements) {
  const TileSpec counts = tile(i32, 2, 8, 2, 1);
  Call call{
      &form_of("TCONCAT", "indexed"),
      Target::a5,
      {tile(f16, 2, 16, 2, 8), tile(f16, 2, 16, 2, 5), tile(f16, 2, 16, 2, 3), counts, counts},
      {}};
  Contents before{filled(f16, 32, 0x55), filled(f16, 32, 0), filled(f16, 32, 0), filled(i32, 16, 0),
                  filled(i32, 16, 0)};
  for (std::int64_t i = 0; i < 32; ++i) {
    before[1].set(i, 100 + static_cast<std::uint64_t>(i));
    before[2].set(i, 200 + static_cast<std::uint64_t>(i));
  }
  for (const std::int64_t row : {0, 1}) {  // 8 and 4 bytes
    before[3].set(row * 8, 8);
    before[4].set(row * 8, 4);
  }
  // Two columns and one, or four and two; columns after those of both are open.
  const OpenPoint point{"counts",
                        call,
                        before,
                        {2, 3, 4, 5, 18, 19, 20, 21},
                        {{200, 7, 7, 7, 216, 7, 7, 7}, {102, 103, 200, 201, 118, 119, 216, 217}}};
  expect_one_reading(point);
  EXPECT_EQ(verdict_on(point, {102, 7, 200, 201, 118, 119, 216, 217}), VerdictKind::deviates);
}

}  // namespace
}  // namespace assay::ops
