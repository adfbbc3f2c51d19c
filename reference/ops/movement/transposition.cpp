// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/transposition.hpp"

#include <algorithm>
#include <utility>

#include "reference/isa/spec/vocabulary.hpp"
#include "reference/ops/manual_examples.hpp"
#include "reference/ops/movement/shared/moved.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr std::int64_t most_blocks = 255;

std::int64_t rounded_up(std::int64_t value, std::int64_t step) {
  return (value + step - 1) / step * step;
}

/// RowStride and ElemPerBlock of the page.
std::int64_t row_step(const TileType& type) { return size_of(type.element) == 1 ? 32 : 16; }
std::int64_t block_of(const TileType& type) { return 32 / size_of(type.element); }

bool is_aligned(const Call& call) {
  const TileType &in = call.tile("src").type, &out = call.tile("dst").type;
  return out.cols % row_step(in) == 0 && in.cols % block_of(in) == 0 &&
         in.cols / block_of(in) <= most_blocks;
}

std::int64_t scratch_bytes(const TileType& in, std::int64_t rows, std::int64_t cols) {
  return cols * rounded_up(rows, row_step(in)) * size_of(in.element);
}

std::int64_t needed(const Call& call) {
  const TileSpec& in = call.tile("src");
  return is_aligned(call) ? scratch_bytes(in.type, in.valid_rows, in.valid_cols) : 0;
}

void make_row(TileSpec& tile, std::int64_t bytes) {
  tile.type.blayout = BLayout::row_major;
  tile.type.slayout = SLayout::none_box;
  tile.type.rows = tile.valid_rows = 1;
  tile.type.cols = tile.valid_cols = bytes / size_of(tile.type.element);
}

void mirror(Call& call) {
  const TileSpec& in = call.tile("src");
  set_valid(call.tile("dst"), in.valid_cols, in.valid_rows);
}

/// A call whose tmp counts: at least two columns, and aligned strides.
void align(Call& call) {
  TileSpec &in = call.tile("src"), &out = call.tile("dst");
  in.type.blayout = BLayout::row_major;
  in.type.dynamic_valid_rows = in.type.dynamic_valid_cols = false;
  make_well_formed(in.type);
  in.type.cols = std::min(in.type.cols, most_blocks * block_of(in.type));
  in.valid_cols = std::min(in.valid_cols, in.type.cols);
  set_valid(in, in.valid_rows, std::max<std::int64_t>(in.valid_cols, 2));
  mirror(call);
  out.type.cols = rounded_up(out.type.cols, row_step(in.type));
}

void shape(Call& call, std::int64_t rows, std::int64_t cols) {
  TileSpec& in = call.tile("src");
  in.type.blayout = BLayout::row_major;
  in.type.slayout = SLayout::none_box;
  in.type.rows = rows;
  in.type.cols = cols;
  make_well_formed(in.type);
  in.valid_rows = rows;
  in.valid_cols = cols;
}

ElementType other_of(ElementType element) {
  using enum ElementType;
  switch (bits_of(element)) {
    case 8:
      return element == i8 ? u8 : i8;
    case 16:
      return element == i16 ? f16 : i16;
    default:
      return element == i32 ? f32 : i32;
  }
}

}  // namespace

Constraint mirrored_region(const std::string& page) {
  Constraint made = constraint(
      "dst.mirrored", "dst has the valid columns of src as rows and its valid rows as columns",
      [](const Call& call) {
        const TileSpec &in = call.tile("src"), &out = call.tile("dst");
        return out.valid_rows == in.valid_cols && out.valid_cols == in.valid_rows;
      },
      [](Call& call, Draw&) { mirror(call); },
      [](Call& call, Draw& draw) {
        TileSpec& out = call.tile("dst");
        const TileSpec& in = call.tile("src");
        const std::int64_t more = draw.integer(1, 3);
        const bool rows = draw.chance(50);
        out.type.dynamic_valid_rows = out.type.dynamic_valid_cols = true;
        set_valid(out, in.valid_cols + (rows ? more : 0), in.valid_rows + (rows ? 0 : more));
      });
  return std::move(made)
      .at(Stage::launch)
      .unchecked_on(every_target)
      .from(page, "size of the transpose");
}

Constraint room_for_columns(const std::string& page) {
  Constraint made = constraint(
      "tmp.columns",
      "where strides are aligned tmp holds the valid rows of src, rounded up to 32 of one byte or "
      "16 others, for each of its valid columns",
      [](const Call& call) { return call.tile("tmp").type.bytes() >= needed(call); },
      // Sizes that become valid at launch fit as well.
      [](Call& call, Draw&) {
        const TileSpec& in = call.tile("src");
        make_row(call.tile("tmp"), scratch_bytes(in.type, in.rows(), in.cols()));
      },
      [](Call& call, Draw&) {
        align(call);
        make_row(call.tile("tmp"), needed(call) - 32);
      });
  made.edge = [](Call& call, Draw&, Edge side) {
    if (side != Edge::smallest && side != Edge::below) return false;
    align(call);
    make_row(call.tile("tmp"), needed(call) - (side == Edge::below ? 32 : 0));
    return true;
  };
  return std::move(made).at(Stage::launch).unchecked_on(every_target).from(page, "temporary tile");
}

Result transposed() {
  return moved([](const Call&) {
    return [](std::int64_t row, std::int64_t col) { return Origin{"src", col, row}; };
  });
}

std::vector<Scenario> transposition_scenarios() {
  return {{.name = "blocks",
           .text = "several blocks in both directions, with tails",
           .apply =
               [](Call& call, Draw& draw) {
                 const TileType& type = call.tile("src").type;
                 const std::int64_t rows = 2 * row_step(type) + draw.integer(0, 7);
                 shape(call, rows, 2 * block_of(type) + draw.integer(0, 7));
                 mirror(call);
                 TileType& out = call.tile("dst").type;
                 out.cols = rounded_up(out.cols, row_step(type));
               }},
          {.name = "unaligned",
           .text = "a stride of dst that no block fits",
           .apply =
               [](Call& call, Draw& draw) {
                 const TileType& type = call.tile("src").type;
                 const std::int64_t step = std::min(block_of(type), row_step(type) / 2);
                 shape(call, row_step(type) + step, draw.integer(3, 40));
                 mirror(call);
               }},
          {.name = "another type",
           .text = "dst of another type of the same size",
           .apply =
               [](Call& call, Draw&) {
                 call.tile("dst").type.element = other_of(call.tile("src").type.element);
               }},
          example_of({"dst", "src", "tmp"})};
}

std::vector<Ambiguity> transposition_ambiguities() {
  return {
      {"the page lists element types, headers check sizes alone",
       "constraint src.element: the list; types of those sizes besides it are no case"},
      {"the page takes the size from src and says nothing of a dst of another valid region; the "
       "CPU header wants fixed regions that mirror each other",
       "constraint dst.mirrored: legal calls agree, no promised refusal; erratum E-TTRANS-002"},
      {"the page names no layout of dst; devices write it as row-major",
       "constraint dst.row_major: legal calls on devices are, no breach"},
      {"FRACTAL_Z_3D has a C0 for elements of 4 bits, which the list of types has not",
       "constraint src.element of the form image: the list"},
      {"the page has planes of whole blocks of 32 bytes where NCHW becomes NC1HWC0, and says "
       "nothing "
       "of the reverse and of groups",
       "constraint src.plane: legal calls have them in all four; no promised refusal"},
      {"the page calls NCHW and NC1HWC0 bidirectional, and gives C1 of a forward call alone",
       "decision 107: back come all channels of all blocks"},
      {"no page says what pads a block of channels, or images to 16", "decision 107: open"},
  };
}

std::vector<std::string> transposition_notes() {
  return {"elements are moved as bits, whatever the types of src and dst are",
          "a2a3: tmp is used where strides are aligned; a5, cpu: tmp is not used",
          "forms: tile is rows to columns, image converts convolution tiles: NCHW to NC1HWC0 and "
          "back, GNCHW to GNC1HWC0 and back, NC1HWC0 to FRACTAL_Z, NCDHW to FRACTAL_Z_3D",
          "not tested: GNC1HWC0 to FRACTAL_Z, of which no page has the shape"};
}

}  // namespace assay::ops
