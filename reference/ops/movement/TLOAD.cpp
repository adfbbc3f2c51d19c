// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "reference/ops/convolution/loaded_image.hpp"
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/manual_examples.hpp"
#include "reference/ops/movement/load/load_constraints.hpp"
#include "reference/ops/movement/load/load_view.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tload_page = "TLOAD manual page";
constexpr const char* layouts = "docs/isa/state-and-types/layout.md";

const Operand global_src{"src", Role::input, OperandKind::global};
const Elements a2a3_elements{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};
const Elements a5_elements{i8,   u8,  i16,  u16,  i32,  u32,  i64,  u64, f16,
                           bf16, f32, e4m3, e5m2, e8m0, hif8, e2m1, e1m2};
const Elements cpu_elements{i8,  u8,   i16, u16,  i32,  u32,  i64, u64,
                            f16, bf16, f32, e4m3, e5m2, e8m0, hif8};

Constraints places_and_types() {
  return {
      invariant(element_is("dst", a5_elements)).on({a5}).from(tload_page, "A5: 1, 2, 4 or 8 bytes"),
      invariant(element_is("dst", cpu_elements))
          .on({cpu})
          .from(tload_page, "1, 2, 4 or 8 bytes; A5 alone packs elements of 4 bits"),
      element_is("dst", a2a3_elements).on({a2a3}).from(tload_page, "A2A3 element types"),
      located_in("dst", {Location::vec, Location::mat})
          .on(devices)
          .unchecked_on({a5})
          .from(tload_page, "tile location is Vec or Mat, listed for A2A3"),
      invariant(located_in("dst", {Location::vec, Location::mat}))
          .on({cpu})
          .from(tload_page, "tile location is Vec or Mat"),
      same_width("src", "dst")
          .unchecked_on({cpu})
          .from(tload_page, "A2A3 and A5: element sizes are equal"),
  };
}

Constraints shapes() {
  return {
      invariant(plain_tile()).from(tload_page, "lists no pair for convolution tiles"),
      layout_pair().unchecked_on({cpu}).from(tload_page, "layout pairs of Vec and Mat loads"),
      wide_layouts().on({a2a3}).from(tload_page, "A2A3: 64-bit loads"),
      wide_rewriting().on({a5}).unchecked_on({a5}).from(tload_page, "A5: TLoadCubeCheck"),
      wide_pads().on({a5}).from(tload_page, "A5: PadVal of 64-bit tiles"),
      rewriting_view().on({a2a3}).from(tload_page, "A2A3: ND to NZ and DN to ZN"),
      rewriting_view().on({a5}).unchecked_on({a5}).from(tload_page, "A5: TLoadCubeCheck"),
      block_view().on(devices).unchecked_on(devices).from(layouts, "NZ boxes: 16 rows, 512 bytes"),
      invariant(block_view()).on({cpu}).from(layouts, "NZ boxes: 16 rows, 512 bytes"),
      whole_blocks().on({a2a3}).at(launch).unchecked_on({a2a3}).from(
          "MODEL 5", "Mat loads of ND and DN; no page says what else happens"),
      whole_boxes("dst"),
      mat_rows().on({a5}).from(tload_page, "A5: TLoadCubeCheck, size of L1"),
      mat_size().on({a5}).from(tload_page, "A5: TLoadCubeCheck, size of L1"),
      block_scale_shape().on({a5}).from(tload_page, "A5: MX_A_ZZ and MX_B_NN"),
      plain_scale_shape().on({a5}).from(tload_page, "A5: MX_A_ND, MX_A_DN, MX_B_ND, MX_B_DN"),
      scale_pairs().on({a5}).at(launch).from(tload_page, "A5: even valid sizes of scales"),
      invariant(contiguous_runs()).at(launch).from("MODEL 4.3", "strides of the 2-D helpers"),
      invariant(fitting_fractal()).from("MODEL 4.4", "fractal sizes of loads"),
      positive_shape().on({a2a3}).at(launch).from(tload_page, "A2A3: positive shapes"),
      invariant(positive_shape())
          .on({a5, cpu})
          .at(launch)
          .from("legality page", "GM-facing operands: shape and valid region are positive"),
      static_view().on({a5}).from(tload_page, "A5: static ND shapes agree"),
      same_layout_view()
          .at(launch)
          .unchecked_on(every_target)
          .from(tload_page, "the valid region is what is transferred"),
      rewritten_view()
          .at(launch)
          .unchecked_on(every_target)
          .from(tload_page, "the valid region is what is transferred"),
  };
}

void whole_matrix(Call& call) {
  const ElementType element = call.tile("dst").type.element;
  declare(call.tile("dst"), element, 16, 16);
  declare(call.global("src"), element, 16, 16, 16);
}

std::vector<Scenario> scenarios() {
  std::vector<Scenario> all = load_scenarios();
  all.push_back(manual_example(whole_matrix));
  std::ranges::move(load_block_scenarios(), std::back_inserter(all));
  return all;
}

}  // namespace

OpSpec TLOAD() {
  return {
      .mnemonic = "TLOAD",
      .summary = "Loads a view of global memory into a tile.",
      .forms = {{
                    .name = "tile",
                    .operands = {dst, global_src},
                    .lead = "dst",
                    .constraints = joined(places_and_types(), shapes()),
                    .results = {depending_on(
                        {Choice::pad_patterns, Choice::e4m3_minimum},
                        {.operand = "dst", .semantics = loaded_tile, .flow = {.copies = true}})},
                    .scenarios = scenarios(),
                },
                loaded_images("decision 046")},
      .may_refuse = {small_floats_on_cpu(table_of_memory)},
      .decisions = {"002-outside-the-valid-region", "006-tload-pad-reach",
                    "046-loads-of-convolution-tiles"},
      .ambiguities = load_ambiguities(),
      .notes = load_notes(),
      .errata = tload_errata(),
  };
}

}  // namespace assay::ops
