// SPDX-License-Identifier: Apache-2.0
// Products by hand: patterns are worked out from the formula.
#include <algorithm>
#include <set>
#include <string>

#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

struct Numbers {
  std::int64_t rows, cols;
  std::vector<std::uint64_t> bits;
};

TileSpec boxed(ElementType type, Location where, std::int64_t rows, std::int64_t cols) {
  TileSpec made = tile(type, 32, 32, rows, cols);
  made.type.location = where;
  const bool right = where == Location::right;
  made.type.blayout = right ? BLayout::row_major : BLayout::col_major;
  made.type.slayout = right ? SLayout::col_major : SLayout::row_major;
  if (where == Location::acc) made.type.fractal = 1024;
  return made;
}

TileSpec biases(ElementType type, std::int64_t cols) {
  TileSpec made = tile(type, 1, 32, 1, cols);
  made.type.location = Location::bias;
  return made;
}

/// A logical tile of 32 columns whose upper left part is given; the others must not be read.
ElementArray around(const TileSpec& tile, const Numbers& numbers) {
  ElementArray all =
      filled(tile.type.element, tile.type.elements(), is_float(tile.type.element) ? 0x77 : 0x55);
  for (std::int64_t i = 0; i < std::ssize(numbers.bits); ++i) {
    all.set(i / numbers.cols * 32 + i % numbers.cols, numbers.bits[static_cast<std::size_t>(i)]);
  }
  return all;
}

struct Given {
  ElementType type;
  Numbers a, b;
  Numbers more = {0, 0, {}};  ///< a row of biases or an accumulator
  ElementType right = ElementType::f64;
};

Call call_of(const std::string& op, Target target, const Given& given) {
  const ElementType to = is_float(given.type) ? f32 : i32;
  const Form& form = form_of(op, "plain");
  const auto left = boxed(given.type, Location::left, given.a.rows, given.a.cols);
  const auto right = boxed(given.right == f64 ? given.type : given.right, Location::right,
                           given.b.rows, given.b.cols);
  Call call{&form, target, {}, std::vector<int>(form.attributes.size(), 0)};
  for (const Operand& operand : form.operands) {
    if (operand.name == "aMatrix") {
      call.operands.emplace_back(left);
    } else if (operand.name == "bMatrix") {
      call.operands.emplace_back(right);
    } else if (operand.name == "biasData") {
      call.operands.emplace_back(biases(to, given.b.cols));
    } else {
      call.operands.emplace_back(boxed(to, Location::acc, given.a.rows, given.b.cols));
    }
  }
  if (target == a2a3) call.tile("aMatrix").type.blayout = BLayout::row_major;
  return call;
}

ExpectedTile expected_of(const std::string& op, const Given& given, Target target = a5) {
  const Call call = call_of(op, target, given);
  std::vector<ElementArray> before;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    const std::string& name = call.form->operands[i].name;
    const auto& tile = std::get<TileSpec>(call.operands[i]);
    const Numbers* numbers = &given.more;
    if (name == "aMatrix") numbers = &given.a;
    if (name == "bMatrix") numbers = &given.b;
    before.push_back(around(tile, *numbers));
  }
  EXPECT_TRUE(broken_constraints(call).empty()) << broken_constraints(call).front();
  return expected_tile(call, before);
}

void expect_exact(const ExpectedTile& expected, const Numbers& wanted) {
  for (std::int64_t row = 0; row < wanted.rows; ++row) {
    for (std::int64_t col = 0; col < wanted.cols; ++col) {
      const std::int64_t at = expected.at(row, col);
      const auto bits = wanted.bits[static_cast<std::size_t>(row * wanted.cols + col)];
      EXPECT_TRUE(accept_at(expected, at) == Accept::exact ||
                  (expected.low[at] == bits && expected.high[at] == bits))
          << row << " " << col;
      EXPECT_EQ(expected.value[at], bits) << row << " " << col;
    }
  }
  EXPECT_EQ(accept_at(expected, expected.at(wanted.rows, 0)), Accept::unspecified);
  EXPECT_EQ(accept_at(expected, expected.at(0, wanted.cols)), Accept::unspecified);
}

// 1 2   0.5  8      32.5  8.5
// 3 -4  16  0.25   -62.5  23
const Given of_halves{
    f16, {2, 2, {0x3C00, 0x4000, 0x4200, 0xC400}}, {2, 2, {0x3800, 0x4800, 0x4C00, 0x3400}}};
const Numbers of_halves_result{2, 2, {0x42020000, 0x41080000, 0xC27A0000, 0x41B80000}};

TEST(Products, OfSmallNumbersAreExactOnEveryTarget) {
  for (const Target target : all_targets) {
    expect_exact(expected_of("TMATMUL", of_halves, target), of_halves_result);
  }
}

// 1 -8.5 in the first row, in an accumulator 62.5 1 below them
Given with_more(std::vector<std::uint64_t> more) {
  Given given = of_halves;
  given.more = {std::ssize(more) / 2, 2, std::move(more)};
  return given;
}

/// The first row alone.
Given of_vector(Given given) {
  given.a = {1, 2, {0x3C00, 0x4000}};
  return given;
}

TEST(Products, AreAddedToAnAccumulator) {
  const Given given = with_more({0x3F800000, 0xC1080000, 0x427A0000, 0x3F800000});
  for (const Target target : all_targets) {
    expect_exact(expected_of("TMATMUL_ACC", given, target), {2, 2, {0x42060000, 0, 0, 0x41C00000}});
    expect_exact(expected_of("TGEMV_ACC", of_vector(given), target), {1, 2, {0x42060000, 0}});
  }
}

// Two rows of 17 columns in tiles of 32 x 32: column 16 is in the second column of boxes, which
// begins 16 rows further on where columns of boxes lie as far apart as the valid rows need.
TEST(Products, MayLeaveNoRoomBetweenColumnsOfBoxes) {
  const ToleranceLookup granted = reading(Choice::accumulator_pitch, pitch_of_valid_rows);
  std::vector<std::uint64_t> row(17, 1);
  row.back() = 5;
  const Given given{i8, {2, 1, {2, 3}}, {1, 17, row}};
  const Call call = call_of("TMATMUL_ACC", a5, given);
  EXPECT_TRUE(broken_constraints(call).empty());
  std::vector<ElementArray> before;
  for (const OperandValue& value : call.operands) {
    before.push_back(filled(element_of(value), 1024, 0));
  }
  before.at(call.form->index_of("aMatrix")) = around(call.tile("aMatrix"), given.a);
  before.at(call.form->index_of("bMatrix")) = around(call.tile("bMatrix"), given.b);
  ElementArray& start = before.at(call.form->index_of("cInMatrix"));
  // In rows of 32: (1, 15), (1, 16) and (17, 0).
  start.set(47, 100);
  start.set(48, 200);
  start.set(544, 300);
  const ExpectedTile expected = expected_tile(call, before, granted);
  EXPECT_EQ(expected.value[0], 2U);
  EXPECT_EQ(expected.value[47], 103U);
  EXPECT_EQ(expected.value[512], 10U);
  EXPECT_EQ(expected.value[544], 315U);
  EXPECT_EQ(accept_at(expected, 544), Accept::exact);
  EXPECT_EQ(accept_at(expected, 48), Accept::unspecified);
  EXPECT_EQ(expected_tile(call, before).value[48], 215U);
}

TEST(Products, HaveABiasForEachColumnInEveryRow) {
  const Given given = with_more({0x3F800000, 0xC1080000});
  for (const Target target : all_targets) {
    expect_exact(expected_of("TMATMUL_BIAS", given, target),
                 {2, 2, {0x42060000, 0, 0xC2760000, 0x41680000}});
    expect_exact(expected_of("TGEMV_BIAS", of_vector(given), target), {1, 2, {0x42060000, 0}});
  }
}

TEST(Products, OfVectorsAreOneRow) {
  expect_exact(expected_of("TGEMV", of_vector(of_halves)), {1, 2, {0x42020000, 0x41080000}});
}

TEST(Products, OfBytesWrapWithWhatIsAdded) {
  const Given given{i8, {1, 1, {1}}, {1, 1, {1}}, {1, 1, {0x7FFFFFFF}}};
  for (const char* op : {"TMATMUL_ACC", "TMATMUL_BIAS", "TGEMV_ACC", "TGEMV_BIAS"}) {
    expect_exact(expected_of(op, given), {1, 1, {0x80000000}});
  }
}

TEST(Products, OfBytesAreWhole) {
  // -128 * -128 + 127 * -1 = 16257
  expect_exact(expected_of("TMATMUL", {i8, {1, 2, {0x80, 0x7F}}, {2, 1, {0x80, 0xFF}}}),
               {1, 1, {16257}});
}

TEST(Products, OfTwoSmallFormatsMix) {
  // e4m3 448 * e5m2 57344 = 25690112 = 1.53125 * 2^24
  expect_exact(expected_of("TMATMUL", {e4m3, {1, 1, {0x7E}}, {1, 1, {0x7B}}, {0, 0, {}}, e5m2}),
               {1, 1, {0x4BC40000}});
}

TEST(Products, OfTheLargestHalvesDoNotOverflow) {
  // 65504^2 = 2047^2 * 2^10 = 4190209 * 2^10
  expect_exact(expected_of("TMATMUL", {f16, {1, 1, {0x7BFF}}, {1, 1, {0x7BFF}}}),
               {1, 1, {0x4F7FC004}});
}

TEST(Products, OfOneFactorEachAreRoundedOnce) {
  // (1 + 2^-23)^2 = 1 + 2^-22 + 2^-46
  expect_exact(expected_of("TMATMUL", {f32, {1, 1, {0x3F800001}}, {1, 1, {0x3F800001}}}),
               {1, 1, {0x3F800002}});
}

constexpr std::uint64_t one = 0x3F800000, large = 0x4B800000;        // 1, 2^24
constexpr std::uint64_t huge = 0x71800000, minus_huge = 0xF1800000;  // 2^100

ExpectedTile of_row(std::vector<std::uint64_t> row, std::vector<std::uint64_t> column) {
  const auto count = std::ssize(row);
  return expected_of("TMATMUL", {f32, {1, count, std::move(row)}, {count, 1, std::move(column)}});
}

TEST(Products, MayBeSummedInAnyOrder) {
  // 2^24 + 1 + 1 is 2^24 from the left and 2^24 + 2 from the right.
  const ExpectedTile sum = of_row({large, one, one}, {one, one, one});
  EXPECT_EQ(accept_at(sum, 0), Accept::interval);
  EXPECT_EQ(sum.value[0], large + 1);
  EXPECT_LE(sum.low[0], large);
  EXPECT_GE(sum.high[0], large + 1);
  EXPECT_GT(sum.low[0], large - 8);
  EXPECT_LT(sum.high[0], large + 8);
}

TEST(Products, OfNanAndInfinitiesFollowEachTerm) {
  const std::uint64_t infinity = 0x7F800000, nan = 0x7FC00000;
  EXPECT_EQ(accept_at(of_row({one, nan}, {one, one}), 0), Accept::any_nan);
  EXPECT_EQ(accept_at(of_row({infinity, one}, {0, one}), 0), Accept::any_nan);
  EXPECT_EQ(accept_at(of_row({infinity, infinity}, {one, one | 0x80000000}), 0), Accept::any_nan);
  const ExpectedTile sum = of_row({infinity, one}, {one, one});
  EXPECT_EQ(sum.value[0], infinity);
  EXPECT_EQ(sum.low[0], sum.high[0]);
}

TEST(Products, ThatOverflowByOrderAreOpen) {
  // 2^200 - 2^200: zero where nothing is rounded, NaN where both are.
  const ExpectedTile sum = of_row({huge, huge}, {huge, minus_huge});
  EXPECT_EQ(accept_at(sum, 0), Accept::target_defined);
  EXPECT_EQ(of_row({huge}, {huge}).low[0], 0x7F800000U);
}

std::vector<std::string> broken(const std::string& op, Target target, void (*change)(Call&)) {
  Call call = call_of(op, target, of_halves);
  change(call);
  return broken_constraints(call);
}

using Names = std::vector<std::string>;

TEST(Products, HaveTypesAndTilesThatGoTogether) {
  const auto names = [](Target target, void (*change)(Call&)) {
    return broken("TMATMUL", target, change);
  };
  const auto set_b = [](Call& call) { call.tile("bMatrix").type.element = bf16; };
  EXPECT_EQ(names(a5, set_b), Names{"bMatrix.element"});
  const auto set_c = [](Call& call) { call.tile("cMatrix").type.element = i32; };
  EXPECT_EQ(names(a2a3, set_c), Names{"cMatrix.element"});
  const auto move = [](Call& call) { call.tile("aMatrix").type.location = Location::mat; };
  EXPECT_EQ(names(a2a3, move), Names{"aMatrix.location"});
  const auto turn = [](Call& call) { call.tile("aMatrix").type.blayout = BLayout::row_major; };
  EXPECT_EQ(names(a5, turn), Names{"aMatrix.layout"});
  EXPECT_EQ(names(cpu, turn), Names{"aMatrix.layout_of_cpu"});
}

/// The list of A5 has half, bfloat16_t and float in one item: what pairs them need not be refused.
TEST(Products, OfTwoWideFormatsAreNotRefusedOnA5) {
  const auto breaches = [](Target target) {
    const Constraint& pairs = *std::ranges::find(form_of("TMATMUL", "plain").constraints,
                                                 "bMatrix.element", &Constraint::name);
    std::set<ElementType> seen;
    Counting draw;
    for (int i = 0; i < 400; ++i) {
      Call call = call_of("TMATMUL", target, {f16, {1, 1, {0}}, {1, 1, {0}}});
      pairs.breach(call, draw);
      seen.insert(call.tile("bMatrix").type.element);
    }
    return seen;
  };
  EXPECT_FALSE(breaches(a5).contains(bf16) || breaches(a5).contains(f32));
  EXPECT_TRUE(breaches(a5).contains(i32) && breaches(a5).contains(u8));
  EXPECT_TRUE(breaches(a2a3).contains(bf16));
}

TEST(Products, HaveShapesThatGoTogether) {
  const auto names = [](void (*change)(Call&)) { return broken("TMATMUL", a5, change); };
  EXPECT_EQ(names([](Call& call) { call.tile("cMatrix").type.rows = 48; }), Names{"aMatrix.shape"});
  EXPECT_EQ(names([](Call& call) { call.tile("bMatrix").type.rows = 64; }), Names{"bMatrix.shape"});
  EXPECT_EQ(names([](Call& call) { call.tile("cMatrix").type.cols = 48; }), Names{"result.shape"});
  EXPECT_EQ(names([](Call& call) { call.tile("bMatrix").valid_rows = 3; }), Names{"bMatrix.inner"});
  EXPECT_EQ(names([](Call& call) { call.tile("cMatrix").valid_cols = 3; }),
            Names{"cMatrix.region"});
}

TEST(Products, HaveAddendsThatGoWithTheResult) {
  const auto more_rows = [](Call& call) { call.tile("biasData").type.rows = 2; };
  const auto halves = [](Call& call) { call.tile("biasData").type.element = f16; };
  const auto columns = [](Call& call) { call.tile("biasData").type.blayout = BLayout::col_major; };
  for (const char* op : {"TMATMUL_BIAS", "TGEMV_BIAS"}) {
    const Names m = op[1] == 'G' ? Names{"aMatrix.m"} : Names{};
    const auto and_m = [&](std::string name) {
      Names all = m;
      all.push_back(std::move(name));
      return all;
    };
    EXPECT_EQ(broken(op, a5, more_rows), and_m("biasData.rows"));
    EXPECT_EQ(broken(op, a5, halves), and_m("biasData.same_element"));
    EXPECT_EQ(broken(op, a5, columns),
              and_m(op[1] == 'G' ? "biasData.plain_layout" : "biasData.layout"));
  }
  const auto padded = [](Call& call) { call.tile("cInMatrix").type.pad.kind = PadKind::zero; };
  EXPECT_EQ(broken("TMATMUL_ACC", cpu, padded), Names{"cInMatrix.one_tile_type"});
}

TEST(Products, FitInTheMemoriesOfDevices) {
  const auto grow = [](Call& call) {
    for (const char* name : {"aMatrix", "bMatrix"}) {
      call.tile(name).type.rows = call.tile(name).type.cols = 192;
    }
    call.tile("cMatrix").type.rows = call.tile("cMatrix").type.cols = 192;
  };
  // 192 * 192 halves are 73728 bytes; the result has 147456, of which A2A3 has not so many.
  EXPECT_EQ(broken("TMATMUL", a2a3, grow), Names{"tiles.fit"});
  EXPECT_EQ(broken("TMATMUL", cpu, grow), Names{});
}

}  // namespace
}  // namespace assay::ops
