// SPDX-License-Identifier: Apache-2.0
// Operands of the instructions that combine two tiles where both have an element.
#include <algorithm>
#include <array>
#include <span>

#include "reference/ops/manual_examples.hpp"
#include "reference/ops/partial/partial.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

bool is_same_region(const TileSpec& one, const TileSpec& other) {
  return one.valid_rows == other.valid_rows && one.valid_cols == other.valid_cols;
}

void free_bounds(TileSpec& tile) {
  tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
}

/// Rows or columns that `whole` does not have.
void exceed(TileSpec& tile, const TileSpec& whole, Draw& draw) {
  const bool rows = draw.chance(50);
  const std::int64_t more = draw.integer(1, 9);
  set_valid(tile, rows ? whole.valid_rows + more : tile.valid_rows,
            rows ? tile.valid_cols : whole.valid_cols + more);
}

/// Fewer rows, fewer columns, or both.
void fall_short(TileSpec& tile, const TileSpec& whole, Draw& draw) {
  enum : std::int64_t { rows, columns, both };
  const std::int64_t kind = draw.integer(rows, both);
  const auto fewer = [&](std::int64_t size) { return draw.integer(1, size - 1); };
  free_bounds(tile);
  const std::int64_t left = kind == columns ? whole.valid_rows : fewer(whole.valid_rows);
  set_valid(tile, left, kind == rows ? whole.valid_cols : fewer(whole.valid_cols));
}

/// At least two rows and columns, so that something smaller has an element.
void leave_room(TileSpec& out) {
  free_bounds(out);
  set_valid(out, std::max<std::int64_t>(out.valid_rows, 2),
            std::max<std::int64_t>(out.valid_cols, 2));
}

/// The source is no larger than the destination, in both dimensions.
Constraint within(const std::string& source, const std::string& out) {
  return constraint(
      source + ".within", "the valid region of " + source + " is within that of " + out,
      [=](const Call& call) {
        const TileSpec &tile = call.tile(source), &whole = call.tile(out);
        return tile.valid_rows <= whole.valid_rows && tile.valid_cols <= whole.valid_cols;
      },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile(source);
        const TileSpec& whole = call.tile(out);
        set_valid(tile, std::min(tile.valid_rows, whole.valid_rows),
                  std::min(tile.valid_cols, whole.valid_cols));
      },
      [=](Call& call, Draw& draw) { exceed(call.tile(source), call.tile(out), draw); });
}

/// A source has the region of the destination.
Constraint one_covers(const PartialTiles& tiles) {
  return constraint(
      tiles.out + ".covered", "the valid region of a source is that of " + tiles.out,
      [=](const Call& call) {
        const TileSpec& whole = call.tile(tiles.out);
        return is_same_region(call.tile(tiles.first), whole) ||
               is_same_region(call.tile(tiles.second), whole);
      },
      [=](Call& call, Draw& draw) {
        const TileSpec& whole = call.tile(tiles.out);
        set_valid(call.tile(draw.chance(50) ? tiles.first : tiles.second), whole.valid_rows,
                  whole.valid_cols);
      },
      [=](Call& call, Draw& draw) {
        leave_room(call.tile(tiles.out));
        for (const std::string& source : {tiles.first, tiles.second}) {
          fall_short(call.tile(source), call.tile(tiles.out), draw);
        }
      });
}

/// `smaller` falls short of the destination, and the other source has its region.
void cover(Call& call, const PartialTiles& tiles, const std::string& smaller, Draw& draw) {
  TileSpec& out = call.tile(tiles.out);
  leave_room(out);
  for (const std::string& source : {tiles.first, tiles.second}) {
    TileSpec& tile = call.tile(source);
    free_bounds(tile);
    set_valid(tile, out.valid_rows, out.valid_cols);
    if (source == smaller) fall_short(tile, out, draw);
  }
}

Scenario smaller_source(const std::string& name, const PartialTiles& tiles,
                        const std::string& smaller) {
  return {.name = name,
          .text = smaller + " has fewer valid rows, fewer valid columns, or both",
          .apply = [=](Call& call, Draw& draw) { cover(call, tiles, smaller, draw); }};
}

struct Shape {
  std::int64_t rows, cols;
};
constexpr std::array<Shape, 4> large_shapes{{{132, 128}, {520, 32}, {66, 256}, {17, 1024}}};

Scenario large_and_smaller(const PartialTiles& tiles) {
  return {.name = "large_and_smaller",
          .text = "one source of many elements, and one with fewer",
          .apply = [=](Call& call, Draw& draw) {
            const Shape& shape = draw.pick(std::span<const Shape>(large_shapes));
            TileSpec& out = call.tile(tiles.out);
            free_bounds(out);
            if (out.type.elements() < shape.rows * shape.cols) {
              set_valid(out, shape.rows, shape.cols);
            }
            out.valid_rows = out.rows() - draw.integer(0, 1);
            out.valid_cols = out.cols() - draw.integer(0, 1);
            cover(call, tiles, draw.chance(50) ? tiles.first : tiles.second, draw);
          }};
}

Scenario empty_source(const std::string& name, const PartialTiles& tiles,
                      const std::string& empty) {
  return {.name = name,
          .text = empty + " has no valid rows or no valid columns",
          .apply = [=](Call& call, Draw& draw) {
            cover(call, tiles, empty, draw);
            TileSpec& tile = call.tile(empty);
            (draw.chance(50) ? tile.valid_rows : tile.valid_cols) = 0;
          }};
}

}  // namespace

Constraints partial_regions(const std::string& page, const PartialTiles& tiles, TargetSet refused) {
  Constraints list;
  for (const std::string& source : {tiles.first, tiles.second}) {
    list.push_back(within(source, tiles.out)
                       .at(launch)
                       .unchecked_on(every_target)
                       .from(page, "the region of the other source does not exceed that of dst"));
  }
  list.push_back(one_covers(tiles)
                     .at(launch)
                     .unchecked_on(all_but(refused))
                     .from(page, "the region of a source is exactly that of dst"));
  return list;
}

Constraints partial_constraints(const std::string& page, const Types& types) {
  return joined(element_types("dst", page, types), one_element_type({"src0", "src1"}, "dst", page),
                vec_tiles({"dst", "src0", "src1"}, page, {.row_major = {a2a3}}));
}

std::vector<Scenario> partial_scenarios(const PartialTiles& tiles) {
  return {example_of({tiles.out, tiles.first, tiles.second}),
          smaller_source("smaller_first", tiles, tiles.first),
          smaller_source("smaller_second", tiles, tiles.second),
          large_and_smaller(tiles),
          empty_source("empty_first", tiles, tiles.first),
          empty_source("empty_second", tiles, tiles.second)};
}

}  // namespace assay::ops
