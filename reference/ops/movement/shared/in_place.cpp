// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/in_place.hpp"

#include "reference/ops/movement/shared/table_moves.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {

using namespace vocabulary;

Constraints padded_in_place() {
  constexpr const char* page = "TFILLPAD page";
  const Elements small{e8m0, e2m1, e1m2, i4};  // without a zero, or less than a byte
  return joined(
      Constraints{
          element_is("dst", padded_elements(), small).from(page, "elements have 1, 2 or 4 bytes"),
          has_pad().from(page, "PadVal of dst is not Null"),
          invariant(located_in("dst", {Location::vec})).from(page, "Vec tiles"),
          plain_fractal("dst")},
      plain_rows_on_devices("dst"),
      Constraints{valid_within_shape("dst").from("Tile class", "static bounds")});
}

Result padded_around() {
  Result result{.operand = "dst", .flow = {.copies = true}};
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec& tile = inputs.call.tile("dst");
    ExpectedTile expected(tile.type.element, tile.rows(), tile.cols());
    const std::uint64_t pad = pad_bits(tile.type.pad, tile.type.element);
    for (std::int64_t row = 0; row < tile.rows(); ++row) {
      for (std::int64_t col = 0; col < tile.cols(); ++col) {
        const std::int64_t place = expected.at(row, col);
        expected.set_exact(place, pad);
        if (tile.is_valid(row, col)) {
          expected.set_accept(place, Accept::preserved);
        } else if (is_pad_open(tile.type)) {
          expected.set_accept(place, Accept::target_defined);
        }
      }
    }
    return expected;
  };
  return result;
}

Scenario sign_as_pad() {
  return {.name = "sign as pad",
          .text = "the pad is the sign bit alone",
          .apply = [](Call& call, Draw&) {
            TileType& type = call.tile("dst").type;
            const auto sign = std::uint32_t{1} << (bits_of(type.element) - 1);
            type.pad = {PadKind::custom, sign};
            type.dynamic_valid_rows = type.dynamic_valid_cols = true;
          }};
}

std::vector<Ambiguity> in_place_ambiguities() {
  return {{"the page has no formula, that of TFILLPAD says that both tiles share their storage",
           "decision 104: one tile in both roles"},
          {"the formula has every element, devices fill no rows beyond the valid ones",
           "decision 104: all of Rows and Cols"},
          {"A2A3 trusts a load to have padded the last block of 32 bytes of a tile with a pad",
           "decision 104: it is filled"}};
}

}  // namespace assay::ops
