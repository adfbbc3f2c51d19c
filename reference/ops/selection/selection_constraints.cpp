// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/selection/selection_constraints.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/numerics/real.hpp"
#include "reference/ops/bitwise/checked_tile.hpp"
#include "reference/ops/selection/masks.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

std::int64_t units(const Call& call, const std::string& mask, const std::string& data) {
  return mask_units(call.tile(mask).type.element, call.tile(data).valid_cols);
}

bool is_one_of(const Elements& list, ElementType type) {
  return std::ranges::find(list, type) != list.end();
}

}  // namespace

Elements masks_of_comparison(const Call& call, const Elements& of_a2a3) {
  if (call.target == a2a3) return {u8};
  const bool narrow = is_one_of(of_a2a3, call.tile("src0").type.element);
  return call.target == cpu && narrow ? Elements{u8, u32} : Elements{u32};
}

Constraint mask_of_comparison(const Elements& of_a2a3) {
  return constraint(
      "dst.element",
      fmt::format("dst is of uint8 on a2a3, of uint32 on a5, of uint32 on cpu and there also of "
                  "uint8 for {}",
                  list_of(of_a2a3)),
      [=](const Call& call) {
        return is_one_of(masks_of_comparison(call, of_a2a3), call.tile("dst").type.element);
      },
      [=](Call& call, Draw& draw) {
        TileType& type = call.tile("dst").type;
        const Elements legal = masks_of_comparison(call, of_a2a3);
        type.element = draw.pick(std::span<const ElementType>(legal));
        make_well_formed(type);
      },
      [=](Call& call, Draw& draw) {
        TileType& type = call.tile("dst").type;
        const bool narrow = is_one_of(of_a2a3, call.tile("src0").type.element);
        draw_other_element(draw, masks_of_comparison(call, of_a2a3),
                           narrow ? Elements{u8} : Elements{}, type.element);
        make_well_formed(type);
      });
}

Constraints placed(const std::string& operand, const std::string& page, TargetSet in_vec,
                   TargetSet row_major_on, const Enforced& enforced) {
  return {
      located_in(operand, {Location::vec})
          .on(in_vec)
          .unchecked_on(all_but(enforced.location))
          .from(page, "tiles lie in Vec"),
      row_major(operand)
          .on(row_major_on)
          .unchecked_on(all_but(enforced.layout))
          .from(page, "tiles are row-major"),
      invariant(unboxed(operand))
          .on(devices)
          .from("MODEL 11", "boxed row-major Vec tiles are open"),
      whole_boxes(operand),
      plain_fractal(operand),
      valid_within_shape(operand).from("Tile class", "static valid bounds"),
  };
}

Constraint same_valid_rows(const std::string& operand, const std::string& as) {
  return constraint(
             operand + ".same_valid_rows",
             fmt::format("{} has as many valid rows as {}", operand, as),
             [=](const Call& call) {
               return call.tile(operand).valid_rows == call.tile(as).valid_rows;
             },
             [=](Call& call, Draw&) {
               TileSpec& tile = call.tile(operand);
               set_valid(tile, call.tile(as).valid_rows, tile.valid_cols);
             },
             [=](Call& call, Draw& draw) {
               TileSpec& tile = call.tile(operand);
               const std::int64_t rows = call.tile(as).valid_rows;
               const bool fewer = rows > 1 && draw.chance(50);
               set_valid(tile, fewer ? rows - 1 : rows + 1, tile.valid_cols);
             })
      .at(launch);
}

Constraint packed_columns(const std::string& mask, const std::string& data) {
  return constraint(
             mask + ".packed_columns",
             fmt::format("the valid columns of {} are the packed units that hold one bit for every "
                         "valid column of {}",
                         mask, data),
             [=](const Call& call) {
               return call.tile(mask).valid_cols == units(call, mask, data);
             },
             [=](Call& call, Draw&) {
               TileSpec& tile = call.tile(mask);
               set_valid(tile, tile.valid_rows, units(call, mask, data));
             },
             [=](Call& call, Draw& draw) {
               TileSpec& tile = call.tile(mask);
               const std::int64_t legal = units(call, mask, data);
               const bool fewer = legal > 1 && draw.chance(50);
               set_valid(tile, tile.valid_rows, fewer ? legal - 1 : legal + 1);
             })
      .at(launch);
}

Constraint covering_bits(const std::string& mask, const std::string& data) {
  const auto covers = [=](const Call& call) {
    return call.tile(mask).valid_rows >= call.tile(data).valid_rows &&
           call.tile(mask).valid_cols >= units(call, mask, data);
  };
  const auto cover = [=](Call& call) {
    set_valid(call.tile(mask), call.tile(data).valid_rows, units(call, mask, data));
  };
  return constraint(
             mask + ".covers",
             fmt::format("the valid region of {} holds a bit for every valid element of {}", mask,
                         data),
             covers, [=](Call& call, Draw&) { cover(call); },
             [=](Call& call, Draw& draw) {
               cover(call);
               TileSpec& tile = call.tile(mask);
               if (tile.valid_cols > 1 && draw.chance(50)) {
                 tile.valid_cols -= 1;
               } else if (tile.valid_rows > 1) {
                 tile.valid_rows -= 1;
               }
             })
      .at(launch);
}

Constraint same_tile_type(const std::string& operand, const std::string& as) {
  const auto static_part = [](const TileSpec& tile) {
    return std::tuple(tile.type, tile.type.dynamic_valid_rows ? -1 : tile.valid_rows,
                      tile.type.dynamic_valid_cols ? -1 : tile.valid_cols);
  };
  return constraint(
      operand + ".same_type", fmt::format("{} has the very tile type of {}", operand, as),
      [=](const Call& call) {
        return static_part(call.tile(operand)) == static_part(call.tile(as));
      },
      [=](Call& call, Draw&) { call.tile(operand) = call.tile(as); },
      [=](Call& call, Draw& draw) {
        TileSpec& tile = call.tile(operand);
        if (draw.chance(50)) {
          tile.type.rows += 1;
        } else {
          tile.type.pad = {tile.type.pad.kind == PadKind::zero ? PadKind::null : PadKind::zero, 0};
        }
        make_well_formed(tile.type);
      });
}

Constraint scalar_type() {
  return invariant(element_is("scalar", {f64, f32, i32, i64, u32, u64})
                       .from("C++", "argument types that convert to every element type"));
}

std::optional<std::uint64_t> scalar_as(const Call& call, const std::string& data) {
  const ScalarSpec& value = call.scalar("scalar");
  return numerics::convert(value.element, value.bits, call.tile(data).type.element);
}

Constraint scalar_converts(const std::string& data) {
  return invariant(constraint(
      "scalar.in_range",
      fmt::format("the C++ conversion of the scalar to the element type of {} is defined", data),
      [=](const Call& call) { return scalar_as(call, data).has_value(); },
      [](Call& call, Draw& draw) {
        call.scalar("scalar") = {i32, static_cast<std::uint64_t>(draw.integer(0, 100))};
      }));
}

}  // namespace assay::ops
