// SPDX-License-Identifier: Apache-2.0
#include "generators/shapes/wide.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <variant>

#include "reference/isa/case/program.hpp"
#include "reference/ops/shared_memory.hpp"

namespace assay::generators {
namespace {

constexpr std::int64_t repeat_bytes = 256;
constexpr std::int64_t block_bytes = 32;
constexpr std::int64_t most_repeats = 255;  ///< of one instruction: the maximum of a byte
constexpr std::int64_t most_rows = 3;

/// Elements of a repeat; 4-bit ones go in pairs.
std::int64_t elements_of_repeat(ElementType element) { return repeat_bytes * 8 / bits_of(element); }

const TileSpec* lead_of(const Call& call) {
  return std::get_if<TileSpec>(&call.operands[call.form->index_of(call.form->lead)]);
}

bool has_rows(const TileSpec& tile) {
  return !tile.type.conv && !tile.type.is_boxed() && tile.type.blayout == BLayout::row_major &&
         tile.type.location == Location::vec;
}

bool is_wide(const TileSpec& tile) {
  return has_rows(tile) && tile.type.cols > most_repeats * elements_of_repeat(tile.type.element);
}

bool fits(const Call& call, const std::optional<SharedMemory>& shared) {
  std::map<Memory, std::int64_t> used;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    const auto* tile = std::get_if<TileSpec>(&call.operands[i]);
    const bool counted = shared && i == shared->input;
    if (tile != nullptr && !counted) used[memory_of(tile->type.location)] += tile->type.bytes();
  }
  return std::ranges::all_of(
      used, [&](const auto& one) { return one.second <= capacity_of(one.first, call.target); });
}

bool drop_row(TileSpec& tile) {
  const std::int64_t rows = tile.type.rows;
  if (rows <= 1) return false;
  --tile.type.rows;
  make_well_formed(tile.type);
  tile.valid_rows = tile.rows();
  return tile.type.rows < rows;
}

/// If the tiles do not fit together: scratch as it was drawn, one row of operands other than the
/// lead, which may need no more, fewer rows of all.
void make_room(Call& call, const Call& drawn, std::string_view scenario, Draw& draw) {
  const auto room = [&] { return fits(call, shared_memory(call, scenario)); };
  for (std::size_t i = 0; i < call.operands.size() && !room(); ++i) {
    if (call.form->operands[i].role == Role::scratch) call.operands[i] = drawn.operands[i];
  }
  const auto drop_rows = [&](bool of_lead) {
    bool any = false;
    for (OperandValue& value : call.operands) {
      auto* tile = std::get_if<TileSpec>(&value);
      if (tile == nullptr || !is_wide(*tile) || (tile == lead_of(call) && !of_lead)) continue;
      any = drop_row(*tile) || any;
    }
    return any;
  };
  const bool all_at_once = draw.chance(50);
  while (!all_at_once && !room() && drop_rows(false)) {
  }
  while (!room() && drop_rows(true)) {
  }
}

void lay_wide(Call& call, const TileSpec& lead, Draw& draw) {
  const std::int64_t repeat = elements_of_repeat(lead.type.element);
  const std::int64_t cols =
      most_repeats * repeat + draw.pick({repeat * block_bytes / repeat_bytes, repeat, 2 * repeat});
  const std::int64_t rows = draw.integer(1, most_rows);
  // Tiles that must be as wide follow the lead; others may not have the space to be as wide.
  const bool all = draw.chance(50);
  for (OperandValue& value : call.operands) {
    auto* tile = std::get_if<TileSpec>(&value);
    if (tile == nullptr || tile->type.conv || !(all || tile == lead_of(call))) continue;
    tile->type.blayout = BLayout::row_major;
    tile->type.slayout = SLayout::none_box;
    tile->type.rows = rows;
    tile->type.cols = cols;
    tile->type.dynamic_valid_rows = tile->type.dynamic_valid_cols = true;
    make_well_formed(tile->type);
    tile->valid_rows = tile->rows();
    tile->valid_cols = tile->cols();
  }
}

/// One element more than 255 repeats, all columns, or all but one.
void leave_columns_out(Call& call, const TileSpec& lead, Draw& draw) {
  const std::int64_t repeat = elements_of_repeat(lead.type.element);
  const std::int64_t cols =
      draw.pick({most_repeats * repeat + 1, lead.type.cols - 1, lead.type.cols});
  const std::int64_t model = lead.type.cols;
  for (OperandValue& value : call.operands) {
    auto* tile = std::get_if<TileSpec>(&value);
    if (tile == nullptr || tile->type.conv || tile->type.cols != model) continue;
    tile->valid_rows = tile->rows();
    tile->valid_cols = std::min(cols, tile->cols());
  }
}

}  // namespace

void widen(Call& call, Draw& draw, std::string_view scenario) {
  const TileSpec* lead = lead_of(call);
  if (lead == nullptr || lead->type.conv) return;
  if (!is_wide(*lead)) {
    const Call drawn = call;
    lay_wide(call, TileSpec(*lead), draw);
    if (!fits(call, shared_memory(call, scenario))) make_room(call, drawn, scenario, draw);
  }
  leave_columns_out(call, TileSpec(*lead), draw);
}

bool shows_wide(const Call& call, std::string_view scenario) {
  const TileSpec* lead = lead_of(call);
  return lead != nullptr && is_wide(*lead) && fits(call, shared_memory(call, scenario)) &&
         lead->valid_rows > 0 &&
         lead->valid_cols > most_repeats * elements_of_repeat(lead->type.element);
}

}  // namespace assay::generators
