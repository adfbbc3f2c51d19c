// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/selection/comparison.hpp"
#include "reference/ops/selection/comparison_constraints.hpp"
#include "reference/ops/selection/masks.hpp"
#include "reference/ops/selection/selection_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* page = "TCMPS page";
constexpr const char* header = "TCMPS header";

const Elements a2a3_sources{i16, u16, i32, f16, f32};
const Elements eleven{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};

Constraints shared_constraints() {
  return joined(
      Constraints{
          element_is("src0", a2a3_sources)
              .on({a2a3})
              .unchecked_on(devices)
              .from(page, "A2A3 types"),
          element_is("src0", eleven).on({a5}).unchecked_on(devices).from(page, "A5 types"),
          invariant(element_is("src0", eleven)).on({cpu}).from("CPU header", "arithmetic types"),
          element_is("dst", {u8}, {u32}).on({a2a3}).unchecked_on(devices).from(page, "mask type"),
          invariant(element_is("dst", eleven)).on({a5}).from("A5 header", "a mask of any type"),
          element_is("dst", {u8, u32}, {i8, i16, u16, i32, i64, u64})
              .on({cpu})
              .unchecked_on({cpu})
              .from(page, "mask types of the pages"),
      },
      placed("dst", page, devices, devices, {}),
      placed("src0", page, devices, devices, {.layout = no_target}),
      Constraints{
          same_valid_rows("dst", "src0").unchecked_on({cpu}).from(header, "run time: equal rows"),
          packed_columns("dst", "src0")
              .on(devices)
              .unchecked_on(every_target)
              .from(page, "valid columns of a mask are packed units"),
          at_most_columns("src0", 64, 8)
              .on({a5})
              .unchecked_on({a5})
              .from(header, "A5: one word of 64 lanes for 8-byte elements"),
      });
}

Constraints scalar_constraints() {
  return joined(Constraints{scalar_type()}, shared_constraints(),
                Constraints{columns_of_mask_bytes().at(launch).on({cpu}).unchecked_on({cpu}).from(
                                header, "CPU: mask bytes are laid out with Cols / 8 per row"),
                            scalar_converts("src0")});
}

Constraints tile_constraints() {
  return joined(Constraints{same_element("src1", "src0").from(page, "one type for both tiles")},
                shared_constraints(), placed("src1", page, devices, devices, {.layout = no_target}),
                Constraints{covering_source().at(launch).on({a5}).unchecked_on({a5}).from(
                    header, "A5: 64-bit tile form")});
}

std::vector<Ambiguity> ambiguities() {
  return {
      {"pages and device headers compare with the first element of a second tile, A5 64-bit code "
       "lane by lane, and the CPU has that body behind an overload that does not compile",
       "form tile on devices only; decision 029: either reading for 64 bits on a5, constraint "
       "src1.covers"},
      {"A2A3 is documented to compare int16 and uint16 but compares their patterns as half",
       "decision 029: integers or halves, either on a2a3"},
      {"A2A3 int32 is documented to fall back to EQ, the header inverts for NE",
       "decision 028: equality or what was asked for, either on a2a3"},
      {"pages want equal valid rows and columns of src0 and dst, headers compare rows alone",
       "constraints dst.same_valid_rows and dst.packed_columns"},
      {"one page takes dst as the domain, the other and the code src0", "decision 028: src0"},
      {"the CPU packs differently where dst is not uint8 or its valid width is not Cols / 8",
       "constraint dst.cpu_columns; decision 029: bytes or words, either for wider masks on cpu"}};
}

const std::vector<std::string> notes{
    "a5: the pitch of the mask is its row in bytes, whatever its element type",
    "a2a3: NE inverts all bytes of the rows of dst",
    "cpu: equality is a distance below 1e-9 as doubles (decision 029)",
    "cpu: masks of other element types hold a byte per element as well; they are not tried"};

}  // namespace

OpSpec TCMPS() {
  return {
      .mnemonic = "TCMPS",
      .family = "selection",
      .summary = "Compares a tile with one value into a mask of packed bits.",
      .forms = {{
                    .name = "scalar",
                    .operands = {dst, src0, scalar},
                    .lead = "src0",
                    .attributes = {cmp_mode_attribute()},
                    .constraints = scalar_constraints(),
                    .results = {{.operand = "dst", .semantics = compared_with_value}},
                    .scenarios = every_cmp_mode(),
                    .plans = {"ones"},
                    .admit = with_equal_lanes(false),
                },
                {
                    .name = "tile",
                    .operands = {dst, src0, src1},
                    .lead = "src0",
                    .attributes = {cmp_mode_attribute()},
                    .targets = devices,
                    .constraints = tile_constraints(),
                    .results = {{.operand = "dst", .semantics = compared_with_value}},
                    .scenarios = every_cmp_mode(),
                    .plans = {"ties", "twins"},
                    .admit = with_equal_lanes(true),
                }},
      .decisions = {"002-outside-the-valid-region", "028-packed-masks", "029-loose-comparisons"},
      .ambiguities = ambiguities(),
      .notes = notes,
  };
}

}  // namespace assay::ops
