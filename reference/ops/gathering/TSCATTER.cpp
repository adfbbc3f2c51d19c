// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/bitwise/checked_tile.hpp"
#include "reference/ops/gathering/indices.hpp"
#include "reference/ops/gathering/scattered.hpp"
#include "reference/ops/manual_examples.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tscatter_page = "TSCATTER page";
constexpr const char* tscatter_second_page = "docs/isa/tile/ops/irregular-and-complex/tscatter.md";

const Operand indexes{"indexes", Role::input, OperandKind::tile};
const Elements with_words_of_64{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};

Constraints tile(const std::string& operand) {
  return checked_tile(operand, {.page = tscatter_page,
                                .in_vec = {.on = devices, .refused = devices},
                                .row_major = {.on = devices, .refused = no_target}});
}

/// The size of dst follows from src: it breaks no bound alone.
Constraints spread_tile() {
  Constraints list = tile("dst");
  for (Constraint& one : list) {
    if (one.name.ends_with(".valid_within_shape")) one = invariant(std::move(one));
  }
  return list;
}

Constraints types(const std::string& lead, const std::string& other) {
  return {element_is(lead, gathered_elements).on({a2a3}).from(tscatter_page, "A2A3 types"),
          element_is(lead, with_words_of_64).on({a5}).from(tscatter_page, "A5 types"),
          element_is(lead, gathered_elements)
              .on({cpu})
              .unchecked_on({cpu})
              .from(tscatter_page, "types; conventions: the CPU has a subset"),
          same_element(other, lead)
              .unchecked_on({cpu})
              .from(tscatter_page, "one type for dst and src")};
}

/// Indices have as many bytes as elements, bytes those of 16 bits, and words of 64 those of 32.
Constraint index_width() {
  const auto bits = [](const Call& call) {
    return bits_of(call.tile("dst").type.element) > 16 ? 32 : 16;
  };
  const auto become = [](Call& call, ElementType type) {
    call.tile("indexes").type.element = type;
    make_well_formed(call.tile("indexes").type);
  };
  return constraint(
             "indexes.width", "indexes are integers of the size of an element, of at least 2 bytes",
             [=](const Call& call) {
               const ElementType type = call.tile("indexes").type.element;
               return is_integer(type) && bits_of(type) == bits(call);
             },
             [=](Call& call, Draw& draw) {
               become(call, bits(call) == 32 ? draw.pick({i32, u32}) : draw.pick({i16, u16}));
             },
             [=](Call& call, Draw& draw) {
               become(call,
                      bits(call) == 32 ? draw.pick({i16, u16, f32}) : draw.pick({i32, u32, f16}));
             })
      .unchecked_on({cpu})
      .from(tscatter_page, "types and sizes of indexes");
}

Form by_index() {
  return {
      .name = "index",
      .operands = {dst, src, indexes},
      .lead = "src",
      .constraints =
          joined(types("src", "dst"), Constraints{index_width()}, tile("dst"), tile("src"),
                 tile("indexes"),
                 Constraints{equal_region("indexes", "src", tscatter_page, no_target),
                             invariant(non_empty("dst")).at(launch).from("decision 194", "room")}),
      .results = {scattered(Accept::exact)},
      .scenarios = {manual_example([](Call& call) {
        const ElementType element = call.tile("src").type.element;
        for (const char* one : {"dst", "src"}) declare(call.tile(one), element, 16, 16);
        declare(call.tile("indexes"), bits_of(element) > 16 ? u32 : u16, 16, 16);
      })},
      .admit = make_targets,
  };
}

/// Rows and columns of dst for those of src.
std::pair<std::int64_t, std::int64_t> spread_out(const Call& call, std::int64_t rows,
                                                 std::int64_t cols) {
  const std::int64_t size = group_of(call).size;
  return along_rows(call) ? std::pair(rows, cols * size) : std::pair(rows * size, cols);
}

Constraint room_for_groups() {
  return invariant(constraint(
      "dst.room", "dst has room for the groups of every element of src",
      [](const Call& call) {
        const TileSpec &out = call.tile("dst"), &from = call.tile("src");
        const auto [rows, cols] = spread_out(call, from.rows(), from.cols());
        return out.rows() >= rows && out.cols() >= cols &&
               out.type.dynamic_valid_rows == from.type.dynamic_valid_rows &&
               out.type.dynamic_valid_cols == from.type.dynamic_valid_cols;
      },
      [](Call& call, Draw&) {
        TileSpec& out = call.tile("dst");
        const TileSpec& from = call.tile("src");
        const auto [rows, cols] = spread_out(call, from.rows(), from.cols());
        out.type.rows = std::max(out.type.rows, rows);
        out.type.cols = std::max(out.type.cols, cols);
        out.type.dynamic_valid_rows = from.type.dynamic_valid_rows;
        out.type.dynamic_valid_cols = from.type.dynamic_valid_cols;
        make_well_formed(out.type);
      }));
}

Constraint regions_of_groups() {
  return constraint(
             "dst.groups", "dst has a group of valid elements for each one of src",
             [](const Call& call) {
               const TileSpec &out = call.tile("dst"), &from = call.tile("src");
               return std::pair(out.valid_rows, out.valid_cols) ==
                      spread_out(call, from.valid_rows, from.valid_cols);
             },
             [](Call& call, Draw&) {
               const TileSpec& from = call.tile("src");
               const auto [rows, cols] = spread_out(call, from.valid_rows, from.valid_cols);
               set_valid(call.tile("dst"), rows, cols);
             },
             [](Call& call, Draw&) {
               TileSpec& out = call.tile("dst");
               std::int64_t& size = along_rows(call) ? out.valid_cols : out.valid_rows;
               const std::int64_t room = along_rows(call) ? out.cols() : out.rows();
               size += size < room ? 1 : -1;
             })
      .at(launch)
      .unchecked_on({a2a3, cpu})
      .from(tscatter_page, "run time: the expanded size is that of dst");
}

Form by_mask() {
  return {
      .name = "mask",
      .operands = {dst, src},
      .lead = "src",
      .attributes = {{"MaskPattern",
                      {"P0101", "P1010", "P0001", "P0010", "P0100", "P1000", "P1111"}},
                     {"ScatterAxis", {"SCATTER_ROW", "SCATTER_COL"}}},
      .constraints =
          joined(types("src", "dst"), spread_tile(), tile("src"),
                 Constraints{room_for_groups().from("decision 194", "room"), regions_of_groups()}),
      .may_refuse = {{.text = "scatters by a mask",
                      .targets = {a2a3},
                      .source = {tscatter_second_page, "mask scatter is of A5 alone"}}},
      .results = {spread_by_mask()},
      .max_elements = 1024,
  };
}

}  // namespace

OpSpec TSCATTER() {
  return {
      .mnemonic = "TSCATTER",
      .summary = "Puts elements where a tile of indices, or a pattern, says.",
      .forms = {by_index(), by_mask()},
      .decisions = {"002-outside-the-valid-region", "194-offsets-and-indices"},
      .ambiguities =
          {{"an index is a row of dst, or the number of an element",
            "decision 194: the number of an element"},
           {"of elements with one index, the last or any one is stored", "decision 194: any one"},
           {"all of dst becomes zero first, in one document for scatters by a mask alone",
            "decision 194: for both; erratum E-TSCATTER-001"},
           {"the valid columns of src are those of dst times the factor, or the reverse",
            "decision 194: dst has more"},
           {"the example has indices of 16 bits for floats, which the sizes of types forbid",
            "constraint indexes.width: the scenario has 32 bits there"}},
      .notes = {"a scatter by a mask that takes all is a move: no zeros"},
      .errata = tscatter_errata(),
  };
}

}  // namespace assay::ops
