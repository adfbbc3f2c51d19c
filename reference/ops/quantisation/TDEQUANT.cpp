// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/manual_examples.hpp"
#include "reference/ops/quantisation/dequantised.hpp"
#include "reference/ops/quantisation/parameters.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tdequant_page = "TDEQUANT page";

const Operand scale{"scale", Role::input, OperandKind::tile};
const Operand offset{"offset", Role::input, OperandKind::tile};

Constraints all_constraints() {
  return joined(
      Constraints{
          element_is("src", {i8, i16}).from(tdequant_page, "src is int8 or int16"),
          element_is("dst", {f32}).from(tdequant_page, "dst, scale and offset are float"),
          element_is("scale", {f32}).from(tdequant_page, "dst, scale and offset are float")},
      quantised_matrix("dst", tdequant_page, every_target),
      quantised_matrix("src", tdequant_page, every_target),
      Constraints{equal_region("src", "dst", tdequant_page, every_target)},
      parameters_of_rows("scale", tdequant_page, every_target),
      Constraints{invariant(one_tile_type("offset", "scale"))
                      .from(tdequant_page, "the C++ call: one TileDataPara for scale and offset"),
                  equal_rows("offset", "dst", tdequant_page, every_target),
                  invariant(same_valid_columns("offset", "scale"))
                      .at(launch)
                      .from("decision 193", "one group of parameters")});
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
