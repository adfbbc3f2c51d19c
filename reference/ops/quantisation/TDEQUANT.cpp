// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/manual_examples.hpp"
#include "reference/ops/quantisation/dequantised.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* page = "TDEQUANT page";

const Operand scale{"scale", Role::input, OperandKind::tile};
const Operand offset{"offset", Role::input, OperandKind::tile};

Constraints matrix(const std::string& operand) {
  return checked_tile(operand, {.page = page,
                                .in_vec = {.on = devices, .refused = no_target},
                                .row_major = {.on = every_target, .refused = every_target}});
}

/// One group of parameters for each row, in rows or in a column.
Constraints parameters(const std::string& operand) {
  return {
      located_in(operand, {Location::vec})
          .unchecked_on(every_target)
          .from("decision 193", "parameter tiles lie in Vec"),
      invariant(unboxed(operand)).from(page, "layouts of scale and offset"),
      plain_fractal(operand),
      invariant(valid_within_shape(operand)).from("Tile class", "static valid bounds"),
      equal_rows(operand, "dst", page, every_target),
      invariant(non_empty(operand)).at(launch).from("decision 193", "a parameter for each row"),
  };
}

Constraints all_constraints() {
  return joined(
      Constraints{element_is("src", {i8, i16}).from(page, "src is int8 or int16"),
                  element_is("dst", {f32}).from(page, "dst, scale and offset are float"),
                  element_is("scale", {f32}).from(page, "dst, scale and offset are float")},
      matrix("dst"), matrix("src"), Constraints{equal_region("src", "dst", page, every_target)},
      parameters("scale"),
      Constraints{invariant(one_tile_type("offset", "scale"))
                      .from(page, "the C++ call: one TileDataPara for scale and offset"),
                  equal_rows("offset", "dst", page, every_target),
                  invariant(same_valid_columns("offset", "scale"))
                      .at(launch)
                      .from("decision 193", "one group of parameters")});
}

/// Both parameter tiles in one shape, with a row for each row that dst may have.
Scenario parameters_in(std::string name, std::string text, BLayout layout, std::int64_t cols,
                       std::int64_t valid_cols) {
  return {.name = std::move(name), .text = std::move(text), .apply = [=](Call& call, Draw&) {
            for (const char* operand : {"scale", "offset"}) {
              TileSpec& tile = call.tile(operand);
              tile.type.element = f32;
              tile.type.slayout = SLayout::none_box;
              tile.type.blayout = layout;
              tile.type.rows = call.tile("src").rows();
              tile.type.cols = cols;
              tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
              make_well_formed(tile.type);
              tile.valid_cols = valid_cols;
            }
          }};
}

std::vector<Scenario> all_scenarios() {
  return {
      manual_example([](Call& call) {
        declare(call.tile("dst"), f32, 64, 64);
        declare(call.tile("src"), element_of(call.operands[1]), 64, 64);
        for (const char* operand : {"scale", "offset"}) {
          TileSpec& tile = call.tile(operand);
          declare(tile, f32, 64, 1);
          tile.type.blayout = BLayout::col_major;
          tile.type.cols = tile.valid_cols = 1;
        }
      }),
      parameters_in("column", "one parameter for each row, column-major", BLayout::col_major, 1, 1),
      parameters_in("blocks", "one parameter at the beginning of 64 bytes for each row",
                    BLayout::row_major, 16, 1),
      parameters_in("several columns", "parameters of three columns for each row",
                    BLayout::row_major, 8, 3)};
}

}  // namespace

OpSpec TDEQUANT() {
  return {
      .mnemonic = "TDEQUANT",
      .summary = "Codes of a quantisation as float: minus an offset, times a scale of their row.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src, scale, offset},
          .lead = "src",
          .constraints = all_constraints(),
          .results = {dequantised()},
          .scenarios = all_scenarios(),
          .plans = {"nearties", "cancellation", "moderate"},
          .usual_rows = 3,
      }},
      .decisions = {"002-outside-the-valid-region", "193-dequantisation"},
      .ambiguities =
          {{"the formula may be rounded once or after the difference",
            "decision 193: the page subtracts, then multiplies, each an instruction"},
           {"parameter tiles with several valid columns: column min(j, columns - 1), or one "
            "parameter for a row",
            "decision 193: the choice parameter_columns"},
           {"parameter tiles are column-major in a table, a second page has row-major tiles alone",
            "decision 193: both"},
           {"a caption calls scale the inverse scale", "decision 193: the factor of the formula"}},
      .notes =
          {"a5: columns between the valid ones and a multiple of 64 are reported to be written",
           "the CPU converts the offset to the type of dst, which is its own"},
      .errata = tdequant_errata(),
  };
}

}  // namespace assay::ops
