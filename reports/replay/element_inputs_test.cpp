// SPDX-License-Identifier: Apache-2.0
// Laws of the inputs that belong to an element.
#include "reports/replay/element_inputs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference/judge/sample_case_test.hpp"

namespace assay::reports {
namespace {

/// A call of an op with two sources, of which every element is its row times 100 plus its column.
struct Call2 {
  Call2(TileSpec dst, TileSpec first, TileSpec second) {
    form = sample::form();
    form.operands = {{"dst", Role::output, OperandKind::tile},
                     {"src0", Role::input, OperandKind::tile},
                     {"src1", Role::input, OperandKind::tile}};
    for (const TileSpec& tile : {dst, first, second}) {
      ElementArray contents(ElementType::i32, tile.rows() * tile.cols());
      for (std::int64_t i = 0; i < contents.size(); ++i) {
        contents.set(i, static_cast<std::uint64_t>(i / tile.cols() * 100 + i % tile.cols()));
      }
      before.push_back(std::move(contents));
    }
    test.call = {&form, Target::a5, {dst, first, second}, {}};
  }

  /// "src1 (0, 5) 5" of each input.
  std::vector<std::string> at(std::int64_t row, std::int64_t col) const {
    std::vector<std::string> texts;
    for (const ElementInput& one : inputs_of(test, "dst", row, col, before)) {
      texts.push_back(form.operands[one.operand].name + " " + one.place + " " + one.value);
    }
    return texts;
  }

  Form form;
  Case test;
  std::vector<ElementArray> before;
};

TileSpec tile(std::int64_t rows, std::int64_t cols, std::int64_t valid_rows,
              std::int64_t valid_cols) {
  TileSpec made;
  made.type.element = ElementType::i32;
  made.type.rows = rows;
  made.type.cols = cols;
  made.valid_rows = valid_rows;
  made.valid_cols = valid_cols;
  return made;
}

using ::testing::ElementsAre;

TEST(ElementInputs, CountByValidRowAndColumnWhateverTheShapesOfTheTilesAre) {
  const Call2 call(tile(8, 8, 3, 7), tile(8, 16, 3, 7), tile(4, 8, 3, 7));
  EXPECT_THAT(call.at(2, 5), ElementsAre("src0 (2, 5) 205", "src1 (2, 5) 205"));
}

TEST(ElementInputs, AreSpreadOverRowsAndColumns) {
  const Call2 call(tile(8, 8, 3, 7), tile(8, 8, 1, 7), tile(8, 8, 3, 1));
  EXPECT_THAT(call.at(2, 5), ElementsAre("src0 (0, 5) 5", "src1 (2, 0) 200"));
}

TEST(ElementInputs, AreALineWhereThatIsReduced) {
  const Call2 rows(tile(8, 8, 3, 1), tile(8, 8, 3, 7), tile(8, 8, 2, 7));
  EXPECT_THAT(rows.at(2, 0), ElementsAre("src0 row 2 7 elements in [200 .. 206]"));
  const Call2 columns(tile(8, 8, 1, 7), tile(8, 8, 3, 7), tile(8, 8, 3, 6));
  EXPECT_THAT(columns.at(0, 4), ElementsAre("src0 column 4 3 elements in [4 .. 204]"));
}

TEST(ElementInputs, AreTheLineOfAReductionWhateverTheOutputHasBesides) {
  Call2 call(tile(8, 8, 3, 7), tile(8, 8, 3, 7), tile(8, 8, 2, 5));
  call.form.lead = "src0";
  call.form.results = {{.operand = "dst", .accumulates = Accumulates::elements}};
  call.form.constraints = {};
  EXPECT_THAT(call.at(0, 4), ElementsAre("src0 column 4 3 elements in [4 .. 204]"));
  Constraint rows;
  rows.name = "dst.same_valid_rows";
  call.form.constraints.push_back(rows);
  EXPECT_THAT(call.at(2, 0), ElementsAre("src0 row 2 7 elements in [200 .. 206]"));
}

TEST(ElementInputs, OfAProductAreTheRowOfTheFirstAndTheColumnOfTheSecond) {
  Call2 call(tile(8, 8, 3, 3), tile(8, 8, 3, 3), tile(8, 8, 3, 3));
  call.form.operands[1].name = "aMatrix";
  call.form.operands[2].name = "bMatrix";
  EXPECT_THAT(call.at(1, 2), ElementsAre("aMatrix row 1 3 elements in [100 .. 102]",
                                         "bMatrix column 2 3 elements in [2 .. 202]"));
}

TEST(ElementInputs, OfAWindowAreAtItsPlace) {
  Call2 call(tile(8, 8, 2, 2), tile(8, 8, 8, 8), tile(8, 8, 1, 1));
  call.form.operands.push_back({"indexRow", Role::input, OperandKind::scalar});
  call.form.operands.push_back({"indexCol", Role::input, OperandKind::scalar});
  call.test.call.operands.emplace_back(ScalarSpec{ElementType::u16, 3});
  call.test.call.operands.emplace_back(ScalarSpec{ElementType::u16, 4});
  EXPECT_THAT(call.at(1, 0), ElementsAre("src0 (4, 4) 404"));
}

TEST(ElementInputs, AreLeftOutWhereNothingSaysWhichTheyAre) {
  const Call2 call(tile(8, 8, 3, 7), tile(8, 8, 2, 5), tile(8, 8, 3, 7));
  EXPECT_THAT(call.at(2, 5), ElementsAre("src1 (2, 5) 205"));
}

}  // namespace
}  // namespace assay::reports
