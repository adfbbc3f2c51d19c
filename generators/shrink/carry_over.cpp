// SPDX-License-Identifier: Apache-2.0
// Contents of a smaller call, taken from those of a larger one.
#include <algorithm>

#include "generators/draw/fill.hpp"
#include "generators/recipe/naming.hpp"
#include "generators/shrink/smaller.hpp"
#include "reference/ops/shared_memory.hpp"
#include "reference/support/hash.hpp"

namespace assay::generators {
namespace {

/// Calls visit(index in the contents, position) for every element of a view.
template <typename Visit>
void for_each_of_view(const GlobalSpec& view, std::int64_t size, const Visit& visit) {
  std::int64_t count = 1;
  for (const std::int64_t length : view.shape) count *= std::max<std::int64_t>(length, 0);
  for (std::int64_t number = 0; number < count; ++number) {
    Dims5 position{};
    std::int64_t rest = number;
    for (std::size_t i = 5; i-- > 0;) {
      position.at(i) = rest % view.shape.at(i);
      rest /= view.shape.at(i);
    }
    const std::int64_t index = view.offset(position);
    if (index >= 0 && index < size) visit(index, position);
  }
}

template <typename Visit>
void for_each_valid(const TileSpec& tile, const Visit& visit) {
  const std::int64_t rows = std::clamp<std::int64_t>(tile.valid_rows, 0, tile.rows());
  const std::int64_t cols = std::clamp<std::int64_t>(tile.valid_cols, 0, tile.cols());
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t col = 0; col < cols; ++col) visit(row * tile.cols() + col, row, col);
  }
}

/// First old index that the new region takes, where it is cut out of the old one.
std::int64_t start_of(const Cut& cut, std::int64_t wrong, std::int64_t wrong_length,
                      std::int64_t from, std::int64_t to) {
  const std::int64_t room = std::max<std::int64_t>(from - to, 0);
  switch (cut.place) {
    case Cut::Place::first:
      return 0;
    case Cut::Place::last:
      return room;
    case Cut::Place::around:
      return from == wrong_length ? std::clamp<std::int64_t>(wrong, 0, room) : 0;
  }
  return 0;
}

void carry_tile(const TileSpec& from, const ElementArray& old, const TileSpec& to, const Cut& cut,
                ElementArray& out) {
  if (from.valid_rows < 1 || from.valid_cols < 1) return;
  const std::int64_t down = start_of(cut, cut.row, cut.rows.length, from.valid_rows, to.valid_rows);
  const std::int64_t right =
      start_of(cut, cut.col, cut.cols.length, from.valid_cols, to.valid_cols);
  for_each_valid(to, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
    const std::int64_t source =
        (row + down) % from.valid_rows * from.cols() + (col + right) % from.valid_cols;
    if (source < old.size()) out.set(index, old[source]);
  });
}

void carry_view(const GlobalSpec& from, const ElementArray& old, const GlobalSpec& to,
                ElementArray& out) {
  for_each_of_view(to, out.size(), [&](std::int64_t index, Dims5 position) {
    for (std::size_t i = 0; i < 5; ++i)
      position.at(i) %= std::max<std::int64_t>(from.shape.at(i), 1);
    const std::int64_t source = from.offset(position);
    if (source >= 0 && source < old.size()) out.set(index, old[source]);
  });
}

}  // namespace

std::vector<ElementArray> carry_over(const Case& from, const std::vector<ElementArray>& contents,
                                     const Case& to, const Cut& cut) {
  std::vector<ElementArray> out = fill(to, Poison::first);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!is_read(to.form().operands[i].role)) continue;
    const OperandValue& old = from.call.operands[i];
    if (const auto* tile = std::get_if<TileSpec>(&to.call.operands[i])) {
      carry_tile(std::get<TileSpec>(old), contents[i], *tile, cut, out[i]);
    } else if (const auto* view = std::get_if<GlobalSpec>(&to.call.operands[i])) {
      carry_view(std::get<GlobalSpec>(old), contents[i], *view, out[i]);
    }
    // A scalar is part of the call, and may have become another one with its shapes.
  }
  if (to.form().admit) to.form().admit(to.call, out);
  share_contents(to, out);
  return out;
}

std::vector<ElementArray> poisoned_anew(const Case& test_case,
                                        const std::vector<ElementArray>& contents) {
  std::vector<ElementArray> out = fill(test_case, Poison::second);
  for (const Cell& cell : cells_of(test_case.call)) {
    out[cell.operand].set(cell.index, contents[cell.operand][cell.index]);
  }
  share_contents(test_case, out);
  return out;
}

std::vector<Cell> cells_of(const Call& call) {
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    if (!is_read(call.form->operands[i].role)) continue;
    const auto add = [&](std::int64_t index, auto&&...) { cells.push_back({i, index}); };
    if (const auto* tile = std::get_if<TileSpec>(&call.operands[i])) {
      for_each_valid(*tile, add);
    } else if (const auto* view = std::get_if<GlobalSpec>(&call.operands[i])) {
      for_each_of_view(*view, view->allocation(), add);
    } else {
      add(0);
    }
  }
  return cells;
}

namespace {

std::uint64_t hash_of(std::uint64_t hash, const GlobalSpec& view) {
  hash = support::combine(hash, static_cast<std::uint64_t>(view.layout));
  for (const std::int64_t extent : view.shape) {
    hash = support::combine(hash, static_cast<std::uint64_t>(extent));
  }
  for (const std::int64_t stride : view.stride) {
    hash = support::combine(hash, static_cast<std::uint64_t>(stride));
  }
  return support::combine(hash, static_cast<std::uint64_t>(view.base));
}

}  // namespace

std::string shrunk_name(const Case& test_case, const std::vector<ElementArray>& contents) {
  std::uint64_t hash = test_case.key;
  for (const Cell& cell : cells_of(test_case.call)) {
    hash = support::combine(hash, contents[cell.operand][cell.index]);
  }
  for (const OperandValue& value : test_case.call.operands) {
    if (const auto* tile = std::get_if<TileSpec>(&value)) {
      hash = support::combine(
          hash, static_cast<std::uint64_t>(tile->type.rows * 65536 + tile->type.cols));
      hash = support::combine(
          hash, static_cast<std::uint64_t>(tile->valid_rows * 65536 + tile->valid_cols));
      hash = support::combine(hash, static_cast<std::uint64_t>(tile->type.layout()));
    } else if (const auto* view = std::get_if<GlobalSpec>(&value)) {
      hash = hash_of(hash, *view);
    }
  }
  Recipe recipe;
  recipe.form = test_case.call.form;
  recipe.target = test_case.call.target;
  recipe.lead = test_case.lead;
  recipe.intent = test_case.intent;
  recipe.plan = "shrunk";
  return spell(recipe, test_case.call, static_cast<std::uint32_t>(hash ^ (hash >> 32U)));
}

}  // namespace assay::generators
