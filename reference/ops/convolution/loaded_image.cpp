// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/convolution/loaded_image.hpp"

#include <algorithm>
#include <array>

#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

void make_image(TileSpec& tile, const std::array<std::int64_t, 4>& dims) {
  tile.type.conv =
      ConvShape{GlobalLayout::NC1HWC0,
                5,
                {dims[0], dims[1], dims[2], dims[3], 256 / bits_of(tile.type.element), 1}};
  tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = false;
  tile.valid_rows = 1;
  tile.valid_cols = tile.cols();
}

bool is_image(const TileType& type) {
  return type.conv && type.conv->layout == GlobalLayout::NC1HWC0 && type.conv->rank == 5 &&
         type.conv->dims[4] == 256 / bits_of(type.element);
}

/// The view of all that the tile has, from element `base` of its allocation on.
GlobalSpec view_of_image(const Call& call, std::int64_t base) {
  GlobalSpec view;
  view.element = call.tile("dst").type.element;
  view.layout = GlobalLayout::NC1HWC0;
  std::copy_n(call.tile("dst").type.conv->dims.begin(), 5, view.shape.begin());
  std::int64_t step = 1;
  for (std::size_t dim = 5; dim-- > 0;) {
    view.stride.at(dim) = step;
    step *= view.shape.at(dim);
  }
  view.dynamic_stride = false;
  view.base = base;
  return view;
}

Constraint loaded_image_tile() {
  return invariant(constraint(
      "dst.conv", "dst is an NC1HWC0 tile whose last dimension is C0 = 32 bytes",
      [](const Call& call) { return is_image(call.tile("dst").type); },
      [](Call& call, Draw& draw) {
        make_image(call.tile("dst"), {draw.integer(1, 3), draw.integer(1, 4), draw.integer(1, 9),
                                      draw.integer(1, 17)});
      }));
}

Constraint image_view() {
  return invariant(constraint(
      "src.view", "src is a contiguous NC1HWC0 view of the shape of dst, all of it constant",
      [](const Call& call) {
        const GlobalSpec& view = call.global("src");
        return is_image(call.tile("dst").type) && view == view_of_image(call, view.base);
      },
      [](Call& call, Draw&) {
        if (!is_image(call.tile("dst").type)) return;
        GlobalSpec& view = call.global("src");
        view = view_of_image(call, std::max<std::int64_t>(view.base, 0));
      }));
}

Constraints constraints_of_images(const std::string& source) {
  const Elements elements{i8, u8, i16, u16, i32, u32, f16, bf16, f32};
  return {invariant(element_is("dst", elements)).from(source, "elements of images"),
          invariant(located_in("dst", {Location::mat})).from(source, "in Mat"),
          plain_fractal("dst"), loaded_image_tile().from(source, "NC1HWC0"),
          image_view().from(source, "a view of the same shape")};
}

Result loaded_image() {
  Result result{.operand = "dst", .flow = {.copies = true}};
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec& tile = inputs.call.tile("dst");
    const std::int64_t base = inputs.call.global("src").base;
    ExpectedTile expected(tile.type.element, 1, tile.cols());
    for (std::int64_t i = 0; i < tile.cols(); ++i) {
      expected.set_exact(i, inputs.of("src")[base + i]);
    }
    return expected;
  };
  return result;
}

std::vector<Scenario> loaded_image_scenarios() {
  return {{.name = "example",
           .text = "the sizes of the guide: 1 x 1 x 16 x 16 x C0",
           .apply =
               [](Call& call, Draw&) {
                 make_image(call.tile("dst"), {1, 1, 16, 16});
               }},
          {.name = "large image",
           .text = "some ten thousand elements",
           .apply = [](Call& call, Draw& draw) {
             make_image(call.tile("dst"), {2, draw.integer(2, 4), draw.integer(11, 17), 31});
           }}};
}

}  // namespace

Form loaded_images(const std::string& source) {
  return {.name = "image",
          .operands = {dst, {"src", Role::input, OperandKind::global}},
          .lead = "dst",
          .constraints = constraints_of_images(source),
          .results = {loaded_image()},
          .scenarios = loaded_image_scenarios(),
          .copies = true};
}

}  // namespace assay::ops
