// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/joining.hpp"

#include <algorithm>

#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

std::int64_t columns_of_sources(const Call& call) {
  return call.tile("src0").valid_cols + call.tile("src1").valid_cols;
}

/// Another number of valid rows or columns than `kept`, inside a tile that has at least `size`.
std::int64_t another(Draw& draw, std::int64_t kept, std::int64_t size) {
  if (kept == size) return kept - 1;
  return draw.chance(50) && kept > 1 ? kept - 1 : kept + 1;
}

Constraint same_rows(const std::string& operand) {
  return constraint(
      operand + ".same_valid_rows", operand + " has the valid rows of src0",
      [=](const Call& call) {
        return call.tile(operand).valid_rows == call.tile("src0").valid_rows;
      },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile(operand);
        set_valid(tile, call.tile("src0").valid_rows, tile.valid_cols);
      },
      [=](Call& call, Draw& draw) {
        TileSpec& tile = call.tile(operand);
        tile.type.rows = std::max<std::int64_t>(tile.type.rows, 2);
        make_well_formed(tile.type);
        set_valid(tile, another(draw, call.tile("src0").valid_rows, tile.rows()), tile.valid_cols);
      });
}

/// dst has room for the columns of both.
Constraint room_for_both() {
  return constraint(
      "dst.capacity", "dst has Cols for the valid columns of both sources",
      [](const Call& call) { return columns_of_sources(call) <= call.tile("dst").cols(); },
      [](Call& call, Draw&) {
        TileType& type = call.tile("dst").type;
        type.cols = std::max(type.cols, columns_of_sources(call));
        make_well_formed(type);
      },
      [](Call& call, Draw& draw) {
        TileSpec& more = call.tile("src1");
        more.type.dynamic_valid_cols = true;
        const std::int64_t room = call.tile("dst").cols() - call.tile("src0").valid_cols;
        set_valid(more, more.valid_rows, std::max<std::int64_t>(room, 0) + draw.integer(1, 9));
      });
}

/// As many valid columns as both sources have, or as there is room for.
Constraint columns_of_both(bool up_to_capacity) {
  const auto wanted = [=](const Call& call) {
    const std::int64_t sum = columns_of_sources(call);
    return up_to_capacity ? std::min(sum, call.tile("dst").cols()) : sum;
  };
  return constraint(
      "dst.joined", "dst has the valid columns of both sources",
      [=](const Call& call) { return call.tile("dst").valid_cols == wanted(call); },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile("dst");
        set_valid(tile, tile.valid_rows, wanted(call));
      },
      [](Call& call, Draw& draw) {
        TileSpec& tile = call.tile("dst");
        set_valid(tile, tile.valid_rows, another(draw, columns_of_sources(call), tile.cols()));
      });
}

}  // namespace

Constraints joined_regions(const std::string& page) {
  return {same_rows("src1").at(launch).from(page, "equal valid rows"),
          same_rows("dst").at(launch).from(page, "equal valid rows"),
          room_for_both().on({a2a3}).at(launch).from(page, "A2A3: columns of dst"),
          invariant(columns_of_both(true)).on({a2a3}).at(launch).from(page, "A5: columns of dst"),
          columns_of_both(false).on({a5}).at(launch).from(page, "A5: columns of dst"),
          invariant(columns_of_both(false)).on({cpu}).at(launch).from(page, "A5: columns of dst")};
}

std::vector<Ambiguity> joining_ambiguities() {
  return {
      {"A2A3 asks for room in dst, A5 for its valid columns, and the page for nothing on the CPU",
       "decision 105: a legal dst has the valid columns of both sources on every target"},
      {"counts of the indexed forms are elements in words of the page and bytes of the index "
       "type in headers",
       "decision 105: not tested"}};
}

std::vector<std::string> joining_notes() {
  return {"not tested: the indexed forms, of which no source but headers says in what they count"};
}

}  // namespace assay::ops
