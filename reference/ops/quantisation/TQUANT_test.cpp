// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "reference/numerics/evaluate.hpp"
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

constexpr std::uint64_t half = 0x3F000000, two = 0x40000000, quiet = 0x7FC00000;

// ---- integer codes ----

TileSpec column() {
  TileSpec made = tile(f32, 8, 1, 2, 1);
  made.type.blayout = BLayout::col_major;
  return made;
}

/// Numbers of 2 x 8, and parameters of two rows.
Call quantise(Target target, const TileSpec& parameters, bool with_offset) {
  Call call{&form_of("TQUANT", with_offset ? "int8_asym" : "int8_sym"),
            target,
            {tile(with_offset ? u8 : i8, 2, 32, 2, 8), tile(f32, 2, 8, 2, 8), parameters},
            {0}};
  if (with_offset) call.operands.emplace_back(parameters);
  return call;
}

ElementArray two_rows(std::uint64_t first, std::uint64_t second, std::int64_t pitch) {
  ElementArray made = filled(f32, 8 * pitch, quiet);
  made.set(0, first);
  made.set(pitch, second);
  return made;
}

/// 5, -5, 7, 300, -300, infinity, NaN and 0, twice.
ElementArray numbers() {
  std::vector<std::uint64_t> row{0x40A00000, 0xC0A00000, 0x40E00000, 0x43960000,
                                 0xC3960000, 0x7F800000, quiet,      0};
  const std::vector<std::uint64_t> once = row;
  row.insert(row.end(), once.begin(), once.end());
  return elements(f32, row);
}

TEST(Quantisation, DividesByTheScaleOfARowAndTakesTheNearestCode) {
  const Call call = quantise(Target::a5, column(), false);
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto expected = expected_tile(call, {filled(i8, 64, 0), numbers(), two_rows(two, half, 1)});
  // 2.5, -2.5, 3.5, 150, -150, infinity, NaN, 0
  const std::vector<std::uint64_t> codes{2, 0xFE, 4, 127, 0x80, 127, 0, 0};
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    EXPECT_EQ(accept_at(expected, at), i == 6 ? Accept::target_defined : Accept::exact) << i;
    if (i != 6) {
      EXPECT_EQ(expected.value[at], codes[i]) << i;
    }
  }
  EXPECT_EQ(expected.value[32], 10U);
  EXPECT_EQ(accept_at(expected, 8), Accept::unspecified);
}

TEST(Quantisation, AddsTheOffsetToAWholeNumber) {
  const Call call = quantise(Target::cpu, tile(f32, 8, 16, 2, 1), true);
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto expected = expected_tile(call, {filled(u8, 64, 0), numbers(), two_rows(two, half, 16),
                                             two_rows(0x40400000, 0x437F0000, 16)});  // 3 and 255
  // 2 + 3, where the sum 5.5 would become 6; -2 + 3; 4 + 3; the ends
  const std::vector<std::uint64_t> codes{5, 1, 7, 153, 0, 255};
  for (std::size_t i = 0; i < codes.size(); ++i) {
    EXPECT_EQ(expected.value[static_cast<std::int64_t>(i)], codes[i]) << i;
  }
  EXPECT_EQ(expected.value[32], 255U);
  EXPECT_EQ(expected.value[33], 245U);
}

TEST(Quantisation, OfASubnormalNumberMayBeThatOfZero) {
  const Call call = quantise(Target::cpu, column(), false);
  const std::vector<ElementArray> before{filled(i8, 64, 0), filled(f32, 16, 0x00700000),
                                         two_rows(0x00800000, two, 1)};
  EXPECT_EQ(expected_tile(call, before).value[0], 1U);
  EXPECT_EQ(accept_at(expected_tile(call, before), 0), Accept::exact);
  const auto flushed = reading(Choice::subnormals, subnormals_flushed);
  EXPECT_EQ(expected_tile(call, before, flushed).value[0], 0U);
}

TEST(Quantisation, MultipliesByTheScaleInTheOtherReading) {
  const auto factor = reading(Choice::quantiser_scale, scale_is_factor);
  const auto symmetric =
      expected_tile(quantise(Target::a5, column(), false),
                    {filled(i8, 64, 0), numbers(), two_rows(two, half, 1)}, factor);
  // 10, -10, 14, 600, -600, infinity, NaN; 2.5 in the second row
  const std::vector<std::uint64_t> codes{10, 0xF6, 14, 127, 0x80, 127};
  for (std::size_t i = 0; i < codes.size(); ++i) {
    EXPECT_EQ(symmetric.value[static_cast<std::int64_t>(i)], codes[i]) << i;
  }
  EXPECT_EQ(accept_at(symmetric, 6), Accept::target_defined);
  EXPECT_EQ(symmetric.value[32], 2U);
  // 2.5 + 3 is made whole at once.
  const auto with_offset = expected_tile(
      quantise(Target::cpu, tile(f32, 8, 16, 2, 1), true),
      {filled(u8, 64, 0), numbers(), two_rows(half, half, 16), two_rows(0x40400000, 0, 16)},
      factor);
  EXPECT_EQ(with_offset.value[0], 6U);
}

TEST(Quantisation, ScalesOfCasesAreLegalAndSomeQuotientsAreTies) {
  Call call = quantise(Target::a5, tile(f32, 8, 1, 4, 1), true);
  call.tile("src") = tile(f32, 4, 8, 4, 8);
  call.tile("scale").type.blayout = call.tile("offset").type.blayout = BLayout::col_major;
  std::vector<ElementArray> contents{filled(u8, 128, 0), filled(f32, 32, 0x41234567),
                                     filled(f32, 8, quiet), filled(f32, 8, quiet)};
  call.form->admit(call, contents);
  for (std::int64_t row = 0; row < 4; ++row) {
    const double scale = numerics::decode(f32, contents[2][row]).to_double();
    EXPECT_GT(scale, 0) << row;
    EXPECT_LT(scale, 32) << row;
    const double offset = numerics::decode(f32, contents[3][row]).to_double();
    EXPECT_EQ(offset, static_cast<double>(static_cast<int>(offset))) << row;
  }
  const double quotient =
      (numerics::decode(f32, contents[1][3 * 8 + 3]) / numerics::decode(f32, contents[2][3]))
          .to_double();
  EXPECT_EQ(quotient - static_cast<double>(static_cast<int>(quotient)), quotient < 0 ? -0.5 : 0.5);
}

// ---- codes of groups ----

/// One or two groups of 16-bit numbers, with all that one call needs.
Call quantise_groups(const char* form, ElementType numbers, ElementType codes, int format) {
  const bool columns = std::string_view(form) == "mx_columns";
  const std::int64_t rows = columns ? 16 : 64, cols = 32;
  Call call{&form_of("TQUANT", form), Target::a5, {tile(codes, rows, cols, rows, cols)}, {}};
  call.operands.emplace_back(tile(numbers, rows, cols, rows, cols));
  call.operands.emplace_back(tile(u8, 16, 32, 16, 1));
  if (!columns) call.operands[2] = tile(u8, 2, 32, 2, 32);
  if (std::string_view(form) == "mx_interleaved") call.operands[2] = tile(u8, 1, 64, 1, 64);
  const std::int64_t scratch_cols = columns ? 32 / size_of(numbers) : 32;
  for (int i = 0; i < 2; ++i) {
    call.operands.emplace_back(
        tile(numbers, columns ? 16 : 2, scratch_cols, columns ? 16 : 2, columns ? 1 : 32));
  }
  for (const Attribute& one : call.form->attributes) {
    call.attributes.push_back(one.values.size() > 1 ? format : 0);
  }
  return call;
}

std::vector<ElementArray> contents_of(const Call& call, ElementArray numbers) {
  std::vector<ElementArray> made;
  for (const OperandValue& value : call.operands) {
    const TileType& type = std::get<TileSpec>(value).type;
    made.push_back(filled(type.element, type.elements(), 0));
  }
  made[1] = std::move(numbers);
  return made;
}

TEST(QuantisationOfGroups, SharesTheExponentOfTheGreatestNumber) {
  const Call call = quantise_groups("mx_columns", f16, i8, 0);
  EXPECT_EQ(broken_constraints(call), Names{});
  ElementArray numbers = filled(f16, 512, 0);
  numbers.set(0, 0x4A00);   // 12, of exponent 3: exp is 127 + 3 - 8, the factor 32
  numbers.set(1, 0xBC00);   // -1
  numbers.set(2, 0x3C10);   // 1 + 2^-6, between 32 and 36
  numbers.set(3, 0x8000);   // -0
  numbers.set(32, 0x4BC0);  // 15.5: 496 is cut
  const auto contents = contents_of(call, numbers);
  const auto exponents = expected_tile(call, contents, 1);
  EXPECT_EQ(accept_at(exponents, 0), Accept::exact);
  EXPECT_EQ(exponents.value[0], 122U);
  EXPECT_EQ(accept_at(exponents, 64), Accept::target_defined);
  EXPECT_EQ(accept_at(exponents, 1), Accept::unspecified);
  const auto codes = expected_tile(call, contents);
  EXPECT_EQ(codes.value[0], 0x7CU);  // 384
  EXPECT_EQ(codes.value[1], 0xE0U);  // -32
  EXPECT_EQ(accept_at(codes, 2), Accept::any_of);
  EXPECT_EQ(codes.value[2], 0x60U);
  EXPECT_EQ(codes.high[2], 0x61U);
  EXPECT_EQ(codes.value[3], 0x80U);
  EXPECT_EQ(codes.value[32], 0x7EU);  // 448
  EXPECT_EQ(codes.value[64], 0U);     // of a group of zeros
  EXPECT_EQ(accept_at(codes, 64), Accept::exact);
}

TEST(QuantisationOfGroups, CutsCodesOfFourBitsAtSix) {
  const Call call = quantise_groups("mx_rows", bf16, e2m1, 1);
  EXPECT_EQ(broken_constraints(call), Names{});
  ElementArray numbers = filled(bf16, 2048, 0);
  numbers.set(5, 0xC0E0);            // -7 in row 0, of exponent 2: exp is 127
  numbers.set(31 * 32 + 5, 0x3FC0);  // 1.5 in the last row of the group
  numbers.set(32 * 32 + 5, 0x4040);  // 3 in the next: exp is 126, the factor 2
  const auto contents = contents_of(call, numbers);
  const auto exponents = expected_tile(call, contents, 1);
  EXPECT_EQ(exponents.value[5], 127U);
  EXPECT_EQ(exponents.value[32 + 5], 126U);
  const auto codes = expected_tile(call, contents);
  EXPECT_EQ(codes.value[5], 0xFU);  // -6
  EXPECT_EQ(codes.value[31 * 32 + 5], 3U);
  EXPECT_EQ(codes.value[32 * 32 + 5], 7U);  // 6
}

TEST(QuantisationOfGroups, InterleavesExponentsOfTwoGroups) {
  const Call call = quantise_groups("mx_interleaved", f32, i8, 0);
  EXPECT_EQ(broken_constraints(call), Names{});
  ElementArray numbers = filled(f32, 2048, 0x3F800000);
  numbers.set(40 * 32 + 3, 0x43800000);  // 256 in the second group of column 3
  const auto exponents = expected_tile(call, contents_of(call, numbers), 1);
  EXPECT_EQ(exponents.value[6], 119U);
  EXPECT_EQ(exponents.value[7], 127U);
  EXPECT_EQ(exponents.value[8], 119U);
  EXPECT_EQ(exponents.value[9], 119U);
}

TEST(QuantisationOfGroups, PromisesNothingOfNaNAndOfSizesWithoutAScale) {
  const Call call = quantise_groups("mx_columns", f32, i8, 0);
  for (const std::uint64_t bits : {quiet, std::uint64_t{0x7F800000}, std::uint64_t{0x03800000}}) {
    ElementArray numbers = filled(f32, 512, 0);
    numbers.set(7, bits);
    const auto contents = contents_of(call, numbers);
    EXPECT_EQ(accept_at(expected_tile(call, contents, 1), 0), Accept::target_defined) << bits;
    EXPECT_EQ(accept_at(expected_tile(call, contents), 0), Accept::target_defined) << bits;
  }
  ElementArray least = filled(f32, 512, 0);
  least.set(7, 0x04000000);  // 2^-119
  const auto exponents = expected_tile(call, contents_of(call, least), 1);
  EXPECT_EQ(accept_at(exponents, 0), Accept::exact);
  EXPECT_EQ(exponents.value[0], 0U);
}

TEST(QuantisationOfGroups, TakesNoFloatForCodesOfFourBits) {
  EXPECT_EQ(broken_constraints(quantise_groups("mx_rows", f32, e2m1, 1)), Names{"src.of_format"});
  EXPECT_EQ(broken_constraints(quantise_groups("mx_rows", f16, i8, 1)), Names{"dst.element"});
}

// ---- known deviations ----

Samples of_negative_zeros() {
  Samples made;
  for (const auto& [form, number] :
       {std::pair("mx_columns", "E-TQUANT-009"), std::pair("mx_rows", "E-TQUANT-010")}) {
    Call call = quantise_groups(form, bf16, i8, 0);
    call.target = Target::cpu;
    ElementArray numbers = filled(bf16, call.tile("src").type.elements(), 0x3F80);
    numbers.set(1, 0x8000);
    made.push_back(Sample(number, call, contents_of(call, numbers)).gives(1, 0));
  }
  return made;
}

/// Errata that permit anything, by the calls that they are about.
Samples of_quantised_memory() {
  const auto packed = [](const TileSpec& scales) {
    Sample made("E-TQUANT-007", quantise(Target::a5, scales, false));
    return made.holds(made.call().form->operands[2].name, two).gives(0, 9);
  };
  const auto groups = [](const char* number, const char* form, Target target, ElementType codes) {
    Call call = quantise_groups(form, bf16, codes, codes == e2m1 ? 1 : 0);
    call.target = target;
    const ElementArray ones = filled(bf16, call.tile("src").type.elements(), 0x3F80);
    return Sample(number, call, contents_of(call, ones)).gives(0, 1);
  };
  return {packed(tile(f32, 8, 16, 2, 1)),
          packed(column()).is_another(),
          groups("E-TQUANT-008", "mx_rows", Target::cpu, e2m1),
          groups("E-TQUANT-008", "mx_rows", Target::cpu, i8).is_another(),
          groups("E-TQUANT-011", "mx_rows", Target::cpu, e2m1)
              .breaks("dst.element")
              .overruns("dst", 1024, 64),
          groups("E-TQUANT-011", "mx_rows", Target::cpu, i8)
              .breaks("dst.element")
              .overruns("dst", 1024, 64)
              .is_another(),
          groups("E-TQUANT-012", "mx_columns", Target::a5, i8),
          groups("E-TQUANT-012", "mx_rows", Target::a5, i8).is_another()};
}

const SamplesOf samples_of_quantised_numbers{of_negative_zeros, of_quantised_memory};

}  // namespace
}  // namespace assay::ops
