// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/header_errata.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tprelu_page = "TPRELU page";

/// src0 where it is positive, else src0 times the slope. NaN is not positive.
Acceptable sloped(const ElementContext& cell) {
  const Value& x = cell.arguments[0];
  const bool nan = numerics::is_nan(x.type, x.bits);
  const bool positive =
      !nan && !numerics::is_zero(x.type, x.bits) && !numerics::is_negative(x.type, x.bits);
  if (positive) return exactly(x.bits);
  if (is_integer(cell.to)) return integer_product(cell);
  const numerics::Real product = x.real() * cell.arguments[1].real();
  return any_reading(cell.to,
                     {numerics::encode(cell.to, product, numerics::RoundMode::nearest_even)});
}

/// Mask rows for the rows of dst and a valid one after them.
Constraint spare_row() {
  const auto resize = [](Call& call, std::int64_t rows) {
    TileSpec& tile = call.tile("tmp");
    tile.type.dynamic_valid_rows = true;
    tile.type.rows = std::max(tile.type.rows, rows);
    tile.valid_rows = rows;
  };
  Constraint made = constraint(
      "tmp.spare_row", "tmp has a valid row more than dst",
      [](const Call& call) { return call.tile("tmp").valid_rows > call.tile("dst").valid_rows; },
      [=](Call& call, Draw&) { resize(call, call.tile("dst").valid_rows + 1); },
      [=](Call& call, Draw&) { resize(call, call.tile("dst").valid_rows); });
  made.edge = [=](Call& call, Draw&, Edge side) {
    if (side != Edge::smallest && side != Edge::below) return false;
    resize(call, call.tile("dst").valid_rows + (side == Edge::smallest ? 1 : 0));
    return true;
  };
  return made;
}

Constraint mask_columns() {
  return constraint(
      "tmp.columns", "a row of tmp has a bit for every valid column of dst",
      [](const Call& call) { return call.tile("tmp").cols() * 8 >= call.tile("dst").valid_cols; },
      [](Call& call, Draw&) {
        TileSpec& tile = call.tile("tmp");
        tile.type.cols = (call.tile("dst").valid_cols + 7) / 8;
        make_well_formed(tile.type);
        tile.valid_cols = std::min(tile.valid_cols, tile.type.cols);
      },
      [](Call& call, Draw& draw) {
        TileSpec& tile = call.tile("tmp");
        tile.type.cols = 32;
        tile.valid_cols = std::min<std::int64_t>(tile.valid_cols, 32);
        for (const char* name : {"dst", "src0", "src1"}) {
          TileSpec& data = call.tile(name);
          data.type.dynamic_valid_cols = true;
          set_valid(data, data.valid_rows, 257 + draw.integer(0, 1));
          make_well_formed(data.type);
        }
      });
}

Constraints all_constraints() {
  Constraints list =
      joined(element_types("src0", tprelu_page, {.a2a3 = {f16, f32}, .a5 = {f16, f32}}),
             one_element_type({"src1", "dst"}, "src0", tprelu_page),
             vec_tiles({"dst", "src0", "src1"}, tprelu_page),
             equal_regions({"src0", "src1"}, tprelu_page, devices));
  for (Constraint& constraint : list) {
    if (constraint.name == "src0.location") constraint.enforced = {a2a3};
  }
  return joined(
      std::move(list), scratch(tprelu_page, {a2a3}),
      Constraints{
          element_is("tmp", {u8}).on({a2a3}).from(tprelu_page, "A2A3: tmp is uint8"),
          mask_columns().at(launch).on({a2a3}).unchecked_on({a2a3}).from(
              tprelu_page, "A2A3: tmp holds the mask of a comparison"),
          spare_row().at(launch).on({a2a3}).from(tprelu_page, "A2A3 run time: valid rows of tmp")});
}

}  // namespace

OpSpec TPRELU() {
  return {
      .mnemonic = "TPRELU",
      .summary = "Every element where it is positive, else the element times its slope.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1, tmp},
          .lead = "src0",
          .constraints = all_constraints(),
          .results = {per_element({{"src0"}, {"src1"}}, sloped)},
          .plans = {"domain", "moderate"},
      }},
      .decisions = {"002-outside-the-valid-region", "016-nan-and-zero-of-selections"},
      .ambiguities =
          {{"A2A3 debug builds check the valid rows of tmp both for more and for as many as dst "
            "has",
            "constraint tmp.spare_row: more, as the page has it; erratum E-TPRELU-001"},
           {"the documents' own example gives tmp the type and the shape of the data, which the "
            "page's list of A2A3 refuses",
            "constraints tmp.element and tmp.spare_row on a2a3: the list"},
           {"an overview lists it without tmp", "the page's signature: tmp is always there"}},
      .notes = {"a5, cpu: tmp is accepted and ignored; a5: Vec is documented and not asserted",
                "a NaN is multiplied and stays one"},
      .errata = {among(
          refusing(of_headers(a2a3, "E-TPRELU-001", "TPrelu.hpp",
                              "debug builds also want tmp to have no more valid rows than dst"),
                   {}),
          "tmp of other valid rows than dst, which are all legal ones",
          [](const Call& call) {
            return call.tile("tmp").valid_rows != call.tile("dst").valid_rows;
          })},
  };
}

}  // namespace assay::ops
