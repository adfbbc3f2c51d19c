// SPDX-License-Identifier: Apache-2.0
// The walk over boxes and over the dimensions of a view.
#include "runners/simulator/core/walk.hpp"

#include <algorithm>

#include "runners/simulator/core/formats.hpp"

namespace assay::simulator {
namespace {

bool is_boxed(const assay_operand& tile) { return tile.box_layout != ASSAY_NONE_BOX; }

Route faulty_route(const Request& request, const assay_operand& tile, const Hooks& hooks) {
  Route route = route_of(tile);
  hooks.route(tile, route);
  hooks.factors(request, route);
  return route;
}

Route faulty_route(const assay_operand& tile, const Hooks& hooks) {
  Route route = route_of(tile);
  hooks.route(tile, route);
  return route;
}

void visit_box(const Route& route, std::int64_t top, std::int64_t left, std::int64_t start,
               std::vector<std::int64_t>& places) {
  const std::int64_t lines = route.elements_down ? route.box.cols : route.box.rows;
  const std::int64_t length = route.elements_down ? route.box.rows : route.box.cols;
  const std::int64_t first = route.elements_down ? top : left;
  const std::int64_t end = std::min(first + length, route.elements_down ? route.rows : route.cols);
  const std::int64_t step = route.elements_down ? route.cols : 1;
  for (std::int64_t line = 0; line < lines; ++line, start += route.line) {
    const std::int64_t row = route.elements_down ? top : top + line;
    const std::int64_t col = route.elements_down ? left + line : left;
    if (row >= route.rows || col >= route.cols) continue;
    std::int64_t* place = &places[static_cast<std::size_t>(row * route.cols + col)];
    for (std::int64_t i = 0; i < end - first; ++i) place[i * step] = start + i;
  }
}

struct Counter {
  const assay_operand* global;
  std::array<std::int64_t, 5> row_step{};
  std::array<std::int64_t, 5> col_step{};
};

void descend(const Counter& counter, std::size_t dim, std::array<std::int64_t, 3> position,
             const Visit& visit) {
  if (dim == 5) return visit(position[0], position[1], position[2]);
  for (std::int64_t i = 0; i < counter.global->shape[dim]; ++i) {
    descend(counter, dim + 1, position, visit);
    position[0] += counter.row_step[dim];
    position[1] += counter.col_step[dim];
    position[2] += counter.global->stride[dim];
  }
}

// One step of a dimension passes over everything that the dimensions inside it count.
void fill_steps(const assay_operand& global, const std::vector<int>& dims,
                std::array<std::int64_t, 5>& steps) {
  std::int64_t passed = 1;
  for (auto dim = dims.rbegin(); dim != dims.rend(); ++dim) {
    steps[static_cast<std::size_t>(*dim)] = passed;
    passed *= global.shape[*dim];
  }
}

}  // namespace

Route route_of(const assay_operand& tile) {
  Route route;
  route.rows = tile.rows;
  route.cols = tile.cols;
  route.boxes_down = tile.block_layout == ASSAY_COL_MAJOR;
  route.box = is_boxed(tile) ? inner_box(tile) : Box{tile.rows, tile.cols};
  route.elements_down = is_boxed(tile) ? tile.box_layout == ASSAY_BOX_COL_MAJOR : route.boxes_down;
  route.line = route.elements_down ? route.box.rows : route.box.cols;
  route.strip = route.boxes_down ? tile.rows * route.box.cols : tile.cols * route.box.rows;
  return route;
}

std::vector<std::int64_t> walk(const Route& route) {
  std::vector<std::int64_t> places(static_cast<std::size_t>(route.rows * route.cols), -1);
  const std::int64_t strips = route.boxes_down ? route.cols : route.rows;
  const std::int64_t along = route.boxes_down ? route.rows : route.cols;
  const std::int64_t across_step = route.boxes_down ? route.box.cols : route.box.rows;
  const std::int64_t along_step = route.boxes_down ? route.box.rows : route.box.cols;
  std::int64_t strip_start = 0;
  for (std::int64_t across = 0; across < strips; across += across_step) {
    std::int64_t box_start = strip_start;
    for (std::int64_t step = 0; step < along; step += along_step) {
      visit_box(route, route.boxes_down ? step : across, route.boxes_down ? across : step,
                box_start, places);
      box_start += route.box.rows * route.box.cols;
    }
    strip_start += route.strip;
  }
  return places;
}

bool walk_is_settled(const assay_operand& tile) {
  if (tile.compact != 0 && is_boxed(tile)) return false;
  if (!is_boxed(tile)) return true;
  const Box box = inner_box(tile);
  const bool one_row_of_columns = tile.rows == 1 && tile.block_layout == ASSAY_COL_MAJOR &&
                                  tile.box_layout == ASSAY_BOX_ROW_MAJOR;
  const bool row_of_one_box = tile.rows == 1 && tile.cols == box.cols;
  return one_row_of_columns || row_of_one_box ||
         (tile.rows % box.rows == 0 && tile.cols % box.cols == 0);
}

std::uint64_t in_row_major(const assay_operand& tile, std::int64_t index) {
  const bool inside = index >= 0 && index < tile.rows * tile.cols;
  return inside ? load_bits(tile.data, width_of(tile.element), index) : 0;
}

Tile::Tile(const assay_operand& operand, const Route& route)
    : operand_(&operand),
      width_(width_of(operand.element)),
      capacity_(static_cast<std::int64_t>(operand.byte_size) * 8 / width_),
      in_one_box_(is_one_box(route)),
      row_step_(route.elements_down ? 1 : route.line),
      col_step_(route.elements_down ? route.line : 1) {
  if (!in_one_box_) places_ = walk(route);
}

Tile::Tile(const assay_operand& operand) : Tile(operand, route_of(operand)) {}

Tile::Tile(const assay_operand& operand, const Hooks& hooks)
    : Tile(operand, faulty_route(operand, hooks)) {}
Tile::Tile(const Request& request, const assay_operand& operand, const Hooks& hooks)
    : Tile(operand, faulty_route(request, operand, hooks)) {}

Output::Output(const Request& request, const assay_operand& operand, const Hooks& hooks)
    : request_(&request), tile_(operand, hooks), hooks_(&hooks) {}

void Output::finish() { hooks_->finished(*request_, tile_); }

ViewDims view_dims(std::uint32_t layout) {
  switch (layout) {
    case ASSAY_DN:
      return {{3}, {0, 1, 2, 4}};
    case ASSAY_NZ:
      return {{2, 3}, {0, 1, 4}};
    case ASSAY_MX_A_ZZ:
      return {{1, 3}, {2, 4}};
    case ASSAY_MX_A_ND:
      return {{2}, {3, 4}};
    case ASSAY_MX_A_DN:
      return {{3}, {2, 4}};
    case ASSAY_MX_B_NN:
      return {{2, 4}, {1, 3}};
    case ASSAY_MX_B_ND:
      return {{2, 4}, {3}};
    case ASSAY_MX_B_DN:
      return {{3, 4}, {2}};
    case ASSAY_NC1HWC0:
      return {{0, 2, 3}, {1, 4}};
    default:
      return {{0, 1, 2, 3}, {4}};
  }
}

std::int64_t extent(const assay_operand& global, std::span<const int> dims) {
  std::int64_t count = 1;
  for (const int dim : dims) count *= global.shape[dim];
  return count;
}

void walk_view(const assay_operand& global, const Visit& visit) {
  const ViewDims dims = view_dims(global.layout);
  Counter counter{&global, {}, {}};
  fill_steps(global, dims.rows, counter.row_step);
  fill_steps(global, dims.cols, counter.col_step);
  descend(counter, 0, {0, 0, 0}, visit);
}

std::int64_t last_offset(const assay_operand& global) {
  std::int64_t last = 0;
  for (std::size_t dim = 0; dim < 5; ++dim) {
    if (global.shape[dim] <= 0) return -1;
    last += (global.shape[dim] - 1) * std::max<std::int64_t>(global.stride[dim], 0);
  }
  return last;
}

}  // namespace assay::simulator
