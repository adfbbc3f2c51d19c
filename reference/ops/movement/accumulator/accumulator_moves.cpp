// SPDX-License-Identifier: Apache-2.0
// Accumulators on their way to other tiles.
#include <algorithm>

#include "reference/ops/movement/accumulator/accumulator_store.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

/// ND in Vec, NZ in Mat; `listed`: a page has more layouts in Vec.
Constraint accumulator_layout(bool listed) {
  return constraint(
      "dst.drained",
      listed ? "dst is ND, NZ or DN in Vec and NZ in Mat" : "dst is ND in Vec and NZ in Mat",
      [=](const Call& call) {
        const TileType& type = call.tile("dst").type;
        const TileLayout layout = type.layout();
        if (type.location != Location::vec) return layout == TileLayout::NZ;
        return layout == TileLayout::ND ||
               (listed && (layout == TileLayout::NZ || layout == TileLayout::DN));
      },
      [](Call& call, Draw&) {
        TileType& type = call.tile("dst").type;
        const bool rows = type.location == Location::vec;
        type.blayout = rows ? BLayout::row_major : BLayout::col_major;
        type.slayout = rows ? SLayout::none_box : SLayout::row_major;
        make_well_formed(type);
      },
      // In Vec other layouts may be legal on A5.
      [](Call& call, Draw&) {
        TileType& type = call.tile("dst").type;
        type.location = Location::mat;
        type.blayout = BLayout::row_major;
        type.slayout = SLayout::none_box;
        make_well_formed(type);
      });
}

}  // namespace

Elements moved_types(Target target, ElementType from) {
  switch (target) {
    case a5:
      return from == f32 ? Elements{i8, u8, hif8, f16, bf16, e4m3} : Elements{i8, u8, f16, bf16};
    case a2a3:
      return from == f32 ? Elements{i8} : Elements{i8, u8, f16, i16};
    default:
      return from == f32 ? Elements{i8} : Elements{i8, u8, f16};
  }
}

Elements moved_as_is(Target target, ElementType from) {
  if (target == a5) return from == f32 ? Elements{f16, bf16, f32} : Elements{i32};
  return from == f32 ? Elements{f16, bf16} : Elements{};
}

Constraint moved_type(TypesOf types) {
  const auto legal = [=](const Call& call) {
    return types(call.target, call.tile("src").type.element);
  };
  const auto set = [](Call& call, ElementType element) {
    call.tile("dst").type.element = element;
    make_well_formed(call.tile("dst").type);
  };
  return constraint(
      "dst.pair", "dst has a type that accumulators of src are converted to",
      [=](const Call& call) {
        const Elements types_of_src = legal(call);
        // A src that has none is refused for its own type.
        return types_of_src.empty() ||
               std::ranges::count(types_of_src, call.tile("dst").type.element) != 0;
      },
      [=](Call& call, Draw& draw) {
        const Elements types_of_src = legal(call);
        if (types_of_src.empty()) return;
        set(call, draw.pick(std::span<const ElementType>(types_of_src)));
      },
      [=](Call& call, Draw& draw) {
        ElementType other{};
        if (draw_other_element(draw, legal(call), {}, other)) set(call, other);
      });
}

Constraint described_columns(const std::string& operand) {
  return invariant(constraint(
      operand + ".described", operand + " has no more columns than its buffer has descriptors",
      [=](const Call& call) {
        return call.tile(operand).cols() <= room_for_descriptors(call.target);
      },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile(operand);
        tile.type.cols = room_for_descriptors(call.target);
        tile.valid_cols = std::min(tile.valid_cols, tile.cols());
      }));
}

Constraints accumulator_tile(const std::string& page, TargetSet refused) {
  TargetSet others;
  for (const Target target : all_targets) {
    if (!refused.contains(target)) others = others.with(target);
  }
  return {
      accumulator_layout(true).on(refused).from(page, "layouts of dst in Mat and Vec"),
      invariant(accumulator_layout(false)).on(others).from("MODEL 11", "boxed Vec tiles are open"),
      plain_fractal("dst"), whole_boxes("dst")};
}

std::vector<Scenario> moved_types_scenarios(TypesOf types) {
  std::vector<Scenario> all;
  for (const ElementType from : {f32, i32}) {
    for (const ElementType to : {i8, u8, hif8, f16, bf16, e4m3, i16, f32, i32}) {
      TargetSet where = no_target;
      for (const Target target : all_targets) {
        if (std::ranges::count(types(target, from), to) != 0) where = where.with(target);
      }
      if (where == no_target) continue;
      const std::string name = std::string(name_of(from)) + " to " + std::string(name_of(to));
      all.push_back(
          {.name = name, .text = name, .targets = where, .apply = [from, to](Call& call, Draw&) {
             call.tile("src").type.element = from;
             call.tile("dst").type.element = to;
           }});
    }
  }
  return all;
}

}  // namespace assay::ops
