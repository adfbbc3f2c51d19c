// SPDX-License-Identifier: Apache-2.0
// Smaller and simpler calls.
#include "generators/shrink/smaller.hpp"

#include <algorithm>

#include "generators/draw/choices.hpp"
#include "generators/draw/random_operand.hpp"
#include "generators/draw/solve_constraints.hpp"

namespace assay::generators {
namespace {

bool same_kind(const Call& a, const Call& b) {
  const auto conv = [](const OperandValue& value) {
    const auto* tile = std::get_if<TileSpec>(&value);
    return tile != nullptr && tile->type.conv.has_value();
  };
  return a.attributes == b.attributes &&
         std::ranges::equal(a.operands, b.operands, {}, element_of, element_of) &&
         std::ranges::equal(a.operands, b.operands, {}, conv, conv);
}

void note(std::vector<Extent>& extents, const Extent& extent) {
  if (extent.length > 1 && std::ranges::find(extents, extent) == extents.end()) {
    extents.push_back(extent);
  }
}

void replace(std::int64_t& length, std::int64_t old, std::int64_t wanted) {
  if (length == old) length = wanted;
}

void tighten_tile(TileSpec& tile) {
  if (tile.type.conv) return;
  tile.type.rows = std::max<std::int64_t>(tile.valid_rows, 1);
  tile.type.cols = std::max<std::int64_t>(tile.valid_cols, 1);
  make_well_formed(tile.type);
}

void tighten_view(GlobalSpec& view) {
  view.stride = contiguous(view);
  view.base = 0;
}

void set_in_tile(TileSpec& tile, const Extent& extent, std::int64_t length) {
  using Axis = Extent::Axis;
  if (tile.type.conv) {
    if (extent.axis == Axis::conv && extent.dimension < tile.type.conv->rank) {
      replace(tile.type.conv->dims.at(static_cast<std::size_t>(extent.dimension)), extent.length,
              length);
    }
    return;
  }
  if (extent.axis == Axis::rows) replace(tile.valid_rows, extent.length, length);
  if (extent.axis == Axis::cols) replace(tile.valid_cols, extent.length, length);
  if (extent.axis == Axis::shape_rows) {
    replace(tile.type.rows, extent.length, std::max(length, tile.valid_rows));
  }
  if (extent.axis == Axis::shape_cols) {
    replace(tile.type.cols, extent.length, std::max(length, tile.valid_cols));
  }
}

}  // namespace

std::vector<Extent> extents_of(const Call& call) {
  using Axis = Extent::Axis;
  std::vector<Extent> extents;
  for (const OperandValue& value : call.operands) {
    const auto* tile = std::get_if<TileSpec>(&value);
    if (tile != nullptr && tile->type.conv) {
      for (int i = 0; i < tile->type.conv->rank; ++i) {
        note(extents, {Axis::conv, i, tile->type.conv->dims.at(static_cast<std::size_t>(i))});
      }
    } else if (tile != nullptr) {
      note(extents, {Axis::rows, 0, tile->valid_rows});
      note(extents, {Axis::cols, 0, tile->valid_cols});
      if (tile->type.rows > tile->valid_rows) note(extents, {Axis::shape_rows, 0, tile->type.rows});
      if (tile->type.cols > tile->valid_cols) note(extents, {Axis::shape_cols, 0, tile->type.cols});
    }
    if (const auto* global = std::get_if<GlobalSpec>(&value)) {
      for (int i = 0; i < 5; ++i) {
        note(extents, {Axis::view, i, global->shape.at(static_cast<std::size_t>(i))});
      }
    }
  }
  std::ranges::stable_sort(extents, std::greater<>(), &Extent::length);
  return extents;
}

std::int64_t elements_of(const Call& call) {
  std::int64_t sum = 0;
  for (const OperandValue& value : call.operands) {
    if (const auto* tile = std::get_if<TileSpec>(&value)) sum += tile->type.elements();
    if (const auto* global = std::get_if<GlobalSpec>(&value)) sum += global->allocation();
  }
  return sum;
}

std::optional<Call> repaired(const Call& call, const Constraint* broken, const Change& change) {
  Call other = call;
  change(other);
  Smallest draw;
  try {
    if (!solve_constraints(other, draw, broken) || !fulfils(other, broken)) return std::nullopt;
  } catch (const EmptyChoice&) {
    return std::nullopt;
  }
  if (!same_kind(call, other)) return std::nullopt;
  return other;
}

Change set_extent(const Extent& extent, std::int64_t length) {
  return [=](Call& call) {
    for (OperandValue& value : call.operands) {
      if (auto* tile = std::get_if<TileSpec>(&value)) set_in_tile(*tile, extent, length);
      auto* global = std::get_if<GlobalSpec>(&value);
      if (global != nullptr && extent.axis == Extent::Axis::view) {
        replace(global->shape.at(static_cast<std::size_t>(extent.dimension)), extent.length,
                length);
      }
    }
  };
}

Change tight_tiles() {
  return [](Call& call) {
    for (OperandValue& value : call.operands) {
      if (auto* tile = std::get_if<TileSpec>(&value)) tighten_tile(*tile);
    }
  };
}

Change tight_views() {
  return [](Call& call) {
    for (OperandValue& value : call.operands) {
      if (auto* view = std::get_if<GlobalSpec>(&value)) tighten_view(*view);
    }
  };
}

Change spaced_views() {
  return [](Call& call) {
    for (OperandValue& value : call.operands) {
      auto* view = std::get_if<GlobalSpec>(&value);
      if (view == nullptr) continue;
      const std::int64_t base = std::min<std::int64_t>(view->base, 1);
      tighten_view(*view);
      view->base = base;
      std::int64_t length = view->shape[4] * view->stride[4];
      for (std::size_t i = 4; i-- > 0;) {
        view->stride.at(i) = length + 1;
        length = view->shape.at(i) * view->stride.at(i);
      }
    }
  };
}

Change plain_layout(std::size_t operand) {
  return [=](Call& call) {
    if (auto* view = std::get_if<GlobalSpec>(&call.operands[operand])) {
      view->layout = GlobalLayout::ND;
      tighten_view(*view);
    }
    auto* tile = std::get_if<TileSpec>(&call.operands[operand]);
    if (tile == nullptr || tile->type.conv) return;
    tile->type.blayout = BLayout::row_major;
    tile->type.slayout = SLayout::none_box;
    tile->type.fractal = 512;
    tile->type.pad = {};
    tile->type.compact = CompactMode::null;
    tighten_tile(*tile);
  };
}

std::int64_t tiles_in(const Call& call) {
  std::int64_t most = 1;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    const auto* tile = std::get_if<TileSpec>(&call.operands[i]);
    if (tile == nullptr || tile->type.conv || call.form->operands[i].role == Role::scratch)
      continue;
    TileType least = tile->type;
    least.rows = 1;
    least.cols = 1;
    make_well_formed(least);
    most = std::max(most, tile->type.elements() / std::max<std::int64_t>(least.elements(), 1));
  }
  return most;
}

}  // namespace assay::generators
