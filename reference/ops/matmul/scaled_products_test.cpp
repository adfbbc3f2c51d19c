// SPDX-License-Identifier: Apache-2.0
// Products with scales by hand: patterns are worked out from the formula.
#include <bit>
#include <cmath>
#include <random>
#include <string>

#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

constexpr std::uint64_t one_scale = 127, nan_scale = 0xFF;

TileSpec placed(ElementType type, Location where, std::int64_t rows, std::int64_t cols) {
  TileSpec made = tile(type, 1, 1, rows, cols);
  TileType& is = made.type;
  is.rows = rows;
  is.cols = cols;
  is.location = where;
  const bool scales = where == Location::scale_left || where == Location::scale_right;
  const bool right = where == Location::right || where == Location::scale_right;
  if (where == Location::bias) {
    make_well_formed(is);
    return made;
  }
  is.fractal = scales ? 32 : 512;
  if (where == Location::acc) is.fractal = 1024;
  is.blayout = right != scales ? BLayout::row_major : BLayout::col_major;
  is.slayout = right ? SLayout::col_major : SLayout::row_major;
  make_well_formed(is);
  return made;
}

/// A call whose inputs are all 1 with all scales 1, and an all 0 start; `set` changes that.
struct Made {
  Call call;
  std::vector<ElementArray> before;

  Made(const std::string& op, const char* form, std::int64_t k, ElementType left = e4m3,
       ElementType right = e4m3, Target target = a5) {
    const std::int64_t m = op.starts_with("TGEMV") ? 1 : 2, n = 3, groups = (k + 31) / 32;
    const Form& page = form_of(op, form);
    call = {&page, target, {}, std::vector<int>(page.attributes.size(), 0)};
    for (const Operand& operand : page.operands) {
      TileSpec spec = placed(f32, Location::acc, m, n);
      if (operand.name == "aMatrix") spec = inner(placed(left, Location::left, m, k), k, true);
      if (operand.name == "bMatrix") spec = inner(placed(right, Location::right, k, n), k, false);
      if (operand.name == "aScaleMatrix") spec = placed(e8m0, Location::scale_left, m, groups);
      if (operand.name == "bScaleMatrix") spec = placed(e8m0, Location::scale_right, groups, n);
      if (operand.name == "biasData") spec = placed(f32, Location::bias, 1, n);
      call.operands.emplace_back(spec);
      before.push_back(filled(spec.type.element, spec.type.elements(), usual(spec.type.element)));
    }
  }
  /// Whole groups, as the tiles of scales have them.
  static TileSpec inner(TileSpec spec, std::int64_t k, bool columns) {
    (columns ? spec.type.cols : spec.type.rows) = (k + 63) / 64 * 64;
    make_well_formed(spec.type);
    return spec;
  }
  static std::uint64_t usual(ElementType type) {
    if (type == e8m0) return one_scale;
    if (type == e4m3) return 0x38;
    if (type == e5m2) return 0x3C;
    if (type == e2m1) return 0x2;
    return type == e1m2 ? 0x4 : 0;
  }
  Made& set(const std::string& operand, std::int64_t row, std::int64_t col, std::uint64_t bits) {
    before[call.form->index_of(operand)].set(row * call.tile(operand).cols() + col, bits);
    return *this;
  }
  ExpectedTile expected() const {
    EXPECT_TRUE(broken_constraints(call).empty()) << broken_constraints(call).front();
    return expected_tile(call, before);
  }
};

/// A point.
void expect_at(const ExpectedTile& tile, std::int64_t row, std::int64_t col, std::uint64_t bits) {
  const std::int64_t at = tile.at(row, col);
  EXPECT_EQ(accept_at(tile, at), Accept::interval) << row << " " << col;
  EXPECT_EQ(tile.low[at], bits) << row << " " << col;
  EXPECT_EQ(tile.high[at], bits) << row << " " << col;
}

constexpr std::uint64_t f_64 = 0x42800000, f_96 = 0x42C00000, f_160 = 0x43200000;

TEST(ScaledProducts, CountEveryGroupTimesItsScales) {
  // 32 + 32 ones; the second group of row 1 counts 4 times, the first one of column 2 twice.
  Made made("TMATMUL_MX", "plain", 64);
  made.set("aScaleMatrix", 1, 1, one_scale + 2).set("bScaleMatrix", 0, 2, one_scale + 1);
  const ExpectedTile sums = made.expected();
  expect_at(sums, 0, 0, f_64);
  expect_at(sums, 0, 2, f_96);
  expect_at(sums, 1, 0, f_160);
  expect_at(sums, 1, 2, 0x43400000);  // 32 * 2 + 32 * 4
  EXPECT_EQ(accept_at(sums, sums.at(2, 0)), Accept::unspecified);
  EXPECT_EQ(accept_at(sums, sums.at(0, 3)), Accept::unspecified);
}

TEST(ScaledProducts, ChangeScalesBetweenElements31And32) {
  Made made("TGEMV_MX", "plain", 64);
  made.set("aScaleMatrix", 0, 0, one_scale + 8);                 // 256
  made.set("aMatrix", 0, 31, 0x40).set("aMatrix", 0, 32, 0x44);  // 2 and 3
  // 256 * (31 + 2) + 31 + 3 = 8482
  expect_at(made.expected(), 0, 0, 0x46048800);
}

TEST(ScaledProducts, OfThePairsMix) {
  // 448 * 57344 + 63
  Made eight("TMATMUL_MX", "plain", 64, e4m3, e5m2);
  eight.set("aMatrix", 0, 0, 0x7E).set("bMatrix", 0, 0, 0x7B);
  // 25690112 + 63 = 25690175 is not a float: between neighbours 2 apart
  const ExpectedTile large = eight.expected();
  EXPECT_EQ(accept_at(large, 0), Accept::interval);
  EXPECT_LE(large.low[0], 0x4BC4001FU);
  EXPECT_GE(large.high[0], 0x4BC40020U);
  // 6 * 1.75 + 63, -6 * 1 + 63
  Made four("TMATMUL_MX", "plain", 64, e2m1, e1m2);
  four.set("aMatrix", 0, 5, 0x7).set("bMatrix", 5, 0, 0x7).set("aMatrix", 1, 5, 0xF);
  const ExpectedTile small = four.expected();
  expect_at(small, 0, 0, 0x42930000);  // 73.5
  expect_at(small, 0, 1, 0x428A0000);  // 69
  expect_at(small, 1, 1, 0x42640000);  // 57
}

TEST(ScaledProducts, OfScalesThatNoFloatHoldsMayBeNumbers) {
  // 2^127 * 2^-127; what is scaled by the first alone is no float.
  Made made("TMATMUL_MX", "plain", 64);
  made.set("aScaleMatrix", 0, 0, 254).set("bScaleMatrix", 0, 0, 0);
  expect_at(made.expected(), 0, 0, f_64);
  // Far below every float: 64 * 2^-254.
  made.set("aScaleMatrix", 0, 0, 0).set("aScaleMatrix", 0, 1, 0).set("bScaleMatrix", 1, 0, 0);
  const ExpectedTile tiny = made.expected();
  EXPECT_EQ(tiny.value[0], 0U);
  // Far above.
  for (const char* scales : {"aScaleMatrix", "bScaleMatrix"}) made.set(scales, 0, 0, 254);
  EXPECT_EQ(made.expected().value[0], 0x7F800000U);
}

TEST(ScaledProducts, HaveScalesThatAreNaN) {
  Made made("TMATMUL_MX", "plain", 64);
  made.set("aScaleMatrix", 1, 1, nan_scale);
  for (std::int64_t k = 32; k < 64; ++k) made.set("aMatrix", 1, k, 0);
  const ExpectedTile sums = made.expected();
  expect_at(sums, 0, 0, f_64);
  EXPECT_EQ(accept_at(sums, sums.at(1, 0)), Accept::any_nan);
}

TEST(ScaledProducts, BeginWithAnAccumulatorOrABias) {
  for (const char* op : {"TMATMUL_MX", "TGEMV_MX"}) {
    Made acc(op, "acc", 64);
    acc.set("cInMatrix", 0, 1, f_96);
    expect_at(acc.expected(), 0, 1, f_160);
    expect_at(acc.expected(), 0, 0, f_64);
    Made bias(op, "bias", 64);
    bias.set("biasData", 0, 2, f_96);
    expect_at(bias.expected(), 0, 2, f_160);
    expect_at(bias.expected(), 0, 0, f_64);
  }
}

TEST(ScaledProducts, HaveALastGroupThatIsNotFullOffA5) {
  Made made("TGEMV_MX", "plain", 33, e4m3, e4m3, cpu);
  made.set("aScaleMatrix", 0, 1, one_scale + 1);
  expect_at(made.expected(), 0, 0, 0x42080000);  // 32 + 2 = 34
  made.call.target = a5;
  EXPECT_EQ(broken_constraints(made.call), std::vector<std::string>{"aMatrix.groups"});
}

double e4m3_value(std::uint64_t code) {
  const auto exponent = static_cast<int>(code >> 3U & 15U), digits = static_cast<int>(code & 7U);
  const double size =
      exponent == 0 ? std::ldexp(digits, -9) : std::ldexp(8 + digits, exponent - 10);
  return (code & 0x80U) != 0 ? -size : size;
}

/// Terms of a sum with the exponents of their groups.
struct Groups {
  std::vector<double> products;
  std::vector<int> exponents;

  /// Products are scaled, then added in float.
  float by_products(bool backwards) const {
    float sum = 0;
    for (std::size_t i = 0; i < products.size(); ++i) {
      const std::size_t k = backwards ? products.size() - 1 - i : i;
      sum += static_cast<float>(std::ldexp(products[k], exponents[k / 32]));
    }
    return sum;
  }
  /// Groups are added in `Part` without their scales, then scaled and added in float.
  template <typename Part>
  float by_groups() const {
    float sum = 0;
    for (std::size_t begin = 0; begin < products.size(); begin += 32) {
      Part part = 0;
      for (std::size_t k = begin; k < begin + 32; ++k) part += static_cast<Part>(products[k]);
      sum += static_cast<float>(std::ldexp(static_cast<double>(part), exponents[begin / 32]));
    }
    return sum;
  }
};

/// One row with elements of all sizes and scales near 2^middle, which products share half and half.
Groups fill(Made& made, std::mt19937& random, int middle) {
  Groups all;
  for (std::int64_t group = 0; group < 4; ++group) {
    const auto code = [&] { return static_cast<std::uint64_t>(127 + middle) - 3 + random() % 7; };
    const std::uint64_t left = code(), right = code();
    made.set("aScaleMatrix", 0, group, left).set("bScaleMatrix", group, 0, right);
    all.exponents.push_back(static_cast<int>(left) + static_cast<int>(right) - 254);
  }
  for (std::int64_t k = 0; k < 128; ++k) {
    const auto code = [&] { return (random() % 2 << 7U) | random() % 0x7F; };
    const std::uint64_t left = code(), right = code();
    made.set("aMatrix", 0, k, left).set("bMatrix", k, 0, right);
    all.products.push_back(e4m3_value(left) * e4m3_value(right));
  }
  return all;
}

TEST(ScaledProducts, HoldWhatOrdersByElementsAndByGroupsGive) {
  std::mt19937 random(113);  // NOLINT(cert-msc51-cpp): the same every time
  // Around 1, where sums are subnormal or vanish, and where they overflow.
  for (const int middle : {0, -60, -70, -73, -76, 55, 58, 60}) {
    for (int turn = 0; turn < 40; ++turn) {
      Made made("TGEMV_MX", "plain", 128);
      const Groups groups = fill(made, random, middle);
      const ExpectedTile sums = made.expected();
      if (accept_at(sums, 0) != Accept::interval) continue;
      const auto low = std::bit_cast<float>(static_cast<std::uint32_t>(sums.low[0]));
      const auto high = std::bit_cast<float>(static_cast<std::uint32_t>(sums.high[0]));
      for (const float sum : {groups.by_products(false), groups.by_products(true),
                              groups.by_groups<float>(), groups.by_groups<double>()}) {
        EXPECT_TRUE(low <= sum && sum <= high)
            << middle << ": " << sum << " in " << low << " to " << high;
      }
    }
  }
}

TEST(ScaledProducts, AskForTilesThatGoTogether) {
  using Names = std::vector<std::string>;
  const auto broken = [](auto change) {
    Made made("TMATMUL_MX", "plain", 64);
    change(made.call);
    return broken_constraints(made.call);
  };
  EXPECT_EQ(broken([](Call&) {}), Names{});
  EXPECT_EQ(broken([](Call& call) { call.tile("bMatrix").type.element = hif8; }),
            Names{"bMatrix.element"});
  EXPECT_EQ(broken([](Call& call) { call.tile("aScaleMatrix").type.element = u8; }),
            Names{"aScaleMatrix.element"});
  EXPECT_EQ(broken([](Call& call) { call.tile("bScaleMatrix").type.location = Location::mat; }),
            Names{"bScaleMatrix.location"});
  EXPECT_EQ(broken([](Call& call) { call.tile("aScaleMatrix").type.blayout = BLayout::col_major; }),
            Names{"aScaleMatrix.layout"});
  EXPECT_EQ(broken([](Call& call) { call.tile("aScaleMatrix").type.cols = 4; }),
            Names{"aScaleMatrix.shape"});
  EXPECT_EQ(broken([](Call& call) { call.tile("bScaleMatrix").valid_rows = 1; }),
            Names{"bScaleMatrix.region"});
  const auto narrow = [](Call& call) {
    call.tile("aMatrix").type.cols = call.tile("bMatrix").type.rows = 96;
    call.tile("aScaleMatrix").type.cols = call.tile("bScaleMatrix").type.rows = 4;
  };
  EXPECT_EQ(broken(narrow), Names{"aMatrix.cols"});
}

}  // namespace
}  // namespace assay::ops
