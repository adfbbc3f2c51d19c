// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/window.hpp"

#include <algorithm>

#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

std::int64_t index_of(const Call& call, const char* name) {
  return static_cast<std::int64_t>(call.scalar(name).bits & mask_of(u16));
}

void set_index(Call& call, const char* name, std::int64_t index) {
  call.scalar(name) = {u16, static_cast<std::uint64_t>(index)};
}

/// The sizes that have to fit: `small` into `large`.
struct Fit {
  std::int64_t small_rows, small_cols, large_rows, large_cols;
};
using FitOf = Fit (*)(const TileSpec& small, const TileSpec& large);

Fit of_shapes(const TileSpec& small, const TileSpec& large) {
  return {small.rows(), small.cols(), large.rows(), large.cols()};
}
Fit of_regions(const TileSpec& small, const TileSpec& large) {
  return {small.valid_rows, small.valid_cols, large.valid_rows, large.valid_cols};
}
Fit of_region_in_shape(const TileSpec& small, const TileSpec& large) {
  return {small.valid_rows, small.valid_cols, large.rows(), large.cols()};
}

/// Boxes of both tiles.
std::int64_t step_of(const Call& call, const Window& window) {
  std::int64_t step = 1;
  for (const std::string& name : {window.large, window.small}) {
    const BoxShape box = box_of(call.tile(name).type);
    step = std::max({step, box.rows, box.cols});
  }
  return step;
}

/// The units of indices.
struct Steps {
  std::int64_t rows, cols;
};

Steps steps_of(const Call& call, const Window& window) {
  const std::int64_t step = step_of(call, window);
  const TileLayout layout = call.tile(window.large).type.layout();
  const bool rows = window.cuts_boxes && layout == TileLayout::NZ;
  const bool cols = window.cuts_boxes && layout == TileLayout::ZN;
  return {rows ? 1 : step, cols ? 1 : step};
}

std::int64_t rounded_up(std::int64_t value, std::int64_t step) {
  return (value + step - 1) / step * step;
}

/// Draws indices that fit in shapes and regions, multiples of steps_of(); the large tile grows
/// where none do.
void place(Call& call, Draw& draw, const Window& window, bool out) {
  TileSpec &large = call.tile(window.large), &small = call.tile(window.small);
  const Steps steps = steps_of(call, window);
  large.type.rows = std::max(large.rows(), out ? small.rows() : small.valid_rows);
  large.type.cols = std::max(large.cols(), out ? small.cols() : small.valid_cols);
  make_well_formed(large.type);
  const auto index = [&](std::int64_t room, std::int64_t step) {
    return draw.integer(0, room / step) * step;
  };
  if (!out) {
    set_index(call, "indexRow", index(large.rows() - small.valid_rows, steps.rows));
    set_index(call, "indexCol", index(large.cols() - small.valid_cols, steps.cols));
    // Most windows are valid in it, so that assertions of a host fail only in some cases.
    if (draw.chance(75)) {
      set_valid(large, std::max(large.valid_rows, row_index(call) + small.valid_rows),
                std::max(large.valid_cols, col_index(call) + small.valid_cols));
    }
    return;
  }
  set_valid(large, std::max(large.valid_rows, small.valid_rows),
            std::max(large.valid_cols, small.valid_cols));
  set_index(call, "indexRow",
            index(std::min(large.rows() - small.rows(), large.valid_rows - small.valid_rows),
                  steps.rows));
  set_index(call, "indexCol",
            index(std::min(large.cols() - small.cols(), large.valid_cols - small.valid_cols),
                  steps.cols));
}

bool fits(const Call& call, const Window& window, FitOf fit_of) {
  const Fit fit = fit_of(call.tile(window.small), call.tile(window.large));
  return row_index(call) + fit.small_rows <= fit.large_rows &&
         col_index(call) + fit.small_cols <= fit.large_cols;
}

Constraint on_window(const std::string& name, const std::string& text, const Window& window,
                     FitOf fit_of) {
  return constraint(
      name, text, [=](const Call& call) { return fits(call, window, fit_of); },
      [=](Call& call, Draw& draw) { place(call, draw, window, fit_of != &of_region_in_shape); });
}

void set_layout(TileSpec& tile, BLayout block, SLayout box) {
  tile.type.blayout = block;
  tile.type.slayout = box;
  tile.type.fractal = 512;
  make_well_formed(tile.type);
}

/// Index and size of a window at `row` and `col` from the first or the last element of `large`.
void put(Call& call, const Window& window, std::int64_t row, std::int64_t col) {
  const TileSpec &small = call.tile(window.small), &large = call.tile(window.large);
  set_index(call, "indexRow",
            std::min(row, std::max<std::int64_t>(large.rows() - small.rows(), 0)));
  set_index(call, "indexCol",
            std::min(col, std::max<std::int64_t>(large.cols() - small.cols(), 0)));
}

void enlarge(Call& call, const Window& window, Draw& draw) {
  const std::int64_t step = std::max<std::int64_t>(step_of(call, window), 32);
  TileSpec &small = call.tile(window.small), &large = call.tile(window.large);
  for (TileSpec* tile : {&small, &large}) {
    tile->type.dynamic_valid_rows = tile->type.dynamic_valid_cols = true;
  }
  small.type.rows = step;
  small.type.cols = step * draw.integer(1, 2);
  make_well_formed(small.type);
  const std::int64_t rows_left = draw.integer(0, 2);
  set_valid(small, small.rows() - rows_left, small.cols() - draw.integer(0, 2));
  large.type.rows = 3 * step;
  large.type.cols = small.cols() + 2 * step;
  make_well_formed(large.type);
  set_valid(large, large.rows(), large.cols());
}

}  // namespace

std::int64_t row_index(const Call& call) { return index_of(call, "indexRow"); }
std::int64_t col_index(const Call& call) { return index_of(call, "indexCol"); }

Constraints index_types(const std::string& page) {
  Constraints all;
  for (const char* name : {"indexRow", "indexCol"}) {
    all.push_back(
        invariant(constraint(
                      std::string(name) + ".element", std::string(name) + " is uint16_t",
                      [=](const Call& call) { return call.scalar(name).element == u16; },
                      [=](Call& call, Draw&) { set_index(call, name, index_of(call, name)); }))
            .from(page, "parameters of the intrinsic"));
  }
  return all;
}

Constraint window_in_shape(const Window& window) {
  Constraint made = on_window("window.shape",
                              "indexRow and indexCol leave room for all rows and columns of " +
                                  window.small + " in " + window.large,
                              window, of_shapes);
  // By one box in one direction, where nothing is valid.
  made.breach = [=](Call& call, Draw& draw) {
    TileSpec &small = call.tile(window.small), &large = call.tile(window.large);
    const std::int64_t step = step_of(call, window);
    for (TileSpec* tile : {&small, &large}) {
      tile->type.dynamic_valid_rows = tile->type.dynamic_valid_cols = true;
    }
    const bool rows = draw.chance(50);
    std::int64_t& size = rows ? small.type.rows : small.type.cols;
    size = rounded_up(size, step) + step;
    make_well_formed(small.type);
    large.type.rows = std::max(large.rows(), small.rows());
    large.type.cols = std::max(large.cols(), small.cols());
    make_well_formed(large.type);
    set_valid(large, large.rows(), large.cols());
    set_index(call, "indexRow", rows ? large.rows() - small.rows() + step : 0);
    set_index(call, "indexCol", rows ? 0 : large.cols() - small.cols() + step);
    small.valid_rows = std::min(small.valid_rows, large.rows() - row_index(call));
    small.valid_cols = std::min(small.valid_cols, large.cols() - col_index(call));
  };
  return made;
}

Constraint window_in_region(const Window& window) {
  return on_window(
      "window.region",
      "the window of the valid region of " + window.small + " is valid in " + window.large, window,
      of_regions);
}

Constraint region_in_shape(const Window& window) {
  Constraint made = on_window("window.bounds",
                              "indexRow and indexCol leave room for the valid region of " +
                                  window.small + " in " + window.large,
                              window, of_region_in_shape);
  made.breach = [=](Call& call, Draw& draw) {
    const TileSpec &small = call.tile(window.small), &large = call.tile(window.large);
    const std::int64_t step = step_of(call, window);
    if (draw.chance(50)) {
      set_index(call, "indexRow",
                rounded_up(std::max<std::int64_t>(large.rows() - small.valid_rows, 0) + 1, step));
    } else {
      set_index(call, "indexCol",
                rounded_up(std::max<std::int64_t>(large.cols() - small.valid_cols, 0) + 1, step));
    }
  };
  return made;
}

Constraint window_of_boxes(const Window& window) {
  const std::string text =
      "sizes and indices of the window are those of whole boxes" +
      std::string(window.cuts_boxes ? ", but in rows of NZ and in columns of ZN"
                                    : " in both directions");
  return constraint(
      "window.boxes", text,
      [=](const Call& call) {
        const Steps steps = steps_of(call, window);
        const TileSpec& small = call.tile(window.small);
        return small.rows() % steps.rows == 0 && small.cols() % steps.cols == 0 &&
               row_index(call) % steps.rows == 0 && col_index(call) % steps.cols == 0;
      },
      [=](Call& call, Draw& draw) {
        const Steps steps = steps_of(call, window);
        TileSpec& small = call.tile(window.small);
        small.type.rows = rounded_up(small.type.rows, steps.rows);
        small.type.cols = rounded_up(small.type.cols, steps.cols);
        make_well_formed(small.type);
        place(call, draw, window, window.small == "dst");
      });
}

Constraints packed_window(const Window& window) {
  const auto packed = [](const Call& call) { return bits_of(call.tile("src").type.element) == 4; };
  const auto is_zn = [](const Call& call, const std::string& name) {
    return call.tile(name).type.layout() == TileLayout::ZN;
  };
  // Pairs lie in the direction in which a box has blocks of 32 bytes.
  const auto extent = [=](Call& call) -> std::int64_t& {
    TileSpec& small = call.tile(window.small);
    return is_zn(call, window.small) ? small.valid_rows : small.valid_cols;
  };
  const auto index = [=](const Call& call) {
    return is_zn(call, window.small) ? "indexRow" : "indexCol";
  };
  Constraint order = constraint(
      "window.packed", "elements of four bits go from ZN to ZN, or from others to others",
      [=](const Call& call) { return !packed(call) || is_zn(call, "src") == is_zn(call, "dst"); },
      [=](Call& call, Draw&) {
        const TileType& small = call.tile(window.small).type;
        set_layout(call.tile(window.large), small.blayout, small.slayout);
      });
  Constraint pairs = constraint(
      "window.pairs", "windows of elements of four bits are of whole bytes",
      [=](const Call& call) {
        Call copy = call;
        return !packed(call) || (extent(copy) % 2 == 0 && index_of(call, index(call)) % 2 == 0);
      },
      [=](Call& call, Draw&) {
        TileType& small = call.tile(window.small).type;
        small.dynamic_valid_rows = small.dynamic_valid_cols = true;
        std::int64_t& size = extent(call);
        size = size == 1 ? 2 : size - size % 2;
        const std::int64_t begin = index_of(call, index(call));
        set_index(call, index(call), begin - begin % 2);
      });
  return {invariant(std::move(order)).on({a5}).from("decision 101", "floats of four bits"),
          invariant(std::move(pairs))
              .on({a5})
              .at(launch)
              .from("MODEL 1.2", "two elements share a byte")};
}

Constraint whole_blocks_of_rows() {
  const auto is_concerned = [](const Call& call) {
    return call.tile("dst").type.layout() == TileLayout::ZN;
  };
  const auto block = [](const Call& call) { return 256 / bits_of(call.tile("dst").type.element); };
  return constraint(
      "window.blocks", "into ZN indexRow and the valid rows of src are multiples of 32 bytes",
      [=](const Call& call) {
        return !is_concerned(call) || (row_index(call) % block(call) == 0 &&
                                       call.tile("src").valid_rows % block(call) == 0);
      },
      [=](Call& call, Draw&) {
        TileSpec& in = call.tile("src");
        set_index(call, "indexRow", row_index(call) / block(call) * block(call));
        set_valid(in, std::max(in.valid_rows / block(call), std::int64_t{1}) * block(call),
                  in.valid_cols);
      },
      [=](Call& call, Draw&) {
        for (const char* name : {"src", "dst"}) {
          set_layout(call.tile(name), BLayout::row_major, SLayout::col_major);
        }
        TileSpec& in = call.tile("src");
        in.type.dynamic_valid_rows = true;
        set_valid(in, rounded_up(in.valid_rows, block(call)) - 1, in.valid_cols);
      });
}

Constraint same_layout(const std::string& operand, const std::string& as) {
  return constraint(
      operand + ".same_layout", operand + " has the layout of " + as,
      [=](const Call& call) {
        return call.tile(operand).type.layout() == call.tile(as).type.layout();
      },
      [=](Call& call, Draw&) {
        const TileType& type = call.tile(as).type;
        set_layout(call.tile(operand), type.blayout, type.slayout);
      },
      [=](Call& call, Draw&) {
        const bool boxed = call.tile(as).type.is_boxed();
        set_layout(call.tile(operand), boxed ? BLayout::row_major : BLayout::col_major,
                   boxed ? SLayout::none_box : SLayout::row_major);
      });
}

Constraint operand_layout(const std::string& operand) {
  const auto wanted = [=](const Call& call) {
    if (call.tile(operand).type.location != Location::left) return TileLayout::ZN;
    return call.target == a2a3 ? TileLayout::ZZ : TileLayout::NZ;
  };
  return constraint(
      operand + ".operand_layout", operand + " in Left is ZZ on a2a3 and NZ elsewhere, in Right ZN",
      [=](const Call& call) { return call.tile(operand).type.layout() == wanted(call); },
      [=](Call& call, Draw&) {
        const TileLayout layout = wanted(call);
        set_layout(call.tile(operand),
                   layout == TileLayout::NZ ? BLayout::col_major : BLayout::row_major,
                   layout == TileLayout::ZN ? SLayout::col_major : SLayout::row_major);
      });
}

std::vector<Scenario> window_scenarios(const Window& window) {
  std::vector<Scenario> all{
      {.name = "inner",
       .text = "a window in the middle of a tile three times as high",
       .apply =
           [=](Call& call, Draw& draw) {
             enlarge(call, window, draw);
             const std::int64_t step = std::max<std::int64_t>(step_of(call, window), 32);
             put(call, window, step, step);
           }},
      {.name = "corner",
       .text = "a window that ends where the large tile ends",
       .apply = [=](Call& call, Draw& draw) {
         enlarge(call, window, draw);
         put(call, window, call.tile(window.large).rows(), call.tile(window.large).cols());
       }}};
  if (!window.cuts_boxes) return all;
  all.push_back({.name = "inside a box",
                 .text = "a window that begins inside a box, in the direction without blocks",
                 .apply = [=](Call& call, Draw& draw) {
                   enlarge(call, window, draw);
                   const auto index = [&](std::int64_t step) {
                     return step == 1 ? draw.integer(1, 15) : step;
                   };
                   const Steps steps = steps_of(call, window);
                   const std::int64_t row = index(steps.rows);
                   put(call, window, row, index(steps.cols));
                 }});
  return all;
}

}  // namespace assay::ops
