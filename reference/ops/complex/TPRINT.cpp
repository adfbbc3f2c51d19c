// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/isa/physical.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace rules;

constexpr const char* page = "TPRINT manual page";
constexpr std::int64_t print_buffer = 16384;  ///< bytes; the page's default of CCEBlockMaxSize

const Elements printable{f32, f16, i8, i16, i32, u8, u16, u32};
const Operand global_src{"src", Role::input, OperandKind::global};
const Operand global_tmp{"tmp", Role::scratch, OperandKind::global};
const Attribute format{"format", {"Width8_Precision4", "Width8_Precision2", "Width10_Precision6"}};

struct Format {
  int width;
  int precision;
};

Format format_of_call(const Call& call) {
  const std::string_view name = call.attribute("format");
  if (name == "Width8_Precision2") return {8, 2};
  if (name == "Width10_Precision6") return {10, 6};
  return {8, 4};
}

/// A matrix as it is printed: the element at each place, and the fences of its valid part.
struct Matrix {
  std::int64_t rows;
  std::int64_t cols;
  std::int64_t valid_rows;
  std::int64_t valid_cols;
  std::function<std::uint64_t(std::int64_t, std::int64_t)> at;
};

std::string rows_of(const Matrix& matrix, ElementType element, const Format& how) {
  std::string text;
  const bool fence = matrix.valid_cols > 0 && matrix.valid_cols < matrix.cols;
  for (std::int64_t row = 0; row < matrix.rows; ++row) {
    for (std::int64_t col = 0; col < matrix.cols; ++col) {
      if (col > 0) text += ' ';
      text += numerics::print_fixed(element, matrix.at(row, col), how.width, how.precision);
      if (fence && col + 1 == matrix.valid_cols) text += '|';
    }
    text += '\n';
    if (row + 1 == matrix.valid_rows && matrix.valid_rows < matrix.rows) {
      text += std::string(static_cast<std::size_t>(how.width), '-') + '\n';
    }
  }
  return text;
}

Expected readings(const Call& call, ElementType element, const std::vector<Matrix>& matrices) {
  const Format how = format_of_call(call);
  ExpectedText expected;
  for (const Matrix& matrix : matrices) {
    expected.readings.push_back({rows_of(matrix, element, how), how.width});
  }
  expected.capacity = call.target == cpu ? 0 : print_buffer;
  return expected;
}

/// The whole tile with fences; on the CPU also its valid part alone.
Expected printed_tile(const Evaluation& at) {
  const TileSpec& tile = at.call.tile("src");
  const ElementArray& contents = at.of("src");
  const auto logical = [&](std::int64_t row, std::int64_t col) {
    return contents[row * tile.cols() + col];
  };
  std::vector<Matrix> matrices{
      {tile.rows(), tile.cols(), tile.valid_rows, tile.valid_cols, logical}};
  if (at.call.target == cpu) {
    matrices.push_back(
        {tile.valid_rows, tile.valid_cols, tile.valid_rows, tile.valid_cols, logical});
  }
  return readings(at.call, tile.type.element, matrices);
}

/// Mat and Acc tiles go through global scratch; a Mat tile arrives there as raw memory, whatever
/// its layout, so boxed ones may read either way.
Expected printed_through_scratch(const Evaluation& at) {
  const TileSpec& tile = at.call.tile("src");
  const ElementArray& contents = at.of("src");
  std::vector<std::byte> memory(static_cast<std::size_t>(tile.type.bytes()));
  scatter(tile, contents, memory);
  const Matrix logical{
      tile.rows(), tile.cols(), tile.valid_rows, tile.valid_cols,
      [&](std::int64_t row, std::int64_t col) { return contents[row * tile.cols() + col]; }};
  Matrix raw = logical;
  raw.at = [&](std::int64_t row, std::int64_t col) {
    return load_element(memory, tile.type.element, row * tile.cols() + col);
  };
  std::vector<Matrix> matrices{logical, raw};
  if (at.call.target == cpu) {
    matrices.push_back(
        {tile.valid_rows, tile.valid_cols, tile.valid_rows, tile.valid_cols, logical.at});
  }
  return readings(at.call, tile.type.element, matrices);
}

std::int64_t nz_offset(const GlobalSpec& view, std::int64_t row, std::int64_t col) {
  const auto& n = view.shape;
  return view.offset({0, col / n[4], row / n[3], row % n[3], col % n[4]});
}

/// ND and DN: every matrix of dimensions 3 x 4 in turn. NZ: the logical matrix of the blocks.
Expected printed_global(const Evaluation& at) {
  const GlobalSpec& view = at.call.global("src");
  const ElementArray& memory = at.of("src");
  const Format how = format_of_call(at.call);
  const auto& n = view.shape;
  std::string text;
  if (view.layout == GlobalLayout::NZ) {
    const std::int64_t rows = n[2] * n[3], cols = n[1] * n[4];
    text = rows_of(
        {rows, cols, rows, cols,
         [&](std::int64_t row, std::int64_t col) { return memory[nz_offset(view, row, col)]; }},
        view.element, how);
  }
  for (std::int64_t batch = 0; view.layout != GlobalLayout::NZ && batch < n[0] * n[1] * n[2];
       ++batch) {
    const auto element = [&](std::int64_t row, std::int64_t col) {
      return memory[view.offset(
          {batch / (n[1] * n[2]), batch / n[2] % n[1], batch % n[2], row, col})];
    };
    text += rows_of({n[3], n[4], n[3], n[4], element}, view.element, how);
  }
  return ExpectedText{{{text, how.width}}, at.call.target == cpu ? 0 : print_buffer};
}

// ---- rules ----

Constraint global_layout_is(std::vector<GlobalLayout> legal) {
  return rule(
             "src.layout", "the layout of src is ND, DN or NZ",
             [=](const Call& call) {
               const GlobalLayout layout = call.global("src").layout;
               return std::ranges::find(legal, layout) != legal.end();
             },
             [=](Call& call, Draw& draw) {
               call.global("src").layout = draw.pick(std::span<const GlobalLayout>(legal));
             },
             [](Call& call, Draw& draw) {
               call.global("src").layout =
                   draw.pick({GlobalLayout::MX_A_ND, GlobalLayout::MX_B_NN, GlobalLayout::NC1HWC0});
             })
      .from(page, "GlobalTensor layouts");
}

/// Every dimension counts something, and an NZ view has one batch: dimension 0 is not printed.
Constraint printable_view() {
  return invariant(rule(
      "src.printable", "src is not empty, and an NZ view has one batch of 16 x C0 blocks",
      [](const Call& call) {
        const GlobalSpec& view = call.global("src");
        const auto& n = view.shape;
        if (view.elements() <= 0 || n[4] > 64 || view.elements() > 4096) return false;
        const bool blocks = n[0] == 1 && n[3] == 16 && n[4] == 256 / bits_of(view.element);
        return view.layout != GlobalLayout::NZ || blocks;
      },
      [](Call& call, Draw& draw) {
        GlobalSpec& view = call.global("src");
        view.shape = {1, draw.integer(1, 2), draw.integer(1, 2), draw.integer(1, 8),
                      draw.integer(1, 20)};
        if (view.layout == GlobalLayout::NZ) {
          view.shape[3] = 16;
          view.shape[4] = 256 / bits_of(view.element);
        }
        std::int64_t next = 1;
        for (std::size_t dim = 5; dim-- > 0;) {
          view.stride[dim] = next;
          next = next * view.shape[dim] + (dim < 4 && draw.chance(30) ? draw.integer(1, 9) : 0);
        }
      }));
}

Constraint scratch_size() {
  return rule(
             "tmp.elements", "tmp holds at least the elements of the tile",
             [](const Call& call) {
               return call.global("tmp").elements() >= call.tile("src").type.elements();
             },
             [](Call& call, Draw&) {
               const TileType& type = call.tile("src").type;
               GlobalSpec& scratch = call.global("tmp");
               scratch.shape = {1, 1, 1, type.rows, type.cols};
               scratch.stride = {type.elements(), type.elements(), type.elements(), type.cols, 1};
             },
             [](Call& call, Draw&) {
               const TileType& type = call.tile("src").type;
               GlobalSpec& scratch = call.global("tmp");
               scratch.shape = {1, 1, 1, 1, type.elements() - 1};
               scratch.stride = {type.elements(), type.elements(), type.elements(), type.elements(),
                                 1};
             })
      .at(launch)
      .unchecked_on(every_target)
      .from(page, "size of tmp");
}

Constraint dense_scratch() {
  return invariant(rule(
      "tmp.dense", "tmp is contiguous",
      [](const Call& call) {
        const GlobalSpec& scratch = call.global("tmp");
        return scratch.layout == GlobalLayout::ND && scratch.stride[4] == 1 &&
               scratch.stride[3] == scratch.shape[4] &&
               scratch.elements() == scratch.shape[3] * scratch.shape[4];
      },
      [](Call& call, Draw&) {
        GlobalSpec& scratch = call.global("tmp");
        const std::int64_t all = scratch.elements();
        scratch.layout = GlobalLayout::ND;
        scratch.shape = {1, 1, 1, 1, all};
        scratch.stride = {all, all, all, all, 1};
      }));
}

std::vector<Constraint> tile_rules() {
  return {
      element_is("src", printable, {i64, u64}).unchecked_on({cpu}).from(page, "element types"),
      located_in("src", {Location::vec}).unchecked_on({cpu}).from(page, "one argument: Vec tile"),
      layout_is("src",
                {TileLayout::ND, TileLayout::DN, TileLayout::NZ, TileLayout::ZN, TileLayout::ZZ})
          .unchecked_on({cpu})
          .from("TPRINT header", "no address formula for NN"),
      whole_boxes("src"),
      plain_fractal("src"),
      valid_within_shape("src").from("Tile class", "static valid bounds"),
      invariant(non_empty("src")).at(launch).from("MODEL 2.2", "no rule for an empty region"),
  };
}

std::vector<Constraint> scratch_rules() {
  return {
      element_is("src", printable, {i64, u64}).unchecked_on({cpu}).from(page, "element types"),
      located_in("src", {Location::mat, Location::acc}, {Location::vec})
          .on({a2a3})
          .from(page, "two arguments: Mat or Acc tile"),
      located_in("src", {Location::acc}, {Location::vec}).on({a5}).from(page, "A5 has no Mat form"),
      invariant(located_in("src", {Location::mat, Location::acc}))
          .on({cpu})
          .from("CPU header", "any tile"),
      invariant(layout_is("src", {TileLayout::ND, TileLayout::NZ})).from(page, "layouts"),
      invariant(same_element("tmp", "src")).from(page, "tmp counts in sizeof(T)"),
      whole_boxes("src"),
      plain_fractal("src"),
      valid_within_shape("src").from("Tile class", "static valid bounds"),
      invariant(non_empty("src")).at(launch).from("MODEL 2.2", "no rule for an empty region"),
      dense_scratch(),
      scratch_size(),
  };
}

std::vector<Constraint> global_rules() {
  return {
      element_is("src", printable, {i64, u64}).unchecked_on({cpu}).from(page, "element types"),
      global_layout_is({GlobalLayout::ND, GlobalLayout::DN, GlobalLayout::NZ}),
      printable_view(),
  };
}

// Nine characters a value: more than 1820 values do not fit the print buffer.
const Scenario overflowing{.name = "overflow",
                           .text = "more text than the print buffer holds",
                           .apply = [](Call& call, Draw&) {
                             TileSpec& tile = call.tile("src");
                             tile.type.rows = 64;
                             tile.type.cols = 64;
                             tile.valid_rows = 63;
                             tile.valid_cols = 33;
                           }};
const std::vector<std::string> plans{"text"};

std::vector<Form> print_forms() {
  return {{
              .name = "tile",
              .operands = {src},
              .lead = "src",
              .attributes = {format},
              .constraints = tile_rules(),
              .results = {{"text", printed_tile}},
              .scenarios = {overflowing},
              .plans = plans,
              .reads_invalid_region = true,
              .max_elements = 768,
          },
          {
              .name = "scratch",
              .operands = {src, global_tmp},
              .lead = "src",
              .attributes = {format},
              .constraints = scratch_rules(),
              .results = {{"text", printed_through_scratch}},
              .plans = plans,
              .reads_invalid_region = true,
              .max_elements = 768,
          },
          {
              .name = "global",
              .operands = {global_src},
              .lead = "src",
              .attributes = {format},
              .constraints = global_rules(),
              .results = {{"text", printed_global}},
              .plans = plans,
              .max_elements = 768,
          }};
}

}  // namespace

OpSpec TPRINT() {
  return {
      .mnemonic = "TPRINT",
      .family = "complex",
      .summary = "Prints a tile or a view of global memory.",
      .forms = print_forms(),
      .decisions = {"007-tprint-text"},
      .ambiguities = {{"the CPU header prints elements of any type that a stream takes",
                       "constraint src.element: kept by legal cases, no promised refusal on cpu"},
                      {"the manual prints unsigned integers with %d, the header with %u",
                       "decision 007: the value counts, so unsigned text"},
                      {"the manual speaks of a logical view, devices print the capacity with "
                       "fences, the CPU the "
                       "valid region",
                       "decision 007: capacity with fences, on cpu either"},
                      {"64-bit integers are printed by the header though not listed",
                       "constraint src.element: 64-bit is never used, nor expected to be refused"},
                      {"two arguments with a Vec tile print twice",
                       "constraint src.location: Vec is never used, nor expected to be refused"},
                      {"a barrier precedes printing and events are not taken",
                       "not modelled: no ordering here"}},
      .notes = {"the print buffer is 16 KiB by default", "a5: no Mat form"},
  };
}

}  // namespace assay::ops
