// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/replication.hpp"

#include <utility>

#include "reference/ops/small_types.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

const Elements a2a3_types{i8, u8, i16, u16, i32, u32, f16, bf16, f32};
const Elements a5_types{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};

constexpr std::int64_t register_lanes = 64;  ///< of 8 bytes in a pair of registers

}  // namespace

Constraints replication_types(const std::string& page, const Elements& undrawn) {
  const auto listed = [&](const Elements& types) {
    Constraint list = element_is("dst", types, undrawn);
    return undrawn.empty() ? checked_by_size(std::move(list), "dst") : list;
  };
  Constraint on_a5 = listed(a5_types).on({a5}).from(page, "1-, 2-, 4- and 8-byte types");
  on_a5.invariant = !undrawn.empty();  // no other type is left
  return joined(
      Constraints{listed(a2a3_types).on({a2a3}).from(page, "1-, 2- and 4-byte types"),
                  std::move(on_a5),
                  invariant(element_is("dst", a5_types))
                      .on({cpu})
                      .from(page, "types; conventions: the CPU has a subset"),
                  same_element("src", "dst").unchecked_on({cpu}).from(page, "one element type")},
      checked_tile("dst", {.page = page, .in_vec = {}, .row_major = {}}),
      Constraints{
          located_in("src", {Location::vec}).unchecked_on({cpu}).from(page, "tiles lie in Vec"),
          plain_fractal("src"),
          valid_within_shape("src").from("Tile class", "static valid bounds")});
}

Result replicated(Placement placement) {
  return copying(per_element({{"src", placement}}, [](const ElementContext& cell) {
    return exactly(cell.arguments[0].bits);
  }));
}

Scenario wide_copies() {
  return {.name = "wide", .text = "96 columns or more", .apply = [](Call& call, Draw& draw) {
            TileSpec& tile = call.tile("dst");
            tile.type.blayout = BLayout::row_major;
            tile.type.slayout = SLayout::none_box;
            tile.type.rows = draw.integer(2, 8);
            tile.type.cols = draw.integer(3, 8) * 32;
            tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
            tile.valid_rows = tile.type.rows;
            tile.valid_cols = tile.type.cols - draw.integer(0, 9);
          }};
}

Scenario copy_of_one_row() {
  return {.name = "single_row", .text = "one valid row of results", .apply = [](Call& call, Draw&) {
            TileSpec& tile = call.tile("dst");
            tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
            tile.valid_rows = 1;
          }};
}

std::vector<Erratum> errata_of_replication(const std::string& op, Placement placement) {
  const Result first_columns = per_element({{"src", placement}}, [](const ElementContext& cell) {
    Acceptable copied = exactly(cell.arguments[0].bits);
    if (cell.col >= register_lanes) copied.accept = Accept::preserved;
    return copied;
  });
  return {{.number = "E-" + op + "-001",
           .title = "8-byte elements from column 64 on are not written",
           .implementation = "pto-a5",
           .source = "include/pto/npu/a5/Int64Rearrange.hpp",
           .targets = {Target::a5},
           .where = "8-byte elements, more than 64 valid columns",
           .among =
               [](const Call& call) {
                 const TileSpec& out = call.tile("dst");
                 return bits_of(out.type.element) == 64 && out.valid_cols > register_lanes;
               },
           .results = {first_columns}}};
}

}  // namespace assay::ops
