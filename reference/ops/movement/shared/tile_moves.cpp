// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/tile_moves.hpp"

#include <algorithm>

#include "reference/ops/movement/shared/table_moves.hpp"
#include "reference/ops/movement/shared/window.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tile_moves_page = "TMOV page";

const Elements common_elements{i8, hif8, e5m2, e4m3, f16, bf16, f32, e2m1, e1m2};  // CommonCheck
const Elements elements_of_zn{i8, u8, i32, hif8, e5m2, e4m3, f16, bf16, f32, e2m1, e1m2};
const Elements whole_bytes{i8, hif8, e5m2, e4m3, f16, bf16, f32};
const Elements whole_bytes_of_zn{i8, u8, i32, hif8, e5m2, e4m3, f16, bf16, f32};
const Elements a2a3_elements{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};
const Elements cpu_elements{i8,  u8,   i16, u16,  i32,  u32,  i64, u64,
                            f16, bf16, f32, e4m3, e5m2, e8m0, hif8};

/// CommonCheck, on the paths of the matrix unit.
Constraints common_check(const Elements& legal, const Elements& on_cpu) {
  return {element_is("src", legal).on({a5}).from(tile_moves_page, "A5: element types"),
          invariant(element_is("src", on_cpu)).on({cpu}).from(tile_moves_page, "A5: element types"),
          same_element("dst", "src").on({a5}).from(tile_moves_page, "A5: one element type"),
          invariant(same_element("dst", "src"))
              .on({a2a3, cpu})
              .from(tile_moves_page, "the formula copies")};
}

Constraint fixed_layout(const std::string& operand, TileLayout layout) {
  return invariant(layout_is(operand, {layout}));
}

Constraint boxes_of_mat() { return layout_is("src", {TileLayout::NZ, TileLayout::ZN}); }

bool is_row_major_source(const Call& call) {
  return call.tile("src").type.blayout == BLayout::row_major;
}

/// The source that CommonCheck of A5 refuses for any dst: one that is neither row-major nor NZ.
Constraint checked_layout_of_mat() {
  Constraint made = boxes_of_mat();
  made.text = "src is row-major, or its layout is NZ";
  made.holds = [](const Call& call) {
    return is_row_major_source(call) || call.tile("src").type.layout() == TileLayout::NZ;
  };
  made.breach = [](Call& call, Draw& draw) {
    TileType& type = call.tile("src").type;
    type.blayout = BLayout::col_major;
    type.slayout = draw.pick({SLayout::none_box, SLayout::col_major});
    make_well_formed(type);
  };
  return made;
}

/// The check accepts more row-major sources than the matrix unit has operands of.
Constraint boxes_of_row_major_mat() {
  Constraint made = boxes_of_mat();
  made.name = "src.boxes";
  made.text = "a row-major src has the layout ZN";
  made.holds = [](const Call& call) {
    return !is_row_major_source(call) || call.tile("src").type.layout() == TileLayout::ZN;
  };
  return invariant(made);
}

Constraint accumulator() {
  return invariant(constraint(
      "src.accumulator", "src is NZ with SFractalSize 1024",
      [](const Call& call) {
        const TileType& type = call.tile("src").type;
        return type.layout() == TileLayout::NZ && type.fractal == 1024;
      },
      [](Call& call, Draw&) {
        TileType& type = call.tile("src").type;
        type.blayout = BLayout::col_major;
        type.slayout = SLayout::row_major;
        type.fractal = 1024;
        make_well_formed(type);
      }));
}

/// The pairs that ND to ZN lists and CommonCheck does not.
Constraint more_into_zn() {
  return invariant(constraint(
      "dst.zn", "int32_t and uint8_t are moved into ZN",
      [](const Call& call) {
        const ElementType element = call.tile("src").type.element;
        return (element != i32 && element != u8) ||
               call.tile("dst").type.layout() == TileLayout::ZN;
      },
      [](Call& call, Draw&) {
        TileType& type = call.tile("dst").type;
        type.blayout = BLayout::row_major;
        type.slayout = SLayout::col_major;
        make_well_formed(type);
      }));
}

bool is_packed(const Call& call) { return bits_of(call.tile("src").type.element) == 4; }

/// Elements of four bits keep the order that they have in a box: what a box of ZN is made of where
/// it comes from rows or from NZ no page says of pairs.
Constraint packed_order() {
  return invariant(constraint(
      "dst.packed", "elements of four bits are moved from ND or NZ to ND or NZ, or from ZN to ZN",
      [](const Call& call) {
        const TileLayout to = call.tile("dst").type.layout(), from = call.tile("src").type.layout();
        return !is_packed(call) || (to == TileLayout::ZN) == (from == TileLayout::ZN);
      },
      [](Call& call, Draw&) {
        TileType &to = call.tile("dst").type, &from = call.tile("src").type;
        if (from.is_boxed()) {
          from.blayout = to.blayout;
          from.slayout = to.slayout;
        } else {
          to.blayout = BLayout::col_major;
          to.slayout = SLayout::row_major;
        }
        make_well_formed(from);
        make_well_formed(to);
      }));
}

/// So that no byte is valid in half.
Constraint packed_pairs() {
  const auto extent = [](TileSpec& tile) -> std::int64_t& {
    return tile.type.layout() == TileLayout::ZN ? tile.valid_rows : tile.valid_cols;
  };
  return invariant(constraint(
      "src.pairs", "the valid columns of elements of four bits are even, the valid rows in ZN",
      [=](const Call& call) {
        TileSpec tile = call.tile("src");
        return !is_packed(call) || extent(tile) % 2 == 0;
      },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile("src");
        tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
        std::int64_t& size = extent(tile);
        size += size % 2;
      }));
}

Constraints packed() {
  return {packed_order().on({a5}).from(tile_moves_page, "ND to ZN: all storage types"),
          packed_pairs().on({a5}).at(launch).from("MODEL 1.2", "two elements share a byte")};
}

/// Of a left operand ZZ, of a right one NN, both with boxes of 32 bytes.
Constraint scale_boxes(const std::string& operand) {
  const auto is_left = [](const Call& call) {
    return call.tile("dst").type.location == Location::scale_left;
  };
  return invariant(constraint(
      operand + ".scale_boxes",
      operand + " is ZZ for ScaleLeft and NN for ScaleRight, with SFractalSize 32",
      [=](const Call& call) {
        const TileType& type = call.tile(operand).type;
        return type.fractal == 32 &&
               type.layout() == (is_left(call) ? TileLayout::ZZ : TileLayout::NN);
      },
      [=](Call& call, Draw&) {
        TileType& type = call.tile(operand).type;
        type.blayout = is_left(call) ? BLayout::row_major : BLayout::col_major;
        type.slayout = is_left(call) ? SLayout::row_major : SLayout::col_major;
        type.fractal = 32;
        make_well_formed(type);
      }));
}

/// MODEL 5: each buffer of scales has 4 KiB, of which a quarter is left to what surrounds a tile.
Constraint scales_fit() {
  constexpr std::int64_t most = 3072, rows = 64, cols = 48;
  return invariant(constraint(
      "dst.room", "dst has at most 3 KiB",
      [](const Call& call) { return call.tile("dst").rows() * call.tile("dst").cols() <= most; },
      [=](Call& call, Draw&) {
        for (const char* operand : {"src", "dst"}) {
          TileSpec& tile = call.tile(operand);
          tile.type.rows = std::min(tile.type.rows, rows);
          tile.type.cols = std::min(tile.type.cols, cols);
          make_well_formed(tile.type);
          tile.valid_rows = std::min(tile.valid_rows, tile.type.rows);
          tile.valid_cols = std::min(tile.valid_cols, tile.type.cols);
        }
      }));
}

/// ND in Vec, NZ in Mat.
Constraint accumulator_destination() {
  return invariant(constraint(
      "dst.drained", "dst is ND in Vec and NZ in Mat",
      [](const Call& call) {
        const TileType& type = call.tile("dst").type;
        return type.layout() == (type.location == Location::vec ? TileLayout::ND : TileLayout::NZ);
      },
      [](Call& call, Draw&) {
        TileType& type = call.tile("dst").type;
        const bool rows = type.location == Location::vec;
        type.blayout = rows ? BLayout::row_major : BLayout::col_major;
        type.slayout = rows ? SLayout::none_box : SLayout::row_major;
        make_well_formed(type);
      }));
}

}  // namespace

Constraints vec_to_vec() {
  return joined(
      Constraints{invariant(element_is("src", a2a3_elements))
                      .on({a2a3})
                      .from(tile_moves_page, "no list: all types"),
                  invariant(element_is("src", common_elements))
                      .on({a5})
                      .from(tile_moves_page, "A5: element types"),
                  invariant(element_is("src", cpu_elements))
                      .on({cpu})
                      .from(tile_moves_page, "no list: all types"),
                  invariant(same_element("dst", "src")).from(tile_moves_page, "the formula copies"),
                  located_in("src", {Location::vec})
                      .on({a2a3})
                      .from(tile_moves_page, "A2A3: pairs of locations"),
                  located_in("dst", {Location::vec})
                      .on({a2a3})
                      .from(tile_moves_page, "A2A3: pairs of locations"),
                  invariant(located_in("src", {Location::vec}))
                      .on({a5, cpu})
                      .from(tile_moves_page, "Vec to Vec"),
                  invariant(located_in("dst", {Location::vec}))
                      .on({a5, cpu})
                      .from(tile_moves_page, "Vec to Vec")},
      plain_rows_on_devices("src"), plain_rows_on_devices("dst"),
      Constraints{
          plain_fractal("src"), plain_fractal("dst"),
          one_shape().on({a2a3}).from(tile_moves_page, "A2A3: Rows and Cols of both are equal")},
      packed(), one_region_of_free_shapes({a5, cpu}));
}

Constraints mat_to_operand() {
  return joined(
      Constraints{invariant(element_is("src", {i8, f16, bf16, f32}))
                      .on({a2a3})
                      .from("TEXTRACT page", "A2A3: element types")},
      common_check(common_elements, whole_bytes),
      Constraints{
          invariant(located_in("src", {Location::mat}))
              .from(tile_moves_page, "Mat to Left or Right"),
          located_in("dst", {Location::left, Location::right}, {Location::bias, Location::scaling})
              .on({a2a3})
              .from(tile_moves_page, "A2A3: pairs of locations"),
          invariant(located_in("dst", {Location::left, Location::right}))
              .on({a5, cpu})
              .from(tile_moves_page, "Mat to Left or Right"),
          checked_layout_of_mat().on({a5}).from(tile_moves_page, "A5: layouts of src"),
          boxes_of_row_major_mat().on({a5}).from("MODEL 2", "operands of the matrix unit"),
          invariant(boxes_of_mat()).on({a2a3, cpu}).from(tile_moves_page, "A5: layouts of src"),
          invariant(operand_layout("dst")).from("MODEL 2", "operands of the matrix unit"),
          plain_fractal("src"), plain_fractal("dst"), whole_boxes("src"), whole_boxes("dst"),
          one_shape().on({a2a3}).from(tile_moves_page, "A2A3: Rows and Cols of both are equal"),
          invariant(one_shape()).on({a5, cpu}).from(tile_moves_page, "the formula copies")},
      packed(), one_region());
}

Constraints mat_to_scales() {
  constexpr const char* check = "A5: CommonCheckMX";
  return joined(
      Constraints{element_is("src", {e8m0}).on({a5}).from(tile_moves_page, check),
                  invariant(element_is("src", {e8m0})).on({cpu}).from(tile_moves_page, check),
                  same_element("dst", "src").on({a5}).from(tile_moves_page, check),
                  invariant(same_element("dst", "src")).on({cpu}).from(tile_moves_page, check),
                  invariant(located_in("src", {Location::mat}))
                      .from(tile_moves_page, "A5: Mat to ScaleLeft and ScaleRight"),
                  invariant(located_in("dst", {Location::scale_left, Location::scale_right}))
                      .from(tile_moves_page, "A5: Mat to ScaleLeft and ScaleRight"),
                  scale_boxes("src").from("TEXTRACT page", "A5: layouts of sources of scales"),
                  scale_boxes("dst").from("MODEL 2", "scales"), whole_boxes("src"),
                  whole_boxes("dst"), scales_fit().from("MODEL 5", "memories"),
                  invariant(one_shape()).from(tile_moves_page, "the formula copies")},
      one_region());
}

Constraints vec_to_mat() {
  return joined(
      common_check(elements_of_zn, whole_bytes_of_zn),
      Constraints{
          invariant(located_in("src", {Location::vec})).from(tile_moves_page, "A5: Vec to Mat"),
          invariant(located_in("dst", {Location::mat})).from(tile_moves_page, "A5: Vec to Mat"),
          fixed_layout("src", TileLayout::ND).from(tile_moves_page, "ND to NZ, ND to ZN"),
          invariant(layout_is("dst", {TileLayout::NZ, TileLayout::ZN}))
              .from(tile_moves_page, "ND to NZ, ND to ZN"),
          more_into_zn().from(tile_moves_page, "ND to ZN: element types"), plain_fractal("src"),
          plain_fractal("dst"), whole_boxes("dst"),
          invariant(one_shape()).from(tile_moves_page, "the formula copies")},
      packed(), one_region());
}

Constraints acc_to_vec_or_mat() {
  return joined(
      Constraints{invariant(element_is("src", {f32, i32})).from("MODEL 2", "types of accumulators"),
                  invariant(same_element("dst", "src")).from(tile_moves_page, "the formula copies"),
                  invariant(located_in("src", {Location::acc}))
                      .from(tile_moves_page, "A5: Acc to Vec or Mat"),
                  invariant(located_in("dst", {Location::vec, Location::mat}))
                      .from(tile_moves_page, "A5: Acc to Vec or Mat"),
                  accumulator().from("MODEL 2", "accumulators"),
                  accumulator_destination().from("MODEL 11", "boxed Vec tiles are open"),
                  plain_fractal("dst"), whole_boxes("src"), whole_boxes("dst"),
                  invariant(one_shape()).from(tile_moves_page, "the formula copies")},
      one_region());
}

Result moved_as_numbers() {
  return converting(per_element({{"src"}}, [](const ElementContext& element) {
    const Value& value = element.arguments.front();
    if (value.type == element.to) return exactly(value.bits);
    return within(element.to, value.real(), element.tolerance);
  }));
}

}  // namespace assay::ops
