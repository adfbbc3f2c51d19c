// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/ops/movement/load_view.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace rules;

constexpr const char* page = "TLOAD manual page";
constexpr const char* catalogue = "TLOAD header";

const Operand global_src{"src", Role::input, OperandKind::global};
const Elements a2a3_elements{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};
const Elements a5_elements{i8,   u8,  i16,  u16,  i32,  u32,  i64,  u64, f16,
                           bf16, f32, e4m3, e5m2, e8m0, hif8, e2m1, e1m2};
const Elements cpu_elements{i8,  u8,   i16, u16,  i32,  u32,  i64, u64,
                            f16, bf16, f32, e4m3, e5m2, e8m0, hif8};

bool is_wide(const Call& call) { return bits_of(call.tile("dst").type.element) == 64; }

/// Source and tile have the same layout; false for the two rewriting loads and the scale loads.
bool keeps_layout(const Call& call) {
  const GlobalLayout from = call.global("src").layout;
  const TileLayout to = call.tile("dst").type.layout();
  return (from == GlobalLayout::ND && to == TileLayout::ND) ||
         (from == GlobalLayout::DN && to == TileLayout::DN) ||
         (from == GlobalLayout::NZ && to == TileLayout::NZ);
}

bool rewrites(const Call& call) {
  return !keeps_layout(call) && !is_scale(call.global("src").layout);
}

// ---- the view ----

bool fits_view(const Call& call) {
  const TileSpec& tile = call.tile("dst");
  const ViewShape view = view_of(call.global("src"));
  return tile.valid_rows == view.rows && tile.valid_cols == view.cols;
}

void fit_view(Call& call, Draw&) {
  const ViewShape view = view_of(call.global("src"));
  set_valid(call.tile("dst"), view.rows, view.cols);
}

void misfit_view(Call& call, Draw& draw) {
  TileSpec& tile = call.tile("dst");
  const ViewShape view = view_of(call.global("src"));
  const std::int64_t more = draw.integer(1, 3);
  tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
  const bool by_rows = draw.chance(50);
  set_valid(tile, view.rows + (by_rows ? more : 0), view.cols + (by_rows ? 0 : more));
}

/// The view and the valid region agree: `where` says which loads the rule speaks of.
Constraint view_matches(const std::string& name, const std::string& which,
                        std::function<bool(const Call&)> where) {
  return rule(
      name, "the valid region of dst has the rows and columns of the view, for " + which,
      [=](const Call& call) { return !where(call) || fits_view(call); }, fit_view, misfit_view);
}

bool all_static(const Call& call) {
  const TileType& type = call.tile("dst").type;
  const auto& dynamic = call.global("src").dynamic_shape;
  return !type.dynamic_valid_rows && !type.dynamic_valid_cols &&
         std::ranges::none_of(dynamic, [](bool one) { return one; });
}

bool static_nd(const Call& call) {
  return call.target == a5 && all_static(call) && call.global("src").layout == GlobalLayout::ND &&
         keeps_layout(call);
}

Constraint static_view() {
  Constraint made =
      view_matches("view.static", "ND loads of a static view into a static region", static_nd);
  made.breach = [](Call& call, Draw& draw) {
    GlobalSpec& global = call.global("src");
    TileSpec& tile = call.tile("dst");
    global.layout = GlobalLayout::ND;
    global.dynamic_shape = {};
    tile.type.blayout = BLayout::row_major;
    tile.type.slayout = SLayout::none_box;
    const ViewShape view = view_of(global);
    set_valid(tile, view.rows, view.cols + draw.integer(1, 3));
    tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = false;
  };
  return std::move(made).on({a5}).from(page, "A5: static ND shapes agree");
}

Constraint positive_shape() {
  return rule(
      "src.positive", "every dimension of src, and with it the valid region of dst, is positive",
      [](const Call& call) { return call.global("src").elements() > 0; },
      [](Call& call, Draw&) {
        for (auto& dim : call.global("src").shape) dim = std::max<std::int64_t>(dim, 1);
      },
      [](Call& call, Draw&) {
        GlobalSpec& global = call.global("src");
        // A dimension that no rule fixes and that a rewriting load may leave dynamic.
        const std::size_t dim = global.layout == GlobalLayout::ND   ? 3
                                : global.layout == GlobalLayout::DN ? 4
                                                                    : 2;
        global.dynamic_shape[dim] = true;
        global.shape[dim] = 0;
        TileSpec& tile = call.tile("dst");
        tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
        tile.valid_rows = view_of(global).rows;
        tile.valid_cols = view_of(global).cols;
      });
}

// ---- layouts ----

Constraint layout_pair() {
  return rule(
      "src.layout_pair", "the layouts of src and dst are a pair that the memory of dst can load",
      [](const Call& call) { return is_load_pair(call); },
      [](Call& call, Draw& draw) { impose_load_pair(call, draw); },
      [](Call& call, Draw& draw) { breach_load_pair(call, draw); });
}

Constraint wide_layouts() {
  return rule(
      "src.wide_layout", "64-bit elements are loaded from ND to ND or from DN to DN only",
      [](const Call& call) {
        const GlobalLayout from = call.global("src").layout;
        return !is_wide(call) || (keeps_layout(call) && from != GlobalLayout::NZ);
      },
      [](Call& call, Draw& draw) {
        set_pair(call, draw.chance(50) ? LoadPair{GlobalLayout::ND, TileLayout::ND}
                                       : LoadPair{GlobalLayout::DN, TileLayout::DN});
        spread_view(call, draw);
      },
      [](Call& call, Draw& draw) {
        set_element(call.operands[call.form->index_of("dst")], draw.pick({i64, u64}));
        call.global("src").element = call.tile("dst").type.element;
        set_pair(call, {GlobalLayout::NZ, TileLayout::NZ});
        spread_view(call, draw);
      });
}

Constraint wide_pads() {
  return rule(
      "dst.wide_pad", "PadVal of a 64-bit tile is Null or Zero",
      [](const Call& call) {
        const PadKind pad = call.tile("dst").type.pad.kind;
        return !is_wide(call) || pad == PadKind::null || pad == PadKind::zero;
      },
      [](Call& call, Draw& draw) {
        call.tile("dst").type.pad = {draw.pick({PadKind::null, PadKind::zero}), 0};
      },
      [](Call& call, Draw& draw) {
        TileType& type = call.tile("dst").type;
        type.element = draw.pick({i64, u64});
        type.pad = {draw.pick({PadKind::max, PadKind::min}), 0};
        call.global("src").element = type.element;
        set_pair(call, {GlobalLayout::ND, TileLayout::ND});
        spread_view(call, draw);
      });
}

/// Static leading ones and plain boxes of the two rewriting loads.
Constraint rewriting_view() {
  return rule(
      "src.leading_ones",
      "rewriting ND to NZ or DN to ZN needs staticShape[0..2] == 1 and SFractalSize == 512",
      [](const Call& call) {
        if (!rewrites(call)) return true;
        const GlobalSpec& global = call.global("src");
        for (std::size_t dim = 0; dim < 3; ++dim) {
          if (global.dynamic_shape[dim] || global.shape[dim] != 1) return false;
        }
        return call.tile("dst").type.fractal == 512;
      },
      [](Call& call, Draw& draw) {
        call.tile("dst").type.fractal = 512;
        spread_view(call, draw);
      },
      [](Call& call, Draw& draw) {
        call.tile("dst").type.location = Location::mat;
        set_pair(call, draw.chance(50) ? LoadPair{GlobalLayout::ND, TileLayout::NZ}
                                       : LoadPair{GlobalLayout::DN, TileLayout::ZN});
        spread_view(call, draw);
        call.global("src").dynamic_shape[static_cast<std::size_t>(draw.integer(0, 2))] = true;
      });
}

Constraint block_view() {
  return rule(
      "src.block_shape", "an NZ view has staticShape[3] == 16 and staticShape[4] == C0",
      [](const Call& call) {
        const GlobalSpec& global = call.global("src");
        if (global.layout != GlobalLayout::NZ) return true;
        return !global.dynamic_shape[3] && !global.dynamic_shape[4] && global.shape[3] == 16 &&
               global.shape[4] == block_elements(global.element);
      },
      [](Call& call, Draw& draw) { spread_view(call, draw); },
      [](Call& call, Draw& draw) {
        if (bits_of(call.global("src").element) == 64) {
          call.global("src").element = call.tile("dst").type.element = f32;
        }
        set_pair(call, {GlobalLayout::NZ, TileLayout::NZ});
        spread_view(call, draw);
        call.global("src").shape[3] = 8;
        fit_view(call, draw);
      });
}

/// Mat loads that keep the layout move whole blocks of 32 bytes on A2A3.
Constraint whole_blocks() {
  const auto line = [](const Call& call) {
    const GlobalSpec& global = call.global("src");
    const std::int64_t elements =
        global.layout == GlobalLayout::ND ? global.shape[4] : global.shape[3];
    return elements * bits_of(global.element);
  };
  return rule(
      "src.whole_blocks",
      "the contiguous dimension of a Mat load of ND or DN is a multiple of "
      "32 bytes",
      [=](const Call& call) {
        const bool concerned = call.tile("dst").type.location == Location::mat &&
                               keeps_layout(call) && call.global("src").layout != GlobalLayout::NZ;
        return !concerned || line(call) % 256 == 0;
      },
      [](Call& call, Draw& draw) {
        GlobalSpec& global = call.global("src");
        const std::size_t dim = global.layout == GlobalLayout::ND ? 4 : 3;
        const std::int64_t block = block_elements(global.element);
        global.shape[dim] = (global.shape[dim] + block - 1) / block * block;
        draw_strides(global, draw);
        fit_view(call, draw);
      },
      [](Call& call, Draw& draw) {
        call.tile("dst").type.location = Location::mat;
        set_pair(call, draw.chance(50) ? LoadPair{GlobalLayout::ND, TileLayout::ND}
                                       : LoadPair{GlobalLayout::DN, TileLayout::DN});
        spread_view(call, draw);
        GlobalSpec& global = call.global("src");
        const std::size_t dim = global.layout == GlobalLayout::ND ? 4 : 3;
        const std::int64_t block = block_elements(global.element);
        global.dynamic_shape[dim] = true;
        global.shape[dim] = block * draw.integer(0, 2) + draw.integer(1, block - 1);
        draw_strides(global, draw);
        fit_view(call, draw);
      });
}

std::vector<Constraint> tile_and_view_rules() {
  return {
      invariant(element_is("dst", a5_elements)).on({a5}).from(page, "A5: 1, 2, 4 or 8 bytes"),
      invariant(element_is("dst", cpu_elements)).on({cpu}).from("CPU header", "any element type"),
      element_is("dst", a2a3_elements).on({a2a3}).from(page, "A2A3 element types"),
      located_in("dst", {Location::vec, Location::mat})
          .on(devices)
          .from(page, "tile location is Vec or Mat"),
      invariant(located_in("dst", {Location::vec, Location::mat}))
          .on({cpu})
          .from("MODEL 5", "memories that a load can fill"),
      same_width("src", "dst").from(page, "element sizes are equal"),
      invariant(rule(
          "dst.tile", "dst is no convolution tile",
          [](const Call& call) { return !call.tile("dst").type.conv; },
          [](Call& call, Draw&) { call.tile("dst").type.conv.reset(); })),
      layout_pair().unchecked_on({cpu}).from(page, "layout pairs of Vec and Mat loads"),
      wide_layouts().on(devices).unchecked_on({a5}).from(page, "64-bit loads"),
      wide_pads().on({a5}).from(page, "A5: PadVal of 64-bit tiles"),
      rewriting_view().on(devices).from(page, "A2A3 and A5: ND to NZ and DN to ZN"),
      block_view().on(devices).from(catalogue, "NZ views are 16 x C0 blocks"),
      invariant(block_view()).on({cpu}).from("MODEL 4.4", "NZ views are 16 x C0 blocks"),
      whole_blocks().on({a2a3}).at(launch).from(catalogue, "Mat loads of ND and DN"),
      whole_boxes("dst"),
  };
}

std::vector<Constraint> all_rules() {
  auto list = tile_and_view_rules();
  for (Constraint& size : size_rules(catalogue)) list.push_back(std::move(size));
  for (Constraint& scale : scale_rules(page)) list.push_back(std::move(scale));
  list.push_back(positive_shape().on({a2a3}).at(launch).from(page, "A2A3: positive shapes"));
  list.push_back(static_view());
  list.push_back(
      view_matches("view.match", "loads that keep the layout",
                   [](const Call& call) { return keeps_layout(call) && !static_nd(call); })
          .at(launch)
          .unchecked_on({a5})
          .from(catalogue, "shape identities"));
  list.push_back(view_matches("view.match_rewriting", "loads that change the layout",
                              [](const Call& call) { return !keeps_layout(call); })
                     .at(launch)
                     .unchecked_on(every_target)
                     .from("MODEL 4.4", "shape identities"));
  return list;
}

}  // namespace

OpSpec TLOAD() {
  return {
      .mnemonic = "TLOAD",
      .family = "movement",
      .summary = "Loads a view of global memory into a tile.",
      .forms = {{
          .name = "tile",
          .operands = {dst, global_src},
          .lead = "dst",
          .constraints = all_rules(),
          .results = {{"dst", loaded_tile}},
          .scenarios = load_scenarios(),
      }},
      .decisions = {"002-outside-the-valid-region", "006-tload-pad-reach",
                    "038-pads-of-wide-integers"},
      .ambiguities =
          {{"the simulator pads the whole tile, devices the tail of a partly filled block",
            "decision 006: exact on devices, pad or zero on cpu"},
           {"PadValue::Null writes zeros on the simulator and leaves devices' bytes alone",
            "decision 006: the tail is unspecified with Null"},
           {"even valid columns or rows of scale tiles are documented and not checked",
            "constraint dst.scale_pairs: legal cases keep it, no promised refusal"},
           {"custom pads become 0 in simulator loads", "decision 006: either on cpu"},
           {"the CPU header checks the layout of the view alone and loads any pair",
            "constraint src.layout_pair: kept by legal cases, no promised refusal on cpu"},
           {"the table of pads is for devices; the CPU header pads 64-bit integers with the "
            "extremes "
            "of the type",
            "decision 038: either on cpu"},
           {"the manual lacks the row limits of later pages",
            "constraints dst.rows.*: legal cases keep them"},
           {"literal 16 and 2 of scale views against dynamic dimensions",
            "constraint src.scale_shape: legal cases are literal, no promised refusal of dynamic "
            "ones"},
           {"a later page limits rows of every Vec tile, the header those of ND only",
            "constraint dst.rows.Vec: ND only"},
           {"static agreement is compile-time on A5 and run-time on A2A3",
            "constraints view.static on a5, view.match at launch on a2a3"}},
      .notes = {"a5: the header also accepts DN to NZ; no case uses it",
                "convolution tiles are not modelled yet"},
  };
}

}  // namespace assay::ops
