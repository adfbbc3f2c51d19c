// SPDX-License-Identifier: Apache-2.0
// Which images are unfolded, and which part of the matrix.
#include <algorithm>
#include <utility>

#include "reference/ops/convolution/image.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr std::int64_t most_position = 0xFFFF;

bool is_deep(GlobalLayout layout) {
  return layout == GlobalLayout::NDC1HWC0 || layout == GlobalLayout::FRACTAL_Z_3D;
}

std::int64_t lanes_of(const TileType& type) { return 256 / bits_of(type.element); }

/// An image with about as many places as dst has rows.
ConvShape drawn_image(const Call& call, Draw& draw) {
  const TileSpec& out = call.tile("dst");
  const bool deep = draw.chance(40);
  const std::int64_t images = draw.pick({1, 1, 2, 3}), depths = deep ? draw.integer(1, 3) : 1;
  const std::int64_t blocks = draw.integer(1, 3), width = draw.integer(1, 20);
  const std::int64_t rest = out.valid_rows / (images * depths * width);
  const std::int64_t height = std::max<std::int64_t>(rest + draw.integer(-1, 3), 1);
  const std::int64_t lanes = lanes_of(call.tile("src").type);
  if (deep) return {GlobalLayout::NDC1HWC0, 6, {images, depths, blocks, height, width, lanes}};
  return {GlobalLayout::NC1HWC0, 5, {images, blocks, height, width, lanes, 1}};
}

void make_image(TileSpec& tile, const ConvShape& shape) {
  tile.type.conv = shape;
  tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = false;
  tile.valid_rows = 1;
  tile.valid_cols = tile.cols();
}

bool is_sensible(const Unfolding& image) {
  const bool steps = std::min({image.dilation_height, image.dilation_width, image.stride_height,
                               image.stride_width}) > 0;
  return steps && image.places_down() > 0 && image.places_across() > 0 && image.channels >= 1 &&
         image.channels <= image.blocks * image.lanes;
}

/// One direction of the window.
struct ImageSide {
  const char* name;
  const char* text;
  const char* position;
  std::int64_t (*size)(const Call& call);   ///< of the matrix
  std::int64_t (*valid)(const Call& call);  ///< of dst
};

/// The start of the last window; below 0 if there is none.
std::int64_t last_of(const Call& call, const ImageSide& side) {
  return std::min(side.size(call) - side.valid(call), most_position);
}

Constraint on_side(const ImageSide& side) {
  const auto position = [=](const Call& call) {
    return static_cast<std::int64_t>(call.scalar(side.position).bits);
  };
  Constraint made = constraint(
      side.name, side.text,
      [=](const Call& call) { return position(call) + side.valid(call) <= side.size(call); },
      [=](Call& call, Draw& draw) {
        if (last_of(call, side) < 0) draw_settings(call, draw);
        const std::int64_t last = std::max<std::int64_t>(last_of(call, side), 0);
        set_setting(call, side.position, draw.chance(30) ? 0 : draw.integer(0, last));
      },
      [=](Call& call, Draw& draw) {
        const std::int64_t last = std::max<std::int64_t>(last_of(call, side), 0);
        set_setting(call, side.position, last + draw.integer(1, 40));
      });
  made.edge = [=](Call& call, Draw&, Edge edge) {
    if (edge == Edge::below || last_of(call, side) < 0) return false;
    const std::int64_t last = last_of(call, side);
    set_setting(call, side.position,
                edge == Edge::smallest ? 0 : last + (edge == Edge::above ? 1 : 0));
    return true;
  };
  return made;
}

/// Whether src is a convolution tile whose last dimension is a block of channels.
bool has_image(const Call& call) {
  const TileType& type = call.tile("src").type;
  if (!type.conv || type.conv->rank != (is_deep(type.conv->layout) ? 6 : 5)) return false;
  return type.conv->dims.at(static_cast<std::size_t>(type.conv->rank) - 1) == lanes_of(type);
}

Constraint image_tile() {
  return invariant(constraint(
      "src.conv", "src is a convolution tile whose last dimension is C0 = 32 bytes", has_image,
      [](Call& call, Draw& draw) { make_image(call.tile("src"), drawn_image(call, draw)); }));
}

Constraint image_layout() {
  return constraint(
      "src.layout", "src is NC1HWC0 or NDC1HWC0",
      [](const Call& call) {
        const auto& shape = call.tile("src").type.conv;
        return shape &&
               (shape->layout == GlobalLayout::NC1HWC0 || shape->layout == GlobalLayout::NDC1HWC0);
      },
      [](Call& call, Draw&) {
        auto& shape = call.tile("src").type.conv;
        if (!shape) return;
        shape->layout = shape->rank == 6 ? GlobalLayout::NDC1HWC0 : GlobalLayout::NC1HWC0;
      },
      [](Call& call, Draw&) {
        auto& shape = call.tile("src").type.conv;
        if (!shape) return;
        shape->layout = shape->rank == 6 ? GlobalLayout::FRACTAL_Z_3D : GlobalLayout::FRACTAL_Z;
      });
}

Constraint sensible_settings() {
  return invariant(constraint(
      "settings.image",
      "the filter, its dilations and its strides are at least 1, the dilated filter has room in "
      "the padded image, and channelSize is at least 1 and at most C1 * C0",
      [](const Call& call) { return is_sensible(unfolding_of(call)); },
      [](Call& call, Draw& draw) { draw_settings(call, draw); }));
}

Constraint window_rows() {
  return on_side({"window.rows", "posM leaves room for the valid rows of dst", "posM",
                  [](const Call& call) { return unfolding_of(call).rows(); },
                  [](const Call& call) { return call.tile("dst").valid_rows; }});
}

Constraint window_cols() {
  return on_side({"window.cols", "posK leaves room for the valid columns of dst", "posK",
                  [](const Call& call) { return unfolding_of(call).cols(); },
                  [](const Call& call) { return call.tile("dst").valid_cols; }});
}

/// src becomes an image of `height` x `width` with one block of channels.
void make_small_image(Call& call, std::int64_t height, std::int64_t width) {
  TileSpec& image = call.tile("src");
  image.type.element = call.tile("dst").type.element;
  make_image(image, {GlobalLayout::NC1HWC0, 5, {1, 1, height, width, lanes_of(image.type), 1}});
}

/// As few rows as a wide filter has places for.
void make_small_matrix(Call& call, Draw& draw) {
  TileSpec& out = call.tile("dst");
  out.type.rows = 32;
  out.type.cols = 64;
  out.type.dynamic_valid_rows = out.type.dynamic_valid_cols = true;
  out.valid_rows = draw.integer(1, 32);
  out.valid_cols = draw.integer(1, 64);
}

void widen_filter(Call& call, Draw& draw) {
  make_small_matrix(call, draw);
  make_small_image(call, 2, draw.integer(300, 340));
  draw_settings(call, draw);
  set_setting(call, "filterH", 1);
  set_setting(call, "filterW", draw.integer(256, 290));
  set_setting(call, "dilationW", 1);
}

void pad_much(Call& call, Draw& draw) {
  const std::int64_t height = draw.integer(4, 9), width = draw.integer(4, 9);
  make_small_image(call, height, width);
  draw_settings(call, draw);
  for (const char* name : {"padLeft", "padRight", "padTop", "padBottom"}) {
    set_setting(call, name, draw.integer(128, 255));
  }
  set_setting(call, "strideH", draw.integer(1, 4));
  set_setting(call, "strideW", draw.integer(9, 40));
}

}  // namespace

Constraints tiles_of_images(const std::string& page) {
  const Elements a2a3_elements{i8, f16, bf16, f32};
  const Elements elements{i8, u8, i16, u16, i32, u32, f16, bf16, f32};
  const auto listed = [&](Constraint one) {
    return std::move(one).from(page, "types and layouts are those of the device headers");
  };
  return {element_is("dst", a2a3_elements).on({a2a3}).from(page, "A2A3: element types"),
          element_is("dst", elements).on({a5}).from(page, "A5: element types"),
          invariant(element_is("dst", elements)).on({cpu}).from(page, "A5: element types"),
          listed(same_element("src", "dst").unchecked_on({cpu})),
          listed(located_in("dst", {Location::left}).unchecked_on({cpu})),
          listed(located_in("src", {Location::mat}).unchecked_on({cpu})),
          listed(layout_is("dst", {TileLayout::ZZ}).on({a2a3})),
          listed(layout_is("dst", {TileLayout::NZ}).on({a5})),
          invariant(layout_is("dst", {TileLayout::NZ})).on({cpu}).from("CPU header", "NZ"),
          plain_fractal("dst"),
          whole_boxes("dst"),
          valid_within_shape("dst").from("Tile class", "static valid bounds"),
          image_tile().from(page, "a source such as NC1HWC0"),
          listed(image_layout().unchecked_on({cpu}))};
}

Constraints settings_of_images(const std::string& page) {
  constexpr const char* draft = "decision 144";
  return {setting_types().from(page, "parameters of the intrinsic"),
          invariant(same_element("padValue", "dst")).from("Tile class", "the pad is an element"),
          sensible_settings().at(launch).from(draft, "what is set"),
          window_rows().at(launch).unchecked_on(every_target).from(draft, "windows"),
          window_cols().at(launch).unchecked_on(every_target).from(draft, "windows")};
}

Constraint settings_tile() {
  const auto is_settings = [](const Call& call) {
    return has_image(call) && (call.tile("src").type.conv->layout == GlobalLayout::NC1HWC0 ||
                               call.tile("src").type.conv->layout == GlobalLayout::NDC1HWC0);
  };
  const auto make_settings = [](Call& call, Draw& draw) {
    const std::int64_t blocks = draw.integer(1, 3), height = draw.integer(1, 9),
                       width = draw.integer(1, 17), lanes = lanes_of(call.tile("src").type);
    const std::int64_t images = draw.pick({1, 1, 2});
    if (draw.chance(30)) {
      make_image(
          call.tile("src"),
          {GlobalLayout::NDC1HWC0, 6, {images, draw.integer(1, 3), blocks, height, width, lanes}});
      return;
    }
    make_image(call.tile("src"),
               {GlobalLayout::NC1HWC0, 5, {images, blocks, height, width, lanes, 1}});
  };
  const auto make_plain = [](Call& call, Draw& draw) {
    TileSpec& tile = call.tile("src");
    tile.type.conv.reset();
    const bool boxed = draw.chance(50);
    tile.type.blayout = boxed ? BLayout::col_major : BLayout::row_major;
    tile.type.slayout = boxed ? SLayout::row_major : SLayout::none_box;
    tile.type.rows = draw.integer(1, 4) * 16;
    tile.type.cols = draw.integer(1, 4) * lanes_of(tile.type);
    tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = draw.chance(50);
    tile.valid_rows = draw.chance(50) ? tile.type.rows : draw.integer(1, tile.type.rows);
    tile.valid_cols = draw.chance(50) ? tile.type.cols : draw.integer(1, tile.type.cols);
  };
  return constraint("src.conv",
                    "src is a convolution tile, NC1HWC0 or NDC1HWC0, whose last dimension is C0 = "
                    "32 bytes",
                    is_settings, make_settings, make_plain);
}

std::vector<Scenario> image_scenarios() {
  return {
      {.name = "wide filter", .text = "a filter of more than 255 columns", .apply = widen_filter},
      {.name = "wide pads", .text = "pads of more than 127 elements", .apply = pad_much}};
}

}  // namespace assay::ops
