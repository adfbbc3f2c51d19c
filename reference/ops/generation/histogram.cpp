// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/generation/histogram.hpp"

#include <algorithm>
#include <array>

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr std::int64_t bins = 256;

/// Number of the counted byte, 0 for the lowest.
int byte_number(const Call& call) { return call.attribute("byte").back() - '0'; }

bool has_halves(const Call& call) { return call.tile("src").type.element == u16; }

int highest_byte(const Call& call) { return has_halves(call) ? 1 : 3; }

/// How many bytes of an element the filter compares.
int filtered(const Call& call) { return std::max(highest_byte(call) - byte_number(call), 0); }

std::uint64_t byte_at(std::uint64_t element, int number) { return element >> 8 * number & 0xFF; }

/// Place in idx of the byte number `step` that is compared, from the highest, with a row of src.
std::int64_t place_in_filter(const Call& call, std::int64_t row, int step) {
  return has_halves(call) ? row : step * call.tile("idx").cols();
}

/// Fills one row of counts.
std::array<std::uint64_t, bins> counts_of_row(const Evaluation& inputs, std::int64_t row) {
  const Call& call = inputs.call;
  const TileSpec& counted = call.tile("src");
  std::array<std::uint64_t, bins> counts{};
  for (std::int64_t col = 0; col < counted.valid_cols; ++col) {
    const std::uint64_t element = inputs.of("src")[row * counted.cols() + col];
    bool passes = true;
    for (int step = 0; step < filtered(call); ++step) {
      const std::uint64_t wanted = inputs.of("idx")[place_in_filter(call, row, step)];
      passes = passes && byte_at(element, highest_byte(call) - step) == wanted;
    }
    if (passes) ++counts.at(byte_at(element, byte_number(call)));
  }
  return counts;
}

Result counts(bool cumulative) {
  return {.operand = "dst", .semantics = [=](const Evaluation& inputs) -> Expected {
            const TileSpec& out = inputs.call.tile("dst");
            ExpectedTile expected(u32, out.rows(), out.cols());
            for (std::int64_t row = 0; row < out.valid_rows; ++row) {
              std::uint64_t sum = 0;
              const auto of_row = counts_of_row(inputs, row);
              for (std::int64_t bin = 0; bin < bins; ++bin) {
                const std::uint64_t count = of_row.at(static_cast<std::size_t>(bin));
                sum += count;
                expected.set_exact(expected.at(row, bin), cumulative ? sum : count);
              }
            }
            return expected;
          }};
}

void choose_byte(Call& call, std::int64_t number) { call.attributes[0] = static_cast<int>(number); }

bool has_filter_shape(const Call& call) {
  const TileSpec &counted = call.tile("src"), &filter = call.tile("idx");
  if (has_halves(call)) {
    return filter.type.layout() == TileLayout::DN && filter.cols() == 1 && filter.valid_cols == 1 &&
           filter.valid_rows == counted.valid_rows;
  }
  if (filter.type.layout() != TileLayout::ND || filter.cols() != counted.cols()) return false;
  const int rows = filtered(call);
  return rows == 0 || (filter.rows() == rows && filter.valid_rows == rows &&
                       filter.valid_cols == counted.valid_cols);
}

/// uint32 rows have as many columns in idx, of one byte each, which are whole blocks.
void shape_filter(Call& call, Draw&) {
  TileSpec &counted = call.tile("src"), &filter = call.tile("idx");
  filter.type.slayout = SLayout::none_box;
  filter.type.fractal = 512;
  filter.type.dynamic_valid_rows = filter.type.dynamic_valid_cols = true;
  if (has_halves(call)) {
    filter.type.blayout = BLayout::col_major;
    filter.type.rows = (counted.rows() + 31) / 32 * 32;
    filter.type.cols = 1;
    filter.valid_rows = counted.valid_rows;
    filter.valid_cols = 1;
    return;
  }
  counted.type.cols = (counted.cols() + 31) / 32 * 32;
  filter.type.blayout = BLayout::row_major;
  filter.type.rows = filter.valid_rows = std::max(filtered(call), 1);
  filter.type.cols = counted.cols();
  filter.valid_cols = counted.valid_cols;
}

}  // namespace

Attribute counted_byte() { return {"byte", {"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3"}}; }

Result byte_counts() { return counts(false); }
Result cumulative_counts() { return counts(true); }

Constraint byte_of_source() {
  return constraint(
      "byte.of_source", "byte is BYTE_0 or BYTE_1 where src is u16",
      [](const Call& call) { return byte_number(call) <= highest_byte(call); },
      [](Call& call, Draw& draw) { choose_byte(call, draw.integer(0, highest_byte(call))); },
      [](Call& call, Draw& draw) { choose_byte(call, draw.integer(2, 3)); });
}

Constraint shape_of_filter() {
  return constraint("idx.shape",
                    "idx of u16 is one column with a byte for each row of src; of u32 it has the "
                    "columns of src and a row for each byte above the counted one",
                    has_filter_shape, shape_filter);
}

Constraint bins_for_each_row() {
  return constraint(
      "dst.bins", "dst has 256 valid columns and the valid rows of src",
      [](const Call& call) {
        const TileSpec& out = call.tile("dst");
        return out.valid_cols == bins && out.valid_rows == call.tile("src").valid_rows;
      },
      [](Call& call, Draw& draw) {
        TileSpec& out = call.tile("dst");
        const TileSpec& counted = call.tile("src");
        out.type.rows = counted.rows();
        out.type.dynamic_valid_rows = out.type.dynamic_valid_cols = true;
        out.type.cols = bins + (draw.chance(25) ? 8 : 0);
        make_well_formed(out.type);
        set_valid(out, counted.valid_rows, bins);
      });
}

void admit_matches(const Call& call, std::vector<ElementArray>& contents) {
  const std::size_t source = call.form->index_of("src"), match = call.form->index_of("idx");
  const TileSpec& filter = call.tile("idx");
  ElementArray &elements = contents[source], &bytes = contents[match];
  const bool by_column = !has_halves(call);
  for_each_valid(filter, [&](std::int64_t index, std::int64_t row, std::int64_t) {
    if (by_column && index < bytes.size()) bytes.set(index, bytes[row * filter.cols()]);
  });
  for_each_valid(call.tile("src"), [&](std::int64_t index, std::int64_t row, std::int64_t) {
    if (index >= elements.size()) return;
    std::uint64_t element = elements[index];
    // One in eight stays as it is, one has the highest byte of the filter alone, and so on.
    const int matched = std::min(static_cast<int>((index * 5 + row) % 8), filtered(call));
    for (int step = 0; step < matched; ++step) {
      const std::int64_t place = place_in_filter(call, row, step);
      if (place >= bytes.size()) return;
      const int shift = 8 * (highest_byte(call) - step);
      element = (element & ~(std::uint64_t{0xFF} << shift)) | bytes[place] << shift;
    }
    elements.set(index, element);
  });
}

}  // namespace assay::ops
