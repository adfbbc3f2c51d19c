// SPDX-License-Identifier: Apache-2.0
// A page of no real instruction, with one of everything that generators must cope with.
#include "generators/test/sample_page.hpp"

#include <algorithm>

#include "reference/isa/spec/vocabulary.hpp"

namespace assay::generators {
namespace {

using enum ElementType;

Constraint row_limit() {
  constexpr std::int64_t most = 48;
  Constraint made = vocabulary::constraint(
      "src.rows", "src has 1 to 48 valid rows",
      [](const Call& call) {
        const std::int64_t rows = call.tile("src").valid_rows;
        return rows >= 1 && rows <= most;
      },
      [](Call& call, Draw& draw) {
        TileSpec& src = call.tile("src");
        set_valid(src, draw.integer(1, most), src.valid_cols);
      },
      [](Call& call, Draw& draw) {
        TileSpec& src = call.tile("src");
        set_valid(src, most + draw.integer(1, 5), src.valid_cols);
      });
  made.edge = [](Call& call, Draw&, Edge edge) {
    TileSpec& src = call.tile("src");
    const bool low = edge == Edge::smallest || edge == Edge::below;
    if (edge == Edge::below) return false;  // an empty tile is another constraint's matter
    set_valid(src, low ? 1 : (edge == Edge::largest ? most : most + 1), src.valid_cols);
    return true;
  };
  return std::move(made).at(Stage::launch);
}

Constraint never_broken() {
  return vocabulary::constraint(
      "tmp.bytes", "tmp holds at least 32 bytes",
      [](const Call& call) { return call.tile("tmp").type.bytes() >= 32; }, [](Call&, Draw&) {},
      [](Call& call, Draw&) { make_well_formed(call.tile("tmp").type); });
}

Form unary() {
  Form form;
  form.op = "SAMPLE";
  form.name = "unary";
  form.operands = {{"dst", Role::output, OperandKind::tile},
                   {"src", Role::input, OperandKind::tile},
                   {"tmp", Role::scratch, OperandKind::tile}};
  form.lead = "src";
  form.constraints = {
      vocabulary::element_is("src", {f32, f16}),
      vocabulary::same_element("dst", "src"),
      vocabulary::element_is("dst", {f32, f16}),
      vocabulary::located_in("src", {Location::vec}),
      vocabulary::located_in("dst", {Location::vec}).implied("both follow from one"),
      vocabulary::nd_layout("src"),
      vocabulary::same_valid_region("dst", "src").at(Stage::launch),
      row_limit(),
      never_broken()};
  form.scenarios = {{"one row", "a single row", every_target, [](Call& call, Draw& draw) {
                       TileSpec& src = call.tile("src");
                       src.type.rows = 1;
                       src.valid_rows = 1;
                       src.valid_cols = draw.integer(1, src.cols());
                     }}};
  form.plans = {"domain", "nearties"};
  return form;
}

Constraint region_is_view() {
  return vocabulary::constraint(
      "dst.is_view", "the valid region of dst is the view of src",
      [](const Call& call) {
        const ViewShape view = view_of(call.global("src"));
        const TileSpec& dst = call.tile("dst");
        return dst.valid_rows == view.rows && dst.valid_cols == view.cols;
      },
      [](Call& call, Draw&) {
        const ViewShape view = view_of(call.global("src"));
        set_valid(call.tile("dst"), view.rows, view.cols);
      },
      [](Call& call, Draw&) {
        TileSpec& dst = call.tile("dst");
        set_valid(dst, dst.valid_rows + 1, dst.valid_cols);
      });
}

Form move() {
  Form form;
  form.op = "SAMPLE";
  form.name = "move";
  form.operands = {{"dst", Role::output, OperandKind::tile},
                   {"src", Role::input, OperandKind::global}};
  form.lead = "src";
  form.constraints = {vocabulary::same_width("dst", "src"),
                      vocabulary::located_in("dst", {Location::vec}),
                      region_is_view().at(Stage::launch)};
  return form;
}

Form spread() {
  Form form;
  form.op = "SAMPLE";
  form.name = "spread";
  form.operands = {{"dst", Role::output, OperandKind::tile},
                   {"scalar", Role::input, OperandKind::scalar}};
  form.lead = "dst";
  form.attributes = {{"mode", {"plain", "fast", "odd"}}};
  form.constraints = {vocabulary::located_in("dst", {Location::vec, Location::mat}),
                      vocabulary::element_is("dst", {f32, i32, i8}).on({Target::cpu})};
  form.plans = {"text", "shifts", "ties", "ones", "cancellation"};
  return form;
}

Constraint is_convolution() {
  return vocabulary::constraint(
      "dst.conv", "dst is an NC1HWC0 tile",
      [](const Call& call) { return call.tile("dst").type.conv.has_value(); },
      [](Call& call, Draw& draw) {
        ConvShape shape;
        for (std::int64_t& dim : shape.dims) dim = draw.integer(1, 3);
        call.tile("dst").type.conv = shape;
      });
}

Form convolution() {
  Form form = spread();
  form.name = "conv";
  form.attributes.clear();
  form.constraints = {vocabulary::invariant(is_convolution()),
                      vocabulary::located_in("dst", {Location::mat})};
  return form;
}

OpSpec page() {
  OpSpec op;
  op.mnemonic = "SAMPLE";
  op.family = "test";
  op.summary = "No instruction.";
  op.forms = {unary(), move(), spread(), convolution()};
  return op;
}

}  // namespace

const OpSpec& sample_page() {
  static const OpSpec op = page();
  return op;
}

}  // namespace assay::generators
