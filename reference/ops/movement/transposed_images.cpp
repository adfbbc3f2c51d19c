// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/transposed_images.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "reference/isa/types/image_layout.hpp"
#include "reference/ops/movement/shared/moved_tiles.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;
using namespace image_layout;
using enum GlobalLayout;

/// N0 of both layouts of weights.
constexpr std::int64_t images_of_box = 16;
/// "C0 can also be 4."
constexpr std::int64_t few_lanes = 4;

std::int64_t blocks_for(std::int64_t count, std::int64_t size) { return (count + size - 1) / size; }

/// C0: a block of 32 bytes.
std::int64_t lanes_of(const TileType& type) { return 256 / bits_of(type.element); }

/// G, N, C, D, H, W and C0 of an image or of weights, whatever the layout.
struct ImageExtents {
  std::int64_t groups = 1, images = 1, channels = 1, depth = 1, height = 1, width = 1, lanes = 1;

  std::int64_t blocks() const { return blocks_for(channels, lanes); }
  std::int64_t boxes() const { return blocks_for(images, images_of_box); }
};

struct LayoutPair {
  GlobalLayout from, to;
};
constexpr std::array layout_pairs{LayoutPair{nchw, NC1HWC0},      LayoutPair{NC1HWC0, nchw},
                                  LayoutPair{gnchw, gnc1hwc0},    LayoutPair{gnc1hwc0, gnchw},
                                  LayoutPair{NC1HWC0, FRACTAL_Z}, LayoutPair{ncdhw, FRACTAL_Z_3D}};

bool is_blocked(GlobalLayout layout) { return layout == NC1HWC0 || layout == gnc1hwc0; }
bool is_plain(GlobalLayout layout) { return layout == nchw || layout == gnchw; }
bool is_weights(GlobalLayout layout) { return layout == FRACTAL_Z || layout == FRACTAL_Z_3D; }

ConvShape shape_in(GlobalLayout layout, const ImageExtents& e) {
  const std::int64_t plane = e.blocks() * e.height * e.width;
  if (layout == nchw) return {layout, 4, {e.images, e.channels, e.height, e.width, 1, 1}};
  if (layout == gnchw) return {layout, 5, {e.groups, e.images, e.channels, e.height, e.width, 1}};
  if (layout == ncdhw) return {layout, 5, {e.images, e.channels, e.depth, e.height, e.width, 1}};
  if (layout == NC1HWC0) {
    return {layout, 5, {e.images, e.blocks(), e.height, e.width, e.lanes, 1}};
  }
  if (layout == gnc1hwc0) {
    return {layout, 6, {e.groups, e.images, e.blocks(), e.height, e.width, e.lanes}};
  }
  return {layout, 4, {e.depth * plane, e.boxes(), images_of_box, e.lanes, 1, 1}};
}

/// One element of an image.
struct ImagePlace {
  std::int64_t group, image, channel, depth, row, col;
};

/// Where it is in a tile of the layout, in elements.
std::int64_t offset_in(GlobalLayout layout, const ImageExtents& e, const ImagePlace& at) {
  const std::int64_t block = at.channel / e.lanes, lane = at.channel % e.lanes;
  const std::int64_t image = at.group * e.images + at.image;
  const auto in_plane = [&](std::int64_t before) {
    return (before * e.height + at.row) * e.width + at.col;
  };
  if (is_plain(layout)) return in_plane(image * e.channels + at.channel);
  if (layout == ncdhw) return in_plane((image * e.channels + at.channel) * e.depth + at.depth);
  if (is_blocked(layout)) return in_plane(image * e.blocks() + block) * e.lanes + lane;
  const std::int64_t box = in_plane(at.depth * e.blocks() + block) * e.boxes();
  return (box * images_of_box + at.image) * e.lanes + lane;
}

const ConvShape* shape_of(const Call& call, const char* operand) {
  const auto& conv = call.tile(operand).type.conv;
  return conv ? &*conv : nullptr;
}

/// Those of src; lanes of a src without blocks are those of dst.
ImageExtents image_extents_of(const Call& call) {
  const ConvShape& in = *shape_of(call, "src");
  const ConvShape* out = shape_of(call, "dst");
  const auto& n = in.dims;
  ImageExtents e;
  e.lanes = lanes_of(call.tile("src").type);
  if (in.layout == nchw) {
    e = {1, n[0], n[1], 1, n[2], n[3], e.lanes};
  } else if (in.layout == gnchw) {
    e = {n[0], n[1], n[2], 1, n[3], n[4], e.lanes};
  } else if (in.layout == ncdhw) {
    e = {1, n[0], n[1], n[2], n[3], n[4], e.lanes};
  } else if (in.layout == NC1HWC0) {
    e = {1, n[0], n[1] * n[4], 1, n[2], n[3], n[4]};
  } else {
    e = {n[0], n[1], n[2] * n[5], 1, n[3], n[4], n[5]};
  }
  const bool few = is_plain(in.layout) && out != nullptr && is_blocked(out->layout) &&
                   out->dims.at(static_cast<std::size_t>(out->rank) - 1) == few_lanes;
  if (few) e.lanes = few_lanes;
  return e;
}

void make_image(TileSpec& tile, const ConvShape& shape) {
  tile.type.conv = shape;
  tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = false;
  tile.valid_rows = 1;
  tile.valid_cols = tile.cols();
}

void make_images(Call& call, const LayoutPair& kind, const ImageExtents& extents) {
  make_image(call.tile("src"), shape_in(kind.from, extents));
  make_image(call.tile("dst"), shape_in(kind.to, extents));
}

/// Images of about a thousand elements. Where channels go into blocks or come out of them, planes
/// are multiples of 32 bytes; out of blocks all channels come.
ImageExtents drawn_extents(const Call& call, const LayoutPair& kind, Draw& draw) {
  ImageExtents e;
  e.lanes = lanes_of(call.tile("src").type);
  const bool weights = is_weights(kind.to);
  if (kind.from == gnchw || kind.from == gnc1hwc0) e.groups = draw.integer(1, 3);
  if (kind.from == ncdhw) e.depth = draw.integer(1, 2);
  e.images = weights ? draw.pick({1, 3, 15, 16, 17, 20}) : draw.integer(1, 3);
  e.height = draw.integer(1, weights ? 3 : 6);
  e.width = draw.integer(1, weights ? 3 : 4);
  if (!weights) e.width *= e.lanes / std::gcd(e.lanes, e.height);
  const bool whole = is_blocked(kind.from) || draw.chance(30);
  e.channels = whole ? draw.integer(1, 2) * e.lanes : draw.integer(1, 2 * e.lanes);
  return e;
}

void draw_images(Call& call, const LayoutPair& kind, Draw& draw) {
  make_images(call, kind, drawn_extents(call, kind, draw));
}

bool is_source(const TileType& type) {
  if (!type.conv) return false;
  const ConvShape& shape = *type.conv;
  if (shape.layout == nchw) return shape.rank == 4;
  if (shape.layout == gnchw || shape.layout == ncdhw) return shape.rank == 5;
  if (!is_blocked(shape.layout) || shape.rank != (shape.layout == NC1HWC0 ? 5 : 6)) return false;
  return shape.dims.at(static_cast<std::size_t>(shape.rank) - 1) == lanes_of(type);
}

bool is_converted(const Call& call) {
  const ConvShape* out = shape_of(call, "dst");
  if (out == nullptr || !is_source(call.tile("src").type)) return false;
  const GlobalLayout from = shape_of(call, "src")->layout;
  const bool listed = std::ranges::any_of(layout_pairs, [&](const LayoutPair& one) {
    return one.from == from && one.to == out->layout;
  });
  return listed && *out == shape_in(out->layout, image_extents_of(call));
}

Constraint source_image() {
  return invariant(constraint(
      "src.conv",
      "src is a convolution tile: NCHW, GNCHW or NCDHW, or NC1HWC0 or GNC1HWC0 whose C0 is 32 "
      "bytes",
      [](const Call& call) { return is_source(call.tile("src").type); },
      [](Call& call, Draw& draw) {
        draw_images(call, draw.pick(std::span<const LayoutPair>(layout_pairs)), draw);
      }));
}

Constraint destination_image() {
  return invariant(
      constraint("dst.conv",
                 "dst is a convolution tile with the elements of src: NC1HWC0 from NCHW or back, "
                 "GNC1HWC0 from "
                 "GNCHW or back, FRACTAL_Z from NC1HWC0, FRACTAL_Z_3D from NCDHW; C1 = (C + C0 - "
                 "1) / C0, N1 = "
                 "(N + N0 - 1) / N0, N0 = 16, and C0 is 32 bytes, or 4 in NC1HWC0 and GNC1HWC0",
                 is_converted, [](Call& call, Draw& draw) {
                   if (!is_source(call.tile("src").type)) return;
                   const GlobalLayout from = shape_of(call, "src")->layout;
                   std::vector<GlobalLayout> targets;
                   for (const LayoutPair& one : layout_pairs) {
                     if (one.from == from) targets.push_back(one.to);
                   }
                   const GlobalLayout to = draw.pick(std::span<const GlobalLayout>(targets));
                   make_image(call.tile("dst"), shape_in(to, image_extents_of(call)));
                 }));
}

/// Whether channels go into blocks or come out of them.
bool is_between_blocks(const Call& call) {
  return is_converted(call) && !is_weights(shape_of(call, "dst")->layout);
}

std::int64_t bytes_of_plane(const Call& call) {
  const ImageExtents e = image_extents_of(call);
  return e.height * e.width * size_of(call.tile("src").type.element);
}

void make_plane(Call& call, std::int64_t width) {
  ImageExtents e;
  e.lanes = lanes_of(call.tile("src").type);
  e.images = 2;
  e.channels = e.lanes + 1;
  e.width = width;
  make_images(call, {nchw, NC1HWC0}, e);
}

Constraint whole_planes() {
  Constraint made = constraint(
      "src.plane",
      "where channels go into blocks or come out of them, H * W is a multiple of 32 bytes",
      [](const Call& call) { return !is_between_blocks(call) || bytes_of_plane(call) % 32 == 0; },
      [](Call& call, Draw& draw) { draw_images(call, layout_pairs.front(), draw); },
      [](Call& call, Draw& draw) {
        make_plane(call, lanes_of(call.tile("src").type) * draw.integer(1, 3) + 1);
      });
  made.edge = [](Call& call, Draw&, Edge side) {
    if (side != Edge::smallest) return false;
    make_plane(call, lanes_of(call.tile("src").type));
    return true;
  };
  return made;
}

/// The page's formulas, in whole blocks of 32 bytes.
std::int64_t needed(const Call& call) {
  if (!is_converted(call)) return 0;
  const ImageExtents e = image_extents_of(call);
  const GlobalLayout from = shape_of(call, "src")->layout, to = shape_of(call, "dst")->layout;
  const std::int64_t size = size_of(call.tile("src").type.element), step = size == 1 ? 32 : 16;
  const std::int64_t plane = e.height * e.width;
  const std::int64_t turned = plane * blocks_for(e.lanes, step) * step;
  std::int64_t elements = 0;
  if (is_plain(from)) elements = turned;
  if (is_plain(to)) elements = e.lanes * blocks_for(plane, step) * step;
  if (from == ncdhw) {
    const std::int64_t all = e.images * e.blocks() * e.lanes * plane;
    elements = all + std::max(all, turned);
  }
  return blocks_for(elements * size, 32) * 32;
}

void make_row(TileSpec& tile, std::int64_t bytes) {
  tile.type.blayout = BLayout::row_major;
  tile.type.slayout = SLayout::none_box;
  tile.type.rows = tile.valid_rows = 1;
  tile.type.cols = tile.valid_cols = std::max<std::int64_t>(bytes, 32) / size_of(tile.type.element);
}

Constraint room_for_images() {
  Constraint made = constraint(
      "tmp.room",
      "tmp holds H * W columns of C0 rounded up to 32 of one byte or 16 others, or C0 columns of H "
      "* W rounded up so where channels come out of blocks, or what NCDHW to FRACTAL_Z_3D needs",
      [](const Call& call) { return call.tile("tmp").type.bytes() >= needed(call); },
      [](Call& call, Draw&) { make_row(call.tile("tmp"), needed(call)); },
      [](Call& call, Draw& draw) {
        draw_images(call, layout_pairs.front(), draw);
        make_row(call.tile("tmp"), needed(call) - 32);
      });
  made.edge = [](Call& call, Draw& draw, Edge side) {
    if (side != Edge::smallest && side != Edge::below) return false;
    const auto& kind = draw.chance(50) ? layout_pairs.front() : layout_pairs.back();
    draw_images(call, kind, draw);
    make_row(call.tile("tmp"), needed(call) - (side == Edge::below ? 32 : 0));
    return true;
  };
  return made;
}

Expected converted_image(const Evaluation& inputs) {
  const Call& call = inputs.call;
  const TileSpec& out = call.tile("dst");
  const ImageExtents e = image_extents_of(call);
  const GlobalLayout from = shape_of(call, "src")->layout, to = shape_of(call, "dst")->layout;
  const ElementArray& elements = inputs.of("src");
  ExpectedTile expected(out.type.element, 1, out.cols());
  const std::int64_t count = e.groups * e.images * e.channels * e.depth * e.height * e.width;
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t rest = i;
    const auto next = [&](std::int64_t size) {
      const std::int64_t index = rest % size;
      rest /= size;
      return index;
    };
    ImagePlace at{};
    at.col = next(e.width);
    at.row = next(e.height);
    at.depth = next(e.depth);
    at.channel = next(e.channels);
    at.image = next(e.images);
    at.group = rest;
    expected.set_exact(offset_in(to, e, at), elements[offset_in(from, e, at)]);
  }
  return expected;
}

Scenario of(const char* name, const char* text, LayoutPair kind) {
  return {.name = name, .text = text, .apply = [=](Call& call, Draw& draw) {
            draw_images(call, kind, draw);
          }};
}

std::vector<Scenario> image_scenarios() {
  return {{.name = "unequal blocks",
           .text = "NCHW to NC1HWC0, two images whose last block of channels is not full",
           .apply =
               [](Call& call, Draw& draw) {
                 make_plane(call, lanes_of(call.tile("src").type) * draw.integer(1, 2));
               }},
          {.name = "four lanes",
           .text = "NCHW to NC1HWC0 with C0 = 4",
           .apply =
               [](Call& call, Draw& draw) {
                 ImageExtents e = drawn_extents(call, layout_pairs.front(), draw);
                 e.lanes = few_lanes;
                 e.channels = draw.integer(5, 11);
                 make_images(call, layout_pairs.front(), e);
               }},
          of("out of blocks", "NC1HWC0 to NCHW", {NC1HWC0, nchw}),
          of("groups", "GNCHW to GNC1HWC0", {gnchw, gnc1hwc0}),
          of("groups out of blocks", "GNC1HWC0 to GNCHW", {gnc1hwc0, gnchw}),
          of("weights", "NC1HWC0 to FRACTAL_Z", {NC1HWC0, FRACTAL_Z}),
          of("deep weights", "NCDHW to FRACTAL_Z_3D", {ncdhw, FRACTAL_Z_3D})};
}

}  // namespace

Result converted_images() {
  return {.operand = "dst", .semantics = converted_image, .flow = {.copies = true}};
}

Form transposed_images(const std::string& page, Constraints types) {
  const char* tiles = "convolution tiles";
  return {
      .name = "image",
      .operands = {dst, src, tmp},
      .lead = "src",
      .constraints = joined(
          std::move(types),
          Constraints{invariant(same_element("dst", "src")).from(page, "element sizes are equal"),
                      invariant(located_in("src", {Location::vec})).from(page, tiles),
                      invariant(located_in("dst", {Location::vec})).from(page, tiles),
                      plain_fractal("src"), plain_fractal("dst"), source_image().from(page, tiles),
                      destination_image().from(page, tiles),
                      whole_planes().unchecked_on(every_target).from(page, "NCHW to NC1HWC0")},
          scratch_like("src"),
          Constraints{room_for_images()
                          .at(launch)
                          .unchecked_on(every_target)
                          .from(page, "temporary tile")}),
      .results = {converted_images()},
      .scenarios = image_scenarios(),
      .copies = true};
}

}  // namespace assay::ops
