// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/interleaving.hpp"

#include <algorithm>

#include "reference/ops/movement/shared/moved_tiles.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr std::int64_t registers = 512;  ///< bytes of two

Constraint even_columns(const std::string& operand) {
  return constraint(
      operand + ".even", "the valid columns of " + operand + " are even",
      [=](const Call& call) { return call.tile(operand).valid_cols % 2 == 0; },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile(operand);
        set_valid(tile, tile.valid_rows, tile.valid_cols + 1);
      },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile(operand);
        tile.type.dynamic_valid_cols = true;
        tile.valid_cols = std::max<std::int64_t>(tile.valid_cols - 1, 1);
      });
}

}  // namespace

Constraints woven_tiles(const std::vector<std::string>& tiles, const std::string& page) {
  const Elements elements{i32, u32, f32, i16, u16, f16, bf16, u8, i8};
  const std::string& lead = tiles.front();
  Constraints all{element_is(lead, elements).on({a5}).from(page, "A5: element types"),
                  invariant(element_is(lead, elements)).on({cpu}).from(page, "A5: element types")};
  for (const std::string& tile : tiles) {
    all.push_back(row_major(tile).from(page, "tiles are row-major"));
    // Two tiles of one type break the bounds of their types together.
    const bool pair = tile != "src";
    for (Constraint& one : moved_tile(tile)) {
      const bool bounds = one.name.ends_with(".valid_within_shape");
      all.push_back(bounds && pair ? invariant(std::move(one)) : std::move(one));
    }
    if (tile == lead) continue;
    all.push_back(same_element(tile, lead).unchecked_on({cpu}).from(page, "one element type"));
  }
  return all;
}

Constraints woven_regions(const std::vector<std::string>& tiles, const std::string& page) {
  Constraints all{even_columns(tiles.front()).at(launch).from(page, "validCols are even")};
  for (std::size_t i = 1; i < tiles.size(); ++i) {
    Constraint made = same_valid_region(tiles[i], tiles.front());
    // Tiles of one type differ at launch alone.
    made.breach = [breach = made.breach](Call& call, Draw& draw) {
      for (OperandValue& value : call.operands) {
        TileType& type = std::get<TileSpec>(value).type;
        type.dynamic_valid_rows = type.dynamic_valid_cols = true;
      }
      breach(call, draw);
    };
    all.push_back(std::move(made).at(launch).from(page, "equal valid shapes"));
  }
  return all;
}

Constraint half_as_wide(const std::string& operand) {
  return constraint(
      operand + ".half", operand + " has half the valid columns of src, and its valid rows",
      [=](const Call& call) {
        const TileSpec &out = call.tile(operand), &in = call.tile("src");
        return 2 * out.valid_cols == in.valid_cols && out.valid_rows == in.valid_rows;
      },
      [=](Call& call, Draw&) {
        TileSpec& in = call.tile("src");
        set_valid(in, in.valid_rows, in.valid_cols + in.valid_cols % 2);
        set_valid(call.tile(operand), in.valid_rows, in.valid_cols / 2);
      },
      [=](Call& call, Draw&) {
        TileSpec& out = call.tile(operand);
        const TileSpec& in = call.tile("src");
        out.type.dynamic_valid_rows = out.type.dynamic_valid_cols = true;
        out.valid_rows = in.valid_rows;
        out.valid_cols = in.valid_cols / 2 + (in.valid_cols / 2 < out.cols() ? 1 : -1);
      });
}

Constraint two_registers_wide() {
  return constraint(
      "src.registers", "a row of src has at least 512 bytes",
      [](const Call& call) {
        const TileType& type = call.tile("src").type;
        return type.cols * size_of(type.element) >= registers;
      },
      [](Call& call, Draw&) {
        TileType& type = call.tile("src").type;
        type.cols = registers / size_of(type.element);
      },
      [](Call& call, Draw&) {
        TileSpec& in = call.tile("src");
        in.type.cols = 32 / size_of(in.type.element);
        in.type.dynamic_valid_cols = true;
        in.valid_cols = std::min(in.valid_cols, in.type.cols) / 2 * 2;
      });
}

OriginsIn woven(bool second_half) {
  return [=](const Call& call) {
    const std::int64_t begin = second_half ? call.tile("dst0").valid_cols : 0;
    return [=](std::int64_t row, std::int64_t col) {
      const std::int64_t place = begin + col;
      return Origin{place % 2 == 0 ? "src0" : "src1", row, place / 2};
    };
  };
}

std::vector<Scenario> interleaving_scenarios(const std::vector<std::string>& tiles) {
  const auto sized = [tiles](std::int64_t pairs_from, std::int64_t pairs_to, bool odd) {
    return [=](Call& call, Draw& draw) {
      const std::int64_t pairs = 2 * draw.integer(pairs_from, pairs_to) + (odd ? 1 : 0);
      const std::int64_t rows = draw.integer(2, 5);
      for (const std::string& name : tiles) {
        TileSpec& tile = call.tile(name);
        tile.type.blayout = BLayout::row_major;
        tile.type.slayout = SLayout::none_box;
        tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
        tile.type.rows = rows;
        tile.type.cols = 2 * pairs;
        make_well_formed(tile.type);
        tile.valid_rows = rows;
        tile.valid_cols = 2 * pairs;
      }
    };
  };
  return {{.name = "odd half", .text = "an odd number of pairs", .apply = sized(1, 9, true)},
          {.name = "wide", .text = "rows of more than a register", .apply = sized(64, 80, false)}};
}

}  // namespace assay::ops
