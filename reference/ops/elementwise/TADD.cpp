// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"

namespace assay::ops {
namespace {

constexpr const char* tadd_page = "TADD page";

bool has_several_types(const Call& call) {
  return !one_tile_type("src1", "src0").holds(call) || !one_tile_type("dst", "src0").holds(call);
}

}  // namespace

OpSpec TADD() {
  return {
      .mnemonic = "TADD",
      .summary = "Sum of two tiles, element by element.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1},
          .lead = "src0",
          .constraints = joined(element_types("src0", tadd_page,
                                              {.a2a3 = {i16, i32, f16, f32},
                                               .a5 = arithmetic_elements,
                                               .a2a3_undrawn = {bf16},
                                               .a5_undrawn = {e4m3, e5m2}}),
                                one_element_type({"src1", "dst"}, "src0", tadd_page),
                                vec_tiles({"dst", "src0", "src1"}, tadd_page),
                                equal_regions({"src0", "src1"}, tadd_page, no_target)),
          .results = {sum({{"src0"}, {"src1"}})},
          .plans = {"cancellation", "nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow"},
      .ambiguities =
          {overflow_is_open(),
           sources_outside_their_region(),
           {"a tile page lists bf16 for A2A3, fp8 for A5 and no 64-bit integers there; headers and "
            "the instruction's page say the contrary",
            "constraint src0.element: the page's lists; what the tile page adds is not tried"},
           {"the page says that shapes of sources are not checked at run time; headers check them "
            "in debug builds",
            "constraints src0.same_valid_region and src1.same_valid_region: a breach need not be "
            "refused"},
           {"the CPU wants one Tile type for all operands, device headers do not",
            "the page has a parameter for each, on every target; erratum E-TADD-001"}},
      .notes = {"a5: 64-bit integers are added in halves with a carry",
                "a2a3, a5: Vec is documented and not asserted"},
      .errata = {among(
          refusing(of_headers(cpu, "E-TADD-001", "TAdd.hpp",
                              "operands of different Tile types do not compile together"),
                   {}, {"no matching function"}),
          "operands of different Tile types", has_several_types)},
  };
}

}  // namespace assay::ops
