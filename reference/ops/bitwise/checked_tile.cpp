// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/bitwise/checked_tile.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

std::int64_t other_size(Draw& draw, std::int64_t taken, std::int64_t limit) {
  if (limit <= 1) return taken + 1;
  const std::int64_t drawn = draw.integer(1, limit - 1);
  return drawn < taken ? drawn : drawn + 1;
}

Constraint same_valid_rows(const std::string& operand, const std::string& as) {
  return constraint(
      operand + ".same_valid_rows", operand + " has as many valid rows as " + as,
      [=](const Call& call) { return call.tile(operand).valid_rows == call.tile(as).valid_rows; },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile(operand);
        set_valid(tile, call.tile(as).valid_rows, tile.valid_cols);
      },
      [=](Call& call, Draw& draw) {
        TileSpec& tile = call.tile(operand);
        set_valid(tile, other_size(draw, call.tile(as).valid_rows, tile.rows()), tile.valid_cols);
      });
}

void empty_every_tile(Call& call, Draw& draw) {
  const bool rows = draw.chance(50);
  for (OperandValue& value : call.operands) {
    auto* tile = std::get_if<TileSpec>(&value);
    if (tile == nullptr) continue;
    tile->type.dynamic_valid_rows = tile->type.dynamic_valid_cols = true;
    (rows ? tile->valid_rows : tile->valid_cols) = 0;
  }
}

bool one_row_or_column(Call& call, Draw& draw, Edge side) {
  if (side != Edge::smallest) return false;
  const bool rows = draw.chance(50);
  for (OperandValue& value : call.operands) {
    auto* tile = std::get_if<TileSpec>(&value);
    if (tile != nullptr) (rows ? tile->valid_rows : tile->valid_cols) = 1;
  }
  return true;
}

}  // namespace

TargetSet all_but(TargetSet targets) {
  TargetSet rest;
  for (const Target target : all_targets) {
    if (!targets.contains(target)) rest = rest.with(target);
  }
  return rest;
}

Constraints checked_tile(const std::string& operand, const TileConstraints& asked) {
  const TargetSet in_vec = asked.in_vec.on.empty() ? no_target : asked.in_vec.on.with(Target::cpu);
  return {
      located_in(operand, {Location::vec})
          .on(in_vec)
          .unchecked_on(all_but(asked.in_vec.refused))
          .from(asked.page, "tiles lie in Vec"),
      row_major(operand)
          .on(asked.row_major.on.with(Target::cpu))
          .unchecked_on(all_but(asked.row_major.refused))
          .from(asked.page, "tiles are row-major; conventions: the CPU assumes it elsewhere, too"),
      invariant(unboxed(operand)).from("MODEL 11", "boxed row-major Vec tiles are open"),
      plain_fractal(operand),
      valid_within_shape(operand).from("Tile class", "static valid bounds"),
  };
}

Constraint equal_region(const std::string& operand, const std::string& as, const std::string& page,
                        TargetSet refused) {
  return same_valid_region(operand, as)
      .at(Stage::launch)
      .unchecked_on(all_but(refused))
      .from(page, refused.empty() ? "sources are compatible with the valid region of dst"
                                  : "run time: equal valid rows and columns");
}

Constraint equal_rows(const std::string& operand, const std::string& as, const std::string& page,
                      TargetSet refused) {
  return same_valid_rows(operand, as)
      .at(Stage::launch)
      .unchecked_on(all_but(refused))
      .from(page, "run time: equal valid rows");
}

Constraint equal_columns(const std::string& operand, const std::string& as, const std::string& page,
                         TargetSet refused) {
  return same_valid_columns(operand, as)
      .at(Stage::launch)
      .unchecked_on(all_but(refused))
      .from(page, "run time: equal valid columns");
}

Constraint region_not_empty(const std::string& operand, const std::string& page, Checked where) {
  Constraint made = non_empty(operand);
  made.breach = empty_every_tile;
  made.edge = one_row_or_column;
  return std::move(made)
      .at(Stage::launch)
      .on(where.on)
      .unchecked_on(all_but(where.refused))
      .from(page, "run time: valid rows and columns are not zero");
}

}  // namespace assay::ops
