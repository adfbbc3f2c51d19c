// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/ops/bitwise/checked_tile.hpp"
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/gathering/gathered.hpp"
#include "reference/ops/gathering/indices.hpp"
#include "reference/ops/generation/generation.hpp"
#include "reference/ops/manual_examples.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tgather_page = "TGATHER page";
constexpr const char* tgather_second_page = "docs/isa/tile/ops/irregular-and-complex/tgather.md";
constexpr const char* decision = "decision 194";

const Operand k_value{"k_value", Role::input, OperandKind::tile};
const Operand cdst{"cdst", Role::output, OperandKind::tile};
const Operand offset{"offset", Role::input, OperandKind::scalar};

const Elements of_2_and_4_bytes{i16, u16, i32, u32, f16, bf16, f32};
const Elements of_all_sizes{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};
const Elements with_small_floats{i8,  u8,  i16,  u16, i32,  u32,  i64,
                                 u64, f16, bf16, f32, e4m3, e5m2, hif8};
const Elements words{i32, u32};

Constraints tile(const std::string& operand, TargetSet refused = no_target) {
  return checked_tile(operand, {.page = tgather_page,
                                .in_vec = {.on = devices, .refused = refused},
                                .row_major = {.on = devices, .refused = refused}});
}

/// All columns of dst are valid, so that its elements have no gaps.
Constraint dst_without_gaps() {
  return constraint(
             "dst.no_gaps", "the valid columns of dst are Cols",
             [](const Call& call) {
               return call.tile("dst").valid_cols == call.tile("dst").cols();
             },
             [](Call& call, Draw&) { call.tile("dst").valid_cols = call.tile("dst").cols(); },
             [](Call& call, Draw&) { call.tile("dst").valid_cols = call.tile("dst").cols() - 1; })
      .at(launch)
      .from(tgather_page, "continuous dst storage");
}

// ---- by a tile of indices ----

Constraints types_by_index() {
  return {
      element_is("src0", of_2_and_4_bytes).on({a2a3}).from(tgather_page, "A2A3: 2 or 4 bytes"),
      element_is("src0", of_all_sizes).on({a5}).from(tgather_page, "A5: 1, 2, 4 or 8 bytes"),
      element_is("src0", of_2_and_4_bytes)
          .on({cpu})
          .unchecked_on({cpu})
          .from(tgather_page, "types of both; conventions: the CPU has a subset"),
      same_element("dst", "src0")
          .unchecked_on({cpu})
          .from(tgather_page, "one type for dst and src0"),
      element_is("src1", words).on({a2a3}).from(tgather_page, "A2A3: int32 or uint32"),
      element_is("src1", {i16, u16, i32, u32}).on({a5}).from(tgather_page, "A5: 16 or 32 bits"),
      element_is("src1", words)
          .on({cpu})
          .unchecked_on({cpu})
          .from(tgather_page, "types of both; conventions: the CPU has a subset"),
      same_element("tmp", "src1").on({a2a3}).from(tgather_page, "A2A3: tmp has the type of src1")};
}

/// Rows of dst end where those of src1 do.
Constraint common_blocks() {
  const auto step = [](const Call& call) {
    return 256 / std::min(bits_of(call.tile("dst").type.element),
                          bits_of(call.tile("src1").type.element));
  };
  return invariant(constraint(
      "dst.common_blocks", "Cols of dst are whole blocks of 32 bytes of dst and of src1",
      [=](const Call& call) { return call.tile("dst").cols() % step(call) == 0; },
      [=](Call& call, Draw&) {
        TileSpec& out = call.tile("dst");
        out.type.cols = (out.cols() + step(call) - 1) / step(call) * step(call);
      }));
}

Constraint an_index_each() {
  return constraint(
             "src1.covers_dst", "src1 has a valid element for each one of dst",
             [](const Call& call) {
               const TileSpec &out = call.tile("dst"), &indices = call.tile("src1");
               return indices.valid_rows >= out.valid_rows && indices.valid_cols >= out.valid_cols;
             },
             [](Call& call, Draw&) {
               const TileSpec& out = call.tile("dst");
               set_valid(call.tile("src1"), out.valid_rows, out.valid_cols);
             },
             [](Call& call, Draw&) { call.tile("src1").valid_rows -= 1; })
      .at(launch)
      .unchecked_on(every_target)
      .from(tgather_page, "dst[i, j] = src0[src1[i, j]]");
}

Constraint indices_without_gaps() {
  return constraint(
             "src1.no_gaps", "the valid columns of src1 are Cols",
             [](const Call& call) {
               return call.tile("src1").valid_cols == call.tile("src1").cols();
             },
             [](Call& call, Draw&) {
               TileSpec& indices = call.tile("src1");
               indices.type.cols = indices.valid_cols;
             },
             [](Call& call, Draw&) {
               TileSpec& indices = call.tile("src1");
               indices.type.cols += 256 / bits_of(indices.type.element);
             })
      .at(launch)
      .on({a5})
      .from(tgather_page, "A5: the valid columns of src1 are Cols");
}

Constraint scratch_for_indices() {
  return constraint(
             "tmp.as_src1", "Rows and Cols of tmp are the valid rows and columns of src1",
             [](const Call& call) {
               const TileSpec &indices = call.tile("src1"), &room = call.tile("tmp");
               return room.rows() == indices.valid_rows && room.cols() == indices.valid_cols;
             },
             [](Call& call, Draw&) {
               const TileSpec& indices = call.tile("src1");
               TileSpec& room = call.tile("tmp");
               room.type.rows = room.valid_rows = indices.valid_rows;
               room.type.cols = room.valid_cols = indices.valid_cols;
             },
             [](Call& call, Draw&) {
               TileSpec& room = call.tile("tmp");
               room.type.rows += 1;
               room.valid_rows = room.rows();
             })
      .at(launch)
      .on({a2a3})
      .from(tgather_page, "A2A3: tmp is as large as the valid src1");
}

Form by_index() {
  return {.name = "index",
          .operands = {dst, src0, src1, tmp},
          .lead = "src0",
          .constraints = joined(
              types_by_index(), tile("dst"), tile("src0"), tile("src1"), tile("tmp"),
              Constraints{invariant(non_empty("dst")).at(launch).from(decision, "an index each"),
                          invariant(non_empty("src0")).at(launch).from(decision, "bounds"),
                          common_blocks().on(devices).from(tgather_page, "valid columns are Cols"),
                          dst_without_gaps().on(devices), an_index_each(), indices_without_gaps(),
                          scratch_for_indices()}),
          .results = {picked_by_index()},
          .scenarios = {manual_example([](Call& call) {
            const ElementType element = call.tile("src0").type.element;
            for (const char* one : {"dst", "src0"}) declare(call.tile(one), element, 16, 16);
            for (const char* one : {"src1", "tmp"}) declare(call.tile(one), i32, 16, 16);
          })},
          .admit = make_numbers};
}

// ---- by a pattern ----

Constraint as_wide_as_src() {
  const auto pick = [](Call& call, Draw& draw, bool wide) {
    const TileSpec& from = call.tile("src");
    Elements fit;
    std::ranges::copy_if(
        call.target == a5 ? with_small_floats : of_2_and_4_bytes, std::back_inserter(fit),
        [&](ElementType type) { return (bits_of(type) == bits_of(from.type.element)) == wide; });
    TileSpec& out = call.tile("dst");
    const bool same = draw.chance(50);
    const bool is_alone = wide && fit.empty();  // src has an illegal width
    const ElementType drawn =
        is_alone ? from.type.element : draw.pick(std::span<const ElementType>(fit));
    out.type.element = same && wide ? from.type.element : drawn;
    make_well_formed(out.type);
  };
  return constraint(
      "dst.same_width", "an element of dst is as wide as one of src",
      [](const Call& call) {
        return bits_of(call.tile("dst").type.element) == bits_of(call.tile("src").type.element);
      },
      [=](Call& call, Draw& draw) { pick(call, draw, true); },
      [=](Call& call, Draw& draw) { pick(call, draw, false); });
}

Constraints types_by_mask() {
  Constraints list;
  for (const char* operand : {"src", "dst"}) {
    // dst is as wide.
    if (operand == std::string("src")) {
      list.push_back(
          element_is(operand, of_2_and_4_bytes).on({a2a3}).from(tgather_page, "A2A3 types"));
    }
    list.push_back(element_is(operand, with_small_floats).on({a5}).from(tgather_page, "A5 types"));
    list.push_back(element_is(operand, of_all_sizes)
                       .on({cpu})
                       .unchecked_on({cpu})
                       .from(tgather_page, "types of A5; conventions: the CPU has a subset"));
  }
  list.push_back(
      as_wide_as_src().unchecked_on({cpu}).from(tgather_page, "equal sizes of elements"));
  return list;
}

/// The pattern takes something; taken rows have no gaps in dst.
Constraint something_taken() {
  const auto broken = [](const Call& call) {
    const TileSpec& from = call.tile("src");
    const std::int64_t block = 256 / bits_of(from.type.element);
    if (!takes_rows(call)) return taken_of(call, from.valid_cols) == 0 || from.valid_rows == 0;
    return taken_of(call, from.valid_rows) == 0 || from.valid_cols % block != 0 ||
           from.valid_cols == 0;
  };
  return invariant(constraint(
      "src.taken", "the pattern takes an element; of rows, whole blocks of 32 bytes",
      [=](const Call& call) { return !broken(call); },
      [](Call& call, Draw&) {
        TileSpec& from = call.tile("src");
        set_valid(from, std::max<std::int64_t>(from.valid_rows, takes_rows(call) ? 4 : 1),
                  takes_rows(call) ? from.cols() : std::max<std::int64_t>(from.valid_cols, 4));
      }));
}

/// Valid rows of dst of `cols` columns that hold what the pattern takes.
std::int64_t rows_of_taken(const Call& call, std::int64_t cols) {
  const TileSpec& from = call.tile("src");
  if (takes_rows(call)) return taken_of(call, from.valid_rows);
  const std::int64_t count = from.valid_rows * taken_of(call, from.valid_cols);
  return (count + cols - 1) / cols;
}

/// Cols of dst: those of one or two rows of src where they end with a block, else few enough for
/// most rows to be full.
std::int64_t fitting_columns(const Call& call, Draw& draw) {
  const TileSpec& from = call.tile("src");
  const std::int64_t block = 256 / bits_of(from.type.element);
  const bool twice = draw.chance(25);
  if (takes_rows(call)) return from.valid_cols;
  const std::int64_t in_row = taken_of(call, from.valid_cols);
  if (in_row % block == 0) return twice && from.valid_rows % 2 == 0 ? 2 * in_row : in_row;
  return std::max<std::int64_t>(from.valid_rows * in_row / (16 * block), 1) * block;
}

Constraint room_for_taken() {
  return invariant(constraint(
      "dst.room", "dst has the rows that the taken elements fill, or the taken rows",
      [](const Call& call) {
        const TileSpec &out = call.tile("dst"), &from = call.tile("src");
        return out.valid_rows == rows_of_taken(call, out.cols()) && out.valid_rows <= out.rows() &&
               (!takes_rows(call) || out.cols() == from.valid_cols) &&
               out.type.dynamic_valid_rows == from.type.dynamic_valid_rows &&
               out.type.dynamic_valid_cols == from.type.dynamic_valid_cols;
      },
      [](Call& call, Draw& draw) {
        TileSpec& out = call.tile("dst");
        const TileSpec& from = call.tile("src");
        out.type.cols = out.valid_cols = fitting_columns(call, draw);
        const bool more = draw.chance(25);
        out.valid_rows = rows_of_taken(call, out.cols());
        out.type.rows = out.valid_rows + (more ? 3 : 0);
        out.type.dynamic_valid_rows = from.type.dynamic_valid_rows;
        out.type.dynamic_valid_cols = from.type.dynamic_valid_cols;
        make_well_formed(out.type);
      }));
}

Constraints dst_of_taken() {
  Constraints list = tile("dst", devices);
  for (Constraint& one : list) {
    if (one.name != "dst.valid_within_shape") continue;
    one = std::move(one).implied("all columns of dst are valid, and it has room");
  }
  return list;
}

Form by_mask() {
  return {.name = "mask",
          .operands = {dst, src},
          .lead = "src",
          .attributes = {{"MaskPattern",
                          {"P0101", "P1010", "P0001", "P0010", "P0100", "P1000", "P1111"}},
                         {"GatherAxis", {"GATHER_ROW", "GATHER_COL"}}},
          .constraints = joined(types_by_mask(), dst_of_taken(), tile("src", devices),
                                Constraints{something_taken().from(decision, "something is taken"),
                                            room_for_taken().from(decision, "what is taken fits"),
                                            dst_without_gaps().unchecked_on({cpu})}),
          .results = {picked_by_mask()}};
}

// ---- by a comparison ----

Constraint mode_of_integers() {
  return constraint(
      "cmpMode.of_i32", "cmpMode is EQ where src0 is i32",
      [](const Call& call) {
        return call.tile("src0").type.element != i32 || call.attribute("cmpMode") != "GT";
      },
      [](Call& call, Draw&) { call.attributes[0] = 1; },
      [](Call& call, Draw&) {
        call.tile("src0").type.element = i32;
        call.attributes[0] = 0;
      });
}

Constraints types_by_comparison() {
  return {element_is("dst", words).unchecked_on({cpu}).from(tgather_page, "dst is int32 or uint32"),
          element_is("src0", {f32, f16, i32}).on({a2a3}).from(tgather_page, "A2A3: types of src"),
          element_is("src0", {i16, u16, i32, u32, f16, f32})
              .on({a5, cpu})
              .unchecked_on({cpu})
              .from(tgather_page, "A5: types of src; the CPU has a subset"),
          mode_of_integers().on({a2a3}).from(tgather_page, "A2A3: int32 in EQ mode only"),
          element_is("k_value", words)
              .on({a2a3, cpu})
              .unchecked_on({cpu})
              .from(tgather_page, "A2A3 types"),
          element_is("k_value", {u16, u32}).on({a5}).from(tgather_page, "A5: types of k_value"),
          same_element("cdst", "dst")
              .unchecked_on(every_target)
              .from(decision, "counts have the type of indices"),
          invariant(element_is("offset", {u32})).from(tgather_page, "offset is uint32_t"),
          attribute_is("cmpMode", {"GT", "EQ"}).unchecked_on({cpu}).from(tgather_page, "GT or EQ")};
}

/// A column with a value for each row of src0.
Constraint value_for_each_row(const std::string& operand) {
  return invariant(constraint(
      operand + ".for_each_row", operand + " is a column with an element for each row of src0",
      [=](const Call& call) {
        const TileSpec& column = call.tile(operand);
        return column.type.layout() == TileLayout::DN && column.cols() == 1 &&
               column.valid_cols == 1 && column.valid_rows == call.tile("src0").valid_rows;
      },
      [=](Call& call, Draw&) {
        TileSpec& column = call.tile(operand);
        const TileSpec& from = call.tile("src0");
        column.type.blayout = BLayout::col_major;
        column.type.slayout = SLayout::none_box;
        column.type.fractal = 512;
        column.type.dynamic_valid_rows = column.type.dynamic_valid_cols = true;
        column.type.rows = from.rows();
        column.type.cols = 1;
        make_well_formed(column.type);
        column.valid_rows = from.valid_rows;
        column.valid_cols = 1;
      }));
}

Constraint room_for_matches() {
  return invariant(constraint(
      "dst.room", "dst has the valid rows and columns of src0",
      [](const Call& call) {
        const TileSpec &out = call.tile("dst"), &from = call.tile("src0");
        return out.valid_rows == from.valid_rows && out.valid_cols == from.valid_cols;
      },
      [](Call& call, Draw&) {
        const TileSpec& from = call.tile("src0");
        set_valid(call.tile("dst"), from.valid_rows, from.valid_cols);
      }));
}

/// What the three regions in tmp need, in bytes.
Constraint scratch_for_matches() {
  const auto missing = [](const Call& call) {
    const TileType &room = call.tile("tmp").type, &from = call.tile("src0").type;
    const std::int64_t needed = room.rows * room.cols +
                                from.rows * from.cols * size_of(call.tile("dst").type.element) +
                                from.rows * size_of(from.element);
    return needed - room.bytes();
  };
  return constraint(
      "tmp.bytes",
      "tmp holds a byte for each of its elements, an index for each element of src0 "
      "and a value for each row",
      [=](const Call& call) { return missing(call) <= 0; },
      [=](Call& call, Draw&) {
        TileType& room = call.tile("tmp").type;
        if (bits_of(room.element) < 32) room.element = u32;
        make_well_formed(room);
        const std::int64_t row = room.cols * std::max<std::int64_t>(size_of(room.element) - 1, 1);
        room.rows += std::max<std::int64_t>((missing(call) + row - 1) / row, 0);
      },
      [](Call& call, Draw&) {
        TileSpec& room = call.tile("tmp");
        room.type.rows = room.valid_rows = 1;
        room.type.cols = room.valid_cols = 256 / bits_of(room.type.element);
      });
}

Form by_comparison() {
  Constraints list = joined(types_by_comparison(), tile("dst"), tile("src0"), tile("tmp"));
  for (const char* operand : {"k_value", "cdst"}) {
    list.push_back(located_in(operand, {Location::vec})
                       .unchecked_on(every_target)
                       .from(tgather_page, "tiles lie in Vec"));
    list.push_back(value_for_each_row(operand).from(decision, "a value for each row"));
  }
  list.push_back(room_for_matches().from(decision, "room for every match"));
  list.push_back(scratch_for_matches()
                     .on({a2a3})
                     .at(launch)
                     .unchecked_on(every_target)
                     .from(tgather_page, "minimum size of tmp"));
  return {.name = "compare",
          .operands = {dst, src0, k_value, cdst, tmp, offset},
          .lead = "src0",
          .attributes = {{"cmpMode", {"GT", "EQ", "NE", "LT", "LE", "GE"}}},
          .constraints = list,
          .results = matches(),
          .plans = {"ties"},
          .admit = make_matches};
}

}  // namespace

OpSpec TGATHER() {
  return {
      .mnemonic = "TGATHER",
      .summary = "Elements of a tile that indices, a pattern or a comparison select.",
      .forms = {by_index(), by_mask(), by_comparison()},
      .decisions = {"002-outside-the-valid-region", "194-offsets-and-indices"},
      .ambiguities =
          {{"pages leave open what an index means; the draft has rows",
            "decision 194: the number of an element, from the beginning of src0 in memory"},
           {"an index beyond src0 is undefined, wraps or is clamped",
            "decision 194: left to the target, and no case has one"},
           {"types of A5: one page has 1, 2, 4 and 8 bytes, the other fewer",
            "constraint src0.element on a5: the former"},
           {"the taken elements follow one another, or each row of src has one of dst",
            "decision 194: they follow one another"},
           {"an example takes 128 elements into a dst of 16",
            "constraint dst.room: dst has room for all"},
           {"one page has no axis of a pattern",
            "attribute GatherAxis: rows are taken as columns "
            "are; errata 003 to 005"},
           {"the index that is found is a column, or the number of the element",
            "decision 194: the number, plus offset; erratum E-TGATHER-009"},
           {"a scratch of one page for comparisons never fits in tiles of bytes",
            "constraint tmp.bytes: elements of tmp have 4 bytes"},
           {"the formula of an index form without tmp, which no declaration has",
            "scenario manual example: with tmp"}},
      .notes = {"a5: tmp is ignored",
                "open: elements of dst after the last match of a row, and after the last element "
                "that a pattern takes"},
      .errata = tgather_errata(),
  };
}

}  // namespace assay::ops
