// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/in_place.hpp"

#include <algorithm>
#include <utility>

#include "reference/ops/movement/shared/table_moves.hpp"
#include "reference/ops/movement/shared/window.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {

using namespace vocabulary;

Constraints padded_in_place() {
  constexpr const char* page = "TFILLPAD page";
  return joined(padded_elements("dst"),
                Constraints{has_pad().from(page, "PadVal of dst is not Null"),
                            invariant(located_in("dst", {Location::vec})).from(page, "Vec tiles"),
                            plain_fractal("dst")},
                plain_rows_on_devices("dst"),
                Constraints{valid_within_shape("dst").from("Tile class", "static bounds")});
}

Constraints padded_upon_source() {
  constexpr const char* page = "TFILLPAD page";
  constexpr const char* bullet = "InPlace: both share their storage";
  return joined(
      padded_tiles(),
      Constraints{invariant(valid_within_shape("src")).from("Tile class", "static bounds"),
                  one_shape().from(page, "Rows and Cols of both are equal"),
                  invariant(same_layout("dst", "src")).from(page, bullet),
                  covers_source().at(launch).from(page, "what is valid is kept")});
}

const TileSpec& kept_tile(const Call& call) {
  return call.tile(call.form->has("src") ? "src" : "dst");
}

Constraints padded_in_mat() {
  constexpr const char* page = "TFILLPAD page";
  constexpr const char* bullet = "Mat: NZ, and PadVal is Zero or Null";
  Constraint pad = constraint(
      "dst.mat_pad", "PadVal of dst is Zero or Null",
      [](const Call& call) {
        const PadKind kind = call.tile("dst").type.pad.kind;
        return kind == PadKind::zero || kind == PadKind::null;
      },
      [](Call& call, Draw& draw) {
        call.tile("dst").type.pad = {draw.pick({PadKind::zero, PadKind::null}), 0};
      },
      [](Call& call, Draw& draw) {
        call.tile("dst").type.pad = {draw.pick({PadKind::max, PadKind::min}), 0};
      });
  return joined(
      padded_elements("dst"),
      Constraints{invariant(located_in("dst", {Location::mat})).from(page, "the Mat overload"),
                  layout_is("dst", {TileLayout::NZ}).from(page, bullet),
                  std::move(pad).from(page, bullet), plain_fractal("dst"), whole_boxes("dst"),
                  valid_within_shape("dst").from("Tile class", "static bounds")});
}

Result padded_around() {
  Result result =
      depending_on({Choice::e4m3_minimum}, {.operand = "dst", .flow = {.copies = true}});
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec& tile = inputs.call.tile("dst");
    const TileSpec& kept = kept_tile(inputs.call);
    const std::uint64_t pad = pad_of(tile.type, inputs.readings);
    ExpectedTile expected(tile.type.element, tile.rows(), tile.cols());
    for (std::int64_t row = 0; row < tile.rows(); ++row) {
      for (std::int64_t col = 0; col < tile.cols(); ++col) {
        const std::int64_t place = expected.at(row, col);
        if (kept.is_valid(row, col)) {
          expected.set_accept(place, Accept::preserved);
        } else {
          expected.set_exact(place, pad);
        }
      }
    }
    return expected;
  };
  return result;
}

Scenario sign_as_pad() {
  return {.name = "sign as pad",
          .text = "the pad is the sign bit alone, or the least value in more than 128 rows",
          .apply = [](Call& call, Draw& draw) {
            TileSpec& tile = call.tile("dst");
            TileType& type = tile.type;
            type.dynamic_valid_rows = type.dynamic_valid_cols = true;
            if (draw.chance(50)) {
              type.pad = {PadKind::min, 0};
              type.rows = std::max<std::int64_t>(type.rows, 144);
              make_well_formed(type);
              set_valid(tile, draw.integer(0, 127), tile.valid_cols);
            } else {
              type.pad = {PadKind::custom, std::uint32_t{1} << (bits_of(type.element) - 1)};
            }
          }};
}

std::vector<Ambiguity> in_place_ambiguities() {
  return {{"the page of TFILLPAD says that both tiles share their storage, other pages have two at "
           "addresses of their own",
           "decision 104: one tile in both roles, or two at one address"},
          {"the formula has every element, devices fill no rows beyond the valid ones",
           "decision 104: all of Rows and Cols"},
          {"A2A3 trusts a load to have padded the last block of 32 bytes of a tile with a pad",
           "decision 104: it is filled"}};
}

}  // namespace assay::ops
