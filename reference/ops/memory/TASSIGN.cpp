// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/memory/assignment.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;
using enum Location;

constexpr const char* tassign_page = "TASSIGN page";

const Elements a2a3_elements{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};
const Elements elements{i8,  u8,   i16, u16,  i32,  u32,  i64, u64,
                        f16, bf16, f32, e4m3, e5m2, e8m0, hif8};
const Locations everywhere{vec, mat, left, right, acc, bias, scaling, scale_left, scale_right};
const Locations without_scales{vec, mat, left, right, acc, bias, scaling};

Constraints elements_of_dst() {
  return {invariant(element_is("dst", a2a3_elements))
              .on({a2a3})
              .from(tassign_page, "no list: all types"),
          invariant(element_is("dst", elements))
              .on({a5, cpu})
              .from(tassign_page, "no list: all types")};
}

Constraints tile(Constraint location) {
  return joined(
      elements_of_dst(),
      Constraints{
          std::move(location).on({a2a3}).from(tassign_page, "SA-0351: the memory exists"),
          invariant(located_in("dst", everywhere)).on({a5, cpu}).from(tassign_page, "memories"),
          plain_fractal("dst"), whole_boxes("dst"),
          valid_within_shape("dst").from("Tile class", "static valid bounds"),
          stretch_of_memory().from("decision 135", "what is at an address")});
}

Constraints at_run_time() {
  return joined(tile(invariant(located_in("dst", without_scales))),
                Constraints{invariant(tile_fits()).from(tassign_page, "capacities"),
                            memory_holds_tile().from("decision 135", "a case shows all of it"),
                            integral_address().from(tassign_page, "addr is of an integral type"),
                            run_time_address().at(launch).from("MODEL 5", "addresses of tiles")});
}

Constraints while_compiling() {
  return joined(
      tile(located_in("dst", without_scales)),
      Constraints{
          tile_fits().implied("dst.ends").on(devices).from(tassign_page, "SA-0352: the tile fits"),
          invariant(tile_fits()).on({cpu}).from(tassign_page, "SA-0352: the tile fits"),
          address_is_aligned().from(tassign_page, "SA-0354: the address is aligned"),
          ends_in_memory().on(devices).from(tassign_page, "SA-0353: the end is in bounds"),
          invariant(ends_in_memory()).on({cpu}).from(tassign_page, "SA-0353: the end is in bounds"),
          memory_holds_tile().from("decision 135", "a case shows all of it")});
}

Constraints view() {
  return joined(
      elements_of_dst(),
      Constraints{same_element("storage", "dst").from(tassign_page, "the pointer has this type"),
                  stretch_of_global().from("decision 135", "what a pointer points to"),
                  global_holds_view().at(launch).from("decision 135", "all of it")});
}

const Operand addr{"addr", Role::input, OperandKind::scalar};
const Operand stretch{"storage", Role::input, OperandKind::tile};

}  // namespace

OpSpec TASSIGN() {
  const Operand contents{"dst", Role::input, OperandKind::tile};
  const Operand written{"storage", Role::in_out, OperandKind::tile};
  const Operand bound_view{"dst", Role::output, OperandKind::global};
  const Operand global{"storage", Role::input, OperandKind::global};
  return {
      .mnemonic = "TASSIGN",
      .summary = "Binds a tile to an address of its memory, or a view to a pointer.",
      .forms = {{.name = "address",
                 .operands = {dst, stretch, addr},
                 .lead = "dst",
                 .constraints = at_run_time(),
                 .results = {seen_in_memory()},
                 .scenarios = {small_memories()},
                 .copies = true},
                {.name = "written",
                 .operands = {written, contents, addr},
                 .lead = "dst",
                 .constraints = at_run_time(),
                 .results = {written_to_memory()},
                 .scenarios = {small_memories()},
                 .copies = true},
                {.name = "constant",
                 .operands = {dst, stretch},
                 .lead = "dst",
                 .attributes = {{"Addr", constant_addresses()}},
                 .constraints = while_compiling(),
                 .results = {seen_in_memory()},
                 .scenarios = {small_memories()},
                 .copies = true},
                {.name = "pointer",
                 .operands = {bound_view, global, addr},
                 .lead = "dst",
                 .constraints = view(),
                 .results = {seen_in_global()},
                 .copies = true}},
      .decisions = {"135-addresses"},
      .ambiguities = assignment_ambiguities(),
      .notes = assignment_notes(),
      .errata = tassign_errata(),
  };
}

}  // namespace assay::ops
