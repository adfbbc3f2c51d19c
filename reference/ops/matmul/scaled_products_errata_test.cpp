// SPDX-License-Identifier: Apache-2.0
// Errata of products with scales, each seen where it is in effect and failing where it is not.
#include <string>

#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

TileSpec placed(ElementType type, Location where, std::int64_t rows, std::int64_t cols) {
  TileSpec made = tile(type, 1, 1, rows, cols);
  TileType& is = made.type;
  is.rows = rows;
  is.cols = cols;
  is.location = where;
  const bool scales = where == Location::scale_left || where == Location::scale_right;
  const bool right = where == Location::right || where == Location::scale_right;
  if (where != Location::bias) {
    is.fractal = scales ? 32 : 512;
    if (where == Location::acc) is.fractal = 1024;
    is.blayout = right != scales ? BLayout::row_major : BLayout::col_major;
    is.slayout = right ? SLayout::col_major : SLayout::row_major;
  }
  make_well_formed(is);
  return made;
}

/// One row of 64 elements, one column, all 1 with scales 1; what starts the sum is 0.
struct Sum {
  Case test_case;
  Trial trial;

  Sum(const std::string& op, const char* form, Target target, ElementType type) {
    const Form& page = form_of(op, form);
    test_case.call = {&page, target, {}, std::vector<int>(page.attributes.size(), 0)};
    for (const Operand& operand : page.operands) {
      TileSpec spec = placed(f32, Location::acc, 1, 1);
      if (operand.name == "aMatrix") spec = placed(type, Location::left, 1, 64);
      if (operand.name == "bMatrix") spec = placed(type, Location::right, 64, 1);
      if (operand.name == "aScaleMatrix") spec = placed(e8m0, Location::scale_left, 1, 2);
      if (operand.name == "bScaleMatrix") spec = placed(e8m0, Location::scale_right, 2, 1);
      if (operand.name == "biasData") spec = placed(f32, Location::bias, 1, 1);
      test_case.call.operands.emplace_back(spec);
      trial.before.push_back(filled(spec.type.element, spec.type.elements(), usual(spec)));
    }
    EXPECT_TRUE(broken_constraints(test_case.call).empty())
        << broken_constraints(test_case.call).front();
  }
  static std::uint64_t usual(const TileSpec& spec) {
    switch (spec.type.element) {
      case e8m0:
        return 127;
      case e4m3:
        return 0x38;
      case e5m2:
        return 0x3C;
      case e2m1:
        return 0x2;
      default:
        return 0;
    }
  }
  Sum& set(const std::string& operand, std::int64_t at, std::uint64_t bits) {
    trial.before[test_case.form().index_of(operand)].set(at, bits);
    return *this;
  }
  VerdictKind gives(std::uint64_t bits, const std::string& errata) {
    trial.after = trial.before;
    trial.after[0].set(0, bits);
    return judge(test_case, std::vector{trial},
                 Standard{correctly_rounded, errata_choice_of(errata)})
        .kind;
  }
};

std::string numbered(const std::string& op, int of_matmul) {
  const int number = op == "TMATMUL_MX" ? of_matmul : of_matmul - 1;
  return "E-" + op + (number < 10 ? "-00" : "-0") + std::to_string(number);
}

constexpr std::uint64_t nan = 0x7FC00000, other = 0x40000000;

/// That `wrong` is known as that erratum, and is a failure if it is not in effect.
void expect_known(Sum& sum, std::uint64_t wrong, const std::string& number) {
  EXPECT_EQ(sum.gives(wrong, number), VerdictKind::known_deviation) << number;
  EXPECT_EQ(sum.gives(wrong, "none"), VerdictKind::deviates) << number;
  EXPECT_EQ(sum.gives(other, number), VerdictKind::deviates) << number;
}

TEST(ScaledProductErrata, OfCodesKnowThemAsNumbers) {
  for (const std::string op : {"TMATMUL_MX", "TGEMV_MX"}) {
    int number = 6;
    for (const char* form : {"plain", "acc", "bias"}) {
      const std::string known = numbered(op, number++);
      Sum quiet(op, form, cpu, e4m3);
      quiet.set("aMatrix", 0, 0x7F);
      expect_known(quiet, 0x4407C000, known);  // 480 + 63
      EXPECT_EQ(quiet.gives(nan, known), VerdictKind::conforms);
      quiet.set("aMatrix", 0, 0xFF);
      expect_known(quiet, 0xC3D08000, known);  // -480 + 63
      Sum infinite(op, form, cpu, e5m2);
      infinite.set("bMatrix", 0, 0x7C);
      expect_known(infinite, 0x47801F80, known);  // 65536 + 63
      EXPECT_EQ(infinite.gives(0x7F800000, known), VerdictKind::conforms);
      Sum scaled(op, form, cpu, e4m3);
      scaled.set("aScaleMatrix", 0, 0xFF).set("bScaleMatrix", 0, 107);
      expect_known(scaled, 0x78000000, known);  // 32 * 2^128 * 2^-20 + 32
      Sum device(op, form, a5, e4m3);
      device.set("aMatrix", 0, 0x7F);
      EXPECT_EQ(device.gives(0x4407C000, known), VerdictKind::deviates);
    }
  }
}

TEST(ScaledProductErrata, OfBoxesKnowThemShort) {
  for (const std::string op : {"TMATMUL_MX", "TGEMV_MX"}) {
    int number = 9;
    for (const char* form : {"plain", "acc", "bias"}) {
      const std::string known = numbered(op, number++);
      // (0, 32) of Left lies at 32 and is taken from 512, which is (8, 0) and not valid.
      Sum sum(op, form, cpu, e2m1);
      sum.set("aMatrix", 8L * 64, 0x7);
      expect_known(sum, 0x428A0000, known);  // 63 + 6
      EXPECT_EQ(sum.gives(0x42800000, known), VerdictKind::conforms);
      Sum scaled(op, form, cpu, e2m1);
      scaled.set("aScaleMatrix", 0, 0xFF).set("bScaleMatrix", 0, 107);
      expect_known(scaled, 0x78000000, known);
      Sum device(op, form, a5, e2m1);
      device.set("aMatrix", 8L * 64, 0x7);
      EXPECT_EQ(device.gives(0x428A0000, known), VerdictKind::deviates);
    }
  }
}

TEST(ScaledProductErrata, OfAccumulatorsKnowThoseOfTheResult) {
  for (const std::string op : {"TMATMUL_MX", "TGEMV_MX"}) {
    const std::string known = numbered(op, 5);
    Sum sum(op, "acc", a5, e4m3);
    sum.set("cOutMatrix", 0, 0x3F800000);
    expect_known(sum, 0x42820000, known);  // 65
    EXPECT_EQ(sum.gives(0x42800000, known), VerdictKind::conforms);
    Sum host(op, "acc", cpu, e4m3);
    host.set("cOutMatrix", 0, 0x3F800000);
    EXPECT_EQ(host.gives(0x42820000, known), VerdictKind::deviates);
  }
}

/// A call that breaks one constraint is executed.
VerdictKind executed(const std::string& op, const char* broken, void (*change)(Call&),
                     const std::string& errata) {
  Sum sum(op, "plain", a5, e4m3);
  change(sum.test_case.call);
  EXPECT_EQ(broken_constraints(sum.test_case.call), std::vector<std::string>{broken});
  sum.test_case.intent = {Intent::Kind::outside, broken};
  sum.trial.before.clear();
  for (const OperandValue& value : sum.test_case.call.operands) {
    const TileSpec& spec = std::get<TileSpec>(value);
    sum.trial.before.push_back(filled(spec.type.element, spec.type.elements(), 0));
  }
  return sum.gives(0, errata);
}

TEST(ScaledProductErrata, OfChecksKnowTheBreach) {
  const auto typed = [](Call& call) { call.tile("aScaleMatrix").type.element = u8; };
  const auto moved = [](Call& call) { call.tile("bScaleMatrix").type.location = Location::mat; };
  const auto turned = [](Call& call) {
    call.tile("aScaleMatrix").type.blayout = BLayout::col_major;
  };
  for (const std::string op : {"TMATMUL_MX", "TGEMV_MX"}) {
    const auto expect = [&](const char* broken, void (*change)(Call&), int number) {
      const std::string known = "E-" + op + "-00" + std::to_string(number);
      EXPECT_EQ(executed(op, broken, change, known), VerdictKind::known_deviation) << known;
      EXPECT_EQ(executed(op, broken, change, "none"), VerdictKind::accepted_invalid) << known;
    };
    expect("aScaleMatrix.element", typed, 1);
    expect("bScaleMatrix.location", moved, 2);
    expect("aScaleMatrix.layout", turned, 3);
  }
  const auto longer = [](Call& call) { call.tile("aScaleMatrix").type.rows = 32; };
  EXPECT_EQ(executed("TMATMUL_MX", "aScaleMatrix.shape", longer, "E-TMATMUL_MX-004"),
            VerdictKind::known_deviation);
  EXPECT_EQ(executed("TMATMUL_MX", "aScaleMatrix.shape", longer, "none"),
            VerdictKind::accepted_invalid);
}

}  // namespace
}  // namespace assay::ops
