// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/memory/assignment.hpp"
#include "reference/ops/memory/scale_address.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;
using enum Location;

constexpr const char* tget_scale_addr_page = "TGET_SCALE_ADDR page";

const Elements elements{i8,  u8,   i16, u16,  i32,  u32,  i64, u64,
                        f16, bf16, f32, e4m3, e5m2, e8m0, hif8};

Constraints tiles() {
  Constraints all{
      invariant(element_is("dst", elements)).from(tget_scale_addr_page, "no list: all types"),
      invariant(element_is("src", elements)).from(tget_scale_addr_page, "no list: all types"),
      invariant(located_in("dst", {scale_left, scale_right}))
          .from(tget_scale_addr_page, "example: scales"),
      scaled_memory().from(tget_scale_addr_page, "example: scales of Left and of Right")};
  for (const char* name : {"dst", "src"}) {
    all.push_back(plain_fractal(name));
    all.push_back(whole_boxes(name));
    all.push_back(valid_within_shape(name).from("Tile class", "static valid bounds"));
  }
  return all;
}

}  // namespace

OpSpec TGET_SCALE_ADDR() {
  const Operand storage{"storage", Role::input, OperandKind::tile};
  return {
      .mnemonic = "TGET_SCALE_ADDR",
      .summary = "Binds a tile of scales to the address that belongs to that of a factor.",
      .forms = {{.name = "plain",
                 .operands = {dst, src, storage, src_address},
                 .lead = "dst",
                 .targets = {a5, cpu},
                 .constraints = joined(
                     tiles(),
                     Constraints{
                         stretch_of_memory().from("decision 142", "what is there"),
                         invariant(tile_fits()).from("TASSIGN page", "capacities"),
                         memory_holds_tile().from("decision 142", "a case shows all of it"),
                         address_with_scales().at(launch).from("MODEL 5", "addresses of tiles")}),
                 .results = {depending_on({Choice::scale_address},
                                          seen_in_memory(scale_address_of))},
                 .scenarios = scale_scenarios(),
                 .copies = true,
                 .alone = true,
                 .admit = show_special_numbers,
                 .max_elements = 1024}},
      .decisions = {"142-ops-of-scales-and-images"},
      .ambiguities = scale_address_ambiguities(),
      .notes = {"a backend that has operands in memories of their own copies: dst is what is "
                "in storage at the address; what src holds does not count",
                "calls are those of auto mode, which alone the page allows: srcAddress is where "
                "that mode has bound src; a compiled library is not called",
                "not tested: half bytes; writes through dst"},
      .errata = scale_address_errata(),
  };
}

}  // namespace assay::ops
