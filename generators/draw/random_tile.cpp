// SPDX-License-Identifier: Apache-2.0
// Random tiles and scalars.
#include <algorithm>
#include <array>

#include "generators/draw/random_operand.hpp"
#include "generators/values/plans.hpp"
#include "reference/isa/types/target_types.hpp"

namespace assay::generators {
namespace {

constexpr std::array<std::int64_t, 20> row_counts{1,  2,  3,  4,  7,  8,  9,  15, 16, 16,
                                                  17, 20, 31, 32, 32, 33, 48, 63, 64, 65};
constexpr std::array<std::int64_t, 18> column_counts{1,  8,  16, 16, 17, 24, 31, 32,  32,
                                                     33, 40, 48, 63, 64, 64, 96, 128, 256};

/// A repeat count is a byte, and what walks over rows often counts them so.
constexpr std::int64_t most_repeats = 255;

/// For pages whose results cost more than their elements, many rows are a separate scenario.
constexpr std::int64_t least_of_many_rows = 2048;

void draw_shape(Draw& draw, TileType& type, std::int64_t elements) {
  const std::int64_t kind = draw.integer(0, 9);
  switch (kind == 3 && elements < least_of_many_rows ? 9 : kind) {
    case 0:
      type.rows = 1;
      type.cols = draw.integer(1, std::max<std::int64_t>(elements / 4, 1));
      break;
    case 1:
      type.rows = draw.integer(1, std::max<std::int64_t>(elements / 16, 1));
      type.cols = 1;
      break;
    case 2:
      type.rows = draw.integer(1, 64);
      type.cols = draw.integer(1, 128);
      break;
    case 3:
      type.rows = draw.pick({most_repeats, most_repeats + 1, most_repeats + 2, std::int64_t{272}});
      type.cols = draw.pick({1, 8, 16});
      break;
    default:
      type.rows = draw.pick(std::span<const std::int64_t>(row_counts));
      type.cols = draw.pick(std::span<const std::int64_t>(column_counts));
  }
  type.rows = std::clamp<std::int64_t>(type.rows, 1, elements);
  type.cols =
      std::clamp<std::int64_t>(type.cols, 1, std::max<std::int64_t>(elements / type.rows, 1));
}

void draw_layout(Draw& draw, TileType& type) {
  const std::int64_t kind = draw.integer(0, 99);
  if (kind < 60) return;
  type.blayout = draw.pick({BLayout::row_major, BLayout::col_major, BLayout::col_major});
  type.slayout = draw.pick({SLayout::none_box, SLayout::row_major, SLayout::col_major});
  // The tag says something about boxes only.
  if (type.is_boxed()) type.fractal = draw.pick({512, 512, 512, 512, 1024, 32});
}

void draw_pad(Draw& draw, TileType& type) {
  type.pad.kind = draw.pick({PadKind::null, PadKind::null, PadKind::null, PadKind::zero,
                             PadKind::max, PadKind::min, PadKind::custom});
  if (type.pad.kind != PadKind::custom) return;
  const std::int64_t bits = draw.integer(0, 0xffffffff);
  const std::uint64_t mask = mask_of(type.element);
  type.pad.custom_bits = static_cast<std::uint32_t>(static_cast<std::uint64_t>(bits) & mask);
}

}  // namespace

std::vector<ElementType> storable(Target target) {
  std::vector<ElementType> found;
  for (const ElementFormat& format : all_formats()) {
    if (has_type(target, format.type)) found.push_back(format.type);
  }
  return found;
}

std::int64_t random_size(Draw& draw, std::int64_t limit, std::int64_t block) {
  if (limit <= 1) return 1;
  const std::int64_t kind = draw.integer(0, 99);
  const auto near_multiple = [&](std::int64_t of, std::int64_t low, std::int64_t high) {
    const std::int64_t size = draw.integer(1, limit / of) * of + draw.integer(low, high);
    return std::clamp<std::int64_t>(size, 1, limit);
  };
  if (kind < 25) return limit;
  if (kind < 35) return limit - 1;
  if (kind < 42) return 1;
  if (kind < 57 && limit > block) return near_multiple(block, -1, 1);
  if (kind < 67 && limit > 8 * block) return near_multiple(8 * block, -1, 1);
  if (kind < 75 && limit > 32) return near_multiple(32, 1, 1);
  if (kind < 90 && limit >= most_repeats) {
    return std::min(limit, most_repeats + draw.integer(0, 2));
  }
  return draw.integer(1, limit);
}

void redraw_valid(Draw& draw, TileSpec& tile) {
  const std::int64_t block = 256 / bits_of(tile.type.element);
  if (tile.type.dynamic_valid_rows) tile.valid_rows = random_size(draw, tile.rows(), 16);
  if (tile.type.dynamic_valid_cols) tile.valid_cols = random_size(draw, tile.cols(), block);
}

TileSpec random_tile(Draw& draw, ElementType element, std::int64_t elements) {
  TileSpec tile;
  tile.type.element = element;
  tile.type.location =
      draw.pick({Location::vec, Location::vec, Location::vec, Location::vec, Location::vec,
                 Location::mat, Location::mat, Location::acc, Location::left, Location::right});
  draw_shape(draw, tile.type, elements);
  draw_layout(draw, tile.type);
  make_well_formed(tile.type);
  draw_pad(draw, tile.type);
  redraw_valid(draw, tile);
  tile.type.dynamic_valid_rows = draw.chance(75);
  tile.type.dynamic_valid_cols = draw.chance(75);
  return tile;
}

ScalarSpec random_scalar(Draw& draw, ElementType likely) {
  using enum ElementType;
  ScalarSpec scalar{likely, 0};
  if (!draw.chance(50)) return scalar;
  scalar.element = draw.pick({f32, f32, f64, f16, i32, i32, u32, i64, u64, i16, u16, i8, u8});
  return scalar;
}

void redraw_bits(Draw& draw, ScalarSpec& scalar, std::string_view plan) {
  const bool planned = draw.chance(50);
  const auto word = static_cast<std::uint64_t>(draw.integer(0, 0xffffffff));
  const Counter counter{word, 0, 0};
  const std::string_view chosen = planned ? plan : "ones";
  scalar.bits = plan_named(chosen).value(format_of(scalar.element), counter);
}

}  // namespace assay::generators
