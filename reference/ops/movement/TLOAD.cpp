// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/load_constraints.hpp"
#include "reference/ops/movement/load_view.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* page = "TLOAD manual page";
constexpr const char* header = "TLOAD header";

const Operand global_src{"src", Role::input, OperandKind::global};
const Elements a2a3_elements{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};
const Elements a5_elements{i8,   u8,  i16,  u16,  i32,  u32,  i64,  u64, f16,
                           bf16, f32, e4m3, e5m2, e8m0, hif8, e2m1, e1m2};
const Elements cpu_elements{i8,  u8,   i16, u16,  i32,  u32,  i64, u64,
                            f16, bf16, f32, e4m3, e5m2, e8m0, hif8};

Constraints constraints() {
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
      invariant(plain_tile()),
      layout_pair().unchecked_on({cpu}).from(page, "layout pairs of Vec and Mat loads"),
      wide_layouts().on(devices).unchecked_on({a5}).from(page, "64-bit loads"),
      wide_pads().on({a5}).from(page, "A5: PadVal of 64-bit tiles"),
      rewriting_view().on(devices).from(page, "A2A3 and A5: ND to NZ and DN to ZN"),
      block_view().on(devices).from(header, "NZ views are 16 x C0 blocks"),
      invariant(block_view()).on({cpu}).from("MODEL 4.4", "NZ views are 16 x C0 blocks"),
      whole_blocks().on({a2a3}).at(launch).from(header, "Mat loads of ND and DN"),
      whole_boxes("dst"),
      row_limit(Location::vec, 4095)
          .on({a2a3})
          .unchecked_on({a2a3})
          .from(header, "rows of ND Vec tiles; not in the manual"),
      row_limit(Location::mat, 16384).on({a5}).from(header, "rows of Mat tiles"),
      mat_size().on({a5}).from(header, "Rows * Cols of Mat tiles"),
      block_scale_shape().on({a5}).from(page, "A5: MX_A_ZZ and MX_B_NN"),
      plain_scale_shape().on({a5}).from(page, "A5: MX_A_ND, MX_A_DN, MX_B_ND, MX_B_DN"),
      scale_pairs().on({a5}).unchecked_on({a5}).from(page, "A5: even valid sizes of scales"),
      invariant(contiguous_runs()).at(launch).from("MODEL 4.3", "strides of the 2-D helpers"),
      invariant(fitting_fractal()).from("MODEL 4.4", "fractal sizes of loads"),
      positive_shape().on({a2a3}).at(launch).from(page, "A2A3: positive shapes"),
      static_view().on({a5}).from(page, "A5: static ND shapes agree"),
      same_layout_view().at(launch).unchecked_on({a5}).from(header, "shape identities"),
      rewritten_view().at(launch).unchecked_on(every_target).from("MODEL 4.4", "shape identities"),
  };
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
          .constraints = constraints(),
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
