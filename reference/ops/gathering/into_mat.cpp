// SPDX-License-Identifier: Apache-2.0
// MGATHER into Mat: tiles in NZ for the matrix unit, indices and scratch in global memory.
#include <algorithm>

#include "reference/ops/bitwise/checked_tile.hpp"
#include "reference/ops/gathering/indices.hpp"
#include "reference/ops/gathering/tables.hpp"
#include "reference/ops/generation/generation.hpp"
#include "reference/ops/manual_examples.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

const Operand table{"table", Role::input, OperandKind::global};
const Operand view_of_indices{"idx", Role::input, OperandKind::global};
const Operand staging{"scratch", Role::scratch, OperandKind::global};

const Attribute handling{"GatherOOB", {"Undefined", "Clamp", "Wrap", "Zero"}};

/// Packed, but for `gap` elements after each row.
void shape_as(GlobalSpec& view, std::int64_t rows, std::int64_t cols, std::int64_t gap) {
  view.shape = {1, 1, 1, rows, cols};
  const std::int64_t pitch = cols + gap;
  view.stride = {rows * pitch, rows * pitch, rows * pitch, pitch, 1};
}

Dims5 shape_of_indices(const Call& call) {
  const TileSpec& out = call.tile("dst");
  const std::int64_t rows = std::max<std::int64_t>(out.valid_rows, 1);
  const std::int64_t cols = std::max<std::int64_t>(out.valid_cols, 1);
  return names_rows(call) ? Dims5{1, 1, 1, 1, rows} : Dims5{1, 1, 1, rows, cols};
}

/// One row with an index for each row of dst, or one index for each element.
Constraint an_index_each() {
  return invariant(constraint(
      "idx.shape", "idx has an index for each valid element of dst, or a row with one for each row",
      [](const Call& call) {
        const GlobalSpec& view = call.global("idx");
        return view.layout == GlobalLayout::ND && view.shape == shape_of_indices(call) &&
               view.stride[4] == 1 && view.stride[3] >= view.shape[4];
      },
      [](Call& call, Draw& draw) {
        const std::int64_t gap = draw.pick<std::int64_t>({0, 0, 1, 8});
        const Dims5 shape = shape_of_indices(call);
        const TileType& out = call.tile("dst").type;
        GlobalSpec& view = call.global("idx");
        view.layout = GlobalLayout::ND;
        shape_as(view, shape[3], shape[4], names_rows(call) ? 0 : gap);
        const bool rows = out.dynamic_valid_rows, cols = out.dynamic_valid_cols;
        view.dynamic_shape = {false, false, false, !names_rows(call) && rows,
                              names_rows(call) ? rows : cols};
        if (rows || cols) view.dynamic_stride = true;
      }));
}

/// Room for the whole tile; what follows a smaller one would be written, too.
Constraint room_for_tile() {
  return invariant(constraint(
      "scratch.elements", "scratch is a packed row of at least Rows * Cols elements of dst",
      [](const Call& call) {
        const GlobalSpec& view = call.global("scratch");
        return view.layout == GlobalLayout::ND && view.stride[4] == 1 &&
               view.shape == Dims5{1, 1, 1, 1, view.shape[4]} &&
               view.shape[4] >= call.tile("dst").type.elements();
      },
      [](Call& call, Draw& draw) {
        const std::int64_t more = draw.pick<std::int64_t>({0, 0, 1, 40});
        GlobalSpec& view = call.global("scratch");
        view.layout = GlobalLayout::ND;
        shape_as(view, 1, call.tile("dst").type.elements() + more, 0);
      }));
}

Constraints constraints(const std::string& page) {
  return {element_is("dst", gathered_elements).on({a2a3}).from(page, "into Mat: types of A2A3"),
          element_is("dst", gathered_on_a5).on({a5}).from(page, "into Mat: types of A5"),
          same_element("table", "dst").from(page, "into Mat: the table has the type of dst"),
          element_is("idx", {i32, u32}).from(page, "into Mat: indices are int32 or uint32"),
          located_in("dst", {Location::mat}).from(page, "into Mat: TileType::Mat"),
          layout_is("dst", {TileLayout::NZ}).from(page, "into Mat: NZ form"),
          table_in_rows().from(page, "into Mat: the table is ND"),
          plain_fractal("dst"),
          whole_boxes("dst"),
          non_empty("dst")
              .at(launch)
              .unchecked_on(every_target)
              .from(page, "ValidRow and ValidCol >= 1"),
          shape_of_table().from(page, "into Mat: table[safeIdx, :]; tableRowStride"),
          an_index_each().from(page, "into Mat: idx[r] and idx[r, c]"),
          valid_within_shape("dst").from("Tile class", "static valid bounds")};
}

void declare_example(Call& call) {
  const ElementType element = call.tile("dst").type.element;
  const bool rows = names_rows(call);
  TileSpec& out = call.tile("dst");
  declare(out, element, 16, 32);
  out.type.location = Location::mat;
  out.type.blayout = BLayout::col_major;
  out.type.slayout = SLayout::row_major;
  declare(call.global("idx"), i32, rows ? 1 : 16, rows ? 16 : 32, rows ? 16 : 32);
  declare(call.global("table"), element, rows ? 64 : 1, rows ? 32 : 256, rows ? 32 : 256);
  if (!rows) declare(call.global("scratch"), element, 1, 512, 512);
}

Form form_into_mat(const std::string& page) {
  return {.operands = {dst, table, view_of_indices},
          .lead = "dst",
          .targets = devices,
          .constraints = constraints(page),
          .results = {from_table(IndexWidth::as_32_bits)},
          .scenarios = {manual_example(declare_example)},
          .admit = [](const Call& call, std::vector<ElementArray>& contents) {
            make_entries(call, contents, call.attribute(handling.name));
          }};
}

}  // namespace

Form rows_into_mat(const std::string& page) {
  Form made = form_into_mat(page);
  made.name = "mat";
  made.attributes = {{"Coalesce", {"Row"}}, handling};
  made.constraints.push_back(
      row_width().unchecked_on(every_target).from(page, "table[TableRows, C] and dst[R, C]"));
  made.scenarios.push_back(far_rows(devices));
  return made;
}

Form elements_into_mat(const std::string& page) {
  Form made = form_into_mat(page);
  made.name = "scratch";
  made.operands.push_back(staging);
  made.attributes = {{"Coalesce", {"Elem"}}, handling, {"GatherExec", {"none", "Scalar", "Simt"}}};
  made.constraints.push_back(
      same_element("scratch", "dst").from(page, "into Mat: scratch has the type of dst"));
  made.constraints.push_back(room_for_tile().from(page, "scratch of Rows * Cols elements"));
  made.constraints.push_back(
      attribute_is("GatherExec", {"none"}).on({a2a3}).from(page, "GatherExec is of A5 alone"));
  return made;
}

}  // namespace assay::ops
