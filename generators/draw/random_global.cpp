// SPDX-License-Identifier: Apache-2.0
// Random views of global memory.
#include <algorithm>
#include <array>
#include <utility>

#include "generators/draw/random_operand.hpp"

namespace assay::generators {
namespace {

using Order = std::array<std::size_t, 5>;

/// Dimensions from the innermost outwards in the order that a layout's name implies.
Order order_of(GlobalLayout layout) {
  return layout == GlobalLayout::DN ? Order{3, 4, 2, 1, 0} : Order{4, 3, 2, 1, 0};
}

Dims5 strides_in(const Order& order, const Dims5& shape, const Dims5& gaps) {
  Dims5 stride{};
  std::int64_t next = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t dim = order.at(i);
    stride.at(dim) = next;
    next = next * shape.at(dim) + gaps.at(i);
  }
  return stride;
}

void draw_strides(Draw& draw, GlobalSpec& global) {
  Order order = order_of(global.layout);
  Dims5 gaps{};
  const std::int64_t kind = draw.integer(0, 9);
  if (kind >= 4) {
    for (std::int64_t& gap : gaps) gap = draw.pick({0, 0, 1, 3, 8, 16, 40});
  }
  if (kind >= 8) {
    // The innermost dimension stays: devices move runs of neighbours.
    for (std::size_t last = order.size() - 1; last > 1; --last) {
      const std::int64_t other = draw.integer(1, static_cast<std::int64_t>(last));
      std::swap(order.at(last), order.at(static_cast<std::size_t>(other)));
    }
  }
  global.stride = strides_in(order, global.shape, gaps);
}

/// Layouts with the blocks of MODEL 4.3 in their last dimensions, from a rows x cols matrix.
Dims5 blocked_shape(GlobalLayout layout, std::int64_t rows, std::int64_t cols, std::int64_t lanes) {
  const std::int64_t row_boxes = (rows + 15) / 16;
  const std::int64_t col_boxes = (cols + 15) / 16;
  const std::int64_t row_pairs = (rows + 1) / 2;
  const std::int64_t col_pairs = (cols + 1) / 2;
  switch (layout) {
    case GlobalLayout::NZ:
      return {1, (cols + lanes - 1) / lanes, row_boxes, 16, lanes};
    case GlobalLayout::MX_A_ZZ:
      return {1, row_boxes, col_pairs, 16, 2};
    case GlobalLayout::MX_A_ND:
      return {1, 1, rows, col_pairs, 2};
    case GlobalLayout::MX_A_DN:
      return {1, 1, col_pairs, rows, 2};
    case GlobalLayout::MX_B_NN:
      return {1, col_boxes, row_pairs, 16, 2};
    case GlobalLayout::MX_B_ND:
      return {1, 1, row_pairs, cols, 2};
    case GlobalLayout::MX_B_DN:
      return {1, 1, cols, row_pairs, 2};
    default:
      return {1, 1, 1, rows, cols};
  }
}

bool is_plain(GlobalLayout layout) {
  return layout == GlobalLayout::ND || layout == GlobalLayout::DN;
}

bool is_convolution(GlobalLayout layout) {
  return layout == GlobalLayout::NC1HWC0 || layout == GlobalLayout::NDC1HWC0 ||
         layout == GlobalLayout::FRACTAL_Z || layout == GlobalLayout::FRACTAL_Z_3D;
}

void draw_shape(Draw& draw, GlobalSpec& global, std::int64_t elements) {
  const std::int64_t lanes = std::max(256 / bits_of(global.element), 1);
  if (is_convolution(global.layout)) {
    for (std::int64_t& dim : global.shape) dim = draw.integer(1, 4);
    global.shape[4] = lanes;
    return;
  }
  const std::int64_t side = draw.pick({1, 2, 5, 8, 15, 16, 17, 31, 32, 33, 64});
  const std::int64_t rows = std::min(side, elements);
  const std::int64_t cols = draw.integer(1, std::clamp<std::int64_t>(elements / rows, 1, 128));
  global.shape = blocked_shape(global.layout, rows, cols, lanes);
  const bool outer = is_plain(global.layout) || global.layout == GlobalLayout::NZ;
  if (!outer || !draw.chance(40)) return;
  const std::size_t free_dims = is_plain(global.layout) ? 3 : 1;
  for (std::size_t dim = 0; dim < free_dims; ++dim) {
    const std::int64_t room = elements / std::max<std::int64_t>(global.elements(), 1);
    global.shape.at(dim) = draw.integer(1, std::clamp<std::int64_t>(room, 1, 3));
  }
}

void draw_modes(Draw& draw, GlobalSpec& global) {
  const std::int64_t kind = draw.integer(0, 9);
  for (std::size_t dim = 0; dim < global.shape.size(); ++dim) {
    // Blocks of a layout are constants of its type.
    const bool block = !is_plain(global.layout) && dim >= 3;
    const bool dynamic = kind >= 8 ? draw.chance(50) : kind >= 4;
    global.dynamic_shape.at(dim) = dynamic && !block;
  }
  global.dynamic_stride = draw.chance(50);
}

void draw_base(Draw& draw, GlobalSpec& global) {
  global.base = draw.chance(60) ? 0 : draw.integer(1, 64);
}

}  // namespace

Dims5 contiguous(const GlobalSpec& global) {
  return strides_in(order_of(global.layout), global.shape, Dims5{});
}

bool overlaps(const GlobalSpec& global) {
  std::array<std::size_t, 5> dims{0, 1, 2, 3, 4};
  std::ranges::sort(dims, {},
                    [&](std::size_t dim) { return std::pair(global.stride.at(dim), dim); });
  std::int64_t extent = 1;
  for (const std::size_t dim : dims) {
    const std::int64_t size = global.shape.at(dim);
    const std::int64_t stride = global.stride.at(dim);
    if (size < 1 || stride < 0) return true;
    if (size == 1) continue;
    if (stride < extent) return true;
    extent += (size - 1) * stride;
  }
  return global.base < 0;
}

GlobalSpec random_global(Draw& draw, ElementType element, std::int64_t elements) {
  using enum GlobalLayout;
  GlobalSpec global;
  global.element = element;
  global.layout =
      draw.pick({ND, ND, ND,      ND,      ND,      ND,      DN,      DN,      DN,      NZ,
                 NZ, NZ, MX_A_ZZ, MX_A_ND, MX_A_DN, MX_B_NN, MX_B_ND, MX_B_DN, NC1HWC0, FRACTAL_Z});
  draw_shape(draw, global, elements);
  draw_modes(draw, global);
  draw_strides(draw, global);
  draw_base(draw, global);
  return global;
}

void redraw_launch(Draw& draw, GlobalSpec& global, std::int64_t elements) {
  for (std::size_t dim = 0; dim < global.shape.size(); ++dim) {
    if (!global.dynamic_shape.at(dim)) continue;
    std::int64_t& size = global.shape.at(dim);
    const std::int64_t others =
        std::max<std::int64_t>(global.elements() / std::max(size, std::int64_t{1}), 1);
    const std::int64_t room = std::clamp<std::int64_t>(elements / others, 1, 128);
    const std::int64_t largest = global.dynamic_stride ? room : std::min(room, size);
    size = random_size(draw, largest, 16);
  }
  if (global.dynamic_stride) draw_strides(draw, global);
  draw_base(draw, global);
}

}  // namespace assay::generators
