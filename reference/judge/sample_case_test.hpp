// SPDX-License-Identifier: Apache-2.0
// A hand-made case with one tile in and one out, for tests.
#pragma once

#include "reference/isa/case/case.hpp"
#include "reference/judge/verdict/verdict.hpp"

namespace assay::sample {

inline constexpr std::uint64_t one = 0x3c00;       // 1.0 in f16
inline constexpr std::uint64_t next_one = 0x3c01;  // its successor

inline Constraint never() {
  Constraint constraint;
  constraint.name = "src.magic";
  constraint.text = "src is magic.";
  constraint.source = {"the page", "first bullet"};
  constraint.enforced = {Target::a5};
  return constraint;
}

inline const Form& form() {
  static const Form made{.op = "TOP",
                         .name = "plain",
                         .operands = {{"dst", Role::output, OperandKind::tile},
                                      {"src", Role::input, OperandKind::tile}},
                         .lead = "src",
                         .attributes = {},
                         .constraints = {never()},
                         .results = {{"dst", {}, ""}},
                         .scenarios = {},
                         .plans = {}};
  return made;
}

// One call of TOP on f16 tiles: all inputs 1, all outputs 1 and expected to be, nothing promised
// outside the valid region.
struct SampleCase {
  SampleCase(std::int64_t rows, std::int64_t cols, std::int64_t valid_rows, std::int64_t valid_cols)
      : expected(ElementType::f16, rows, cols) {
    TileSpec tile;
    tile.type.element = ElementType::f16;
    tile.type.rows = rows;
    tile.type.cols = cols;
    tile.valid_rows = valid_rows;
    tile.valid_cols = valid_cols;
    test.name = "TOP/plain/a5/f16";
    test.call = {&form(), Target::a5, {tile, tile}, {}};
    ElementArray ones(ElementType::f16, rows * cols);
    for (std::int64_t k = 0; k < ones.size(); ++k) ones.set(k, one);
    const ElementArray zeros(ElementType::f16, rows * cols);
    trial.before = {zeros, ones};
    trial.after = {ones, ones};
    for (std::int64_t row = 0; row < valid_rows; ++row) {
      for (std::int64_t col = 0; col < valid_cols; ++col) {
        expected.set_exact(expected.at(row, col), one);
      }
    }
    for (double& exact : expected.exact) exact = 1;
  }

  Case test;
  ExpectedTile expected;
  Trial trial;
  Verdict verdict;
};

}  // namespace assay::sample
