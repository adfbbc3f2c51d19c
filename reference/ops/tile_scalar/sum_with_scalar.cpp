// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/sum_with_scalar.hpp"

#include <algorithm>

#include "reference/ops/header_errata.hpp"

namespace assay::ops {

Result sum_with_scalar(Steps steps) {
  const auto element = [steps](const ElementContext& cell) {
    const auto& x = cell.arguments;
    return any_reading(cell, steps(cell, x[0], x[1], x[2]));
  };
  return depending_on({Choice::sums_of_three},
                      with_scalar(in_steps(per_element({{"src0"}, {"scalar"}, {"src1"}}, element)),
                                  {.tile = "src0"}));
}

namespace {

/// One Tile type for all: a breach moves all of them.
Constraint all_in_vec(const std::string& page) {
  using namespace vocabulary;
  const std::vector<std::string> tiles{"dst", "src0", "src1"};
  return constraint(
             "tiles.location", "all tiles lie in Vec memory",
             [=](const Call& call) {
               return std::ranges::all_of(tiles, [&](const std::string& tile) {
                 return call.tile(tile).type.location == Location::vec;
               });
             },
             [=](Call& call, Draw&) {
               for (const std::string& tile : tiles) call.tile(tile).type.location = Location::vec;
             },
             [=](Call& call, Draw& draw) {
               const Location other = draw.pick({Location::mat, Location::acc, Location::left});
               for (const std::string& tile : tiles) call.tile(tile).type.location = other;
             })
      .from(page, "tiles lie in Vec");
}

}  // namespace

Constraints constraints_of_sum(const std::string& page) {
  const std::vector<std::string> tiles{"dst", "src0", "src1"};
  Constraints list = joined(element_types("src0", page, {.a2a3 = {}, .a5 = {}}),
                            one_element_type({"src1", "dst"}, "src0", page, every_target, {cpu}),
                            vec_tiles(tiles, page, {.one_tile_type = {cpu}}),
                            equal_regions({"src0", "src1"}, page, every_target),
                            scalar_argument({.tile = "src0"}));
  std::erase_if(list, [](const Constraint& one) { return one.name.ends_with(".location"); });
  list.push_back(all_in_vec(page));
  return list;
}

std::vector<Erratum> errata_of_sum(const std::string& op) {
  return unchecked_on_cpu(op, 1, "ElementTileScalarOp.h",
                          {"tiles.location", "src*.same_valid_region"});
}

std::vector<Ambiguity> sum_with_scalar_ambiguities() {
  return {
      {"documents have rules for A2A3 and A5, whose headers have no code for them",
       "form plain: cpu alone"},
      {"the scalar is between the two tiles",
       "form plain: operands dst, src0, scalar, src1, from left to right"},
      {"half may keep more digits between the two steps",
       "decision 018: 16-bit floats may be computed in f32 (choice sums_of_three)"},
  };
}

std::vector<std::string> sum_with_scalar_notes() {
  return {
      "a2a3, a5: documented with types and layouts, and not implemented: a call does not compile",
      "no carry, whatever the name suggests"};
}

}  // namespace assay::ops
