// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/bitwise/bitwise.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

/// One valid row or column less than dst, in a tile that ends there.
void shrink_below(Call& call, const std::string& operand, Draw& draw) {
  const TileSpec& out = call.tile("dst");
  TileSpec& tile = call.tile(operand);
  tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
  const bool rows = out.valid_cols == 1 || (out.valid_rows > 1 && draw.chance(50));
  set_valid(tile, out.valid_rows - (rows ? 1 : 0), out.valid_cols - (rows ? 0 : 1));
}

}  // namespace

Constraints logic_elements(const std::string& lead, const std::string& page) {
  return {
      element_is(lead, integers_to_32).on({a2a3}).from(page, "A2A3 types"),
      element_is(lead, integers_to_32).on({a5}).from(page, "A5 types"),
      element_is(lead, integers_to_32)
          .on({cpu})
          .unchecked_on({cpu})
          .from(page, "types; conventions: the CPU has a subset"),
  };
}

Constraints shift_elements(const std::string& lead, const std::string& page) {
  return {
      element_is(lead, integers_to_32).on({a2a3}).from(page, "A2A3 types"),
      element_is(lead, every_integer).on({a5}).from(page, "A5 types"),
      element_is(lead, every_integer)
          .on({cpu})
          .unchecked_on({cpu})
          .from(page, "types; conventions: the CPU has a subset"),
  };
}

Constraints one_type_for_all(const std::string& page) {
  return {same_element("src1", "src0").from(page, "one type for all tiles"),
          same_element("dst", "src0").from(page, "one type for all tiles")};
}

Constraints checked_tiles(const std::string& page, TargetSet dst_in_vec) {
  const auto tile = [&](const std::string& operand, TargetSet refused) {
    return checked_tile(
        operand, {.page = page, .in_vec = {.on = devices, .refused = refused}, .row_major = {}});
  };
  return joined(tile("dst", dst_in_vec), tile("src0", no_target), tile("src1", no_target));
}

Constraints regions_of_dst(const std::string& page) {
  return {equal_region("src0", "dst", page, devices), equal_region("src1", "dst", page, devices)};
}

Constraints like_dst(const std::string& scratch, const std::string& page) {
  const TileConstraints asked{.page = page,
                              .in_vec = {.on = devices, .refused = no_target},
                              .row_major = {.on = devices, .refused = {a2a3}}};
  Constraint equal = same_valid_region(scratch, "dst");
  equal.name = scratch + ".like_dst";
  equal.breach = [=](Call& call, Draw& draw) { shrink_below(call, scratch, draw); };
  equal.edge = [=](Call& call, Draw& draw, Edge side) {
    if (side != Edge::smallest && side != Edge::below) return false;
    const TileSpec& out = call.tile("dst");
    call.tile(scratch) = out;
    if (side == Edge::below) shrink_below(call, scratch, draw);
    return true;
  };
  return joined(
      Constraints{same_element(scratch, "dst").on({a2a3}).from(page, "one type for all tiles")},
      checked_tile(scratch, asked),
      Constraints{std::move(equal).at(launch).on({a2a3}).from(
          page, "run time: tmp has the valid rows and columns of dst")});
}

Result bitwise(std::vector<Argument> arguments, Logic logic) {
  return per_element(std::move(arguments), [logic = std::move(logic)](const ElementContext& cell) {
    return exactly(logic(cell.arguments) & mask_of(cell.to));
  });
}

}  // namespace assay::ops
