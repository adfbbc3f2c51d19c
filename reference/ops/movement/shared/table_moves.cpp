// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/table_moves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* table_moves_page = "TMOV page";
constexpr std::int64_t kibibyte = 1024;

/// Gives both tiles `cols` columns.
void set_columns(Call& call, std::int64_t cols) {
  for (const char* name : {"src", "dst"}) {
    TileSpec& tile = call.tile(name);
    tile.type.cols = cols;
    tile.valid_cols = std::min(tile.valid_cols, cols);
  }
}

std::int64_t row_bytes(const Call& call, const std::string& operand) {
  const TileType& type = call.tile(operand).type;
  return type.cols * size_of(type.element);
}

Constraint one_row() {
  const auto set = [](Call& call, std::int64_t rows) {
    for (const char* name : {"src", "dst"}) {
      TileSpec& tile = call.tile(name);
      tile.type.rows = rows;
      tile.valid_rows = std::min(tile.valid_rows, rows);
    }
  };
  return constraint(
      "src.one_row", "src has one row",
      [](const Call& call) { return call.tile("src").rows() == 1; },
      [=](Call& call, Draw&) { set(call, 1); },
      [=](Call& call, Draw& draw) { set(call, draw.integer(2, 4)); });
}

/// A row of `counted` has whole units of `unit` bytes.
Constraint whole_units(const std::string& counted, std::int64_t unit) {
  return constraint(
      counted + ".units", fmt::format("a row of {} has a multiple of {} bytes", counted, unit),
      [=](const Call& call) { return row_bytes(call, counted) % unit == 0; },
      [=](Call& call, Draw&) {
        const TileType& type = call.tile(counted).type;
        const std::int64_t step = unit / size_of(type.element);
        set_columns(call, (type.cols + step - 1) / step * step);
      },
      // Rows of 32 bytes more, of tiles that both may have such.
      [=](Call& call, Draw& draw) {
        const TileType& type = call.tile(counted).type;
        TileType& in = call.tile("src").type;
        if (size_of(in.element) < size_of(type.element)) in.element = type.element;
        set_columns(call, (draw.integer(0, 3) * unit + 32) / size_of(type.element));
      });
}

/// The table has `a2a3_bytes` on A2A3 and 4 KiB elsewhere.
Constraint fits_table(std::int64_t a2a3_bytes, std::int64_t unit) {
  const auto limit = [=](const Call& call) {
    return call.target == a2a3 ? a2a3_bytes : 4 * kibibyte;
  };
  return constraint(
      "dst.table",
      fmt::format("dst fits into its table of 4 KiB, on a2a3 of {} KiB", a2a3_bytes / kibibyte),
      [=](const Call& call) { return row_bytes(call, "dst") <= limit(call); },
      [=](Call& call, Draw&) {
        set_columns(call, std::min(call.tile("dst").cols(),
                                   limit(call) / size_of(call.tile("dst").type.element)));
      },
      [=](Call& call, Draw& draw) {
        const std::int64_t bytes = limit(call) + draw.integer(1, 4) * unit;
        set_columns(call, bytes / size_of(call.tile("dst").type.element));
      });
}

/// The constraints of both tables, for a source that is a row.
Constraints row_into_table(Location table, std::int64_t unit, std::int64_t a2a3_bytes) {
  return joined(
      Constraints{
          invariant(located_in("src", {Location::mat}))
              .from(table_moves_page, "Mat to Bias or Scaling"),
          invariant(located_in("dst", {table})).from(table_moves_page, "Mat to Bias or Scaling"),
          invariant(nd_layout("src")).from(table_moves_page, "the source is a row"),
          invariant(nd_layout("dst")).from(table_moves_page, "the source is a row"),
          plain_fractal("src"), plain_fractal("dst"),
          one_row().on(devices).from(table_moves_page, "one row"),
          invariant(one_row()).on({cpu}).from(table_moves_page, "one row"),
          invariant(one_shape()).from(table_moves_page, "the formula copies"),
          whole_units("src", unit)
              .on({a2a3})
              .from(table_moves_page, "A2A3: whole units of a table"),
          whole_units("dst", unit).on({a5}).from(table_moves_page, "A5: whole units of a table"),
          invariant(whole_units("dst", unit))
              .on({cpu})
              .from(table_moves_page, "A5: whole units of a table"),
          fits_table(a2a3_bytes, unit).on({a5}).from(table_moves_page, "A5: size of a table"),
          invariant(fits_table(a2a3_bytes, unit)).on({a2a3, cpu}).from("MODEL 5", "memories")},
      one_region());
}

/// Halves become floats, every other type stays.
Constraint type_of_bias() {
  const auto wanted = [](const Call& call) {
    const ElementType from = call.tile("src").type.element;
    return from == f16 || from == bf16 ? f32 : from;
  };
  const auto set = [](Call& call, ElementType element) {
    call.tile("dst").type.element = element;
    make_well_formed(call.tile("dst").type);
  };
  return constraint(
      "dst.pair", "dst has the type of src, float for half and bfloat16_t",
      [=](const Call& call) { return call.tile("dst").type.element == wanted(call); },
      [=](Call& call, Draw&) { set(call, wanted(call)); },
      [=](Call& call, Draw& draw) {
        ElementType other{};
        if (draw_other_element(draw, {wanted(call)}, {}, other)) set(call, other);
      });
}

}  // namespace

Constraint one_shape() {
  return constraint(
      "dst.shape", "Rows and Cols of dst are those of src",
      [](const Call& call) {
        const TileSpec &out = call.tile("dst"), &in = call.tile("src");
        return out.rows() == in.rows() && out.cols() == in.cols();
      },
      // Boxes of the one may be larger than those of the other.
      [](Call& call, Draw&) {
        TileType &out = call.tile("dst").type, &in = call.tile("src").type;
        for (int turn = 0; turn < 2; ++turn) {
          out.rows = in.rows;
          out.cols = in.cols;
          make_well_formed(out);
          in.rows = out.rows;
          in.cols = out.cols;
          make_well_formed(in);
        }
      },
      [](Call& call, Draw& draw) {
        TileType& out = call.tile("dst").type;
        (draw.chance(50) ? out.rows : out.cols) += 32;
        make_well_formed(out);
      });
}

Constraints one_region() { return one_region_of_free_shapes({}); }

Constraints one_region_of_free_shapes(TargetSet targets) {
  TargetSet others;
  for (const Target target : all_targets) {
    if (!targets.contains(target)) others = others.with(target);
  }
  Constraints all;
  for (const char* operand : {"src", "dst"}) {
    const Constraint bounds = valid_within_shape(operand).from("Tile class", "static valid bounds");
    if (!targets.empty()) all.push_back(Constraint(bounds).on(targets));
    all.push_back(invariant(bounds).on(others));
  }
  all.push_back(invariant(same_valid_region("dst", "src"))
                    .at(launch)
                    .from(table_moves_page, "the formula has one valid region"));
  return all;
}

Constraints plain_rows_on_devices(const std::string& operand) {
  return {invariant(nd_layout(operand)).on(devices).from("MODEL 11", "vector tiles"),
          invariant(unboxed(operand)).on({cpu}).from("MODEL 11", "boxed Vec tiles are open")};
}

Constraints mat_to_bias() {
  return joined(
      Constraints{element_is("src", {i32, f32, f16})
                      .on({a2a3})
                      .from(table_moves_page, "A2A3: types of a bias"),
                  element_is("src", {i32, f32, f16, bf16})
                      .on({a5})
                      .from(table_moves_page, "A5: types of a bias"),
                  invariant(element_is("src", {i32, f32, f16, bf16}))
                      .on({cpu})
                      .from(table_moves_page, "A5: types of a bias"),
                  type_of_bias().on(devices).from(table_moves_page, "types of a bias"),
                  invariant(type_of_bias()).on({cpu}).from(table_moves_page, "types of a bias")},
      row_into_table(Location::bias, 64, kibibyte));
}

Constraints mat_to_scaling() {
  return joined(
      Constraints{
          element_is("src", {u64, i64}).on({a2a3}).from(table_moves_page, "A2A3: types of scaling"),
          invariant(element_is("src", {u64, i64}))
              .on({a5, cpu})
              .from(table_moves_page, "A2A3: types of scaling"),
          same_element("dst", "src").on({a2a3}).from(table_moves_page, "A2A3: types of scaling"),
          invariant(same_element("dst", "src"))
              .on({a5, cpu})
              .from(table_moves_page, "A5: one element type")},
      row_into_table(Location::scaling, 128, 2 * kibibyte));
}

}  // namespace assay::ops
