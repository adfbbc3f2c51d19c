// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/manual_examples.hpp"
#include "reference/ops/quantisation/grouped.hpp"
#include "reference/ops/quantisation/parameters.hpp"
#include "reference/ops/quantisation/quantised.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tquant_page = "TQUANT page";

const Operand scale{"scale", Role::input, OperandKind::tile};
const Operand offset{"offset", Role::input, OperandKind::tile};
const Operand exponents{"exp", Role::output, OperandKind::tile};
const Operand greatest{"max", Role::scratch, OperandKind::tile};
const Operand scaling{"scaling", Role::scratch, OperandKind::tile};

Constraint one_parameter() {
  return constraint(
      "scale.one_column", "scale has one valid column",
      [](const Call& call) { return call.tile("scale").valid_cols == 1; },
      [](Call& call, Draw&) {
        TileSpec& tile = call.tile("scale");
        set_valid(tile, tile.valid_rows, 1);
      });
}

/// A2A3 computes in tmp; A5 takes one and does not use it.
Constraint room_for_whole_numbers() {
  return constraint(
      "tmp.size", "tmp has the shape and the valid region of src",
      [](const Call& call) {
        const TileSpec &room = call.tile("tmp"), &matrix = call.tile("src");
        return room.rows() == matrix.rows() && room.cols() == matrix.cols() &&
               room.valid_rows == matrix.valid_rows && room.valid_cols == matrix.valid_cols;
      },
      [](Call& call, Draw&) {
        TileSpec& room = call.tile("tmp");
        const TileSpec& matrix = call.tile("src");
        room.type.rows = matrix.rows();
        room.type.cols = matrix.cols();
        room.type.dynamic_valid_rows = matrix.type.dynamic_valid_rows;
        room.type.dynamic_valid_cols = matrix.type.dynamic_valid_cols;
        room.valid_rows = matrix.valid_rows;
        room.valid_cols = matrix.valid_cols;
      });
}

Constraints of_codes(ElementType codes, bool with_offset, bool with_tmp) {
  Constraints all = joined(
      Constraints{
          element_is("src", {f32}).from(tquant_page, "integer codes: src is float"),
          element_is("dst", {codes}).from(tquant_page, "int8_t of INT8_SYM, uint8_t of INT8_ASYM"),
          element_is("scale", {f32}).unchecked_on(every_target).from(tquant_page, "FP32")},
      quantised_matrix("dst", tquant_page, no_target),
      quantised_matrix("src", tquant_page, no_target),
      Constraints{equal_region("dst", "src", tquant_page, no_target)},
      parameters_of_rows("scale", tquant_page, no_target),
      Constraints{invariant(one_parameter()).at(launch).from("decision 198", "a scale for a row")});
  if (with_offset) {
    all.push_back(invariant(one_tile_type("offset", "scale"))
                      .from(tquant_page, "the C++ call: one TileDataPara for scale and offset"));
    all.push_back(equal_rows("offset", "dst", tquant_page, no_target));
    all.push_back(invariant(same_valid_columns("offset", "scale"))
                      .at(launch)
                      .from("decision 198", "an offset for a row"));
  }
  if (!with_tmp) return all;
  return bounded_together(joined(
      std::move(all),
      Constraints{
          element_is("tmp", {f32}).on({a2a3}).unchecked_on(every_target).from(tquant_page, "FP32")},
      scratch(tquant_page),
      Constraints{
          invariant(room_for_whole_numbers()).on({a2a3}).from(tquant_page, "the size of src")}));
}

void example(Call& call) {
  declare(call.tile("src"), f32, 64, 64);
  declare(call.tile("dst"), call.form->has("offset") ? u8 : i8, 64, 64);
  for (const char* operand : {"scale", "offset"}) {
    if (!call.form->has(operand)) continue;
    TileSpec& tile = call.tile(operand);
    declare(tile, f32, 64, 1);
    tile.type.blayout = BLayout::col_major;
    tile.type.cols = tile.valid_cols = 1;
  }
}

Form of_integers(std::string name, bool with_offset, bool with_tmp) {
  std::vector<Operand> operands{dst, src, scale};
  if (with_tmp) operands.push_back(tmp);
  if (with_offset) operands.push_back(offset);
  return {.name = std::move(name),
          .operands = std::move(operands),
          .lead = "src",
          .attributes = {{"quant_type", {with_offset ? "INT8_ASYM" : "INT8_SYM"}}},
          .targets = with_tmp ? devices : TargetSet{a5, cpu},
          .constraints = of_codes(with_offset ? u8 : i8, with_offset, with_tmp),
          .results = {codes_of_rows(with_offset)},
          .scenarios = {manual_example(example),
                        parameters_in("column", "one parameter for each row, column-major",
                                      BLayout::col_major, 1, 1),
                        parameters_in("blocks", "a parameter at the beginning of 64 bytes",
                                      BLayout::row_major, 16, 1)},
          .plans = {"nearties", "moderate"},
          .admit = admit_scales,
          .usual_rows = 4};
}

/// Both formats, first that of 8 bits.
const Attribute algorithm{"mx_alg", {"OcpMxFp8E4M3", "OcpMxFp4E2M1"}};
const Attribute format{"quant_type", {"MXFP8", "MXFP4_E2M1"}};

/// FP8 of groups of the axis that the form has.
void example_of_groups(Call& call, Grouping grouping) {
  const std::int64_t rows = 64, cols = 64;
  declare(call.tile("src"), call.tile("src").type.element, rows, cols);
  declare(call.tile("dst"), call.tile("dst").type.element, rows, cols);
  const bool by_columns = grouping == Grouping::columns;
  for (const char* operand : {"exp", "max", "scaling"}) {
    declare(call.tile(operand), call.tile(operand).type.element,
            by_columns ? rows : rows / numbers_of_group,
            by_columns ? cols / numbers_of_group : cols);
  }
}

Form of_groups(std::string name, Grouping grouping, std::vector<Attribute> attributes) {
  return {
      .name = std::move(name),
      .operands = {dst, src, exponents, greatest, scaling},
      .lead = "src",
      .attributes = std::move(attributes),
      .targets = grouping == Grouping::interleaved ? TargetSet{a5} : TargetSet{a5, cpu},
      .constraints = constraints_of_groups({tquant_page, grouping}),
      .results = {grouped_codes(grouping), shared_exponents(grouping)},
      .scenarios = {manual_example([=](Call& call) { example_of_groups(call, grouping); })},
      .plans = {"nearties", "moderate"},
      .admit = [=](const Call& call,
                   std::vector<ElementArray>& contents) { admit_groups(call, contents, grouping); },
      .max_elements = 2048};
}

}  // namespace

OpSpec TQUANT() {
  return {
      .mnemonic = "TQUANT",
      .summary = "Codes of a few bits for numbers: over a scale of their row, or of their group.",
      .forms = {of_integers("int8_sym", false, false), of_integers("int8_asym", true, false),
                of_integers("int8_sym_tmp", false, true), of_integers("int8_asym_tmp", true, true),
                of_groups("mx_columns", Grouping::columns, {{"grp_axis", {"1"}}, algorithm}),
                of_groups("mx_rows", Grouping::rows, {{"grp_axis", {"0"}}, algorithm}),
                of_groups("mx_interleaved", Grouping::interleaved,
                          {{"grp_axis", {"0"}}, algorithm, {"interleave", {"true"}}}),
                of_groups("mx", Grouping::columns, {format})},
      .decisions = {"002-outside-the-valid-region", "193-dequantisation", "198-quantisation"},
      .ambiguities =
          {{"the pages divide by scale and call TDEQUANT the inverse; the formal draft and all "
            "headers multiply",
            "decision 198: the choice quantiser_scale; offsets of cases are whole numbers"},
           {"the pages round before the offset is added, the formal draft after it",
            "decision 198: a quotient before, a product with it (quantiser_scale)"},
           {"no page says whether a quotient or a product is rounded to float first",
            "decision 198: the choice quantiser_steps"},
           {"codes are -128 to 127 in the formula, and uint8_t with an offset",
            "decision 198: the ends of the type of dst"},
           {"scale is one for a tile, a scalar or a vector; TDEQUANT has one for a row",
            "decision 198: one for a row"},
           {"no page says how halves are rounded",
            "decision 198: to the even number, as the formal draft has it"},
           {"the greatest exponent of e2m1 is 1, and its greatest number 6, which has exponent 2",
            "decision 198: 2"},
           {"the factor of a group is 2^(254 - s), and exp a number of 8 bits with bias 127",
            "decision 198: 254 - s is the field of the factor's exponent"},
           {"results of MX formats are rounded by chance",
            "decision 198: each of the two nearest codes"},
           {"groups with NaN, infinities or sizes below those of scales",
            "decision 198: left to the target"},
           {"NV scales and the store mode of exponents have names and no meaning",
            "decision 198: not tried"}},
      .notes =
          {"open: the last bit of codes of MX formats, which is rounded by chance",
           "a2a3: headers scale src in place; a call that changes an input fails, whatever errata "
           "are in effect",
           "a5: headers read scales one after the other, whatever the distance of rows",
           "a5: of 16-bit sources, columns after the valid ones are set to 0 where a group is cut"},
      .errata = tquant_errata(),
  };
}

}  // namespace assay::ops
