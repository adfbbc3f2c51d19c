// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/logic_with_scalar.hpp"

namespace assay::ops {

bool expansion_misses(const Call& call, const std::string& tile, std::int64_t row,
                      std::int64_t col) {
  const TileSpec& filled = call.tile(tile);
  const bool concerned =
      call.target == a2a3 && !filled.type.dynamic_valid_cols && filled.valid_cols < filled.cols();
  return concerned && row * filled.cols() + col >= filled.valid_rows * filled.valid_cols;
}

Result logic_with_scalar(Logic logic) {
  const auto element = [logic = std::move(logic)](const ElementContext& cell) {
    const std::uint64_t mask = mask_of(cell.to);
    const std::uint64_t bits = logic(cell.arguments) & mask;
    if (!expansion_misses(cell.call, "dst", cell.row, cell.col)) return exactly(bits);
    const Value missed[]{cell.arguments[0], {cell.to, cell.old}};
    return either(bits, logic(missed) & mask);
  };
  return with_scalar(per_element({{"src"}, {"scalar"}}, element));
}

std::vector<Ambiguity> logic_ambiguities() {
  return {
      {"pages forbid dst and src in one place on A5 too, A2A3 asserts it in debug builds and A5 "
       "works in place",
       "not modelled: operands never share memory"},
      {"the English A5 section has no rule on shapes, the Chinese one and the header have",
       "constraint src.same_valid_region: a breach must be refused on devices"},
      {"the Chinese page defines the A5 types by the instruction itself",
       "constraint src.element on a5: integers up to 32 bits"},
      {"floats pass the A5 check of the size",
       "constraint src.element on a5: 64 bits must be refused, floats are never tried"},
      expansion_is_reported_short(),
  };
}

Ambiguity expansion_is_reported_short() {
  return {
      "A2A3 expands the scalar with the instruction that is reported to fill consecutive "
      "elements of a tile with a static ValidCol below Cols",
      "decisions 003 and 020: on a2a3 the result with what stood in the scalar's place is "
      "accepted as well there"};
}

}  // namespace assay::ops
