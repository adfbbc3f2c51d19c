// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/movement/shared/moved_tiles.hpp"
#include "reference/ops/movement/transposed_images.hpp"
#include "reference/ops/movement/transposition.hpp"
#include "reference/ops/page.hpp"
#include "reference/ops/small_types.hpp"

namespace assay::ops {

using namespace vocabulary;

OpSpec TTRANS() {
  constexpr const char* page = "TTRANS page";
  const Elements elements{i8, u8, i16, u16, i32, u32, f16, bf16, f32};
  const auto types = [&](const char* bullet) {
    return Constraints{
        checked_by_size(element_is("src", elements), "src").on(devices).from(page, bullet),
        invariant(element_is("src", elements)).on({cpu}).from(page, bullet)};
  };
  return {
      .mnemonic = "TTRANS",
      .summary = "Transposes a tile.",
      .forms =
          {{
               .name = "tile",
               .operands = {dst, src, tmp},
               .lead = "src",
               .constraints = joined(
                   types("element types"),
                   Constraints{
                       same_width("dst", "src").from(page, "element sizes are equal"),
                       row_major("src").on(devices).from(page, "src is row-major"),
                       invariant(row_major("dst")).on(devices).from("MODEL 11", "vector tiles")},
                   moved_tile("src"), moved_tile("dst"), scratch_like("src"),
                   Constraints{mirrored_region(page), room_for_columns(page)}),
               .results = {transposed()},
               .scenarios = transposition_scenarios(),
           },
           transposed_images(page, types("convolution tiles"))},
      .may_refuse = {small_floats_on_cpu(table_of_layouts)},
      .decisions = {"002-outside-the-valid-region", "107-images-from-layout-to-layout"},
      .ambiguities = transposition_ambiguities(),
      .notes = transposition_notes(),
      .errata = ttrans_errata(),
  };
}

}  // namespace assay::ops
