// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/ops/complex/printing.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {

using namespace vocabulary;

Constraint global_layout_is(const std::vector<GlobalLayout>& legal) {
  return constraint(
      "src.layout", "the layout of src is ND, DN or NZ",
      [=](const Call& call) {
        const GlobalLayout layout = call.global("src").layout;
        return std::ranges::find(legal, layout) != legal.end();
      },
      [=](Call& call, Draw& draw) {
        call.global("src").layout = draw.pick(std::span<const GlobalLayout>(legal));
      },
      [](Call& call, Draw& draw) {
        call.global("src").layout =
            draw.pick({GlobalLayout::MX_A_ND, GlobalLayout::MX_B_NN, GlobalLayout::NC1HWC0});
      });
}

Constraint printable_view() {
  return constraint(
      "src.printable", "src is not empty, and an NZ view has one batch of 16 x C0 blocks",
      [](const Call& call) {
        const GlobalSpec& view = call.global("src");
        const auto& n = view.shape;
        if (view.elements() <= 0 || n[4] > 64 || view.elements() > 4096) return false;
        const bool blocks = n[0] == 1 && n[3] == 16 && n[4] == 256 / bits_of(view.element);
        return view.layout != GlobalLayout::NZ || blocks;
      },
      [](Call& call, Draw& draw) {
        GlobalSpec& view = call.global("src");
        view.shape = {1, draw.integer(1, 2), draw.integer(1, 2), draw.integer(1, 8),
                      draw.integer(1, 20)};
        if (view.layout == GlobalLayout::NZ) {
          view.shape[3] = 16;
          view.shape[4] = 256 / bits_of(view.element);
        }
        std::int64_t next = 1;
        for (std::size_t dim = 5; dim-- > 0;) {
          view.stride[dim] = next;
          next = next * view.shape[dim] + (dim < 4 && draw.chance(30) ? draw.integer(1, 9) : 0);
        }
      });
}

Constraint scratch_size() {
  return constraint(
      "tmp.elements", "tmp holds at least the elements of the tile",
      [](const Call& call) {
        return call.global("tmp").elements() >= call.tile("src").type.elements();
      },
      [](Call& call, Draw&) {
        const TileType& type = call.tile("src").type;
        GlobalSpec& scratch = call.global("tmp");
        scratch.shape = {1, 1, 1, type.rows, type.cols};
        scratch.stride = {type.elements(), type.elements(), type.elements(), type.cols, 1};
      },
      [](Call& call, Draw&) {
        const TileType& type = call.tile("src").type;
        GlobalSpec& scratch = call.global("tmp");
        scratch.shape = {1, 1, 1, 1, type.elements() - 1};
        scratch.stride = {type.elements(), type.elements(), type.elements(), type.elements(), 1};
      });
}

Constraint dense_scratch() {
  return constraint(
      "tmp.dense", "tmp is contiguous",
      [](const Call& call) {
        const GlobalSpec& scratch = call.global("tmp");
        return scratch.layout == GlobalLayout::ND && scratch.stride[4] == 1 &&
               scratch.stride[3] == scratch.shape[4] &&
               scratch.elements() == scratch.shape[3] * scratch.shape[4];
      },
      [](Call& call, Draw&) {
        GlobalSpec& scratch = call.global("tmp");
        const std::int64_t all = scratch.elements();
        scratch.layout = GlobalLayout::ND;
        scratch.shape = {1, 1, 1, 1, all};
        scratch.stride = {all, all, all, all, 1};
      });
}

Scenario overflowing() {
  return {.name = "overflow",
          .text = "more text than the print buffer holds",
          .apply = [](Call& call, Draw&) {
            TileSpec& tile = call.tile("src");
            tile.type.rows = 64;
            tile.type.cols = 64;
            tile.valid_rows = 63;
            tile.valid_cols = 33;
          }};
}

}  // namespace assay::ops
