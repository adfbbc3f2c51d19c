// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of products with scales.
#include <fmt/format.h>

#include <string>

#include "reference/ops/errata_samples_test.hpp"

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

std::uint64_t usual(ElementType type) {
  switch (type) {
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

/// One row of 64 elements, one column, all 1 with scales 1; what starts the sum is 0.
Sample sum(const std::string& number, const char* form, Target target, ElementType type) {
  Call call = sample_call(number, form, target, {});
  for (const Operand& operand : call.form->operands) {
    TileSpec spec = placed(f32, Location::acc, 1, 1);
    if (operand.name == "aMatrix") spec = placed(type, Location::left, 1, 64);
    if (operand.name == "bMatrix") spec = placed(type, Location::right, 64, 1);
    if (operand.name == "aScaleMatrix") spec = placed(e8m0, Location::scale_left, 1, 2);
    if (operand.name == "bScaleMatrix") spec = placed(e8m0, Location::scale_right, 2, 1);
    if (operand.name == "biasData") spec = placed(f32, Location::bias, 1, 1);
    call.operands.emplace_back(spec);
  }
  EXPECT_TRUE(broken_constraints(call).empty()) << number;
  Sample made(number, call);
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    made.holds(call.form->operands[i].name, usual(element_of(call.operands[i])));
  }
  return made;
}

constexpr std::uint64_t other = 0x40000000;

/// Numbers of the errata of each form, from `first` of TMATMUL_MX on; those of TGEMV_MX are one
/// less.
template <typename Add>
void for_each_form(int first, Add add) {
  for (const std::string op : {"TMATMUL_MX", "TGEMV_MX"}) {
    int number = op == "TMATMUL_MX" ? first : first - 1;
    for (const char* form : {"plain", "acc", "bias"}) {
      add(fmt::format("E-{}-{:03}", op, number++), form);
    }
  }
}

/// Codes are numbers on the CPU: NaN of e4m3 is 480, infinity of e5m2 65536, and scale 255 is
/// 2^128.
Samples of_codes() {
  constexpr std::uint64_t nan = 0x7FC00000, infinity = 0x7F800000;
  Samples made;
  for_each_form(6, [&](const std::string& number, const char* form) {
    const auto quiet = [&](Target target, std::uint64_t code, std::uint64_t erroneous) {
      return sum(number, form, target, e4m3).holds_at("aMatrix", 0, code).gives(0, nan, erroneous);
    };
    const Sample infinite = sum(number, form, cpu, e5m2).holds_at("bMatrix", 0, 0x7C);
    const Sample scaled = sum(number, form, cpu, e4m3)
                              .holds_at("aScaleMatrix", 0, 0xFF)
                              .holds_at("bScaleMatrix", 0, 107);
    made.push_back(quiet(cpu, 0x7F, 0x4407C000));                     // 480 + 63
    made.push_back(quiet(cpu, 0xFF, 0xC3D08000));                     // -480 + 63
    made.push_back(Sample(infinite).gives(0, infinity, 0x47801F80));  // 65536 + 63
    made.push_back(Sample(scaled).gives(0, nan, 0x78000000));         // 32 * 2^128 * 2^-20 + 32
    for (Sample one :
         {quiet(cpu, 0x7F, other), quiet(cpu, 0xFF, other), Sample(infinite).gives(0, other),
          Sample(scaled).gives(0, other), quiet(a5, 0x7F, 0x4407C000)}) {
      made.push_back(one.is_another());
    }
  });
  return made;
}

/// (0, 32) of Left lies at 32 and is taken from 512, which is (8, 0) and not valid.
Samples of_boxes() {
  Samples made;
  for_each_form(9, [&](const std::string& number, const char* form) {
    const auto short_box = [&](Target target, std::uint64_t erroneous) {
      return sum(number, form, target, e2m1)
          .holds_at("aMatrix", 8L * 64, 0x7)
          .gives(0, 0x42800000, erroneous);
    };
    const auto scaled = [&](std::uint64_t erroneous) {
      return sum(number, form, cpu, e2m1)
          .holds_at("aScaleMatrix", 0, 0xFF)
          .holds_at("bScaleMatrix", 0, 107)
          .gives(0, erroneous);
    };
    made.push_back(short_box(cpu, 0x428A0000));  // 63 + 6
    made.push_back(short_box(cpu, other).is_another());
    made.push_back(short_box(a5, 0x428A0000).is_another());
    made.push_back(scaled(0x78000000));
    made.push_back(scaled(other).is_another());
  });
  return made;
}

/// What the result held, 1, is added.
Samples of_scaled_accumulators() {
  Samples made;
  for (const char* number : {"E-TMATMUL_MX-005", "E-TGEMV_MX-004"}) {
    const auto summed = [&](Target target, std::uint64_t erroneous) {
      return sum(number, "acc", target, e4m3)
          .holds_at("cOutMatrix", 0, 0x3F800000)
          .gives(0, 0x42800000, erroneous);
    };
    made.push_back(summed(a5, 0x42820000));  // 65
    made.push_back(summed(a5, other).is_another());
    made.push_back(summed(cpu, 0x42820000).is_another());
  }
  return made;
}

/// A call that breaks one constraint is executed.
Samples of_scales_unchecked() {
  const auto executed = [](const std::string& number, const char* broken, const char* operand,
                           const std::function<void(TileSpec&)>& change) {
    Sample made = sum(number, "plain", a5, e4m3).where(operand, change).breaks(broken);
    EXPECT_EQ(broken_constraints(made.call()), std::vector<std::string>{broken});
    return made;
  };
  const auto longer = [](TileSpec& tile) { tile.type.rows = 32; };
  Samples made{executed("E-TMATMUL_MX-004", "aScaleMatrix.shape", "aScaleMatrix", longer)};
  for (const std::string op : {"TMATMUL_MX", "TGEMV_MX"}) {
    const std::string number = "E-" + op + "-00";
    made.push_back(executed(number + "1", "aScaleMatrix.element", "aScaleMatrix",
                            [](TileSpec& tile) { tile.type.element = u8; }));
    made.push_back(executed(number + "2", "bScaleMatrix.location", "bScaleMatrix",
                            [](TileSpec& tile) { tile.type.location = Location::mat; }));
    made.push_back(executed(number + "3", "aScaleMatrix.layout", "aScaleMatrix",
                            [](TileSpec& tile) { tile.type.blayout = BLayout::col_major; }));
  }
  return made;
}

const SamplesOf samples_of_scaled_products{of_codes, of_boxes, of_scaled_accumulators,
                                           of_scales_unchecked};

}  // namespace
}  // namespace assay::ops
