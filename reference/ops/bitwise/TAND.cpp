// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/bitwise/bitwise.hpp"
#include "reference/ops/header_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* tand_page = "TAND page";

}  // namespace

OpSpec TAND() {
  return {
      .mnemonic = "TAND",
      .summary = "Bitwise AND of two tiles.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1},
          .lead = "src0",
          .constraints = joined(logic_elements("src0", tand_page), one_type_for_all(tand_page),
                                checked_tiles(tand_page), regions_of_dst(tand_page)),
          .results = {bitwise({{"src0"}, {"src1"}}, and_of)},
      }},
      .decisions = {"002-outside-the-valid-region"},
      .ambiguities =
          {{"pages speak of integers, the A5 header checks the size alone and the A2A3 header "
            "nothing",
            "constraint src0.element: integers up to 32 bits are legal, all else must be refused; "
            "errata E-TAND-001 and E-TAND-002"},
           {"A2A3 is reported to rewrite one byte after an odd number of 8-bit columns",
            "decision 002: what lies outside the valid region is not compared"},
           {"one page restricts A2A3 to 8 and 16 bits, the other page and the header take 32; 64 "
            "bits work on the CPU alone",
            "constraint src0.element: 32 bits on every target, 64 bits on cpu"}},
      .notes = {"a2a3: 8-bit data are combined in pairs of bytes"},
      .errata = {unchecked(a2a3, "E-TAND-001", "TAnd.hpp", "src0.element"),
                 taking(a5, "E-TAND-002", "TAnd.hpp:55", "src0.element",
                        {f16, bf16, f32, e4m3, e5m2, e8m0, hif8, e2m1, e1m2})},
  };
}

}  // namespace assay::ops
