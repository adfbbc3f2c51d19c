// SPDX-License-Identifier: Apache-2.0
// TTRANS: rows become columns, and images change their layout.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

constexpr std::int64_t nothing = -1;

/// The element of a convolution tile at these indices, the last ones first in memory; what is out
/// of range is nothing.
std::int64_t element_at(const assay_operand& tile, std::initializer_list<std::int64_t> indices) {
  std::int64_t element = 0;
  const std::int64_t* size = std::begin(tile.shape);
  for (const std::int64_t index : indices) {
    if (index >= *size) return nothing;
    element = element * *size++ + index;
  }
  return element;
}

/// Indices of element `number` of a convolution tile, without the group of those that have one.
struct ImageIndices {
  std::int64_t group = 0;
  std::array<std::int64_t, 5> of{};
};

ImageIndices indices_of(const assay_operand& tile, std::int64_t number, bool grouped) {
  ImageIndices found;
  const std::size_t first = grouped ? 1 : 0;
  for (std::size_t dim = tile.rank; dim-- > first;) {
    found.of[dim - first] = number % tile.shape[dim];
    number /= tile.shape[dim];
  }
  found.group = number;
  return found;
}

std::int64_t last_of(const assay_operand& tile) { return tile.shape[tile.rank - 1]; }

/// The same of FRACTAL_Z and FRACTAL_Z_3D, at four indices.
std::int64_t weight_source(const assay_operand& dst, const assay_operand& src,
                           const std::array<std::int64_t, 5>& at) {
  const bool deep = dst.layout == ASSAY_FRACTAL_Z_3D;
  const std::int64_t height = src.shape[deep ? 3 : 2], width = src.shape[deep ? 4 : 3];
  const std::int64_t plane = at[0] / (width * height), row = at[0] / width % height;
  const std::int64_t col = at[0] % width, image = at[1] * dst.shape[2] + at[2];
  if (!deep) return element_at(src, {image, plane, row, col, at[3]});
  const std::int64_t blocks =
      std::max<std::int64_t>(dst.shape[0] / (src.shape[2] * height * width), 1);
  const std::int64_t channel = plane % blocks * dst.shape[3] + at[3];
  return element_at(src, {image, channel, plane / blocks, row, col});
}

/// The element of src that goes to element `number` of dst; nothing where dst is padded.
std::int64_t image_source(const assay_operand& dst, const assay_operand& src, std::int64_t number) {
  const bool grouped = src.layout == ASSAY_GNCHW || src.layout == ASSAY_GNC1HWC0;
  const ImageIndices to = indices_of(dst, number, grouped);
  const auto& at = to.of;
  switch (dst.layout) {
    case ASSAY_NC1HWC0:
      return element_at(src, {at[0], at[1] * last_of(dst) + at[4], at[2], at[3]});
    case ASSAY_GNC1HWC0:
      return element_at(src, {to.group, at[0], at[1] * last_of(dst) + at[4], at[2], at[3]});
    case ASSAY_NCHW:
      return element_at(src, {at[0], at[1] / last_of(src), at[2], at[3], at[1] % last_of(src)});
    case ASSAY_GNCHW:
      return element_at(
          src, {to.group, at[0], at[1] / last_of(src), at[2], at[3], at[1] % last_of(src)});
    default:
      return weight_source(dst, src, at);
  }
}

/// Padding is not written.
void convert_image(const Request& request, const Hooks& hooks) {
  const assay_operand &dst = request[0], &src = request[1];
  const int width = width_of(dst.element);
  bool first = true;
  for (std::int64_t i = 0; i < conv_elements(dst); ++i) {
    Place from{0, image_source(dst, src, i)};
    if (from.col == nothing) continue;
    hooks.origin(request, {0, i}, from);
    const bool exists = from.col >= 0 && from.col < conv_elements(src);
    const std::uint64_t bits =
        hooks.moved(src.element, exists ? load_bits(src.data, width, from.col) : 0);
    store_bits(dst.data, width, i, hooks.written({request, {0, i}, {&bits, 1}, first}, bits));
    first = false;
  }
}

}  // namespace

void run_transposition(const Request& request, const Hooks& hooks) {
  if (request.form == "image") return convert_image(request, hooks);
  const Region worked = worked_region(request, hooks, request[1]);
  Output dst(request, request[0], hooks);
  Tile src(request[1]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      Place from{row, col};
      hooks.origin(request, {col, row}, from);
      const std::uint64_t bits = read_lane(hooks, src, worked, from);
      dst.put({col, row}, bits, {&bits, 1});
      hooks.spent(request, src, from, bits);
    }
  }
  dst.finish();
}

}  // namespace assay::simulator
