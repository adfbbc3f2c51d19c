// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/load/load_view.hpp"

#include <algorithm>

#include "reference/isa/spec/vocabulary.hpp"

namespace assay::ops {
namespace {

using enum GlobalLayout;

constexpr LoadPair pairs_of_one_layout[] = {
    {ND, TileLayout::ND}, {DN, TileLayout::DN}, {NZ, TileLayout::NZ}};
constexpr LoadPair rewriting[] = {{ND, TileLayout::NZ}, {DN, TileLayout::ZN}};
constexpr LoadPair scales[] = {{MX_A_ZZ, TileLayout::ZZ}, {MX_A_ND, TileLayout::ZZ},
                               {MX_A_DN, TileLayout::ZZ}, {MX_B_NN, TileLayout::NN},
                               {MX_B_ND, TileLayout::NN}, {MX_B_DN, TileLayout::NN}};

std::vector<LoadPair> legal_pairs(const Call& call) {
  const TileType& type = call.tile("dst").type;
  if (bits_of(type.element) == 4) return {pairs_of_one_layout[0]};
  std::vector<LoadPair> pairs(std::begin(pairs_of_one_layout), std::end(pairs_of_one_layout));
  if (type.location != Location::mat) return pairs;
  pairs.insert(pairs.end(), std::begin(rewriting), std::end(rewriting));
  if (call.target == Target::a5 && type.element == ElementType::e8m0) {
    pairs.insert(pairs.end(), std::begin(scales), std::end(scales));
  }
  return pairs;
}

LoadPair pair_of(const Call& call) {
  return {call.global("src").layout, call.tile("dst").type.layout()};
}

std::int64_t outer_dim(Draw& draw) { return draw.chance(60) ? 1 : draw.integer(2, 3); }

Dims5 scale_shape(GlobalLayout layout, Draw& draw) {
  const std::int64_t a = draw.integer(1, 3);
  const std::int64_t b = draw.integer(1, 4);
  switch (layout) {
    case MX_A_ZZ:
    case MX_B_NN:
      return {1, a, b, 16, 2};
    case MX_A_ND:
    case MX_B_DN:
      return {1, 1, 16 * a, b, 2};
    default:
      return {1, 1, b, 16 * a, 2};
  }
}

Dims5 plain_shape(const Call& call, Draw& draw) {
  const GlobalSpec& global = call.global("src");
  Dims5 shape{1, 1, 1, 1, 1};
  const bool keeps =
      pair_of(call) == pairs_of_one_layout[0] || pair_of(call) == pairs_of_one_layout[1];
  if (keeps || global.layout == NZ) {
    for (std::size_t dim = 0; dim < 3; ++dim) shape[dim] = outer_dim(draw);
  }
  shape[3] = draw.integer(1, 24);
  shape[4] = draw.integer(1, 24);
  if (global.layout == NZ) {
    shape[3] = 16;
    shape[4] = block_elements(global.element);
  } else if (draw.chance(50)) {
    shape[global.layout == ND ? 4 : 3] = draw.integer(1, 80);
  }
  if (bits_of(global.element) == 4) shape[4] = 2 * draw.integer(1, 40);
  return shape;
}

// Outermost dimension first; the last one listed is contiguous.
std::array<std::size_t, 5> order_of(GlobalLayout layout) {
  if (layout == DN) return {0, 1, 2, 4, 3};
  return {0, 1, 2, 3, 4};
}

// Dimensions from the innermost whose elements a load moves as one run.
std::size_t run_dims(GlobalLayout layout) {
  if (layout == ND || layout == DN) return 1;
  return layout == NZ ? 3 : 5;
}

}  // namespace

bool is_scale(GlobalLayout layout) { return layout >= MX_A_ND && layout <= MX_B_NN; }

std::int64_t block_elements(ElementType element) { return 256 / bits_of(element); }

bool is_load_pair(const Call& call) {
  const auto pairs = legal_pairs(call);
  return std::ranges::find(pairs, pair_of(call)) != pairs.end();
}

void set_pair(Call& call, const LoadPair& pair) {
  TileType& type = call.tile("dst").type;
  const bool col_major =
      pair.to == TileLayout::DN || pair.to == TileLayout::NZ || pair.to == TileLayout::NN;
  type.blayout = col_major ? BLayout::col_major : BLayout::row_major;
  type.slayout = SLayout::none_box;
  if (pair.to == TileLayout::NZ || pair.to == TileLayout::ZZ) type.slayout = SLayout::row_major;
  if (pair.to == TileLayout::ZN || pair.to == TileLayout::NN) type.slayout = SLayout::col_major;
  type.fractal = is_scale(pair.from) ? 32 : 512;
  call.global("src").layout = pair.from;
  make_well_formed(type);
}

void impose_load_pair(Call& call, Draw& draw) {
  const auto pairs = legal_pairs(call);
  // The scale loads are six of eleven pairs; the others deserve as much attention.
  const std::size_t plain = std::min<std::size_t>(pairs.size(), 5);
  const bool scale = pairs.size() > plain && draw.chance(60);
  const auto some = scale ? std::span(pairs).subspan(plain) : std::span(pairs).first(plain);
  set_pair(call, draw.pick(std::span<const LoadPair>(some)));
  spread_view(call, draw);
}

void breach_load_pair(Call& call, Draw& draw) {
  constexpr LoadPair illegal[] = {{ND, TileLayout::DN}, {DN, TileLayout::ND}, {NZ, TileLayout::ND},
                                  {NZ, TileLayout::DN}, {ND, TileLayout::ZZ}, {ND, TileLayout::NN}};
  constexpr LoadPair mat_only[] = {{ND, TileLayout::NZ}, {DN, TileLayout::ZN}};
  const bool vec = call.tile("dst").type.location == Location::vec;
  const bool mat_pair = vec && draw.chance(50);
  set_pair(call,
           draw.pick(std::span<const LoadPair>(mat_pair ? std::span<const LoadPair>(mat_only)
                                                        : std::span<const LoadPair>(illegal))));
  spread_view(call, draw);
}

void spread_view(Call& call, Draw& draw) {
  GlobalSpec& global = call.global("src");
  global.shape =
      is_scale(global.layout) ? scale_shape(global.layout, draw) : plain_shape(call, draw);
  // Dimensions that a constraint requires to be constants are never dynamic.
  const bool keeps = pair_of(call) == pairs_of_one_layout[0] ||
                     pair_of(call) == pairs_of_one_layout[1] ||
                     pair_of(call) == pairs_of_one_layout[2];
  if (!keeps) global.dynamic_shape[0] = global.dynamic_shape[1] = global.dynamic_shape[2] = false;
  if (global.layout == NZ || is_scale(global.layout)) {
    global.dynamic_shape[3] = global.dynamic_shape[4] = false;
  }
  draw_strides(global, draw);
  const ViewShape view = view_of(global);
  set_valid(call.tile("dst"), view.rows, view.cols);
}

void draw_strides(GlobalSpec& global, Draw& draw) {
  const auto order = order_of(global.layout);
  const bool nibbles = bits_of(global.element) == 4;
  const bool gaps = draw.chance(50);
  std::int64_t next = 1;
  for (std::size_t place = 5; place-- > 0;) {
    const std::size_t dim = order[place];
    global.stride[dim] = next;
    next *= std::max<std::int64_t>(global.shape[dim], 1);
    const bool inside_run = 5 - place < run_dims(global.layout);
    if (gaps && !inside_run && place > 0 && draw.chance(60)) next += draw.integer(1, 19);
    if (nibbles) next += next % 2;
  }
  global.base = draw.chance(50) ? 0 : draw.integer(1, 64);
  if (nibbles) global.base += global.base % 2;
}

bool set_rows_far_apart(GlobalSpec& global, Draw& draw) {
  if (global.element != ElementType::f32 || global.layout != ND) return false;
  constexpr std::int64_t gap = (std::int64_t{2} << 20U) / 4;
  const std::int64_t cols = block_elements(global.element) * draw.integer(1, 3);
  const std::int64_t step = gap + cols + draw.integer(1, 99);
  global.shape = {1, 1, 1, 2, cols};
  global.stride = {2 * step, 2 * step, 2 * step, step, 1};
  global.dynamic_stride = true;
  return true;
}

void shape_many_blocks(GlobalSpec& global, Draw& draw) {
  const bool rows = global.layout == ND;
  global.shape = {draw.integer(4, 5), draw.integer(1, 2), draw.integer(4, 6),
                  rows ? draw.integer(1, 2) : draw.integer(3, 20),
                  rows ? 2 * draw.integer(1, 20) : 2};
  global.dynamic_shape.fill(true);
  global.dynamic_stride = true;
  draw_strides(global, draw);
}

void shape_far_blocks(GlobalSpec& global, Draw& draw) {
  constexpr std::int64_t beyond_16_bits = std::int64_t{1} << 16;
  const auto dim = static_cast<std::size_t>(draw.integer(0, 2));
  global.shape = {1, 1, 1, draw.integer(2, 8), 2 * draw.integer(1, 12)};
  global.shape[dim] = 2;
  global.dynamic_shape.fill(true);
  global.dynamic_stride = true;
  draw_strides(global, draw);
  global.stride[dim] = beyond_16_bits + 2 * draw.integer(0, 100);
  global.base = 0;
}

Dims5 view_index(const GlobalSpec& global, std::int64_t r, std::int64_t c) {
  const auto& n = global.shape;
  switch (global.layout) {
    case ND:
      return {r / (n[1] * n[2] * n[3]), r / (n[2] * n[3]) % n[1], r / n[3] % n[2], r % n[3], c};
    case DN:
      return {c / (n[1] * n[2] * n[4]), c / (n[2] * n[4]) % n[1], c / n[4] % n[2], r, c % n[4]};
    case NZ:
      return {c / n[4] / n[1], c / n[4] % n[1], r / n[3], r % n[3], c % n[4]};
    case MX_A_ZZ:
      return {0, r / 16, c / 2, r % 16, c % 2};
    case MX_A_ND:
      return {0, 0, r, c / 2, c % 2};
    case MX_A_DN:
      return {0, 0, c / 2, r, c % 2};
    case MX_B_NN:
      return {0, c / 16, r / 2, c % 16, r % 2};
    case MX_B_ND:
      return {0, 0, r / 2, c, r % 2};
    case MX_B_DN:
      return {0, 0, c, r / 2, r % 2};
    case NC1HWC0:
      return {r / (n[2] * n[3]), c / n[4], r / n[3] % n[2], r % n[3], c % n[4]};
    default:
      return {};
  }
}

}  // namespace assay::ops
