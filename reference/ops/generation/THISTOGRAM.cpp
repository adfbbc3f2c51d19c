// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/generation/histogram.hpp"
#include "reference/ops/manual_examples.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* thistogram_page = "THISTOGRAM page";

const Operand idx{"idx", Role::input, OperandKind::tile};

/// Types are checked when a call is instantiated; what shapes have is said without a check.
Constraints counted_tiles() {
  Constraints list{
      element_is("src", {u16, u32}).from(thistogram_page, "src is uint16_t or uint32_t"),
      element_is("dst", {u32}).from(thistogram_page, "dst is uint32_t"),
      element_is("idx", {u8}).from(thistogram_page, "idx is uint8_t")};
  for (const char* operand : {"src", "dst"}) {
    list.push_back(located_in(operand, {Location::vec})
                       .unchecked_on(every_target)
                       .from(thistogram_page, "the typical declarations"));
    list.push_back(row_major(operand).unchecked_on({cpu}).from(thistogram_page, "row-major"));
    list.push_back(invariant(unboxed(operand)).from("MODEL 11", "boxes in Vec are open"));
  }
  list.push_back(located_in("idx", {Location::vec})
                     .unchecked_on(every_target)
                     .from(thistogram_page, "the typical declarations"));
  for (const char* operand : {"src", "dst"}) list.push_back(plain_fractal(operand));
  list.push_back(byte_of_source().from(thistogram_page, "uint16_t has two bytes"));
  list.push_back(invariant(shape_of_filter()).from(thistogram_page, "shapes of idx"));
  list.push_back(invariant(bins_for_each_row()).from(thistogram_page, "256 bins for each row"));
  for (const char* operand : {"src", "dst", "idx"}) {
    list.push_back(
        invariant(valid_within_shape(operand)).from("Tile class", "static valid bounds"));
  }
  return list;
}

/// The highest byte of uint16_t, and the lower one of those with a match byte.
void example(Call& call) {
  const ElementType type = call.tile("src").type.element;
  declare(call.tile("src"), type, 4, 64);
  declare(call.tile("dst"), u32, 4, 256);
}

/// One value in every row: the count of its byte is greater than a byte.
Scenario long_rows() {
  return {.name = "wide rows",
          .text = "rows of more than 256 elements",
          .apply = [](Call& call, Draw& draw) {
            TileSpec& tile = call.tile("src");
            tile.type.rows = draw.integer(1, 3);
            tile.type.cols = draw.integer(9, 24) * 64;
            set_valid(tile, tile.rows(), tile.cols() - draw.integer(0, 40));
          }};
}

}  // namespace

OpSpec THISTOGRAM() {
  return {
      .mnemonic = "THISTOGRAM",
      .summary = "Counts how often each byte occurs in a row.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src, idx},
          .lead = "src",
          .attributes = {counted_byte()},
          .targets = {a5, cpu},
          .constraints = counted_tiles(),
          .results = {byte_counts()},
          .scenarios = {long_rows(), manual_example(example)},
          .admit = admit_matches,
          .max_elements = 1024,
      }},
      .decisions = {"002-outside-the-valid-region", "197-generated-tiles"},
      .ambiguities =
          {{"the page counts each byte alone, headers and the draft add the counts of all smaller "
            "bytes; the page below tile/ops says that counts are accumulated",
            "decision 197: each byte alone; errata E-THISTOGRAM-001 and E-THISTOGRAM-002"},
           {"the filter of uint32 is idx of the row of src in the table, and a row of idx for each "
            "byte in the shapes",
            "decision 197: a row of idx for each byte; all columns of it are equal"},
           {"the rows of idx of uint32 are as many as filter bytes, and a multiple of 32",
            "constraint idx.shape: as many as filter bytes"},
           {"idx of BYTE_3 has no rows, and a tile has one at least",
            "constraint idx.shape: any number, which nothing reads"}},
      .notes = {"a5: a row of dst is stored from two banks, which shows in nothing"},
      .errata = thistogram_errata(),
  };
}

}  // namespace assay::ops
