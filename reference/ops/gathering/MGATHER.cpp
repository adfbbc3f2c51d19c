// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/gathering/tables.hpp"
#include "reference/ops/manual_examples.hpp"

namespace assay::ops {
namespace {

constexpr const char* mgather_page = "MGATHER page";

const Operand table{"table", Role::input, OperandKind::global};
const Operand idx{"idx", Role::input, OperandKind::tile};

std::string_view mode_of(const Call& call) { return call.attribute("GatherOOB"); }

/// The examples of an embedding and of random access.
void example(Call& call) {
  const ElementType element = call.tile("dst").type.element;
  const bool rows = names_rows(call);
  declare(call.tile("dst"), element, 8, 32);
  declare(call.tile("idx"), i32, rows ? 1 : 8, rows ? 8 : 32);
  declare(call.global("table"), element, rows ? 16 : 1, rows ? 32 : 256, rows ? 32 : 256);
}

/// The dynamic example: 9 of 16 columns, from a table of 3 x 10 elements.
Scenario dynamic_example() {
  return {.name = "dynamic example",
          .text = "the example of sizes that are known at launch",
          .apply = [](Call& call, Draw&) {
            const ElementType element = call.tile("dst").type.element;
            call.attributes = {1, 0};
            declare(call.tile("dst"), element, 1, 32);
            declare(call.tile("idx"), i32, 1, 32);
            for (const char* one : {"dst", "idx"}) {
              TileSpec& tile = call.tile(one);
              tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
              tile.valid_cols = 9;
            }
            declare(call.global("table"), element, 3, 10, 10);
            call.global("table").dynamic_shape = {false, false, false, true, true};
            call.global("table").dynamic_stride = true;
          }};
}

}  // namespace

Result from_table(IndexWidth width) {
  Result result{.operand = "dst"};
  result.flow.copies = true;
  result.semantics = [width](const Evaluation& inputs) -> Expected {
    const TileSpec& out = inputs.call.tile("dst");
    const ElementArray& memory = inputs.of("table");
    const std::string_view mode = mode_of(inputs.call);
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const auto entry = entry_named(inputs.call, index_for(inputs, row, col), mode, width);
      const std::int64_t place = entry ? place_in_table(inputs.call, *entry, col) : -1;
      if (!entry && mode == "Zero") return expected.set_exact(index, 0);
      if (place < 0 || place >= memory.size()) {
        return expected.set_accept(index, Accept::target_defined);
      }
      expected.set_exact(index, memory[place]);
    });
    return expected;
  };
  return result;
}

OpSpec MGATHER() {
  return {
      .mnemonic = "MGATHER",
      .summary = "Gathers rows or elements of a table in global memory.",
      .forms = {{.name = "plain",
                 .operands = {dst, table, idx},
                 .lead = "dst",
                 .attributes = {{"Coalesce", {"Row", "Elem"}},
                                {"GatherOOB", {"Undefined", "Clamp", "Wrap", "Zero"}}},
                 .constraints = table_constraints("dst", mgather_page),
                 .results = {from_table(IndexWidth::as_32_bits)},
                 .scenarios = {far_rows({a2a3}), manual_example(example), dynamic_example()},
                 .admit =
                     [](const Call& call, std::vector<ElementArray>& contents) {
                       make_entries(call, contents, mode_of(call));
                     }},
                rows_into_mat(mgather_page),
                elements_into_mat(mgather_page)},
      .decisions = {"002-outside-the-valid-region", "199-tables-in-global-memory"},
      .ambiguities =
          {{"one page has elements alone on the CPU, the other the modes of devices",
            "decision 199: the modes of devices"},
           {"one page has no handling of indices beyond the table on the CPU",
            "decision 199: as on devices; erratum E-MGATHER-001"},
           {"rows of a table on the CPU follow one another, or are its stride apart",
            "constraint table.shape: they follow one another"},
           {"a call without a mode gathers rows, and elements on the CPU in one page",
            "decision 199: every case has a mode"},
           {"examples have idx of 16 x 16 elements in the mode of rows",
            "constraint idx.shape: the scenario has a line of indices"},
           {"into Mat, the page tells how what is not valid becomes zero, of rows in one "
            "mode alone; elsewhere only what is valid counts",
            "decision 002: it is left open"}},
      .notes =
          {"not tested: gathers into Mat in programs; the zeros that they leave outside of the "
           "valid region"},
      .errata = mgather_errata(),
  };
}

}  // namespace assay::ops
