// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/store/insertion.hpp"

#include "reference/isa/case/seen_operands.hpp"
#include "reference/isa/spec/vocabulary.hpp"
#include "reference/ops/movement/shared/window.hpp"
#include "reference/ops/movement/store/store_view.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

/// The part of dst that a call writes: rows and columns from the first up to the last.
struct Written {
  std::int64_t top, left, bottom, right;

  bool has(std::int64_t row, std::int64_t col) const {
    return row >= top && row < bottom && col >= left && col < right;
  }
};

Written window_of(const Call& call) {
  const TileSpec& in = call.tile("src");
  return {row_index(call), col_index(call), row_index(call) + in.valid_rows,
          col_index(call) + in.valid_cols};
}

Written in_boxes(Written window, const TileType& type) {
  const BoxShape box = box_of(type);
  const auto down = [](std::int64_t value, std::int64_t step) { return value / step * step; };
  const auto up = [](std::int64_t value, std::int64_t step) {
    return (value + step - 1) / step * step;
  };
  return {down(window.top, box.rows), down(window.left, box.cols), up(window.bottom, box.rows),
          up(window.right, box.cols)};
}

std::int64_t block_of(const TileType& type) { return 32 / size_of(type.element); }

bool is_plain_mat(const Call& call) {
  const TileType& type = call.tile("dst").type;
  return type.location == Location::mat && !type.is_boxed();
}

}  // namespace

Result inserted_as(PutElements elements) {
  Result result{.operand = "dst"};
  result.semantics = [elements = std::move(elements)](const Evaluation& inputs) -> Expected {
    const TileSpec &out = inputs.call.tile("dst"), &in = inputs.call.tile("src");
    const Written window = window_of(inputs.call), boxes = in_boxes(window, out.type);
    const PutElement element = elements(inputs);
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      if (!boxes.has(row, col)) expected.set_accept(index, Accept::preserved);
    });
    for_each_valid(in, [&](std::int64_t, std::int64_t row, std::int64_t col) {
      const std::int64_t place = (row + window.top) * out.cols() + col + window.left;
      put_acceptable(expected, place, element(row, col));
    });
    return expected;
  };
  return result;
}

Result inserted() {
  const auto copied_from = [](const Evaluation& inputs) {
    return [&src = inputs.of("src"), pitch = inputs.call.tile("src").cols()](
               std::int64_t row, std::int64_t col) { return exactly(src[row * pitch + col]); };
  };
  return copying(seeing_only({"src"}, Seen::valid, inserted_as(copied_from)));
}

Scenario uneven_split() {
  return {.name = "uneven",
          .text = "blocks of columns that neither 2 nor 4 transfers share equally",
          .apply = [](Call& call, Draw& draw) {
            TileSpec& in = call.tile("src");
            in.type.blayout = BLayout::col_major;
            in.type.slayout = SLayout::row_major;
            in.type.fractal = 512;
            in.type.dynamic_valid_rows = in.type.dynamic_valid_cols = true;
            in.type.cols = in.valid_cols = draw.pick({1, 3, 5, 7}) * box_of(in.type).cols;
            set_valid(in, in.valid_rows, in.valid_cols);
          }};
}

Constraint whole_rows_in_mat() {
  return constraint(
      "src.whole_blocks", "into Mat without boxes rows and indexCol are multiples of 32 bytes",
      [](const Call& call) {
        const TileSpec& in = call.tile("src");
        const std::int64_t block = block_of(in.type);
        return !is_plain_mat(call) || (in.valid_cols % block == 0 && col_index(call) % block == 0);
      },
      [](Call& call, Draw&) {
        TileSpec& in = call.tile("src");
        const std::int64_t block = block_of(in.type);
        set_valid(in, in.valid_rows, (in.valid_cols + block - 1) / block * block);
        call.scalar("indexCol").bits = static_cast<std::uint64_t>(col_index(call) / block * block);
      },
      [](Call& call, Draw&) {
        TileSpec &in = call.tile("src"), &out = call.tile("dst");
        for (TileSpec* tile : {&in, &out}) {
          tile->type.blayout = BLayout::row_major;
          tile->type.slayout = SLayout::none_box;
          make_well_formed(tile->type);
        }
        in.type.dynamic_valid_cols = true;
        in.valid_cols = in.cols() - 1;
      });
}

}  // namespace assay::ops
