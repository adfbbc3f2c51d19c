// SPDX-License-Identifier: Apache-2.0
// Errata that no test of a family tries: each is known by its number where it is in effect, and a
// deviation elsewhere.
#include <algorithm>
#include <bit>
#include <tuple>

#include "reference/judge/judge.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/tile_scalar/scalar_row_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

Tolerance exactly(const ToleranceKey&) { return {Tolerance::Kind::exact, 0, {}}; }

VerdictKind kind_of(const Call& call, const Trial& trial, const std::string& errata) {
  Case test_case;
  test_case.call = call;
  return judge(test_case, std::vector{trial},
               Standard{of_first_readings(exactly), errata_choice_of(errata)})
      .kind;
}

/// A call whose sources hold one pattern, and dst zeros.
Trial trial_of(const Call& call, std::uint64_t source) {
  Trial trial;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    if (const auto* scalar = std::get_if<ScalarSpec>(&call.operands[i])) {
      trial.before.push_back(elements(scalar->element, {scalar->bits}));
      continue;
    }
    const TileType& type = std::get<TileSpec>(call.operands[i]).type;
    const bool is_source = call.form->operands[i].role == Role::input;
    trial.before.push_back(filled(type.element, type.elements(), is_source ? source : 0));
  }
  return trial;
}

/// The promise, except for one element of dst.
void expect_known(const char* number, const Call& call, std::uint64_t source, std::int64_t index,
                  std::uint64_t promised, std::uint64_t erroneous) {
  Trial trial = trial_of(call, source);
  trial.after = trial.before;
  const auto expected = std::get<ExpectedTile>(expect(call, trial.before, exactly).front());
  for (std::int64_t i = 0; i < expected.value.size(); ++i) {
    if (accept_at(expected, i) != Accept::preserved) trial.after[0].set(i, expected.value[i]);
  }
  EXPECT_EQ(trial.after[0][index], promised) << number;
  trial.after[0].set(index, erroneous);
  EXPECT_EQ(kind_of(call, trial, number), VerdictKind::known_deviation) << number;
  EXPECT_EQ(kind_of(call, trial, "none"), VerdictKind::deviates) << number;
}

TEST(SingleErrata, OfResultsAreKnownByTheirNumber) {
  // (1 + 2^-10)^2 is 1 + 2^-9 + 2^-20; half has no place for the last term.
  expect_known("E-TAXPY-003", scalar_call({"TAXPY", "plain", cpu}, f16, f32, {f16, 0x3C01}, 1),
               0x3C01, 0, 0x3F804008, 0x3F804000);
  // 3^25 does not fit in 32 bits.
  expect_known("E-TPOWS-001", scalar_call({"TPOWS", "plain", cpu}, i32, i32, {i32, 25}, 1), 3, 0,
               0x46562AA3, 0x80000000);
  expect_known("E-TREMS-002", scalar_call({"TREMS", "plain", a2a3}, i32, i32, {i32, 3}, 65), 7, 64,
               1, 0xFFFFFFFE);
}

TEST(SingleErrata, OfComparisonsWithAScalarAreKnownByTheirNumber) {
  const auto compared = [](Target target, ElementType type, std::int64_t lanes, ScalarSpec scalar) {
    Call call = scalar_call({"TCMPS", "scalar", target}, type, u32, scalar, lanes);
    call.tile("dst").valid_cols = (lanes + 31) / 32;
    return call;
  };
  expect_known("E-TCMPS-003", compared(a5, i64, 72, {i32, 0}), 0, 2, 0xFF, 0);
  // 2^-31 is less than 1e-9; a byte of the mask is in a separate element.
  expect_known("E-TCMPS-013", compared(cpu, f32, 8, {f32, 0x30000000}), 0, 0, 0, 0xFF);
}

/// What the erratum gives for these contents; `erroneous` is the element at `index` of it.
void expect_own_result(const std::string& number, const Call& call,
                       std::vector<ElementArray> before, std::int64_t index,
                       std::uint64_t erroneous) {
  const auto& errata = call.form->errata;
  const auto own =
      std::ranges::find(errata, number, [](const Erratum* one) { return one->number; });
  ASSERT_NE(own, errata.end()) << number;
  const Result& result = (*own)->results.front();
  const auto made = std::get<ExpectedTile>(result.semantics({call, before, Tolerance{}}));
  Trial trial;
  trial.after = before;
  trial.before = std::move(before);
  for (std::int64_t i = 0; i < made.value.size(); ++i) {
    if (accept_at(made, i) != Accept::preserved) trial.after[0].set(i, made.value[i]);
  }
  EXPECT_EQ(trial.after[0][index], erroneous) << number;
  EXPECT_EQ(kind_of(call, trial, number), VerdictKind::known_deviation) << number;
  EXPECT_EQ(kind_of(call, trial, "none"), VerdictKind::deviates) << number;
}

/// A window of an accumulator of int32 that is converted by descriptors: 2 x 3 elements.
Call converted_window(const char* op, ElementType to) {
  TileSpec dst = tile(to, 32, 32, 2, 3), src = tile(i32, 32, 32, 2, 3), fp = tile(u64, 1, 16, 1, 3);
  for (TileSpec* one : {&dst, &src}) {
    one->type.location = one == &src ? Location::acc : Location::mat;
    one->type.blayout = BLayout::col_major;
    one->type.slayout = SLayout::row_major;
  }
  src.type.fractal = 1024;
  fp.type.location = Location::scaling;
  const ScalarSpec first{u16, 0};
  return {&form_of(op, "plain"), cpu, {dst, src, fp, first, first}, {0}};
}

TEST(SingleErrata, OfWindowsByDescriptorsAreKnownByTheirNumber) {
  const auto contents = [](ElementType to, std::uint64_t from, float scale, int offset) {
    const auto bits = std::bit_cast<std::uint32_t>(scale);
    return std::vector{filled(to, 1024, 0x55), filled(i32, 1024, from),
                       filled(u64, 16, descriptor_bits(bits, offset, to == i8)), elements(u16, {0}),
                       elements(u16, {0})};
  };
  for (const std::string op : {"TEXTRACT_FP", "TINSERT_FP"}) {
    expect_own_result("E-" + op + "-001", converted_window(op.c_str(), i8),
                      contents(i8, 20, 0.5F, -3), 0, 127);
    expect_own_result("E-" + op + "-002", converted_window(op.c_str(), u8),
                      contents(u8, (1U << 25) + 1, 0x1p-26F, 4), 0, 4);
  }
}

TEST(SingleErrata, OfFillsAreKnownByTheirNumber) {
  constexpr std::uint64_t inside = 0x21, old = 0x65;
  const auto expanded = [&](const char* number, Target target, ElementType to, ElementType from,
                            Pad pad, Pad pad_of_src, std::int64_t index, std::uint64_t erroneous) {
    const std::int64_t cols = 256 / bits_of(to);
    TileSpec dst = tile(to, 2, cols, 1, 4), src = tile(from, 2, cols, 1, 3);
    dst.type.pad = pad;
    src.type.pad = pad_of_src;
    expect_own_result(number, {&form_of("TFILLPAD_EXPAND", "vec"), target, {dst, src}, {}},
                      {filled(to, 2 * cols, old), filled(from, 2 * cols, inside)}, index,
                      erroneous);
  };
  const Pad none{}, max{PadKind::max, 0};
  expanded("E-TFILLPAD_EXPAND-003", a2a3, i16, i16, max, max, 3, inside);
  expanded("E-TFILLPAD_EXPAND-004", cpu, f16, f16, max, none, 3, 0);
  expanded("E-TFILLPAD_EXPAND-005", cpu, f32, i32, max, none, 0, 0x42040000);
  expanded("E-TFILLPAD_EXPAND-006", cpu, e4m3, e4m3, {PadKind::custom, 17}, none, 3, 0x58);
  TileSpec empty = tile(i16, 2, 16, 0, 16);
  empty.type.pad = max;
  const Call in_place{&form_of("TFILLPAD_INPLACE", "one"), cpu, {empty}, {0}};
  expect_own_result("E-TFILLPAD_INPLACE-006", in_place, {filled(i16, 32, old)}, 0, old);
  const Call of_a2a3{&form_of("TFILLPAD_INPLACE", "one"), a2a3, {empty}, {0}};
  expect_own_result("E-TFILLPAD_INPLACE-007", of_a2a3, {filled(i16, 32, old)}, 0, old);
  empty.type.location = Location::mat;
  empty.type.pad = {PadKind::zero, 0};
  const Form& of_mat = form_of("TFILLPAD", "mat");
  const Call mat{&of_mat, cpu, {empty}, std::vector<int>(of_mat.attributes.size(), 0)};
  expect_own_result("E-TFILLPAD-010", mat, {filled(i16, 32, old)}, 0, old);
}

TEST(SingleErrata, OfAChoiceOfOneValueIsKnownByItsNumber) {
  const TileSpec data = tile(i64, 1, 128, 1, 70);
  const Call call{&form_of("TSELS", "plain"),
                  a5,
                  {data, tile(u8, 1, 32, 1, 9), data, tile(u32, 1, 8, 1, 8), ScalarSpec{i32, 2}},
                  {}};
  expect_own_result("E-TSELS-001", call,
                    {filled(i64, 128, 9), filled(u8, 32, 0x0F), filled(i64, 128, 1),
                     filled(u32, 8, 0), elements(i32, {2})},
                    64, 9);
}

TEST(SingleErrata, OfTheHostsDivisionAreKnownByTheirNumber) {
  constexpr std::uint64_t lowest = 0x80000000, minus_one = 0xFFFFFFFF;
  for (const auto& [op, number] :
       {std::pair{"TDIVS", "E-TDIVS-002"}, std::pair{"TFMODS", "E-TFMODS-001"},
        std::pair{"TREMS", "E-TREMS-003"}}) {
    const Call call = scalar_call({op, "plain", cpu}, i32, i32, {i32, minus_one}, 8);
    Trial trial = trial_of(call, lowest);
    trial.after = trial.before;
    trial.outcome.status = Outcome::Status::crashed;
    EXPECT_EQ(kind_of(call, trial, number), VerdictKind::known_deviation) << number;
    EXPECT_EQ(kind_of(call, trial, "none"), VerdictKind::crashed) << number;
  }
}

void expect_refusal(const char* number, const Call& call, const char* text) {
  Trial trial = trial_of(call, 0);
  trial.after = trial.before;
  trial.outcome = {Outcome::Status::rejected, text};
  EXPECT_EQ(kind_of(call, trial, number), VerdictKind::known_deviation) << number;
  EXPECT_EQ(kind_of(call, trial, "none"), VerdictKind::rejected_valid) << number;
}

TEST(SingleErrata, OfRefusalsAreKnownByTheirNumber) {
  const ScalarSpec one{i32, 1};
  for (const auto& [op, number] :
       {std::pair{"TSHLS", "E-TSHLS-002"}, std::pair{"TSHRS", "E-TSHRS-002"}}) {
    expect_refusal(number, scalar_call({op, "plain", a2a3}, i32, i32, one, 8), "valid rows");
  }
  for (const auto& [op, form, number] :
       {std::tuple{"TREMS", "plain", "E-TREMS-004"}, std::tuple{"TXORS", "tmp", "E-TXORS-002"}}) {
    Call apart = scalar_call({op, form, cpu}, i32, i32, one, 8);
    apart.tile("tmp").type.cols *= 2;
    expect_refusal(number, apart, "no matching function");
  }
  expect_refusal("E-TDIVS-006", scalar_call({"TDIVS", "scalar_first", cpu}, f32, f32, one, 8),
                 "Divider");
  const TileSpec wide = tile(i64, 1, 32, 1, 8), mask = tile(u8, 1, 32, 1, 1);
  expect_refusal("E-TCMP-002", {&form_of("TCMP", "plain"), cpu, {mask, wide, wide}, {0}},
                 "data type must be another one");
  const TileSpec floats = tile(f32, 1, 32, 1, 8);
  expect_refusal("E-TCMPS-007", {&form_of("TCMPS", "tile"), cpu, {mask, floats, floats}, {0}},
                 "the call is ambiguous");
}

void expect_acceptance(const std::string& number, const Call& call, const char* constraint,
                       VerdictKind kind = VerdictKind::known_deviation) {
  Case test_case;
  test_case.call = call;
  test_case.intent = {Intent::Kind::outside, constraint};
  Trial trial = trial_of(call, 1);
  trial.after = trial.before;
  const Standard standard{exactly, errata_choice_of(number)};
  EXPECT_EQ(judge(test_case, std::vector{trial}, standard).kind, kind) << number;
}

TEST(SingleErrata, OfMissingChecksAreKnownByTheirNumber) {
  const std::pair<const char*, const char*> spreading[]{
      {"TROWEXPANDADD", "E-TROWEXPANDADD-007"}, {"TROWEXPANDDIV", "E-TROWEXPANDDIV-009"},
      {"TROWEXPANDMAX", "E-TROWEXPANDMAX-008"}, {"TROWEXPANDMIN", "E-TROWEXPANDMIN-008"},
      {"TROWEXPANDMUL", "E-TROWEXPANDMUL-007"}, {"TROWEXPANDSUB", "E-TROWEXPANDSUB-007"}};
  for (const auto& [op, number] : spreading) {
    TileSpec spread = tile(f32, 8, 1, 2, 1);
    spread.type.blayout = BLayout::col_major;
    Call call{&form_of(op, "plain"), cpu, {}, {}};
    call.attributes.resize(call.form->attributes.size());
    call.operands = {tile(f32, 2, 16, 2, 16), tile(f32, 2, 16, 2, 8), spread};
    expect_acceptance(number, call, "src0.same_valid_region");
    call.tile("src0").valid_cols = 9;  // no block of 32 bytes
    expect_acceptance(number, call, "src0.same_valid_region", VerdictKind::accepted_invalid);
  }
  const Call sum{
      &form_of("TCOLSUM", "plain"), cpu, {tile(f32, 2, 16, 1, 1), tile(f16, 2, 16, 1, 1)}, {}};
  expect_acceptance("E-TCOLSUM-011", sum, "dst.same_element");
}

}  // namespace
}  // namespace assay::ops
