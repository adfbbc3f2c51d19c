// SPDX-License-Identifier: Apache-2.0
// Machines that flush subnormal numbers, on pages where more is flushed than elements of tiles:
// scalars, what lies between two steps, single factors, one of several values.
#include <gtest/gtest.h>

#include "reference/judge/records/record.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;
using Bits = std::vector<std::uint64_t>;

constexpr std::uint64_t tiny = 0x00000002, least = 0x00800000;  // of f32
constexpr std::uint64_t one = 0x3F800000, two = 0x40000000, minus = 0x80000000;

TileSpec row_of(ElementType type, std::int64_t count = 1) { return tile(type, 1, 16, 1, count); }

ElementArray row(ElementType type, const Bits& bits) {
  ElementArray made = filled(type, 16, 0);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    made.set(static_cast<std::int64_t>(i), bits[i]);
  }
  return made;
}

/// The verdict on a machine that gives `result` as element 0 of operand 0.
Verdict verdict_on(Call call, const std::vector<ElementArray>& before, std::uint64_t result,
                   const ToleranceLookup& tolerances = ToleranceLookup(correctly_rounded)) {
  Case test_case;
  test_case.call = std::move(call);
  Trial trial;
  trial.before = before;
  trial.after = before;
  trial.after[0].set(0, result);
  const std::vector<Trial> trials{trial, trial, trial};
  return judge(test_case, trials, Standard{tolerances});
}

/// The readings to which it conforms: names of those of subnormal numbers, "any" if they make no
/// difference, "none" if it is wrong.
std::string read(Call call, const std::vector<ElementArray>& before, std::uint64_t result) {
  const Verdict verdict = verdict_on(std::move(call), before, result);
  if (verdict.kind == VerdictKind::deviates) return "none";
  std::string names;
  for (const AllowedReadings& seen : verdict.readings) {
    for (const auto& combination : seen.allowed) {
      names += std::string(names.empty() ? "" : " ");
      names += text_of(seen.choices[0]).readings[combination[0]].name;
    }
  }
  return names.empty() ? "any" : names;
}

std::string read_sum(ElementType passed, std::uint64_t scalar, std::uint64_t result) {
  const Call call{
      &form_of("TADDS", "plain"), a5, {row_of(f32), row_of(f32), ScalarSpec{passed, scalar}}, {}};
  return read(call, {row(f32, {}), row(f32, {least}), elements(passed, {scalar})}, result);
}

TEST(Flushing, ReachesScalars) {
  EXPECT_EQ(read_sum(f32, tiny, least), "flushed");
  EXPECT_EQ(read_sum(f32, tiny, least + tiny), "kept results_flushed");
  EXPECT_EQ(read_sum(f64, 0x36B0000000000000, least), "flushed");  // 2^-148
  EXPECT_EQ(read_sum(f64, 0x36B0000000000000, least + 1), "none");
}

TEST(Flushing, CountsInTheTypeThatAScalarIsConvertedTo) {
  // Below the normal numbers of f32, and 2^-126 as an element of bf16.
  const ScalarSpec scalar{f32, 0x007FFFFF};
  const Call call{&form_of("TADDS", "plain"), a5, {row_of(bf16), row_of(bf16), scalar}, {}};
  const std::vector<ElementArray> before{row(bf16, {}), row(bf16, {0x0001}),
                                         elements(f32, {scalar.bits})};
  EXPECT_EQ(read(call, before, 0x0080), "flushed");
  EXPECT_EQ(read(call, before, 0x0000), "none");
}

TEST(Flushing, ReachesWhatLiesBetweenTwoSteps) {
  // 2^-126 + 2^-149 - 2^-126 is subnormal, and 2^-126 is added to it.
  const Call call{
      &form_of("TADDC", "plain"), cpu, {row_of(f32), row_of(f32), row_of(f32), row_of(f32)}, {}};
  const std::vector<ElementArray> before{row(f32, {}), row(f32, {least + 1}),
                                         row(f32, {minus | least}), row(f32, {least})};
  EXPECT_EQ(read(call, before, least + 1), "kept");
  EXPECT_EQ(read(call, before, least), "flushed results_flushed");
  EXPECT_EQ(read(call, before, least + 2), "none");
}

std::string read_product(const Bits& factors, std::uint64_t result) {
  TileSpec out = tile(f32, 1, 16, 1, 1);
  out.type.blayout = BLayout::col_major;
  out.type.rows = 16, out.type.cols = 1;
  const auto count = static_cast<std::int64_t>(factors.size());
  const Call call{
      &form_of("TROWPROD", "plain"), a5, {out, row_of(f32, count), row_of(f32, count)}, {}};
  return read(call, {row(f32, {}), row(f32, factors), row(f32, {})}, result);
}

TEST(Flushing, ReachesPartialProducts) {
  const Bits factors{0x1F800000, 0x1F800000, 0x60000000};  // 2^-64 * 2^-64 * 2^65
  constexpr std::uint64_t product = 0x20000000;            // 2^-63
  EXPECT_EQ(read_product(factors, product), "any");
  EXPECT_EQ(read_product(factors, 0), "flushed results_flushed");
  EXPECT_EQ(read_product({one, two, tiny}, 2 * tiny), "kept");
}

/// Of the sum of the first of two rows.
std::string read_row_sum(const Bits& first, const Bits& second, std::uint64_t result) {
  TileSpec out = tile(f32, 2, 16, 2, 1), in = tile(f32, 2, 16, 2, 2);
  ElementArray contents = filled(f32, 32, 0), sums = filled(f32, 32, 0);
  for (std::size_t i = 0; i < 2; ++i) {
    contents.set(static_cast<std::int64_t>(i), first[i]);
    contents.set(static_cast<std::int64_t>(16 + i), second[i]);
  }
  sums.set(16, second[0]);  // the other term of that row is a zero
  const Call call{&form_of("TROWSUM", "plain"), a5, {out, in, in}, {}};
  return read(call, {sums, contents, contents}, result);
}

TEST(Flushing, ReachesSumsOfSmallTermsAlone) {
  EXPECT_EQ(read_row_sum({tiny, tiny}, {one, 0}, 0), "flushed results_flushed");
  EXPECT_EQ(read_row_sum({one, one}, {least, 0}, two), "any");
  EXPECT_EQ(read_row_sum({one, one}, {least, 0}, two + 1), "none");  // flushing explains no error
}

TEST(Flushing, LeavesTheOnlyFactorOfALine) {
  EXPECT_EQ(read_product({tiny}, tiny), "any");
  EXPECT_EQ(read_product({tiny}, 0), "flushed results_flushed");
  EXPECT_EQ(read_product({tiny}, 2 * tiny), "none");
}

/// The distance in ulp of `result` from what the sum of two elements promises.
double distance_of_sum(std::uint64_t left, std::uint64_t right, std::uint64_t result,
                       const ToleranceLookup& tolerances = ToleranceLookup(correctly_rounded)) {
  const Call call{&form_of("TADD", "plain"), a5, {row_of(f32), row_of(f32), row_of(f32)}, {}};
  return verdict_on(call, {row(f32, {}), row(f32, {left}), row(f32, {right})}, result, tolerances)
      .max_ulp.value();
}

TEST(Flushing, IsNoDistanceFromTheResultThatAMachineMayFlush) {
  constexpr std::uint64_t more = least + 0x00400000;  // 2^-126 and 2^-127
  EXPECT_EQ(distance_of_sum(more, minus | least, 0x00400000), 0);
  EXPECT_EQ(distance_of_sum(more, minus | least, 0), 0);
}

TEST(Flushing, IsTheDistanceOfASubnormalNumberWhereItIsDemanded) {
  const auto flushed =
      ToleranceLookup(correctly_rounded).with_also({{.choice = Choice::subnormals, .reading = 1}});
  constexpr std::uint64_t more = least + 0x00400000;
  EXPECT_EQ(distance_of_sum(more, minus | least, 0, flushed), 0);
  EXPECT_EQ(distance_of_sum(more, minus | least, 0x00400000, flushed), 0x00400000);
}

Call conversion(ElementType to) {
  TileSpec src = tile(f32, 16, 16, 1, 1), dst = tile(to, 16, 16, 1, 1);
  src.type.location = Location::acc;
  for (TileType* type : {&src.type, &dst.type}) {
    type->blayout = BLayout::col_major;
    type->slayout = SLayout::row_major;
  }
  src.type.fractal = 1024;
  dst.type.location = Location::mat;
  return {&form_of("TMOV", "cast"), a5, {dst, src}, {1}};
}

TEST(Flushing, IsAChoiceOfConversionsAndNotOfCopies) {
  const auto read_moved = [](ElementType to, std::uint64_t from, std::uint64_t result) {
    return read(conversion(to), {filled(to, 256, 0), filled(f32, 256, from)}, result);
  };
  EXPECT_EQ(read_moved(f16, 0x37000000, 0x0080), "kept");  // 2^-17
  EXPECT_EQ(read_moved(f16, 0x37000000, 0), "flushed results_flushed");
  EXPECT_EQ(read_moved(f32, tiny, tiny), "any");
  EXPECT_EQ(read_moved(f32, tiny, 0), "none");
}

}  // namespace
}  // namespace assay::ops
