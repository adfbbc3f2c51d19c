// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/numerics/classify.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace rules;

constexpr const char* page = "TEXPANDS manual page";
constexpr std::int64_t most_blocks = 32767;

const Elements mat_a2a3{i8, u8, i16, u16, i32, u32, f16, bf16, f32};
const Elements eight{i8, u8, i16, u16, i32, u32, f16, f32};
const Elements beyond_eight{bf16, i64, u64};
const Elements cpu_elements{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};

// ---- the block rule ----

std::int64_t blocks_of(const TileType& type) {
  return type.conv
             ? type.elements() / type.conv->dims[static_cast<std::size_t>(type.conv->rank) - 1]
             : type.bytes() / 32;
}

bool counts_blocks(const TileType& type) {
  return type.conv.has_value() || type.location == Location::mat;
}

void set_blocks(TileSpec& tile, std::int64_t blocks) {
  TileType& type = tile.type;
  if (type.conv) {
    std::fill_n(type.conv->dims.begin(), type.conv->rank - 1, 1);
    type.conv->dims[1] = blocks;
    tile.valid_cols = tile.cols();
    return;
  }
  type.location = Location::mat;
  type.blayout = BLayout::row_major;
  type.slayout = SLayout::none_box;
  type.fractal = 512;
  type.rows = blocks;
  type.cols = 256 / bits_of(type.element);
  tile.valid_rows = std::min(tile.valid_rows, type.rows);
  tile.valid_cols = std::min(tile.valid_cols, type.cols);
}

Constraint block_count(const std::string& unit) {
  Constraint made = rule(
      "dst.blocks", unit + " of dst is in [1, 32767]",
      [](const Call& call) {
        const TileType& type = call.tile("dst").type;
        return !counts_blocks(type) || (blocks_of(type) >= 1 && blocks_of(type) <= most_blocks);
      },
      [](Call& call, Draw& draw) { set_blocks(call.tile("dst"), draw.integer(1, 64)); },
      [](Call& call, Draw& draw) {
        set_blocks(call.tile("dst"), most_blocks + draw.integer(1, 64));
      });
  made.edge = [](Call& call, Draw&, Edge side) {
    if (side == Edge::below) return false;  // a tile without a block is no tile
    const std::int64_t blocks =
        side == Edge::smallest ? 1 : most_blocks + (side == Edge::above ? 1 : 0);
    set_blocks(call.tile("dst"), blocks);
    return true;
  };
  return made;
}

// ---- the scalar ----

std::optional<std::uint64_t> converted(const Call& call) {
  const ScalarSpec& value = call.scalar("scalar");
  return numerics::convert(value.element, value.bits, call.tile("dst").type.element);
}

Constraint convertible() {
  return invariant(rule(
      "scalar.in_range",
      "the C++ conversion of the scalar to the element type of dst is defined and does not vanish",
      [](const Call& call) {
        const auto value = converted(call);
        return value && (*value != 0 || call.scalar("scalar").bits == 0);
      },
      [](Call& call, Draw& draw) {
        call.scalar("scalar") = {i32, static_cast<std::uint64_t>(draw.integer(1, 100))};
      }));
}

Constraint scalar_type() {
  return invariant(element_is("scalar", {f64, f32, i32, i64, u32})
                       .from("C++", "argument types that convert to every element type"));
}

// ---- what is filled ----

/// A2A3 is reported to fill valid_rows * valid_cols consecutive elements when ValidCol is a
/// constant below Cols; where that reading and the manual's part, either is accepted.
bool run_is_disputed(const Call& call, const TileSpec& tile, std::int64_t index, bool inside) {
  const bool concerned = call.target == a2a3 && tile.type.location == Location::vec &&
                         !tile.type.dynamic_valid_cols && tile.valid_cols < tile.cols();
  const bool in_run = index < tile.valid_rows * tile.valid_cols;
  return concerned && inside != in_run;
}

/// Both device headers are reported to sign-extend a negative int8 over the next byte in Mat tiles.
bool byte_is_disputed(const Call& call, const TileSpec& tile, std::uint64_t value) {
  return devices.contains(call.target) && tile.type.element == i8 && counts_blocks(tile.type) &&
         (value & 0x80U) != 0;
}

void expect_element(ExpectedTile& expected, const Evaluation& at, std::int64_t index,
                    std::int64_t row, std::int64_t col, std::uint64_t value) {
  const TileSpec& tile = at.call.tile("dst");
  const std::uint64_t old = at.of("dst")[index];
  const bool whole = tile.type.conv || tile.type.location == Location::mat;
  const bool inside = tile.is_valid(row, col);
  if (run_is_disputed(at.call, tile, index, inside)) {
    expected.set_any_of(index, inside ? value : old, inside ? old : value);
  } else if (whole && at.call.target == cpu && !inside) {
    expected.set_any_of(index, value, old);
  } else if (whole && byte_is_disputed(at.call, tile, value)) {
    expected.set_any_of(index, value, 0xFF);
  } else if (whole || inside) {
    expected.set_exact(index, value);
  } else {
    expected.set_accept(index, Accept::preserved);
  }
}

/// A NaN that changes its format keeps no promised payload: what must be it may be any NaN, and
/// where it is only one of two readings nothing is promised.
void free_payload(ExpectedTile& expected) {
  for (Accept& accept : expected.accept) {
    if (accept == Accept::exact) accept = Accept::any_nan;
    if (accept == Accept::any_of) accept = Accept::target_defined;
  }
}

Expected fill(const Evaluation& at) {
  const TileSpec& tile = at.call.tile("dst");
  ExpectedTile expected(tile.type.element, tile.rows(), tile.cols());
  const std::uint64_t value = converted(at.call).value_or(0);
  for (std::int64_t row = 0; row < tile.rows(); ++row) {
    for (std::int64_t col = 0; col < tile.cols(); ++col) {
      expect_element(expected, at, row * tile.cols() + col, row, col, value);
    }
  }
  const bool changes = at.call.scalar("scalar").element != tile.type.element;
  if (changes && numerics::is_nan(tile.type.element, value)) free_payload(expected);
  return expected;
}

// ---- convolution tiles ----

Constraint conv_tile() {
  return invariant(rule(
      "dst.conv", "dst is a convolution tile whose last dimension is C0 = 32 bytes",
      [](const Call& call) {
        const TileType& type = call.tile("dst").type;
        if (!type.conv) return false;
        const bool three_d = type.conv->layout == GlobalLayout::NDC1HWC0 ||
                             type.conv->layout == GlobalLayout::FRACTAL_Z_3D;
        return type.conv->rank == (three_d ? 6 : 5) &&
               type.conv->dims[static_cast<std::size_t>(type.conv->rank) - 1] ==
                   32 / size_of(type.element);
      },
      [](Call& call, Draw& draw) {
        TileSpec& tile = call.tile("dst");
        ConvShape shape;
        shape.layout = draw.pick({GlobalLayout::NC1HWC0, GlobalLayout::FRACTAL_Z,
                                  GlobalLayout::NDC1HWC0, GlobalLayout::FRACTAL_Z_3D});
        shape.rank =
            shape.layout == GlobalLayout::NC1HWC0 || shape.layout == GlobalLayout::FRACTAL_Z ? 5
                                                                                             : 6;
        for (int dim = 0; dim + 1 < shape.rank; ++dim) {
          shape.dims[static_cast<std::size_t>(dim)] = draw.integer(1, 4);
        }
        shape.dims[static_cast<std::size_t>(shape.rank) - 1] = 32 / size_of(tile.type.element);
        tile.type.conv = shape;
        tile.valid_rows = 1;
        tile.valid_cols = tile.cols();
      }));
}

Constraint row_major_in_vec() {
  const Constraint inner = nd_layout("dst");
  Constraint made = rule(
      "dst.row_major", "a Vec tile dst is row-major",
      [=](const Call& call) {
        return call.tile("dst").type.location != Location::vec || inner.holds(call);
      },
      inner.impose,
      [](Call& call, Draw&) {
        TileSpec& tile = call.tile("dst");
        tile.type.location = Location::vec;
        tile.type.blayout = BLayout::col_major;
        tile.type.slayout = SLayout::none_box;
        make_well_formed(tile.type);
      });
  // Newer headers accept column-major Vec tiles, so a refusal is not promised.
  return std::move(made).on(devices).unchecked_on(devices).from(page, "Vec tile is row-major");
}

std::vector<Constraint> tile_rules() {
  return {
      invariant(rule(
          "dst.tile", "dst is no convolution tile",
          [](const Call& call) { return !call.tile("dst").type.conv; },
          [](Call& call, Draw&) { call.tile("dst").type.conv.reset(); })),
      scalar_type(),
      element_in(Location::vec, "dst", {i32, i16, f16, f32}, {i8, u8, u16, u32, bf16})
          .on({a2a3})
          .from(page, "A2A3 Vec element types"),
      element_in(Location::mat, "dst", mat_a2a3).on({a2a3}).from(page, "A2A3 Mat element types"),
      element_in(Location::vec, "dst", eight, beyond_eight)
          .on({a5})
          .from(page, "A5 Vec element types"),
      element_in(Location::mat, "dst", eight, beyond_eight)
          .on({a5})
          .from(page, "A5 Mat element types"),
      invariant(element_is("dst", cpu_elements))
          .on({cpu})
          .from("CPU header", "any arithmetic type"),
      located_in("dst", {Location::vec, Location::mat})
          .on(devices)
          .from(page, "tile location is Vec or Mat"),
      invariant(located_in("dst", {Location::vec, Location::mat}))
          .named("dst.location.cpu")
          .on({cpu})
          .from("MODEL 5", "other memories have no fill"),
      row_major_in_vec(),
      whole_boxes("dst"),
      plain_fractal("dst"),
      valid_within_shape("dst").from(page, "static valid bounds of Vec tiles"),
      block_count("Rows * Cols * sizeof(T) / 32")
          .on({a2a3})
          .at(launch)
          .from(page, "A2A3 Mat: number of 32-byte blocks"),
      block_count("Rows * Cols * sizeof(T) / 32")
          .on({a5})
          .from("A5 header",
                "Mat: number of "
                "32-byte blocks"),
      convertible(),
  };
}

std::vector<Constraint> conv_rules() {
  return {
      conv_tile(),
      scalar_type(),
      element_is("dst", mat_a2a3).on({a2a3}).from(page, "A2A3 Mat element types"),
      element_is("dst", eight, beyond_eight).on({a5}).from(page, "A5 Mat element types"),
      invariant(located_in("dst", {Location::mat})).from(page, "convolution tiles are Mat tiles"),
      plain_fractal("dst"),
      block_count("the product of the dimensions before C0")
          .at(launch)
          .from(page, "A5 convolution tiles: product of the shape"),
      convertible(),
  };
}

const Scenario single_row{.name = "one_row",
                          .text = "a Vec tile of one row with a ragged tail",
                          .apply = [](Call& call, Draw& draw) {
                            TileSpec& tile = call.tile("dst");
                            tile.type.location = Location::vec;
                            tile.type.rows = 1;
                            tile.type.cols = 256;
                            tile.valid_rows = 1;
                            tile.valid_cols = draw.integer(1, 255);
                          }};

}  // namespace

OpSpec TEXPANDS() {
  return {
      .mnemonic = "TEXPANDS",
      .family = "tile_scalar",
      .summary = "Fills a tile with a scalar.",
      .forms = {{
                    .name = "tile",
                    .operands = {dst, scalar},
                    .lead = "dst",
                    .constraints = tile_rules(),
                    .results = {{"dst", fill}},
                    .scenarios = {single_row},
                },
                {
                    .name = "conv",
                    .operands = {dst, scalar},
                    .lead = "dst",
                    .targets = devices,
                    .constraints = conv_rules(),
                    .results = {{"dst", fill}},
                }},
      .decisions = {"002-outside-the-valid-region", "003-texpands-fill-region"},
      .ambiguities =
          {{"the manual lists four element types for A2A3 Vec tiles, the header nine",
            "constraint dst.element.Vec: the five others are never used, nor expected to be "
            "refused"},
           {"the manual lists eight element types for A5, the header also bf16 and 64-bit integers",
            "constraint dst.element.Vec: the three others are never used, nor expected to be "
            "refused"},
           {"the manual wants row-major Vec tiles, headers accept column-major",
            "constraint dst.row_major: legal cases keep it, a refusal is not promised"},
           {"Mat tiles are filled whole on devices and over the valid region on the CPU",
            "decision 003: the whole tile on devices, either on cpu"},
           {"A2A3 with a constant ValidCol below Cols is reported to fill consecutive elements",
            "decision 003: either reading on a2a3 with static valid columns"},
           {"64-bit Mat tiles pass the A5 element check but the fill has no 64-bit branch",
            "constraint dst.element.Mat: 64-bit is never used"},
           {"a negative int8 is reported to spill into the next byte of a Mat tile",
            "decision 003: either byte on devices"}},
      .notes = {"a2a3: 8-bit data are written in pairs of bytes"},
  };
}

}  // namespace assay::ops
