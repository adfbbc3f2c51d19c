// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "reference/ops/convolution/image.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

std::int64_t number_in(const Call& call, const char* name) {
  const ScalarSpec& scalar = call.scalar(name);
  return static_cast<std::int64_t>(scalar.bits & mask_of(scalar.element));
}

std::int64_t places(std::int64_t padded, std::int64_t filter, std::int64_t dilation,
                    std::int64_t stride) {
  const std::int64_t seen = dilation * (filter - 1) + 1;
  return filter < 1 || stride < 1 || padded < seen ? 0 : (padded - seen) / stride + 1;
}

/// The number of the element of src at (row, col) of the matrix; none if the filter is outside the
/// image, or, if requested, beyond the channels.
std::optional<std::int64_t> element_at(const Unfolding& image, std::int64_t row, std::int64_t col,
                                       bool masked) {
  const std::int64_t columns = image.places_across();
  const std::int64_t rows = image.places_down();
  if (columns == 0 || rows == 0) return std::nullopt;
  const std::int64_t across = row % columns;
  const std::int64_t down = row / columns % rows;
  const std::int64_t plane = row / (columns * rows);
  const std::int64_t lane = col % image.lanes;
  const std::int64_t filter_col = col / image.lanes % image.filter_width;
  const std::int64_t filter_row = col / (image.lanes * image.filter_width) % image.filter_height;
  const std::int64_t block = col / (image.lanes * image.filter_width * image.filter_height);
  const std::int64_t image_row =
      down * image.stride_height + filter_row * image.dilation_height - image.pad_top;
  const std::int64_t image_col =
      across * image.stride_width + filter_col * image.dilation_width - image.pad_left;
  const bool inside =
      image_row >= 0 && image_row < image.height && image_col >= 0 && image_col < image.width;
  if (!inside || (masked && block * image.lanes + lane >= image.channels)) return std::nullopt;
  const std::int64_t line = (plane * image.blocks + block) * image.height + image_row;
  return (line * image.width + image_col) * image.lanes + lane;
}

}  // namespace

std::int64_t Unfolding::places_down() const {
  return places(height + pad_top + pad_bottom, filter_height, dilation_height, stride_height);
}

std::int64_t Unfolding::places_across() const {
  return places(width + pad_left + pad_right, filter_width, dilation_width, stride_width);
}

Unfolding unfolding_of(const Call& call) {
  if (!call.tile("src").type.conv) return {};  // of a call that is not drawn to its end
  const ConvShape& shape = *call.tile("src").type.conv;
  const bool deep = shape.rank == 6;
  const auto dim = [&](std::size_t place) { return shape.dims.at(place + (deep ? 1 : 0)); };
  const auto set = [&](const char* name) { return number_in(call, name); };
  return {.images = shape.dims[0],
          .depths = deep ? shape.dims[1] : 1,
          .blocks = dim(1),
          .height = dim(2),
          .width = dim(3),
          .lanes = dim(4),
          .filter_height = set("filterH"),
          .filter_width = set("filterW"),
          .dilation_height = set("dilationH"),
          .dilation_width = set("dilationW"),
          .stride_height = set("strideH"),
          .stride_width = set("strideW"),
          .pad_left = set("padLeft"),
          .pad_right = set("padRight"),
          .pad_top = set("padTop"),
          .pad_bottom = set("padBottom"),
          .channels = set("channelSize")};
}

std::int64_t first_row(const Call& call) { return number_in(call, "posM"); }
std::int64_t first_col(const Call& call) { return number_in(call, "posK"); }

Result unfolded(bool masked) {
  Result result{.operand = "dst", .flow = {.copies = true}};
  result.semantics = [=](const Evaluation& inputs) -> Expected {
    const Call& call = inputs.call;
    const TileSpec& out = call.tile("dst");
    const Unfolding image = unfolding_of(call);
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const std::int64_t from_row = first_row(call) + row, from_col = first_col(call) + col;
      if (from_row >= image.rows() || from_col >= image.cols()) return;
      const auto element = element_at(image, from_row, from_col, masked);
      expected.set_exact(index, element ? inputs.of("src")[*element] : inputs.of("padValue")[0]);
    });
    return expected;
  };
  return result;
}

}  // namespace assay::ops
