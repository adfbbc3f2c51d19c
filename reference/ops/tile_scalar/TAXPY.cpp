// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/fused.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/tile_scalar/scalar_constraints.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;
using numerics::Real;
using numerics::RoundMode;

constexpr const char* taxpy_page = "TAXPY page";

/// The product is rounded to half before it is widened.
std::uint64_t through_half(const ElementContext& cell) {
  const auto& x = cell.arguments;
  const std::uint64_t product =
      numerics::encode(f16, x[0].real() * x[1].real(), RoundMode::nearest_even);
  return numerics::encode(cell.to, numerics::decode(f16, product) + x[2].real(),
                          RoundMode::nearest_even);
}

Acceptable scaled_and_added(const ElementContext& cell) {
  const auto& x = cell.arguments;
  return any_reading(cell, multiply_and_add(cell, x[0], x[1], x[2]));
}

Acceptable added_through_half(const ElementContext& cell) {
  const auto& x = cell.arguments;
  PossibleBits readings = multiply_then_add(cell, x[0], x[1], x[2]);
  readings.push_back(through_half(cell));
  return any_reading(cell, readings);
}

bool is_widening(const Call& call) {
  return call.tile("src").type.element == f16 && call.tile("dst").type.element == f32;
}

/// dst has the type of src, or is float where src is half.
Constraint pair() {
  return constraint(
      "dst.pair", "dst has the element type of src, or is f32 where src is f16",
      [](const Call& call) {
        return is_widening(call) || call.tile("dst").type.element == call.tile("src").type.element;
      },
      [](Call& call, Draw& draw) {
        const ElementType from = call.tile("src").type.element;
        TileType& type = call.tile("dst").type;
        type.element = from == f16 && draw.chance(50) ? f32 : from;
        make_well_formed(type);
      },
      [](Call& call, Draw& draw) {
        const ElementType from = call.tile("src").type.element;
        TileType& type = call.tile("dst").type;
        type.element = from == f16 ? draw.pick({bf16, i16, i32}) : draw.pick({f16, bf16, i32});
        make_well_formed(type);
      });
}

Scenario half_into_float() {
  return {.name = "widening", .text = "half is added to float", .apply = [](Call& call, Draw&) {
            if (call.tile("src").type.element != f16) return;
            TileType& type = call.tile("dst").type;
            type.element = f32;
            make_well_formed(type);
          }};
}

Constraints all_constraints() {
  return joined(element_types("src", taxpy_page,
                              {.a2a3 = {f16, f32}, .a5 = {f16, f32}, .listed = every_target}),
                Constraints{pair().from(taxpy_page, "all targets: pairs of element types")},
                tiles_with_scalar("src", taxpy_page, in_vec_everywhere(no_target)),
                Constraints{equal_region("src", "dst", taxpy_page, every_target),
                            region_not_empty("dst", taxpy_page, {.on = {a2a3}, .refused = {a2a3}})},
                scalar_argument());
}

std::vector<Erratum> taxpy_errata() {
  std::vector<Erratum> all{
      unchecked(a2a3, "E-TAXPY-001", "TAxpy.hpp", "dst.location"),
      unchecked(a5, "E-TAXPY-002", "TAxpy.hpp", "src.location"),
      among(giving(of_headers(cpu, "E-TAXPY-003", "TBinSOps.hpp",
                              "half into float: the product is rounded to half"),
                   with_scalar(per_element({{"src"}, {"scalar"}, {"dst"}}, added_through_half))),
            "half into float", is_widening)};
  all = followed(std::move(all), unchecked_on_cpu("TAXPY", 4, "TBinSOps.hpp",
                                                  {"*.location", "src.same_valid_region",
                                                   "src.element", "dst.pair"}));
  all.push_back(overrunning("E-TAXPY-008", "TBinSOps.hpp"));
  return all;
}

}  // namespace

OpSpec TAXPY() {
  return {
      .mnemonic = "TAXPY",
      .summary = "Every element times a scalar, added to dst.",
      .forms = {{
          .name = "plain",
          .operands = {accumulator, src, scalar},
          .lead = "src",
          .constraints = all_constraints(),
          .results = {depending_on({Choice::product_and_sum},
                                   with_scalar(in_steps(per_element({{"src"}, {"scalar"}, {"dst"}},
                                                                    scaled_and_added))))},
          .scenarios = {half_into_float()},
          .plans = {"cancellation", "moderate"},
      }},
      .decisions = {"002-outside-the-valid-region", "018-steps-and-clamps", "020-scalar-arguments"},
      .ambiguities =
          {{"no document says whether the product is rounded before the addition",
            "decision 018: the choice product_and_sum"},
           {"half into float: the CPU multiplies in half before it widens, devices widen first",
            "decision 018: no rounding to half; erratum E-TAXPY-003"},
           {"the tile page has no semantics and files the instruction under tile with tile",
            "the instruction's page: dst = scalar * src + dst"},
           {"golden data of the sources accumulate in double for A5, in the type of dst for A2A3",
            "decision 018: the choice product_and_sum on both"}},
      .notes = {"dst is read: it must have been written before",
                "the scalar has the type of src: half where dst is float and src half",
                "cpu: the header checks nothing; a compiler may contract the two steps"},
      .errata = taxpy_errata(),
  };
}

}  // namespace assay::ops
