// SPDX-License-Identifier: Apache-2.0
// Constraints on valid regions.
#include <fmt/format.h>

#include <algorithm>

#include "reference/isa/spec/vocabulary.hpp"

namespace assay::vocabulary {
namespace {

bool same_region(const TileSpec& a, const TileSpec& b) {
  return a.valid_rows == b.valid_rows && a.valid_cols == b.valid_cols;
}

// A size other than `taken` in [1, limit], or `taken + 1` with a larger tile if there is none.
std::int64_t other_size(Draw& draw, std::int64_t taken, std::int64_t limit) {
  if (limit <= 1) return taken + 1;
  const std::int64_t drawn = draw.integer(1, limit - 1);
  return drawn < taken ? drawn : drawn + 1;
}

// Either the valid region grows out of the shape, or the shape shrinks below the valid region:
// where another constraint ties the region to that of a second operand, only the latter breaks this
// constraint alone.
void exceed_shape(Call& call, const std::string& operand, Draw& draw) {
  for (OperandValue& value : call.operands) {
    auto* tile = std::get_if<TileSpec>(&value);
    if (tile != nullptr) tile->type.dynamic_valid_rows = tile->type.dynamic_valid_cols = false;
  }
  TileSpec& tile = call.tile(operand);
  const std::int64_t way = draw.integer(0, 3);
  if (way == 0) {
    tile.valid_rows = tile.rows() + draw.integer(1, 4);
  } else if (way == 1) {
    tile.valid_cols = tile.cols() + draw.integer(1, 32);
  } else {
    tile.type.rows = way == 2 ? 1 : tile.type.rows;
    tile.type.cols = way == 3 ? 1 : tile.type.cols;
    make_well_formed(tile.type);
  }
}

// A size of the type alone: what is known when the call runs breaks no type.
bool is_within(bool dynamic, std::int64_t valid, std::int64_t size) {
  return dynamic || (valid > 0 && valid <= size);
}

}  // namespace

Constraint valid_within_shape(const std::string& operand) {
  return constraint(
      operand + ".valid_within_shape",
      fmt::format("the static valid region of {} lies inside its shape", operand),
      [=](const Call& call) {
        const TileSpec& tile = call.tile(operand);
        return is_within(tile.type.dynamic_valid_rows, tile.valid_rows, tile.rows()) &&
               is_within(tile.type.dynamic_valid_cols, tile.valid_cols, tile.cols());
      },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile(operand);
        const auto clamped = [](bool dynamic, std::int64_t size, std::int64_t most) {
          return std::clamp<std::int64_t>(size, dynamic ? 0 : 1, most);
        };
        tile.valid_rows = clamped(tile.type.dynamic_valid_rows, tile.valid_rows, tile.rows());
        tile.valid_cols = clamped(tile.type.dynamic_valid_cols, tile.valid_cols, tile.cols());
      },
      [=](Call& call, Draw& draw) { exceed_shape(call, operand, draw); });
}

Constraint same_valid_region(const std::string& operand, const std::string& as) {
  return constraint(
      operand + ".same_valid_region",
      fmt::format("the valid regions of {} and {} are equal", operand, as),
      [=](const Call& call) { return same_region(call.tile(operand), call.tile(as)); },
      [=](Call& call, Draw&) {
        const TileSpec& leader = call.tile(as);
        set_valid(call.tile(operand), leader.valid_rows, leader.valid_cols);
      },
      [=](Call& call, Draw& draw) {
        TileSpec& tile = call.tile(operand);
        const TileSpec& leader = call.tile(as);
        if (draw.chance(50)) {
          set_valid(tile, other_size(draw, leader.valid_rows, tile.rows()), leader.valid_cols);
        } else {
          set_valid(tile, leader.valid_rows, other_size(draw, leader.valid_cols, tile.cols()));
        }
      });
}

Constraint same_valid_columns(const std::string& operand, const std::string& as) {
  return constraint(
      operand + ".same_valid_columns",
      fmt::format("{} has as many valid columns as {}", operand, as),
      [=](const Call& call) { return call.tile(operand).valid_cols == call.tile(as).valid_cols; },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile(operand);
        set_valid(tile, tile.valid_rows, call.tile(as).valid_cols);
      },
      [=](Call& call, Draw& draw) {
        TileSpec& tile = call.tile(operand);
        set_valid(tile, tile.valid_rows, other_size(draw, call.tile(as).valid_cols, tile.cols()));
      });
}

Constraint same_valid_mode(const std::string& operand, const std::string& as) {
  return constraint(
      operand + ".same_valid_mode",
      fmt::format("ValidRow and ValidCol of {} and {} are both static or both dynamic", operand,
                  as),
      [=](const Call& call) {
        const TileType& a = call.tile(operand).type;
        const TileType& b = call.tile(as).type;
        return a.dynamic_valid_rows == b.dynamic_valid_rows &&
               a.dynamic_valid_cols == b.dynamic_valid_cols;
      },
      [=](Call& call, Draw&) {
        TileType& type = call.tile(operand).type;
        type.dynamic_valid_rows = call.tile(as).type.dynamic_valid_rows;
        type.dynamic_valid_cols = call.tile(as).type.dynamic_valid_cols;
      },
      [=](Call& call, Draw&) {
        TileType& type = call.tile(operand).type;
        type.dynamic_valid_rows = !call.tile(as).type.dynamic_valid_rows;
      });
}

Constraint valid_rows_are(const std::string& operand, std::int64_t rows) {
  return constraint(
      fmt::format("{}.valid_rows", operand),
      fmt::format("{} has {} valid row{}", operand, rows, rows == 1 ? "" : "s"),
      [=](const Call& call) { return call.tile(operand).valid_rows == rows; },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile(operand);
        set_valid(tile, rows, tile.valid_cols);
      },
      [=](Call& call, Draw& draw) {
        TileSpec& tile = call.tile(operand);
        set_valid(tile, rows + draw.integer(1, 3), tile.valid_cols);
      });
}

Constraint non_empty(const std::string& operand) {
  Constraint made = constraint(
      operand + ".non_empty", fmt::format("valid rows and columns of {} are not zero", operand),
      [=](const Call& call) {
        const TileSpec& tile = call.tile(operand);
        return tile.valid_rows > 0 && tile.valid_cols > 0;
      },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile(operand);
        tile.valid_rows = std::max<std::int64_t>(tile.valid_rows, 1);
        tile.valid_cols = std::max<std::int64_t>(tile.valid_cols, 1);
      },
      // An empty region exists only as a dynamic value. Empty columns would empty the columns of
      // the destination as well, so both rows and columns are tried.
      [=](Call& call, Draw& draw) {
        TileSpec& tile = call.tile(operand);
        tile.type.dynamic_valid_rows = true;
        tile.type.dynamic_valid_cols = true;
        if (draw.chance(50)) {
          tile.valid_rows = 0;
        } else {
          tile.valid_cols = 0;
        }
      });
  made.edge = [=](Call& call, Draw&, Edge side) {
    TileSpec& tile = call.tile(operand);
    if (side != Edge::smallest) return false;
    tile.valid_rows = 1;
    return true;
  };
  return made;
}

}  // namespace assay::vocabulary
