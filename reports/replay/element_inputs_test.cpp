// SPDX-License-Identifier: Apache-2.0
// Laws of the inputs that belong to an element.
#include "reports/replay/element_inputs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference/numerics/real.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::reports {
namespace {

using ops::tile;
using ::testing::ElementsAre;

/// A call of an op on a5, whose tiles hold their row times 10 plus their column.
struct PageCall {
  PageCall(std::string_view op, std::string_view name, std::vector<OperandValue> operands) {
    const Form& form = ops::form_of(op, name);
    test.call = {&form, Target::a5, std::move(operands), {}};
    test.call.attributes.resize(form.attributes.size(), 0);
    for (const OperandValue& value : test.call.operands) {
      if (const auto* scalar = std::get_if<ScalarSpec>(&value)) {
        before.push_back(ops::elements(scalar->element, {scalar->bits}));
        continue;
      }
      const TileSpec& one = std::get<TileSpec>(value);
      before.emplace_back(one.type.element, one.rows() * one.cols());
      for (std::int64_t i = 0; i < before.back().size(); ++i) {
        const std::int64_t row = i / one.cols();
        put(before.size() - 1, i, static_cast<double>(10 * row + i % one.cols()));
      }
    }
  }

  void put(std::size_t operand, std::int64_t index, double value) {
    before[operand].set(index, numerics::encode(before[operand].type(), numerics::Real(value),
                                                RoundMode::nearest_even));
  }

  /// "src1 (0, 5): 5" of each input.
  std::vector<std::string> at(std::int64_t row, std::int64_t col) const {
    const Form& form = test.form();
    const std::string& output = form.results.front().operand;
    const std::int64_t element = row * test.call.tile(output).cols() + col;
    const auto inputs = inputs_of(test, output, std::span(&element, 1), before);
    std::vector<std::string> texts;
    for (const ElementInput& one : inputs.front()) {
      texts.push_back(form.operands[one.operand].name + " " + one.place + ": " + one.value);
    }
    return texts;
  }

  Case test;
  std::vector<ElementArray> before;
};

constexpr ElementType f32 = ElementType::f32;

TEST(ElementInputs, CountByValidRowAndColumnWhateverTheShapesOfTheTilesAre) {
  const PageCall call("TADD", "plain",
                      {tile(f32, 8, 8, 3, 7), tile(f32, 8, 16, 3, 7), tile(f32, 4, 8, 3, 7)});
  EXPECT_THAT(call.at(2, 5), ElementsAre("src0 (2, 5): 25", "src1 (2, 5): 25"));
  EXPECT_THAT(call.at(2, 7), ElementsAre());
}

TEST(ElementInputs, AreTheLineThatIsReducedWhereTheShapesWouldFitAnElementToo) {
  // dst has the shape of src, of which the manual uses the first row or column.
  const PageCall columns("TCOLMAX", "plain", {tile(f32, 8, 8, 5, 5), tile(f32, 8, 8, 5, 5)});
  EXPECT_THAT(columns.at(0, 2), ElementsAre("src column 2: 2, 12, 22, 32, 42"));
  const PageCall rows("TROWSUM", "plain",
                      {tile(f32, 8, 8, 5, 7), tile(f32, 8, 8, 5, 7), tile(f32, 8, 8, 5, 7)});
  EXPECT_THAT(rows.at(3, 0), ElementsAre("src row 3: 7 elements in [30 .. 36]"));
}

TEST(ElementInputs, AreALineWhateverItHolds) {
  PageCall call("TCOLMAX", "plain", {tile(f32, 8, 8, 1, 5), tile(f32, 8, 8, 3, 5)});
  call.before[1].set(8, 0x7fc00000);
  call.put(1, 16, -0.0);
  EXPECT_THAT(call.at(0, 0), ElementsAre("src column 0: 0, nan(0x7fc00000), -0"));
  EXPECT_THAT(call.at(0, 4), ElementsAre("src column 4: 4, 14, 24"));
}

TEST(ElementInputs, AreTheWholeLineOfAnIndexToo) {
  const PageCall call(
      "TCOLARGMAX", "index",
      {tile(ElementType::i32, 8, 8, 1, 5), tile(f32, 8, 8, 3, 5), tile(f32, 8, 8, 3, 5)});
  EXPECT_THAT(call.at(0, 1), ElementsAre("src column 1: 1, 11, 21"));
}

TEST(ElementInputs, AreNeighboursWhereThosePair) {
  const PageCall call("TPAIRREDUCESUM", "plain", {tile(f32, 8, 8, 3, 8), tile(f32, 8, 8, 3, 8)});
  EXPECT_THAT(call.at(1, 2), ElementsAre("src0 row 1, columns 4 to 5: 14, 15"));
}

TEST(ElementInputs, OfAProductAreTheRowOfTheFirstAndTheColumnOfTheSecond) {
  PageCall call("TMATMUL", "plain",
                {tile(f32, 16, 16, 3, 3), tile(f32, 16, 16, 3, 3), tile(f32, 16, 16, 3, 3)});
  call.put(1, 16, 0);  // hides the first element of the column
  EXPECT_THAT(call.at(1, 2),
              ElementsAre("aMatrix row 1: 0, 11, 12", "bMatrix column 2: 2, 12, 22"));
}

TEST(ElementInputs, OfASelectionAreTheChosenOneAndItsMask) {
  PageCall call("TSEL", "plain",
                {tile(f32, 8, 8, 3, 8), tile(ElementType::u8, 8, 32, 3, 32), tile(f32, 8, 8, 3, 8),
                 tile(f32, 8, 8, 3, 8), tile(ElementType::u8, 1, 32, 1, 32)});
  call.before[1].set(32, 0x20);
  EXPECT_THAT(call.at(1, 5), ElementsAre("mask (1, 0): 32", "src0 (1, 5): 15"));
  EXPECT_THAT(call.at(1, 4), ElementsAre("mask (1, 0): 32", "src1 (1, 4): 14"));
}

TEST(ElementInputs, OfAWindowAreAtItsPlace) {
  const PageCall call("TEXTRACT", "cube",
                      {tile(f32, 8, 8, 2, 2), tile(f32, 16, 16, 16, 16),
                       ScalarSpec{ElementType::u16, 3}, ScalarSpec{ElementType::u16, 4}});
  EXPECT_THAT(call.at(1, 0), ElementsAre("src (4, 4): 44"));
}

TEST(ElementInputs, OfATransposedTileAreAtTheTransposedPlace) {
  const PageCall call("TTRANS", "tile",
                      {tile(f32, 8, 8, 5, 3), tile(f32, 8, 8, 3, 5), tile(f32, 8, 8, 3, 5)});
  EXPECT_THAT(call.at(4, 1), ElementsAre("src (1, 4): 14"));
}

}  // namespace
}  // namespace assay::reports
