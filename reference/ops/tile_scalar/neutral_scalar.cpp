// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/neutral_scalar.hpp"

#include <algorithm>
#include <array>

#include "reference/numerics/classify.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr std::int64_t many_rows = 167;  ///< so that thousands of elements are behind 16,384
constexpr std::int64_t many_cols = 128;
constexpr std::array<const char*, 2> tiles{"dst", "src"};

std::uint64_t bits_of_neutral(Neutral which, ElementType type) {
  constexpr std::uint64_t float_one = 0x3F800000;
  switch (which) {
    case Neutral::zero:
      return 0;
    case Neutral::negative_zero:
      return is_float(type) ? std::uint64_t{1} << static_cast<unsigned>(bits_of(type) - 1) : 0;
    case Neutral::one:
      return numerics::convert(f32, float_one, type).value_or(1);
    case Neutral::all_bits:
      break;
  }
  return mask_of(type);
}

void have_many(Call& call) {
  for (const char* operand : tiles) {
    TileSpec& tile = call.tile(operand);
    tile.type.rows = many_rows;
    tile.type.cols = many_cols;
    tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
    make_well_formed(tile.type);
    set_valid(tile, many_rows, many_cols);
  }
}

/// Where the signature leaves the rows open.
void have_one_row(Call& call) {
  const auto is_open = [&](const char* operand) {
    return call.tile(operand).type.dynamic_valid_rows;
  };
  if (!std::ranges::all_of(tiles, is_open)) return;
  for (const char* operand : tiles) {
    TileSpec& tile = call.tile(operand);
    set_valid(tile, 1, tile.valid_cols);
  }
}

}  // namespace

Scenario neutral_scalar(Neutral which) {
  return {.name = std::string(neutral_name),
          .text = "a scalar that leaves every element as it is",
          .apply = [which](Call& call, Draw& draw) {
            constexpr int half = 50;
            const ElementType type = call.tile("src").type.element;
            call.scalar("scalar") = {type, bits_of_neutral(which, type)};
            // At launch the signature has its shape already.
            const bool large = call.tile("src").type.elements() >= many_rows * many_cols;
            if (large || draw.chance(half)) {
              have_many(call);
            } else if (draw.chance(half)) {
              have_one_row(call);
            }
            // Who copies passes, element by element, where both are of one shape.
            call.tile("dst") = call.tile("src");
          }};
}

}  // namespace assay::ops
