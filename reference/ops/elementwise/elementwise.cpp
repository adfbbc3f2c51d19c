// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/elementwise.hpp"

#include <algorithm>

namespace assay::ops {
namespace {

using namespace vocabulary;

void differ(TileSpec& tile, Draw& draw) {
  switch (draw.integer(0, 2)) {
    case 0:
      tile.type.pad.kind = tile.type.pad.kind == PadKind::zero ? PadKind::null : PadKind::zero;
      break;
    case 1:
      tile.type.dynamic_valid_cols = !tile.type.dynamic_valid_cols;
      break;
    default:
      tile.type.rows *= 2;
  }
}

}  // namespace

Elements types_of_any_device(const Types& types) {
  Elements all = types.a5;
  for (const ElementType type : types.a2a3) {
    if (std::ranges::find(all, type) == all.end()) all.push_back(type);
  }
  return all.empty() ? arithmetic_elements : all;
}

Constraints element_types(const std::string& lead, const std::string& page, const Types& types) {
  const TargetSet unlisted = all_but(types.listed);
  Constraint on_cpu = element_is(lead, types_of_any_device(types))
                          .on({cpu})
                          .unchecked_on(unlisted)
                          .from(page, "types; conventions: the CPU has a subset");
  on_cpu.invariant = !types.listed.contains(cpu);
  return {
      element_is(lead, types.a2a3, types.a2a3_undrawn)
          .on({a2a3})
          .unchecked_on(unlisted)
          .from(page, "A2A3 types"),
      element_is(lead, types.a5, types.a5_undrawn)
          .on({a5})
          .unchecked_on(unlisted)
          .from(page, "A5 types"),
      std::move(on_cpu),
  };
}

Constraints one_element_type(const Names& followers, const std::string& lead,
                             const std::string& page, TargetSet refused, TargetSet tile_type) {
  Constraints list;
  for (const std::string& operand : followers) {
    list.push_back(same_element(operand, lead)
                       .on(all_but(tile_type))
                       .unchecked_on(all_but(refused))
                       .from(page, "one element type for all tiles"));
    if (tile_type.empty()) continue;
    list.push_back(one_tile_type(operand, lead)
                       .on(tile_type)
                       .from(page, "the C++ call: one TileData for all tiles"));
  }
  return list;
}

Constraints vec_tiles(const Names& operands, const std::string& page, const VecTiles& checks) {
  const TileConstraints asked{.page = page,
                              .in_vec = {.on = devices, .refused = checks.in_vec},
                              .row_major = {.on = devices, .refused = checks.row_major}};
  Constraints list;
  for (const std::string& operand : operands) {
    Constraints one = checked_tile(operand, asked);
    if (!checks.one_tile_type.empty()) one = keep_together(std::move(one), checks.one_tile_type);
    list = joined(std::move(list), std::move(one));
  }
  return list;
}

Constraints equal_regions(const Names& sources, const std::string& page, TargetSet refused) {
  Constraints list;
  for (const std::string& source : sources) {
    list.push_back(equal_region(source, "dst", page, refused));
  }
  return list;
}

Constraints keep_together(Constraints constraints, TargetSet where) {
  Constraints list;
  for (Constraint& constraint : constraints) {
    const bool concerned = constraint.name.ends_with(".valid_within_shape") ||
                           constraint.name.ends_with(".location") ||
                           constraint.name.ends_with(".row_major");
    if (!concerned) {
      list.push_back(std::move(constraint));
      continue;
    }
    TargetSet together, alone;
    for (const Target target : all_targets) {
      if (!constraint.targets.contains(target)) continue;
      TargetSet& set = where.contains(target) ? together : alone;
      set = set.with(target);
    }
    list.push_back(invariant(constraint).on(together));
    list.push_back(std::move(constraint).on(alone));
  }
  return list;
}

Constraint one_tile_type(const std::string& operand, const std::string& as) {
  return constraint(
      operand + ".one_tile_type", operand + " has the very Tile type of " + as,
      [=](const Call& call) {
        const TileSpec& tile = call.tile(operand);
        const TileSpec& lead = call.tile(as);
        return tile.type == lead.type &&
               (tile.type.dynamic_valid_rows || tile.valid_rows == lead.valid_rows) &&
               (tile.type.dynamic_valid_cols || tile.valid_cols == lead.valid_cols);
      },
      [=](Call& call, Draw&) {
        const TileSpec& lead = call.tile(as);
        TileSpec& tile = call.tile(operand);
        const bool fits = tile.valid_rows <= lead.rows() && tile.valid_cols <= lead.cols();
        tile.type = lead.type;
        if (!fits || !tile.type.dynamic_valid_rows) tile.valid_rows = lead.valid_rows;
        if (!fits || !tile.type.dynamic_valid_cols) tile.valid_cols = lead.valid_cols;
      },
      [=](Call& call, Draw& draw) { differ(call.tile(operand), draw); });
}

Constraints scratch(const std::string& page, TargetSet refused) {
  return checked_tile("tmp", {.page = page,
                              .in_vec = {.on = devices, .refused = refused},
                              .row_major = {.on = devices, .refused = refused}});
}

std::vector<Form> plain_and_precise(Form plain) {
  plain.name = "plain";
  Form precise = plain;
  precise.name = "precise";
  plain.attributes.push_back(precision_type("DEFAULT"));
  precise.attributes.push_back(precision_type("HIGH_PRECISION"));
  return {std::move(plain), std::move(precise)};
}

bool is_refined(const Call& call) {
  return call.target == a5 && call.form->name.starts_with("precise");
}

Ambiguity overflow_is_open() {
  return {"no page says whether an integer result beyond its type wraps or saturates",
          "decision 014: it wraps, as the formal draft has it"};
}

Ambiguity sources_outside_their_region() {
  return {
      "a source element outside that source's valid region reads as all ones (an overview and some "
      "pages), is undefined (programming model), or cannot occur because unequal regions are "
      "refused (headers)",
      "constraints src*.same_valid_region: no legal call has such an element"};
}

}  // namespace assay::ops
